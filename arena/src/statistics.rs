//! Statistics of paired games.
//!
//! Two games from one opening with colours swapped are not independent: the better side of a lopsided opening
//! wins both, and the pair says nothing. Therefore the unit of all statistics is the pair, of which there are
//! five kinds ([`PairCounts`]); a bare count of wins, draws and losses overstates the error if openings are
//! lopsided.
//!
//! All values are from the view of the first engine of a match.

use crate::likelihood::{PAIR_SCORES, plausible, standard_errors};

/// Pairs of games by the points that the first engine made in them: 0, 1/2, 1, 1 1/2 and 2.
///
/// That is `[LL, LD, DD + WL, WD, WW]`: lost both, one loss and one draw, two draws or one win each, one win
/// and one draw, won both. In the chess engine world this is the pentanomial count.
pub type PairCounts = [u64; 5];

/// The first engine's result in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Points {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

/// The results of a match so far, from the first engine's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// The number of games won.
    pub wins: u64,
    /// The number of games drawn.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The complete pairs. All estimates come from these; a game whose reverse is missing counts only in the
    /// fields above.
    pub pairs: PairCounts,
}

impl Tally {
    /// Counts a game; its pair is counted by [`add_pair`](Self::add_pair) when both of its games are in.
    pub fn add_game(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Counts a pair whose two games, already counted, had these results.
    pub fn add_pair(&mut self, games: [Points; 2]) {
        self.pairs[games[0] as usize + games[1] as usize] += 1;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The number of complete pairs.
    pub fn complete_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The estimates from the complete pairs; `None` before there is one.
    pub fn estimates(&self) -> Option<Estimates> {
        Estimates::of(&self.pairs)
    }
}

/// An estimate with the bounds of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// Half the width of the interval: the `b` of `a +- b`. Infinite if a bound is.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(&self, f: impl Fn(f64) -> f64) -> Self {
        Self { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

/// Estimates of the strength of the first engine against the second.
///
/// The bounds are the true scores from which the observed one is 1.96 standard errors away, where the error
/// is the one to be expected *if that were the true score*: the variance over pairs of the most likely
/// distribution of the five kinds of pairs with this mean. Where only two kinds occur, all won and all lost,
/// this is Wilson's interval (1927). For many pairs it agrees with the usual normal approximation from the
/// observed variance; unlike that it stays within 0 and 1, and does not shrink to a point when all pairs have
/// ended alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimates {
    /// The score as a share of all points, 0 to 1.
    pub score: Interval,
    /// The score as a difference in Elo, `-400 log10(1 / score - 1)`; infinite where the score is 0 or 1.
    pub elo: Interval,
    /// The score's distance from one half in standard deviations of a game, times `800 / ln 10` (Van den
    /// Bergh, "Comments on normalized Elo"). Unlike Elo it hardly depends on the share of draws. `None` while
    /// all pairs have ended alike, because their spread is unknown.
    pub normalized_elo: Option<Interval>,
    /// The likelihood of superiority: the confidence, 0 to 1, that the first engine's true score exceeds one
    /// half.
    pub superiority: f64,
}

impl Estimates {
    /// The number of standard deviations that contain 95 % of a normal distribution.
    pub(crate) const STANDARD_ERRORS: f64 = 1.959_963_984_540_054;

    /// The estimates from these pairs; `None` without any.
    pub fn of(pairs: &PairCounts) -> Option<Self> {
        let (value, variance) = mean_and_variance(pairs)?;
        let (low, high) = plausible(pairs, value, Self::STANDARD_ERRORS);
        let score = Interval { value, low, high };
        // A game has twice the variance of the mean of two.
        let deviation = (2.0 * variance).sqrt();
        let normalized = |score: f64| (score - 0.5) / deviation * NORMALIZED_ELO;
        Some(Self {
            score,
            elo: score.map(elo_of_score),
            normalized_elo: (variance > 0.0).then(|| score.map(normalized)),
            superiority: normal_below(standard_errors(pairs, value, 0.5)),
        })
    }
}

/// Mean and variance of the score of one pair, as a share of its two points.
fn mean_and_variance(pairs: &PairCounts) -> Option<(f64, f64)> {
    let total: u64 = pairs.iter().sum();
    if total == 0 {
        return None;
    }
    let average = |f: &dyn Fn(f64) -> f64| {
        let terms = pairs.iter().zip(PAIR_SCORES).map(|(&count, score)| count as f64 * f(score));
        terms.sum::<f64>() / total as f64
    };
    let mean = average(&|score| score);
    Some((mean, average(&|score| (score - mean).powi(2))))
}

/// The difference in Elo that corresponds to a score from 0 to 1.
pub fn elo_of_score(score: f64) -> f64 {
    // Zero without a sign, where the logarithm alone would give -0.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// The score from 0 to 1 that corresponds to a difference in Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Normalized Elo in a standard deviation of a game.
const NORMALIZED_ELO: f64 = 800.0 / core::f64::consts::LN_10;

/// The number of standard deviations of a pair's score that corresponds to a normalized Elo: the root of two
/// times as many as of a game.
pub(crate) fn deviations_of_normalized_elo(elo: f64) -> f64 {
    elo / NORMALIZED_ELO * core::f64::consts::SQRT_2
}

/// The share of the standard normal distribution below `x`, to about 15 digits (the series of Marsaglia
/// 2004).
fn normal_below(x: f64) -> f64 {
    // Beyond this the result is 0 or 1 to the last digit that a percentage shows.
    const FAR: f64 = 8.0;
    if x.abs() > FAR {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut divisor) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        divisor += 2.0;
        term *= x * x / divisor;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / core::f64::consts::TAU.sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values printed by fastchess: pairs, Elo and its error, normalized Elo and its error.
    ///
    /// The first three are the cases `EloPentanomial 1` to `3` of fastchess's `app/tests/elo_test.cpp`, which
    /// asks for 1 %; the others are match results that users of fastchess have published (sf19-smallnet
    /// against sf18-lite; Zeno against its development version). Its bounds are the normal approximation,
    /// ours are not: from some hundred pairs on the errors agree to 2 %.
    const PUBLISHED: [(PairCounts, [f64; 4]); 5] = [
        ([34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 28.28]),
        ([332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 10.96]),
        ([7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 2.65]),
        ([1, 10, 78, 48, 13], [72.85, 22.33, 132.30, 39.32]),
        ([352, 579, 1264, 743, 464], [19.83, 6.77, 24.25, 8.26]),
    ];

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected} +- {tolerance}");
    }

    #[test]
    fn elo_and_normalized_elo_agree_with_published_values() {
        for (pairs, [elo, elo_error, normalized, normalized_error]) in PUBLISHED {
            let estimates = Estimates::of(&pairs).unwrap();
            near(estimates.elo.value, elo, 0.005_1);
            near(estimates.elo.margin(), elo_error, 0.02 * elo_error);
            let normalized_elo = estimates.normalized_elo.unwrap();
            near(normalized_elo.value, normalized, 0.005_1);
            near(normalized_elo.margin(), normalized_error, 0.02 * normalized_error);
        }
    }

    #[test]
    fn superiority_agrees_with_published_values() {
        // `EloPentanomial 1` and `2` of fastchess's tests print 100.00 % and 5.05 %, by the normal
        // approximation.
        near(Estimates::of(&PUBLISHED[0].0).unwrap().superiority, 1.0, 0.000_05);
        near(Estimates::of(&PUBLISHED[1].0).unwrap().superiority, 0.050_5, 0.000_3);
    }

    #[test]
    fn the_tables_of_the_normal_distribution_are_met() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.959_963_985, 0.025), (3.0, 0.998_650_102)] {
            near(normal_below(x), share, 1e-9);
        }
        near(normal_below(-7.9), 0.0, 1e-12);
    }

    #[test]
    fn a_clean_sweep_has_a_sensible_lower_bound() {
        let estimates = Estimates::of(&[0, 0, 0, 0, 20]).unwrap();
        near(estimates.score.high, 1.0, 0.0);
        // Wilson's bound for n successes in n trials is n / (n + 1.96^2).
        near(estimates.score.low, 20.0 / (20.0 + 1.96_f64.powi(2)), 0.000_1);
        assert!(estimates.elo.value.is_infinite() && estimates.elo.low.is_finite());
        assert!(estimates.normalized_elo.is_none() && estimates.superiority > 0.999);
        let opposite = Estimates::of(&[20, 0, 0, 0, 0]).unwrap();
        near(opposite.score.high, 1.0 - estimates.score.low, 1e-12);
        near(opposite.superiority, 1.0 - estimates.superiority, 1e-12);
    }

    #[test]
    fn few_pairs_say_little_even_if_they_agree() {
        let one = Estimates::of(&[0, 0, 1, 0, 0]).unwrap();
        assert!(one.score.low < 0.11 && one.score.high > 0.89);
        near(one.superiority, 0.5, 1e-12);
        assert_eq!(Estimates::of(&[0; 5]), None);
    }

    #[test]
    fn more_pairs_of_the_same_kind_narrow_the_interval() {
        let width = |factor: u64| Estimates::of(&[factor, 2 * factor, 3 * factor, 2 * factor, 0]).unwrap();
        assert!(width(10).score.margin() < width(1).score.margin());
    }

    #[test]
    fn games_fall_into_the_five_kinds_of_pairs() {
        use Points::{Draw, Loss, Win};
        let mut tally = Tally::default();
        for games in [[Loss, Loss], [Loss, Draw], [Draw, Draw], [Win, Loss], [Draw, Win], [Win, Win]] {
            for points in games {
                tally.add_game(points);
            }
            tally.add_pair(games);
        }
        assert_eq!(tally.pairs, [1, 1, 2, 1, 1]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (4, 4, 4));
        assert_eq!((tally.games(), tally.complete_pairs()), (12, 6));
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-300.0, -1.0, 0.0, 10.0, 700.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        assert!(elo_of_score(0.5).is_sign_positive());
    }
}
