//! The value network: sparse inputs, one hidden layer for each side's view, an expected result.
//!
//! ```text
//! view of the player who moves:  inputs -> hidden, a -> clamp(a, 0, 1)^2 \
//!                                                                         > sum of products + bias = logit
//! view of the opponent:          inputs -> hidden, a -> clamp(a, 0, 1)^2 /
//! ```
//!
//! Both views have the same weights. The logit is that of the expected result for the player who moves; times
//! the network's scale it is a [`Score`] in points.
//!
//! In integers, an activation of 1 is 255, and an output weight of 1 is 64. An output weight has at most 127,
//! so that its product with an activation fits 16 bits, and a vector register holds sixteen.

use crate::accumulator::Accumulator;
use crate::features::{Features, checksum};
use crate::file::ModelError;
use plywood_search::{Position, Score, Side};

/// The greatest number of hidden units.
pub const MAX_HIDDEN: usize = 256;
/// The number of hidden units is a multiple of this.
pub const HIDDEN_UNIT: usize = 16;
/// The greatest number of inputs.
pub const MAX_INPUTS: usize = 1 << 16;
/// The greatest number of phases.
pub(crate) const MAX_PHASES: usize = 64;
/// The integer that stands for an activation of 1.
pub(crate) const ACTIVATION: i16 = 255;
/// The integer that stands for an output weight of 1.
pub(crate) const OUTPUT: f32 = 64.0;
/// The greatest output weight, in integers.
const MAX_OUTPUT: i16 = 127;

/// The sizes of a network, and what it is made for.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The name of the game.
    pub game: String,
    /// The name of the features.
    pub features: String,
    /// A checksum of the features.
    pub checksum: u64,
    /// The number of features.
    pub inputs: usize,
    /// The greatest number of features that are active at once.
    pub most_active: usize,
    /// The number of hidden units of one view.
    pub hidden: usize,
    /// The number of sets of output weights.
    pub phases: usize,
    /// The points of a score for one unit of the logit.
    pub scale: f32,
}

impl Shape {
    /// A shape with 64 hidden units for the features of a game.
    pub fn of<P: Position, F: Features<P>>(game: &str, features: &F) -> Self {
        Self {
            game: game.to_owned(),
            features: F::NAME.to_owned(),
            checksum: checksum(features),
            inputs: features.count(),
            most_active: features.most_active(),
            hidden: 64,
            phases: features.phases(),
            scale: 100.0,
        }
    }

    /// The numbers of weights, in the order in which they are stored: those of the inputs, by input; the
    /// biases of the hidden units; the output weights, by phase and view (the mover's first); the output
    /// biases, by phase.
    pub const fn parts(&self) -> [usize; 4] {
        [self.inputs * self.hidden, self.hidden, self.phases * 2 * self.hidden, self.phases]
    }

    /// The error in the numbers, if there is one.
    pub(crate) fn fault(&self) -> Option<String> {
        let within = |number: usize, most: usize| (1..=most).contains(&number);
        let sizes = [
            ("inputs", self.inputs, MAX_INPUTS),
            ("active", self.most_active, MAX_INPUTS),
            ("hidden", self.hidden, MAX_HIDDEN),
            ("phases", self.phases, MAX_PHASES),
        ];
        for (name, number, most) in sizes {
            if !within(number, most) {
                return Some(format!("{name}={number} is not within 1 to {most}"));
            }
        }
        if !self.hidden.is_multiple_of(HIDDEN_UNIT) {
            return Some(format!("hidden={} is not a multiple of {HIDDEN_UNIT}", self.hidden));
        }
        if !(1.0..=10_000.0).contains(&self.scale) {
            return Some(format!("scale={} is not within 1 to 10000", self.scale));
        }
        None
    }
}

/// A value network in integers.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    /// By input, then hidden unit.
    inputs: Vec<i16>,
    biases: Vec<i16>,
    /// By phase, view (the mover's first), hidden unit.
    outputs: Vec<i16>,
    /// By phase, in units of the product of weight and squared activation.
    output_biases: Vec<i32>,
    /// Points for each unit of the output, times 2^40.
    multiplier: i64,
}

impl Network {
    /// A network whose weights are all 0.
    ///
    /// # Panics
    ///
    /// If the shape is none: a size of 0 or one that is too large.
    pub fn zeroed(shape: Shape) -> Self {
        let [inputs, biases, outputs, output_biases] = shape.parts().map(|count| vec![0_i16; count]);
        let output_biases = output_biases.into_iter().map(i32::from).collect();
        Self::new(shape, inputs, biases, outputs, output_biases).expect("a shape that the caller has checked")
    }

    /// The network of trained weights, in the order of [`Shape::parts`], each rounded to the nearest integer
    /// that it can be.
    ///
    /// # Errors
    ///
    /// If the sizes are no good, a weight is not a number, or sums might not fit 16 bits.
    pub fn from_weights(shape: Shape, weights: [&[f32]; 4]) -> Result<Self, ModelError> {
        let unit = f32::from(ACTIVATION);
        if weights.iter().any(|part| part.iter().any(|weight| !weight.is_finite())) {
            return Err(ModelError::Weights("a weight is not a number".to_owned()));
        }
        let rounded = |weights: &[f32], unit: f32, most: i16| {
            let most = f32::from(most);
            weights.iter().map(|weight| (weight * unit).round().clamp(-most, most) as i16).collect::<Vec<_>>()
        };
        let output_unit = unit * unit * OUTPUT;
        Self::new(
            shape,
            rounded(weights[0], unit, i16::MAX),
            rounded(weights[1], unit, i16::MAX),
            rounded(weights[2], OUTPUT, MAX_OUTPUT),
            weights[3].iter().map(|weight| (weight * output_unit).round() as i32).collect(),
        )
    }

    pub(crate) fn new(
        shape: Shape,
        inputs: Vec<i16>,
        biases: Vec<i16>,
        outputs: Vec<i16>,
        output_biases: Vec<i32>,
    ) -> Result<Self, ModelError> {
        if let Some(fault) = shape.fault() {
            return Err(ModelError::Header(fault));
        }
        let lengths = [inputs.len(), biases.len(), outputs.len(), output_biases.len()];
        if lengths != shape.parts() {
            return Err(ModelError::Weights(format!(
                "{lengths:?} weights, where {:?} belong",
                shape.parts()
            )));
        }
        if outputs.iter().any(|weight| !(-MAX_OUTPUT..=MAX_OUTPUT).contains(weight)) {
            return Err(ModelError::Weights(format!("an output weight is above {MAX_OUTPUT}")));
        }
        let unit = f64::from(ACTIVATION) * f64::from(ACTIVATION) * f64::from(OUTPUT);
        let multiplier = (f64::from(shape.scale) / unit * (1_u64 << MULTIPLIER_BITS) as f64).round() as i64;
        let network = Self { shape, inputs, biases, outputs, output_biases, multiplier };
        network.check_sums()?;
        Ok(network)
    }

    /// Refuses weights whose sums might leave 16 bits.
    fn check_sums(&self) -> Result<(), ModelError> {
        for unit in 0..self.shape.hidden {
            let mut sizes: Vec<u32> =
                (0..self.shape.inputs).map(|input| self.row(input)[unit].unsigned_abs().into()).collect();
            sizes.sort_unstable_by(|one, other| other.cmp(one));
            let most: u32 = sizes.iter().take(self.shape.most_active).sum();
            if most + u32::from(self.biases[unit].unsigned_abs()) > i16::MAX as u32 {
                return Err(ModelError::Weights(format!(
                    "the sums of hidden unit {unit} might exceed 16 bits"
                )));
            }
        }
        Ok(())
    }

    /// The game, inputs and sizes that the network is made for.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    #[inline]
    pub(crate) fn hidden(&self) -> usize {
        self.shape.hidden
    }

    #[inline]
    pub(crate) fn biases(&self) -> &[i16] {
        &self.biases
    }

    #[inline]
    pub(crate) fn row(&self, input: usize) -> &[i16] {
        &self.inputs[input * self.shape.hidden..][..self.shape.hidden]
    }

    pub(crate) fn weights(&self) -> (&[i16], &[i16], &[i16], &[i32]) {
        (&self.inputs, &self.biases, &self.outputs, &self.output_biases)
    }

    /// The value of a position for the player who moves, in points.
    #[inline]
    pub fn points<P: Position, F: Features<P>>(
        &self,
        features: &F,
        position: &P,
        accumulator: &Accumulator,
    ) -> i32 {
        self.points_of(position.side_to_move(), features.phase(&features.see(position)), accumulator)
    }

    /// The value of a position for the player who moves.
    #[inline]
    pub fn score<P: Position, F: Features<P>>(
        &self,
        features: &F,
        position: &P,
        accumulator: &Accumulator,
    ) -> Score {
        Score::heuristic(self.points(features, position, accumulator))
    }

    /// The points for this side, as if it were to move.
    #[inline]
    pub(crate) fn points_of(&self, mover: Side, phase: usize, accumulator: &Accumulator) -> i32 {
        let hidden = self.shape.hidden;
        let phase = phase.min(self.shape.phases - 1);
        let (own, enemy) = self.outputs[phase * 2 * hidden..][..2 * hidden].split_at(hidden);
        let sum = products(&accumulator.views[mover.index()][..hidden], own)
            + products(&accumulator.views[(!mover).index()][..hidden], enemy);
        let sum = i64::from(sum) + i64::from(self.output_biases[phase]);
        ((sum * self.multiplier + ROUNDING) >> MULTIPLIER_BITS) as i32
    }

    /// By how much the value in points may differ from that of the weights it was rounded from, whatever the
    /// position, provided that no weight was cut.
    ///
    /// The worst case: all roundings in one direction at once. What is met in practice is about a hundredth
    /// of it.
    pub fn error_bound(&self) -> f32 {
        let sum_error = (self.shape.most_active + 1) as f32 * 0.5 / f32::from(ACTIVATION);
        let activation_error = (sum_error * (2.0 + sum_error)).min(1.0);
        let of_phase = |weights: &[i16]| -> f32 {
            let of = |weight: &i16| f32::from(weight.abs()) / OUTPUT * activation_error + 0.5 / OUTPUT;
            weights.iter().map(of).sum()
        };
        let worst = self.outputs.chunks(2 * self.shape.hidden).map(of_phase).fold(0.0, f32::max);
        worst * self.shape.scale + 1.0
    }
}

/// The sum of squared activations times weights. At most 2 x 128 products of 255^2 x 127: it fits 32 bits.
#[inline]
fn products(sums: &[i16], weights: &[i16]) -> i32 {
    let product = |(sum, weight): (&i16, &i16)| {
        let activation = (*sum).clamp(0, ACTIVATION);
        i32::from(activation * weight) * i32::from(activation)
    };
    sums.iter().zip(weights).map(product).sum()
}

const MULTIPLIER_BITS: u32 = 40;
const ROUNDING: i64 = 1 << (MULTIPLIER_BITS - 1);
