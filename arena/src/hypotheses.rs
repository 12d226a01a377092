//! Hypotheses: the two strengths of the first engine that a sequential test decides between, in one of three
//! units.

use crate::likelihood::{deficit, deficit_of_deviations};
use crate::statistics::{PairCounts, deviations_of_normalized_elo, score_of_elo};

/// Two hypotheses about the first engine: a weaker one, H0, and a stronger one, H1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hypotheses {
    /// Differences in (logistic) Elo. They determine the score, whatever the share of draws.
    Elo([f64; 2]),
    /// Differences in normalized Elo, from -[`MAX_NORMALIZED_ELO`](Self::MAX_NORMALIZED_ELO) to that. They
    /// determine the distance of the score from one half in standard deviations, so that a test takes about
    /// as many games whatever the share of draws and the openings.
    NormalizedElo([f64; 2]),
    /// Scores from 0 to 1.
    Score([f64; 2]),
}

impl Hypotheses {
    /// The greatest normalized Elo of a hypothesis. Far beyond it, several distributions of results may
    /// explain the pairs best.
    pub const MAX_NORMALIZED_ELO: f64 = 200.0;

    /// The names of H0 and H1 in a text, and their values.
    pub(crate) const fn named(self) -> ([&'static str; 2], [f64; 2]) {
        match self {
            Self::Elo(elo) | Self::NormalizedElo(elo) => (["elo0", "elo1"], elo),
            Self::Score(scores) => (["score0", "score1"], scores),
        }
    }

    /// The value of `model=` if it is not the default.
    pub(crate) const fn model(self) -> Option<&'static str> {
        match self {
            Self::NormalizedElo(_) => Some("normalized"),
            Self::Elo(_) | Self::Score(_) => None,
        }
    }

    /// Checks that both are valid and the first is the lesser.
    pub(crate) fn check(self) -> Result<(), String> {
        let ([name0, name1], [given0, given1]) = self.named();
        for (name, given) in [(name0, given0), (name1, given1)] {
            self.check_one(given).map_err(|expected| format!("`{name}={given}` is no {expected}"))?;
        }
        if given0 < given1 {
            Ok(())
        } else {
            Err(format!("`{name0}={given0}` must be less than `{name1}={given1}`"))
        }
    }

    /// The expected range, if the number is outside it.
    fn check_one(self, given: f64) -> Result<(), String> {
        let between = |score: f64| {
            let is_score = score > 0.0 && score < 1.0;
            if is_score { Ok(()) } else { Err("score between 0 and 1".to_owned()) }
        };
        match self {
            Self::Elo(_) => between(score_of_elo(given)),
            Self::Score(_) => between(given),
            Self::NormalizedElo(_) => {
                let most = Self::MAX_NORMALIZED_ELO;
                let expected = || format!("normalized Elo from -{most} to {most}");
                if given.abs() <= most { Ok(()) } else { Err(expected()) }
            }
        }
    }

    /// The differences of log-likelihoods between the distribution that explains the pairs best and the best
    /// ones under H0 and H1.
    pub(crate) fn deficits(self, pairs: &PairCounts) -> [f64; 2] {
        match self {
            Self::Elo(elo) => elo.map(|elo| deficit(pairs, score_of_elo(elo))),
            Self::NormalizedElo(elo) => {
                elo.map(|elo| deficit_of_deviations(pairs, deviations_of_normalized_elo(elo)))
            }
            Self::Score(scores) => scores.map(|score| deficit(pairs, score)),
        }
    }

    /// The hypotheses that the words of a text give: two in Elo with their model, or two scores.
    pub(crate) fn of_words(
        elo: [Option<f64>; 2],
        scores: [Option<f64>; 2],
        model: Option<&str>,
    ) -> Result<Self, String> {
        match (elo, scores, model) {
            ([Some(elo0), Some(elo1)], [None, None], None | Some("logistic")) => Ok(Self::Elo([elo0, elo1])),
            ([Some(elo0), Some(elo1)], [None, None], Some("normalized")) => {
                Ok(Self::NormalizedElo([elo0, elo1]))
            }
            ([None, None], [Some(score0), Some(score1)], None) => Ok(Self::Score([score0, score1])),
            ([None, None], [Some(_), Some(_)], Some(_)) => {
                Err("scores have no `model`; it belongs to elo0 and elo1".to_owned())
            }
            ([Some(_), Some(_)], [None, None], Some(model)) => {
                Err(format!("`model={model}` is neither logistic nor normalized"))
            }
            _ => Err("expected elo0 and elo1, or score0 and score1".to_owned()),
        }
    }
}
