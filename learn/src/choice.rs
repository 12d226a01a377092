//! Training of choice models: multinomial logistic regression, by minibatches and Adam.
//!
//! A decision is a list of options, each a list of sparse features, of which the first was chosen. Where
//! options are many, a sample of those that were not chosen will do, if the decision says how many each of
//! them stands for. A decision may also say how often each option was chosen, such as the visits of a search;
//! the model then learns all their shares.

use crate::seed::{generator, is_kept_apart};
use core::ops::Range;
use plywood_net::softmax;
use rand::seq::SliceRandom;

/// Decisions to learn from.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    features: Vec<u32>,
    /// Where the features of each option end.
    options: Vec<usize>,
    /// By option: the share of its decision that chose it.
    targets: Vec<f32>,
    /// Where the options of each decision end.
    ends: Vec<usize>,
    /// By option: the logarithm of the number of options that it stands for.
    shares: Vec<f32>,
    /// By decision: the game that it is from.
    games: Vec<u32>,
}

impl Decisions {
    /// Adds a decision of a game: the features of its options, the chosen one first. Each other option stands
    /// for `stands_for`, more than none, of those that were not chosen. Without options nothing is added.
    pub fn add<O>(&mut self, game: u32, stands_for: f32, options: impl IntoIterator<Item = O>)
    where
        O: IntoIterator<Item = usize>,
    {
        let numbers = core::iter::once(1.0).chain(core::iter::repeat(stands_for));
        self.add_sample(game, numbers.zip(options));
    }

    /// The same where each option has its own number of those that it stands for: an even sample of some, a
    /// sparser one of others. The chosen one comes first and stands for itself, 1.
    pub fn add_sample<O>(&mut self, game: u32, options: impl IntoIterator<Item = (f32, O)>)
    where
        O: IntoIterator<Item = usize>,
    {
        let chosen = core::iter::once(1.0).chain(core::iter::repeat(0.0));
        self.add_all(game, chosen.zip(options));
    }

    /// Adds a decision of a game: how often each option was chosen, and its features. If none ever was,
    /// nothing is added.
    pub fn add_counted<O>(&mut self, game: u32, options: impl IntoIterator<Item = (u32, O)>)
    where
        O: IntoIterator<Item = usize>,
    {
        let options: Vec<_> = options.into_iter().collect();
        let all: f32 = options.iter().map(|&(count, _)| count as f32).sum();
        if all > 0.0 {
            let share = |(count, option)| (count as f32 / all, (1.0, option));
            self.add_all(game, options.into_iter().map(share));
        }
    }

    /// Adds options: the share of each, how many it stands for, and its features.
    fn add_all<O>(&mut self, game: u32, options: impl Iterator<Item = (f32, (f32, O))>)
    where
        O: IntoIterator<Item = usize>,
    {
        let before = self.options.len();
        for (target, (stands_for, option)) in options {
            self.features.extend(option.into_iter().map(|feature| feature as u32));
            self.options.push(self.features.len());
            self.targets.push(target);
            self.shares.push(stands_for.ln());
        }
        if self.options.len() > before {
            self.ends.push(self.options.len());
            self.games.push(game);
        }
    }

    /// The number of decisions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The numbers of the options of a decision.
    fn range(&self, decision: usize) -> Range<usize> {
        decision.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[decision]
    }

    /// The options of a decision: the share of each, and its features.
    fn of(&self, decision: usize) -> impl ExactSizeIterator<Item = (f32, &[u32])> {
        self.range(decision).map(|option| {
            let begin = option.checked_sub(1).map_or(0, |before| self.options[before]);
            (self.targets[option], &self.features[begin..self.options[option]])
        })
    }

    /// The decisions to learn from and those to validate with: whole games go one way or the other.
    fn split(&self, training: &ChoiceTraining) -> [Vec<usize>; 2] {
        let is_validation = |&decision: &usize| {
            is_kept_apart(self.games[decision], training.seed, training.validation_per_mille)
        };
        let (validation, learning) = (0..self.len()).partition(is_validation);
        [learning, validation]
    }
}

/// Settings of the training of a choice model.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceTraining {
    /// The number of times that all decisions are shown.
    pub epochs: usize,
    /// The decisions of a step.
    pub batch: usize,
    /// The rate of Adam at the beginning; it falls to zero in a straight line.
    pub rate: f32,
    /// The pull of each weight towards zero: half of this times its square is added to the loss of a
    /// decision.
    pub decay: f32,
    /// Of a thousand games, how many are kept for validation.
    pub validation_per_mille: u32,
    /// The seed of the split and of the order of decisions.
    pub seed: u64,
}

impl Default for ChoiceTraining {
    fn default() -> Self {
        Self { epochs: 12, batch: 64, rate: 0.03, decay: 0.001, validation_per_mille: 100, seed: 1 }
    }
}

/// The mean losses after an epoch, in natural logarithms: how unlikely the model held what was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChoiceEpoch {
    /// The number of the epoch, from 1.
    pub number: usize,
    /// Over the decisions that were learnt from, while they were.
    pub training: f32,
    /// Over those of other games.
    pub validation: f32,
}

/// Trains the weights of so many features, and shows each epoch to `observe`; features beyond weigh nothing.
/// Returns the weights of the epoch with the lowest validation loss; equal decisions, settings and seeds give
/// equal weights.
pub fn train_choice(
    decisions: &Decisions,
    features: usize,
    training: &ChoiceTraining,
    observe: &mut dyn FnMut(ChoiceEpoch),
) -> Vec<f32> {
    let [mut learning, validation] = decisions.split(training);
    let mut adam = Adam::new(features);
    let batch = training.batch.max(1);
    let steps = (learning.len().div_ceil(batch) * training.epochs).max(1);
    let (mut best, mut least) = (adam.weights.clone(), f32::INFINITY);
    for number in 1..=training.epochs {
        learning.sort_unstable();
        learning.shuffle(&mut generator(training.seed, number as u64));
        let mut loss = 0.0;
        for batch in learning.chunks(batch) {
            let (mut gradient, part) = choice_gradient(decisions, &adam.weights, batch);
            loss += part;
            for (slope, weight) in gradient.iter_mut().zip(&adam.weights) {
                *slope = *slope / batch.len() as f32 + training.decay * weight;
            }
            let rate = training.rate * (1.0 - adam.steps as f32 / steps as f32);
            adam.step(&gradient, rate);
        }
        let training = loss / learning.len().max(1) as f32;
        let validation = choice_loss(decisions, &adam.weights, &validation);
        if validation < least {
            (best, least) = (adam.weights.clone(), validation);
        }
        observe(ChoiceEpoch { number, training, validation });
    }
    best
}

/// The gradient of the loss by the weights over the decisions with these numbers, and the loss, both summed.
///
/// # Panics
///
/// If there is no decision with such a number.
pub fn choice_gradient(decisions: &Decisions, weights: &[f32], chosen: &[usize]) -> (Vec<f32>, f32) {
    let mut gradient = vec![0.0; weights.len()];
    let mut loss = 0.0;
    for &decision in chosen {
        let chances = chances(decisions, weights, decision);
        loss += loss_of(decisions, decision, &chances);
        for ((target, option), chance) in decisions.of(decision).zip(chances) {
            for &feature in option {
                if let Some(slope) = gradient.get_mut(feature as usize) {
                    *slope += chance - target;
                }
            }
        }
    }
    (gradient, loss)
}

/// The mean loss over these decisions; 0 for none.
fn choice_loss(decisions: &Decisions, weights: &[f32], chosen: &[usize]) -> f32 {
    let loss = |&decision: &usize| loss_of(decisions, decision, &chances(decisions, weights, decision));
    chosen.iter().map(loss).sum::<f32>() / chosen.len().max(1) as f32
}

/// The cross entropy of a decision: how unlikely these chances hold what was chosen.
fn loss_of(decisions: &Decisions, decision: usize, chances: &[f32]) -> f32 {
    let targets = decisions.of(decision).map(|(target, _)| target).zip(chances);
    let losses = targets.filter(|&(target, _)| target > 0.0);
    losses.map(|(target, chance)| -target * chance.max(f32::MIN_POSITIVE).ln()).sum()
}

/// The chances of a decision's options.
fn chances(decisions: &Decisions, weights: &[f32], decision: usize) -> Vec<f32> {
    let weight = |&feature: &u32| weights.get(feature as usize).copied().unwrap_or(0.0);
    let strength = |(_, option): (f32, &[u32])| option.iter().map(weight).sum::<f32>();
    let shares = &decisions.shares[decisions.range(decision)];
    let mut chances: Vec<f32> =
        decisions.of(decision).map(strength).zip(shares).map(|(strength, share)| strength + share).collect();
    softmax(&mut chances);
    chances
}

/// Adam (Kingma and Ba 2015).
struct Adam {
    weights: Vec<f32>,
    moments: [Vec<f32>; 2],
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Self {
        let zeros = vec![0.0; weights];
        Self { moments: [zeros.clone(), zeros.clone()], weights: zeros, steps: 0 }
    }

    fn step(&mut self, gradient: &[f32], rate: f32) {
        const DECAYS: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let corrections = DECAYS.map(|decay| 1.0 / (1.0 - decay.powi(self.steps)));
        let [first, second] = &mut self.moments;
        for (index, slope) in gradient.iter().enumerate() {
            first[index] += (1.0 - DECAYS[0]) * (slope - first[index]);
            second[index] += (1.0 - DECAYS[1]) * (slope * slope - second[index]);
            let size = (second[index] * corrections[1]).sqrt() + 1e-8;
            self.weights[index] -= rate * first[index] * corrections[0] / size;
        }
    }
}
