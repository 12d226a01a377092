//! The laws of the network's inputs.

use plywood_loa::eval::{Inputs, Learned};
use plywood_loa::{Loa, Rules};
use plywood_net::{Change, Features};
use plywood_search::{Knowledge, Position, Side, Symmetry};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::collections::BTreeSet;

/// The position after so many random moves, and the one before.
fn random_positions(seed: u64, plies: usize) -> (Loa, Loa) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut before = Loa::start(Rules::default());
    let mut position = before.clone();
    for _ in 0..plies {
        let Some(mv) = position.random_move(&mut rng) else { break };
        before = position.clone();
        position.play_unchecked(mv);
    }
    (before, position)
}

fn active(position: &Loa, side: Side) -> BTreeSet<usize> {
    let mut features = BTreeSet::new();
    Inputs.active(&Inputs.see(position), side, &mut |feature| {
        assert!(features.insert(feature), "{feature} twice");
    });
    assert!(features.len() <= Inputs.most_active());
    features
}

proptest! {
    #[test]
    fn changes_lead_from_the_inputs_of_one_position_to_those_of_the_other(seed: u64, plies in 1_usize..60) {
        let (before, after) = random_positions(seed, plies);
        for side in Side::BOTH {
            let mut features = active(&before, side);
            Inputs.changes(&Inputs.see(&before), &Inputs.see(&after), &mut |change| match change {
                Change::On(views) => assert!(features.insert(views[side.index()])),
                Change::Off(views) => assert!(features.remove(&views[side.index()])),
            });
            prop_assert_eq!(features, active(&after, side));
        }
    }

    #[test]
    fn a_board_seen_another_way_has_the_images_of_the_inputs(seed: u64, plies in 1_usize..60) {
        let (_, position) = random_positions(seed, plies);
        for symmetry in 0..16 {
            let seen = position.transformed(symmetry);
            for side in Side::BOTH {
                let images: BTreeSet<_> =
                    active(&position, side).into_iter().map(|input| Inputs.image(input, symmetry & 7)).collect();
                let viewer = if position.exchanges_sides(symmetry) { !side } else { side };
                prop_assert_eq!(&images, &active(&seen, viewer));
            }
        }
    }

    #[test]
    fn symmetric_positions_have_equal_values(seed: u64, plies in 1_usize..60) {
        let (_, position) = random_positions(seed, plies);
        for learned in [Learned::default(), Learned::first()] {
            let value = |position: &Loa| learned.evaluate(position, &mut learned.start(position));
            for symmetry in 0..16 {
                prop_assert_eq!(value(&position), value(&position.transformed(symmetry)));
            }
        }
    }

    #[test]
    fn a_line_of_play_and_back_has_the_values_of_fresh_positions(seed: u64, plies in 1_usize..40) {
        let (before, after) = random_positions(seed, plies);
        let learned = Learned::default();
        let mut state = learned.start(&before);
        let fresh = |position: &Loa| learned.evaluate(position, &mut learned.start(position));
        learned.advance(&mut state, &before, None, &after);
        prop_assert_eq!(learned.evaluate(&after, &mut state), fresh(&after));
        learned.retreat(&mut state);
        prop_assert_eq!(learned.evaluate(&before, &mut state), fresh(&before));
    }
}

#[test]
fn the_network_of_another_game_is_refused() {
    assert!(Learned::read(b"plywood-net 1 kind=value game=hex\n").is_err());
}

#[test]
fn the_symmetries_of_the_inputs_are_a_group() {
    let images = |symmetry: usize| -> Vec<usize> {
        (0..Inputs.count()).map(|input| Inputs.image(input, symmetry)).collect()
    };
    let all: Vec<_> = (0..Inputs.symmetries()).map(images).collect();
    assert!(all[0].iter().copied().eq(0..Inputs.count()));
    for one in &all {
        for other in &all {
            let both: Vec<_> = one.iter().map(|&input| other[input]).collect();
            assert!(all.contains(&both));
        }
    }
}
