//! From any position: what is generated is legal, what is legal is generated, and the key is that of the position's text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_loa::{Loa, Rules};
use plywood_search::{PackedMove, Position};

fuzz_target!(|input: (&str, Vec<u8>)| {
    let (text, choices) = input;
    let Ok(mut position) = Loa::from_text(text, Rules::default()) else { return };
    for choice in choices {
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
});
