//! Workers: a machine takes jobs, does them, and hands their results in.

use crate::doing::{Doer, Failure};
use crate::error::{QueueError, failed};
use crate::link::{Link, put};
use crate::names::{self, ASK, JOBS, Kind};
use crate::wire::{self, Answer, Done, Job, MOST_OF_A_JOB, MOST_OF_A_RESULT, Presence};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::{AckKind, Message};
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use core::time::Duration;
use futures_util::StreamExt;
use plywood_play::one_line;
use plywood_search::StopHandle;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use tokio::sync::Semaphore;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{sleep, timeout};

/// After this time without a sign of life of its worker a job is given to another one.
const ACK_WAIT: Duration = Duration::from_secs(15);
/// How often a worker shows that it is at a job.
const SIGN_OF_LIFE: Duration = Duration::from_secs(3);
/// How often a job may be given out: by then it has failed, or ended its worker, again and again.
const MOST_TRIES: i64 = 10;
/// How long a worker that could not do a job leaves it to others.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// How long the server is asked for a job of one kind at a time.
const ASKING: Duration = Duration::from_millis(700);
/// How long a worker waits after the server could not be asked.
const AFTER_TROUBLE: Duration = Duration::from_secs(1);
/// How often it is looked whether the worker shall end.
const LOOK: Duration = Duration::from_millis(50);
/// How long a worker that ends tries to hand in a result that is ready.
const LAST_TRIES: u32 = 5;
/// What the server lets all workers of a build do together: wait for jobs, and be at jobs.
const MOST_WAITING: i64 = 1 << 16;
const MOST_AT_JOBS: i64 = 1 << 17;

/// Settings of a worker.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// The name by which people know it.
    pub name: String,
    /// Its build: it takes jobs of this one alone.
    pub build: String,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The kinds of jobs that it takes.
    pub kinds: Vec<Kind>,
    /// The speed of a search, in nodes per second of one thread.
    pub speed: u64,
}

/// The work that a worker has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkDone {
    /// The jobs whose results it handed in.
    pub done: u64,
    /// The jobs that it could not do.
    pub failed: u64,
    /// The messages that it could not read.
    pub malformed: u64,
}

/// Works until `stop` is pulled: then it hands its jobs back at once, for others to do. What the user should
/// know on the way is told, a line each.
///
/// # Errors
///
/// If a coordinator refused this worker's results.
pub fn work(
    link: &Link,
    settings: WorkerSettings,
    doer: Doer,
    stop: &StopHandle,
    tell: &mut (dyn FnMut(&str) + Send),
) -> Result<WorkDone, QueueError> {
    let worker = Arc::new(Worker {
        identity: link.identity(),
        client: link.client.clone(),
        jetstream: link.jetstream.clone(),
        permits: Arc::new(Semaphore::new(settings.threads.max(1))),
        settings,
        doer: Arc::new(doer),
        stop: stop.clone(),
        counts: Counts::default(),
        under_way: Mutex::default(),
        refused: Mutex::default(),
        news: Mutex::default(),
    });
    link.wait(Arc::clone(&worker).run(tell));
    let Counts { done, failed, malformed, .. } = &worker.counts;
    let [done, failed, malformed] = [done, failed, malformed].map(|count| count.load(Relaxed));
    match lock(&worker.refused).take() {
        Some(reason) => Err(QueueError(format!("a coordinator refused our results: {reason}"))),
        None => Ok(WorkDone { done, failed, malformed }),
    }
}

struct Worker {
    identity: String,
    client: async_nats::Client,
    jetstream: async_nats::jetstream::Context,
    settings: WorkerSettings,
    doer: Arc<Doer>,
    /// A permit for each thread.
    permits: Arc<Semaphore>,
    stop: StopHandle,
    counts: Counts,
    /// The run of each job under way, and what ends it.
    under_way: Mutex<BTreeMap<u64, (String, StopHandle)>>,
    /// Why a coordinator refused our results.
    refused: Mutex<Option<String>>,
    /// What the user has not been told yet.
    news: Mutex<Vec<String>>,
}

#[derive(Default)]
struct Counts {
    taken: AtomicU64,
    busy: AtomicU64,
    done: AtomicU64,
    failed: AtomicU64,
    malformed: AtomicU64,
}

impl Worker {
    async fn run(self: Arc<Self>, tell: &mut (dyn FnMut(&str) + Send)) {
        let mut slots = JoinSet::new();
        for slot in 0..self.settings.threads.max(1) {
            slots.spawn(Arc::clone(&self).slot(slot));
        }
        let listening = tokio::spawn(Arc::clone(&self).listen());
        while !slots.is_empty() {
            let _ = timeout(LOOK, slots.join_next()).await;
            if self.is_ending() {
                self.end_jobs(|_| true);
            }
            for line in core::mem::take(&mut *lock(&self.news)) {
                tell(&line);
            }
        }
        listening.abort();
        let _ = timeout(AFTER_TROUBLE, self.client.flush()).await;
    }

    fn is_ending(&self) -> bool {
        self.stop.is_stopped() || lock(&self.refused).is_some()
    }

    fn say(&self, line: String) {
        let mut news = lock(&self.news);
        if news.len() < 100 {
            news.push(line);
        }
    }

    fn end_jobs(&self, of_run: impl Fn(&str) -> bool) {
        let under_way = lock(&self.under_way);
        under_way.values().filter(|(run, _)| of_run(run)).for_each(|(_, stop)| stop.stop());
    }

    /// Answers whoever asks, and hears of runs that have ended and of results that were refused.
    async fn listen(self: Arc<Self>) {
        let subjects = [ASK.to_owned(), names::done("*"), names::refused(&self.identity)];
        let mut all = Vec::new();
        for subject in subjects {
            let Ok(messages) = self.client.subscribe(subject).await else { return };
            all.push(messages);
        }
        let mut all = futures_util::stream::select_all(all);
        while let Some(message) = all.next().await {
            match (message.reply, message.subject.strip_prefix("plywood.done.")) {
                (_, Some(run)) => self.end_jobs(|known| known == run),
                (Some(reply), None) if message.subject.as_str() == ASK => {
                    if let Ok(bytes) = wire::write(&self.presence(), MOST_OF_A_JOB) {
                        let _ = self.client.publish(reply, bytes.into()).await;
                    }
                }
                (_, None) if message.subject.as_str() != ASK => {
                    let reason = String::from_utf8_lossy(&message.payload);
                    lock(&self.refused).get_or_insert_with(|| one_line(&reason));
                }
                _ => {}
            }
        }
    }

    fn presence(&self) -> Presence {
        let WorkerSettings { name, build, threads, kinds, speed } = self.settings.clone();
        let Counts { busy, done, failed, malformed, .. } = &self.counts;
        let [busy, done, failed, malformed] =
            [busy, done, failed, malformed].map(|count| count.load(Relaxed));
        let (worker, threads) = (self.identity.clone(), threads as u64);
        Presence { worker, name, build, kinds, threads, busy, done, failed, malformed, speed }
    }

    /// Takes one job after the other, the kinds in turn.
    async fn slot(self: Arc<Self>, mut turn: usize) {
        let mut sources: Vec<(Kind, Option<PullConsumer>)> =
            self.settings.kinds.iter().map(|&kind| (kind, None)).collect();
        // How many kinds in a row had no job: when none has, the next one is waited for.
        let mut empty = 0;
        while !self.is_ending() && !sources.is_empty() {
            let (kinds, waits) = (sources.len(), empty >= sources.len());
            let (kind, consumer) = &mut sources[turn % kinds];
            turn += 1;
            let Ok(permit) = Arc::clone(&self.permits).acquire_owned().await else { return };
            match self.take(*kind, consumer, waits).await {
                Ok(Some(message)) => {
                    drop(permit);
                    empty = 0;
                    self.handle(message).await;
                }
                Ok(None) => empty += 1,
                Err(_) => {
                    // A server that was replaced has no consumer of ours.
                    *consumer = None;
                    self.rest().await;
                }
            }
        }
    }

    /// Waits a moment, or until the worker ends.
    async fn rest(&self) {
        let mut left = AFTER_TROUBLE;
        while !self.is_ending() && left > Duration::ZERO {
            sleep(LOOK).await;
            left = left.saturating_sub(LOOK);
        }
    }

    /// A job of this kind, if there is one, or if one comes in a moment.
    async fn take(
        &self,
        kind: Kind,
        consumer: &mut Option<PullConsumer>,
        waits: bool,
    ) -> Result<Option<Message>, QueueError> {
        let consumer = match consumer {
            Some(consumer) => consumer,
            none => none.insert(self.consumer(kind).await?),
        };
        let ask = async {
            let mut batch = if waits {
                consumer.batch().max_messages(1).expires(ASKING).messages().await
            } else {
                consumer.fetch().max_messages(1).messages().await
            }
            .map_err(failed("ask for a job"))?;
            batch.next().await.transpose().map_err(failed("ask for a job"))
        };
        timeout(ASKING * 8, ask).await.map_err(failed("ask for a job"))?
    }

    async fn consumer(&self, kind: Kind) -> Result<PullConsumer, QueueError> {
        let (filter_subject, name) = names::jobs_of(kind, &self.settings.build);
        let config = pull::Config {
            durable_name: Some(name),
            filter_subject,
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_waiting: MOST_WAITING,
            max_ack_pending: MOST_AT_JOBS,
            ..pull::Config::default()
        };
        let made = self.jetstream.create_consumer_on_stream(config, JOBS).await;
        made.map_err(failed("listen for jobs"))
    }

    /// Does a job, hands in what came of it, and takes leave of it.
    async fn handle(&self, message: Message) {
        let job: Option<Job> = wire::read(&message.payload, MOST_OF_A_JOB);
        let Some(job) = job.filter(|job| is_ours(job, &message, &self.settings.build)) else {
            self.counts.malformed.fetch_add(1, Relaxed);
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let tries = message.info().map_or(1, |info| info.delivered);
        let done = if tries > MOST_TRIES {
            Ok(Done::SetAside(format!("it was given out {MOST_TRIES} times, and nobody handed in a result")))
        } else {
            self.do_with_signs_of_life(&job, &message).await
        };
        match done {
            Ok(done) => self.hand_in(&job, done, &message).await,
            Err(Failure::Stopped) if self.is_ending() => leave(&message, AckKind::Nak(None)).await,
            Err(Failure::Stopped) => leave(&message, AckKind::Term).await,
            Err(Failure::Refused(reason)) => self.hand_in(&job, Done::SetAside(reason), &message).await,
            Err(Failure::Failed(reason)) => {
                self.counts.failed.fetch_add(1, Relaxed);
                self.say(format!("could not do {}: {reason}", job.item));
                if tries >= MOST_TRIES {
                    let reason =
                        format!("it failed {tries} times, the last on {}: {reason}", self.settings.name);
                    self.hand_in(&job, Done::SetAside(reason), &message).await;
                } else {
                    leave(&message, AckKind::Nak(Some(AFTER_FAILURE))).await;
                }
            }
        }
    }

    /// Does a job on a thread of its own, and tells the server all the while that it is under way.
    async fn do_with_signs_of_life(&self, job: &Job, message: &Message) -> Result<Done, Failure> {
        let number = self.counts.taken.fetch_add(1, Relaxed);
        let stop = StopHandle::new();
        lock(&self.under_way).insert(number, (job.run.clone(), stop.clone()));
        let wanted = Doer::threads(&job.work).clamp(1, self.settings.threads.max(1)) as u32;
        let doing = async {
            // All at once, and none before: so that two jobs never wait for each other's threads.
            let permits = Arc::clone(&self.permits).acquire_many_owned(wanted).await;
            let (doer, work) = (Arc::clone(&self.doer), job.work.clone());
            self.counts.busy.fetch_add(1, Relaxed);
            let done = spawn_blocking(move || doer.work(&work, &stop)).await;
            self.counts.busy.fetch_sub(1, Relaxed);
            drop(permits);
            done.unwrap_or_else(|panic| Err(Failure::Failed(format!("the job ended in a {panic}"))))
        };
        let signs = async {
            loop {
                sleep(SIGN_OF_LIFE).await;
                let _ = message.ack_with(AckKind::Progress).await;
            }
        };
        let done = tokio::select! {
            done = doing => done,
            () = signs => Err(Failure::Stopped),
        };
        lock(&self.under_way).remove(&number);
        done
    }

    /// Hands in what came of a job, however long the server takes to take it, and then takes leave of it.
    async fn hand_in(&self, job: &Job, done: Done, message: &Message) {
        let Job { run, item, build, .. } = job.clone();
        let (worker, name) = (self.identity.clone(), self.settings.name.clone());
        let mut answer = Answer { run, item, worker, name, build, done };
        // The server may take less than we would send.
        let most = MOST_OF_A_RESULT.min(self.client.server_info().max_payload.saturating_sub(1 << 10));
        let bytes = wire::write(&answer, most).or_else(|error| {
            answer.done = Done::SetAside(format!("its result: {error}"));
            wire::write(&answer, most)
        });
        let Ok(bytes) = bytes else { return };
        let subject = names::result(&job.run, &job.item);
        let (mut last_tries, mut was_told) = (LAST_TRIES, false);
        loop {
            match put(&self.jetstream, subject.clone(), bytes.clone()).await {
                // That another's result is there already is as good.
                Ok(_) => break,
                Err(error) => {
                    if !core::mem::replace(&mut was_told, true) {
                        self.say(format!("the queue does not take the result of {} now: {error}", job.item));
                    }
                    let _ = message.ack_with(AckKind::Progress).await;
                    sleep(AFTER_TROUBLE).await;
                }
            }
            last_tries -= u32::from(self.is_ending());
            if last_tries == 0 {
                return leave(message, AckKind::Nak(None)).await;
            }
        }
        self.counts.done.fetch_add(1, Relaxed);
        leave(message, AckKind::Ack).await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a job is what its subject says, and for this build.
fn is_ours(job: &Job, message: &Message, build: &str) -> bool {
    job.build == build && message.subject.as_str() == names::job(job.work.kind(), build, &job.run, &job.item)
}

/// Tells the server what has become of a job. If it does not hear it, the job comes again, which changes
/// nothing.
async fn leave(message: &Message, how: AckKind) {
    let _ = timeout(AFTER_TROUBLE, message.double_ack_with(how)).await;
}

/// The number of processors of this machine.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("settings", &self.settings).finish_non_exhaustive()
    }
}
