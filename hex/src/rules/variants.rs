//! The variants as values: the size of the board and the swap, and their text form.

use crate::rules::size::{Size, SizeError};
use core::fmt;
use core::str::FromStr;
use plywood_play::{Cause, Excerpt, Switch, SwitchError, Told, read_switches, write_switches};

/// The rules in force. The default is 11x11 without a swap.
///
/// As text, both switches in this order; any subset in any order is read, and the empty text is the default:
///
/// ```
/// use plywood_hex::{Rules, Size, Swap};
///
/// assert_eq!(Rules::default().to_string(), "size=11,swap=off");
/// let other: Rules = "swap=sides,size=7x9".parse()?;
/// assert_eq!(other.to_string(), "size=7x9,swap=sides");
/// assert_eq!(other, Rules::default().with_size(Size::new(7, 9)?)?.with_swap(Swap::Sides)?);
/// let error = "swap=pieces,size=7x9".parse::<Rules>().unwrap_err();
/// assert_eq!(error.to_string(), "swap=pieces needs as many columns as rows, and the board is 7x9: \
///     the swapped stone is mirrored across the long diagonal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "as_fields::Fields", into = "as_fields::Fields")
)]
pub struct Rules {
    size: Size,
    swap: Swap,
}

/// The pie rule: the ways in which the second player may answer the first stone, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Swap {
    /// With a stone, as always.
    #[default]
    Off,
    /// By taking the stone over: it changes colour and is mirrored across the long diagonal, so that each
    /// player keeps their own edges.
    Pieces,
    /// By taking the colour over: the players exchange colours and edges, and the stone stays.
    Sides,
}

impl Rules {
    /// The rules of this size and swap.
    ///
    /// # Errors
    ///
    /// If stones are swapped and the board has not as many columns as rows: a mirrored stone could lie beyond
    /// its edge.
    pub const fn new(size: Size, swap: Swap) -> Result<Self, RulesError> {
        if matches!(swap, Swap::Pieces) && !size.is_square() {
            return Err(RulesError::NotSquare(size));
        }
        Ok(Self { size, swap })
    }

    /// The rules without a swap on a board of this size.
    pub const fn without_swap(size: Size) -> Self {
        Self { size, swap: Swap::Off }
    }

    /// The size of the board.
    #[inline]
    pub const fn size(self) -> Size {
        self.size
    }

    /// The swap in force.
    #[inline]
    pub const fn swap(self) -> Swap {
        self.swap
    }

    /// The same rules with another value of [`size`](Self::size).
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub const fn with_size(self, size: Size) -> Result<Self, RulesError> {
        Self::new(size, self.swap)
    }

    /// The same rules with another value of [`swap`](Self::swap).
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub const fn with_swap(self, swap: Swap) -> Result<Self, RulesError> {
        Self::new(self.size, swap)
    }

    /// The rules with columns and rows exchanged.
    pub(crate) const fn transposed(self) -> Self {
        Self { size: self.size.transposed(), swap: self.swap }
    }

    /// A number below 1083 that differs between different rules.
    pub(crate) const fn number(self) -> u64 {
        let size = (self.size.width() as u64 - 1) * 19 + self.size.height() as u64 - 1;
        size * 3 + self.swap as u64
    }
}

/// Error returned when a text, a size or a swap does not make rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// The text does not set switches to their values.
    Switch(SwitchError),
    /// The text of the size is not a size.
    Size(SizeError),
    /// The board has this size, which is not square, and stones are swapped.
    NotSquare(Size),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(error) => error.fmt(f),
            Self::Size(error) => error.fmt(f),
            Self::NotSquare(size) => write!(
                f,
                "swap=pieces needs as many columns as rows, and the board is {size}: the swapped stone is \
                 mirrored across the long diagonal"
            ),
        }
    }
}

impl Told for RulesError {
    fn cause(&self) -> Cause {
        match self {
            Self::Switch(error) => error.cause(),
            Self::Size(SizeError(text)) => Cause::new("no-such-size", self).with("text", Excerpt(text)),
            Self::NotSquare(size) => Cause::new("not-square", self).with("size", size),
        }
    }
}

impl core::error::Error for RulesError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Switch(error) => Some(error),
            Self::Size(error) => Some(error),
            Self::NotSquare(_) => None,
        }
    }
}

/// The switches by name. The sizes listed are the square ones; `7x9` and the like are read as well.
pub(crate) static SWITCHES: [Switch; 2] = [
    Switch {
        name: "size",
        summary: "cells along a side, 1 to 19, or columns and rows as in 7x9",
        values: &[
            "11", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "14", "15", "16", "17",
            "18", "19",
        ],
    },
    Switch {
        name: "swap",
        summary: "whether the second player may take over the first stone, or its colour",
        values: &["off", "pieces", "sides"],
    },
];

const SWAPS: [Swap; 3] = [Swap::Off, Swap::Pieces, Swap::Sides];

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size={},", self.size)?;
        write_switches(f, &[SWITCHES[1]], [self.swap as usize])
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut size = Size::default();
        let mut words = Vec::new();
        for word in text.split(',').filter(|_| !text.is_empty()) {
            // The list of switches cannot hold every size: one that can be read stands for the default there.
            words.push(match word.strip_prefix("size=") {
                None => word,
                Some(value) => {
                    size = value.parse().map_err(RulesError::Size)?;
                    "size=11"
                }
            });
        }
        let [_, swap] = read_switches(&words.join(","), &SWITCHES).map_err(RulesError::Switch)?;
        Self::new(size, SWAPS[swap])
    }
}

#[cfg(feature = "serde")]
mod as_fields {
    use super::{Rules, RulesError, Size, Swap};

    /// The rules as data, before it is known that they fit together.
    #[derive(serde::Serialize, serde::Deserialize, Default)]
    #[serde(default, deny_unknown_fields)]
    pub(super) struct Fields {
        size: Size,
        swap: Swap,
    }

    impl From<Rules> for Fields {
        fn from(rules: Rules) -> Self {
            Self { size: rules.size, swap: rules.swap }
        }
    }

    impl TryFrom<Fields> for Rules {
        type Error = RulesError;

        fn try_from(fields: Fields) -> Result<Self, RulesError> {
            Self::new(fields.size, fields.swap)
        }
    }
}
