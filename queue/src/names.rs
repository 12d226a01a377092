//! Names on the server: streams, subjects and consumers.
//!
//! | subject | holds |
//! |---|---|
//! | `plywood.job.KIND.BUILD.RUN.ITEM` | a job, until a worker has handed its result in |
//! | `plywood.result.RUN.ITEM` | a result, until its coordinator has kept it |
//! | `plywood.run.RUN` | who coordinates a run, and how far it is |
//! | `plywood.ask` | a question, not stored: whoever works or coordinates answers |
//! | `plywood.done.RUN`, `plywood.refused.WORKER` | news, not stored: a run has ended; work was refused |
//!
//! An item has one subject, and a message is stored only where its subject has none: so a job that is posted
//! again, and a result that is handed in twice, change nothing, however much later the second one comes.

use core::fmt;
use core::str::FromStr;
use plywood_play::TextError;
use serde::{Deserialize, Serialize};

pub(crate) const JOBS: &str = "PLYWOOD_JOBS";
pub(crate) const RESULTS: &str = "PLYWOOD_RESULTS";
pub(crate) const RUNS: &str = "PLYWOOD_RUNS";
pub(crate) const ASK: &str = "plywood.ask";

/// A kind of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Pairs of games of matches.
    Match,
    /// Chunks of games of an engine against itself.
    Generate,
    /// Leaves of proofs.
    Prove,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Match, Self::Generate, Self::Prove];

    const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Generate => "generate",
            Self::Prove => "prove",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| {
            TextError::new(
                "kind of work",
                text,
                format!("known are {}", Self::ALL.map(Self::name).join(", ")),
            )
        })
    }
}

/// A text of any length and characters as a word of a subject (the hash FNV-1a).
pub(crate) fn token(text: &str) -> String {
    let digest = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{digest:016x}")
}

/// The subject of a job.
pub(crate) fn job(kind: Kind, build: &str, run: &str, item: &str) -> String {
    format!("plywood.job.{kind}.{}.{run}.{item}", token(build))
}

/// The jobs of a kind for one build, and the consumer that all its workers share.
pub(crate) fn jobs_of(kind: Kind, build: &str) -> (String, String) {
    let build = token(build);
    (format!("plywood.job.{kind}.{build}.>"), format!("{kind}-{build}"))
}

/// All jobs of a run.
pub(crate) fn jobs_of_run(run: &str) -> String {
    format!("plywood.job.*.*.{run}.>")
}

/// The subject of a result.
pub(crate) fn result(run: &str, item: &str) -> String {
    format!("plywood.result.{run}.{item}")
}

/// All results of a run, and the consumer of its coordinator.
pub(crate) fn results_of_run(run: &str) -> (String, String) {
    (format!("plywood.result.{run}.>"), format!("run-{run}"))
}

/// The subject of a run.
pub(crate) fn run(run: &str) -> String {
    format!("plywood.run.{run}")
}

/// The subject of the news that a run has ended; `*` for any.
pub(crate) fn done(run: &str) -> String {
    format!("plywood.done.{run}")
}

/// The subject of the news that a worker's work was refused.
pub(crate) fn refused(worker: &str) -> String {
    format!("plywood.refused.{worker}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_fnv_1a_and_words_of_a_subject() {
        // The published test vectors of the hash.
        assert_eq!(
            [token(""), token("a"), token("foobar")],
            ["cbf29ce484222325", "af63dc4c8601ec8c", "85944171f73967e8"]
        );
        let subject = job(Kind::Match, "0.1.0+src 1.x*>", "run", "0-7");
        assert_eq!(subject.split('.').count(), 6, "{subject}");
        assert!(!subject.contains(['*', '>', ' ']));
    }

    #[test]
    fn kinds_are_read_back() {
        for kind in Kind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert!("matches".parse::<Kind>().unwrap_err().to_string().contains("\"matches\""));
    }
}
