//! What many games say about a result over ten.
//!
//! Both tests are the exact binomial one, two-sided: the probability of a result that is no likelier than the
//! given one, by games that are won or lost independently of each other. Draws would make ten games spread
//! less, and games that repeat each other, more; neither is known of the seed's.

use super::published;
use core::fmt;
use plywood_arena::Interval;

/// A result below this probability is not put down to chance.
pub const LEVEL: f64 = 0.05;

/// What becomes of a result over the seed's ten games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It agrees with our score, and shows by itself that the bots are not equal.
    Confirmed,
    /// It agrees with our score, but also with equal bots: ten games did not tell which is better.
    Noise,
    /// It does not agree with our score.
    Contradicted,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Confirmed => "confirmed",
            Self::Noise => "noise",
            Self::Contradicted => "contradicted",
        })
    }
}

/// A verdict and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The probability of the seed's result, or of one less likely, if our score were the true one: of the
    /// scores in our interval, the one nearest to the seed's result.
    pub probability: f64,
    /// Whether the seed's result, as a score, lies outside our interval.
    pub is_outside: bool,
}

/// Judges `won` of the seed's ten games against our score.
///
/// ```
/// use plywood_arena::Interval;
/// use plywood_bench::tables::gekitai::verdict::{Verdict, judge};
///
/// let score = Interval { value: 0.45, low: 0.4, high: 0.5 };
/// assert_eq!(judge(6, &score).verdict, Verdict::Noise);
/// assert_eq!(judge(10, &score).verdict, Verdict::Contradicted);
/// ```
pub fn judge(won: u64, score: &Interval) -> Judgement {
    let theirs = won as f64 / published::GAMES as f64;
    let probability = probability(published::GAMES, won, theirs.clamp(score.low, score.high));
    let verdict = if probability < LEVEL {
        Verdict::Contradicted
    } else if is_telling(won) {
        Verdict::Confirmed
    } else {
        Verdict::Noise
    };
    Judgement { verdict, probability, is_outside: theirs < score.low || theirs > score.high }
}

/// Whether `won` of the seed's ten games show by themselves that the bots are not equal: 0, 1, 9 and 10 do.
pub fn is_telling(won: u64) -> bool {
    probability(published::GAMES, won, 0.5) < LEVEL
}

/// The probability that a player who wins each of `games` with probability `score` wins a number of them that
/// is no likelier than `won`.
pub fn probability(games: u64, won: u64, score: f64) -> f64 {
    // Equally likely numbers differ in their last digits.
    const SLACK: f64 = 1.0 + 1e-9;
    let likelihoods = binomial(games, score);
    let given = likelihoods[won as usize];
    likelihoods.into_iter().filter(|&likelihood| likelihood <= given * SLACK).sum::<f64>().min(1.0)
}

/// The probabilities of 0 to `games` wins.
fn binomial(games: u64, score: f64) -> Vec<f64> {
    let mut ways = 1.0;
    let mut likelihoods = Vec::new();
    for won in 0..=games {
        likelihoods.push(ways * score.powi(won as i32) * (1.0 - score).powi((games - won) as i32));
        ways *= (games - won) as f64 / (won + 1) as f64;
    }
    likelihoods
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-12, "{value} is not {expected}");
    }

    #[test]
    fn the_exact_test_is_that_of_the_books() {
        near(probability(10, 10, 0.5), 2.0 / 1_024.0);
        near(probability(10, 9, 0.5), 22.0 / 1_024.0);
        near(probability(10, 8, 0.5), 112.0 / 1_024.0);
        near(probability(10, 5, 0.5), 1.0);
        // 2 of 3 at 0.2: 0.096 and the 0.008 of 3 of 3.
        near(probability(3, 2, 0.2), 0.104);
    }

    #[test]
    fn certainty_allows_no_other_result() {
        near(probability(10, 10, 1.0), 1.0);
        near(probability(10, 9, 1.0), 0.0);
        near(probability(10, 0, 0.0), 1.0);
    }

    #[test]
    fn only_nine_and_ten_wins_or_losses_tell_by_themselves() {
        let telling: Vec<_> = (0..=10).filter(|&won| is_telling(won)).collect();
        assert_eq!(telling, [0, 1, 9, 10]);
    }

    #[test]
    fn the_three_verdicts() {
        let judge = |won, value: f64| judge(won, &Interval { value, low: value - 0.02, high: value + 0.02 });
        assert_eq!(judge(10, 0.9).verdict, Verdict::Confirmed);
        assert_eq!(judge(0, 0.15).verdict, Verdict::Confirmed);
        assert_eq!(judge(6, 0.5).verdict, Verdict::Noise);
        assert_eq!(judge(2, 0.5).verdict, Verdict::Noise);
        assert_eq!(judge(10, 0.4).verdict, Verdict::Contradicted);
        assert_eq!(judge(6, 0.02).verdict, Verdict::Contradicted);
    }

    #[test]
    fn a_result_within_the_interval_is_as_likely_as_can_be() {
        let score = Interval { value: 0.6, low: 0.5, high: 0.7 };
        let inside = judge(6, &score);
        assert!(!inside.is_outside);
        near(inside.probability, 1.0);
        assert!(judge(8, &score).is_outside);
        near(judge(8, &score).probability, probability(10, 8, 0.7));
    }
}
