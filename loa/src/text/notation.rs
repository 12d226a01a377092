//! Text to position and move, and back.
//!
//! A position is one line: the ranks from the highest to the first, `/` between them, `x` for Black, `o` for
//! White, digits for runs of empty squares; then a space and the side to move.

use crate::rules::board::Colour;
use crate::rules::movegen::{self, Obstacle};
use crate::rules::moves::{Move, MoveSyntaxError, Square};
use crate::rules::position::Loa;
use crate::rules::setup::SetupError;
use crate::rules::variants::{Rules, Size};
use core::fmt;
use core::str::FromStr;
use plywood_play::{BoardText, Cause, Told};
use plywood_search::{Hints, Position};

/// Error returned when a text is not a position.
pub type PositionError = plywood_play::PositionError<SetupError>;

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
    /// assert_eq!(error.to_string(), "'p', character 3 of rank 2, is not x, o or a number from 1 on");
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not of this form, the board is not of the size in `rules`, or a side has no men.
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let board = BoardText::ranks(rules.size.get()).read::<Colour>(text)?;
        board.end()?;
        let mut men = [0; 2];
        for (file, rank, colour) in board.men {
            men[colour as usize] |= 1 << (8 * rank + file);
        }
        Self::from_bitboards(men[0], men[1], board.turn, rules).map_err(PositionError::Setup)
    }
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
        let man = |file, rank| self.colour_on(Square::of(u32::from(8 * rank + file)));
        BoardText::ranks(self.rules().size.get()).write(f, man, self.turn())
    }
}

/// A well-formed move that cannot be played, with the reason.
pub type IllegalMove = plywood_play::IllegalMove<Move, Refusal>;

/// Error returned when a text is not a legal move.
pub type MoveError = plywood_play::MoveError<MoveSyntaxError, Move, Refusal>;

/// The reason why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// A man can move, or these rules have no pass.
    PassNotAllowed,
    /// A square is not on the board of this size.
    OffBoard(Square, Size),
    /// There is no man on the origin.
    NoMan(Square),
    /// The man on the origin is the opponent's.
    NotYours(Square),
    /// The squares share no rank, file or diagonal.
    NotALine,
    /// The length of the move is not the number of men on its line.
    Distance {
        /// The men on the line.
        men: u32,
        /// The length of the move.
        moved: u32,
    },
    /// An enemy man on this square is in the way.
    Blocked(Square),
    /// The mover's own man is on the target.
    OwnMan(Square),
}

impl Told for Refusal {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        match self {
            Self::GameOver => Cause::over(),
            Self::PassNotAllowed => told("pass-not-allowed"),
            Self::OffBoard(square, size) => told("off-board").with("cell", square).with("size", size.get()),
            Self::NoMan(square) => told("no-man").with("cell", square),
            Self::NotYours(square) => told("not-your-man").with("cell", square),
            Self::NotALine => told("not-a-line"),
            Self::Distance { men, moved } => told("wrong-distance").with("men", men).with("moved", moved),
            Self::Blocked(square) => told("enemy-in-the-way").with("cell", square),
            Self::OwnMan(square) => told("own-man-there").with("cell", square),
        }
    }
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

    /// Reads a legal move as `b1-h1`, `c1xa3`, `b1h1`, `b1:h1` or `pass`, in any case.
    ///
    /// The character between the squares has no meaning: `b1xh1` is read although nothing is captured.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or the move is not legal here, with the reason.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        MoveError::read(text, |mv| self.refusal(mv))
    }

    /// Writes a legal move: `b1-h1`, a capture `c1xa3`, or `pass`.
    pub fn write_move(&self, mv: Move) -> String {
        if self.is_noisy(mv) { format!("{}x{}", mv.from(), mv.to()) } else { mv.to_string() }
    }

    /// The reason why a move is not legal; `None` if it is legal.
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
        match movegen::check(own, enemy, from.index() as u8, to.index() as u8) {
            Err(Obstacle::NotALine) => Some(Refusal::NotALine),
            Err(Obstacle::Distance(men)) => {
                let moved = crate::rules::geometry::distance(from.index() as u8, to.index() as u8);
                Some(Refusal::Distance { men, moved })
            }
            Err(Obstacle::Enemy(square)) => Some(Refusal::Blocked(Square::of(square))),
            Ok(()) => (own & to.bit() != 0).then_some(Refusal::OwnMan(to)),
        }
    }
}
