//! Several threads at one search, which end together, whatever ends one of them.

use crate::limits::Ended;
use crate::watch::Shared;
use std::panic::resume_unwind;
use std::thread::{Builder, panicking, scope};

/// Does `lead` here and each of `helps` on a thread of its own, and returns when all have ended: the helpers end at their next nodes when the
/// leader has.
///
/// # Panics
///
/// If one of them does, with its own message, when all the others have ended.
pub(crate) fn together<T>(
    shared: &Shared,
    helps: impl IntoIterator<Item = impl FnOnce() + Send>,
    lead: impl FnOnce() -> T,
) -> T {
    scope(|scope| {
        let end = EndsAll { shared, is_helper: false };
        let spawn = |help| Builder::new().spawn_scoped(scope, move || run_helper(shared, help));
        // A system that has no thread to give has one fewer at work.
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

/// Ends all threads when the leader ends, however it does, or when a helper panics.
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
