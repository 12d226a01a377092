//! Whether a move is legal, and what forbids it if it is not.

use crate::rules::moves::{Action, Move, MoveSyntaxError};
use crate::rules::pieces::{Kind, Piece};
use crate::rules::position::{Arimaa, LONGEST_TURN};
use crate::rules::progress::Open;
use crate::rules::squares::{Direction, Square};
use core::fmt;
use plywood_play::{Cause, Told};
use plywood_search::Position;

/// Error returned when a text is not a legal move.
pub type MoveError = plywood_play::MoveError<MoveSyntaxError, Move, Refusal>;

/// A move that is written well and cannot be played.
pub type IllegalMove = plywood_play::IllegalMove<Move, Refusal>;

/// The reason why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// Pieces are still being set up.
    SetupUnderWay,
    /// No pieces are being set up any more.
    SetupOver,
    /// The piece to be set up is the opponent's.
    NotYours(Piece),
    /// The square to be set up next is this one.
    NextSquare(Square),
    /// All pieces of this kind have been set up.
    NoneLeft(Kind),
    /// The square is empty.
    NoPiece(Square),
    /// Another piece stands there.
    OtherPiece(Square, Piece),
    /// The target is not empty.
    Occupied(Square),
    /// An enemy piece has been pushed out of this square, and has to be followed.
    PushNotFinished(Square),
    /// The piece next to the square that an enemy has been pushed out of is not strong enough to follow, or
    /// is frozen.
    CannotFollow(Square),
    /// The piece is frozen.
    Frozen(Square),
    /// A rabbit does not step backward.
    RabbitBackward,
    /// No stronger piece of the mover's stands next to the enemy piece on this square.
    NotOutranked(Square),
    /// All the stronger pieces next to the enemy piece on this square are frozen.
    PushersFrozen(Square),
    /// A push does not begin on the last step.
    NoStepToFollow,
    /// The push could be finished only by leaving the board unchanged, or by a piece that will have fallen
    /// into a trap.
    PushInVain,
    /// The turn would leave the board as it was.
    Unchanged,
    /// A turn has one step at least.
    NoStepYet,
}

impl Told for Refusal {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        match self {
            Self::GameOver => Cause::over(),
            Self::SetupUnderWay => told("setup-under-way"),
            Self::SetupOver => told("setup-over"),
            Self::NotYours(_) => told("not-your-piece"),
            Self::NextSquare(square) => told("next-square").with("cell", square),
            Self::NoneLeft(kind) => told("none-left").with("piece", kind),
            Self::NoPiece(square) => told("no-piece").with("cell", square),
            Self::OtherPiece(square, _) => told("other-piece").with("cell", square),
            Self::Occupied(square) => told("not-empty").with("cell", square),
            Self::PushNotFinished(square) => told("push-not-finished").with("cell", square),
            Self::CannotFollow(square) => told("cannot-follow").with("cell", square),
            Self::Frozen(square) => told("frozen").with("cell", square),
            Self::RabbitBackward => told("rabbit-backward"),
            Self::NotOutranked(square) => told("not-outranked").with("cell", square),
            Self::PushersFrozen(square) => told("pushers-frozen").with("cell", square),
            Self::NoStepToFollow => told("no-step-to-follow"),
            Self::PushInVain => told("push-in-vain"),
            Self::Unchanged => told("unchanged"),
            Self::NoStepYet => told("no-step-yet"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::SetupUnderWay => f.write_str("the pieces are still being set up"),
            Self::SetupOver => f.write_str("the pieces have been set up"),
            Self::NotYours(piece) => write!(f, "{piece} is the opponent's"),
            Self::NextSquare(square) => write!(f, "{square} is set up next"),
            Self::NoneLeft(kind) => write!(f, "there is no {kind} left to be set up"),
            Self::NoPiece(square) => write!(f, "{square} is empty"),
            Self::OtherPiece(square, piece) => write!(f, "on {square} stands {piece}"),
            Self::Occupied(square) => write!(f, "{square} is not empty"),
            Self::PushNotFinished(square) => {
                write!(f, "the enemy piece pushed out of {square} has to be followed first")
            }
            Self::CannotFollow(square) => {
                write!(f, "only a stronger piece that is not frozen can follow to {square}")
            }
            Self::Frozen(square) => write!(f, "the piece on {square} is frozen"),
            Self::RabbitBackward => f.write_str("a rabbit does not step backward"),
            Self::NotOutranked(square) => {
                write!(f, "no stronger piece stands next to the enemy piece on {square}")
            }
            Self::PushersFrozen(square) => {
                write!(f, "the stronger pieces next to the enemy piece on {square} are frozen")
            }
            Self::NoStepToFollow => f.write_str("a push cannot begin on the fourth step"),
            Self::PushInVain => f.write_str("the push cannot be finished"),
            Self::Unchanged => f.write_str("the turn would leave the board unchanged"),
            Self::NoStepYet => f.write_str("a turn has one step at least"),
        }
    }
}

impl Arimaa {
    /// Reads a move as `Ra2n`, `Ra1` or `pass`, and finds out whether it is legal.
    ///
    /// # Errors
    ///
    /// If the text is not written like a move, or the move is not legal here, with the reason.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        MoveError::read(text, |mv| self.refusal(mv))
    }

    /// Writes a legal move: a step, a piece placed in the setup, or `pass`.
    pub fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// The reason why a move is not legal; `None` if it is legal. The game checks repetition.
    #[inline]
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        if self.outcome().is_some() {
            return Some(Refusal::GameOver);
        }
        match mv.action() {
            Action::Step { .. } | Action::Pass if self.is_setup() => Some(Refusal::SetupUnderWay),
            Action::Place { piece, square } => self.refusal_of_placement(piece, square),
            Action::Pass => self.refusal_of_pass(),
            Action::Step { piece, from, direction } => self.refusal_of_step(piece, from, direction),
        }
    }

    fn refusal_of_placement(&self, piece: Piece, square: Square) -> Option<Refusal> {
        if !self.is_setup() {
            Some(Refusal::SetupOver)
        } else if piece.colour != self.turn() {
            Some(Refusal::NotYours(piece))
        } else if square != self.next_home_square() {
            Some(Refusal::NextSquare(self.next_home_square()))
        } else {
            (!self.has_in_hand(piece.kind)).then_some(Refusal::NoneLeft(piece.kind))
        }
    }

    fn refusal_of_pass(&self) -> Option<Refusal> {
        if self.may_pass() {
            return None;
        }
        Some(match self.pending_push() {
            Some(square) => Refusal::PushNotFinished(square),
            None if self.progress().taken == 0 => Refusal::NoStepYet,
            None => Refusal::Unchanged,
        })
    }

    #[inline]
    fn refusal_of_step(&self, piece: Piece, from: Square, direction: Direction) -> Option<Refusal> {
        match self.piece_on(from) {
            None => return Some(Refusal::NoPiece(from)),
            Some(found) if found != piece => return Some(Refusal::OtherPiece(from, found)),
            Some(_) => {}
        }
        let to = from.next(direction)?;
        if let Open::Push { square, pushers } = self.progress().open {
            return self.refusal_of_following(piece, (from, to), (Square::of(square.into()), pushers));
        }
        if self.board().occupied() & to.bit() != 0 {
            return Some(Refusal::Occupied(to));
        }
        let refusal = if piece.colour == self.turn() {
            self.refusal_of_own_step(piece, from, direction)
        } else if self.completes_pull(from, to) {
            None
        } else {
            self.refusal_of_push(piece, from, to)
        };
        let is_last = self.progress().taken + 1 == LONGEST_TURN;
        refusal.or_else(|| (is_last && self.restores(from, to)).then_some(Refusal::Unchanged))
    }

    /// What forbids the step of a piece where a push out of `square` has to be finished by one of `pushers`.
    #[cold]
    fn refusal_of_following(
        &self,
        piece: Piece,
        (from, to): (Square, Square),
        (square, pushers): (Square, u64),
    ) -> Option<Refusal> {
        if to != square || piece.colour != self.turn() {
            Some(Refusal::PushNotFinished(square))
        } else if pushers & from.bit() != 0 {
            None
        } else if self.progress().taken + 1 == LONGEST_TURN && self.restores(from, to) {
            Some(Refusal::Unchanged)
        } else {
            Some(Refusal::CannotFollow(square))
        }
    }

    #[inline]
    fn refusal_of_own_step(&self, piece: Piece, from: Square, direction: Direction) -> Option<Refusal> {
        if self.board().is_frozen(from.index()) {
            Some(Refusal::Frozen(from))
        } else {
            let backward = piece.kind == Kind::Rabbit && self.is_backward(direction);
            backward.then_some(Refusal::RabbitBackward)
        }
    }

    /// What forbids to push an enemy piece to an empty square.
    fn refusal_of_push(&self, piece: Piece, from: Square, to: Square) -> Option<Refusal> {
        let board = self.board();
        let strength = piece.kind.strength() as usize;
        let stronger = board.stronger_beside(self.turn().into(), from.index(), strength);
        if stronger == 0 {
            Some(Refusal::NotOutranked(from))
        } else if board.unfrozen(stronger).next().is_none() {
            Some(Refusal::PushersFrozen(from))
        } else if self.progress().taken + 1 == LONGEST_TURN {
            Some(Refusal::NoStepToFollow)
        } else {
            (!self.can_finish_push(from, to)).then_some(Refusal::PushInVain)
        }
    }

    /// The pieces that fall into traps when a move is made, each with its trap.
    ///
    /// More than one can fall only where a position was set up with a piece on a trap and no friend next to
    /// it.
    pub fn captures(&self, mv: Move) -> impl Iterator<Item = (Piece, Square)> + '_ {
        let (fallen, moved) = self.fallen(mv);
        let piece = move |square: Square| match moved {
            Some((piece, to)) if to == square => Some(piece),
            _ => self.piece_on(square),
        };
        Square::all_of(fallen).filter_map(move |square| Some((piece(square)?, square)))
    }

    /// The traps that a move lets something fall into, and the piece it moves with its target.
    fn fallen(&self, mv: Move) -> (u64, Option<(Piece, Square)>) {
        let Action::Step { from, direction, .. } = mv.action() else { return (0, None) };
        let (Some(piece), Some(to)) = (self.piece_on(from), from.next(direction)) else { return (0, None) };
        (self.board().fallen_after(from.index(), to.index()), Some((piece, to)))
    }
}
