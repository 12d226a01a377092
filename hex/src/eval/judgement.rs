//! A convolutional network that judges a position: how likely each move is, and who will win.
//!
//! It sees the board as a player who owns top and bottom; an edge is stones of its colour. Each cell has 32
//! channels. A layer sums over a cell and the six around it, the next over a cell and the six a bridge away;
//! two such layers are a block, to whose result its input is added (K. He et al., "Deep residual learning for
//! image recognition", 2016). The mean and the greatest of each channel over the board go into every block
//! (D. J. Wu, "Accelerating self-play learning in Go", 2019): it works on boards of every size. That such a
//! network guides a tree search that plays out all the same is from C. Gao, M. Mueller and R. Hayward, "Move
//! prediction using deep convolutional neural networks in Hex" (2017).
//!
//! All sums have one order, so that the same processor and board give the same result. `learn/hex_network` of
//! this project made the weights.

use super::bordered::{Bordered, STEPS, STRIDE};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use std::sync::LazyLock;

/// The numbers that each layer keeps of a cell, and those of the layer before the value.
const CHANNELS: usize = 32;
/// The pairs of layers.
const BLOCKS: usize = 3;
/// What is seen of a place: a stone of the mover, one of the opponent, the last one.
const PLANES: usize = 3;

type Channels = [f32; CHANNELS];

/// The distances from a place to itself and in six directions.
const fn and_itself(steps: [isize; 6]) -> [isize; 7] {
    let mut distances = [0; 7];
    distances.split_at_mut(1).1.copy_from_slice(&steps);
    distances
}

/// From a cell to itself and those beside it.
const BESIDE: [isize; 7] = and_itself(STEPS[0]);
/// From a cell to itself and those a bridge away.
const BRIDGES: [isize; 7] = and_itself(STEPS[1]);

/// The weights: rows of what a number that comes in adds to each channel.
struct Network<'a> {
    /// By distance, first those beside the cell, and plane.
    input: Layer<'a>,
    blocks: [Block<'a>; BLOCKS],
    hidden: Layer<'a>,
    /// What the channels of the cells at each distance mean for a move, and as the bias, what those of
    /// `hidden` mean for the value.
    heads: Layer<'a>,
    policy_bias: f32,
    value_bias: f32,
}

struct Block<'a> {
    beside: Layer<'a>,
    pooled: Layer<'a>,
    bridges: Layer<'a>,
}

/// By distance and channel, or by what is pooled and channel.
struct Layer<'a> {
    weights: &'a [Channels],
    bias: &'a Channels,
}

/// The weights as they stand in the file, in units of 1 / 4096.
const FILE: &[u8; 2 * (ROWS * CHANNELS + 2)] = include_bytes!("../../nets/judgement.bin");
const ROWS: usize = 13 * PLANES + 1 + BLOCKS * (16 * CHANNELS + 3) + 7 + 2 * CHANNELS + 2;

static WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    FILE.as_chunks().0.iter().map(|&two| f32::from(i16::from_le_bytes(two)) / 4096.0).collect()
});

impl<'a> Layer<'a> {
    /// Takes the layer that so many numbers come in to from the rest of the weights.
    fn taken(rest: &mut &'a [Channels], count: usize) -> Self {
        let (weights, others) = rest.split_at(count);
        *rest = &others[1..];
        Self { weights, bias: &others[0] }
    }
}

impl<'a> Network<'a> {
    fn of(weights: &'a [f32]) -> Self {
        let (mut rest, biases) = weights.as_chunks();
        let mut layer = |count: usize| Layer::taken(&mut rest, count);
        Self {
            input: layer(13 * PLANES),
            blocks: core::array::from_fn(|_| Block {
                beside: layer(7 * CHANNELS),
                pooled: layer(2 * CHANNELS),
                bridges: layer(7 * CHANNELS),
            }),
            hidden: layer(2 * CHANNELS),
            heads: layer(7),
            policy_bias: biases[0],
            value_bias: biases[1],
        }
    }
}

/// What a layer says of a place.
#[derive(Clone, Copy)]
struct Said {
    numbers: Channels,
    /// A bit for each number that is not 0: a third of all.
    active: u32,
}

impl Said {
    const NOTHING: Self = Self { numbers: [0.0; CHANNELS], active: 0 };

    /// What is above 0.
    #[inline]
    fn rectified(sum: &Channels) -> Self {
        let numbers = sum.map(|number| number.max(0.0));
        let mut active = 0;
        for (channel, &number) in numbers.iter().enumerate() {
            active |= u32::from(number > 0.0) << channel;
        }
        Self { numbers, active }
    }
}

#[inline]
fn add(sum: &mut Channels, number: f32, row: &Channels) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum += number * weight;
    }
}

/// What the numbers at these distances from a place add to `sum`.
#[inline]
fn convolved(
    said: &[Said],
    place: usize,
    distances: &[isize; 7],
    weights: &[Channels],
    mut sum: Channels,
) -> Channels {
    for (distance, rows) in distances.iter().zip(weights.as_chunks::<CHANNELS>().0) {
        let there = &said[place.wrapping_add_signed(*distance)];
        let mut active = there.active;
        while active != 0 {
            let channel = active.trailing_zeros() as usize;
            active &= active - 1;
            add(&mut sum, there.numbers[channel], &rows[channel]);
        }
    }
    sum
}

/// What the mean and the greatest of each channel say.
fn pooled(said: &[Said], places: &[usize], layer: &Layer<'_>) -> Channels {
    let (mut mean, mut greatest) = ([0.0; CHANNELS], [0.0_f32; CHANNELS]);
    for &place in places {
        add(&mut mean, 1.0 / places.len() as f32, &said[place].numbers);
        greatest.iter_mut().zip(said[place].numbers).for_each(|(most, number)| *most = most.max(number));
    }
    let mut sum = *layer.bias;
    for (&number, row) in mean.iter().chain(&greatest).zip(layer.weights) {
        add(&mut sum, number, row);
    }
    sum
}

fn product(numbers: &Channels, row: &Channels) -> f32 {
    numbers.iter().zip(row).map(|(number, weight)| number * weight).sum()
}

/// Weighs moves by how likely a strong player makes them, the likeliest cell 1, and returns the mean result
/// of the mover in games of strong players, -1 to 1. Takes 0.07 ms on 11x11.
///
/// A swap weighs as much as the likeliest cell, and makes a bad position a good one.
pub(super) fn judge(position: &Hex, last: Option<Move>, moves: &mut [(Move, f32)]) -> f32 {
    let network = Network::of(&WEIGHTS);
    let board = Bordered::of(position);
    let size = position.size();
    let cells = (0..size.cells()).filter_map(|number| size.cell(number));
    let mut places: Vec<usize> = cells.map(|cell| board.place(cell)).collect();
    // In the order of the mover's view, so that a mirrored board has the same sums.
    places.sort_unstable();
    let last = last.and_then(Move::cell).map(|cell| board.place(cell));
    let said = last_said(&network, &board, last, &places);

    let mut greatest = f32::NEG_INFINITY;
    for (mv, weight) in moves.iter_mut() {
        let Some(cell) = mv.cell() else { continue };
        let place = board.place(cell);
        let there = BESIDE.iter().map(|&distance| &said[place.wrapping_add_signed(distance)].numbers);
        *weight = network.policy_bias
            + there.zip(network.heads.weights).map(|(numbers, row)| product(numbers, row)).sum::<f32>();
        greatest = greatest.max(*weight);
    }
    for (mv, weight) in moves.iter_mut() {
        *weight = if mv.cell().is_some() { (*weight - greatest).exp() } else { 1.0 };
    }
    let hidden = Said::rectified(&pooled(&said, &places, &network.hidden)).numbers;
    let value = (network.value_bias + product(&hidden, network.heads.bias)).tanh();
    if position.may_be_swapped() { value.abs() } else { value }
}

/// What the last block says of each place.
fn last_said(network: &Network<'_>, board: &Bordered, last: Option<usize>, places: &[usize]) -> Vec<Said> {
    let end = places.last().map_or(0, |last| last + 2 * STRIDE + 2);
    let mut said = vec![Said::NOTHING; end];
    let mut half = said.clone();
    for &place in places {
        let mut sum = *network.input.bias;
        let rows = network.input.weights.as_chunks::<PLANES>().0;
        for (&distance, [own, enemy, newest]) in BESIDE.iter().chain(&BRIDGES[1..]).zip(rows) {
            match board.seen(place, distance) {
                0 => {}
                1 => add(&mut sum, 1.0, own),
                _ => add(&mut sum, 1.0, enemy),
            }
            if last == Some(place.wrapping_add_signed(distance)) {
                add(&mut sum, 1.0, newest);
            }
        }
        said[place] = Said::rectified(&sum);
    }
    for Block { beside, pooled: common, bridges } in &network.blocks {
        let mut common = pooled(&said, places, common);
        add(&mut common, 1.0, beside.bias);
        for &place in places {
            half[place] = Said::rectified(&convolved(&said, place, &BESIDE, beside.weights, common));
        }
        for &place in places {
            let mut sum = convolved(&half, place, &BRIDGES, bridges.weights, *bridges.bias);
            add(&mut sum, 1.0, &said[place].numbers);
            said[place] = Said::rectified(&sum);
        }
    }
    said
}
