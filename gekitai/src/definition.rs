//! Gekitai as front ends know it.

use crate::eval::{A, B, Pairs, Pieces, Threats, Value};
use crate::proof::guide::ThreatGuide;
use crate::rules::board::Player;
use crate::rules::moves::Move;
use crate::rules::position::Gekitai;
use crate::rules::variants::{Rules, SWITCHES};
use crate::text::notation::{MoveError, PositionError};
use crate::text::picture::picture;
use plywood_play::{Definition, GameInfo, Named, Notation};
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

    fn reason(&self) -> Option<String> {
        self.outcome()?;
        let [x, o] = Player::BOTH.map(|player| condition(self, player));
        Some(match (x, o) {
            (Some(x), Some(o)) if x == o => format!("both players have {x}"),
            (Some(x), Some(o)) => format!("X has {x}, and O has {o}"),
            (Some(x), None) => format!("X has {x}"),
            (None, o) => format!("O has {}", o?),
        })
    }

    fn picture(&self, last: Option<(&Self, Move)>) -> String {
        picture(self, last)
    }
}

/// The win condition that a player meets.
fn condition(position: &Gekitai, player: Player) -> Option<&'static str> {
    match (position.has_line(player), position.has_eight(player)) {
        (true, true) => Some("three in line and all eight pieces on the board"),
        (true, false) => Some("three in line"),
        (false, true) => Some("all eight pieces on the board"),
        (false, false) => None,
    }
}
