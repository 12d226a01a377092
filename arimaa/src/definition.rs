//! Arimaa as front ends know it.

use crate::eval::Seed;
use crate::geometry::GOALS;
use crate::moves::Move;
use crate::notation::PositionError;
use crate::picture::picture;
use crate::pieces::{Colour, Kind};
use crate::position::Arimaa;
use crate::refusal::MoveError;
use crate::rules::{Rules, SWITCHES};
use plywood_play::{Definition, EvaluationVisitor, GameInfo, Named, Notation};
use plywood_search::{Position, Side};

/// The game under its name `arimaa`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArimaaGame;

impl Definition for ArimaaGame {
    type Position = Arimaa;

    const INFO: GameInfo = GameInfo {
        name: "arimaa",
        title: "Arimaa",
        summary: "Bring a rabbit to the far rank, in turns of up to four steps; the strong push, pull and freeze the weak.",
        players: ["Gold", "Silver"],
        switches: &SWITCHES,
        evaluations: &[
            Named { name: "default", summary: "the strongest" },
            Named {
                name: "seed",
                summary: "squared strengths, the centre, advanced rabbits, and pieces that can move",
            },
        ],
    };

    fn evaluation<V: EvaluationVisitor<Arimaa>>(name: &str, visitor: V) -> Option<V::Output> {
        Some(match name {
            "default" | "seed" => visitor.visit(Seed),
            _ => return None,
        })
    }
}

impl Notation for Arimaa {
    type Rules = Rules;
    type PositionError = PositionError;
    type MoveError = MoveError;

    fn start(rules: &Rules) -> Self {
        Self::start(*rules)
    }

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn read(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        Self::from_text(text, *rules)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn reason(&self) -> Option<String> {
        self.outcome()?;
        let rabbits = |colour| self.pieces(colour) & self.pieces_of_kind(Kind::Rabbit);
        let has_arrived = |colour: &Colour| rabbits(*colour) & GOALS[Side::from(*colour).index()] != 0;
        let last_mover_first = [!self.turn(), self.turn()];
        if let Some(colour) = last_mover_first.into_iter().find(has_arrived) {
            return Some(format!("a rabbit of {colour} has reached its goal"));
        }
        let bare = [self.turn(), !self.turn()].into_iter().find(|&colour| rabbits(colour) == 0);
        Some(match bare {
            Some(colour) => format!("{colour} has no rabbit left"),
            None => format!("{} has no legal turn", self.turn()),
        })
    }

    fn picture(&self, last: Option<(&Self, Move)>) -> String {
        picture(self, last.map(|(_, mv)| mv))
    }
}
