//! The right to coordinate a run, which one process has at a time.
//!
//! The holder writes a sign of life every two seconds, each on condition that its own was the last. Whoever
//! wants to coordinate a run that has a holder watches it: if nothing new is written for twelve seconds the
//! holder is dead, and the run is taken over on the condition that this is still so. No clock is compared
//! with another machine's.

use crate::error::{QueueError, failed};
use crate::link::{Link, put_after};
use crate::names::{self, RUNS};
use crate::wire::{self, MOST_OF_A_JOB, RunState};
use async_nats::jetstream::Context;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use core::fmt;
use core::time::Duration;
use plywood_search::StopHandle;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// How often a sign of life is written.
const BEAT: Duration = Duration::from_secs(2);
/// How often whoever waits for a run looks at it, and how many looks without anything new are enough.
const LOOK: Duration = Duration::from_secs(1);
const LOOKS: u32 = 12;

/// A held run.
pub(crate) struct Lease {
    shared: Arc<Shared>,
    pulse: JoinHandle<()>,
}

struct Shared {
    state: Mutex<RunState>,
    /// Why the run is held no more.
    lost: Mutex<Option<String>>,
}

/// The number of the last sign of life, and what it says; number 0 if there is none.
async fn last_sign(jetstream: &Context, run: &str) -> Result<(u64, Option<RunState>), QueueError> {
    let read = failed("read the state of the run");
    let stream = jetstream.get_stream_no_info(RUNS).await.map_err(failed("read the runs"))?;
    match stream.get_last_raw_message_by_subject(&names::run(run)).await {
        Ok(message) => Ok((message.sequence, wire::read(&message.payload, MOST_OF_A_JOB))),
        Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok((0, None)),
        Err(error) => Err(read(error)),
    }
}

impl Lease {
    /// Takes a run: at once if nobody holds it, otherwise when its holder is dead.
    ///
    /// # Errors
    ///
    /// If the holder lives, the server cannot be asked, or `stop` is pulled.
    pub(crate) fn take(
        link: &Link,
        run: &str,
        state: RunState,
        stop: &StopHandle,
    ) -> Result<Self, QueueError> {
        let sequence = link.wait(wait_for(&link.jetstream, run, &state, stop))?;
        let shared = Arc::new(Shared { state: Mutex::new(state), lost: Mutex::new(None) });
        let pulse = pulse(link.jetstream.clone(), run.to_owned(), Arc::clone(&shared), sequence);
        Ok(Self { shared, pulse: link.runtime.spawn(pulse) })
    }

    /// Why the run is held no more, if it is not.
    pub(crate) fn lost(&self) -> Option<String> {
        self.shared.lost.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Where it is written how far the run is.
    pub(crate) fn notice(&self) -> Notice {
        Notice(Arc::clone(&self.shared))
    }
}

/// A notice on the server that says how far a run is.
#[derive(Clone)]
pub struct Notice(Arc<Shared>);

impl Notice {
    /// Says so with the next sign of life.
    pub fn write(&self, progress: String) {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner).progress = progress;
    }
}

impl fmt::Debug for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Notice").finish_non_exhaustive()
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.pulse.abort();
    }
}

/// Waits until a run is free, takes it, and returns the number of the first sign of life.
async fn wait_for(
    jetstream: &Context,
    run: &str,
    state: &RunState,
    stop: &StopHandle,
) -> Result<u64, QueueError> {
    let (mut last, mut holder) = last_sign(jetstream, run).await?;
    let mut looks = 0;
    while last > 0 && looks < LOOKS {
        sleep(LOOK).await;
        if stop.is_stopped() {
            return Err(QueueError("interrupted before it began".to_owned()));
        }
        let (sign, by) = last_sign(jetstream, run).await?;
        if sign != last
            && sign > 0
            && by.as_ref().map(|by| &by.holder) == holder.as_ref().map(|by| &by.holder)
        {
            return Err(QueueError(format!("another process coordinates it: {}", state.title)));
        }
        looks = if sign == last { looks + 1 } else { 0 };
        (last, holder) = (sign, by);
    }
    let bytes = wire::write(state, MOST_OF_A_JOB)?;
    let taken = put_after(jetstream, names::run(run), bytes, last).await.map_err(failed("take the run"))?;
    taken.ok_or_else(|| {
        QueueError(format!("another process has just begun to coordinate it: {}", state.title))
    })
}

/// Writes signs of life until the run is another's.
async fn pulse(jetstream: Context, run: String, shared: Arc<Shared>, mut sequence: u64) {
    loop {
        sleep(BEAT).await;
        let state = {
            let mut state = shared.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.beat += 1;
            state.clone()
        };
        let Ok(bytes) = wire::write(&state, MOST_OF_A_JOB) else { continue };
        match put_after(&jetstream, names::run(&run), bytes, sequence).await {
            Ok(Some(next)) => sequence = next,
            Ok(None) => match last_sign(&jetstream, &run).await {
                // A sign of ours whose answer was lost; or the server has lost them all.
                Ok((last, Some(by))) if by.holder == state.holder => sequence = last,
                Ok((0, None)) => sequence = 0,
                Ok(_) => {
                    let reason = "another process has taken over as coordinator".to_owned();
                    *shared.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
                    return;
                }
                Err(_) => {}
            },
            // The server is not there now.
            Err(_) => {}
        }
    }
}
