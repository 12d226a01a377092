//! Positions from arbitrary sets of stones, checked.

use crate::rules::bits::{Bits, WORDS};
use crate::rules::cell::{Cell, CellSet, Colour};
use crate::rules::position::Hex;
use crate::rules::variants::{Rules, Swap};
use core::fmt;
use plywood_play::{Cause, Told};

/// Error returned when stones are not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Both colours have a stone on this cell.
    Shared(Cell),
    /// A stone has this number, which no cell of the board has.
    OffBoard(usize),
    /// The players have exchanged colours, which these rules do not allow.
    Swapped,
}

impl Told for SetupError {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        match self {
            Self::Shared(cell) => told("two-on-cell").with("cell", cell),
            Self::OffBoard(_) => told("not-a-position"),
            Self::Swapped => told("no-swap-of-sides"),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shared(cell) => write!(f, "both colours have a stone on {cell}"),
            Self::OffBoard(number) => write!(f, "no cell of the board has the number {number}"),
            Self::Swapped => f.write_str("players exchange colours only under swap=sides"),
        }
    }
}

impl core::error::Error for SetupError {}

impl Hex {
    /// The position of these stones with this colour to move; `swapped` if the players have exchanged
    /// colours.
    ///
    /// Any arrangement of stones is a position, whether a game can lead to it or not. A position with
    /// connected edges is finished.
    ///
    /// # Errors
    ///
    /// If a cell has two stones, a stone is off the board, or colours are exchanged and the rules have no
    /// such swap.
    pub fn from_stones(
        black: CellSet,
        white: CellSet,
        turn: Colour,
        swapped: bool,
        rules: Rules,
    ) -> Result<Self, SetupError> {
        let [black_bits, white_bits] = [black, white].map(|stones| stones.bits::<WORDS>());
        let board = Bits::below(rules.size().cells());
        if let Some(number) = ((black_bits | white_bits) & !board).first() {
            return Err(SetupError::OffBoard(number));
        }
        if let Some(cell) = (black_bits & white_bits).first().and_then(|number| rules.size().cell(number)) {
            return Err(SetupError::Shared(cell));
        }
        if swapped && rules.swap() != Swap::Sides {
            return Err(SetupError::Swapped);
        }
        Ok(Self::with([black, white], turn, swapped, rules))
    }
}
