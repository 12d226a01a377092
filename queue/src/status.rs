//! What is going on on a queue.

use crate::census::ask_once;
use crate::error::{QueueError, failed};
use crate::link::Link;
use crate::names::{JOBS, RESULTS, RUNS};
use crate::wire::{self, MOST_OF_A_JOB, Presence, RunState};
use core::time::Duration;
use futures_util::TryStreamExt;

/// How long answers are waited for.
const PATIENCE: Duration = Duration::from_secs(1);

/// The runs and workers of a queue, and what waits there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The runs whose coordinators have not ended them.
    pub runs: Vec<RunState>,
    /// The workers that answered, in the order of their names.
    pub workers: Vec<Presence>,
    /// The jobs on the server, under way or waiting.
    pub jobs: u64,
    /// The results on the server that their coordinators have not kept yet.
    pub results: u64,
    /// The bytes of both.
    pub bytes: u64,
}

impl Status {
    /// Asks the server and everybody on it; takes a second.
    ///
    /// # Errors
    ///
    /// If the server cannot be asked.
    pub fn ask(link: &Link) -> Result<Self, QueueError> {
        link.wait(async {
            let (jobs, job_bytes) = size(link, JOBS).await?;
            let (results, result_bytes) = size(link, RESULTS).await?;
            let runs = runs(link).await?;
            let workers = ask_once(&link.client, PATIENCE).await;
            Ok(Self { runs, workers, jobs, results, bytes: job_bytes + result_bytes })
        })
    }
}

/// The messages and bytes of a stream.
async fn size(link: &Link, stream: &str) -> Result<(u64, u64), QueueError> {
    let stream = link.jetstream.get_stream(stream).await.map_err(failed("look at the queue"))?;
    let state = &stream.cached_info().state;
    Ok((state.messages, state.bytes))
}

async fn runs(link: &Link) -> Result<Vec<RunState>, QueueError> {
    let stream = link.jetstream.get_stream_no_info(RUNS).await.map_err(failed("look at the runs"))?;
    let subjects = stream.info_with_subjects("plywood.run.>").await.map_err(failed("look at the runs"))?;
    let subjects: Vec<(String, usize)> = subjects.try_collect().await.map_err(failed("look at the runs"))?;
    let mut runs = Vec::new();
    for (subject, _) in subjects {
        if let Ok(message) = stream.get_last_raw_message_by_subject(&subject).await {
            runs.extend(wire::read::<RunState>(&message.payload, MOST_OF_A_JOB));
        }
    }
    runs.sort_by(|a, b| a.title.cmp(&b.title));
    Ok(runs)
}
