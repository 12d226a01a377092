//! Moves of a game as front ends show them.

use crate::board::{BoardView, Motion};
use crate::cause::Cause;
use plywood_search::{Game, Side};

/// A legal ply and the clicks that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The ply in the game's notation.
    pub text: String,
    /// The clicks that make it.
    pub clicks: Vec<String>,
    /// The label of its button, if it is made with one.
    pub label: Option<String>,
}

/// A ply of a game or of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ply {
    /// The ply in the game's notation.
    pub text: String,
    /// The player who makes it.
    pub side: Side,
    /// The clicks that make it.
    pub clicks: Vec<String>,
    /// Its effects on pieces.
    pub motions: Vec<Motion>,
}

impl Ply {
    /// A legal move of a position.
    fn of<P: BoardView>(position: &P, mv: P::Move) -> Self {
        Self {
            text: position.write_move(mv),
            side: position.side_to_move(),
            clicks: position.clicks(mv),
            motions: position.motions(mv),
        }
    }
}

/// The legal plies of a game.
pub(crate) fn choices<P: BoardView>(game: &Game<P>) -> Vec<Choice> {
    let position = game.position();
    let choice =
        |mv| Choice { text: position.write_move(mv), clicks: position.clicks(mv), label: position.label(mv) };
    game.legal_moves().into_iter().map(choice).collect()
}

/// The plies of a game so far.
pub(crate) fn plies<P: BoardView>(game: &Game<P>) -> Vec<Ply> {
    let mut position = game.start().clone();
    let ply = |mv| {
        let ply = Ply::of(&position, mv);
        position.play_unchecked(mv);
        ply
    };
    game.moves().map(ply).collect()
}

/// The plies of a line from the current position, up to the first that cannot be played.
pub(crate) fn follow<P: BoardView>(game: &Game<P>, line: &[&str]) -> Vec<Ply> {
    let mut position = game.position().clone();
    let mut plies = Vec::new();
    for text in line {
        if position.outcome().is_some() {
            break;
        }
        let Ok(mv) = position.read_move(text) else { break };
        plies.push(Ply::of(&position, mv));
        position.play_unchecked(mv);
    }
    plies
}

/// The reason why no legal ply begins with these clicks; `None` if one does.
pub(crate) fn explain<P: BoardView>(game: &Game<P>, clicks: &[&str]) -> Option<Cause> {
    let position = game.position();
    let begins_so = |mv: &P::Move| begins_with(&position.clicks(*mv), clicks);
    if game.legal_moves().iter().any(begins_so) {
        None
    } else if game.outcome().is_some() {
        Some(Cause::over())
    } else if position.legal_moves().iter().any(begins_so) {
        Some(Cause::repeats())
    } else {
        Some(position.refuse_clicks(clicks))
    }
}

fn begins_with(all: &[String], first: &[&str]) -> bool {
    all.len() >= first.len() && all.iter().zip(first).all(|(click, first)| click == first)
}
