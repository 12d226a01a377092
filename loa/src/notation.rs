//! Text to position and move, and back.
//!
//! A position is one line: the ranks from the highest to the first, `/` between them, `x` for Black, `o` for White, digits for runs
//! of empty squares; then a space and the side to move.

use crate::board::Colour;
use crate::movegen::{self, Obstacle};
use crate::moves::{Move, MoveSyntaxError, Square};
use crate::position::Loa;
use crate::rules::{Rules, Size};
use crate::setup::SetupError;
use core::fmt;
use core::str::FromStr;
use plywood_search::Position;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The board has not as many ranks as its size.
    Ranks {
        /// The ranks in the text.
        found: usize,
        /// The size of the board.
        size: Size,
    },
    /// A rank has not as many squares as the size of the board.
    Width {
        /// The number of the rank, 1 for the last one in the text.
        rank: u8,
        /// The text of the rank.
        text: String,
        /// Its squares.
        found: usize,
        /// The size of the board.
        size: Size,
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
    /// The men make no position.
    Setup(SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranks { found, size } => write!(f, "{found} ranks where the board has {}", size.get()),
            Self::Width { rank, text, found, size } => {
                write!(f, "rank {rank}, \"{text}\", has {found} squares where the board has {}", size.get())
            }
            Self::Character { found, rank, place } => {
                let found = found.escape_debug();
                write!(f, "'{found}', character {place} of rank {rank}, is not x, o or a digit from 1 to 8")
            }
            Self::NoSide => f.write_str("the side to move, x or o, is missing after the board"),
            Self::Side(text) => {
                write!(f, "the side to move is x or o, not \"{}\"", text.escape_debug())
            }
            Self::Trailing { text, place } => {
                write!(
                    f,
                    "unexpected \"{}\" at character {place}, after the side to move",
                    text.escape_debug()
                )
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

impl Loa {
    /// Reads a position.
    ///
    /// ```
    /// use plywood_loa::{Loa, Rules};
    ///
    /// let text = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x";
    /// assert_eq!(Loa::from_text(text, Rules::default()), Ok(Loa::start(Rules::default())));
    ///
    /// let error = Loa::from_text("1xxx1/o3o/o3o/o2p1/1xxx1 x", "size=5".parse().unwrap()).unwrap_err();
    /// assert_eq!(error.to_string(), "'p', character 3 of rank 2, is not x, o or a digit from 1 to 8");
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not of this form, the board is not of the size in `rules`, or a side has no men.
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
        let men = read_board(board, rules.size)?;
        let (side, trailing) = rest.split_once(' ').map_or((rest, None), |(side, more)| (side, Some(more)));
        let turn = match side {
            "x" => Colour::Black,
            "o" => Colour::White,
            "" if trailing.is_none() => return Err(PositionError::NoSide),
            _ => return Err(PositionError::Side(side.to_owned())),
        };
        if let Some(trailing) = trailing {
            let place = text.chars().count() - trailing.chars().count() + 1;
            return Err(PositionError::Trailing { text: trailing.to_owned(), place });
        }
        Ok(Self::from_bitboards(men[0], men[1], turn, rules)?)
    }
}

fn read_board(text: &str, size: Size) -> Result<[u64; 2], PositionError> {
    let found = text.split('/').count();
    if found != usize::from(size.get()) {
        return Err(PositionError::Ranks { found, size });
    }
    let mut men = [0; 2];
    for (text, rank) in text.split('/').zip((0..size.get()).rev()) {
        let row = read_rank(text, rank, size)?;
        for colour in Colour::BOTH {
            men[colour as usize] |= row[colour as usize] << (8 * rank);
        }
    }
    Ok(men)
}

/// The men of one rank, the a-file in bit 0. Ranks are counted from 0.
fn read_rank(text: &str, rank: u8, size: Size) -> Result<[u64; 2], PositionError> {
    let mut men = [0; 2];
    let mut file = 0_usize;
    for (index, character) in text.chars().enumerate() {
        let colour = match character {
            'x' => Colour::Black,
            'o' => Colour::White,
            '1'..='8' => {
                file += character as usize - '0' as usize;
                continue;
            }
            _ => return Err(PositionError::Character { found: character, rank: rank + 1, place: index + 1 }),
        };
        if file < usize::from(size.get()) {
            men[colour as usize] |= 1 << file;
        }
        file += 1;
    }
    if file == usize::from(size.get()) {
        return Ok(men);
    }
    Err(PositionError::Width { rank: rank + 1, text: text.to_owned(), found: file, size })
}

/// Reads a position under the default rules, on 8x8.
impl FromStr for Loa {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::from_text(text, Rules::default())
    }
}

/// Writes a position in the form that [`Loa::from_text`] reads. The rules are not part of it.
impl fmt::Display for Loa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.rules().size.get();
        for rank in (0..size).rev() {
            let mut empty = 0;
            for file in 0..size {
                let Some(colour) = self.colour_on(Square::of(u32::from(rank * 8 + file))) else {
                    empty += 1;
                    continue;
                };
                write_run(f, empty)?;
                empty = 0;
                write!(f, "{}", colour.letter())?;
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

/// What forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// There is a move of a man, or a pass does not exist under these rules.
    PassNotAllowed,
    /// A square is not on the board of this size.
    OffBoard(Square, Size),
    /// No man stands there.
    NoMan(Square),
    /// The man there is the opponent's.
    NotYours(Square),
    /// The squares share no rank, file or diagonal.
    NotALine,
    /// The move is not as long as there are men on its line.
    Distance {
        /// The men on the line.
        men: u32,
        /// The length of the move.
        moved: u32,
    },
    /// An enemy man there is in the way.
    Blocked(Square),
    /// A man of one's own stands on the target.
    OwnMan(Square),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::PassNotAllowed => f.write_str("a pass is not allowed here"),
            Self::OffBoard(square, size) => write!(f, "{square} is not on the board of {0}x{0}", size.get()),
            Self::NoMan(square) => write!(f, "there is no man on {square}"),
            Self::NotYours(square) => write!(f, "the man on {square} is the opponent's"),
            Self::NotALine => f.write_str("the squares are not on one line"),
            Self::Distance { men, moved } => {
                let (men_word, squares) =
                    (if *men == 1 { "man" } else { "men" }, if *moved == 1 { "square" } else { "squares" });
                write!(f, "it goes {moved} {squares}, and {men} {men_word} stand on that line")
            }
            Self::Blocked(square) => write!(f, "the enemy man on {square} is in the way"),
            Self::OwnMan(square) => write!(f, "a man of one's own is on {square}"),
        }
    }
}

impl Loa {
    /// The colour of the man on a square, if there is one.
    pub fn colour_on(&self, square: Square) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| self.men(colour) & square.bit() != 0)
    }

    /// Reads a move as `b1-h1`, `c1xa3`, `b1h1`, `b1:h1` or `pass`, in any case, and finds out whether it is legal.
    ///
    /// The character between the squares says nothing: `b1xh1` is read although nothing is captured.
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

    /// Writes a legal move: `b1-h1`, a capture `c1xa3`, or `pass`.
    pub fn write_move(&self, mv: Move) -> String {
        if self.is_noisy(mv) { format!("{}x{}", mv.from(), mv.to()) } else { mv.to_string() }
    }

    /// What forbids a move, or `None` if it is legal.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        if self.outcome().is_some() {
            return Some(Refusal::GameOver);
        }
        if mv.is_pass() {
            return (!self.is_legal(mv)).then_some(Refusal::PassNotAllowed);
        }
        let (from, to) = (mv.from(), mv.to());
        if let Some(square) = [from, to].into_iter().find(|square| self.squares() & square.bit() == 0) {
            return Some(Refusal::OffBoard(square, self.rules().size));
        }
        match self.colour_on(from) {
            None => return Some(Refusal::NoMan(from)),
            Some(colour) if colour != self.turn() => return Some(Refusal::NotYours(from)),
            Some(_) => {}
        }
        let (own, enemy) = (self.men(self.turn()), self.men(!self.turn()));
        match movegen::check(own, enemy, from.number(), to.number()) {
            Err(Obstacle::NotALine) => Some(Refusal::NotALine),
            Err(Obstacle::Distance(men)) => {
                let moved = crate::geometry::distance(from.number(), to.number());
                Some(Refusal::Distance { men, moved })
            }
            Err(Obstacle::Enemy(square)) => Some(Refusal::Blocked(Square::of(square))),
            Ok(()) => (own & to.bit() != 0).then_some(Refusal::OwnMan(to)),
        }
    }
}
