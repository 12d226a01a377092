//! Claims: statements about a position that a certificate proves.

use core::fmt;
use core::str::FromStr;
use plywood_search::{Outcome, Side};

/// A statement about a position, made as if the game began with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The side wins within this number of plies, whatever the other side plays.
    Wins {
        /// The winner.
        side: Side,
        /// The greatest number of plies that the win takes.
        within: u32,
    },
    /// The side cannot force a win: the other side keeps at least a draw.
    CannotWin {
        /// The side that cannot win.
        side: Side,
    },
    /// Neither side can force a win.
    Draw,
}

impl Claim {
    /// The strategies that prove the claim: one, or one for each side for a draw.
    pub(crate) fn goals(self) -> Vec<Goal> {
        match self {
            Self::Wins { side, .. } => vec![Goal { side, aim: Aim::Win }],
            Self::CannotWin { side } => vec![Goal { side: !side, aim: Aim::NoLoss }],
            Self::Draw => Side::BOTH.map(|side| Goal { side, aim: Aim::NoLoss }).to_vec(),
        }
    }

    /// The bound in plies, if the claim has one.
    pub(crate) const fn within(self) -> Option<u32> {
        match self {
            Self::Wins { within, .. } => Some(within),
            _ => None,
        }
    }
}

/// Writes the claim as it stands in a certificate: `first wins within 45 plies`, `second cannot win`, `draw`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins { side, within } => write!(f, "{} wins within {within} plies", side_name(*side)),
            Self::CannotWin { side } => write!(f, "{} cannot win", side_name(*side)),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// Error returned when a text is not a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoClaim;

impl fmt::Display for NoClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a claim reads \"first wins within 45 plies\", \"second cannot win\" or \"draw\"")
    }
}

impl core::error::Error for NoClaim {}

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

/// What one side achieves by a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) side: Side,
    pub(crate) aim: Aim,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Every line of play ends with this side's win.
    Win,
    /// No line of play ends with the other side's win. Lines may be infinite.
    NoLoss,
}

impl Goal {
    /// Whether this outcome achieves the goal.
    pub(crate) fn is_met_by(self, outcome: Outcome) -> bool {
        match self.aim {
            Aim::Win => outcome == Outcome::Win(self.side),
            Aim::NoLoss => outcome != Outcome::Win(!self.side),
        }
    }
}
