//! The laws of a value network, on a game made for them.

mod coins;

use coins::{Coins, Faces, Turn};
use plywood_net::{
    Accumulator, Accumulators, Choice, Features, ModelError, MoveFeatures, Network, PARTS, Shape, Sharing,
};
use plywood_search::{Position, Side};
use proptest::prelude::*;

fn shape() -> Shape {
    Shape { hidden: 32, second: 8, ..Shape::of("coins", &Faces) }
}

/// Weights within what integers can hold, from a simple generator.
fn weights(seed: u64) -> [Vec<f32>; PARTS] {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    };
    shape().parts().map(|count| (0..count).map(|_| next()).collect())
}

fn network(weights: &[Vec<f32>; PARTS]) -> Network {
    Network::from_weights(shape(), weights.each_ref().map(Vec::as_slice)).expect("weights that fit")
}

/// What the weights make of a position before they are rounded.
fn exact_points(weights: &[Vec<f32>; PARTS], position: &Coins) -> f32 {
    let Shape { hidden, second, scale, .. } = shape();
    let phase = Faces.phase(position);
    let mut logit = weights[3][phase];
    let mover = position.side_to_move();
    let activated = |sum: f32| sum.clamp(0.0, 1.0).powi(2);
    let mut activations = Vec::new();
    for (view, side) in [mover, !mover].into_iter().enumerate() {
        let mut sums = weights[1].clone();
        Faces.active(position, side, &mut |feature| {
            (0..hidden).for_each(|unit| sums[unit] += weights[0][feature * hidden + unit]);
        });
        let outputs = &weights[2][(2 * phase + view) * hidden..][..hidden];
        logit += sums.iter().zip(outputs).map(|(&sum, weight)| activated(sum) * weight).sum::<f32>();
        activations.extend(sums.into_iter().map(activated));
    }
    for unit in 0..second {
        let row = &weights[4][unit * 2 * hidden..][..2 * hidden];
        let sum: f32 = activations.iter().zip(row).map(|(activation, weight)| activation * weight).sum();
        logit += activated(sum + weights[5][phase * second + unit]) * weights[6][phase * second + unit];
    }
    logit * scale
}

proptest! {
    #[test]
    fn an_accumulator_that_follows_a_line_equals_a_fresh_one(
        seed: u64, heads: u16, turns in prop::collection::vec(0_u8..16, 1..20),
    ) {
        let network = network(&weights(seed));
        let mut position = Coins { heads, second: false };
        let mut accumulator = Accumulator::default();
        network.start(&Faces, &position, &mut accumulator);
        let mut line = Accumulators::new(&position);
        for turn in turns {
            let mut child = position.clone();
            child.play_unchecked(Turn(turn));
            let (mut next, mut fresh) = (Accumulator::default(), Accumulator::default());
            network.update(&Faces, (&position, &accumulator), &child, &mut next);
            network.start(&Faces, &child, &mut fresh);
            prop_assert_eq!(&next, &fresh);
            line.advance(&child);
            // Not every position is asked about.
            if turn % 3 > 0 {
                prop_assert_eq!(line.score(&network, &Faces), network.score(&Faces, &child, &fresh));
            }
            if turn % 5 == 0 {
                line.retreat();
                prop_assert_eq!(line.score(&network, &Faces), network.score(&Faces, &position, &accumulator));
                line.advance(&child);
            }
            (position, accumulator) = (child, next);
        }
    }

    #[test]
    fn the_integers_are_within_the_bound_of_the_weights_they_come_from(seed: u64, heads: u16, second: bool) {
        let weights = weights(seed);
        let network = network(&weights);
        let position = Coins { heads, second };
        let mut accumulator = Accumulator::default();
        network.start(&Faces, &position, &mut accumulator);
        let points = network.points(&Faces, &position, &accumulator) as f32;
        prop_assert!((points - exact_points(&weights, &position)).abs() <= network.error_bound());
    }

    #[test]
    fn colours_exchanged_the_value_is_the_same(seed: u64, heads: u16) {
        let network = network(&weights(seed));
        let value = |position: &Coins| {
            let mut accumulator = Accumulator::default();
            network.start(&Faces, position, &mut accumulator);
            network.points(&Faces, position, &accumulator)
        };
        prop_assert_eq!(value(&Coins { heads, second: false }), value(&Coins { heads: !heads, second: true }));
    }

    #[test]
    fn a_mirrored_row_has_the_same_value_where_weights_are_shared(seed: u64, heads: u16, second: bool) {
        let network = shared(seed);
        let value = |heads: u16| {
            let position = Coins { heads, second };
            let mut accumulator = Accumulator::default();
            network.start(&Faces, &position, &mut accumulator);
            network.points(&Faces, &position, &accumulator)
        };
        prop_assert_eq!(value(heads), value(heads.reverse_bits()));
    }

    #[test]
    fn bytes_that_are_no_network_are_refused_in_one_line(bytes: Vec<u8>, text in "plywood-net 1 \\PC{0,80}\n.*") {
        for bytes in [&bytes[..], text.as_bytes()] {
            let error = Network::read(bytes).expect_err("no network").to_string();
            prop_assert!(error.lines().count() == 1 && error.len() < 200, "{}", error);
            prop_assert!(Choice::read(bytes).is_err());
        }
    }
}

#[test]
fn a_network_is_read_as_it_was_written() {
    let network = network(&weights(7));
    assert_eq!(Network::read(&network.write()), Ok(network.clone()));
    assert_eq!(Network::for_features(&network.write(), "coins", &Faces), Ok(network));
}

#[test]
fn the_weights_of_a_network_make_the_same_network() {
    let network = shared(7);
    let weights = network.weights();
    let again = Network::from_weights(network.shape().clone(), weights.each_ref().map(Vec::as_slice));
    assert_eq!(again.and_then(|again| again.shared(Sharing::of(&Faces))), Ok(network));
}

/// A network whose weights are shared by the board's symmetries.
fn shared(seed: u64) -> Network {
    let sharing = Sharing::of(&Faces);
    let mut weights = weights(seed);
    for (part, weights) in weights.iter_mut().enumerate() {
        let parameters = weights.clone();
        sharing.for_each_weight(&shape(), part, |weight, parameter| weights[weight] = parameters[parameter]);
    }
    network(&weights).shared(sharing).expect("shared weights")
}

#[test]
fn shared_weights_are_stored_once_and_read_as_they_were() {
    let network = shared(3);
    let (bytes, all) = (network.write(), network.clone().shared(Sharing::none(32)).unwrap().write());
    assert!(bytes.len() < all.len() * 2 / 3, "{} bytes, {} of all weights", bytes.len(), all.len());
    assert_eq!(Network::read(&bytes), Ok(network));
    let error = Network::read(&all).unwrap().shared(Sharing::of(&Faces)).map(|network| network.write());
    assert_eq!(error, Ok(bytes));
    let unshared = self::network(&weights(3)).shared(Sharing::of(&Faces)).unwrap_err();
    assert_eq!(unshared.to_string(), "the network's weights: weights of symmetric inputs differ");
}

#[test]
fn symmetries_that_are_no_group_are_none() {
    assert_eq!(Sharing::new(vec![]), None);
    assert_eq!(Sharing::new(vec![vec![0, 1, 2], vec![1, 2, 0]]), None);
    assert_eq!(Sharing::new(vec![vec![0, 1], vec![0, 0]]), None);
    assert_eq!(Sharing::new(vec![vec![0, 1], vec![0, 2]]), None);
    assert!(Sharing::new(vec![vec![0, 1, 2], vec![1, 2, 0], vec![2, 0, 1]]).is_some());
}

#[test]
fn a_torn_or_damaged_file_is_refused_wherever_the_damage_is() {
    let bytes = network(&weights(7)).write();
    for length in (0..bytes.len()).step_by(7) {
        assert!(Network::read(&bytes[..length]).is_err(), "cut to {length} bytes");
    }
    for place in (0..bytes.len()).step_by(5) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        assert!(Network::read(&damaged).is_err(), "byte {place}");
    }
    let long = [&bytes[..], b"x"].concat();
    assert_eq!(Network::read(&long), Err(ModelError::Length(long.len(), bytes.len())));
}

/// The same features but for their number of symmetries.
#[derive(Clone, Copy, Debug)]
struct OneWay;

impl Features<Coins> for OneWay {
    const NAME: &'static str = Faces::NAME;

    type Seen = Coins;

    fn see(&self, position: &Coins) -> Coins {
        Faces.see(position)
    }

    fn count(&self) -> usize {
        Faces.count()
    }

    fn most_active(&self) -> usize {
        Faces.most_active()
    }

    fn active(&self, position: &Coins, side: Side, visit: &mut impl FnMut(usize)) {
        Faces.active(position, side, visit);
    }

    fn phases(&self) -> usize {
        Faces.phases()
    }
}

#[test]
fn a_network_for_something_else_is_refused_with_both_names() {
    let bytes = network(&weights(7)).write();
    let error = Network::for_features(&bytes, "hex", &Faces).unwrap_err().to_string();
    assert_eq!(error, "the network has game \"coins\", where \"hex\" is wanted");
    let error = Network::for_features(&bytes, "coins", &OneWay).unwrap_err().to_string();
    assert!(error.starts_with("the network has checksum "), "{error}");
}

#[test]
fn weights_that_might_overflow_or_are_no_numbers_are_refused() {
    let refused = |change: fn(&mut [Vec<f32>; PARTS])| {
        let mut weights = weights(7);
        change(&mut weights);
        let error = Network::from_weights(shape(), weights.each_ref().map(Vec::as_slice)).unwrap_err();
        assert!(matches!(error, ModelError::Weights(_)), "{error}");
    };
    refused(|weights| weights[0].iter_mut().for_each(|weight| *weight = 10.0));
    refused(|weights| weights[2][0] = f32::NAN);
    refused(|weights| weights[1].truncate(3));
}

/// A move's coin.
#[derive(Clone, Copy, Debug)]
struct WhichCoin;

impl MoveFeatures<Coins> for WhichCoin {
    const NAME: &'static str = "which-coin";

    fn count(&self) -> usize {
        16
    }

    fn active(&self, _position: &Coins, mv: Turn, visit: &mut impl FnMut(usize)) {
        visit(mv.0.into());
    }
}

#[test]
fn a_choice_weighs_moves_by_their_features_and_is_read_as_it_was_written() {
    let weights: Vec<f32> = (0..16).map(|coin| coin as f32 / 4.0).collect();
    let choice = Choice::from_weights("coins", &WhichCoin, &weights);
    let position = Coins { heads: 0, second: false };
    assert_eq!(choice.strength(&WhichCoin, &position, Turn(4)), 256);
    assert_eq!(Choice::for_features(&choice.write(), "coins", WhichCoin::NAME, 16), Ok(choice.clone()));
    let error = Choice::for_features(&choice.write(), "coins", "other", 16).unwrap_err().to_string();
    assert_eq!(error, "the network has features \"which-coin\", where \"other\" is wanted");
    assert!(Network::read(&choice.write()).is_err());
}
