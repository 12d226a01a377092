//! Rollouts: games that are only played on.

use super::game::turn_can_end;
use super::{Game, IllegalMove, MoveList, Outcome, Position, Repetition};
use rand::{Rng, RngExt};

/// A game by all rules, repetition included, whose moves cannot be taken back: for playing many games to
/// their ends.
///
/// A [`Game`] keeps every position that it came through. A rollout keeps the repetition keys since the last
/// irreversible move, and none at all where the rules ignore repetition.
///
/// ```
/// # #[path = "../../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// # use tic_tac_toe::TicTacToe;
/// use plywood_search::Rollout;
/// use rand::{SeedableRng, rngs::SmallRng};
///
/// let (start, mut rng) = (Rollout::new(TicTacToe::default()), SmallRng::seed_from_u64(1));
/// let mut game = start.clone();
/// while let Some(mv) = game.random_move(&mut rng) {
///     game.play_unchecked(mv);
/// }
/// assert!(game.outcome().is_some());
/// game.clone_from(&start); // Begins again in the same memory.
/// ```
#[derive(Debug)]
pub struct Rollout<P: Position> {
    position: P,
    /// The keys that can occur again, the latest last.
    recent: Vec<u64>,
    drawn_by_repetition: bool,
}

impl<P: Position> Clone for Rollout<P> {
    fn clone(&self) -> Self {
        let Self { position, recent, drawn_by_repetition } = self;
        Self { position: position.clone(), recent: recent.clone(), drawn_by_repetition: *drawn_by_repetition }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.position.clone_from(&other.position);
        self.recent.clone_from(&other.recent);
        self.drawn_by_repetition = other.drawn_by_repetition;
    }
}

impl<P: Position> Rollout<P> {
    /// A game that begins with this position.
    pub fn new(position: P) -> Self {
        let mut rollout = Self { position, recent: Vec::new(), drawn_by_repetition: false };
        rollout.note();
        rollout
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The result, if the game is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.drawn_by_repetition {
            return Some(self.position.outcome().unwrap_or(Outcome::Draw));
        }
        let outcome = self.position.outcome();
        if outcome.is_none() && self.may_be_forbidden() && self.legal_moves().is_empty() {
            return Some(Outcome::Win(!self.position.side_to_move()));
        }
        outcome
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
    #[inline]
    pub fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<P::Move> {
        if self.drawn_by_repetition {
            return None;
        }
        let drawn = self.position.random_move(rng)?;
        if self.leads_on(drawn) { Some(drawn) } else { self.other_move(rng) }
    }

    /// A move out of those that repetition allows.
    #[cold]
    fn other_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<P::Move> {
        let moves = self.legal_moves();
        (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())])
    }

    /// Checks that a move can be played.
    ///
    /// # Errors
    ///
    /// If it is not legal, with the reason.
    #[inline]
    pub fn check(&self, mv: P::Move) -> Result<(), IllegalMove> {
        if self.drawn_by_repetition {
            return Err(IllegalMove::GameOver);
        }
        if !self.position.is_legal(mv) {
            let is_over = self.position.outcome().is_some();
            return Err(if is_over { IllegalMove::GameOver } else { IllegalMove::NotLegal });
        }
        if self.leads_on(mv) { Ok(()) } else { Err(IllegalMove::Repetition) }
    }

    /// Plays a move without checking that it is legal.
    ///
    /// # Panics
    ///
    /// As [`Position::play_unchecked`].
    #[inline]
    pub fn play_unchecked(&mut self, mv: P::Move) {
        if self.position.repetition() == Repetition::Ignored {
            return self.position.play_unchecked(mv);
        }
        if self.position.is_irreversible(mv) {
            self.recent.clear();
        }
        self.position.play_unchecked(mv);
        self.drawn_by_repetition =
            matches!(self.position.repetition(), Repetition::Draw(_)) && self.repeats(&self.position);
        self.note();
    }

    /// Whether a position has occurred so often that it must not once more.
    #[inline]
    fn repeats(&self, position: &P) -> bool {
        let (Some(most), Some(key)) =
            (position.repetition().earlier_occurrences(), position.repetition_key())
        else {
            return false;
        };
        let earlier = self.recent.iter().map(|&known| usize::from(known == key)).sum::<usize>();
        earlier >= most
    }

    /// Keeps the key of the current position, if it can matter.
    #[inline]
    fn note(&mut self) {
        if self.position.repetition() != Repetition::Ignored {
            self.recent.extend(self.position.repetition_key());
        }
    }

    #[inline]
    fn may_be_forbidden(&self) -> bool {
        matches!(self.position.repetition(), Repetition::Illegal(_))
    }

    /// Whether repetition allows a move that the position allows.
    #[inline]
    fn leads_on(&self, mv: P::Move) -> bool {
        if !self.may_be_forbidden() {
            return true;
        }
        let mut child = self.position.clone();
        child.play_unchecked(mv);
        turn_can_end(&child, &|position| self.repeats(position))
    }
}

/// Goes on from the end of a game.
impl<P: Position> From<&Game<P>> for Rollout<P> {
    fn from(game: &Game<P>) -> Self {
        let repeats = game.position().repetition() != Repetition::Ignored;
        Self {
            position: game.position().clone(),
            recent: if repeats { game.history().recent_keys().collect() } else { Vec::new() },
            drawn_by_repetition: game.is_drawn_by_repetition(),
        }
    }
}
