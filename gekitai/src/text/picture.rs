//! The board as a drawing in text.

use crate::rules::board::Player;
use crate::rules::moves::{Move, Square};
use crate::rules::position::Gekitai;

/// The board with coordinates on all sides, the sixth rank on top, and the hands beside it.
///
/// If there was a move from the position `before`, the placed piece is in brackets, and the pieces that it
/// repelled are in parentheses on their new squares.
///
/// ```text
///     a b c d e f
///   6 . . . . . . 6
///   5 .(o). . . . 5
///   4 . .[x]. . . 4
/// ```
pub(crate) fn picture(position: &Gekitai, last: Option<(&Gekitai, Move)>) -> String {
    const FILES: &str = "    a b c d e f\n";
    let (placed, repelled) = last.map_or((0, 0), |(before, mv)| {
        let to = before.pushes(mv).filter_map(|push| push.to);
        (mv.square().bit(), to.fold(0, |set, square| set | square.bit()))
    });
    let mut text = FILES.to_owned();
    for rank in (0..6).rev() {
        let mut row = format!("  {}", rank + 1);
        let mut closing = ' ';
        for square in (0..6).filter_map(|file| Square::new(file, rank)) {
            let (opening, next) = match square.bit() {
                bit if placed & bit != 0 => ('[', ']'),
                bit if repelled & bit != 0 => ('(', ')'),
                _ => (closing, ' '),
            };
            row.push(opening);
            row.push(position.player_on(square).map_or('.', Player::letter));
            closing = next;
        }
        row.push(closing);
        row.push((b'1' + rank) as char);
        text.push_str(&row);
        text.push_str(&margin(position, rank));
        text.push('\n');
    }
    text.push_str(FILES);
    text
}

/// The text to the right of a rank: the hands are beside the two ranks in the middle, O's above X's.
fn margin(position: &Gekitai, rank: u8) -> String {
    let hand = |player: Player| format!("   {} in hand: {}", player.letter(), position.hand(player));
    match rank {
        3 => hand(Player::O),
        2 => hand(Player::X),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Position;

    #[test]
    fn the_last_move_is_in_brackets_and_what_it_repelled_in_parentheses() {
        let before: Gekitai = "6/6/6/1x4/o5/6 x".parse().expect("a position");
        let mv = before.read_move("b2").expect("a legal move");
        let mut after = before.clone();
        after.play_unchecked(mv);
        let expected = "    a b c d e f\n  \
            6 . . . . . . 6\n  \
            5 . . . . . . 5\n  \
            4 .(x). . . . 4   o in hand: 8\n  \
            3 . . . . . . 3   x in hand: 6\n  \
            2 .[x]. . . . 2\n  \
            1 . . . . . . 1\n    a b c d e f\n";
        assert_eq!(picture(&after, Some((&before, mv))), expected);
    }

    #[test]
    fn marks_side_by_side_share_their_space() {
        let before: Gekitai = "6/6/6/1x4/1o4/6 x".parse().expect("a position");
        let mv = before.read_move("a1").expect("a legal move");
        let mut after = before.clone();
        after.play_unchecked(mv);
        assert!(picture(&after, Some((&before, mv))).contains("3 . x(o)"), "{after}");
    }
}
