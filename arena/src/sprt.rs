//! The sequential probability ratio test: it stops a match as soon as it decides between two hypotheses.
//!
//! After every pair the log-likelihood ratio of the two hypotheses is compared with Wald's bounds (1945).
//! Since a hypothesis fixes the expected score alone (or, in normalized Elo, its distance from one half in
//! standard deviations) and not how often each kind of pair occurs, its likelihood is the greatest that any
//! distribution with that property gives: the generalized test, as M. Van den Bergh describes it for Fishtest
//! ("A practical introduction to the GSPRT" and "Comments on normalized Elo",
//! <https://www.cantate.be/Fishtest/>).

use crate::hypotheses::Hypotheses;
use crate::statistics::PairCounts;
use core::fmt;
use core::str::FromStr;
use plywood_play::TextError;

/// A sequential probability ratio test.
///
/// ```
/// use plywood_arena::{Sprt, Verdict};
///
/// let test: Sprt = "score0=0.6,score1=0.7".parse().unwrap();
/// assert_eq!(test.to_string(), "score0=0.6,score1=0.7,alpha=0.05,beta=0.05");
/// assert_eq!(test.verdict(&[0, 0, 3, 0, 5]), Verdict::Continue);
/// assert_eq!(test.verdict(&[0, 0, 3, 0, 60]), Verdict::AcceptH1);
///
/// let normalized: Sprt = "elo0=0,elo1=5,model=normalized".parse().unwrap();
/// assert_eq!(normalized.verdict(&[34, 54, 63, 64, 75]), Verdict::Continue);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    hypotheses: Hypotheses,
    alpha: f64,
    beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The weaker hypothesis is accepted.
    AcceptH0,
    /// The stronger hypothesis is accepted.
    AcceptH1,
    /// Undecided: play on.
    Continue,
}

impl Verdict {
    /// The name of the hypothesis that is accepted, `H0` or `H1`.
    pub const fn accepted(self) -> Option<&'static str> {
        match self {
            Self::AcceptH0 => Some("H0"),
            Self::AcceptH1 => Some("H1"),
            Self::Continue => None,
        }
    }
}

impl Sprt {
    /// The default probability of each kind of error.
    pub const DEFAULT_ERROR: f64 = 0.05;

    /// Makes a test that wrongly accepts H1 with a probability of at most about `alpha`, and H0 of at most
    /// about `beta`.
    ///
    /// # Errors
    ///
    /// If H0 is not below H1, a score is not between 0 and 1, a normalized Elo is out of range, or `alpha`
    /// and `beta` are not positive with a sum below 1.
    pub fn new(hypotheses: Hypotheses, alpha: f64, beta: f64) -> Result<Self, TextError> {
        let test = Self { hypotheses, alpha, beta };
        let error = |reason: String| Err(TextError::new("sprt", test.to_string(), reason));
        if let Err(reason) = hypotheses.check() {
            return error(reason);
        }
        for (name, chance) in [("alpha", alpha), ("beta", beta)] {
            if !(chance > 0.0 && chance < 1.0) {
                return error(format!("`{name}={chance}` is no chance between 0 and 1"));
            }
        }
        if alpha + beta >= 1.0 {
            return error(format!("`alpha={alpha}` and `beta={beta}` must be less than 1 together"));
        }
        Ok(test)
    }

    /// The hypotheses.
    pub const fn hypotheses(&self) -> Hypotheses {
        self.hypotheses
    }

    /// The probabilities of wrongly accepting H1 and H0.
    pub const fn errors(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The bounds of the log-likelihood ratio: H0 is accepted at the lower one, H1 at the upper one.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The generalized log-likelihood ratio; greater values favour H1.
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        let [deficit0, deficit1] = self.hypotheses.deficits(pairs);
        deficit0 - deficit1
    }

    /// The verdict on these pairs.
    pub fn verdict(&self, pairs: &PairCounts) -> Verdict {
        let ratio = self.log_likelihood_ratio(pairs);
        let [lower, upper] = self.bounds();
        if ratio <= lower {
            Verdict::AcceptH0
        } else if ratio >= upper {
            Verdict::AcceptH1
        } else {
            Verdict::Continue
        }
    }
}

/// `elo0=0,elo1=10,alpha=0.05,beta=0.05`, with `model=normalized` behind it for normalized Elo, or the same
/// with `score0` and `score1`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([name0, name1], [given0, given1]) = self.hypotheses.named();
        write!(f, "{name0}={given0},{name1}={given1},alpha={},beta={}", self.alpha, self.beta)?;
        self.hypotheses.model().map_or(Ok(()), |model| write!(f, ",model={model}"))
    }
}

/// Reads what `Display` writes, in any order; `alpha` and `beta` may be left out, and `model` may be
/// `logistic`, as it is without.
impl FromStr for Sprt {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |reason: String| TextError::new("sprt", text, reason);
        let words = Words::read(text).map_err(error)?;
        let [elo0, elo1, score0, score1, alpha, beta] = words.numbers;
        let hypotheses = Hypotheses::of_words([elo0, elo1], [score0, score1], words.model).map_err(error)?;
        let [alpha, beta] = [alpha, beta].map(|chance| chance.unwrap_or(Self::DEFAULT_ERROR));
        Self::new(hypotheses, alpha, beta).map_err(|reason| error(reason.reason))
    }
}

const NAMES: [&str; 6] = ["elo0", "elo1", "score0", "score1", "alpha", "beta"];

/// The words of a test's text.
#[derive(Default)]
struct Words<'a> {
    /// The numbers in the order of [`NAMES`].
    numbers: [Option<f64>; 6],
    model: Option<&'a str>,
}

impl<'a> Words<'a> {
    fn read(text: &'a str) -> Result<Self, String> {
        let mut words = Self::default();
        for word in text.split(',') {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| format!("`{word}` should be name=number, such as elo1=10"))?;
            if words.put(name, value)? {
                return Err(format!("`{name}` is given twice"));
            }
        }
        Ok(words)
    }

    /// Stores the value of a word; returns whether the name was set before.
    fn put(&mut self, name: &str, value: &'a str) -> Result<bool, String> {
        if name == "model" {
            return Ok(self.model.replace(value).is_some());
        }
        let index = NAMES.iter().position(|known| *known == name);
        let index = index.ok_or_else(|| format!("`{name}` is none of {}, model", NAMES.join(", ")))?;
        let number = value.parse().map_err(|_| format!("`{value}` in `{name}={value}` is no number"))?;
        Ok(self.numbers[index].replace(number).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Log-likelihood ratios from fastchess's `app/tests/sprt_test.cpp`, cases `logistic pentanomial 1` and
    /// `2` and `logistic trinomial 1` and `2`. Three kinds of results are five of which two do not occur.
    #[test]
    fn ratios_agree_with_published_values() {
        for (pairs, hypotheses, published) in [
            ([223, 9_863, 21_279, 10_037, 246], [0.5, 2.5], -3.07),
            ([871, 26_175, 55_983, 26_678, 821], [0.0, 2.0], -4.98),
            ([21_184, 0, 40_708, 0, 21_404], [0.5, 2.5], -1.57),
            ([57_030, 0, 106_593, 0, 57_433], [0.0, 2.0], -2.59),
        ] {
            let test = Sprt::new(Hypotheses::Elo(hypotheses), 0.05, 0.05).unwrap();
            let ratio = test.log_likelihood_ratio(&pairs);
            assert!((ratio - published).abs() < 0.005_1, "{ratio} is not {published}");
        }
    }

    /// The cases `normalized pentanomial 1` to `3` and `normalized trinomial 1` to `3` of the same file,
    /// which asks for 1 %. A single game's deviation is that of a pair with twice its variance, so that three
    /// kinds of results stand for hypotheses in so much less Elo.
    #[test]
    fn normalized_ratios_agree_with_published_values() {
        const GAME: f64 = core::f64::consts::FRAC_1_SQRT_2;
        for (pairs, hypotheses, published) in [
            ([365, 16_618, 36_229, 16_974, 390], [0.0, 2.0], 2.25),
            ([127, 4_883, 10_712, 5_150, 104], [-1.75, 0.25], 3.01),
            ([0, 0, 0, 0, 5_550], [0.0, 5.0], 111.82),
            ([36_027, 0, 68_692, 0, 36_433], [0.0, 2.0 * GAME], 0.92),
            ([10_650, 0, 20_431, 0, 10_871], [-1.75 * GAME, 0.25 * GAME], 2.30),
            ([0, 0, 0, 0, 4_250], [0.0, 10.0 * GAME], 120.56),
        ] {
            let test = Sprt::new(Hypotheses::NormalizedElo(hypotheses), 0.05, 0.05).unwrap();
            let ratio = test.log_likelihood_ratio(&pairs);
            let tolerance = if published > 100.0 { 0.03 } else { 0.005_1 };
            assert!((ratio - published).abs() < tolerance, "{ratio} is not {published}");
        }
    }

    /// Two equal hypotheses in both units are one test, as far as the spread of the results is known: many
    /// pairs of which none is extreme.
    #[test]
    fn the_models_agree_where_their_hypotheses_do() {
        let pairs = [600, 2_500, 4_000, 2_300, 600];
        let estimates = crate::Estimates::of(&pairs).unwrap();
        let scale = estimates.normalized_elo.unwrap().value / estimates.elo.value;
        let ratio = |hypotheses| Sprt::new(hypotheses, 0.05, 0.05).unwrap().log_likelihood_ratio(&pairs);
        let logistic = ratio(Hypotheses::Elo([-10.0, 0.0]));
        let normalized = ratio(Hypotheses::NormalizedElo([-10.0 * scale, 0.0]));
        assert!((logistic / normalized - 1.0).abs() < 0.01, "{logistic} and {normalized}");
    }

    #[test]
    fn the_bounds_are_walds() {
        // As printed by fastchess and Fishtest for alpha = beta = 0.05, and by fastchess for 0.01.
        for (error, bound) in [(0.05, 2.94), (0.01, 4.60)] {
            let [lower, upper] = Sprt::new(Hypotheses::Elo([0.0, 2.0]), error, error).unwrap().bounds();
            assert!((upper - bound).abs() < 0.005_1 && (lower + bound).abs() < 0.005_1);
        }
    }

    #[test]
    fn the_test_decides_both_ways() {
        let test: Sprt = "elo0=0,elo1=50".parse().unwrap();
        assert_eq!(test.verdict(&[0; 5]), Verdict::Continue);
        assert_eq!(test.verdict(&[0, 0, 20, 30, 30]), Verdict::AcceptH1);
        assert_eq!(test.verdict(&[30, 30, 20, 0, 0]), Verdict::AcceptH0);
        assert_eq!(test.verdict(&[0, 0, 100, 0, 0]), Verdict::AcceptH0);
    }

    #[test]
    fn texts_are_read_back() {
        for text in [
            "elo0=0,elo1=10,alpha=0.05,beta=0.1",
            "score0=0.6,score1=0.7,alpha=0.05,beta=0.05",
            "elo0=-1,elo1=4,alpha=0.05,beta=0.1,model=normalized",
        ] {
            assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
        }
        let short: Sprt = "elo1=5,elo0=-5".parse().unwrap();
        assert_eq!(short.to_string(), "elo0=-5,elo1=5,alpha=0.05,beta=0.05");
        assert_eq!("model=logistic,elo1=5,elo0=-5".parse(), Ok(short));
    }

    #[test]
    fn errors_name_the_word() {
        for (text, part) in [
            ("", "`` should be"),
            ("elo0", "`elo0` should be"),
            ("elo0=0", "expected elo0 and elo1"),
            ("elo0=0,score1=0.6", "expected elo0 and elo1"),
            ("elo0=0,elo1=ten", "`ten` in `elo1=ten`"),
            ("elo0=0,elo1=10,gamma=1", "`gamma` is none of"),
            ("elo0=0,elo1=10,elo1=10", "`elo1` is given twice"),
            ("elo0=10,elo1=0", "`elo0=10` must be less than `elo1=0`"),
            ("elo0=0,elo1=inf", "`elo1=inf` is no score"),
            ("elo0=nan,elo1=0", "`elo0=NaN` is no score"),
            ("score0=0.5,score1=1", "`score1=1` is no score"),
            ("elo0=0,elo1=1,model=bayesian", "`model=bayesian` is neither"),
            ("score0=0.5,score1=0.6,model=normalized", "scores have no `model`"),
            ("elo0=0,elo1=201,model=normalized", "`elo1=201` is no normalized Elo from -200 to 200"),
            ("elo0=nan,elo1=1,model=normalized", "`elo0=NaN` is no normalized Elo"),
            ("elo0=1,elo1=1,model=normalized", "`elo0=1` must be less than `elo1=1`"),
            ("elo0=0,elo1=1,model=logistic,model=logistic", "`model` is given twice"),
            ("elo0=0,elo1=1,alpha=0", "`alpha=0` is no chance"),
            ("elo0=0,elo1=1,alpha=0.6,beta=0.6", "less than 1 together"),
        ] {
            let error = text.parse::<Sprt>().expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
