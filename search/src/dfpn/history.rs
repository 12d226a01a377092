//! The moves that have succeeded of late: what decides one position often decides the next one too.

use crate::contract::{Needs, Side};

/// By side and place: how often moves there have decided a position for their side, of late.
pub(super) struct History([[i32; Needs::PLACES]; 2]);

impl History {
    /// More than any value. What decides every position has a [`bonus`](Self::bonus) of 1 927; the priorities
    /// of Hex, shares of currents, go up to thirty thousand.
    const MOST: i32 = 1 << 15;

    pub(super) const fn new() -> Self {
        Self([[0; Needs::PLACES]; 2])
    }

    /// Notes that a move on this place has decided a position for its side: a sixteenth of the way to the
    /// greatest value, while all values lose a 256th.
    pub(super) fn succeeds(&mut self, side: Side, place: usize) {
        let values = &mut self.0[side.index()];
        for value in values.iter_mut() {
            *value -= *value >> 8;
        }
        if let Some(value) = values.get_mut(place) {
            *value += (Self::MOST - *value) >> 4;
        }
    }

    /// What to add to the priority of a move of this side, below 2 048.
    pub(super) fn bonus(&self, side: Side, place: usize) -> i32 {
        self.0[side.index()].get(place).map_or(0, |value| value >> 4)
    }
}

#[cfg(test)]
mod tests {
    use super::History;
    use crate::contract::Side;

    #[test]
    fn what_has_succeeded_of_late_comes_first_and_fades() {
        let mut history = History::new();
        assert_eq!(history.bonus(Side::First, 3), 0);
        history.succeeds(Side::First, 3);
        let first = history.bonus(Side::First, 3);
        assert!(first > 0 && history.bonus(Side::Second, 3) == 0);
        for _ in 0..1_000 {
            history.succeeds(Side::First, 5);
        }
        assert!((1_900..2_048).contains(&history.bonus(Side::First, 5)));
        assert!(history.bonus(Side::First, 3) < first);
        history.succeeds(Side::First, usize::MAX);
        assert_eq!(history.bonus(Side::First, usize::MAX), 0);
    }
}
