//! One file per command.

pub(crate) mod aei;
pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod distance;
pub(crate) mod eval;
pub(crate) mod games;
pub(crate) mod gauge;
pub(crate) mod generate;
pub(crate) mod htp;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod proofs;
#[cfg(feature = "queue")]
pub(crate) mod queue;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod site;
pub(crate) mod solve;
pub(crate) mod store;
pub(crate) mod tables;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod turns;
pub(crate) mod ugi;
#[cfg(feature = "queue")]
pub(crate) mod work;

use plywood_play::{GameInfo, GameResult, Session};
use plywood_search::{Outcome, Side};
use serde_json::{Value, json};

/// `first`, `second` or `draw`.
pub(crate) fn winner_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "first",
        Outcome::Win(Side::Second) => "second",
        Outcome::Draw => "draw",
    }
}

/// `Black wins: all black men are connected`, or `a draw: ...`.
pub(crate) fn result_sentence(info: &GameInfo, result: &GameResult) -> String {
    let who = match result.outcome.winner() {
        Some(side) => format!("{} wins", info.players[side.index()]),
        None => "a draw".to_owned(),
    };
    format!("{who}: {}", result.reason)
}

/// The result as `plywood result --json` gives it.
pub(crate) fn result_json(session: &dyn Session) -> Value {
    match session.result() {
        Some(result) => {
            json!({"over": true, "winner": winner_word(result.outcome), "reason": result.reason.sentence})
        }
        None => json!({"over": false, "winner": null, "reason": null}),
    }
}
