//! The seed's numbers as its report printed them.

use core::fmt;
use plywood_play::Spec;

/// A bot of the seed's: minimax over an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bot {
    /// The name of the evaluation.
    pub evaluation: &'static str,
    /// The depth in plies.
    pub depth: u32,
}

impl Bot {
    /// The same bot as an engine of plywood's.
    ///
    /// # Panics
    ///
    /// Never: the text is a spec.
    pub fn spec(self) -> Spec {
        let text = format!("minimax:eval={},depth={}", self.evaluation, self.depth);
        text.parse().expect("a name and two options are a spec")
    }
}

/// `pieces, depth 1`.
impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, depth {}", self.evaluation, self.depth)
    }
}

/// A line of the seed's table of win rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The two bots.
    pub bots: [Bot; 2],
    /// How many of the [`GAMES`] the first one won. The other won the rest; no draws were told.
    pub won: u64,
}

/// The games that the seed played a pairing.
pub const GAMES: u64 = 10;

/// The seed's table of win rates.
pub const PAIRINGS: [Pairing; 17] = [
    pairing(("pieces", 1), ("pairs", 1), 10),
    pairing(("pieces", 1), ("pairs", 2), 6),
    pairing(("pieces", 1), ("pairs", 3), 2),
    pairing(("pieces", 2), ("pairs", 3), 5),
    pairing(("pieces", 3), ("pairs", 3), 10),
    pairing(("pieces", 1), ("value", 1), 0),
    pairing(("pieces", 2), ("value", 1), 3),
    pairing(("pieces", 3), ("value", 1), 1),
    pairing(("pieces", 3), ("value", 3), 0),
    pairing(("a", 1), ("value", 1), 0),
    pairing(("a", 3), ("value", 3), 0),
    pairing(("a", 1), ("b", 1), 1),
    pairing(("a", 3), ("b", 3), 0),
    pairing(("a", 1), ("pieces", 1), 2),
    pairing(("b", 1), ("value", 1), 0),
    pairing(("b", 1), ("pieces", 1), 8),
    pairing(("b", 3), ("pieces", 3), 6),
];

const fn pairing(first: (&'static str, u32), second: (&'static str, u32), won: u64) -> Pairing {
    let bots = [Bot { evaluation: first.0, depth: first.1 }, Bot { evaluation: second.0, depth: second.1 }];
    Pairing { bots, won }
}
