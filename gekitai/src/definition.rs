//! Gekitai as front ends know it.

use crate::eval::{A, B, Pairs, Pieces, Threats, Value};
use crate::proof::guide::ThreatGuide;
use crate::rules::board::Player;
use crate::rules::moves::Move;
use crate::rules::position::Gekitai;
use crate::rules::variants::{Rules, SWITCHES};
use crate::text::notation::{MoveError, PositionError, told_player};
use crate::text::picture::picture;
use plywood_play::{Cause, Definition, GameInfo, Named, Notation};
use plywood_search::{AnyKnowledge, Position};

/// The game under its name `gekitai`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GekitaiGame;

impl Definition for GekitaiGame {
    type Position = Gekitai;
    type Knowledge = Threats;
    type Proofs = ThreatGuide;

    const INFO: GameInfo = GameInfo {
        name: "gekitai",
        title: "Gekitai",
        summary: "Three in line, or all eight pieces on the board; a placed piece repels its neighbours.",
        players: ["X", "O"],
        switches: &SWITCHES,
        evaluations: &[
            Named { name: "default", summary: "the strongest: threats, pieces and their places" },
            Named { name: "pieces", summary: "pieces on the board" },
            Named { name: "pairs", summary: "neighbouring pairs of pieces" },
            Named { name: "value", summary: "pieces, by their distance to the nearest edge" },
            Named { name: "a", summary: "pieces + 2 x pairs" },
            Named { name: "b", summary: "value + 2 x pairs" },
        ],
    };

    /// Below the strongest they play without the book of the winning strategy, so that they can be beaten.
    const LEVELS: [&'static str; 4] = [
        "mcts:nodes=30,book=off",
        "mcts:nodes=400,book=off",
        "pvs:nodes=2k,book=off",
        "pvs:nodes=100k,book=off",
    ];

    fn evaluation(name: &str) -> Option<AnyKnowledge<Gekitai>> {
        Some(match name {
            "default" => AnyKnowledge::new(Threats),
            "pieces" => AnyKnowledge::new(Pieces),
            "pairs" => AnyKnowledge::new(Pairs),
            "value" => AnyKnowledge::new(Value),
            "a" => AnyKnowledge::new(A),
            "b" => AnyKnowledge::new(B),
            _ => return None,
        })
    }
}

impl Notation for Gekitai {
    plywood_play::own_notation!(Rules, PositionError, MoveError);

    const CAUSES: &'static [&'static str] = &[
        "all-eight",
        "both-three-in-line",
        "both-win",
        "occupied-by",
        "three-in-line",
        "three-in-line-and-all-eight",
        "too-many-pieces",
    ];

    fn reason(&self) -> Option<Cause> {
        self.outcome()?;
        let [x, o] = Player::BOTH.map(|player| condition(self, player));
        Some(match (x, o) {
            (Some(("three-in-line", line)), Some(("three-in-line", _))) => {
                Cause::new("both-three-in-line", format_args!("both players have {line}"))
            }
            (Some((_, x)), Some((_, o))) if x == o => {
                Cause::new("both-win", format_args!("both players have {x}"))
            }
            (Some((_, x)), Some((_, o))) => Cause::new("both-win", format_args!("X has {x}, and O has {o}")),
            (Some(x), None) => meets(Player::X, x),
            (None, o) => meets(Player::O, o?),
        })
    }

    fn picture(&self, last: Option<(&Self, Move)>) -> String {
        picture(self, last)
    }
}

/// The win condition that a player meets: the kind of cause, and its words.
fn condition(position: &Gekitai, player: Player) -> Option<(&'static str, &'static str)> {
    match (position.has_line(player), position.has_eight(player)) {
        (true, true) => {
            Some(("three-in-line-and-all-eight", "three in line and all eight pieces on the board"))
        }
        (true, false) => Some(("three-in-line", "three in line")),
        (false, true) => Some(("all-eight", "all eight pieces on the board")),
        (false, false) => None,
    }
}

fn meets(player: Player, (kind, words): (&'static str, &str)) -> Cause {
    Cause::new(kind, format_args!("{player} has {words}")).with("player", told_player(player))
}
