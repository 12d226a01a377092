//! Choice models from decisions whose answer is known.

use plywood_learn::{ChoiceEpoch, ChoiceTraining, Decisions, choice_gradient, train_choice};
use rand::{RngExt, SeedableRng, rngs::StdRng};

const FEATURES: usize = 12;

/// Decisions among options of two features each, the chosen one drawn with the chances that `truth` gives.
fn decisions(truth: &[f32], count: u32, options: usize) -> Decisions {
    let mut rng = StdRng::seed_from_u64(7);
    let mut decisions = Decisions::default();
    for number in 0..count {
        let mut list: Vec<[usize; 2]> =
            (0..options).map(|_| [rng.random_range(0..6), rng.random_range(6..FEATURES)]).collect();
        let weight = |option: &[usize; 2]| option.iter().map(|&feature| truth[feature]).sum::<f32>().exp();
        let mut left = rng.random_range(0.0..list.iter().map(weight).sum::<f32>());
        let drawn = list.iter().position(|option| {
            left -= weight(option);
            left < 0.0
        });
        list.swap(0, drawn.unwrap_or(0));
        decisions.add(number, 1.0, list);
    }
    decisions
}

fn truth() -> Vec<f32> {
    (0..FEATURES).map(|feature| (feature % 5) as f32 / 2.0 - 1.0).collect()
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let decisions = decisions(&truth(), 20, 5);
    let all: Vec<usize> = (0..decisions.len()).collect();
    let mut weights: Vec<f32> = (0..FEATURES).map(|feature| (feature as f32).sin()).collect();
    let (gradient, _) = choice_gradient(&decisions, &weights, &all);
    for feature in 0..FEATURES {
        const STEP: f32 = 0.01;
        weights[feature] += STEP;
        let above = choice_gradient(&decisions, &weights, &all).1;
        weights[feature] -= 2.0 * STEP;
        let below = choice_gradient(&decisions, &weights, &all).1;
        weights[feature] += STEP;
        let slope = (above - below) / (2.0 * STEP);
        assert!((slope - gradient[feature]).abs() < 0.02, "{feature}: {slope} and {}", gradient[feature]);
    }
}

#[test]
fn training_finds_what_made_the_choices_and_twice_the_same() {
    let (truth, mut epochs) = (truth(), Vec::<ChoiceEpoch>::new());
    let decisions = decisions(&truth, 3_000, 6);
    let training = ChoiceTraining { decay: 0.0, ..ChoiceTraining::default() };
    let found = train_choice(&decisions, FEATURES, &training, &mut |epoch| epochs.push(epoch));
    // Only differences within a group of features can be known.
    for group in [0..6, 6..FEATURES] {
        let mean = |weights: &[f32]| weights[group.clone()].iter().sum::<f32>() / 6.0;
        for feature in group.clone() {
            let (wanted, found) = (truth[feature] - mean(&truth), found[feature] - mean(&found));
            assert!((wanted - found).abs() < 0.25, "{feature}: {wanted} and {found}");
        }
    }
    let last = epochs.last().expect("there are epochs");
    assert!(last.validation < 6.0_f32.ln() - 0.2 && last.training < epochs[0].training, "{epochs:?}");
    assert_eq!(train_choice(&decisions, FEATURES, &training, &mut |_| {}), found);
}

#[test]
fn a_sample_of_the_options_gives_the_weights_of_them_all() {
    let mut decisions = Decisions::default();
    // One option in a hundred is chosen half the time; then only ten others are shown, each for 9.9 of them.
    for game in 0..4_000 {
        let (options, stands_for) = if game % 2 == 0 {
            ([vec![[0]], vec![[1]; 10]].concat(), 9.9)
        } else {
            ([vec![[1]; 99], vec![[0]]].concat(), 1.0)
        };
        decisions.add(game, stands_for, options);
    }
    let training = ChoiceTraining { decay: 0.0, ..ChoiceTraining::default() };
    let weights = train_choice(&decisions, 2, &training, &mut |_| {});
    let advantage = weights[0] - weights[1];
    assert!((advantage - 99.0_f32.ln()).abs() < 0.2, "{advantage}");
}

#[test]
fn each_option_of_a_sample_can_stand_for_a_number_of_its_own() {
    let mut decisions = Decisions::default();
    // Of 10 + 90 options beside it one is chosen half the time; shown are 5 and 9 of those, for 2 and 10 each.
    for game in 0..4_000 {
        let first = if game % 2 == 0 { [0] } else { [1 + usize::from(game % 20 != 1)] };
        let sample = [vec![(2.0, [1]); 5], vec![(10.0, [2]); 9]].concat();
        let rest = if game % 2 == 0 { sample } else { [vec![(1.0, [0])], sample].concat() };
        decisions.add_sample(game, [vec![(1.0, first)], rest].concat());
    }
    let training = ChoiceTraining { decay: 0.0, ..ChoiceTraining::default() };
    let weights = train_choice(&decisions, 3, &training, &mut |_| {});
    for other in [1, 2] {
        let advantage = weights[0] - weights[other];
        assert!((advantage - 100.0_f32.ln()).abs() < 0.2, "{other}: {advantage}");
    }
}

#[test]
fn counts_teach_the_share_of_each_option() {
    let mut decisions = Decisions::default();
    for game in 0..500 {
        decisions.add_counted(game, [(60, [0]), (30, [1]), (0, [2]), (10, [3])]);
        decisions.add_counted(game, [(0, [0]), (0, [1])]);
    }
    assert_eq!(decisions.len(), 500);
    let training = ChoiceTraining { decay: 0.0, epochs: 40, ..ChoiceTraining::default() };
    let mut last = f32::INFINITY;
    let weights = train_choice(&decisions, 4, &training, &mut |epoch| last = epoch.validation);
    for (option, odds) in [(1, 2.0_f32), (3, 6.0)] {
        let advantage = weights[0] - weights[option];
        assert!((advantage - odds.ln()).abs() < 0.05, "{option}: {advantage}");
    }
    assert!(weights[0] - weights[2] > 3.0, "{weights:?}");
    // What is left is little more than the entropy of the shares.
    let entropy: f32 = [0.6_f32, 0.3, 0.1].iter().map(|share| -share * share.ln()).sum();
    assert!((entropy..entropy + 0.03).contains(&last), "{last} and {entropy}");
}

#[test]
fn no_decisions_leave_all_weights_zero() {
    let mut none = Decisions::default();
    none.add(0, 1.0, Vec::<Vec<usize>>::new());
    assert!(none.is_empty());
    assert_eq!(train_choice(&none, 3, &ChoiceTraining::default(), &mut |_| {}), [0.0; 3]);
}
