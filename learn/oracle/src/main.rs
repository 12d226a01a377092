//! Losses and gradients by burn, which differentiates by itself, as data for a test of the ones that
//! `plywood-learn` works out by hand. It shares no code with them: positions are rows of zeros and ones, and
//! networks and choices are products of matrices.
//!
//! `cargo run --manifest-path learn/oracle/Cargo.toml > learn/tests/data/gradients.txt`
//!
//! Every number that goes in is a multiple of 1/128, so that it is the same in any precision; burn works with
//! 64 bits.

use burn::tensor::activation::{log_softmax, sigmoid};
use burn::tensor::{DType, Device, Int, Tensor, TensorData};

const INPUTS: usize = 8;
const HIDDEN: usize = 16;
/// The units of the second layer.
const SECOND: usize = 4;
const PHASES: usize = 2;
/// The images of the inputs under each symmetry. A hidden unit and its image are neighbours.
const IMAGES: [[usize; INPUTS]; 2] = [[0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1, 0]];
const ORBITS: usize = HIDDEN / IMAGES.len();
const SECOND_ORBITS: usize = SECOND / IMAGES.len();
/// The points of a score for one unit of the logit, and the share of a label that is the result.
const SCALE: f64 = 100.0;
const RESULT_SHARE: f64 = 0.25;
/// The features of options.
const FEATURES: usize = 10;

fn main() {
    println!("# Made by learn/oracle, with burn 0.22 in 64 bits.");
    let device = Device::flex().autodiff();
    network(&device);
    choices(&device);
}

/// Numbers without a pattern, from 0 up to `below`.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    /// A multiple of 1/64 up to this many of them, of either sign.
    fn weight(&mut self, most: usize) -> f64 {
        (self.next(2 * most + 1) as f64 - most as f64) / 64.0
    }

    /// Some of the first `count` numbers.
    fn some(&mut self, count: usize) -> Vec<usize> {
        let mut chosen: Vec<_> = (0..3).map(|_| self.next(count)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }
}

fn matrix<const D: usize>(device: &Device, shape: [usize; D], values: Vec<f64>) -> Tensor<D> {
    Tensor::from_data(TensorData::new(values, shape), (device, DType::F64))
}

/// Rows of zeros, with ones in the columns that are named.
fn rows(device: &Device, columns: usize, ones: &[Vec<usize>]) -> Tensor<2> {
    let mut values = vec![0.0; ones.len() * columns];
    for (row, ones) in ones.iter().enumerate() {
        ones.iter().for_each(|column| values[row * columns + column] = 1.0);
    }
    matrix(device, [ones.len(), columns], values)
}

/// The rows of a matrix that are parameters with these numbers.
fn shared(parameters: &Tensor<1>, columns: usize, numbers: Vec<usize>) -> Tensor<2> {
    let numbers: Vec<i64> = numbers.into_iter().map(|number| number as i64).collect();
    let rows = numbers.len() / columns;
    let numbers = Tensor::<1, Int>::from_data(numbers.as_slice(), &parameters.device());
    parameters.clone().select(0, numbers).reshape([rows, columns])
}

fn words<T: ToString>(values: impl IntoIterator<Item = T>, between: &str) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(between)
}

fn numbers(tensor: Tensor<1>) -> Vec<f64> {
    tensor.into_data().try_to_vec().expect("64 bits")
}

/// Prints a loss, and its gradient by the parameters.
fn print_gradient(loss: Tensor<1>, parameters: &Tensor<1>) {
    let gradient = parameters.grad(&loss.backward()).expect("a gradient");
    println!("loss {}", numbers(loss)[0]);
    println!("gradient {}", words(numbers(gradient), " "));
}

fn network(device: &Device) {
    let mut random = Numbers(1);
    let mut parameters: Vec<f64> = (0..ORBITS * INPUTS).map(|_| random.weight(40)).collect();
    // An odd multiple of 1/128: no sum is exactly 0 or 1, where an activation has no slope.
    parameters.extend((0..ORBITS).map(|_| 0.2578125 + random.weight(16)));
    parameters.extend((0..PHASES * 2 * ORBITS).map(|_| random.weight(90)));
    parameters.extend((0..PHASES).map(|_| random.weight(32)));
    parameters.extend((0..SECOND_ORBITS * 2 * HIDDEN).map(|_| random.weight(20)));
    parameters.extend((0..PHASES * SECOND_ORBITS).map(|_| 0.25 + random.weight(16)));
    parameters.extend((0..PHASES * SECOND_ORBITS).map(|_| random.weight(90)));
    println!(
        "network inputs={INPUTS} hidden={HIDDEN} second={SECOND} phases={PHASES} scale={SCALE} share={RESULT_SHARE}"
    );
    IMAGES.iter().for_each(|images| println!("images {}", words(images, " ")));
    println!("parameters {}", words(&parameters, " "));

    let (mut views, mut phases, mut labels) = ([vec![], vec![]], vec![], vec![]);
    for position in 0..24 {
        let (own, enemy) = (random.some(INPUTS), random.some(INPUTS));
        let phase = random.next(PHASES);
        let score = (position % 5 != 0).then(|| random.next(401) as f64 - 200.0);
        let result = (position % 5 != 1).then(|| random.next(3) as f64 / 2.0);
        let text = |number: Option<f64>| number.map_or("-".to_owned(), |number| number.to_string());
        let (score_text, result_text) = (text(score), text(result));
        println!("position {} {} {phase} {score_text} {result_text}", words(&own, ","), words(&enemy, ","));
        let guess = score.map(|score| 1.0 / (1.0 + (-score / SCALE).exp()));
        labels.push(match (guess, result) {
            (Some(guess), Some(result)) => (1.0 - RESULT_SHARE) * guess + RESULT_SHARE * result,
            (guess, result) => guess.or(result).expect("one of them is known"),
        });
        phases.push(vec![phase]);
        [own, enemy].into_iter().zip(&mut views).for_each(|(view, views)| views.push(view));
    }
    let count = labels.len();
    let parameters = matrix(device, [parameters.len()], parameters).require_grad();
    let (orbit, symmetry) = (|unit: usize| unit / IMAGES.len(), |unit: usize| unit % IMAGES.len());
    let units = || 0..HIDDEN;
    let of_input =
        |input: usize| units().map(move |unit| IMAGES[symmetry(unit)][input] * ORBITS + orbit(unit));
    let biases = ORBITS * INPUTS;
    let outputs = |view: usize| {
        let of_phase =
            move |phase| units().map(move |unit| biases + ORBITS * (1 + 2 * phase + view) + orbit(unit));
        shared(&parameters, HIDDEN, (0..PHASES).flat_map(of_phase).collect())
    };
    let inputs = shared(&parameters, HIDDEN, (0..INPUTS).flat_map(of_input).collect());
    let bias = shared(&parameters, HIDDEN, units().map(|unit| biases + orbit(unit)).collect());
    let last = biases + ORBITS * (1 + 2 * PHASES);
    let of_phase = rows(device, PHASES, &phases);
    let mut logits = of_phase.clone().matmul(shared(&parameters, 1, (last..last + PHASES).collect()));
    let second = last + PHASES;
    let second_biases = second + SECOND_ORBITS * 2 * HIDDEN;
    let by_phase = |first: usize| {
        let of = move |phase| (0..SECOND).map(move |unit| first + SECOND_ORBITS * phase + orbit(unit));
        of_phase.clone().matmul(shared(&parameters, SECOND, (0..PHASES).flat_map(of).collect()))
    };
    let mut sums = by_phase(second_biases);
    for (view, active) in views.iter().enumerate() {
        let hidden = rows(device, INPUTS, active).matmul(inputs.clone()) + bias.clone();
        let activations = hidden.clamp(0.0, 1.0).square();
        // The mirrored unit sees of a hidden unit what the other sees of its image.
        let of = |number: usize| {
            let weight = move |unit: usize| {
                let image = orbit(number) * IMAGES.len() + (symmetry(number) + symmetry(unit)) % IMAGES.len();
                second + (orbit(unit) * 2 + view) * HIDDEN + image
            };
            (0..SECOND).map(weight)
        };
        sums = sums + activations.clone().matmul(shared(&parameters, SECOND, units().flat_map(of).collect()));
        logits = logits + (activations * of_phase.clone().matmul(outputs(view))).sum_dim(1);
    }
    let activations = sums.clamp(0.0, 1.0).square();
    logits = logits + (activations * by_phase(second_biases + PHASES * SECOND_ORBITS)).sum_dim(1);
    let chance = sigmoid(logits);
    let labels = matrix(device, [count, 1], labels);
    let cross = |chance: Tensor<2>| {
        let tiny = 1e-300;
        labels.clone() * (chance.clone() + tiny).log()
            + (-labels.clone() + 1.0) * (-chance + 1.0 + tiny).log()
    };
    print_gradient((cross(labels.clone()) - cross(chance)).sum(), &parameters);
}

fn choices(device: &Device) {
    let mut random = Numbers(2);
    let weights: Vec<f64> = (0..FEATURES).map(|_| random.weight(64)).collect();
    println!("choices features={FEATURES}");
    println!("weights {}", words(&weights, " "));
    let weights = matrix(device, [FEATURES], weights).require_grad();
    let mut loss = matrix(device, [1], vec![0.0]);
    for decision in 0..12_usize {
        let options: Vec<_> = (0..2 + random.next(5)).map(|_| random.some(FEATURES)).collect();
        let text = words(options.iter().map(|option| words(option, ",")), " ");
        let mut counts = vec![0.0; options.len()];
        let mut shares = vec![0.0; options.len()];
        if decision.is_multiple_of(2) {
            let stands_for = (1 + random.next(640)) as f64 / 64.0;
            println!("chosen {stands_for} {text}");
            counts[0] = 1.0;
            shares[1..].fill(stands_for.ln());
        } else {
            counts.fill_with(|| random.next(9) as f64);
            counts[0] += 1.0;
            println!("counted {} {text}", words(&counts, ","));
        }
        let all: f64 = counts.iter().sum();
        let count = counts.len();
        let targets = matrix(device, [count], counts) / all;
        let strengths = rows(device, FEATURES, &options).matmul(weights.clone().reshape([FEATURES, 1]));
        let strengths = strengths.reshape([count]) + matrix(device, [count], shares);
        loss = loss - (targets * log_softmax(strengths, 0)).sum();
    }
    print_gradient(loss, &weights);
}
