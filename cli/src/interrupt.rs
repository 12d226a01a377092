//! Ctrl-C: the first one asks the work to end and keep what it has, the second ends the program.

use crate::failure::Failure;
use plywood_search::StopHandle;
use std::sync::OnceLock;

/// The handle that Ctrl-C pulls. The first call makes Ctrl-C do so from then on.
pub(crate) fn stop_handle() -> Result<StopHandle, Failure> {
    // The one global of the program: a signal has no other way to reach anything.
    static STOP: OnceLock<StopHandle> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        return Ok(stop.clone());
    }
    let stop = STOP.get_or_init(StopHandle::new).clone();
    let pulled = stop.clone();
    ctrlc::set_handler(move || {
        const TERMINATED_BY_CTRL_C: i32 = 130;
        if pulled.is_stopped() {
            std::process::exit(TERMINATED_BY_CTRL_C);
        }
        pulled.stop();
    })
    .map_err(|error| Failure::bad(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
}
