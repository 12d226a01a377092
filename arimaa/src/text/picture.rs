//! The board as people draw it.

use crate::rules::geometry::TRAPS;
use crate::rules::moves::Move;
use crate::rules::pieces::{Colour, Piece};
use crate::rules::position::Arimaa;
use crate::rules::squares::Square;

/// The board with coordinates on all sides, rank 8 on top. Traps are in round brackets, the squares of the
/// last move in square ones, and a frozen piece has a star.
///
/// ```text
///   3  .   .  (.)  .  [D] (.)  .   r*  3
/// ```
pub(crate) fn picture(position: &Arimaa, last: Option<Move>) -> String {
    const FILES: &str = "     a   b   c   d   e   f   g   h\n";
    let touched = last.map_or(0, Move::squares);
    let frozen = position.frozen(Colour::Gold) | position.frozen(Colour::Silver);
    let mut text = String::from(FILES);
    for rank in (0..8).rev() {
        let mut row = format!("  {} ", rank + 1);
        for square in (0..8).map(|file| Square::of(rank * 8 + file)) {
            row.push_str(&cell(position, square, touched, frozen));
        }
        text.push_str(&format!("{row} {}\n", rank + 1));
    }
    text.push_str(FILES);
    text
}

/// Four characters for a square.
fn cell(position: &Arimaa, square: Square, touched: u64, frozen: u64) -> String {
    let has = |set: u64| set & square.bit() != 0;
    let letter = position.piece_on(square).map_or('.', Piece::letter);
    let star = if has(frozen) { '*' } else { ' ' };
    if has(touched) {
        format!("[{letter}]{star}")
    } else if has(TRAPS) {
        format!("({letter}){star}")
    } else {
        format!(" {letter}{star} ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Position;

    #[test]
    fn traps_frozen_pieces_and_the_last_move_are_marked() {
        let text = "g [rrrrrrrrdhc.echd...........mD...................H.CEM.HDRRRCRRRR]";
        let mut position: Arimaa = text.parse().expect("a position");
        let mv = position.read_move("Ed2n").expect("a legal move");
        position.play_unchecked(mv);
        let expected = [
            "     a   b   c   d   e   f   g   h",
            "  8  r   r   r   r   r   r   r   r   8",
            "  7  d   h   c   .   e   c   h   d   7",
            "  6  .   .  (.)  .   .  (.)  .   .   6",
            "  5  .   .   .   m   D*  .   .   .   5",
            "  4  .   .   .   .   .   .   .   .   4",
            "  3  .   .  (.) [E]  .  (.)  .   .   3",
            "  2  H   .   C  [.]  M   .   H   D   2",
            "  1  R   R   R   C   R   R   R   R   1",
            "     a   b   c   d   e   f   g   h",
            "",
        ];
        assert_eq!(picture(&position, Some(mv)), expected.join("\n"));
    }
}
