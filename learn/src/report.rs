//! The report on a data set before training: whether the data can be right.

use crate::dataset::{Counts, Samples};
use crate::train::{Training, label};
use core::fmt;

/// Counts and correlations of a set of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The counts of what was read and left out.
    pub counts: Counts,
    /// The positions that are kept.
    pub positions: usize,
    /// The positions of each phase.
    pub phases: Vec<usize>,
    /// The least, the mean and the greatest number of plies played before a position.
    pub plies: [f32; 3],
    /// The correlation of the label with the result of the game, from -1 to 1.
    pub label_and_result: Option<f32>,
    /// The correlation of the search's score, as an expected result, with the result of the game.
    pub score_and_result: Option<f32>,
    /// The scale that the labels were made with.
    pub scale: f32,
}

impl Report {
    /// The report on positions that would be trained on in this way.
    pub fn new(counts: Counts, samples: &Samples, phases: usize, training: &Training) -> Self {
        let mut by_phase = vec![0; phases];
        samples.phases.iter().for_each(|&phase| by_phase[usize::from(phase)] += 1);
        let results = |of: &dyn Fn(usize) -> Option<f32>| {
            let pair =
                |position| Some((of(position)?, Some(samples.results[position]).filter(|x| !x.is_nan())?));
            correlation(&(0..samples.len()).filter_map(pair).collect::<Vec<_>>())
        };
        let scores = Training { result_share: 0.0, ..training.clone() };
        let known_score = |position: usize| {
            label(samples, position, &scores).filter(|_| !samples.scores[position].is_nan())
        };
        let plies = || samples.plies.iter().map(|&plies| f32::from(plies));
        Self {
            counts,
            positions: samples.len(),
            phases: by_phase,
            plies: [
                plies().fold(f32::MAX, f32::min),
                plies().sum::<f32>() / samples.len().max(1) as f32,
                plies().fold(0.0, f32::max),
            ],
            label_and_result: results(&|position| label(samples, position, training)),
            score_and_result: results(&known_score),
            scale: training.scale,
        }
    }

    /// Why nobody should learn from this, if it looks wrong: there is hardly anything, or labels contradict
    /// results.
    pub fn fault(&self) -> Option<String> {
        const LEAST: usize = 100;
        if self.positions < LEAST {
            return Some(format!("{} positions are left, and {LEAST} are the least", self.positions));
        }
        let pairs = [("labels", self.label_and_result), ("scores", self.score_and_result)];
        let inverted = pairs.into_iter().find_map(|(what, value)| Some((what, value.filter(|&x| x < 0.0)?)));
        inverted.map(|(what, value)| {
            format!(
                "the {what} contradict the results of the games (correlation {value:.2}): is a sign inverted?"
            )
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { games, results: [first, drawn, second, open], plies, .. } = self.counts;
        let Counts { judged, unsearched, decisive, noisy, duplicates, .. } = self.counts;
        writeln!(
            f,
            "games        {games}: {first} won by the first player, {second} by the second, {drawn} drawn, {open} without a result"
        )?;
        writeln!(f, "plies        {plies}, {:.1} a game", plies as f64 / games.max(1) as f64)?;
        if judged > 0 {
            writeln!(f, "judged       {judged} positions with values of their own")?;
        }
        writeln!(f, "positions    {}", self.positions)?;
        writeln!(
            f,
            "left out     {unsearched} not searched, {decisive} decided, {noisy} noisy, {duplicates} duplicates"
        )?;
        writeln!(
            f,
            "phases       {}",
            self.phases.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
        )?;
        let [least, mean, most] = self.plies;
        writeln!(f, "plies before {least} to {most}, {mean:.1} in the mean")?;
        let number = |value: Option<f32>| value.map_or("unknown".to_owned(), |value| format!("{value:.3}"));
        writeln!(
            f,
            "correlation  label with result {}, score with result {}",
            number(self.label_and_result),
            number(self.score_and_result)
        )?;
        write!(f, "scale        {:.1} points for a factor of e in the chances", self.scale)
    }
}

/// Pearson's coefficient; `None` where one of the two does not vary.
fn correlation(pairs: &[(f32, f32)]) -> Option<f32> {
    let count = pairs.len() as f64;
    let mean =
        |of: &dyn Fn(&(f32, f32)) -> f32| pairs.iter().map(|pair| f64::from(of(pair))).sum::<f64>() / count;
    let (mean_one, mean_other) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let (mut product, mut squares) = (0.0, [0.0; 2]);
    for &(one, other) in pairs {
        let (one, other) = (f64::from(one) - mean_one, f64::from(other) - mean_other);
        product += one * other;
        squares[0] += one * one;
        squares[1] += other * other;
    }
    let size = (squares[0] * squares[1]).sqrt();
    (size > 1e-12).then_some((product / size) as f32)
}

/// The scale at which scores predict the results best, by the cross entropy; `None` if no position has both.
///
/// The loss has one minimum in the logarithm of the scale; a search by thirds finds it.
pub fn fit_scale(samples: &Samples) -> Option<f32> {
    let pairs: Vec<(f32, f32)> =
        samples.scores.iter().copied().zip(samples.results.iter().copied()).collect();
    let known: Vec<_> =
        pairs.into_iter().filter(|(score, result)| !score.is_nan() && !result.is_nan()).collect();
    if known.is_empty() {
        return None;
    }
    let loss = |scale: f32| -> f64 {
        let of = |&(score, result): &(f32, f32)| {
            let logit = score / scale;
            f64::from(logit.max(0.0) - logit * result + (-logit.abs()).exp().ln_1p())
        };
        known.iter().map(of).sum()
    };
    let (mut low, mut high) = (1.0_f32.ln(), 10_000.0_f32.ln());
    for _ in 0..20 {
        let third = (high - low) / 3.0;
        if loss((low + third).exp()) < loss((high - third).exp()) {
            high -= third;
        } else {
            low += third;
        }
    }
    Some(f32::midpoint(low, high).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_is_pearsons() {
        assert_eq!(correlation(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]), Some(1.0));
        assert_eq!(correlation(&[(0.0, 1.0), (1.0, 0.0)]), Some(-1.0));
        assert_eq!(correlation(&[(0.0, 1.0), (0.0, 3.0)]), None);
    }

    #[test]
    fn the_scale_is_found_at_which_scores_predict_results() {
        // At a scale of 50, a score of 50 ln 3 wins three games of four.
        let score = 50.0 * 3.0_f32.ln();
        let results = vec![1.0, 1.0, 1.0, 0.0];
        let samples = Samples { scores: vec![score; 4], results, ..Samples::default() };
        assert!((fit_scale(&samples).unwrap() - 50.0).abs() < 0.5);
    }
}
