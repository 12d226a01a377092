//! Text to position and move, and back.
//!
//! A position is one line: the rows from the top, `/` between them, `x` for Black, `o` for White, numbers for runs of empty cells (two
//! digits where a run is that long); then a space and the colour to move; then ` swapped` if the players have exchanged colours.

use crate::cell::{Cell, CellSet, Colour};
use crate::moves::{Move, MoveSyntaxError};
use crate::position::Hex;
use crate::rules::{Rules, Swap};
use crate::setup::SetupError;
use crate::size::Size;
use core::fmt;
use core::str::FromStr;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The board has not as many rows as its size says.
    Rows {
        /// The rows in the text.
        found: usize,
        /// The size of the board.
        size: Size,
    },
    /// A row has not as many cells as the board is wide.
    Width {
        /// The number of the row, 1 for the first.
        row: u8,
        /// The text of the row.
        text: String,
        /// Its cells.
        found: usize,
        /// The size of the board.
        size: Size,
    },
    /// A character that stands for nothing, or a number that begins with 0.
    Character {
        /// The character.
        found: char,
        /// The number of the row, 1 for the first.
        row: u8,
        /// Its place in the text of the row, counted from 1.
        place: usize,
    },
    /// No colour to move.
    NoColour,
    /// A colour to move that is neither `x` nor `o`.
    Colour(String),
    /// More text after the colour to move than the word `swapped`.
    Trailing {
        /// The text.
        text: String,
        /// Where it begins in the whole text, in characters from 1.
        place: usize,
    },
    /// The stones make no position.
    Setup(SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows { found, size } => write!(f, "{found} rows where the board has {}", size.height()),
            Self::Width { row, text, found, size } => {
                write!(f, "row {row}, \"{text}\", has {found} cells where the board has {}", size.width())
            }
            Self::Character { found, row, place } => {
                let found = found.escape_debug();
                write!(f, "'{found}', character {place} of row {row}, is not x, o or the start of a number")
            }
            Self::NoColour => f.write_str("the colour to move, x or o, is missing after the board"),
            Self::Colour(text) => {
                write!(f, "the colour to move is x or o, not \"{}\"", text.escape_debug())
            }
            Self::Trailing { text, place } => {
                let text = text.escape_debug();
                write!(f, "unexpected \"{text}\" at character {place}, after the colour to move")
            }
            Self::Setup(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        if let Self::Setup(error) = self { Some(error) } else { None }
    }
}

impl From<SetupError> for PositionError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl Hex {
    /// Reads a position.
    ///
    /// ```
    /// use plywood_hex::{Hex, Rules};
    ///
    /// let rules: Rules = "size=4".parse()?;
    /// let position = Hex::from_text("4/1x2/2o1/4 x", rules)?;
    /// assert_eq!(position.to_string(), "4/1x2/2o1/4 x");
    ///
    /// let error = Hex::from_text("4/1x2/2p1/4 x", rules).unwrap_err();
    /// assert_eq!(error.to_string(), "'p', character 2 of row 3, is not x, o or the start of a number");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not of this form, the board is not of the size in `rules`, or colours are exchanged against the rules.
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
        let [black, white] = read_board(board, rules.size())?;
        let (colour, trailing) =
            rest.split_once(' ').map_or((rest, None), |(colour, more)| (colour, Some(more)));
        let turn = match colour {
            "x" => Colour::Black,
            "o" => Colour::White,
            "" if trailing.is_none() => return Err(PositionError::NoColour),
            _ => return Err(PositionError::Colour(colour.to_owned())),
        };
        if let Some(trailing) = trailing.filter(|&trailing| trailing != "swapped") {
            let place = text.chars().count() - trailing.chars().count() + 1;
            return Err(PositionError::Trailing { text: trailing.to_owned(), place });
        }
        Ok(Self::from_stones(black, white, turn, trailing.is_some(), rules)?)
    }
}

fn read_board(text: &str, size: Size) -> Result<[CellSet; 2], PositionError> {
    let found = text.split('/').count();
    if found != usize::from(size.height()) {
        return Err(PositionError::Rows { found, size });
    }
    let mut stones = [CellSet::EMPTY; 2];
    for (row, text) in text.split('/').enumerate() {
        let row = row as u8;
        for (column, colour) in read_row(text, row, size)? {
            stones[colour as usize].insert(size.number(Cell::of(column, row)));
        }
    }
    Ok(stones)
}

/// The stones of one row with their columns. Rows and columns are counted from 0.
fn read_row(text: &str, row: u8, size: Size) -> Result<Vec<(u8, Colour)>, PositionError> {
    let width = usize::from(size.width());
    let (mut stones, mut column, mut run) = (Vec::new(), 0_usize, 0_usize);
    for (index, character) in text.chars().enumerate() {
        let colour = match character {
            'x' => Colour::Black,
            'o' => Colour::White,
            '1'..='9' => {
                run = run.saturating_mul(10).saturating_add(character as usize - '0' as usize);
                continue;
            }
            '0' if run > 0 => {
                run = run.saturating_mul(10);
                continue;
            }
            _ => return Err(PositionError::Character { found: character, row: row + 1, place: index + 1 }),
        };
        column = column.saturating_add(core::mem::take(&mut run));
        if column < width {
            stones.push((column as u8, colour));
        }
        column = column.saturating_add(1);
    }
    let found = column.saturating_add(run);
    if found == width {
        return Ok(stones);
    }
    Err(PositionError::Width { row: row + 1, text: text.to_owned(), found, size })
}

/// Reads a position under the default rules, on 11x11.
impl FromStr for Hex {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::from_text(text, Rules::default())
    }
}

/// Writes a position in the form that [`Hex::from_text`] reads. The rules are not part of it.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size().height() {
            if row > 0 {
                f.write_str("/")?;
            }
            self.write_row(f, row)?;
        }
        write!(f, " {}", self.turn().letter())?;
        if self.swapped() { f.write_str(" swapped") } else { Ok(()) }
    }
}

impl Hex {
    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: u8) -> fmt::Result {
        let mut empty = 0;
        for column in 0..self.size().width() {
            let Some(colour) = self.colour_on(Cell::of(column, row)) else {
                empty += 1;
                continue;
            };
            write_run(f, empty)?;
            empty = 0;
            write!(f, "{}", colour.letter())?;
        }
        write_run(f, empty)
    }
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: u8) -> fmt::Result {
    if empty == 0 { Ok(()) } else { write!(f, "{empty}") }
}

/// A move that is written well and cannot be played.
pub type IllegalMove = plywood_play::IllegalMove<Move, Refusal>;

/// Why a text is no move that can be played.
pub type MoveError = plywood_play::MoveError<MoveSyntaxError, Move, Refusal>;

/// What forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The cell is not on the board of this size.
    OffBoard(Cell, Size),
    /// A stone of this colour is on the cell.
    Occupied(Cell, Colour),
    /// The rules have no such swap; they have this one, or none.
    NoSuchSwap(Swap),
    /// A swap answers the first stone and nothing else.
    SwapClosed,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::OffBoard(cell, size) => {
                write!(f, "{cell} is not on the board of {}x{}", size.width(), size.height())
            }
            Self::Occupied(cell, colour) => write!(f, "a {colour} stone is on {cell}"),
            Self::NoSuchSwap(Swap::Off) => f.write_str("these rules have no swap"),
            Self::NoSuchSwap(Swap::Pieces) => f.write_str("the swap of these rules is swap-pieces"),
            Self::NoSuchSwap(Swap::Sides) => f.write_str("the swap of these rules is swap-sides"),
            Self::SwapClosed => {
                f.write_str("only the second player may swap, once, in answer to the first stone")
            }
        }
    }
}

impl Hex {
    /// Reads a move, in any case, and finds out whether it is legal.
    ///
    /// # Errors
    ///
    /// If the text is not written like a move, or the move is not legal here, with the reason.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = text.parse().map_err(MoveError::Syntax)?;
        match self.refusal(mv) {
            None => Ok(mv),
            Some(reason) => Err(IllegalMove { mv, reason }.into()),
        }
    }

    /// What forbids a move, or `None` if it is legal.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        if self.winner().is_some() {
            return Some(Refusal::GameOver);
        }
        match mv {
            Move::Place(cell) if !self.size().has(cell) => Some(Refusal::OffBoard(cell, self.size())),
            Move::Place(cell) => self.colour_on(cell).map(|colour| Refusal::Occupied(cell, colour)),
            swap if self.open_swap() == Some(swap) => None,
            swap => Some(match (swap, self.rules().swap()) {
                (Move::SwapPieces, Swap::Pieces) | (Move::SwapSides, Swap::Sides) => Refusal::SwapClosed,
                (_, other) => Refusal::NoSuchSwap(other),
            }),
        }
    }
}
