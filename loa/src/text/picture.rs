//! The board as a drawing in text.

use crate::rules::moves::{Move, Square};
use crate::rules::position::Loa;

/// The board with coordinates on all sides, the last rank on top. The two squares of `last`, if there is a
/// move, are in brackets.
///
/// ```text
///     a b c d e
///   5 . x[x]x . 5
/// ```
pub(crate) fn picture(position: &Loa, last: Option<Move>) -> String {
    let size = u32::from(position.rules().size.get());
    let mark =
        |square: Square| last.is_some_and(|mv| !mv.is_pass() && (mv.from() == square || mv.to() == square));
    let mut files = String::from("   ");
    for file in 0..size {
        files.push(' ');
        files.push((b'a' + file as u8) as char);
    }
    let mut text = format!("{files}\n");
    for rank in (0..size).rev() {
        let mut row = format!("  {}", rank + 1);
        let mut marked_before = false;
        for file in 0..size {
            let square = Square::of(rank * 8 + file);
            let marked = mark(square);
            row.push(match (marked_before, marked) {
                (_, true) => '[',
                (true, false) => ']',
                _ => ' ',
            });
            row.push(position.colour_on(square).map_or('.', crate::Colour::letter));
            marked_before = marked;
        }
        row.push(if marked_before { ']' } else { ' ' });
        row.push((b'1' + rank as u8) as char);
        row.push('\n');
        text.push_str(&row);
    }
    text.push_str(&files);
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use plywood_search::Position;

    #[test]
    fn the_last_move_is_in_brackets() {
        let mut position = Loa::start("size=5".parse::<Rules>().expect("rules"));
        let mv = position.read_move("b1-b3").expect("a legal move");
        position.play_unchecked(mv);
        let expected = "    a b c d e\n  \
            5 . x x x . 5\n  \
            4 o . . . o 4\n  \
            3 o[x]. . o 3\n  \
            2 o . . . o 2\n  \
            1 .[.]x x . 1\n    a b c d e\n";
        assert_eq!(picture(&position, Some(mv)), expected);
    }
}
