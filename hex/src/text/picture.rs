//! The board as people draw it.

use crate::rules::cell::Cell;
use crate::rules::position::Hex;

/// The board as a rhombus with coordinates on all sides, the first row on top.
///
/// What changed since `before` is in brackets; the chain that has won is in capitals. A cell touches the two
/// beside it, and the two above and the two below that are nearest to it in the picture.
///
/// ```text
///     a b c
///   1 . x . 1
///    2 o[x]. 2
///     3 . . . 3
///       a b c
/// ```
pub(crate) fn picture(position: &Hex, before: Option<&Hex>) -> String {
    let size = position.size();
    let chain = position.winning_chain();
    let changed = |cell| before.is_some_and(|before| before.colour_on(cell) != position.colour_on(cell));
    let columns: String = (0..size.width()).map(|column| format!(" {}", (b'a' + column) as char)).collect();
    let mut text = format!("   {columns}\n");
    for row in 0..size.height() {
        // Rows from 10 on begin one place farther left, so that the cells keep their slant.
        let mut line = format!("{:indent$}{:>2}", "", row + 1, indent = usize::from(row) + 1);
        let mut changed_before = false;
        for cell in (0..size.width()).map(|column| Cell::of(column, row)) {
            let changed = changed(cell);
            line.push(match (changed_before, changed) {
                (_, true) => '[',
                (true, false) => ']',
                _ => ' ',
            });
            line.push(letter(position, cell, &chain));
            changed_before = changed;
        }
        line.push(if changed_before { ']' } else { ' ' });
        text.push_str(&format!("{line}{}\n", row + 1));
    }
    text.push_str(&format!("{:indent$}{columns}\n", "", indent = usize::from(size.height()) + 3));
    text
}

fn letter(position: &Hex, cell: Cell, chain: &[Cell]) -> char {
    let letter = position.colour_on(cell).map_or('.', crate::Colour::letter);
    if chain.contains(&cell) { letter.to_ascii_uppercase() } else { letter }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Position;

    fn position(text: &str, rules: &str) -> Hex {
        Hex::from_text(text, rules.parse().expect("rules")).expect("a position")
    }

    #[test]
    fn the_last_stone_is_in_brackets_and_the_winning_chain_in_capitals() {
        let before = position("xx1/1o1/xo1 x", "size=3");
        let mut after = before;
        after.play_unchecked(before.read_move("c3").expect("a legal move"));
        let expected = "    a b c\n  1 x x . 1\n   2 . o . 2\n    3 x o[x]3\n       a b c\n";
        assert_eq!(picture(&after, Some(&before)), expected);
        let won = position("xxx/ooo/xo1 x", "size=3");
        let expected = "    a b c\n  1 x x x 1\n   2 O O O 2\n    3 x o . 3\n       a b c\n";
        assert_eq!(picture(&won, None), expected);
    }

    #[test]
    fn a_swap_of_pieces_marks_the_cell_it_empties_and_the_cell_it_fills() {
        let before = position("2/x1 o", "size=2,swap=pieces");
        let mut after = before;
        after.play_unchecked(before.read_move("swap-pieces").expect("legal"));
        assert_eq!(picture(&after, Some(&before)), "    a b\n  1 .[o]1\n   2[.]. 2\n      a b\n");
    }

    #[test]
    fn rows_of_two_digits_keep_the_slant() {
        let text = picture(&Hex::start("size=10".parse().expect("rules")), None);
        let first_cells: Vec<_> = text.lines().skip(1).take(10).map(|line| line.find('.')).collect();
        assert_eq!(first_cells, (4..14).map(Some).collect::<Vec<_>>());
    }
}
