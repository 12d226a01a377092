//! The network in floating point, as it is trained: its value, and the gradient of its loss.
//!
//! Symmetric positions must have equal values. So the hidden units come in orbits, one unit for each symmetry
//! of the board, and the units of an orbit share their weights ([`Sharing`]). Only one unit of an orbit is
//! stored; [`Model::expand`] writes out all.

use crate::dataset::Samples;
use plywood_net::{Features, ModelError, Network, PARTS, Shape, Sharing};
use plywood_search::Position;
use rand::RngExt;
use rand::rngs::StdRng;

/// The parameters of a network, and how they are shared.
#[derive(Clone, Debug)]
pub struct Model {
    shape: Shape,
    sharing: Sharing,
    /// The parameters: input weights by input and orbit, biases by orbit, output weights by phase, view and
    /// orbit, output biases by phase; of the second layer, weights by orbit, view and hidden unit, biases by
    /// phase and orbit, output weights by phase and orbit.
    pub parameters: Vec<f32>,
}

/// The greatest output weight that integers hold.
const MOST_OUTPUT: f32 = 127.0 / 64.0;
/// The greatest weight of the second layer.
const MOST_SECOND: f32 = 8.0;

/// All weights of a network, or the gradient by them, in the order of [`Shape::parts`].
#[derive(Clone, Debug, Default)]
pub struct Weights {
    values: Vec<f32>,
    starts: [usize; PARTS],
}

impl Weights {
    fn zeroed(shape: &Shape) -> Self {
        let (mut starts, mut end) = ([0; PARTS], 0);
        for (start, count) in starts.iter_mut().zip(shape.parts()) {
            *start = end;
            end += count;
        }
        Self { values: vec![0.0; end], starts }
    }

    /// The weights of a part of [`Shape::parts`].
    pub fn part(&self, part: usize) -> &[f32] {
        let end = self.starts.get(part + 1).copied().unwrap_or(self.values.len());
        &self.values[self.starts[part]..end]
    }

    /// Adds the gradient of other positions.
    pub(crate) fn add(&mut self, other: &Self) {
        self.values.iter_mut().zip(&other.values).for_each(|(sum, value)| *sum += value);
    }
}

impl Model {
    /// A model with random weights for the inputs of a game.
    ///
    /// # Errors
    ///
    /// If the number of hidden units is not one that the symmetries allow.
    pub fn of<P: Position, F: Features<P>>(
        shape: Shape,
        features: &F,
        rng: &mut StdRng,
    ) -> Result<Self, ModelError> {
        Self::random(shape, Sharing::of(features), rng)
    }

    /// A model with random weights, so shared.
    ///
    /// # Errors
    ///
    /// If the number of hidden units is not one that the shape and the symmetries allow.
    pub fn random(shape: Shape, sharing: Sharing, rng: &mut StdRng) -> Result<Self, ModelError> {
        if let Some(reason) = shape.fault().or_else(|| sharing.fault(&shape)) {
            return Err(ModelError::Header(reason));
        }
        let mut model = Self { shape, sharing, parameters: Vec::new() };
        let hidden = model.shape.hidden;
        let [inputs, biases, outputs, output_biases, second, second_biases, second_outputs] =
            model.shared_parts();
        let reach = 1.0 / (model.shape.most_active as f32).sqrt();
        model.parameters.extend((0..inputs).map(|_| rng.random_range(-reach..reach)));
        model.parameters.extend((0..biases).map(|_| 0.25));
        let reach = 2.0 / (2.0 * hidden as f32).sqrt();
        model.parameters.extend((0..outputs).map(|_| rng.random_range(-reach..reach)));
        model.parameters.extend((0..output_biases).map(|_| 0.0));
        model.parameters.extend((0..second).map(|_| rng.random_range(-reach..reach)));
        model.parameters.extend((0..second_biases).map(|_| 0.25));
        model.parameters.extend((0..second_outputs).map(|_| 0.0));
        Ok(model)
    }

    /// Takes over the weights of a network of the same sizes and inputs.
    ///
    /// # Errors
    ///
    /// If its sizes, game or inputs are others.
    pub fn begin_with(&mut self, network: &Network) -> Result<(), ModelError> {
        if *network.shape() != (Shape { scale: network.shape().scale, ..self.shape.clone() }) {
            return Err(ModelError::Header("it is a network of other sizes or inputs".to_owned()));
        }
        let weights = network.weights().concat();
        let mut parameters = core::mem::take(&mut self.parameters);
        self.for_each_weight(|weight, parameter| parameters[parameter] = weights[weight]);
        self.parameters = parameters;
        Ok(())
    }

    /// Sets the output weights to 0, so that the model begins with what it corrects.
    pub fn begin_with_base(&mut self) {
        let [inputs, biases, outputs, ..] = self.shared_parts();
        self.parameters[inputs + biases..][..outputs].fill(0.0);
    }

    /// Sets the weights of inputs that no position shows to 0: nothing is learnt about them, and what they
    /// began with is no knowledge.
    pub fn forget_unseen(&mut self, samples: &Samples) {
        let hidden = self.shape.hidden;
        let mut is_seen = vec![false; self.shape.inputs];
        samples.views.all().for_each(|input| is_seen[input] = true);
        let mut is_learnt = vec![false; self.shared_parts()[0]];
        self.sharing.for_each_weight(&self.shape, 0, |weight, parameter| {
            is_learnt[parameter] |= is_seen[weight / hidden];
        });
        for (parameter, is_learnt) in self.parameters.iter_mut().zip(is_learnt) {
            if !is_learnt {
                *parameter = 0.0;
            }
        }
    }

    /// The game, inputs and sizes that the model is made for.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The numbers of parameters, in the order of [`Shape::parts`].
    fn shared_parts(&self) -> [usize; PARTS] {
        self.sharing.parts(&self.shape)
    }

    /// Shows each weight of the whole network, in order, with the parameter that it is.
    fn for_each_weight(&self, mut visit: impl FnMut(usize, usize)) {
        let (mut first_weight, mut first_parameter) = (0, 0);
        for (part, (weights, parameters)) in
            self.shape.parts().into_iter().zip(self.shared_parts()).enumerate()
        {
            self.sharing.for_each_weight(&self.shape, part, |weight, parameter| {
                visit(first_weight + weight, first_parameter + parameter);
            });
            first_weight += weights;
            first_parameter += parameters;
        }
    }

    /// All weights.
    pub fn expand(&self) -> Weights {
        let mut weights = Weights::zeroed(&self.shape);
        self.for_each_weight(|weight, parameter| weights.values[weight] = self.parameters[parameter]);
        weights
    }

    /// The gradient by the parameters, from that by all weights.
    pub fn fold(&self, gradient: &Weights) -> Vec<f32> {
        let mut folded = vec![0.0; self.parameters.len()];
        self.for_each_weight(|weight, parameter| folded[parameter] += gradient.values[weight]);
        folded
    }

    /// Cuts the parameters to what integers can hold.
    pub fn clip(&mut self) {
        // Sums of as many weights as can be active, and the bias, stay within 16 bits: 32 767 / 255 = 128.
        let most_input = 127.0 / (self.shape.most_active + 1) as f32;
        let most =
            [most_input, most_input, MOST_OUTPUT, f32::INFINITY, MOST_SECOND, MOST_SECOND, MOST_SECOND];
        let parts = self.shared_parts();
        let mut rest = &mut self.parameters[..];
        for (count, most) in parts.into_iter().zip(most) {
            let (part, others) = rest.split_at_mut(count);
            for weight in part {
                *weight = weight.clamp(-most, most);
            }
            rest = others;
        }
    }

    /// The network in integers.
    ///
    /// # Errors
    ///
    /// If a parameter is not a number.
    pub fn network(&self) -> Result<Network, ModelError> {
        let weights = self.expand();
        let parts = core::array::from_fn(|part| weights.part(part));
        Network::from_weights(self.shape.clone(), parts)?.shared(self.sharing.clone())
    }
}

/// The memory of a thread that works on positions one after the other.
#[derive(Debug)]
pub struct Pass<'a> {
    shape: &'a Shape,
    weights: &'a Weights,
    /// Of the hidden units, by view.
    sums: Vec<f32>,
    activations: Vec<f32>,
    /// Of the second layer.
    second: Vec<f32>,
    deltas: Vec<f32>,
}

impl<'a> Pass<'a> {
    /// A pass over positions with these weights.
    pub fn new(shape: &'a Shape, weights: &'a Weights) -> Self {
        let sums = vec![0.0; 2 * shape.hidden];
        let second = vec![0.0; shape.second];
        Self { shape, weights, activations: sums.clone(), deltas: sums.clone(), sums, second }
    }

    /// The logit of a position.
    pub fn logit(&mut self, samples: &Samples, position: usize) -> f32 {
        let Shape { hidden, second, .. } = *self.shape;
        let phase = usize::from(samples.phases[position]);
        let (inputs, biases) = (self.weights.part(0), self.weights.part(1));
        for (view, sums) in self.sums.chunks_exact_mut(hidden).enumerate() {
            sums.copy_from_slice(biases);
            for feature in samples.view(position, view) {
                let row = &inputs[feature * hidden..][..hidden];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        for (activation, sum) in self.activations.iter_mut().zip(&self.sums) {
            *activation = activated(*sum);
        }
        let outputs = &self.weights.part(2)[2 * phase * hidden..][..2 * hidden];
        let mut logit = self.weights.part(3)[phase] + samples.bases[position] / self.shape.scale;
        logit += dot(&self.activations, outputs);
        if second > 0 {
            let biases = &self.weights.part(5)[phase * second..][..second];
            let outputs = &self.weights.part(6)[phase * second..][..second];
            let rows = self.weights.part(4).chunks_exact(2 * hidden);
            for (((sum, row), bias), output) in self.second.iter_mut().zip(rows).zip(biases).zip(outputs) {
                *sum = bias + dot(&self.activations, row);
                logit += activated(*sum) * output;
            }
        }
        logit
    }

    /// Adds the gradient of `slope x logit` of the position whose [`logit`](Self::logit) was asked for last.
    pub fn backward(&mut self, samples: &Samples, position: usize, slope: f32, gradient: &mut Weights) {
        let Shape { hidden, second, .. } = *self.shape;
        let phase = usize::from(samples.phases[position]);
        let starts = gradient.starts;
        let add = |target: &mut [f32], deltas: &[f32], by: f32| {
            target.iter_mut().zip(deltas).for_each(|(sum, delta)| *sum += by * delta);
        };
        gradient.values[starts[3] + phase] += slope;
        add(&mut gradient.values[starts[2] + 2 * phase * hidden..][..2 * hidden], &self.activations, slope);
        let outputs = &self.weights.part(2)[2 * phase * hidden..][..2 * hidden];
        self.deltas.iter_mut().zip(outputs).for_each(|(delta, output)| *delta = slope * output);
        for (unit, &sum) in self.second.iter().enumerate() {
            let of_phase = phase * second + unit;
            gradient.values[starts[6] + of_phase] += slope * activated(sum);
            let delta = slope * self.weights.part(6)[of_phase] * slope_at(sum);
            if delta != 0.0 {
                gradient.values[starts[5] + of_phase] += delta;
                let row = unit * 2 * hidden;
                add(&mut gradient.values[starts[4] + row..][..2 * hidden], &self.activations, delta);
                add(&mut self.deltas, &self.weights.part(4)[row..][..2 * hidden], delta);
            }
        }
        self.deltas.iter_mut().zip(&self.sums).for_each(|(delta, &sum)| *delta *= slope_at(sum));
        for (view, deltas) in self.deltas.chunks_exact(hidden).enumerate() {
            add(&mut gradient.values[starts[1]..][..hidden], deltas, 1.0);
            for feature in samples.view(position, view) {
                add(&mut gradient.values[feature * hidden..][..hidden], deltas, 1.0);
            }
        }
    }

    /// The gradient to add to.
    pub fn gradient(&self) -> Weights {
        Weights::zeroed(self.shape)
    }
}

/// The activation of a unit with this sum: clipped, and squared.
fn activated(sum: f32) -> f32 {
    let clipped = sum.clamp(0.0, 1.0);
    clipped * clipped
}

/// The slope of the activation.
fn slope_at(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 }
}

/// The sum of products, in sixteen sums side by side so that the compiler may use vectors.
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut totals = [0.0; 16];
    for (one, other) in one.as_chunks::<16>().0.iter().zip(other.as_chunks::<16>().0) {
        (0..16).for_each(|lane| totals[lane] += one[lane] * other[lane]);
    }
    totals.iter().sum()
}

/// The expected result of a logit.
pub fn expected(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_loa::eval::Inputs;
    use rand::SeedableRng;

    #[test]
    fn symmetric_inputs_have_equal_logits() {
        let mut rng = StdRng::seed_from_u64(5);
        let shape = Shape { hidden: 16, second: 8, ..Shape::of("loa", &Inputs) };
        let mut model = Model::of(shape, &Inputs, &mut rng).expect("a model");
        model.parameters.iter_mut().for_each(|parameter| *parameter = rng.random_range(-0.2..0.4));
        let views = [0, 1].map(|_| (0..12).map(|_| rng.random_range(0..Inputs.count())).collect::<Vec<_>>());
        let mut samples = Samples::default();
        for symmetry in 0..Inputs.symmetries() {
            for view in &views {
                let image = |&input: &usize| Inputs.image(input, symmetry) as u16;
                samples.views.push(&mut view.iter().map(image).collect::<Vec<_>>());
            }
            samples.bases.push(0.0);
            samples.phases.push(1);
        }
        let weights = model.expand();
        let mut pass = Pass::new(model.shape(), &weights);
        let logits: Vec<f32> = (0..samples.len()).map(|position| pass.logit(&samples, position)).collect();
        assert!(logits[0].abs() > 0.1);
        assert!(logits.iter().all(|logit| (logit - logits[0]).abs() < 1e-5), "{logits:?}");
    }
}
