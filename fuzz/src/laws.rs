//! Laws of the rules, from any position.

use plywood_loa::{Loa, Rules};
use plywood_search::{PackedMove, Position};
use std::str::from_utf8;

/// The most moves of an input that are played: what comes after them is the start of another input.
const MOST_MOVES: usize = 8;
/// Numbers of moves: one more than there are.
const NUMBERS: u32 = 4097;

/// The first line is a position of Lines of Action; each byte after it chooses a move.
pub(crate) fn legal_moves(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (text, choices) = data.split_at(end);
    let Some(mut position) =
        from_utf8(text).ok().and_then(|text| Loa::from_text(text, Rules::default()).ok())
    else {
        return;
    };
    for &choice in choices.iter().take(MOST_MOVES) {
        let moves = position.legal_moves();
        assert_eq!(moves.is_empty(), position.outcome().is_some());
        let mut is_generated = [false; NUMBERS as usize];
        for mv in &moves {
            assert!(
                !core::mem::replace(&mut is_generated[mv.to_bits() as usize], true),
                "{mv} is there twice"
            );
        }
        for (bits, is_generated) in (0..NUMBERS).zip(is_generated) {
            let mv = <Loa as Position>::Move::from_bits(bits);
            assert_eq!(mv.is_some_and(|mv| position.is_legal(mv)), is_generated);
        }
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { return };
        position.play_unchecked(mv);
        let again = Loa::from_text(&position.to_string(), Rules::default()).expect("what is written is read");
        assert_eq!((again.key(), &again), (position.key(), &position));
    }
}
