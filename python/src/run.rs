//! Work on another thread, while the interpreter is free for others and Ctrl-C is listened for.

use crate::error::misused;
use core::time::Duration;
use plywood_search::StopHandle;
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;

/// How long Ctrl-C may go unheard.
const UNTIL_NEXT_LOOK: Duration = Duration::from_millis(50);

/// What came over a channel.
pub(crate) enum Heard<M> {
    Message(M),
    /// The other end is done.
    End,
}

/// Runs `work` and passes what it sends to `on_message`, on this thread. An error of `on_message`, and
/// Ctrl-C, pull the stop handle; the call returns when the work has ended.
pub(crate) fn run<T: Send, M: Send>(
    py: Python<'_>,
    stop: &StopHandle,
    work: impl FnOnce(&dyn Fn(M)) -> T + Send,
    mut on_message: impl FnMut(M) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut receiver) = channel::<M>();
    thread::scope(|scope| {
        let worker = scope.spawn(move || {
            work(&|message| {
                // Whoever no longer listens has pulled the stop handle.
                let _ = sender.send(message);
            })
        });
        let heard = loop {
            match listen(py, &mut receiver) {
                Ok(Heard::Message(message)) => {
                    if let Err(error) = on_message(message) {
                        break Err(error);
                    }
                }
                Ok(Heard::End) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        if heard.is_err() {
            stop.stop();
        }
        let done = py.detach(move || worker.join());
        heard?;
        done.map_err(|_| misused("the work has failed inside"))
    })
}

/// Runs work that sends nothing.
pub(crate) fn run_quietly<T: Send>(
    py: Python<'_>,
    stop: &StopHandle,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    run(py, stop, |_: &dyn Fn(())| work(), |()| Ok(()))
}

/// Waits for the next message without the interpreter. Ctrl-C is an error.
pub(crate) fn listen<M: Send>(py: Python<'_>, receiver: &mut Receiver<M>) -> PyResult<Heard<M>> {
    loop {
        let waiting = &mut *receiver;
        match py.detach(move || waiting.recv_timeout(UNTIL_NEXT_LOOK)) {
            Ok(message) => return Ok(Heard::Message(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Heard::End),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}
