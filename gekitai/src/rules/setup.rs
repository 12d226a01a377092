//! Positions from arbitrary sets of pieces, checked.

use crate::rules::board::{Board, PIECES, Player};
use crate::rules::geometry::BOARD;
use crate::rules::moves::Square;
use crate::rules::position::Gekitai;
use crate::rules::variants::Rules;
use core::fmt;
use plywood_play::{Cause, Told};

/// Error returned when sets of pieces are not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Both players have a piece on this square.
    Shared(Square),
    /// There is a piece on this bit, which is not a square.
    OffBoard(u32),
    /// A player has more than eight pieces on the board.
    TooMany {
        /// The player.
        player: Player,
        /// The number of pieces.
        found: u32,
    },
}

impl Told for SetupError {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        match self {
            Self::Shared(square) => told("two-on-cell").with("cell", square),
            Self::OffBoard(_) => told("not-a-position"),
            Self::TooMany { player, found } => {
                let player = crate::text::notation::told_player(*player);
                told("too-many-pieces").with("player", player).with("found", found).with("most", PIECES)
            }
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shared(square) => write!(f, "both players have a piece on {square}"),
            Self::OffBoard(bit) => write!(f, "bit {bit} is not a square of the board"),
            Self::TooMany { player, found } => {
                write!(f, "{player} has {found} pieces on the board, more than the {PIECES} there are")
            }
        }
    }
}

impl core::error::Error for SetupError {}

impl Gekitai {
    /// The position of these pieces with this player to move: bit 9 is a1, bit 14 f1, bit 54 f6.
    ///
    /// Any arrangement of at most eight pieces per player is accepted, whether it can be reached from the
    /// start or not. The other player counts as the one who made the last move.
    ///
    /// # Errors
    ///
    /// If a piece is off the board, a square has two pieces, or a player has more than eight.
    pub fn from_bitboards(x: u64, o: u64, turn: Player, rules: Rules) -> Result<Self, SetupError> {
        let outside = (x | o) & !BOARD;
        if outside != 0 {
            return Err(SetupError::OffBoard(outside.trailing_zeros()));
        }
        if let Some(square) = Square::from_index((x & o).trailing_zeros() as usize) {
            return Err(SetupError::Shared(square));
        }
        for (player, pieces) in Player::BOTH.into_iter().zip([x, o]) {
            let found = pieces.count_ones();
            if found > PIECES {
                return Err(SetupError::TooMany { player, found });
            }
        }
        Ok(Self::with(Board::new([x, o], turn.into(), rules), rules))
    }
}
