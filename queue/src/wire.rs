//! Messages: JSON of bounded size.
//!
//! Whatever cannot be read is refused by whoever receives it, and counted.

use crate::error::QueueError;
use crate::names::Kind;
use crate::terms::{Terms, travels};
use plywood_arena::PlayedGame;
use plywood_learn::{OpeningPlies, SelfPlay};
use plywood_play::{AnyGame, Spec, TextError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The most bytes of a job.
pub(crate) const MOST_OF_A_JOB: usize = 64 << 10;
/// The most bytes of a result: what a NATS server takes unless it is told otherwise, and some space for the
/// header.
pub(crate) const MOST_OF_A_RESULT: usize = (1 << 20) - (4 << 10);

/// Something to do, for a worker of one build.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    /// The run that it belongs to.
    pub(crate) run: String,
    /// Its name in the run.
    pub(crate) item: String,
    /// The build that does it.
    pub(crate) build: String,
    pub(crate) work: Work,
}

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Work {
    Match(Box<Pair>),
    Generate(Chunk),
    Prove(Leaf),
}

impl Work {
    pub(crate) const fn kind(&self) -> Kind {
        match self {
            Self::Match(_) => Kind::Match,
            Self::Generate(_) => Kind::Generate,
            Self::Prove(_) => Kind::Prove,
        }
    }
}

/// A pair of games with the same opening.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pair {
    pub(crate) terms: Terms,
    /// Its number in its match.
    pub(crate) number: u64,
    /// Where games begin, and the plies from there.
    pub(crate) position: String,
    pub(crate) opening: Vec<String>,
}

/// Games of an engine against itself, from the one of the number `first` on.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chunk {
    game: String,
    rules: String,
    engine: String,
    seed: u64,
    opening: [u32; 2],
    random_per_mille: u32,
    max_plies: u32,
    pub(crate) first: u64,
    pub(crate) games: u64,
}

impl Chunk {
    /// This many games under these settings.
    pub(crate) fn new(game: &dyn AnyGame, settings: &SelfPlay, first: u64, games: u64) -> Self {
        let OpeningPlies(least, most) = settings.opening;
        Self {
            game: game.info().name.to_owned(),
            rules: settings.rules.clone(),
            engine: settings.engine.to_string(),
            seed: settings.seed,
            opening: [least, most],
            random_per_mille: settings.random_per_mille,
            max_plies: settings.max_plies,
            first,
            games,
        }
    }

    /// The game and the settings, if a worker may play with them.
    pub(crate) fn settings(&self) -> Result<(&'static dyn AnyGame, SelfPlay), TextError> {
        let [least, most] = self.opening;
        let engine: Spec = self.engine.parse()?;
        travels(&engine)?;
        let settings = SelfPlay {
            rules: self.rules.clone(),
            seed: self.seed,
            opening: format!("{least}..{most}").parse()?,
            random_per_mille: self.random_per_mille,
            max_plies: self.max_plies,
            ..SelfPlay::new(engine)
        };
        Ok((plywood_registry::find(&self.game)?, settings))
    }
}

/// A position whose value is part of a proof.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Leaf {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) position: String,
    /// The side, 0 or 1, that is to win.
    pub(crate) attacker: usize,
    /// Until one of its numbers, for a proof and a refutation, reaches its threshold, but at least for so
    /// many nodes; at most for so many.
    pub(crate) until: [u32; 2],
    pub(crate) least: u64,
    pub(crate) most: u64,
}

/// What a search found out about a leaf.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Searched {
    /// Nothing for certain; the work that a proof and a refutation seem to take, and the same after moves,
    /// each with its place among the legal ones: those that a search would look at, in its order.
    Open {
        numbers: [u32; 2],
        moves: Vec<(usize, [u32; 2])>,
        /// Whether it is proven, but its certificate is too long for a message.
        is_too_long: bool,
    },
    /// The certificate of who wins, in base64.
    Proof(String),
}

/// A game of an engine against itself: its plies, and the words of their scores.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawGame {
    pub(crate) moves: String,
    pub(crate) scores: String,
}

/// What a worker has to say about a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    pub(crate) run: String,
    pub(crate) item: String,
    /// The worker's identity, and the name by which people know it.
    pub(crate) worker: String,
    pub(crate) name: String,
    pub(crate) build: String,
    pub(crate) done: Done,
}

/// What came of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Done {
    Games(Vec<PlayedGame>),
    Records(Vec<RawGame>),
    Searched {
        searched: Searched,
        nodes: u64,
    },
    /// Nothing, and no worker shall try again.
    SetAside(String),
}

/// A worker, as it answers when it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presence {
    /// Its identity.
    pub worker: String,
    /// The name by which people know it.
    pub name: String,
    /// Its build.
    pub build: String,
    /// The kinds of jobs that it takes.
    pub kinds: Vec<Kind>,
    /// The greatest number of jobs at a time.
    pub threads: u64,
    /// The jobs that it is at.
    pub busy: u64,
    /// The jobs that it has done.
    pub done: u64,
    /// The jobs that it could not do.
    pub failed: u64,
    /// The messages that it could not read.
    pub malformed: u64,
    /// The speed of a search, in nodes per second of one thread.
    pub speed: u64,
}

/// The coordinator of a run, and its progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// The title, in one line.
    pub title: String,
    /// The coordinator's identity.
    pub holder: String,
    /// Its build.
    pub build: String,
    /// The progress, in one line.
    pub progress: String,
    /// Grows with each sign of life.
    pub beat: u64,
}

/// A message as bytes.
pub(crate) fn write<T: Serialize>(message: &T, most: usize) -> Result<Vec<u8>, QueueError> {
    let bytes = serde_json::to_vec(message).map_err(|error| QueueError(error.to_string()))?;
    let length = bytes.len();
    if length <= most {
        Ok(bytes)
    } else {
        Err(QueueError(format!("a message of {length} bytes is too long")))
    }
}

/// The message in some bytes; `None` if it is malformed or too long.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8], most: usize) -> Option<T> {
    if bytes.len() > most { None } else { serde_json::from_slice(bytes).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_malformed_or_too_long_is_not_read() {
        let state = RunState {
            title: "match".to_owned(),
            holder: "x".to_owned(),
            build: "y".to_owned(),
            progress: String::new(),
            beat: 7,
        };
        let bytes = write(&state, 1_000).unwrap();
        assert_eq!(read::<RunState>(&bytes, bytes.len()), Some(state.clone()));
        assert_eq!(read::<RunState>(&bytes, bytes.len() - 1), None);
        assert!(write(&state, bytes.len() - 1).unwrap_err().to_string().contains("too long"));
        for length in 0..bytes.len() {
            assert_eq!(read::<RunState>(&bytes[..length], 1_000), None);
        }
        let more = String::from_utf8(bytes).unwrap().replace("\"beat\"", "\"more\":1,\"beat\"");
        assert_eq!(read::<RunState>(more.as_bytes(), 1_000), None);
    }
}
