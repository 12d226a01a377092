//! The network in floating point, as it is trained: its value, and the gradient of its loss.
//!
//! Symmetric positions must have equal values. So the hidden units come in orbits, one unit for each symmetry
//! of the board, and the units of an orbit share their weights: what one unit sees, another sees on the board
//! turned or mirrored. Only one unit of an orbit is stored; [`Model::expand`] writes out all.

use crate::dataset::Samples;
use plywood_net::{Features, HIDDEN_UNIT, MAX_HIDDEN, ModelError, Network, Shape};
use plywood_search::Position;
use rand::RngExt;
use rand::rngs::StdRng;

/// The parameters of a network, and how they are shared.
#[derive(Clone, Debug)]
pub struct Model {
    shape: Shape,
    /// By symmetry, then input: the input's image.
    images: Vec<Vec<u32>>,
    /// The parameters: input weights by orbit and input, biases by orbit, output weights by phase, view and
    /// orbit, output biases by phase.
    pub parameters: Vec<f32>,
}

/// All weights of a network, or the gradient by them, in the order of [`Shape::parts`].
#[derive(Clone, Debug, Default)]
pub struct Weights {
    values: Vec<f32>,
    starts: [usize; 4],
}

impl Weights {
    fn zeroed(shape: &Shape) -> Self {
        let [inputs, biases, outputs, output_biases] = shape.parts();
        let starts = [0, inputs, inputs + biases, inputs + biases + outputs];
        Self { values: vec![0.0; starts[3] + output_biases], starts }
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
        let images =
            |symmetry| (0..features.count()).map(|input| features.image(input, symmetry) as u32).collect();
        Self::random(shape, (0..features.symmetries()).map(images).collect(), rng)
    }

    /// A model with random weights. `images` are those of the inputs, by symmetry.
    ///
    /// # Errors
    ///
    /// If the number of hidden units is not one that the shape and the symmetries allow.
    pub fn random(shape: Shape, images: Vec<Vec<u32>>, rng: &mut StdRng) -> Result<Self, ModelError> {
        let (hidden, symmetries) = (shape.hidden, images.len().max(1));
        if hidden == 0
            || hidden > MAX_HIDDEN
            || !hidden.is_multiple_of(HIDDEN_UNIT)
            || !hidden.is_multiple_of(symmetries)
        {
            let reason = format!(
                "hidden={hidden} is not a multiple of {HIDDEN_UNIT} and {symmetries} up to {MAX_HIDDEN}"
            );
            return Err(ModelError::Header(reason));
        }
        let mut model = Self { shape, images, parameters: Vec::new() };
        let [inputs, biases, outputs, output_biases] = model.shared_parts();
        let reach = 1.0 / (model.shape.most_active as f32).sqrt();
        model.parameters.extend((0..inputs).map(|_| rng.random_range(-reach..reach)));
        model.parameters.extend((0..biases).map(|_| 0.25));
        let reach = 2.0 / (2.0 * hidden as f32).sqrt();
        model.parameters.extend((0..outputs).map(|_| rng.random_range(-reach..reach)));
        model.parameters.extend((0..output_biases).map(|_| 0.0));
        Ok(model)
    }

    /// Sets the output weights to 0, so that the model begins with what it corrects.
    pub fn begin_with_base(&mut self) {
        let [inputs, biases, outputs, _] = self.shared_parts();
        self.parameters[inputs + biases..][..outputs].fill(0.0);
    }

    /// The game, inputs and sizes that the model is made for.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    fn orbits(&self) -> usize {
        self.shape.hidden / self.images.len()
    }

    /// The numbers of parameters: of inputs, biases, outputs, output biases.
    fn shared_parts(&self) -> [usize; 4] {
        let orbits = self.orbits();
        [orbits * self.shape.inputs, orbits, self.shape.phases * 2 * orbits, self.shape.phases]
    }

    /// Shows each weight of the whole network, in order, with the parameter that it is.
    fn for_each_weight(&self, mut visit: impl FnMut(usize, usize)) {
        let Shape { inputs, hidden, phases, .. } = self.shape;
        let (orbits, symmetries) = (self.orbits(), self.images.len());
        let [own_inputs, own_biases, own_outputs, _] = self.shared_parts();
        let mut weight = 0;
        let mut next = |parameter| {
            visit(weight, parameter);
            weight += 1;
        };
        for input in 0..inputs {
            for unit in 0..hidden {
                let image = self.images[unit % symmetries][input] as usize;
                next(unit / symmetries * inputs + image);
            }
        }
        (0..hidden).for_each(|unit| next(own_inputs + unit / symmetries));
        for set in 0..phases * 2 {
            (0..hidden).for_each(|unit| next(own_inputs + own_biases + set * orbits + unit / symmetries));
        }
        (0..phases).for_each(|phase| next(own_inputs + own_biases + own_outputs + phase));
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
        let [inputs, biases, outputs, _] = self.shared_parts();
        // Sums of as many weights as can be active, and the bias, stay within 16 bits: 32 767 / 255 = 128.
        let most_input = 127.0 / (self.shape.most_active + 1) as f32;
        let most_output = 127.0 / 64.0;
        let (first, rest) = self.parameters.split_at_mut(inputs + biases);
        for weight in first {
            *weight = weight.clamp(-most_input, most_input);
        }
        for weight in &mut rest[..outputs] {
            *weight = weight.clamp(-most_output, most_output);
        }
    }

    /// The network in integers.
    ///
    /// # Errors
    ///
    /// If a parameter is not a number.
    pub fn network(&self) -> Result<Network, ModelError> {
        let weights = self.expand();
        Network::from_weights(self.shape.clone(), [0, 1, 2, 3].map(|part| weights.part(part)))
    }
}

/// The memory of a thread that works on positions one after the other.
#[derive(Debug)]
pub struct Pass<'a> {
    shape: &'a Shape,
    weights: &'a Weights,
    sums: [Vec<f32>; 2],
    deltas: Vec<f32>,
}

impl<'a> Pass<'a> {
    /// A pass over positions with these weights.
    pub fn new(shape: &'a Shape, weights: &'a Weights) -> Self {
        let sums = vec![0.0; shape.hidden];
        Self { shape, weights, deltas: sums.clone(), sums: [sums.clone(), sums] }
    }

    /// The logit of a position.
    pub fn logit(&mut self, samples: &Samples, position: usize) -> f32 {
        let hidden = self.shape.hidden;
        let phase = usize::from(samples.phases[position]);
        let (inputs, biases) = (self.weights.part(0), self.weights.part(1));
        let mut logit = self.weights.part(3)[phase] + samples.bases[position] / self.shape.scale;
        for (view, sums) in self.sums.iter_mut().enumerate() {
            sums.copy_from_slice(biases);
            for &feature in samples.view(position, view) {
                let row = &inputs[usize::from(feature) * hidden..][..hidden];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            let outputs = &self.weights.part(2)[(2 * phase + view) * hidden..][..hidden];
            logit += dot_of_squares(sums, outputs);
        }
        logit
    }

    /// Adds the gradient of `slope x logit` of the position whose [`logit`](Self::logit) was asked for last.
    pub fn backward(&mut self, samples: &Samples, position: usize, slope: f32, gradient: &mut Weights) {
        let hidden = self.shape.hidden;
        let phase = usize::from(samples.phases[position]);
        let [_, biases, outputs, output_biases] = gradient.starts;
        gradient.values[output_biases + phase] += slope;
        for (view, sums) in self.sums.iter().enumerate() {
            let first = (2 * phase + view) * hidden;
            let weights = &self.weights.part(2)[first..][..hidden];
            let of_outputs = &mut gradient.values[outputs + first..][..hidden];
            for unit in 0..hidden {
                let activation = sums[unit].clamp(0.0, 1.0);
                of_outputs[unit] += slope * activation * activation;
                let inside = f32::from(u8::from(sums[unit] > 0.0 && sums[unit] < 1.0));
                self.deltas[unit] = slope * weights[unit] * 2.0 * activation * inside;
            }
            let add = |target: &mut [f32], deltas: &[f32]| {
                target.iter_mut().zip(deltas).for_each(|(sum, delta)| *sum += delta);
            };
            add(&mut gradient.values[biases..][..hidden], &self.deltas);
            for &feature in samples.view(position, view) {
                add(&mut gradient.values[usize::from(feature) * hidden..][..hidden], &self.deltas);
            }
        }
    }

    /// The gradient to add to.
    pub fn gradient(&self) -> Weights {
        Weights::zeroed(self.shape)
    }
}

/// The sum of squared activations times weights, in eight sums side by side so that the compiler may use
/// vectors.
fn dot_of_squares(sums: &[f32], weights: &[f32]) -> f32 {
    let mut totals = [0.0; 8];
    for (sums, weights) in sums.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for lane in 0..8 {
            let activation = sums[lane].clamp(0.0, 1.0);
            totals[lane] += activation * activation * weights[lane];
        }
    }
    totals.iter().sum()
}

/// The expected result of a logit.
pub fn expected(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
