//! Setups out of nothing but chance, and sensible ones.

use plywood_arimaa::{Arimaa, Colour, Kind, Move, Rules, setups};
use plywood_search::Position;
use rand::{SeedableRng, rngs::StdRng};
use std::collections::{HashMap, HashSet};

fn played(moves: &[Move], mut position: Arimaa) -> Arimaa {
    for &mv in moves {
        assert!(position.is_legal(mv), "{mv} in {position}");
        position.play_unchecked(mv);
    }
    position
}

/// A finished setup of both sides.
fn set_up(rng: &mut StdRng, setup: fn(&Arimaa, &mut StdRng) -> Vec<Move>) -> Arimaa {
    let start = Arimaa::start(Rules::default());
    let gold = played(&setup(&start, rng), start);
    assert_eq!(gold.turn(), Colour::Silver);
    played(&setup(&gold, rng), gold)
}

#[test]
fn setups_are_legal_and_whole() {
    let mut rng = StdRng::seed_from_u64(1);
    for setup in [setups::random, setups::sound, setups::winning] {
        for _ in 0..200 {
            let position = set_up(&mut rng, setup);
            assert!(!position.is_setup());
            assert_eq!(position.turn(), Colour::Gold);
        }
    }
}

#[test]
fn random_setups_put_each_kind_on_each_square_as_often() {
    let mut rng = StdRng::seed_from_u64(2);
    let start = Arimaa::start(Rules::default());
    let (mut elephants, mut seen, rounds) = (HashMap::new(), HashSet::new(), 8_000);
    for _ in 0..rounds {
        let moves = setups::random(&start, &mut rng);
        seen.insert(moves.clone());
        let position = played(&moves, start.clone());
        *elephants.entry(position.pieces_of_kind(Kind::Elephant)).or_insert(0) += 1;
    }
    assert_eq!(elephants.len(), 16);
    // 500 are expected, with a standard deviation of 22.
    assert!(elephants.values().all(|&count| (390..=610).contains(&count)), "{elephants:?}");
    assert!(seen.len() > rounds - 10);
}

#[test]
fn sound_setups_vary_and_have_no_rabbit_in_front_of_an_elephant() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut seen = HashSet::new();
    for _ in 0..300 {
        let position = set_up(&mut rng, setups::sound);
        seen.insert(position.to_string());
        let front = [0xFF << 8, 0xFF << 48];
        for colour in Colour::BOTH {
            let strong = position.pieces_of_kind(Kind::Elephant) | position.pieces_of_kind(Kind::Camel);
            assert_eq!((position.pieces(colour) & strong & front[colour as usize]).count_ones(), 2);
        }
    }
    assert!(seen.len() > 40, "{}", seen.len());
}

#[test]
fn silver_keeps_its_camel_off_the_wing_of_golds_elephant() {
    let mut rng = StdRng::seed_from_u64(4);
    let wing = |set: u64| set & 0xF0F0_F0F0_F0F0_F0F0 != 0;
    for setup in [setups::sound, setups::winning].repeat(100) {
        let position = set_up(&mut rng, setup);
        let elephant = position.pieces(Colour::Gold) & position.pieces_of_kind(Kind::Elephant);
        let camel = position.pieces(Colour::Silver) & position.pieces_of_kind(Kind::Camel);
        assert_ne!(wing(elephant), wing(camel), "{position}");
    }
}

#[test]
fn there_is_no_setup_in_the_middle_of_one_or_after_it() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut begun = Arimaa::start(Rules::default());
    begun.play_unchecked(begun.legal_moves()[0]);
    assert!(setups::random(&begun, &mut rng).is_empty());
    let finished = set_up(&mut rng, setups::random);
    assert!(setups::sound(&finished, &mut rng).is_empty());
    assert!(setups::winning(&finished, &mut rng).is_empty());
}

#[test]
fn equal_seeds_give_equal_setups() {
    for setup in [setups::random, setups::sound, setups::winning] {
        let draw = || set_up(&mut StdRng::seed_from_u64(6), setup);
        assert_eq!(draw(), draw());
    }
}
