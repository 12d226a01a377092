//! The choice model: how likely each move of a position is to be the one a strong player makes.
//!
//! Log-linear over sparse features: a move's strength is the sum of its features' weights, and its chance is
//! `exp(strength)` as a share of those of all moves (multinomial logit; with two moves, Bradley and Terry
//! 1952).

use plywood_search::Position;

/// What a game sees in a move: numbers of features, few of which are active for one move.
///
/// What is chosen, `M`, is a move, or whatever else the game makes of it, such as a whole turn.
pub trait MoveFeatures<P: Position, M = <P as Position>::Move>: Clone + Send + Sync + 'static {
    /// The name of this set of features. It changes whenever the meaning of a number does.
    const NAME: &'static str;

    /// The number of features.
    fn count(&self) -> usize;

    /// Shows the features of a legal move to `visit`. One may be shown twice, and counts twice then.
    fn active(&self, position: &P, mv: M, visit: &mut impl FnMut(usize));
}

/// A choice model in integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    game: String,
    features: String,
    weights: Vec<i16>,
}

impl Choice {
    /// The integer that stands for a natural logarithm of 1.
    pub const UNIT: f32 = 256.0;

    pub(crate) fn new(game: &str, features: &str, weights: Vec<i16>) -> Self {
        Self { game: game.to_owned(), features: features.to_owned(), weights }
    }

    /// The model of trained weights, each rounded to the nearest integer that it can be.
    pub fn from_weights<P: Position, M, F: MoveFeatures<P, M>>(
        game: &str,
        _features: &F,
        weights: &[f32],
    ) -> Self {
        // A float becomes the nearest i16, and what is no number becomes 0.
        let weights = weights.iter().map(|weight| (weight * Self::UNIT).round() as i16).collect();
        Self::new(game, F::NAME, weights)
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The name of the features.
    pub fn features(&self) -> &str {
        &self.features
    }

    pub(crate) fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// The strength of a legal move, in units of 1/256 of a natural logarithm. A feature that the model does
    /// not have weighs 0.
    #[inline]
    pub fn strength<P: Position, M, F: MoveFeatures<P, M>>(&self, features: &F, position: &P, mv: M) -> i32 {
        let mut strength = 0;
        features.active(position, mv, &mut |feature| {
            strength += i32::from(self.weights.get(feature).copied().unwrap_or(0));
        });
        strength
    }
}

/// The chances of moves of these strengths, which sum up to 1: in place of each strength, in natural
/// logarithms, its chance.
pub fn softmax(strengths: &mut [f32]) {
    let most = strengths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for strength in strengths.iter_mut() {
        *strength = (*strength - most).exp();
        sum += *strength;
    }
    for chance in strengths.iter_mut() {
        *chance /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_up_to_one_whatever_the_strengths() {
        let mut chances = [1_000.0, 999.0, -1e30];
        softmax(&mut chances);
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((chances[0] / chances[1] - 1.0_f32.exp()).abs() < 1e-3);
        assert!(chances[2].abs() < 1e-6);
    }
}
