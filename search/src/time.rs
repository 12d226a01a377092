//! How much of the time for a game one move is worth.

use core::time::Duration;

/// The time that is left for the rest of a game, before a move.
///
/// A search that is given it takes two figures from it, its [`Allotment`]: what the move is worth, and what it may cost at most. The first
/// is stretched while the search is in doubt, and cut where it is not; the second is a limit like any other.
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
    /// What the clock shows.
    pub remaining: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// The number of moves until the clock is filled up again, this one counted; `None` if it has to last for the whole game.
    pub moves_to_go: Option<u32>,
    /// What is never spent: the way of a move from the search to the clock.
    pub reserve: Duration,
}

/// What one move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// What it is worth in a position of no particular difficulty.
    pub soft: Duration,
    /// What it costs at most; not less than `soft`.
    pub hard: Duration,
}

impl TimeLeft {
    /// The reserve unless another is set.
    pub const DEFAULT_RESERVE: Duration = Duration::from_millis(30);
    /// The number of moves that a game is expected to go on for, where nothing says when more time comes. The games end after 10 to 40
    /// moves of each player, and a game that is longer than expected still gets a share of what is left.
    const MOVES_TO_COME: u32 = 25;
    /// The hard limit in soft ones.
    const STRETCH: u32 = 4;

    /// This much, and nothing added to it.
    pub fn new(remaining: Duration) -> Self {
        Self { remaining, increment: Duration::ZERO, moves_to_go: None, reserve: Self::DEFAULT_RESERVE }
    }

    /// The same, with so much added after each move.
    pub fn with_increment(self, increment: Duration) -> Self {
        Self { increment, ..self }
    }

    /// The same, filled up again after `moves` moves.
    pub fn with_moves_to_go(self, moves: u32) -> Self {
        Self { moves_to_go: Some(moves), ..self }
    }

    /// The same, with another reserve.
    pub fn with_reserve(self, reserve: Duration) -> Self {
        Self { reserve, ..self }
    }

    /// What is left after some time, the increment not yet added.
    #[must_use]
    pub fn after(self, elapsed: Duration) -> Self {
        Self { remaining: self.remaining.saturating_sub(elapsed), ..self }
    }

    /// What the next move may cost: an equal share of the time left, with the increments to come spent as they come. The hard limit leaves
    /// as much for each of the moves to come as keeps the game playable: never more than half of the clock unless this is the last move on it.
    ///
    /// With less on the clock than the reserve, half of it is allotted: a quick answer may still be in time.
    pub fn allot(&self) -> Allotment {
        let usable = self.remaining.saturating_sub(self.reserve).max(self.remaining / 2);
        let moves = self.moves_to_go.unwrap_or(Self::MOVES_TO_COME).clamp(1, 2 * Self::MOVES_TO_COME);
        let most = if moves == 1 { usable } else { usable / 2 };
        let soft = (usable / moves).saturating_add(self.increment / 4 * 3).min(most);
        Allotment { soft, hard: soft.saturating_mul(Self::STRETCH).min(most) }
    }
}

/// Judges after each iteration how much of the soft limit a move deserves.
///
/// A best move that stays the same from iteration to iteration is cheap, one that changes, or a value that falls, is worth more: what
/// engines of chess do, with weights of our own in quarters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Confidence {
    /// The number of iterations that have kept the best move.
    stable: u32,
    falling: bool,
}

impl Confidence {
    /// Takes note of an iteration: whether it kept the best move of the one before, and whether its value is much lower.
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
