//! The laws of the network's inputs, and of the evaluation that it corrects.

use plywood_arimaa::eval::{Inputs, Learned};
use plywood_arimaa::{Arimaa, Kind, Rules, Square, setups};
use plywood_net::{Change, Features, Network, Shape};
use plywood_search::{Knowledge, Position, Score, Side, Symmetry};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::collections::BTreeSet;

/// The position after two setups and so many random steps, and the one before.
fn random_positions(seed: u64, plies: usize) -> (Arimaa, Arimaa) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut position = Arimaa::start(Rules::default());
    for _ in Side::BOTH {
        for mv in setups::random(&position, &mut rng) {
            position.play_unchecked(mv);
        }
    }
    let mut before = position.clone();
    for _ in 0..plies {
        let Some(mv) = position.random_move(&mut rng) else { break };
        before = position.clone();
        position.play_unchecked(mv);
    }
    (before, position)
}

fn active(position: &Arimaa, side: Side) -> BTreeSet<usize> {
    let mut features = BTreeSet::new();
    Inputs.active(&Inputs.see(position), side, &mut |feature| {
        assert!(features.insert(feature), "{feature} twice");
    });
    assert!(features.len() <= Inputs.most_active());
    features
}

/// A network that adds as many points for each own piece beside a stronger enemy.
fn network() -> Learned {
    let shape = Shape { hidden: 16, ..Shape::of("arimaa", &Inputs) };
    let [inputs, biases, outputs, output_biases, ..] = shape.parts();
    let weight = |input: usize| if input / 16 / 64 == 7 { 0.1 } else { 0.0 };
    let inputs: Vec<f32> = (0..inputs).map(weight).collect();
    let (biases, outputs, output_biases) =
        (vec![0.1; biases], vec![-1.0; outputs / 2], vec![0.0; output_biases]);
    let outputs: Vec<f32> = outputs.into_iter().chain(vec![0.5; shape.parts()[2] / 2]).collect();
    let network = Network::from_weights(shape, [&inputs, &biases, &outputs, &output_biases, &[], &[], &[]]);
    Learned::read(&network.expect("small weights").write()).expect("a network for these inputs")
}

fn value(knowledge: &impl Knowledge<Arimaa>, position: &Arimaa) -> Score {
    knowledge.evaluate(position, &mut knowledge.start(position))
}

proptest! {
    #[test]
    fn changes_lead_from_the_inputs_of_one_position_to_those_of_the_other(seed: u64, plies in 1_usize..200) {
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
    fn a_mirrored_board_has_the_images_of_the_inputs_and_the_same_value(seed: u64, plies in 1_usize..200) {
        let (_, position) = random_positions(seed, plies);
        for symmetry in 0..position.symmetries() {
            let seen = position.transformed(symmetry);
            let exchanged = position.exchanges_sides(symmetry);
            for side in Side::BOTH {
                let viewer = if exchanged { !side } else { side };
                let inputs = active(&position, side);
                let images: BTreeSet<_> =
                    inputs.into_iter().map(|input| Inputs.image(input, symmetry & 1)).collect();
                prop_assert_eq!(images, active(&seen, viewer));
            }
            for learned in [network(), Learned::default()] {
                prop_assert_eq!(value(&learned, &position), value(&learned, &seen));
            }
        }
    }

    #[test]
    fn a_line_of_play_and_back_has_the_values_of_fresh_positions(seed: u64, plies in 1_usize..200) {
        let (before, after) = random_positions(seed, plies);
        let learned = Learned::default();
        let mut state = learned.start(&before);
        learned.advance(&mut state, &before, None, &after);
        prop_assert_eq!(learned.evaluate(&after, &mut state), value(&learned, &after));
        learned.retreat(&mut state);
        prop_assert_eq!(learned.evaluate(&before, &mut state), value(&learned, &before));
    }
}

/// The squares next to one, by number.
fn beside(square: usize) -> impl Iterator<Item = usize> {
    let (rank, file) = (square / 8, square % 8);
    let sides = [(file > 0, -1), (file < 7, 1), (rank > 0, -8), (rank < 7, 8)];
    sides.into_iter().filter(|&(is_on, _)| is_on).map(move |(_, step)| square.wrapping_add_signed(step))
}

proptest! {
    /// Frozen, outranked, shut in, stronger than all enemies and as strong as the strongest, the plain way;
    /// what falls in this turn; and whose goal is near.
    #[test]
    fn the_inputs_of_marks_are_those_of_the_board(seed: u64, plies in 1_usize..300) {
        let (_, position) = random_positions(seed, plies);
        let piece = |square: usize| {
            let piece = Square::from_index(square).and_then(|square| position.piece_on(square))?;
            Some((Side::from(piece.colour), piece.kind.strength()))
        };
        let (mover, elephant) = (position.side_to_move(), Kind::Elephant.strength());
        let threatens = !position.can_reach_goal() && position.threatens_goal((!mover).into());
        for side in Side::BOTH {
            let inputs = active(&position, side);
            let goal = Inputs.count() - 2 + usize::from(side == mover);
            let goals: Vec<_> = inputs.range(Inputs.count() - 2..).copied().collect();
            prop_assert_eq!(goals, if threatens { vec![goal] } else { vec![] });
            let seen = |set: usize, square: usize| {
                let square = if side == Side::First { square } else { square ^ 0x38 };
                inputs.contains(&(set * 64 + square))
            };
            let strongest = (0..64).filter_map(piece).filter(|&(owner, _)| owner != side).map(|(_, s)| s).max();
            for square in (0..64).filter(|&square| piece(square).is_some_and(|(owner, _)| owner == side)) {
                let strength = piece(square).expect("a piece").1;
                let near: Vec<_> = beside(square).collect();
                let enemies = near.iter().filter_map(|&square| piece(square)).filter(|&(owner, _)| owner != side);
                let is_outranked = enemies.clone().any(|(_, other)| other > strength);
                let has_friend = near.iter().filter_map(|&square| piece(square)).any(|(owner, _)| owner == side);
                let back = if side == Side::First { square.wrapping_sub(8) } else { square + 8 };
                let is_shut = near
                    .iter()
                    .filter(|&&square| piece(square).is_none())
                    .all(|&square| strength == 1 && square == back);
                let expected = [
                    (6, is_outranked && !has_friend),
                    (7, is_outranked),
                    (8, enemies.clone().any(|(_, other)| other > strength && other != elephant)),
                    (15, is_shut),
                    (16, strongest.is_none_or(|most| strength > most)),
                    (17, strongest == Some(strength)),
                    (23, side != mover && position.capturable() >> square & 1 != 0),
                ];
                for (set, is_so) in expected {
                    prop_assert_eq!(seen(set, square), is_so, "set {} of {} on {}", set, &position, square);
                }
            }
        }
    }
}

#[test]
fn a_network_corrects_the_material_and_the_threat_of_a_goal() {
    let base = |board: &str| Inputs.base(&format!("g [{board}]").parse().expect("a position"));
    let (silver, gold) = ("rrrrrrrrdhcmechd", "DHCEMCHDRRRRRRRR");
    let with = |silver: &str, gold: &str| format!("{silver:16}{:32}{gold:16}", "");
    assert_eq!(base(&with(silver, gold)), 0);
    let rabbit = base(&with(silver, &gold[..15]));
    assert!((-200..-50).contains(&rabbit), "{rabbit}");
    assert_eq!(base(&with(&silver[1..], gold)), -rabbit);
    let threatened = format!("{:44}r{:19}", "rrrrrrr", "E                 R");
    assert!(base(&threatened) < -300, "{}", base(&threatened));
    let (_, position) = random_positions(1, 100);
    assert_ne!(value(&network(), &position).value(), Inputs.base(&position));
}

#[test]
fn the_network_of_another_game_is_refused() {
    assert!(Learned::read(b"plywood-net 1 kind=value game=hex\n").is_err());
}
