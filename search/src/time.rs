//! Time management: the share of the remaining time that one move gets.

use core::time::Duration;

/// The time left for the rest of a game, before a move.
///
/// A search derives two limits from it, its [`Allotment`]: a soft one, which is stretched while the search is
/// in doubt and cut when it is not, and a hard one, which is a limit like any other.
///
/// ```
/// use plywood_search::TimeLeft;
/// use std::time::Duration;
///
/// let blitz = TimeLeft::new(Duration::from_secs(60)).with_increment(Duration::from_millis(500));
/// let allotment = blitz.allot();
/// assert!(allotment.soft < Duration::from_secs(3));
/// assert!(allotment.hard < Duration::from_secs(25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeLeft {
    /// The time on the clock.
    pub remaining: Duration,
    /// The increment after each move.
    pub increment: Duration,
    /// The number of moves until the clock is refilled, including this one; `None` if the time must last for
    /// the whole game.
    pub moves_to_go: Option<u32>,
    /// The reserve that is never spent: the delay between the search and the clock.
    pub reserve: Duration,
}

/// The time limits of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// The time for a position of average difficulty.
    pub soft: Duration,
    /// The greatest time; not less than `soft`.
    pub hard: Duration,
}

impl TimeLeft {
    /// The reserve unless another is set.
    pub const DEFAULT_RESERVE: Duration = Duration::from_millis(30);
    /// The expected number of further moves if nothing says when more time comes. The games end after 10 to
    /// 40 moves of each player; a longer game still gets a share of what is left.
    const MOVES_TO_COME: u32 = 25;
    /// The hard limit as a multiple of the soft one.
    const STRETCH: u32 = 4;

    /// Time left without an increment.
    pub fn new(remaining: Duration) -> Self {
        Self { remaining, increment: Duration::ZERO, moves_to_go: None, reserve: Self::DEFAULT_RESERVE }
    }

    /// The same time with an increment per move.
    pub fn with_increment(self, increment: Duration) -> Self {
        Self { increment, ..self }
    }

    /// The same time, refilled after `moves` moves.
    pub fn with_moves_to_go(self, moves: u32) -> Self {
        Self { moves_to_go: Some(moves), ..self }
    }

    /// The same time with another reserve.
    pub fn with_reserve(self, reserve: Duration) -> Self {
        Self { reserve, ..self }
    }

    /// The time left after some time has passed, before the increment.
    #[must_use]
    pub fn after(self, elapsed: Duration) -> Self {
        Self { remaining: self.remaining.saturating_sub(elapsed), ..self }
    }

    /// The limits of the next move: an equal share of the time left, with future increments spent as they
    /// come. The hard limit keeps the rest of the game playable: it never exceeds half of the clock unless
    /// this is the last move on it.
    ///
    /// If the clock shows less than the reserve, half of it is allotted: a quick answer may still be in time.
    pub fn allot(&self) -> Allotment {
        let usable = self.remaining.saturating_sub(self.reserve).max(self.remaining / 2);
        let moves = self.moves_to_go.unwrap_or(Self::MOVES_TO_COME).clamp(1, 2 * Self::MOVES_TO_COME);
        let most = if moves == 1 { usable } else { usable / 2 };
        let soft = (usable / moves).saturating_add(self.increment / 4 * 3).min(most);
        Allotment { soft, hard: soft.saturating_mul(Self::STRETCH).min(most) }
    }
}

/// Decides after each iteration how much of the soft limit a move deserves.
///
/// A best move that stays the same deserves less; one that changes, or a falling value, deserves more. Chess
/// engines do this; the weights, in quarters, are our own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Confidence {
    /// The number of iterations since the best move changed.
    stable: u32,
    falling: bool,
}

impl Confidence {
    /// Records an iteration: whether it kept the best move of the one before, and its score.
    pub(crate) fn note(&mut self, same_move: bool, falling: bool) {
        self.stable = if same_move { self.stable + 1 } else { 0 };
        self.falling = falling;
    }

    /// What to spend, given what a move of no particular difficulty is worth.
    pub(crate) fn worth(self, soft: Duration) -> Duration {
        let quarters = match self.stable {
            0 => 6,
            1 => 5,
            2 | 3 => 4,
            4 | 5 => 3,
            _ => 2,
        };
        soft.saturating_mul(quarters + if self.falling { 3 } else { 0 }) / 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_move_is_worth_an_equal_share() {
        let left = TimeLeft::new(10 * SECOND).with_moves_to_go(10).with_reserve(Duration::ZERO);
        assert_eq!(left.allot(), Allotment { soft: SECOND, hard: 4 * SECOND });
    }

    #[test]
    fn the_last_move_before_the_clock_is_filled_up_may_cost_all_but_the_reserve() {
        let left = TimeLeft::new(10 * SECOND).with_moves_to_go(1).with_reserve(SECOND);
        assert_eq!(left.allot(), Allotment { soft: 9 * SECOND, hard: 9 * SECOND });
        assert_eq!(left.with_moves_to_go(0).allot(), left.allot());
    }

    #[test]
    fn an_increment_is_spent_as_it_comes_but_never_more_than_half_of_the_clock() {
        let left = TimeLeft::new(25 * SECOND).with_increment(4 * SECOND).with_reserve(Duration::ZERO);
        assert_eq!(left.allot().soft, 4 * SECOND);
        let short = TimeLeft { remaining: SECOND, ..left };
        assert_eq!(short.allot(), Allotment { soft: SECOND / 2, hard: SECOND / 2 });
    }

    #[test]
    fn less_than_the_reserve_still_allows_an_answer() {
        let left = TimeLeft::new(Duration::from_millis(10));
        assert!(left.allot().hard <= Duration::from_millis(5));
        assert_eq!(TimeLeft::new(Duration::ZERO).allot().hard, Duration::ZERO);
        let endless = TimeLeft::new(Duration::MAX).with_increment(Duration::MAX);
        assert!(endless.allot().soft <= endless.allot().hard);
    }

    #[test]
    fn doubt_costs_more_than_confidence() {
        let mut confidence = Confidence::default();
        let in_doubt = confidence.worth(SECOND);
        for _ in 0..8 {
            confidence.note(true, false);
        }
        let sure = confidence.worth(SECOND);
        confidence.note(true, true);
        assert!(sure < confidence.worth(SECOND));
        confidence.note(false, true);
        assert!(sure < SECOND && SECOND < in_doubt && in_doubt < confidence.worth(SECOND));
    }
}
