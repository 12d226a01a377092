//! Likelihoods of hypotheses about the true strength, given the pairs played.
//!
//! Each pair of games is one draw from an unknown distribution over the five pair scores 0, 1/4, 1/2, 3/4
//! and 1. Among the distributions under which some values `v_i` of the scores have the mean 0, one makes the
//! observed counts most likely: with observed shares `q`, it is `p_i = q_i / (1 + t v_i)`, where `t` solves
//! `sum q_i v_i / (1 + t v_i) = 0` (M. Van den Bergh, "Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution", proposition 1.1; the same as empirical likelihood, Owen
//! 1988). If that equation has no solution within `-1 / max v ..= -1 / min v`, the best distribution leans on
//! an extreme value that was never observed, and `t` is the end of the range. With the distances from a score
//! as values, the distributions are those of that mean.
//!
//! Categories that were not observed need no pseudo-counts: they cost nothing, and may carry what the mean
//! requires. The best distribution yields its likelihood, for tests, and its variance, for intervals.

use crate::statistics::PairCounts;

/// The score of a pair in each category, as a share of two points.
pub(crate) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Enough halvings to exhaust an `f64`.
const HALVINGS: u32 = 100;

/// One number per category.
type Values = [f64; 5];

/// The loss of log-likelihood if the true score is `score`, relative to the distribution that fits best: at
/// least 0, and infinite if a true score of 0 or 1 rules the counts out.
pub(crate) fn deficit(pairs: &PairCounts, score: f64) -> f64 {
    let total: u64 = pairs.iter().sum();
    if score <= 0.0 || score >= 1.0 {
        let extreme = if score <= 0.0 { pairs[0] } else { pairs[4] };
        return if extreme == total { 0.0 } else { f64::INFINITY };
    }
    deficit_without_mean(pairs, &distances(score))
}

/// The same if the true score is `deviations` (-1 to 1) standard deviations of a pair above one half.
///
/// Since a standard deviation is the least that `(d + E (a - m)^2 / d) / 2` can be, whatever `m` and `d`, and
/// is that where they are the mean and the deviation themselves, the condition on the distribution is
/// replaced by one that says of fixed values that their mean is 0. The distribution found gives the next `m`
/// and `d`, until nothing changes (M. Van den Bergh, "Comments on normalized Elo", section 4.1). The
/// beginning is the distribution over the extreme scores alone that meets the condition.
pub(crate) fn deficit_of_deviations(pairs: &PairCounts, deviations: f64) -> f64 {
    /// A dozen iterations suffice within the range.
    const STEPS: u32 = 100;
    /// A smaller value counts as zero, because the deviation may vanish.
    const LEAST: f64 = 1e-9;
    if deviations < 0.0 {
        let [ll, ld, even, wd, ww] = *pairs;
        return deficit_of_deviations(&[ww, wd, even, ld, ll], -deviations);
    }
    if deviations < LEAST || pairs.iter().all(|&count| count == 0) {
        return deficit(pairs, 0.5);
    }
    let mut deviation = 0.5 / (1.0 + deviations * deviations).sqrt();
    let mut mean = 0.5 + deviations * deviation;
    let mut least = f64::INFINITY;
    for _ in 0..STEPS {
        let spread = |value: f64| f64::midpoint(deviation, (value - mean).powi(2) / deviation);
        let values = PAIR_SCORES.map(|value| value - 0.5 - deviations * spread(value));
        let shares = shares(pairs, &values);
        mean = shares.iter().zip(PAIR_SCORES).map(|(share, value)| share * value).sum();
        deviation = variance_about(&shares, mean).sqrt();
        let last = least;
        least = deficit_without_mean(pairs, &values);
        if (last - least).abs() <= 1e-12 * least || deviation == 0.0 {
            break;
        }
    }
    least
}

/// The loss of log-likelihood if the mean of `values` is 0; some of them are positive and some negative.
fn deficit_without_mean(pairs: &PairCounts, values: &Values) -> f64 {
    let tilt = tilt(pairs, values);
    let terms = observed(pairs, values).map(|(count, value)| count * (tilt * value).ln_1p());
    terms.sum::<f64>().max(0.0)
}

/// The distances from a score.
fn distances(score: f64) -> Values {
    PAIR_SCORES.map(|value| value - score)
}

fn greatest(values: &Values) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn least(values: &Values) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The `t` of the module's description. The sum falls as `t` grows.
fn tilt(pairs: &PairCounts, values: &Values) -> f64 {
    let mut range = (-1.0 / greatest(values), -1.0 / least(values));
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(range.0, range.1);
        let terms = observed(pairs, values).map(|(count, value)| count * value / (1.0 + middle * value));
        if terms.sum::<f64>() > 0.0 {
            range.0 = middle;
        } else {
            range.1 = middle;
        }
    }
    f64::midpoint(range.0, range.1)
}

fn observed(pairs: &PairCounts, values: &Values) -> impl Iterator<Item = (f64, f64)> {
    pairs.iter().zip(values).filter(|(count, _)| **count > 0).map(|(count, value)| (*count as f64, *value))
}

/// The best distribution, of at least one pair, under which the mean of `values` is 0.
fn shares(pairs: &PairCounts, values: &Values) -> Values {
    let total: u64 = pairs.iter().sum();
    let tilt = tilt(pairs, values);
    let mut shares = [0.0; 5];
    for (share, (&count, value)) in
        shares.iter_mut().zip(pairs.iter().zip(values)).filter(|(_, (count, _))| **count > 0)
    {
        *share = count as f64 / total as f64 / (1.0 + tilt * value);
    }
    // The rest of the probability falls to an extreme value that was not observed.
    let left = (1.0 - shares.iter().sum::<f64>()).max(0.0);
    let sign = if tilt < 0.0 { 1.0 } else { -1.0 };
    let reach = |&index: &usize| sign * values[index];
    if let Some(extreme) = (0..values.len()).max_by(|a, b| reach(a).total_cmp(&reach(b))) {
        shares[extreme] += left;
    }
    shares
}

/// The variance of one pair's score about `score`, under the distribution of that mean that fits best.
pub(crate) fn variance(pairs: &PairCounts, score: f64) -> f64 {
    if score <= 0.0 || score >= 1.0 {
        return 0.0;
    }
    variance_about(&shares(pairs, &distances(score)), score)
}

fn variance_about(shares: &Values, mean: f64) -> f64 {
    shares.iter().zip(PAIR_SCORES).map(|(share, value)| share * (value - mean).powi(2)).sum()
}

/// The distance of the observed score `mean` above `score` in standard errors, if the true score were
/// `score`.
pub(crate) fn standard_errors(pairs: &PairCounts, mean: f64, score: f64) -> f64 {
    let distance = mean - score;
    if distance == 0.0 {
        return 0.0;
    }
    let total: u64 = pairs.iter().sum();
    distance / (variance(pairs, score) / total as f64).sqrt()
}

/// The least and the greatest true score from which `mean`, the observed score, is at most `allowed` standard
/// errors away.
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
        near(variance(&[0, 0, 0, 0, 10], 0.9), 0.09);
        near(variance(&[0, 0, 10, 0, 0], 0.6), 0.8 * 0.01 + 0.2 * 0.16);
        near(variance(&[1, 0, 2, 0, 1], 0.5), 0.125);
    }

    /// The distance of the mean from one half in standard deviations.
    fn deviations(shares: &Values) -> f64 {
        let mean: f64 = shares.iter().zip(PAIR_SCORES).map(|(share, value)| share * value).sum();
        (mean - 0.5) / variance_about(shares, mean).sqrt()
    }

    /// A random distribution, mixed with as much of an extreme score as brings it to so many deviations.
    fn random_of_deviations(rng: &mut impl rand::RngExt, wanted: f64) -> Values {
        let weights: Values = core::array::from_fn(|_| rng.random::<f64>().powi(4) + 1e-9);
        let sum: f64 = weights.iter().sum();
        let weights = weights.map(|weight| weight / sum);
        let is_weaker = deviations(&weights) < wanted;
        let extreme = if is_weaker { 4 } else { 0 };
        let mixed = |part: f64| {
            let mut shares = weights.map(|weight| weight * (1.0 - part));
            shares[extreme] += part;
            shares
        };
        let mut range = (0.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(range.0, range.1);
            if (deviations(&mixed(middle)) < wanted) == is_weaker {
                range.0 = middle;
            } else {
                range.1 = middle;
            }
        }
        mixed(range.0)
    }

    #[test]
    fn no_distribution_with_those_deviations_explains_the_pairs_better() {
        use rand::{RngExt, SeedableRng, rngs::StdRng};
        let mut rng = StdRng::seed_from_u64(13);
        for _ in 0..300 {
            let pairs: PairCounts = core::array::from_fn(|_| [0, 0, 1, 2, 5, 9][rng.random_range(0..6)]);
            let total: u64 = pairs.iter().sum();
            let wanted = rng.random_range(-0.8..0.8);
            let deficit = deficit_of_deviations(&pairs, wanted);
            for _ in 0..100 {
                let shares = random_of_deviations(&mut rng, wanted);
                let found: f64 = observed(&pairs, &shares)
                    .map(|(count, share)| count * (count / total as f64 / share).ln())
                    .sum();
                assert!(
                    found >= deficit - 1e-9,
                    "{pairs:?}, {wanted}: {shares:?} gives {found}, not {deficit}"
                );
            }
        }
    }

    #[test]
    fn a_deviation_is_explained_by_extreme_scores_alone_if_no_others_were_observed() {
        // At t deviations the share of wins is 1/2 + t / (2 sqrt(1 + t^2)).
        let wins = 0.5 + 0.3 / 1.09_f64.sqrt() / 2.0;
        assert!((deficit_of_deviations(&[0, 0, 0, 0, 10], 0.3) + 10.0 * wins.ln()).abs() < 1e-9);
        assert!((deficit_of_deviations(&[10, 0, 0, 0, 0], -0.3) + 10.0 * wins.ln()).abs() < 1e-9);
        assert!(
            deficit_of_deviations(&[0; 5], 0.3) < 1e-12
                && deficit_of_deviations(&[0, 0, 9, 0, 0], 0.0) < 1e-12
        );
    }

    #[test]
    fn impossible_scores_are_infinitely_unlikely() {
        assert!(deficit(&[1, 0, 0, 0, 1], 1.0).is_infinite());
        assert!(deficit(&[0, 0, 0, 0, 3], 1.0) < 1e-12);
        assert!(deficit(&[0; 5], 0.3) < 1e-12);
    }
}
