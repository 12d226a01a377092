//! Fits the weights of the evaluation to the scores of searches, and prints them as the source of
//! `eval/weights.rs`.
//!
//! A line of input is a side, a board of 64 characters from a8 to h1 with a point for an empty square, and a
//! score in points for that side, of which a rabbit early in the game is worth 100. Then may follow the steps
//! left to the side, 4 where they are missing, the importance of the line, else 1, and a name of its game.
//! About a tenth of the games, and every tenth block of 50 lines without a game, are kept apart and only
//! measured, and so are the positions of further files, with the mean of the errors.
//!
//! `cargo run --release -p plywood-arimaa --example fit -- scores.txt 30 others.txt > weights.rs`

use plywood_arimaa::Arimaa;
use plywood_arimaa::eval::{GROUPS, Strong, TERMS};

/// The unit of weights: parts of a point.
const UNIT: f64 = 64.0;
/// Scores beyond this are left out: the game is decided there.
const DECIDED: f64 = 900.0;

struct Sample {
    terms: Vec<(usize, f64)>,
    score: f64,
    importance: f64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file of positions with scores");
    let spread: f64 = arguments.next().map_or(Ok(15.0), |text| text.parse()).expect("points");
    let text = std::fs::read_to_string(&file).expect("a file of positions with scores");
    let (mut fitted, mut held) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        let Some(sample) = read(line) else { continue };
        if is_held_apart(number, line) { held.push(sample) } else { fitted.push(sample) }
    }
    let before: Vec<f64> = Strong::weights().iter().map(|&weight| f64::from(weight) / UNIT).collect();
    let after = fit(&fitted, &before, spread);
    for (name, weights) in [("before", &before), ("after", &after)] {
        for (set, samples) in [("fitted", &fitted), ("held apart", &held)] {
            let (correlation, error) = quality(samples, weights);
            eprintln!(
                "{name}, {set}: {} positions, correlation {correlation:.4}, error {error:.1} points",
                samples.len()
            );
        }
    }
    for file in arguments {
        measure(&file, &before, &after);
    }
    print_source(&after);
}

/// Prints how well the weights before and after suit the positions of another file.
fn measure(file: &str, before: &[f64], after: &[f64]) {
    let text = std::fs::read_to_string(file).expect("a file of positions with scores");
    let samples: Vec<_> = text.lines().filter_map(read).collect();
    for (name, weights) in [("before", before), ("after", after)] {
        let (correlation, error) = quality(&samples, weights);
        let errors = samples.iter().map(|sample| value(sample, weights) - sample.score);
        let mean = errors.sum::<f64>() / samples.len().max(1) as f64;
        eprintln!(
            "{name}, {file}: {} positions, correlation {correlation:.4}, error {error:.1} points, mean {mean:.1}",
            samples.len()
        );
    }
}

fn is_held_apart(number: usize, line: &str) -> bool {
    let hash = |name: &str| {
        let hash = name.bytes().fold(7_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        hash.wrapping_mul(2_654_435_761) >> 16
    };
    line.split_whitespace().nth(5).map_or(number / 50 % 10 == 9, |game| hash(game) % 10 == 0)
}

fn read(line: &str) -> Option<Sample> {
    let mut words = line.split_whitespace();
    let (side, board, score) = (words.next()?, words.next()?, words.next()?);
    let score: f64 = score.parse().ok().filter(|score: &f64| score.abs() <= DECIDED)?;
    let position: Arimaa = format!("{side} [{}]", board.replace('.', " ")).parse().ok()?;
    let left =
        words.next().map_or(Some(4), |text| text.parse().ok()).filter(|left| (1..=4).contains(left))?;
    let importance = words.next().map_or(Some(1.0), |text| text.parse().ok())?;
    // What a goal threatens is no matter of weights.
    if position.can_reach_goal() || position.threatens_goal(!position.turn()) {
        return None;
    }
    let quarters = Strong::terms_with(&position, left);
    let terms = quarters.iter().enumerate().filter(|(_, quarters)| **quarters != 0);
    let terms = terms.map(|(term, &quarters)| (term, f64::from(quarters) / 4.0)).collect();
    Some(Sample { terms, score, importance })
}

fn value(sample: &Sample, weights: &[f64]) -> f64 {
    sample.terms.iter().map(|&(term, amount)| amount * weights[term]).sum()
}

/// Ridge regression towards the weights at hand: the least squares of the errors, where a weight that moves
/// by `spread` points costs as much as an error of 100.
fn fit(samples: &[Sample], before: &[f64], spread: f64) -> Vec<f64> {
    let stiffness = (100.0 / spread).powi(2);
    let mut matrix = vec![0.0; TERMS * TERMS];
    let mut right = vec![0.0; TERMS];
    for sample in samples {
        let importance = sample.importance / (1.0 + (sample.score / 400.0).powi(2));
        let error = sample.score - value(sample, before);
        for &(row, amount) in &sample.terms {
            right[row] += importance * amount * error;
            for &(column, other) in &sample.terms {
                matrix[row * TERMS + column] += importance * amount * other;
            }
        }
    }
    for term in 0..TERMS {
        // The worth of an army is counted in points, not in pieces.
        let is_material = term == 1;
        matrix[term * TERMS + term] += if is_material { 1e6 } else { stiffness };
    }
    let change = solve(&mut matrix, right);
    before.iter().zip(change).map(|(weight, change)| weight + change).collect()
}

/// The solution of a system with a symmetric positive definite matrix (Cholesky).
fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Vec<f64> {
    let at = |row: usize, column: usize| row * TERMS + column;
    for row in 0..TERMS {
        for column in 0..=row {
            let product: f64 = (0..column).map(|k| matrix[at(row, k)] * matrix[at(column, k)]).sum();
            let rest = matrix[at(row, column)] - product;
            matrix[at(row, column)] =
                if row == column { rest.sqrt() } else { rest / matrix[at(column, column)] };
        }
    }
    for row in 0..TERMS {
        let known: f64 = (0..row).map(|k| matrix[at(row, k)] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[at(row, row)];
    }
    for row in (0..TERMS).rev() {
        let known: f64 = (row + 1..TERMS).map(|k| matrix[at(k, row)] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[at(row, row)];
    }
    right
}

/// The correlation of values and scores, and the root of the mean squared error.
fn quality(samples: &[Sample], weights: &[f64]) -> (f64, f64) {
    let pairs: Vec<(f64, f64)> =
        samples.iter().map(|sample| (value(sample, weights), sample.score)).collect();
    let count = pairs.len().max(1) as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (value, score) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let covariance = mean(&|pair| (pair.0 - value) * (pair.1 - score));
    let deviations =
        mean(&|pair| (pair.0 - value).powi(2)).sqrt() * mean(&|pair| (pair.1 - score).powi(2)).sqrt();
    (covariance / deviations, mean(&|pair| (pair.0 - pair.1).powi(2)).sqrt())
}

fn print_source(weights: &[f64]) {
    println!(
        "//! The weights in 64ths of a point, in the order of [`terms`](super::terms). Made by the example `fit`.\n"
    );
    println!("use super::terms::TERMS;\n\n#[rustfmt::skip]\npub(super) static WEIGHTS: [i16; TERMS] = [");
    for group in GROUPS {
        println!("    // {}", group.name);
        for line in weights[group.first..group.first + group.len].chunks(16) {
            let numbers: Vec<String> =
                line.iter().map(|weight| format!("{},", (weight * UNIT).round())).collect();
            println!("    {}", numbers.join(" "));
        }
    }
    println!("];");
}
