//! Text to position and move, and back.
//!
//! A position is one line: the ranks from the sixth to the first, `/` between them, `x` and `o` for pieces,
//! digits for runs of empty squares; then a space and the side to move. The hands follow from the board.

use crate::rules::board::Player;
use crate::rules::moves::{Move, MoveSyntaxError, Square};
use crate::rules::position::Gekitai;
use crate::rules::setup::SetupError;
use crate::rules::variants::Rules;
use core::fmt;
use core::str::FromStr;
use plywood_play::{BoardText, Cause, Told};
use plywood_search::Position;

/// The text of the board.
const BOARD: BoardText = BoardText::ranks(6);

/// Error returned when a text is not a position.
pub type PositionError = plywood_play::PositionError<SetupError>;

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
    /// assert_eq!(error.to_string(), "'p', character 3 of rank 4, is not x, o or a number from 1 on");
    /// # Ok::<(), plywood_gekitai::PositionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not of this form, or a player has more than eight pieces.
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let board = BOARD.read::<Player>(text)?;
        board.end()?;
        let mut pieces = [0; 2];
        for (file, rank, player) in board.men {
            pieces[player as usize] |= Square::new(file, rank).map_or(0, Square::bit);
        }
        Self::from_bitboards(pieces[0], pieces[1], board.turn, rules).map_err(PositionError::Setup)
    }
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
        let piece = |file, rank| self.player_on(Square::new(file, rank)?);
        BOARD.write(f, piece, self.turn())
    }
}

/// A well-formed move that cannot be played, with the reason.
pub type IllegalMove = plywood_play::IllegalMove<Move, Refusal>;

/// Error returned when a text is not a legal move.
pub type MoveError = plywood_play::MoveError<MoveSyntaxError, Move, Refusal>;

/// The reason why a move is not legal. An empty hand is never the reason: it ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// This player's piece is on the square.
    Occupied(Player),
}

impl Told for Refusal {
    fn cause(&self) -> Cause {
        match self {
            Self::GameOver => Cause::over(),
            Self::Occupied(player) => Cause::new("occupied-by", self).with("player", told_player(*player)),
        }
    }
}

/// A player as facts name them: like the colours of the board.
pub(crate) const fn told_player(player: Player) -> &'static str {
    match player {
        Player::X => "x",
        Player::O => "o",
    }
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
    /// Reads a legal move, which is a square, in either case.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or the move is not legal here, with the reason.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        MoveError::read(text, |mv| self.refusal(mv))
    }

    /// Writes a legal move: its square.
    pub fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// The reason why a move is not legal; `None` if it is legal.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        if self.outcome().is_some() {
            return Some(Refusal::GameOver);
        }
        self.player_on(mv.square()).map(Refusal::Occupied)
    }
}
