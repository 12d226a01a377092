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
    /// The side cannot force a win within this number of plies.
    CannotWinWithin {
        /// The side that cannot win in time.
        side: Side,
        /// The number of plies.
        plies: u32,
    },
    /// Neither side can force a win within this number of plies.
    NobodyWinsWithin {
        /// The number of plies.
        plies: u32,
    },
}

impl Claim {
    /// The strategies that prove the claim: one, or one for each side if neither wins.
    pub(crate) fn goals(self) -> Vec<Goal> {
        match self {
            Self::Wins { side, .. } => vec![Goal { side, aim: Aim::Win }],
            Self::CannotWin { side } => vec![Goal { side: !side, aim: Aim::NoLoss }],
            Self::Draw => Side::BOTH.map(|side| Goal { side, aim: Aim::NoLoss }).to_vec(),
            Self::CannotWinWithin { side, plies } => {
                vec![Goal { side: !side, aim: Aim::NoLossWithin(plies) }]
            }
            Self::NobodyWinsWithin { plies } => {
                Side::BOTH.map(|side| Goal { side, aim: Aim::NoLossWithin(plies) }).to_vec()
            }
        }
    }

    /// Whether this is a bounded refutation: it says that a win takes more than some number of plies.
    pub const fn is_bounded(self) -> bool {
        matches!(self, Self::CannotWinWithin { .. } | Self::NobodyWinsWithin { .. })
    }

    /// The bound in plies of a win.
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
            Self::CannotWinWithin { side, plies } => {
                write!(f, "{} cannot win within {plies} plies", side_name(*side))
            }
            Self::NobodyWinsWithin { plies } => write!(f, "nobody wins within {plies} plies"),
        }
    }
}

/// Error returned when a text is not a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoClaim;

impl fmt::Display for NoClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a claim reads \"first wins within 45 plies\", \"second cannot win\", \"draw\", \
             \"first cannot win within 24 plies\" or \"nobody wins within 9 plies\"",
        )
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
        if side == "nobody" {
            return Ok(Self::NobodyWinsWithin { plies: plies(rest, "wins")? });
        }
        let side = Side::BOTH.into_iter().find(|&known| side_name(known) == side).ok_or(NoClaim)?;
        if rest == "cannot win" {
            return Ok(Self::CannotWin { side });
        }
        match plies(rest, "wins") {
            Ok(within) => Ok(Self::Wins { side, within }),
            Err(NoClaim) => Ok(Self::CannotWinWithin { side, plies: plies(rest, "cannot win")? }),
        }
    }
}

/// The number in `wins within 45 plies` or the like.
fn plies(text: &str, verb: &str) -> Result<u32, NoClaim> {
    let number = text.strip_prefix(verb).and_then(|rest| rest.strip_prefix(" within "));
    number.and_then(|rest| rest.strip_suffix(" plies")?.parse().ok()).ok_or(NoClaim)
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// The result that one side achieves by a strategy.
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
    /// No line of play ends with the other side's win within this number of plies.
    NoLossWithin(u32),
}

impl Goal {
    /// Whether this outcome achieves the goal.
    pub(crate) fn is_met_by(self, outcome: Outcome) -> bool {
        match self.aim {
            Aim::Win => outcome == Outcome::Win(self.side),
            Aim::NoLoss | Aim::NoLossWithin(_) => outcome != Outcome::Win(!self.side),
        }
    }
}
