//! The four ways to look at a position: as it is, in a mirror, and each with the board upside down and the
//! colours exchanged.
//!
//! In the setup there is one only: which square is set up next depends on the file, and who does it on the
//! colour.

use crate::rules::board::Board;
use crate::rules::moves::{Action, Move};
use crate::rules::pieces::Piece;
use crate::rules::position::Arimaa;
use crate::rules::progress::{Open, Progress};
use crate::rules::squares::{Direction, Square};
use plywood_search::{Position, Symmetry};

/// Bit 0 of the number mirrors the files, bit 1 turns the ranks round and exchanges the colours.
impl Symmetry for Arimaa {
    fn symmetries(&self) -> usize {
        if self.is_setup() { 1 } else { 4 }
    }

    fn exchanges_sides(&self, index: usize) -> bool {
        index & 2 != 0
    }

    fn transformed(&self, index: usize) -> Self {
        let side = self.side_to_move();
        let side = if self.exchanges_sides(index) { !side } else { side };
        self.map(|board| seen_board(board, index), seen_progress(self.progress(), index), side)
    }

    fn transformed_move(&self, mv: Move, index: usize) -> Move {
        seen_move(mv, index)
    }
}

fn seen_square(square: Square, index: usize) -> Square {
    let file = if index & 1 != 0 { 7 - square.file() } else { square.file() };
    let rank = if index & 2 != 0 { 7 - square.rank() } else { square.rank() };
    Square::of(u32::from(rank) * 8 + u32::from(file))
}

fn seen_piece(piece: Piece, index: usize) -> Piece {
    if index & 2 != 0 { Piece { colour: !piece.colour, ..piece } } else { piece }
}

fn seen_direction(direction: Direction, index: usize) -> Direction {
    let turned = match direction {
        Direction::East | Direction::West => index & 1 != 0,
        Direction::North | Direction::South => index & 2 != 0,
    };
    if turned { Direction::of(direction as usize + 2) } else { direction }
}

fn seen_move(mv: Move, index: usize) -> Move {
    match mv.action() {
        Action::Step { piece, from, direction } => {
            let piece = seen_piece(piece, index).number();
            Move::stepping(piece, seen_square(from, index), seen_direction(direction, index))
        }
        Action::Pass => mv,
        Action::Place { piece, square } => Move::place(seen_piece(piece, index), seen_square(square, index)),
    }
}

fn seen_set(set: u64, index: usize) -> u64 {
    Square::all_of(set).fold(0, |seen, square| seen | seen_square(square, index).bit())
}

fn seen_board(board: &Board, index: usize) -> Board {
    let mut seen = Board::EMPTY;
    for square in Square::all_of(board.occupied()) {
        let piece = Piece::of(board.number_on(square.index()));
        seen.toggle(seen_piece(piece, index).number(), seen_square(square, index).index());
    }
    seen
}

fn seen_progress(progress: &Progress, index: usize) -> Progress {
    let seen = |square: u8| seen_square(Square::of(u32::from(square)), index).index();
    let open = match progress.open {
        Open::Nothing => Open::Nothing,
        Open::Pull { square, victims } => Open::pull(seen(square), seen_set(victims, index)),
        Open::Push { square, pushers } => Open::push(seen(square), seen_set(pushers, index)),
    };
    let mut turned = Progress::NEW;
    for &step in progress.steps() {
        turned.add(seen_move(step, index), open);
    }
    turned
}
