//! Signals that end the program: Ctrl-C, the request to terminate, and a terminal that is closed.
//!
//! The first one asks the work to end and keep what it has; where nothing can be asked, and at the second
//! one, the engines are ended and then the program. Nothing of an engine is left either way.

use crate::failure::Failure;
use plywood_arena::external;
use plywood_search::StopHandle;
use std::io::{self, Write};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

// The globals of the program: a signal has no other way to reach anything.
static STOP: OnceLock<StopHandle> = OnceLock::new();
static ENDING: AtomicBool = AtomicBool::new(false);
static FAREWELL: Mutex<Option<String>> = Mutex::new(None);

/// The handle that a signal pulls, for work that looks at it. Work that does not ask for it is ended by the
/// first signal.
pub(crate) fn stop_handle() -> StopHandle {
    STOP.get_or_init(StopHandle::new).clone()
}

/// Listens for signals from now on.
pub(crate) fn listen() -> Result<(), Failure> {
    external::end_orphans();
    system::listen().map_err(|error| Failure::bad(format!("cannot listen for signals: {error}")))
}

/// What the program says when a signal ends it: how to go on with what was done.
pub(crate) fn say_at_the_end(words: String) {
    if let Ok(mut farewell) = FAREWELL.lock() {
        *farewell = Some(words);
    }
}

/// Waits for the end of the program, if a signal is ending it: whatever failed since then failed because its
/// engine was ended.
pub(crate) fn wait_if_ending() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Does what a signal asks for; `status` is the exit status of a program that it has ended.
fn obey(status: i32) {
    match STOP.get() {
        Some(stop) if !stop.is_stopped() => stop.stop(),
        _ => {
            ENDING.store(true, Ordering::SeqCst);
            external::end_all();
            if let Some(words) = FAREWELL.lock().ok().and_then(|mut words| words.take()) {
                // A long game is a long line: it is not cut. Standard error may be closed.
                let _ = writeln!(io::stderr(), "plywood: {words}");
            }
            exit(status);
        }
    }
}

#[cfg(unix)]
mod system {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::{fs, io, thread};

    pub(super) fn listen() -> io::Result<()> {
        // The status that shells give a program which a signal has ended.
        const ENDED_BY: i32 = 128;
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        if !is_ignored(SIGHUP) {
            signals.add_signal(SIGHUP)?;
        }
        thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                super::obey(ENDED_BY + signal);
            }
        })?;
        Ok(())
    }

    /// Whether the program was started with this signal ignored, as `nohup` does, where the system tells.
    fn is_ignored(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod system {
    pub(super) fn listen() -> Result<(), ctrlc::Error> {
        const ENDED_BY_CTRL_C: i32 = 130;
        ctrlc::set_handler(|| super::obey(ENDED_BY_CTRL_C))
    }
}
