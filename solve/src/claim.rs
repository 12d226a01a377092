//! What a certificate says of a position.

use core::fmt;
use core::str::FromStr;
use plywood_search::{Outcome, Side};

/// A statement about a position, as if the game began with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The side wins, whatever the other one does, within so many plies.
    Wins {
        /// The winner.
        side: Side,
        /// The greatest number of plies that it takes.
        within: u32,
    },
    /// The side cannot force a win: the other one keeps at least a draw.
    CannotWin {
        /// The side that is held.
        side: Side,
    },
    /// Neither side can force a win.
    Draw,
}

impl Claim {
    /// What has to be shown for it: one strategy, or for a draw one of each side.
    pub(crate) fn goals(self) -> Vec<Goal> {
        match self {
            Self::Wins { side, .. } => vec![Goal { side, aim: Aim::Win }],
            Self::CannotWin { side } => vec![Goal { side: !side, aim: Aim::NoLoss }],
            Self::Draw => Side::BOTH.map(|side| Goal { side, aim: Aim::NoLoss }).to_vec(),
        }
    }

    /// The bound in plies, if there is one.
    pub(crate) const fn within(self) -> Option<u32> {
        match self {
            Self::Wins { within, .. } => Some(within),
            _ => None,
        }
    }
}

/// As in a certificate: `first wins within 45 plies`, `second cannot win`, `draw`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins { side, within } => write!(f, "{} wins within {within} plies", side_name(*side)),
            Self::CannotWin { side } => write!(f, "{} cannot win", side_name(*side)),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// The text is no claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoClaim;

impl FromStr for Claim {
    type Err = NoClaim;

    fn from_str(text: &str) -> Result<Self, NoClaim> {
        if text == "draw" {
            return Ok(Self::Draw);
        }
        let (side, rest) = text.split_once(' ').ok_or(NoClaim)?;
        let side = Side::BOTH.into_iter().find(|&known| side_name(known) == side).ok_or(NoClaim)?;
        if rest == "cannot win" {
            return Ok(Self::CannotWin { side });
        }
        let plies = rest.strip_prefix("wins within ").and_then(|rest| rest.strip_suffix(" plies"));
        let within = plies.and_then(|plies| plies.parse().ok()).ok_or(NoClaim)?;
        Ok(Self::Wins { side, within })
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// What one side brings about by a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) side: Side,
    pub(crate) aim: Aim,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Every line of play ends, and with this side's win.
    Win,
    /// No line of play ends with the other side's win. Lines may go on for ever.
    NoLoss,
}

impl Goal {
    /// Whether a game that ends like this is what the strategy is for.
    pub(crate) fn is_met_by(self, outcome: Outcome) -> bool {
        match self.aim {
            Aim::Win => outcome == Outcome::Win(self.side),
            Aim::NoLoss => outcome != Outcome::Win(!self.side),
        }
    }
}
