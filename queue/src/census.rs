//! The census: who works on the queue, found out by asking.

use crate::link::Link;
use crate::names::{ASK, Kind};
use crate::wire::{self, MOST_OF_A_JOB, Presence};
use async_nats::{Client, Subscriber};
use core::time::Duration;
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, timeout_at};

/// How often is asked, and how long an answer counts.
const PERIOD: Duration = Duration::from_secs(5);
const FRESH: Duration = Duration::from_secs(16);
/// The most workers that are remembered.
const MOST_WORKERS: usize = 100_000;

type Seen = Arc<Mutex<BTreeMap<String, (Instant, Presence)>>>;

/// The workers that have answered lately.
pub(crate) struct Census {
    seen: Seen,
    asking: JoinHandle<()>,
}

impl Census {
    /// Asks from now on.
    pub(crate) fn start(link: &Link) -> Self {
        let seen = Seen::default();
        let asking = link.runtime.spawn(ask_again_and_again(link.client.clone(), Arc::clone(&seen)));
        Self { seen, asking }
    }

    /// How many jobs of a kind the workers of a build do at a time.
    pub(crate) fn threads(&self, kind: Kind, build: &str) -> u64 {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |presence: &&Presence| presence.build == build && presence.kinds.contains(&kind);
        let workers = seen.values().filter(|(when, _)| when.elapsed() < FRESH).map(|(_, presence)| presence);
        workers.filter(fits).fold(0, |threads, presence| threads.saturating_add(presence.threads))
    }
}

impl Drop for Census {
    fn drop(&mut self) {
        self.asking.abort();
    }
}

async fn ask_again_and_again(client: Client, seen: Seen) {
    let inbox = client.new_inbox();
    let Ok(mut answers) = client.subscribe(inbox.clone()).await else { return };
    let mut period = interval(PERIOD);
    loop {
        tokio::select! {
            _ = period.tick() => {
                let _ = client.publish_with_reply(ASK, inbox.clone(), Vec::new().into()).await;
                let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                seen.retain(|_, (when, _)| when.elapsed() < FRESH);
            }
            answer = answers.next() => {
                let Some(answer) = answer else { return };
                if let Some(presence) = wire::read::<Presence>(&answer.payload, MOST_OF_A_JOB) {
                    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                    if seen.len() < MOST_WORKERS {
                        seen.insert(presence.worker.clone(), (Instant::now(), presence));
                    }
                }
            }
        }
    }
}

/// Asks once, and returns what is answered within `patience`, in the order of names.
pub(crate) async fn ask_once(client: &Client, patience: Duration) -> Vec<Presence> {
    let inbox = client.new_inbox();
    let Ok(answers) = client.subscribe(inbox.clone()).await else { return Vec::new() };
    let _ = client.publish_with_reply(ASK, inbox, Vec::new().into()).await;
    let mut workers = gather(answers, Instant::now() + patience).await;
    workers.sort_by(|a, b| (&a.name, &a.worker).cmp(&(&b.name, &b.worker)));
    workers
}

async fn gather(mut answers: Subscriber, until: Instant) -> Vec<Presence> {
    let mut workers = Vec::new();
    while let Ok(Some(answer)) = timeout_at(until, answers.next()).await {
        workers.extend(wire::read::<Presence>(&answer.payload, MOST_OF_A_JOB));
        if workers.len() == MOST_WORKERS {
            break;
        }
    }
    workers
}
