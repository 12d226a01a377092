//! Evaluation bars.

use crate::answers::{ScoreAnswer, ScoreKind};
use plywood_search::{Score, Side};

/// The conversion of a score to a position of the bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    /// The score that is worth half a win: a winning chance of three in four.
    half: f64,
}

impl Scale {
    /// Five margins are worth half a win, as in Monte-Carlo tree search. The default margin is 20 units.
    pub(crate) fn of_margin(margin: i32) -> Self {
        const MARGINS_OF_HALF_A_WIN: f64 = 5.0;
        let margin = if margin > 0 { f64::from(margin) } else { 20.0 };
        Self { half: margin * MARGINS_OF_HALF_A_WIN }
    }

    /// The bar for a score of `side`: 1 if the first player has won, -1 if the second has.
    pub(crate) fn bar(self, score: Score, side: Side) -> f64 {
        let own = match (score.is_win(), score.is_loss()) {
            (true, _) => 1.0,
            (_, true) => -1.0,
            _ => logistic(f64::from(score.value()) / self.half),
        };
        if side == Side::First { own } else { -own }
    }

    pub(crate) fn answer(self, score: Score, side: Side) -> ScoreAnswer {
        ScoreAnswer {
            kind: if score.is_win() {
                ScoreKind::Win
            } else if score.is_loss() {
                ScoreKind::Loss
            } else {
                ScoreKind::Value
            },
            value: score.value(),
            plies: score.plies_to_win().or(score.plies_to_loss()),
            text: score.to_string(),
            bar: self.bar(score, side),
        }
    }
}

/// -1 to 1, with 1/2 at 1: odds grow by three for each unit.
fn logistic(units: f64) -> f64 {
    let odds = 3_f64.powf(units);
    if odds.is_infinite() { 1.0 } else { (odds - 1.0) / (odds + 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_margins_are_half_a_win_for_whoever_has_them() {
        let scale = Scale::of_margin(40);
        let near = |bar: f64, expected: f64| assert!((bar - expected).abs() < 1e-9, "{bar}");
        near(scale.bar(Score::ZERO, Side::First), 0.0);
        near(scale.bar(Score::heuristic(200), Side::First), 0.5);
        near(scale.bar(Score::heuristic(200), Side::Second), -0.5);
        near(scale.bar(Score::heuristic(-30_000), Side::First), -1.0);
        near(scale.bar(Score::heuristic(30_000), Side::First), 1.0);
        near(scale.bar(Score::win_in(3), Side::Second), -1.0);
    }

    #[test]
    fn an_answer_says_what_kind_of_score_it_is() {
        let scale = Scale::of_margin(0);
        let answer = |score| scale.answer(score, Side::First);
        assert_eq!(
            (answer(Score::win_in(3)).kind, answer(Score::win_in(3)).plies),
            (ScoreKind::Win, Some(3))
        );
        assert_eq!(
            (answer(Score::loss_in(2)).kind, answer(Score::loss_in(2)).plies),
            (ScoreKind::Loss, Some(2))
        );
        assert_eq!((answer(Score::ZERO).kind, answer(Score::ZERO).plies), (ScoreKind::Value, None));
    }
}
