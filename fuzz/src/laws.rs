//! Laws of the rules, from any position.

use plywood_loa::{Loa, Rules};
use plywood_search::{PackedMove, Position};
use std::str::from_utf8;

/// The first line is a position of Lines of Action; each byte after it chooses a move.
pub(crate) fn legal_moves(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (text, choices) = data.split_at(end);
    let Some(mut position) =
        from_utf8(text).ok().and_then(|text| Loa::from_text(text, Rules::default()).ok())
    else {
        return;
    };
    for &choice in choices {
        let moves = position.legal_moves();
        assert_eq!(moves.is_empty(), position.outcome().is_some());
        for bits in 0..=4096 {
            if let Some(mv) = <Loa as Position>::Move::from_bits(bits) {
                assert_eq!(position.is_legal(mv), moves.contains(&mv));
            }
        }
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { return };
        position.play_unchecked(mv);
        let again = Loa::from_text(&position.to_string(), Rules::default()).expect("what is written is read");
        assert_eq!((again.key(), &again), (position.key(), &position));
    }
}
