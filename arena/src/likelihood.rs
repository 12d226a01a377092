//! How well a hypothesis about the true score explains the pairs that were played.
//!
//! Each pair of games is one draw from an unknown distribution over the five pair scores 0, 1/4, 1/2, 3/4 and 1. Among the
//! distributions of mean `s`, one makes the observed counts most likely: with observed shares `q`, it is
//! `p_i = q_i / (1 + t (a_i - s))`, where `t` solves `sum q_i (a_i - s) / (1 + t (a_i - s)) = 0` (M. Van den Bergh, "Comments on
//! normalized Elo", proposition 1.1; the same as empirical likelihood, Owen 1988). If that equation has no solution within
//! `-1 / (1 - s) ..= 1 / s`, the best distribution leans on an extreme score that was never observed, and `t` is the end of the range.
//!
//! Categories that were not observed need no pseudo-counts this way: they cost nothing, and may carry what the mean requires.
//! Two things are read off the best distribution: its likelihood, for tests, and its variance, for intervals.

use crate::statistics::PairCounts;

/// The score of a pair in each category, as a share of its two points.
pub(crate) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Enough halvings to exhaust an `f64`.
const HALVINGS: u32 = 100;

/// How much less likely the counts are if the true score is `score` than under the distribution that fits best: the difference of
/// the log-likelihoods, at least 0, and infinite if a true score of 0 or 1 rules the counts out.
pub(crate) fn deficit(pairs: &PairCounts, score: f64) -> f64 {
    let total: u64 = pairs.iter().sum();
    if score <= 0.0 || score >= 1.0 {
        let extreme = if score <= 0.0 { pairs[0] } else { pairs[4] };
        return if extreme == total { 0.0 } else { f64::INFINITY };
    }
    let tilt = tilt(pairs, score);
    let terms = observed(pairs).map(|(count, value)| count * (tilt * (value - score)).ln_1p());
    terms.sum::<f64>().max(0.0)
}

/// The `t` of the module's description. The sum falls as `t` grows.
fn tilt(pairs: &PairCounts, score: f64) -> f64 {
    let mut range = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(range.0, range.1);
        let terms = observed(pairs).map(|(count, value)| {
            let distance = value - score;
            count * distance / (1.0 + middle * distance)
        });
        if terms.sum::<f64>() > 0.0 {
            range.0 = middle;
        } else {
            range.1 = middle;
        }
    }
    f64::midpoint(range.0, range.1)
}

fn observed(pairs: &PairCounts) -> impl Iterator<Item = (f64, f64)> {
    pairs
        .iter()
        .zip(PAIR_SCORES)
        .filter(|(count, _)| **count > 0)
        .map(|(count, value)| (*count as f64, value))
}

/// The variance of one pair's score about `score`, under the distribution of that mean that fits best; `mean` is the observed score.
pub(crate) fn variance(pairs: &PairCounts, mean: f64, score: f64) -> f64 {
    if score <= 0.0 || score >= 1.0 {
        return 0.0;
    }
    let total: u64 = pairs.iter().sum();
    let tilt = tilt(pairs, score);
    let mut variance = 0.0;
    let mut left = 1.0;
    for (count, value) in observed(pairs) {
        let distance = value - score;
        let share = count / total as f64 / (1.0 + tilt * distance);
        variance += share * distance * distance;
        left -= share;
    }
    // What is left falls to an extreme score that was not observed.
    let extreme = if score > mean { 1.0 } else { 0.0 };
    variance + left.max(0.0) * (extreme - score).powi(2)
}

/// How many standard errors the observed score `mean` lies above `score`, if the true score were `score`.
pub(crate) fn standard_errors(pairs: &PairCounts, mean: f64, score: f64) -> f64 {
    let distance = mean - score;
    if distance == 0.0 {
        return 0.0;
    }
    let total: u64 = pairs.iter().sum();
    distance / (variance(pairs, mean, score) / total as f64).sqrt()
}

/// The least and the greatest true score from which `mean`, the observed score, is at most `allowed` standard errors away.
pub(crate) fn plausible(pairs: &PairCounts, mean: f64, allowed: f64) -> (f64, f64) {
    let is_plausible = |score: f64| standard_errors(pairs, mean, score).abs() <= allowed;
    let search = |end: f64| {
        let (mut inside, mut outside) = (mean, end);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(inside, outside);
            if is_plausible(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    (search(0.0), search(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_observed_score_fits_best() {
        let pairs = [34, 54, 63, 64, 75];
        let mean = 0.579_310_344_827_586_2;
        assert!(deficit(&pairs, mean) < 1e-12);
        assert!(deficit(&pairs, mean + 0.01) > 0.0 && deficit(&pairs, mean - 0.01) > 0.0);
    }

    #[test]
    fn an_extreme_that_was_not_observed_carries_what_the_mean_requires() {
        // Ten pairs of 1-1, true score 0.6: 80 % such pairs and 20 % of 2-0 is the best explanation.
        assert!((deficit(&[0, 0, 10, 0, 0], 0.6) + 10.0 * 0.8_f64.ln()).abs() < 1e-9);
        // Ten pairs of 2-0, true score 0.9: 90 % of them.
        assert!((deficit(&[0, 0, 0, 0, 10], 0.9) + 10.0 * 0.9_f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn the_variance_is_that_of_the_best_explanation() {
        let near = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-9, "{value} {expected}");
        // 90 % of 2-0 and 10 % of 0-2; then 80 % of 1-1 and 20 % of 2-0; then what was observed.
        near(variance(&[0, 0, 0, 0, 10], 1.0, 0.9), 0.09);
        near(variance(&[0, 0, 10, 0, 0], 0.5, 0.6), 0.8 * 0.01 + 0.2 * 0.16);
        near(variance(&[1, 0, 2, 0, 1], 0.5, 0.5), 0.125);
    }

    #[test]
    fn impossible_scores_are_infinitely_unlikely() {
        assert!(deficit(&[1, 0, 0, 0, 1], 1.0).is_infinite());
        assert!(deficit(&[0, 0, 0, 0, 3], 1.0) < 1e-12);
        assert!(deficit(&[0; 5], 0.3) < 1e-12);
    }
}
