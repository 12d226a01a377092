//! Scores: a heuristic value, or a win or loss in a number of plies.

use core::fmt;
use core::ops::Neg;

/// The value of a position for the side to move, as a search or an evaluation sees it.
///
/// Scores are symmetric: `-score` is the opponent's view. There are three ranges:
///
/// | range | meaning |
/// |---|---|
/// | `-32 000 ..= -31 000` | a loss, in `32 000 + score` plies |
/// | `-30 000 ..= 30 000` | a heuristic value, in units of the evaluation's own; 0 is a draw or an even game |
/// | `31 000 ..= 32 000` | a win, in `32 000 - score` plies |
///
/// A sooner win is greater than a later one, and a later loss is greater than a sooner one. Every score fits
/// in 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Score(i32);

impl Score {
    /// A draw, or an even game.
    pub const ZERO: Self = Self(0);
    /// The greatest heuristic value.
    pub const MAX_HEURISTIC: Self = Self(30_000);
    /// A win in the position itself. Greater than every other score of a position.
    pub const WIN: Self = Self(32_000);
    /// A loss in the position itself.
    pub const LOSS: Self = Self(-32_000);
    /// One more than a win: the upper end of a full window.
    pub const INFINITY: Self = Self(32_001);
    /// The greatest distance of a win or loss in plies.
    pub const MAX_PLIES: u32 = 1_000;

    /// A heuristic value, clamped to `-30 000 ..= 30 000`.
    #[inline]
    pub const fn heuristic(value: i32) -> Self {
        let limit = Self::MAX_HEURISTIC.0;
        if value > limit {
            Self(limit)
        } else if value < -limit {
            Self(-limit)
        } else {
            Self(value)
        }
    }

    /// A win in `plies` plies, at most [`MAX_PLIES`](Self::MAX_PLIES).
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        let plies = if plies > Self::MAX_PLIES { Self::MAX_PLIES } else { plies };
        Self(Self::WIN.0 - plies as i32)
    }

    /// A loss in `plies` plies, at most [`MAX_PLIES`](Self::MAX_PLIES).
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The number, in the ranges of the table above.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The number of plies to the win, if this is a win.
    pub const fn plies_to_win(self) -> Option<u32> {
        if self.is_win() { Some((Self::WIN.0 - self.0) as u32) } else { None }
    }

    /// The number of plies to the loss, if this is a loss.
    pub const fn plies_to_loss(self) -> Option<u32> {
        Self(-self.0).plies_to_win()
    }

    /// Whether this is a win, in any number of plies.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_HEURISTIC.0
    }

    /// Whether this is a loss, in any number of plies.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_HEURISTIC.0
    }

    /// Whether this is a win or a loss.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }
}

/// The heuristic score of a number, as [`Score::heuristic`].
impl From<i32> for Score {
    #[inline]
    fn from(value: i32) -> Self {
        Self::heuristic(value)
    }
}

/// The arithmetic of searches.
#[cfg(feature = "engines")]
impl Score {
    /// The same value seen from `plies` plies earlier: wins and losses are that much farther away.
    #[inline]
    pub(crate) const fn seen_from(self, plies: u32) -> Self {
        if self.is_win() {
            Self(self.0 - plies as i32)
        } else if self.is_loss() {
            Self(self.0 + plies as i32)
        } else {
            self
        }
    }

    /// The inverse of [`seen_from`](Self::seen_from).
    #[inline]
    pub(crate) const fn seen_at(self, plies: u32) -> Self {
        if self.is_win() {
            Self(self.0 + plies as i32)
        } else if self.is_loss() {
            Self(self.0 - plies as i32)
        } else {
            self
        }
    }

    /// The score with this number, unchecked: for windows and table entries.
    #[inline]
    pub(crate) const fn raw(value: i32) -> Self {
        Self(value)
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Writes the score for people: `+35`, `-4`, `0`, `win in 5`, `loss in 12`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.plies_to_win(), self.plies_to_loss()) {
            (Some(plies), _) => f.pad(&format!("win in {plies}")),
            (_, Some(plies)) => f.pad(&format!("loss in {plies}")),
            _ if self.0 == 0 => f.pad("0"),
            _ => f.pad(&format!("{:+}", self.0)),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sooner_win_is_better_and_a_later_loss_is_better() {
        assert!(Score::win_in(1) > Score::win_in(2));
        assert!(Score::loss_in(2) > Score::loss_in(1));
        assert!(Score::win_in(Score::MAX_PLIES) > Score::MAX_HEURISTIC);
        assert_eq!(-Score::win_in(3), Score::loss_in(3));
    }

    #[test]
    fn wild_heuristic_values_never_look_like_results() {
        for value in [i32::MIN, -40_000, 40_000, i32::MAX] {
            assert!(!Score::heuristic(value).is_decisive());
        }
    }

    #[test]
    fn the_display_names_wins_and_losses() {
        let texts =
            [Score::win_in(3), Score::loss_in(0), Score::heuristic(7), Score::heuristic(-7), Score::ZERO]
                .map(|score| score.to_string());
        assert_eq!(texts, ["win in 3", "loss in 0", "+7", "-7", "0"]);
    }

    #[test]
    fn moving_a_score_along_the_path_and_back_changes_nothing() {
        for score in [Score::win_in(4), Score::loss_in(4), Score::heuristic(12)] {
            assert_eq!(score.seen_from(6).seen_at(6), score);
        }
    }
}
