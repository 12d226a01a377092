//! Text to position and move, and back.
//!
//! A position is one line: the ranks from the sixth to the first, `/` between them, `x` and `o` for pieces, digits for runs of empty
//! squares; then a space and the side to move. The hands follow from the board.

use crate::board::Player;
use crate::moves::{Move, MoveSyntaxError, Square};
use crate::position::Gekitai;
use crate::rules::Rules;
use crate::setup::SetupError;
use core::fmt;
use core::str::FromStr;
use plywood_search::Position;

/// The files, and the ranks, of the board.
const SIZE: u8 = 6;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The board has not six ranks but this number.
    Ranks(usize),
    /// A rank has not six squares.
    Width {
        /// The number of the rank, 1 for the last one in the text.
        rank: u8,
        /// The text of the rank.
        text: String,
        /// Its squares.
        found: usize,
    },
    /// A character that stands for nothing.
    Character {
        /// The character.
        found: char,
        /// The number of the rank, 1 for the last one in the text.
        rank: u8,
        /// Its place in the text of the rank, counted from 1.
        place: usize,
    },
    /// No side to move.
    NoSide,
    /// A side to move that is neither `x` nor `o`.
    Side(String),
    /// More text after the side to move.
    Trailing {
        /// The text.
        text: String,
        /// Where it begins in the whole text, in characters from 1.
        place: usize,
    },
    /// The pieces make no position.
    Setup(SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranks(found) => write!(f, "{found} ranks where the board has {SIZE}"),
            Self::Width { rank, text, found } => {
                write!(f, "rank {rank}, \"{text}\", has {found} squares where the board has {SIZE}")
            }
            Self::Character { found, rank, place } => {
                let found = found.escape_debug();
                write!(
                    f,
                    "'{found}', character {place} of rank {rank}, is not x, o or a digit from 1 to {SIZE}"
                )
            }
            Self::NoSide => f.write_str("the side to move, x or o, is missing after the board"),
            Self::Side(text) => write!(f, "the side to move is x or o, not \"{}\"", text.escape_debug()),
            Self::Trailing { text, place } => {
                let text = text.escape_debug();
                write!(f, "unexpected \"{text}\" at character {place}, after the side to move")
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

impl Gekitai {
    /// Reads a position.
    ///
    /// ```
    /// use plywood_gekitai::{Gekitai, Player, Rules};
    ///
    /// assert_eq!(Gekitai::from_text("6/6/6/6/6/6 x", Rules::default()), Ok(Gekitai::start(Rules::default())));
    /// let position = Gekitai::from_text("6/6/2xo2/3x2/6/6 o", Rules::default())?;
    /// assert_eq!((position.hand(Player::X), position.hand(Player::O)), (6, 7));
    ///
    /// let error = Gekitai::from_text("6/6/2xp2/6/6/6 x", Rules::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "'p', character 3 of rank 4, is not x, o or a digit from 1 to 6");
    /// # Ok::<(), plywood_gekitai::PositionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not of this form, or a player has more than eight pieces.
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
        let pieces = read_board(board)?;
        let (side, trailing) = rest.split_once(' ').map_or((rest, None), |(side, more)| (side, Some(more)));
        let turn = match side {
            "x" => Player::X,
            "o" => Player::O,
            "" if trailing.is_none() => return Err(PositionError::NoSide),
            _ => return Err(PositionError::Side(side.to_owned())),
        };
        if let Some(trailing) = trailing {
            let place = text.chars().count() - trailing.chars().count() + 1;
            return Err(PositionError::Trailing { text: trailing.to_owned(), place });
        }
        Ok(Self::from_bitboards(pieces[0], pieces[1], turn, rules)?)
    }
}

fn read_board(text: &str) -> Result<[u64; 2], PositionError> {
    let found = text.split('/').count();
    if found != usize::from(SIZE) {
        return Err(PositionError::Ranks(found));
    }
    let mut pieces = [0; 2];
    for (text, rank) in text.split('/').zip((0..SIZE).rev()) {
        read_rank(text, rank, &mut pieces)?;
    }
    Ok(pieces)
}

/// Adds the pieces of one rank. Ranks are counted from 0.
fn read_rank(text: &str, rank: u8, pieces: &mut [u64; 2]) -> Result<(), PositionError> {
    let mut file = 0_usize;
    for (index, character) in text.chars().enumerate() {
        let player = match character {
            'x' => Player::X,
            'o' => Player::O,
            '1'..='6' => {
                file += character as usize - '0' as usize;
                continue;
            }
            _ => return Err(PositionError::Character { found: character, rank: rank + 1, place: index + 1 }),
        };
        if let Some(square) = u8::try_from(file).ok().and_then(|file| Square::new(file, rank)) {
            pieces[player as usize] |= square.bit();
        }
        file += 1;
    }
    if file == usize::from(SIZE) {
        return Ok(());
    }
    Err(PositionError::Width { rank: rank + 1, text: text.to_owned(), found: file })
}

/// Reads a position under the default rules.
impl FromStr for Gekitai {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::from_text(text, Rules::default())
    }
}

/// Writes a position in the form that [`Gekitai::from_text`] reads. The rules are not part of it.
impl fmt::Display for Gekitai {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..SIZE).rev() {
            let mut empty = 0;
            for square in (0..SIZE).filter_map(|file| Square::new(file, rank)) {
                let Some(player) = self.player_on(square) else {
                    empty += 1;
                    continue;
                };
                write_run(f, empty)?;
                empty = 0;
                write!(f, "{}", player.letter())?;
            }
            write_run(f, empty)?;
            f.write_str(if rank == 0 { " " } else { "/" })?;
        }
        write!(f, "{}", self.turn().letter())
    }
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: u8) -> fmt::Result {
    if empty == 0 { Ok(()) } else { write!(f, "{empty}") }
}

/// A move that is written well and cannot be played.
pub type IllegalMove = plywood_play::IllegalMove<Move, Refusal>;

/// Why a text is no move that can be played.
pub type MoveError = plywood_play::MoveError<MoveSyntaxError, Move, Refusal>;

/// What forbids a move. An empty hand never does: it ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// A piece of this player stands there.
    Occupied(Player),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::Occupied(player) => write!(f, "a piece of {player} is there"),
        }
    }
}

impl Gekitai {
    /// Reads a move, which is a square in either case, and finds out whether it is legal.
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
        if self.outcome().is_some() {
            return Some(Refusal::GameOver);
        }
        self.player_on(mv.square()).map(Refusal::Occupied)
    }
}
