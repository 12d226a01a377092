//! Games: a position and its history.

use super::{History, MoveList, Outcome, Position, Recurrence, Repetition, Side};
use core::fmt;
use rand::{Rng, RngExt};

/// A game: a position with its history, which decides what repetition makes drawn or illegal.
///
/// ```
/// # #[path = "../../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// # use tic_tac_toe::TicTacToe;
/// use plywood_search::{Game, Position};
///
/// let mut game = Game::new(TicTacToe::default());
/// while let Some(&mv) = game.legal_moves().first() {
///     game.play(mv).expect("a move out of the list is legal");
/// }
/// assert!(game.outcome().is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    position: P,
    /// The position before each move, and the move.
    past: Vec<(P, P::Move)>,
    history: History,
    /// The end of the game, if the last move ended it by repetition.
    drawn_by_repetition: bool,
}

/// The reason why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The rules decide the position itself.
    Position,
    /// A position has occurred too often.
    Repetition,
    /// Every move would repeat a position too often, so that none is legal.
    NoMoveButRepetition,
}

/// Error returned when a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// The game has ended.
    GameOver,
    /// The rules of movement do not allow it.
    NotLegal,
    /// The move would repeat a position too often.
    Repetition,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the game is over",
            Self::NotLegal => "not a legal move here",
            Self::Repetition => "it repeats a position too often",
        })
    }
}

impl core::error::Error for IllegalMove {}

impl<P: Position> Game<P> {
    /// Makes a game that begins with this position.
    pub fn new(position: P) -> Self {
        let mut history = History::new();
        history.push(&position, true);
        Self { position, past: Vec::new(), history, drawn_by_repetition: false }
    }

    /// The current position.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The positions so far, including the current one, as far as the repetition rule needs them.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether a position other than the current one has occurred so often that once more would end the game
    /// by repetition or be forbidden. If not, a proof about the current position alone, whose lines visit no
    /// position twice, holds for the game.
    pub fn may_repeat_too_often(&self) -> bool {
        let earlier = self.position.repetition().earlier_occurrences();
        let now = self.position.repetition_key();
        earlier.is_some_and(|earlier| self.history.has_other_than(now, earlier))
    }

    /// The player whose move it is.
    pub fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    /// The moves played, in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = P::Move> + ExactSizeIterator + '_ {
        self.past.iter().map(|&(_, mv)| mv)
    }

    /// The position before the last move, and that move; `None` at the start.
    pub fn last(&self) -> Option<(&P, P::Move)> {
        self.past.last().map(|(position, mv)| (position, *mv))
    }

    /// The positions before the current one, the latest first.
    pub fn earlier(&self) -> impl ExactSizeIterator<Item = &P> + '_ {
        self.past.iter().rev().map(|(position, _)| position)
    }

    /// The first position of the game.
    pub fn start(&self) -> &P {
        self.past.first().map_or(&self.position, |(position, _)| position)
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end().map(|(outcome, _)| outcome)
    }

    /// The result and its reason, if the game is over.
    pub fn end(&self) -> Option<(Outcome, EndReason)> {
        if let Some(outcome) = self.position.outcome() {
            return Some((outcome, EndReason::Position));
        }
        if self.drawn_by_repetition {
            return Some((Outcome::Draw, EndReason::Repetition));
        }
        if self.may_be_forbidden() && self.legal_moves().is_empty() {
            return Some((Outcome::Win(!self.side_to_move()), EndReason::NoMoveButRepetition));
        }
        None
    }

    /// The legal moves, without those that repetition forbids; none if the game is over.
    pub fn legal_moves(&self) -> MoveList<P::Move> {
        if self.drawn_by_repetition {
            return MoveList::new();
        }
        let mut moves = self.position.legal_moves();
        if self.may_be_forbidden() {
            moves.retain(|mv| self.leads_on(*mv));
        }
        moves
    }

    /// A legal move drawn uniformly at random; `None` if the game is over.
    pub fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<P::Move> {
        if self.drawn_by_repetition {
            return None;
        }
        let drawn = self.position.random_move(rng)?;
        // A move that repetition forbids is drawn again, out of the others.
        if self.leads_on(drawn) {
            return Some(drawn);
        }
        let moves = self.legal_moves();
        (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())])
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If the move is not legal, with the reason; the game is unchanged.
    pub fn play(&mut self, mv: P::Move) -> Result<(), IllegalMove> {
        if self.position.outcome().is_some() || self.drawn_by_repetition {
            return Err(IllegalMove::GameOver);
        }
        if !self.position.is_legal(mv) {
            return Err(IllegalMove::NotLegal);
        }
        if !self.leads_on(mv) {
            return Err(IllegalMove::Repetition);
        }
        let before = self.position.clone();
        self.position.play_unchecked(mv);
        self.drawn_by_repetition =
            matches!(self.history.recurrence(&self.position), Some((Recurrence::Draw, _)));
        self.history.push(&self.position, before.is_irreversible(mv));
        self.past.push((before, mv));
        Ok(())
    }

    /// Takes back the last move and returns it; `None` at the start of the game.
    pub fn undo(&mut self) -> Option<P::Move> {
        let (before, mv) = self.past.pop()?;
        if self.position.repetition_key().is_some() {
            self.history.pop();
        }
        self.position = before;
        self.drawn_by_repetition = false;
        Some(mv)
    }

    /// Whether the rules forbid moves because of repetition.
    fn may_be_forbidden(&self) -> bool {
        matches!(self.position.repetition(), Repetition::Illegal(_))
    }

    /// Whether repetition allows a move that the position allows, now and at the end of its turn.
    fn leads_on(&self, mv: P::Move) -> bool {
        if !self.may_be_forbidden() {
            return true;
        }
        let mut child = self.position.clone();
        child.play_unchecked(mv);
        self.turn_can_end(&child)
    }

    /// Whether the turn in progress at `position` can be finished without a forbidden repetition.
    fn turn_can_end(&self, position: &P) -> bool {
        let is_forbidden = |end: &P| matches!(self.history.recurrence(end), Some((Recurrence::Illegal, _)));
        turn_can_end(position, &is_forbidden)
    }

    /// Whether the last move ended the game by repetition.
    pub(super) fn is_drawn_by_repetition(&self) -> bool {
        self.drawn_by_repetition
    }
}

/// Whether the turn in progress at `position` can be finished at a position that repetition does not forbid.
pub(super) fn turn_can_end<P: Position>(position: &P, is_forbidden: &impl Fn(&P) -> bool) -> bool {
    use core::ops::ControlFlow::{Break, Continue};
    if position.repetition_key().is_some() {
        return !is_forbidden(position);
    }
    let mut found = false;
    let outcome = position.expand(&mut |mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        found = turn_can_end(&child, is_forbidden);
        if found { Break(()) } else { Continue(()) }
    });
    outcome.is_some() || found
}
