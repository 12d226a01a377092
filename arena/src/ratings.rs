//! Ratings: the strengths of several engines, from the games of each two of them.
//!
//! The model is that of Zermelo (1929) and of Bradley and Terry (1952), which Elo's formula is: engine `i`
//! scores against `j` with the odds `s_i / s_j`, a draw being half a win. The strengths are those under which
//! the results are most likely; Zermelo's iteration finds them, in the form of D. Hunter, "MM algorithms for
//! generalized Bradley-Terry models" (2004).
//!
//! The error of a rating comes from the same variance over pairs of games as that of a match: with `H` the
//! second derivatives of the log-likelihood and `J` the variance of its first ones, the covariance of the
//! ratings is `H^-1 J H^-1` (the sandwich of Huber 1967).

use crate::likelihood::variance;
use crate::statistics::{Estimates, Interval, Tally};

/// The number of steps of Zermelo's iteration, far more than needed.
const STEPS: u32 = 20_000;
/// The Elo difference that corresponds to one unit of the natural logarithm of strength.
const ELO: f64 = 400.0 / core::f64::consts::LN_10;

/// Two engines and their results, from the view of the first.
pub(crate) type Pairing = ([usize; 2], Tally);

/// The ratings of the engines, with an average of 0; `None` unless games connect them all.
///
/// If the most likely strengths are infinite because some engines never scored against others, one draw is
/// added to each pairing.
pub(crate) fn ratings(engines: usize, pairings: &[Pairing]) -> Option<Vec<Interval>> {
    let mut won = Table::new(engines);
    for &([i, j], tally) in pairings {
        won.add(i, j, tally.wins as f64 + tally.draws as f64 / 2.0);
        won.add(j, i, tally.losses as f64 + tally.draws as f64 / 2.0);
    }
    if !won.connects_all(|won, i, j| won.games(i, j) > 0.0) {
        return None;
    }
    if !won.connects_all(|won, i, j| won.at(i, j) > 0.0) {
        for (i, j) in pairs(engines).filter(|&(i, j)| won.games(i, j) > 0.0).collect::<Vec<_>>() {
            won.add(i, j, 0.5);
            won.add(j, i, 0.5);
        }
    }
    let values = most_likely(engines, &won);
    let errors = errors(engines, &won, pairings, &values);
    let interval = |(value, error): (&f64, f64)| {
        let margin = Estimates::STANDARD_ERRORS * error * ELO;
        Interval { value: value * ELO, low: value * ELO - margin, high: value * ELO + margin }
    };
    Some(values.iter().zip(errors).map(interval).collect())
}

/// A matrix with one number per ordered pair of engines.
#[derive(Clone, Debug)]
struct Table {
    size: usize,
    numbers: Vec<f64>,
}

impl Table {
    fn new(size: usize) -> Self {
        Self { size, numbers: vec![0.0; size * size] }
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.numbers[i * self.size + j]
    }

    fn add(&mut self, i: usize, j: usize, number: f64) {
        self.numbers[i * self.size + j] += number;
    }

    /// The number of games of two engines, if the entries are points.
    fn games(&self, i: usize, j: usize) -> f64 {
        self.at(i, j) + self.at(j, i)
    }

    /// Whether allowed steps lead from every engine to every other.
    fn connects_all(&self, is_step: impl Fn(&Self, usize, usize) -> bool) -> bool {
        let reaches_all = |forward: bool| {
            let (mut reached, mut open) = (vec![false; self.size], vec![0]);
            while let Some(i) = open.pop() {
                if std::mem::replace(&mut reached[i], true) {
                    continue;
                }
                let next = |&j: &usize| if forward { is_step(self, i, j) } else { is_step(self, j, i) };
                open.extend((0..self.size).filter(next));
            }
            reached.into_iter().all(|reached| reached)
        };
        self.size > 0 && reaches_all(true) && reaches_all(false)
    }

    /// The inverse by Gauss-Jordan elimination; the matrix must be symmetric and positive definite.
    fn inverse(mut self) -> Self {
        let mut inverse = Self::new(self.size);
        for i in 0..self.size {
            inverse.add(i, i, 1.0);
        }
        for column in 0..self.size {
            let pivot = self.at(column, column);
            self.scale_row(column, 1.0 / pivot);
            inverse.scale_row(column, 1.0 / pivot);
            for row in (0..self.size).filter(|&row| row != column) {
                let factor = -self.at(row, column);
                self.add_row(row, column, factor);
                inverse.add_row(row, column, factor);
            }
        }
        inverse
    }

    fn scale_row(&mut self, row: usize, factor: f64) {
        for number in &mut self.numbers[row * self.size..(row + 1) * self.size] {
            *number *= factor;
        }
    }

    fn add_row(&mut self, row: usize, other: usize, factor: f64) {
        for column in 0..self.size {
            let number = self.at(other, column);
            self.add(row, column, factor * number);
        }
    }
}

/// Each pair of engines once.
fn pairs(engines: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..engines).flat_map(move |j| (0..j).map(move |i| (i, j)))
}

/// The natural logarithms of the most likely strengths, with mean 0.
fn most_likely(engines: usize, won: &Table) -> Vec<f64> {
    let mut strengths = vec![1.0_f64; engines];
    for _ in 0..STEPS {
        let mut change = 0.0_f64;
        for i in 0..engines {
            let points: f64 = (0..engines).map(|j| won.at(i, j)).sum();
            let others = (0..engines).filter(|&j| j != i);
            let weight: f64 = others.map(|j| won.games(i, j) / (strengths[i] + strengths[j])).sum();
            let better = points / weight;
            change = change.max((better / strengths[i]).ln().abs());
            strengths[i] = better;
        }
        if change < 1e-13 {
            break;
        }
    }
    let logarithms: Vec<f64> = strengths.into_iter().map(f64::ln).collect();
    let mean = logarithms.iter().sum::<f64>() / engines as f64;
    logarithms.into_iter().map(|value| value - mean).collect()
}

/// The standard errors of the values.
fn errors(engines: usize, won: &Table, pairings: &[Pairing], values: &[f64]) -> Vec<f64> {
    let expected = |i: usize, j: usize| 1.0 / (1.0 + (values[j] - values[i]).exp());
    // The constant part, which the mean of 0 determines, makes the matrix invertible.
    let constant = 1.0 / engines as f64;
    let mut curvature = Table { size: engines, numbers: vec![constant; engines * engines] };
    for (i, j) in pairs(engines) {
        let share = expected(i, j);
        add_difference(&mut curvature, i, j, won.games(i, j) * share * (1.0 - share));
    }
    let mut spread = Table::new(engines);
    for &([i, j], tally) in pairings {
        add_difference(&mut spread, i, j, variance_of_points(&tally, expected(i, j)));
    }
    let inverse = curvature.inverse();
    let row = |i: usize| (0..engines).map(move |j| (i, j));
    let error = |i: usize| {
        let terms = row(i)
            .flat_map(|(_, j)| row(j))
            .map(|(j, k)| (inverse.at(i, j) - constant) * spread.at(j, k) * (inverse.at(k, i) - constant));
        terms.sum::<f64>().max(0.0).sqrt()
    };
    (0..engines).map(error).collect()
}

/// Adds `weight` times the square of the difference of two values, as a matrix.
fn add_difference(table: &mut Table, i: usize, j: usize, weight: f64) {
    for (row, column, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
        table.add(row, column, sign * weight);
    }
}

/// The variance of all points of a pairing about an expected share: from its pairs of games, or as if games
/// were all independent.
fn variance_of_points(tally: &Tally, expected: f64) -> f64 {
    let games = tally.games() as f64;
    if tally.complete_pairs() == 0 {
        return games * expected * (1.0 - expected);
    }
    // A pair has two points, of which the variance is of a share.
    2.0 * games * variance(&tally.pairs, expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::elo_of_score;

    fn games(wins: u64, losses: u64) -> Tally {
        Tally { wins, draws: 0, losses, pairs: [0; 5] }
    }

    /// American League, Eastern Division, 1987, each team's wins at home and away against each other: the
    /// data set `baseball` of the R package `BradleyTerry2` (H. Turner and D. Firth), from A. Agresti,
    /// "Categorical data analysis" (2002), page 438. The strengths relative to Baltimore are those of
    /// Agresti's table 10.11, as the package's `tests/testthat/test-baseball.R` gives them.
    #[test]
    fn the_baseball_teams_of_the_textbook_get_their_published_strengths() {
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
        const WINS: [[u64; 7]; 7] = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        const PUBLISHED: [f64; 7] = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0];
        let pairings: Vec<Pairing> = pairs(7).map(|(i, j)| ([i, j], games(WINS[i][j], WINS[j][i]))).collect();
        let found = ratings(7, &pairings).unwrap();
        for (team, published) in PUBLISHED.into_iter().enumerate() {
            let value = (found[team].value - found[6].value) / ELO;
            assert!((value - published).abs() < 0.005_1, "{team}: {value} is not {published}");
        }
        assert!(found.iter().map(|rating| rating.value).sum::<f64>().abs() < 1e-9);
    }

    #[test]
    fn two_engines_are_as_far_apart_as_their_match_says() {
        let tally = Tally { wins: 60, draws: 10, losses: 30, pairs: [5, 3, 12, 7, 23] };
        let found = ratings(2, &[([0, 1], tally)]).unwrap();
        let estimates = tally.estimates().unwrap();
        assert!((found[0].value - found[1].value - elo_of_score(0.65)).abs() < 1e-9);
        // Each has half of the difference, and of its error; the match's bounds are not symmetric.
        assert!((2.0 * found[0].margin() / estimates.elo.margin() - 1.0).abs() < 0.05);
        assert!((found[0].margin() - found[1].margin()).abs() < 1e-9);
    }

    #[test]
    fn more_games_make_surer() {
        let tally = |factor: u64| Tally {
            wins: 3 * factor,
            draws: 0,
            losses: factor,
            pairs: [0, 0, factor, 0, factor],
        };
        let margin = |factor: u64| ratings(2, &[([0, 1], tally(factor))]).unwrap()[0].margin();
        assert!((margin(1) / margin(100) - 10.0).abs() < 0.01);
    }

    #[test]
    fn a_clean_sweep_has_a_finite_rating() {
        let sweep = Tally { wins: 20, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 10] };
        let found = ratings(2, &[([0, 1], sweep)]).unwrap();
        // 20.5 points of 21.
        assert!((found[0].value - found[1].value - elo_of_score(20.5 / 21.0)).abs() < 1e-9);
        assert!(found[0].margin() > 10.0 && found[0].margin().is_finite());
    }

    #[test]
    fn engines_that_no_games_connect_have_no_ratings() {
        assert_eq!(ratings(3, &[([0, 1], games(3, 1))]), None);
        assert_eq!(ratings(4, &[([0, 1], games(3, 1)), ([2, 3], games(1, 3))]), None);
        assert_eq!(ratings(0, &[]), None);
        assert!(ratings(3, &[([0, 1], games(3, 1)), ([2, 1], games(1, 3))]).is_some());
    }
}
