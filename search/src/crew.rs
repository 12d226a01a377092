//! Crews: the threads of one search, which end together, whatever ends one of them.

use crate::limits::Ended;
use crate::watch::Shared;
use std::panic::resume_unwind;
use std::thread::{Builder, panicking, scope};

/// Runs `lead` on this thread and each of `helps` on its own thread, and returns when all have ended. The
/// helpers end at their next nodes after the leader has ended.
///
/// # Panics
///
/// If one of them panics, with its own message, after all the others have ended.
pub(crate) fn together<T>(
    shared: &Shared,
    helps: impl IntoIterator<Item = impl FnOnce() + Send>,
    lead: impl FnOnce() -> T,
) -> T {
    scope(|scope| {
        let end = EndsAll { shared, is_helper: false };
        let spawn = |help| Builder::new().spawn_scoped(scope, move || run_helper(shared, help));
        // If the system cannot start a thread, one fewer works.
        let threads: Vec<_> = helps.into_iter().filter_map(|help| spawn(help).ok()).collect();
        let led = lead();
        drop(end);
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        led
    })
}

fn run_helper(shared: &Shared, help: impl FnOnce()) {
    let _end = EndsAll { shared, is_helper: true };
    help();
}

/// Ends all threads when the leader ends in any way, or a helper panics.
struct EndsAll<'a> {
    shared: &'a Shared,
    is_helper: bool,
}

impl Drop for EndsAll<'_> {
    fn drop(&mut self) {
        if !self.is_helper || panicking() {
            self.shared.end(Ended::Stopped);
        }
    }
}
