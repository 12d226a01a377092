//! Training: minibatches, Adam, a falling rate, validation after each epoch, and an early stop.
//!
//! Equal data, settings and seed give equal networks, whatever the number of threads: a batch is worked on in
//! slices of fixed size, whose gradients are added up in their order.

use crate::dataset::Samples;
use crate::model::{Model, Pass, Weights, expected};
use crate::seed::{generator, is_kept_apart};
use plywood_search::StopHandle;
use rand::seq::SliceRandom;
use std::thread;

/// Settings of the training of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// The greatest number of times that all positions are shown.
    pub epochs: usize,
    /// The positions of a step.
    pub batch: usize,
    /// The rate of Adam at the beginning; it falls to a hundredth along half a wave of the cosine.
    pub rate: f32,
    /// How much of each weight is taken away in a step, as a multiple of the rate.
    pub decay: f32,
    /// The share of the label that is the result of the game; the rest is the score of the search.
    pub result_share: f32,
    /// The points of a score for one unit of the logit: what makes scores expected results.
    pub scale: f32,
    /// The number of epochs without a lower validation loss after which training ends.
    pub patience: usize,
    /// Of a thousand games, how many are kept for validation.
    pub validation_per_mille: u32,
    /// The number of threads.
    pub threads: usize,
    /// The seed of the first weights, the split and the order of positions.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Self {
        Self {
            epochs: 40,
            batch: 8_192,
            rate: 0.004,
            decay: 0.0,
            result_share: 0.3,
            scale: 100.0,
            patience: 6,
            validation_per_mille: 50,
            threads: 2,
            seed: 1,
        }
    }
}

/// The losses after an epoch: cross entropy by position, less that of the labels themselves, so that 0 is
/// perfect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// The number of the epoch, from 1.
    pub number: usize,
    /// Over the positions that were learnt from, while they were.
    pub training: f32,
    /// Over the positions of other games.
    pub validation: f32,
}

/// Everything that training goes on from.
#[derive(Clone, Debug)]
pub struct State {
    /// The model now.
    pub model: Model,
    /// The parameters with the lowest validation loss.
    pub best: Vec<f32>,
    pub(crate) moments: [Vec<f32>; 2],
    pub(crate) steps: i32,
    /// The losses of all epochs.
    pub history: Vec<Epoch>,
}

impl State {
    /// The state before the first epoch.
    pub fn new(model: Model) -> Self {
        let zeros = vec![0.0; model.parameters.len()];
        Self {
            best: model.parameters.clone(),
            moments: [zeros.clone(), zeros],
            model,
            steps: 0,
            history: Vec::new(),
        }
    }

    /// The epoch with the lowest validation loss.
    pub fn best_epoch(&self) -> Option<Epoch> {
        self.history.iter().copied().min_by(|one, other| one.validation.total_cmp(&other.validation))
    }

    /// The model with the lowest validation loss.
    pub fn best_model(&self) -> Model {
        let mut model = self.model.clone();
        model.parameters.clone_from(&self.best);
        model
    }
}

/// The positions to learn from and those to validate with: whole games go one way or the other, and what is
/// alike ([`Samples::groups`]).
pub fn split(samples: &Samples, training: &Training) -> [Vec<u32>; 2] {
    let is_validation = |position: &u32| {
        is_kept_apart(samples.groups[*position as usize], training.seed, training.validation_per_mille)
    };
    let (validation, learning) = (0..samples.len() as u32).partition(is_validation);
    [learning, validation]
}

/// The label of a position: the value that a network is to give; `None` if nothing is known.
pub fn label(samples: &Samples, position: usize, training: &Training) -> Option<f32> {
    let (score, result) = (samples.scores[position], samples.results[position]);
    let guess = expected(score / training.scale);
    match (score.is_nan(), result.is_nan()) {
        (true, true) => None,
        (true, false) => Some(result),
        (false, true) => Some(guess),
        (false, false) => Some(guess + training.result_share * (result - guess)),
    }
}

/// Trains until the epochs are over, the validation loss has not fallen for long, or `stop` is pulled.
/// `observe` sees the state after each epoch; an epoch that was broken off leaves no trace.
///
/// # Errors
///
/// What `observe` gives, which ends the training.
pub fn train<E>(
    state: &mut State,
    samples: &Samples,
    training: &Training,
    stop: &StopHandle,
    observe: &mut dyn FnMut(&State) -> Result<(), E>,
) -> Result<(), E> {
    let [mut learning, validation] = split(samples, training);
    let steps = learning.len().div_ceil(training.batch) * training.epochs;
    while state.history.len() < training.epochs && !state.is_stale(training.patience) {
        let number = state.history.len() + 1;
        learning.sort_unstable();
        learning.shuffle(&mut generator(training.seed, number as u64));
        let before = state.clone();
        let mut loss = 0.0;
        for batch in learning.chunks(training.batch) {
            if stop.is_stopped() {
                *state = before;
                return Ok(());
            }
            let progress = state.steps as f32 / steps as f32;
            let rate = training.rate * (0.01 + 0.495 * (1.0 + (core::f32::consts::PI * progress).cos()));
            loss += state.step(samples, batch, training, rate);
        }
        let training_loss = (loss / learning.len().max(1) as f64) as f32;
        let validation = mean_loss(&state.model, samples, &validation, training);
        if state.best_epoch().is_none_or(|best| validation < best.validation) {
            state.best.clone_from(&state.model.parameters);
        }
        state.history.push(Epoch { number, training: training_loss, validation });
        observe(state)?;
    }
    Ok(())
}

impl State {
    fn is_stale(&self, patience: usize) -> bool {
        self.best_epoch().is_some_and(|best| best.number + patience <= self.history.len())
    }

    /// One step of Adam (Kingma and Ba 2015) with decoupled decay (Loshchilov and Hutter 2019). Returns the
    /// loss over the batch, summed.
    fn step(&mut self, samples: &Samples, batch: &[u32], training: &Training, rate: f32) -> f64 {
        const DECAYS: [f32; 2] = [0.9, 0.999];
        let (gradient, loss) = batch_gradient(&self.model, samples, batch, training);
        self.steps += 1;
        let share = 1.0 / batch.len() as f32;
        let corrections = DECAYS.map(|decay| 1.0 / (1.0 - decay.powi(self.steps)));
        let [first, second] = &mut self.moments;
        for (index, slope) in gradient.into_iter().enumerate() {
            let slope = slope * share;
            first[index] += (1.0 - DECAYS[0]) * (slope - first[index]);
            second[index] += (1.0 - DECAYS[1]) * (slope * slope - second[index]);
            let size = (second[index] * corrections[1]).sqrt() + 1e-8;
            let weight = &mut self.model.parameters[index];
            *weight -= rate * (first[index] * corrections[0] / size + training.decay * *weight);
        }
        self.model.clip();
        loss
    }
}

/// The positions that a thread works on at a time.
const SLICE: usize = 512;

/// The gradient of the loss by the parameters over a batch, and the loss, both summed.
pub fn batch_gradient(
    model: &Model,
    samples: &Samples,
    batch: &[u32],
    training: &Training,
) -> (Vec<f32>, f64) {
    let weights = model.expand();
    let parts = in_slices(batch, training.threads, |slice| {
        let mut pass = Pass::new(model.shape(), &weights);
        let mut gradient = pass.gradient();
        let mut loss = 0.0;
        for &position in slice {
            let position = position as usize;
            let Some(label) = label(samples, position, training) else { continue };
            let logit = pass.logit(samples, position);
            loss += f64::from(excess(logit, label));
            pass.backward(samples, position, expected(logit) - label, &mut gradient);
        }
        (gradient, loss)
    });
    let mut total = Pass::new(model.shape(), &weights).gradient();
    let mut loss = 0.0;
    for (gradient, part) in parts {
        total.add(&gradient);
        loss += part;
    }
    (model.fold(&total), loss)
}

/// The mean loss over positions.
pub fn mean_loss(model: &Model, samples: &Samples, positions: &[u32], training: &Training) -> f32 {
    let weights: Weights = model.expand();
    let parts = in_slices(positions, training.threads, |slice| {
        let mut pass = Pass::new(model.shape(), &weights);
        let of = |&position: &u32| {
            let label = label(samples, position as usize, training)?;
            Some(f64::from(excess(pass.logit(samples, position as usize), label)))
        };
        slice.iter().filter_map(of).sum::<f64>()
    });
    (parts.into_iter().sum::<f64>() / positions.len().max(1) as f64) as f32
}

/// The cross entropy between a label and the expected result of a logit, less the label's own entropy.
fn excess(logit: f32, label: f32) -> f32 {
    let entropy =
        |p: f32| if p <= 0.0 || p >= 1.0 { 0.0 } else { -(p * p.ln() + (1.0 - p) * (1.0 - p).ln()) };
    // ln(1 + e^-|x|) does not overflow.
    let cross = logit.max(0.0) - logit * label + (-logit.abs()).exp().ln_1p();
    cross - entropy(label)
}

/// Works on slices of positions, and gives the results in their order. Which thread does which does not
/// matter.
fn in_slices<T: Send>(positions: &[u32], threads: usize, work: impl Fn(&[u32]) -> T + Sync) -> Vec<T> {
    let slices: Vec<_> = positions.chunks(SLICE).collect();
    let share = slices.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = slices
            .chunks(share)
            .map(|part| scope.spawn(move || part.iter().map(|slice| work(slice)).collect::<Vec<_>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker does not panic")).collect()
    })
}
