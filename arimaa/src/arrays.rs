//! Positions and moves as numbers.
//!
//! An action is `4 * cell + direction` for a step (north, east, south, west; cells row by row from a8), 256
//! and on for a piece set up on the next home square (elephant first, rabbit last), 262 for the pass.

use crate::rules::moves::{Action, Move};
use crate::rules::pieces::{Colour, Kind, Piece};
use crate::rules::position::Arimaa;
use crate::rules::squares::{Direction, Square};
use plywood_play::Arrays;

const STEPS: usize = 256;
const PASS: usize = STEPS + Kind::ALL.len();

/// The index of a kind in [`BoardView::KINDS`](plywood_play::BoardView::KINDS), which begins with the
/// elephant.
const fn index(kind: Kind) -> usize {
    Kind::ALL.len() - 1 - kind as usize
}

/// The number of a square's cell, and the index of the square of a cell: the ranks, which are the upper three
/// bits, change places.
const fn turned(number: usize) -> usize {
    number ^ 0o70
}

impl Arrays for Arimaa {
    /// The square that a push has emptied, which the next step must enter.
    const MARKS: &'static [&'static str] = &["push to finish"];

    /// The steps of the turn so far, in fourths of a turn; and whether pieces are still being set up.
    const FACTS: &'static [&'static str] = &["steps", "setup"];

    fn grid(&self) -> [usize; 2] {
        [8, 8]
    }

    fn actions(&self) -> usize {
        PASS + 1
    }

    #[inline]
    fn action(&self, mv: Move) -> usize {
        match mv.action() {
            Action::Step { from, direction, .. } => 4 * turned(from.index()) + direction as usize,
            Action::Place { piece, .. } => STEPS + index(piece.kind),
            Action::Pass => PASS,
        }
    }

    #[inline]
    fn at_action(&self, action: usize) -> Option<Move> {
        match action {
            0..STEPS => {
                let from = Square::of(turned(action / 4) as u32);
                Move::step(self.piece_on(from)?, from, Direction::of(action % 4))
            }
            STEPS..PASS => {
                let kind = Kind::ALL[PASS - 1 - action];
                self.is_setup()
                    .then(|| Move::place(Piece { colour: self.turn(), kind }, self.next_home_square()))
            }
            PASS => Some(Move::PASS),
            _ => None,
        }
    }

    #[inline]
    fn each_piece(&self, visit: &mut impl FnMut(usize, usize, usize)) {
        for kind in Kind::ALL {
            for colour in Colour::BOTH {
                let mut rest = self.pieces_of_kind(kind) & self.pieces(colour);
                while rest != 0 {
                    visit(colour as usize, index(kind), turned(rest.trailing_zeros() as usize));
                    rest &= rest - 1;
                }
            }
        }
    }

    #[inline]
    fn each_run(&self, visit: &mut impl FnMut(usize, usize, usize, u64)) {
        for kind in Kind::ALL {
            for colour in Colour::BOTH {
                let pieces = self.pieces_of_kind(kind) & self.pieces(colour);
                visit(colour as usize, index(kind), 0, pieces.swap_bytes());
            }
        }
    }

    fn each_mark(&self, visit: &mut impl FnMut(usize, usize)) {
        if let Some(square) = self.pending_push() {
            visit(0, turned(square.index()));
        }
    }

    fn fact(&self, fact: usize) -> f32 {
        match fact {
            0 => self.steps().len() as f32 / 4.0,
            _ => f32::from(u8::from(self.is_setup())),
        }
    }
}
