//! Allowances: the limits of one answer, as the controller knows them.

use core::time::Duration;
use plywood_search::{Limits, TimeLeft};

/// The limits of one answer; `None` leaves a limit to the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// The greatest depth in plies.
    pub depth: Option<u32>,
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// The time until the answer.
    pub time: Option<Duration>,
    /// The engine's clock. If `time` is set too, both apply.
    pub left: Option<TimeLeft>,
}

impl Allowance {
    /// Makes the allowance of a search's limits, without its clock and stop handle.
    pub fn of(limits: &Limits) -> Self {
        Self { depth: limits.depth, nodes: limits.nodes, time: limits.time_limit(), left: limits.time_left() }
    }

    /// These limits, completed by those of `other`.
    pub fn or(self, other: Self) -> Self {
        let is_timed = self.time.is_some() || self.left.is_some();
        Self {
            depth: self.depth.or(other.depth),
            nodes: self.nodes.or(other.nodes),
            time: if is_timed { self.time } else { other.time },
            left: if is_timed { self.left } else { other.left },
        }
    }

    /// The time after which an answer is too late; `None` if there is no such time.
    pub fn deadline(&self) -> Option<Duration> {
        let left = self.left.map(|left| left.remaining);
        self.time.into_iter().chain(left).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_of_time_and_clock_is_the_deadline() {
        let second = Duration::from_secs(1);
        let left = Some(TimeLeft::new(3 * second));
        let allowance = |time, left| Allowance { time, left, ..Allowance::default() };
        assert_eq!(allowance(None, None).deadline(), None);
        assert_eq!(allowance(Some(second), left).deadline(), Some(second));
        assert_eq!(allowance(Some(5 * second), left).deadline(), Some(3 * second));
        assert_eq!(allowance(Some(second), None).or(allowance(None, left)).left, None);
        assert_eq!(allowance(None, None).or(allowance(None, left)).left, left);
    }
}
