//! A coordinator's side of the queue: jobs go out, results come in, each until it is settled.

use crate::census::Census;
use crate::error::{QueueError, failed};
use crate::lease::{Lease, Notice};
use crate::link::{Link, put, sweep};
use crate::names::{self, JOBS, Kind, RESULTS};
use crate::wire::{self, Answer, Done, Job, MOST_OF_A_JOB, MOST_OF_A_RESULT, RunState, Work};
use async_nats::jetstream::consumer::AckPolicy;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::{AckKind, Context, Message};
use core::time::Duration;
use futures_util::{StreamExt, future::join_all};
use plywood_play::Excerpt;
use plywood_search::StopHandle;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// The least and the most jobs that wait on the server or are being done.
const LEAST_OUT: u64 = 16;
const MOST_OUT: u64 = 4_096;
/// The jobs that are posted at a time.
const AT_A_TIME: usize = 64;
/// A job is posted again after this time, which changes nothing where the server still has it.
const UNTIL_AGAIN: Duration = Duration::from_secs(30);
/// The same for a job whose result was refused; the worker may not have taken leave of it yet.
const UNTIL_AGAIN_AFTER_REFUSAL: Duration = Duration::from_secs(2);
/// After so many refused results a job is set aside.
const MOST_REFUSALS: u32 = 5;
/// How long the server has to give a result to us again that was not acknowledged.
const ACK_WAIT: Duration = Duration::from_secs(60);

/// What the user is told, a line each.
pub(crate) type Tell<'a> = dyn FnMut(&str) + 'a;

/// What to coordinate, and as what.
pub(crate) struct Errand<'a> {
    pub(crate) kind: Kind,
    /// What determines the results: two runs with equal texts are one.
    pub(crate) identity: &'a str,
    /// What people call it.
    pub(crate) title: String,
    /// The build whose workers are wanted.
    pub(crate) build: &'a str,
}

/// Counts of what went wrong and was mended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Troubles {
    /// The messages that could not be read.
    pub malformed: u64,
    /// The results that were refused.
    pub refused: u64,
}

/// A run that this process coordinates.
pub(crate) struct Dispatch {
    run: String,
    kind: Kind,
    build: String,
    /// The jobs that are out, or are to go out.
    jobs: BTreeMap<String, Posted>,
    results: Receiver<Message>,
    /// When the last result came, or results were listened for anew.
    heard: Instant,
    refused_workers: BTreeSet<String>,
    pub(crate) troubles: Troubles,
    /// Whether the server did not take the last jobs.
    is_stuck: bool,
    fetching: JoinHandle<()>,
    census: Census,
    lease: Lease,
    /// Last, so that it ends last.
    link: Link,
}

/// A job that is not settled.
struct Posted {
    message: Vec<u8>,
    /// When it is posted, or posted again.
    due: Instant,
    refusals: u32,
}

/// A result that has come, and is to be settled.
pub(crate) struct Delivery {
    pub(crate) answer: Answer,
    message: Message,
}

impl Dispatch {
    /// Takes the run, and listens for its results.
    pub(crate) fn open(link: Link, errand: Errand<'_>, stop: &StopHandle) -> Result<Self, QueueError> {
        let run = names::token(errand.identity);
        let (build, holder) = (errand.build.to_owned(), link.identity());
        let state =
            RunState { title: errand.title, holder, build: build.clone(), progress: String::new(), beat: 0 };
        let lease = Lease::take(&link, &run, state, stop)?;
        let (fetching, results) = listen(&link, &run);
        let census = Census::start(&link);
        Ok(Self {
            run,
            kind: errand.kind,
            build,
            jobs: BTreeMap::new(),
            results,
            heard: Instant::now(),
            refused_workers: BTreeSet::new(),
            troubles: Troubles::default(),
            is_stuck: false,
            fetching,
            census,
            lease,
            link,
        })
    }

    /// How many threads of workers take jobs of this run, as far as it is known.
    pub(crate) fn threads(&self) -> u64 {
        self.census.threads(self.kind, &self.build).min(MOST_OUT)
    }

    /// How many more jobs should be out, so that no worker waits and other runs have their turn too.
    pub(crate) fn room(&self) -> usize {
        let wanted = self.threads().saturating_mul(2).clamp(LEAST_OUT, MOST_OUT);
        usize::try_from(wanted).unwrap_or(usize::MAX).saturating_sub(self.jobs.len())
    }

    /// Lets go of all jobs: their results are not needed any more.
    pub(crate) fn forget(&mut self) {
        self.jobs.clear();
        self.link.wait(drop_jobs(&self.link, &self.run));
    }

    /// Whether every job is settled.
    pub(crate) fn is_idle(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Adds a job under a name in the run.
    pub(crate) fn post(&mut self, item: String, work: Work) -> Result<(), QueueError> {
        let job = Job { run: self.run.clone(), item: item.clone(), build: self.build.clone(), work };
        let message = wire::write(&job, MOST_OF_A_JOB)?;
        self.jobs.insert(item, Posted { message, due: Instant::now(), refusals: 0 });
        Ok(())
    }

    /// Sends what is due, and waits a moment for a result. What the user should know is told.
    pub(crate) fn next(
        &mut self,
        patience: Duration,
        tell: &mut Tell<'_>,
    ) -> Result<Option<Delivery>, QueueError> {
        if let Some(reason) = self.lease.lost() {
            return Err(QueueError(reason));
        }
        if self.heard.elapsed() >= UNTIL_AGAIN {
            self.listen_again();
        }
        self.send_due(tell);
        let Self { results, link, .. } = self;
        let message = link.wait(async { timeout(patience, results.recv()).await });
        let Ok(Some(message)) = message else { return Ok(None) };
        self.heard = Instant::now();
        Ok(self.read(message, tell))
    }

    /// Listens for results as if for the first time: results that the server holds for acknowledged, but has
    /// still, come now.
    fn listen_again(&mut self) {
        self.fetching.abort();
        (self.fetching, self.results) = listen(&self.link, &self.run);
        self.heard = Instant::now();
    }

    /// Sends the jobs that are due; those that the server does not take are sent again.
    fn send_due(&mut self, tell: &mut Tell<'_>) {
        let now = Instant::now();
        let due = self.jobs.iter().filter(|(_, posted)| posted.due <= now).take(AT_A_TIME);
        let due: Vec<(String, Vec<u8>)> =
            due.map(|(item, posted)| (item.clone(), posted.message.clone())).collect();
        if due.is_empty() {
            return;
        }
        let subject = |item: &str| names::job(self.kind, &self.build, &self.run, item);
        let puts = due.iter().map(|(item, bytes)| put(&self.link.jetstream, subject(item), bytes.clone()));
        let answers = self.link.wait(join_all(puts));
        let failure = answers.iter().find_map(|answer| answer.as_ref().err()).map(ToString::to_string);
        for ((item, _), answer) in due.iter().zip(&answers) {
            let wait = if answer.is_ok() { UNTIL_AGAIN } else { UNTIL_AGAIN_AFTER_REFUSAL };
            if let Some(posted) = self.jobs.get_mut(item) {
                posted.due = now + wait;
            }
        }
        if let (Some(reason), false) = (&failure, self.is_stuck) {
            tell(&format!("the queue takes no jobs now ({reason}); trying again"));
        }
        self.is_stuck = failure.is_some();
    }

    /// The answer in a message, unless it is malformed or about something else.
    fn read(&mut self, message: Message, tell: &mut Tell<'_>) -> Option<Delivery> {
        let answer: Option<Answer> = wire::read(&message.payload, MOST_OF_A_RESULT);
        let fits = |answer: &Answer| message.subject.as_str() == names::result(&self.run, &answer.item);
        let answer = answer.filter(|answer| answer.run == self.run && fits(answer));
        match answer {
            None => {
                self.troubles.malformed += 1;
                self.acknowledge(&message, AckKind::Term);
                tell(&format!("a malformed result was thrown away: {}", Excerpt(&message.subject)));
                None
            }
            Some(answer) if self.refused_workers.contains(&answer.worker) => {
                self.refuse(Delivery { answer, message }, "its worker was refused before", tell);
                None
            }
            Some(answer) => Some(Delivery { answer, message }),
        }
    }

    /// Settles a job: its result has been kept, or is known already.
    pub(crate) fn accept(&mut self, delivery: &Delivery) {
        self.jobs.remove(&delivery.answer.item);
        self.acknowledge(&delivery.message, AckKind::Ack);
    }

    /// Refuses a result and every other one of its worker, which is told, and asks for another; after some
    /// refusals the job is set aside, and the reason returned.
    pub(crate) fn refuse(&mut self, delivery: Delivery, reason: &str, tell: &mut Tell<'_>) -> Option<String> {
        let Delivery { answer, message } = delivery;
        self.troubles.refused += 1;
        let who = format!("worker {} ({})", Excerpt(&answer.name), Excerpt(&answer.worker));
        if self.refused_workers.insert(answer.worker.clone()) {
            tell(&format!("refused the result of {who} for {}: {reason}", Excerpt(&answer.item)));
            if answer.worker.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                let news = self.link.client.publish(names::refused(&answer.worker), reason.to_owned().into());
                let _ = self.link.wait(news);
            }
        }
        self.acknowledge(&message, AckKind::Ack);
        let posted = self.jobs.get_mut(&answer.item)?;
        posted.due = Instant::now() + UNTIL_AGAIN_AFTER_REFUSAL;
        posted.refusals += 1;
        if posted.refusals < MOST_REFUSALS {
            return None;
        }
        self.jobs.remove(&answer.item);
        Some(format!("{MOST_REFUSALS} results were refused, the last because {reason}"))
    }

    fn acknowledge(&self, message: &Message, kind: AckKind) {
        // What is not acknowledged comes again, and is known then.
        let _ = self.link.wait(message.ack_with(kind));
    }

    /// Where it is written how far the run is.
    pub(crate) fn notice(&self) -> Notice {
        self.lease.notice()
    }

    /// Ends the run, unless it is another's now: nothing of it stays on the server, and workers let go of its
    /// jobs.
    pub(crate) fn close(self) {
        self.fetching.abort();
        let Self { link, run, lease, .. } = self;
        if lease.lost().is_some() {
            return;
        }
        drop(lease);
        link.wait(async {
            let _ = link.client.publish(names::done(&run), Vec::new().into()).await;
            let swept = timeout(Duration::from_secs(5), sweep(&link.jetstream, &run)).await;
            let _ = (swept, timeout(Duration::from_secs(1), link.client.flush()).await);
        });
    }
}

impl Delivery {
    /// Takes what came of the job out of the answer.
    pub(crate) fn take(&mut self) -> Done {
        core::mem::replace(&mut self.answer.done, Done::SetAside(String::new()))
    }
}

/// Takes the jobs of a run from the server, and has workers let go of those under way.
async fn drop_jobs(link: &Link, run: &str) {
    if let Ok(jobs) = link.jetstream.get_stream_no_info(JOBS).await {
        let _ = jobs.purge().filter(names::jobs_of_run(run)).await;
    }
    let _ = link.client.publish(names::done(run), Vec::new().into()).await;
}

/// Begins to listen for the results of a run.
fn listen(link: &Link, run: &str) -> (JoinHandle<()>, Receiver<Message>) {
    let (sender, results) = mpsc::channel(AT_A_TIME);
    (link.runtime.spawn(fetch(link.jetstream.clone(), run.to_owned(), sender)), results)
}

/// Hands on the results of a run as they come, as long as somebody takes them.
async fn fetch(jetstream: Context, run: String, results: Sender<Message>) {
    while !results.is_closed() {
        let _ = fetch_until_broken(&jetstream, &run, &results).await;
        sleep(Duration::from_millis(500)).await;
    }
}

async fn fetch_until_broken(
    jetstream: &Context,
    run: &str,
    results: &Sender<Message>,
) -> Result<(), QueueError> {
    let (filter_subject, name) = names::results_of_run(run);
    let config = pull::Config {
        durable_name: Some(name.clone()),
        filter_subject,
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        ..pull::Config::default()
    };
    // A server that was started again after its disk was full may hold results that it believes to be
    // acknowledged. A new consumer begins with whatever is there.
    let _ = jetstream.delete_consumer_from_stream(&name, RESULTS).await;
    let consumer = jetstream.create_consumer_on_stream(config, RESULTS).await;
    let consumer = consumer.map_err(failed("listen for results"))?;
    let stream = consumer.stream().max_messages_per_batch(AT_A_TIME).expires(Duration::from_secs(10));
    let messages = stream.heartbeat(Duration::from_secs(4)).messages().await;
    let mut messages = messages.map_err(failed("listen for results"))?;
    while let Some(message) = messages.next().await {
        let message = message.map_err(failed("listen for results"))?;
        results.send(message).await.map_err(failed("hand on a result"))?;
    }
    Ok(())
}
