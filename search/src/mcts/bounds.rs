//! Bounds: what is proven about the value of a node.

use crate::contract::{Outcome, Score, Side};
use crate::driver::DEAD_END;

/// Bounds on the value of a node for a player, as in score-bounded Monte-Carlo tree search (Cazenave and
/// Saffidine 2010).
///
/// A lower bound is [`Score::LOSS`] (nothing is known), a draw, or a win within a number of plies; an upper
/// bound is [`Score::WIN`] (nothing is known), a draw, or a loss within a number of plies. Wins and losses
/// are counted from the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl Bounds {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self { lower: Score::LOSS, upper: Score::WIN };
    /// Repetition forbids the move, now or at the end of its turn.
    pub(super) const FORBIDDEN: Self = Self { lower: DEAD_END, upper: DEAD_END };
    /// A certain draw.
    pub(super) const DRAW: Self = Self { lower: Score::ZERO, upper: Score::ZERO };
    /// The node is lost.
    pub(super) const LOST: Self = Self { lower: Score::LOSS, upper: Score::LOSS };
    /// The node is won.
    const WON: Self = Self { lower: Score::WIN, upper: Score::WIN };

    /// The bounds of a move that is no better than the best of the others and, if that one loses, loses
    /// within so many plies. Not more is said about it.
    pub(super) fn left_out(plies: u32) -> Self {
        Self { lower: DEAD_END, upper: Score::loss_in(plies.min(Score::MAX_PLIES)) }
    }

    /// Whether the move is not to be searched or answered with: repetition forbids it, or others suffice.
    #[inline]
    pub(super) fn is_out(self) -> bool {
        self.lower == DEAD_END
    }

    /// The bounds for `side` of a position that `winner` is certain to win within so many plies.
    pub(super) fn of_win(winner: Side, plies: u32, side: Side) -> Self {
        let plies = plies.min(Score::MAX_PLIES);
        if winner == side {
            Self { lower: Score::win_in(plies), upper: Score::WIN }
        } else {
            Self { lower: Score::LOSS, upper: Score::loss_in(plies) }
        }
    }

    /// The bounds of `outcome` for `side`.
    pub(super) fn of(outcome: Outcome, side: Side) -> Self {
        match outcome {
            Outcome::Draw => Self::DRAW,
            Outcome::Win(winner) if winner == side => Self::WON,
            Outcome::Win(_) => Self::LOST,
        }
    }

    /// The bounds of a node from those of its moves, for its mover: the greatest lower bound and the greatest
    /// upper bound. `None` if repetition forbids every move.
    pub(super) fn of_moves(moves: impl Iterator<Item = Self>) -> Option<Self> {
        let allowed = moves.filter(|&bounds| bounds != Self::FORBIDDEN);
        let best = |one: Self, other: Self| Self {
            lower: one.lower.max(other.lower),
            upper: one.upper.max(other.upper),
        };
        allowed.reduce(best).map(Self::one_ply_earlier)
    }

    fn one_ply_earlier(self) -> Self {
        let lower = self.lower.plies_to_win().map_or(self.lower, |plies| Score::win_in(plies + 1));
        let upper = self.upper.plies_to_loss().map_or(self.upper, |plies| Score::loss_in(plies + 1));
        Self { lower, upper }
    }

    /// The same bounds for the opponent. A move that is out stays out.
    pub(super) fn turned(self) -> Self {
        if self.is_out() { self } else { Self { lower: -self.upper, upper: -self.lower } }
    }

    /// The intersection of two bounds.
    pub(super) fn and(self, other: Self) -> Self {
        if other == Self::FORBIDDEN {
            return other;
        }
        if self.is_out() {
            return self;
        }
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Whether the result is proven.
    #[inline]
    pub(super) fn are_settled(self) -> bool {
        self.lower.is_win() || self.upper.is_loss() || self.lower == self.upper
    }

    /// The proven value.
    pub(super) fn settled(self) -> Option<Score> {
        if !self.are_settled() {
            None
        } else if self.upper.is_loss() {
            Some(self.upper)
        } else {
            Some(self.lower)
        }
    }

    /// Clamps a heuristic value to the bounds.
    pub(super) fn clamp(self, score: Score) -> Score {
        score
            .max(if self.lower == Score::ZERO { Score::ZERO } else { score })
            .min(if self.upper == Score::ZERO { Score::ZERO } else { Score::MAX_HEURISTIC })
    }

    /// Packs the bounds into one word: the lower bound in the lower half.
    #[inline]
    pub(super) const fn to_bits(self) -> u32 {
        self.lower.value() as i16 as u16 as u32 | (self.upper.value() as i16 as u16 as u32) << 16
    }

    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self {
            lower: Score::raw(bits as u16 as i16 as i32),
            upper: Score::raw((bits >> 16) as u16 as i16 as i32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(lower: Score, upper: Score) -> Bounds {
        Bounds { lower, upper }
    }

    #[test]
    fn bits_and_back_change_nothing() {
        let some = [Bounds::UNKNOWN, Bounds::FORBIDDEN, Bounds::DRAW, bounds(Score::win_in(7), Score::WIN)];
        for bounds in some {
            assert_eq!(Bounds::from_bits(bounds.to_bits()), bounds);
        }
    }

    #[test]
    fn one_winning_move_is_enough_and_all_must_lose() {
        let won = bounds(Score::win_in(2), Score::WIN);
        let lost = bounds(Score::LOSS, Score::loss_in(4));
        let of = |moves: &[Bounds]| Bounds::of_moves(moves.iter().copied());
        assert_eq!(of(&[lost, Bounds::UNKNOWN, won]).and_then(Bounds::settled), Some(Score::win_in(3)));
        assert_eq!(of(&[lost, Bounds::LOST]).and_then(Bounds::settled), Some(Score::loss_in(5)));
        assert_eq!(of(&[lost, Bounds::UNKNOWN]), Some(Bounds::UNKNOWN));
        assert_eq!(of(&[lost, Bounds::DRAW]).and_then(Bounds::settled), Some(Score::ZERO));
        assert_eq!(of(&[Bounds::DRAW, Bounds::UNKNOWN]), Some(bounds(Score::ZERO, Score::WIN)));
    }

    #[test]
    fn forbidden_moves_do_not_count() {
        let of = |moves: &[Bounds]| Bounds::of_moves(moves.iter().copied());
        assert_eq!(of(&[Bounds::FORBIDDEN, Bounds::DRAW]), Some(Bounds::DRAW));
        assert_eq!(of(&[Bounds::FORBIDDEN]), None);
        assert_eq!(Bounds::FORBIDDEN.turned(), Bounds::FORBIDDEN);
        assert_eq!(Bounds::UNKNOWN.and(Bounds::FORBIDDEN), Bounds::FORBIDDEN);
    }

    #[test]
    fn a_heuristic_value_keeps_within_what_is_proven() {
        let at_least_a_draw = bounds(Score::ZERO, Score::WIN);
        assert_eq!(at_least_a_draw.clamp(Score::heuristic(-5)), Score::ZERO);
        assert_eq!(at_least_a_draw.turned().clamp(Score::heuristic(5)), Score::ZERO);
        assert_eq!(Bounds::UNKNOWN.clamp(Score::heuristic(-5)), Score::heuristic(-5));
    }
}
