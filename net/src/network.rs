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
//! A second hidden layer may stand beside the way from the first to the logit. Its units see the activations
//! of both views, and each phase has its own biases and output weights for them.
//!
//! In integers, an activation of 1 is 255, and an output weight of 1 is 64 or a finer unit. An output weight
//! has at most 127, so that its product with an activation fits 16 bits, and a vector register holds sixteen.
//! The second layer sees activations of which 1 is 254; its weights and output weights are multiples of
//! 1/512.

use crate::accumulator::Accumulator;
use crate::features::{Features, checksum};
use crate::file::ModelError;
use crate::sharing::Sharing;
use plywood_search::{Position, Score, Side};

/// The greatest number of hidden units.
pub const MAX_HIDDEN: usize = 256;
/// The number of hidden units is a multiple of this.
pub const HIDDEN_UNIT: usize = 16;
/// The greatest number of units of the second hidden layer.
pub const MAX_SECOND: usize = 64;
/// The greatest number of inputs.
pub const MAX_INPUTS: usize = 1 << 16;
/// The greatest number of phases.
pub(crate) const MAX_PHASES: usize = 64;
/// The integer that stands for an activation of 1.
pub(crate) const ACTIVATION: i16 = 255;
/// The least integer that stands for an output weight of 1; others are this times a power of two.
pub(crate) const OUTPUT: i16 = 64;
/// The greatest output weight, in integers.
const MAX_OUTPUT: i16 = 127;
/// The integer that stands for an activation of 1 where the second layer sees it.
const SEEN: i32 = 254;
/// The integer that stands for a weight of 1 of the second layer, and for an output weight of 1 of its units.
const SECOND: i16 = 512;
/// The greatest such weight, in integers.
const MAX_SECOND_WEIGHT: i16 = 8 * SECOND;
/// The bits by which a sum of the second layer is coarser than what it is added up from.
const SECOND_SHIFT: u32 = 7;
/// The integer that stands for an activation of 1 of the second layer.
const SECOND_ACTIVATION: i32 = (SEEN * SECOND as i32) >> SECOND_SHIFT;

/// The number of kinds of weights.
pub const PARTS: usize = 7;

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
    /// The number of units of the second hidden layer; 0 for none.
    pub second: usize,
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
            second: 0,
            phases: features.phases(),
            scale: 100.0,
        }
    }

    /// The numbers of weights, in the order in which they are stored: those of the inputs, by input; the
    /// biases of the hidden units; the output weights, by phase and view (the mover's first); the output
    /// biases, by phase; those of the second layer: by unit and view the weights of the hidden units, biases
    /// by phase, output weights by phase.
    pub const fn parts(&self) -> [usize; PARTS] {
        let Self { inputs, hidden, second, phases, .. } = *self;
        let of_second = phases * second;
        [inputs * hidden, hidden, phases * 2 * hidden, phases, second * 2 * hidden, of_second, of_second]
    }

    /// What is wrong with the numbers, if anything is.
    pub fn fault(&self) -> Option<String> {
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
        if self.second > MAX_SECOND {
            return Some(format!("second={} is above {MAX_SECOND}", self.second));
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
    pub(crate) sharing: Sharing,
    pub(crate) weights: Integers,
    /// Points for each unit of the first layer's output, times 2^40.
    multiplier: i64,
    /// Points for each unit of the second layer's output, times 2^40.
    second_multiplier: i64,
}

/// The weights, in the order of [`Shape::parts`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Integers {
    /// By input, then hidden unit.
    pub(crate) inputs: Vec<i16>,
    pub(crate) biases: Vec<i16>,
    /// The integer that stands for an output weight of 1.
    pub(crate) output_unit: i16,
    /// By phase, view (the mover's first), hidden unit.
    pub(crate) outputs: Vec<i16>,
    /// By phase, in units of the product of weight and squared activation.
    pub(crate) output_biases: Vec<i32>,
    /// By unit of the second layer, view, hidden unit.
    pub(crate) second: Vec<i16>,
    /// By phase, unit of the second layer.
    pub(crate) second_biases: Vec<i32>,
    /// By phase, unit of the second layer.
    pub(crate) second_outputs: Vec<i16>,
}

impl Network {
    /// A network whose weights are all 0.
    ///
    /// # Panics
    ///
    /// If the shape is none: a size of 0 or one that is too large.
    pub fn zeroed(shape: Shape) -> Self {
        let parts = shape.parts().map(|count| vec![0.0; count]);
        Self::from_weights(shape, parts.each_ref().map(Vec::as_slice))
            .expect("a shape that the caller has checked")
    }

    /// The network of trained weights, in the order of [`Shape::parts`], each rounded to the nearest integer
    /// that it can be.
    ///
    /// # Errors
    ///
    /// If the sizes are no good, a weight is not a number, or sums might not fit 16 bits.
    pub fn from_weights(shape: Shape, weights: [&[f32]; PARTS]) -> Result<Self, ModelError> {
        if weights.iter().any(|part| part.iter().any(|weight| !weight.is_finite())) {
            return Err(ModelError::Weights("a weight is not a number".to_owned()));
        }
        let unit = f32::from(ACTIVATION);
        let long = |weights: &[f32], unit: f32| {
            weights.iter().map(|weight| (weight * unit).round() as i32).collect()
        };
        let rounded = |weights: &[f32], unit: f32, most: i16| {
            let most = f32::from(most);
            weights.iter().map(|weight| (weight * unit).round().clamp(-most, most) as i16).collect::<Vec<_>>()
        };
        let greatest = weights[2].iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let fits = |unit: &i16| greatest * f32::from(*unit) <= f32::from(MAX_OUTPUT);
        let output_unit = OUTPUT_UNITS.into_iter().rev().find(fits).unwrap_or(OUTPUT);
        let integers = Integers {
            inputs: rounded(weights[0], unit, i16::MAX),
            biases: rounded(weights[1], unit, i16::MAX),
            output_unit,
            outputs: rounded(weights[2], f32::from(output_unit), MAX_OUTPUT),
            output_biases: long(weights[3], unit * unit * f32::from(output_unit)),
            second: rounded(weights[4], f32::from(SECOND), MAX_SECOND_WEIGHT),
            second_biases: long(weights[5], SEEN as f32 * f32::from(SECOND)),
            second_outputs: rounded(weights[6], f32::from(SECOND), MAX_SECOND_WEIGHT),
        };
        let sharing = Sharing::none(shape.inputs);
        Self::new(shape, sharing, integers)
    }

    /// The weights, as [`from_weights`](Self::from_weights) takes them.
    pub fn weights(&self) -> [Vec<f32>; PARTS] {
        let unit = f32::from(ACTIVATION);
        let short = |weights: &[i16], unit: f32| weights.iter().map(|&w| f32::from(w) / unit).collect();
        let long = |weights: &[i32], unit: f32| weights.iter().map(|&w| w as f32 / unit).collect();
        let (weights, second) = (&self.weights, f32::from(SECOND));
        let output = f32::from(weights.output_unit);
        [
            short(&weights.inputs, unit),
            short(&weights.biases, unit),
            short(&weights.outputs, output),
            long(&weights.output_biases, unit * unit * output),
            short(&weights.second, second),
            long(&weights.second_biases, SEEN as f32 * second),
            short(&weights.second_outputs, second),
        ]
    }

    /// The network, stored as one that shares its weights so.
    ///
    /// # Errors
    ///
    /// If it does not.
    pub fn shared(mut self, sharing: Sharing) -> Result<Self, ModelError> {
        let is_shared =
            sharing.fault(&self.shape).is_none() && self.weights.are_shared(&self.shape, &sharing);
        if !is_shared {
            return Err(ModelError::Weights("weights of symmetric inputs differ".to_owned()));
        }
        self.sharing = sharing;
        Ok(self)
    }

    pub(crate) fn new(shape: Shape, sharing: Sharing, weights: Integers) -> Result<Self, ModelError> {
        if let Some(fault) = shape.fault() {
            return Err(ModelError::Header(fault));
        }
        let lengths = weights.lengths();
        if lengths != shape.parts() {
            return Err(ModelError::Weights(format!(
                "{lengths:?} weights, where {:?} belong",
                shape.parts()
            )));
        }
        if let Some(fault) = weights.fault() {
            return Err(ModelError::Weights(fault));
        }
        let multiplier = |activation: i32, unit: i16| {
            let unit = f64::from(activation) * f64::from(activation) * f64::from(unit);
            (f64::from(shape.scale) / unit * (1_u64 << MULTIPLIER_BITS) as f64).round() as i64
        };
        let network = Self {
            multiplier: multiplier(ACTIVATION.into(), weights.output_unit),
            second_multiplier: multiplier(SECOND_ACTIVATION, SECOND),
            shape,
            sharing,
            weights,
        };
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
            if most + u32::from(self.weights.biases[unit].unsigned_abs()) > i16::MAX as u32 {
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
        &self.weights.biases
    }

    #[inline]
    pub(crate) fn row(&self, input: usize) -> &[i16] {
        &self.weights.inputs[input * self.shape.hidden..][..self.shape.hidden]
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
        let views = [mover, !mover].map(|side| &accumulator.views[side.index()][..hidden]);
        let outputs = self.weights.outputs[phase * 2 * hidden..].chunks_exact(hidden);
        let sum: i64 = views.iter().zip(outputs).map(|(view, row)| i64::from(products(view, row))).sum();
        let sum = (sum + i64::from(self.weights.output_biases[phase])) * self.multiplier;
        ((sum + self.of_second(phase, views) + ROUNDING) >> MULTIPLIER_BITS) as i32
    }

    /// The points of the second layer, times 2^40.
    #[inline]
    fn of_second(&self, phase: usize, views: [&[i16]; 2]) -> i64 {
        let Shape { hidden, second, .. } = self.shape;
        if second == 0 {
            return 0;
        }
        let mut seen = [0_i16; 2 * MAX_HIDDEN];
        for (view, seen) in views.into_iter().zip(seen.chunks_exact_mut(hidden)) {
            for (sum, seen) in view.iter().zip(seen) {
                let clipped = (*sum).clamp(0, ACTIVATION) as u16;
                *seen = ((clipped * clipped + 128) >> 8) as i16;
            }
        }
        let seen = &seen[..2 * hidden];
        let biases = &self.weights.second_biases[phase * second..][..second];
        let outputs = &self.weights.second_outputs[phase * second..][..second];
        let rows = self.weights.second.chunks_exact(2 * hidden);
        let of_unit = |((row, bias), output): ((&[i16], &i32), &i16)| {
            let sum: i32 =
                seen.iter().zip(row).map(|(seen, weight)| i32::from(*seen) * i32::from(*weight)).sum();
            let activation = ((sum + bias) >> SECOND_SHIFT).clamp(0, SECOND_ACTIVATION);
            i64::from(activation * activation) * i64::from(*output)
        };
        rows.zip(biases).zip(outputs).map(of_unit).sum::<i64>() * self.second_multiplier
    }

    /// By how much the value in points may differ from that of the weights it was rounded from, whatever the
    /// position, provided that no weight was cut.
    ///
    /// The worst case: all roundings in one direction at once. What is met in practice is about a hundredth
    /// of it.
    pub fn error_bound(&self) -> f32 {
        let Shape { hidden, second, most_active, phases, scale, .. } = self.shape;
        let unit = f32::from(self.weights.output_unit);
        // Of an activation whose sum has this error.
        let activated = |sum_error: f32| (sum_error * (2.0 + sum_error)).min(1.0);
        let first = activated((most_active + 1) as f32 * 0.5 / f32::from(ACTIVATION));
        let size = |weight: &i16, unit: f32| f32::from(weight.abs()) / unit;
        let rounded = 0.5 / f32::from(SECOND);
        let of_row = |row: &[i16]| -> f32 {
            let of = |weight: &i16| size(weight, SECOND.into()) * (first + 1.0 / SEEN as f32) + rounded;
            // The bias is rounded, and the sum is cut to fewer bits.
            activated(row.iter().map(of).sum::<f32>() + 2.0 / SECOND_ACTIVATION as f32)
        };
        let rows: Vec<f32> = self.weights.second.chunks_exact(2 * hidden).map(of_row).collect();
        let of_phase = |phase: usize| -> f32 {
            let direct = &self.weights.outputs[phase * 2 * hidden..][..2 * hidden];
            let outputs = &self.weights.second_outputs[phase * second..][..second];
            let of = |weight: &i16| size(weight, unit) * first + 0.5 / unit;
            let of_second = |(weight, error): (&i16, &f32)| size(weight, SECOND.into()) * error + rounded;
            direct.iter().map(of).sum::<f32>() + outputs.iter().zip(&rows).map(of_second).sum::<f32>()
        };
        (0..phases).map(of_phase).fold(0.0, f32::max) * scale + 1.0
    }
}

impl Integers {
    fn are_shared(&self, shape: &Shape, sharing: &Sharing) -> bool {
        let shorts = [
            (0, &self.inputs),
            (1, &self.biases),
            (2, &self.outputs),
            (4, &self.second),
            (6, &self.second_outputs),
        ];
        shorts.into_iter().all(|(part, weights)| sharing.are_shared(shape, part, weights))
            && sharing.are_shared(shape, 5, &self.second_biases)
    }

    fn lengths(&self) -> [usize; PARTS] {
        [
            self.inputs.len(),
            self.biases.len(),
            self.outputs.len(),
            self.output_biases.len(),
            self.second.len(),
            self.second_biases.len(),
            self.second_outputs.len(),
        ]
    }

    /// What is wrong with the sizes of single weights, if anything is.
    fn fault(&self) -> Option<String> {
        let above =
            |weights: &[i16], most: i16| weights.iter().any(|weight| !(-most..=most).contains(weight));
        if !OUTPUT_UNITS.contains(&self.output_unit) {
            return Some(format!(
                "the unit {} of output weights is none of {OUTPUT_UNITS:?}",
                self.output_unit
            ));
        }
        if above(&self.outputs, MAX_OUTPUT) {
            return Some(format!("an output weight is above {MAX_OUTPUT}"));
        }
        if above(&self.second, MAX_SECOND_WEIGHT) || above(&self.second_outputs, MAX_SECOND_WEIGHT) {
            return Some(format!("a weight of the second layer is above {MAX_SECOND_WEIGHT}"));
        }
        if self.second_biases.iter().any(|bias| bias.unsigned_abs() > MAX_SECOND_BIAS) {
            return Some(format!("a bias of the second layer is above {MAX_SECOND_BIAS}"));
        }
        None
    }
}

/// What may stand for an output weight of 1.
const OUTPUT_UNITS: [i16; 5] = [OUTPUT, 2 * OUTPUT, 4 * OUTPUT, 8 * OUTPUT, 16 * OUTPUT];
/// With it, the sums of the second layer fit 32 bits: 2 x 256 products of 254 x 4 096 are below 2^30.
const MAX_SECOND_BIAS: u32 = 1 << 30;

/// The sum of squared activations times weights. At most 256 products of 255^2 x 127: it fits 32 bits.
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
