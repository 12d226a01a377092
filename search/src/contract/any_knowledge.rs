//! Type-erased knowledge.

use super::{Candidates, ForcedWin, Game, Knowledge, Parameters, Position, Purpose, Score, WholeTurns};
use core::any::Any;
use core::fmt;
use std::sync::Arc;

/// Any [`Knowledge`] of a game, type-erased, so that many evaluations share one compiled search and can stand
/// in a list.
///
/// A question costs a virtual call; [`candidates`](Knowledge::candidates) and
/// [`priorities`](Knowledge::priorities) that depend on the position also cost an allocation. Questions that
/// only provers ask are not forwarded.
pub struct AnyKnowledge<P: Position>(Arc<dyn Erased<P>>);

impl<P: Position> AnyKnowledge<P> {
    /// Erases the type of this knowledge.
    pub fn new(knowledge: impl Knowledge<P> + 'static) -> Self {
        Self(Arc::new(knowledge))
    }
}

impl<P: Position> Clone for AnyKnowledge<P> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<P: Position> fmt::Debug for AnyKnowledge<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyKnowledge")
    }
}

/// The state of any knowledge.
type AnyState = Box<dyn Any + Send>;

/// An answer that is a function of a move.
type OfMove<'a, P, T> = Box<dyn Fn(<P as Position>::Move) -> T + 'a>;

/// The part of [`Knowledge`] that searches use, object-safe.
trait Erased<P: Position>: Send + Sync {
    fn start(&self, position: &P) -> AnyState;
    fn advance(&self, state: &mut AnyState, parent: &P, mv: Option<P::Move>, child: &P);
    fn retreat(&self, state: &mut AnyState);
    fn evaluate(&self, position: &P, state: &mut AnyState) -> Score;
    fn margin(&self) -> i32;
    fn parameters(&self) -> Parameters;
    fn forced_win(&self, position: &P, state: &mut AnyState) -> Option<ForcedWin>;
    fn winning_move(&self, position: &P, state: &mut AnyState) -> Option<P::Move>;
    fn candidates<'a>(
        &'a self,
        position: &'a P,
        state: &'a mut AnyState,
    ) -> Option<Candidates<OfMove<'a, P, bool>>>;
    fn is_threatened(&self, position: &P, state: &mut AnyState) -> bool;
    fn value_key(&self, position: &P) -> Option<u64>;
    fn threatens(&self, position: &P, state: &mut AnyState, mv: P::Move) -> bool;
    fn tactics(&self, position: &P, state: &mut AnyState, visit: &mut dyn FnMut(P::Move));
    fn has_lines(&self) -> bool;
    fn lines(&self, position: &P, state: &mut AnyState, purpose: Purpose, visit: &mut dyn FnMut(&[P::Move]));
    fn answers(&self, position: &P, state: &mut AnyState, visit: &mut dyn FnMut(&[P::Move]));
    fn look_ahead(
        &self,
        position: &P,
        state: &mut AnyState,
        visit: &mut dyn FnMut(&[P::Move]),
    ) -> Option<ForcedWin>;
    fn rest(&self, position: &P) -> i32;
    fn priorities<'a>(&'a self, position: &'a P, state: &'a mut AnyState) -> OfMove<'a, P, i32>;
    fn weigh(&self, position: &P, last: Option<P::Move>, moves: &mut [(P::Move, f32)]) -> bool;
    fn judge(&self, position: &P, last: Option<P::Move>, moves: &mut [(P::Move, f32)]) -> Option<f32>;
    fn turns(&self, game: &Game<P>, state: &mut AnyState, effort: u64) -> WholeTurns<P::Move>;
    fn certain_win(&self, position: &P, known: &mut Vec<Vec<P::Move>>) -> Option<u32>;
}

/// The state with its own type.
fn own<S: 'static>(state: &mut AnyState) -> &mut S {
    (**state).downcast_mut().expect("a state stays with the knowledge that made it")
}

impl<P: Position, K: Knowledge<P>> Erased<P> for K {
    fn start(&self, position: &P) -> AnyState {
        Box::new(Knowledge::start(self, position))
    }

    fn advance(&self, state: &mut AnyState, parent: &P, mv: Option<P::Move>, child: &P) {
        Knowledge::advance(self, own(state), parent, mv, child);
    }

    fn retreat(&self, state: &mut AnyState) {
        Knowledge::retreat(self, own(state));
    }

    fn evaluate(&self, position: &P, state: &mut AnyState) -> Score {
        Knowledge::evaluate(self, position, own(state))
    }

    fn margin(&self) -> i32 {
        Knowledge::margin(self)
    }

    fn parameters(&self) -> Parameters {
        Knowledge::parameters(self)
    }

    fn forced_win(&self, position: &P, state: &mut AnyState) -> Option<ForcedWin> {
        Knowledge::forced_win(self, position, own(state))
    }

    fn winning_move(&self, position: &P, state: &mut AnyState) -> Option<P::Move> {
        Knowledge::winning_move(self, position, own(state))
    }

    fn candidates<'a>(
        &'a self,
        position: &'a P,
        state: &'a mut AnyState,
    ) -> Option<Candidates<OfMove<'a, P, bool>>> {
        let Candidates { is_one, plies } = Knowledge::candidates(self, position, own(state))?;
        Some(Candidates { is_one: Box::new(is_one), plies })
    }

    fn is_threatened(&self, position: &P, state: &mut AnyState) -> bool {
        Knowledge::is_threatened(self, position, own(state))
    }

    fn value_key(&self, position: &P) -> Option<u64> {
        Knowledge::value_key(self, position)
    }

    fn threatens(&self, position: &P, state: &mut AnyState, mv: P::Move) -> bool {
        Knowledge::threatens(self, position, own(state), mv)
    }

    fn tactics(&self, position: &P, state: &mut AnyState, visit: &mut dyn FnMut(P::Move)) {
        Knowledge::tactics(self, position, own(state), visit);
    }

    fn has_lines(&self) -> bool {
        Knowledge::has_lines(self)
    }

    fn lines(&self, position: &P, state: &mut AnyState, purpose: Purpose, visit: &mut dyn FnMut(&[P::Move])) {
        Knowledge::lines(self, position, own(state), purpose, visit);
    }

    fn answers(&self, position: &P, state: &mut AnyState, visit: &mut dyn FnMut(&[P::Move])) {
        Knowledge::answers(self, position, own(state), visit);
    }

    fn look_ahead(
        &self,
        position: &P,
        state: &mut AnyState,
        visit: &mut dyn FnMut(&[P::Move]),
    ) -> Option<ForcedWin> {
        Knowledge::look_ahead(self, position, own(state), visit)
    }

    fn rest(&self, position: &P) -> i32 {
        Knowledge::rest(self, position)
    }

    fn priorities<'a>(&'a self, position: &'a P, state: &'a mut AnyState) -> OfMove<'a, P, i32> {
        Box::new(Knowledge::priorities(self, position, own(state)))
    }

    fn weigh(&self, position: &P, last: Option<P::Move>, moves: &mut [(P::Move, f32)]) -> bool {
        Knowledge::weigh(self, position, last, moves)
    }
    fn judge(&self, position: &P, last: Option<P::Move>, moves: &mut [(P::Move, f32)]) -> Option<f32> {
        Knowledge::judge(self, position, last, moves)
    }

    fn turns(&self, game: &Game<P>, state: &mut AnyState, effort: u64) -> WholeTurns<P::Move> {
        Knowledge::turns(self, game, own(state), effort)
    }

    fn certain_win(&self, position: &P, known: &mut Vec<Vec<P::Move>>) -> Option<u32> {
        Knowledge::certain_win(self, position, known)
    }
}

impl<P: Position> Knowledge<P> for AnyKnowledge<P> {
    type State = AnyState;

    fn start(&self, position: &P) -> AnyState {
        self.0.start(position)
    }

    fn advance(&self, state: &mut AnyState, parent: &P, mv: Option<P::Move>, child: &P) {
        self.0.advance(state, parent, mv, child);
    }

    fn retreat(&self, state: &mut AnyState) {
        self.0.retreat(state);
    }

    fn evaluate(&self, position: &P, state: &mut AnyState) -> Score {
        self.0.evaluate(position, state)
    }

    #[inline]
    fn value_key(&self, position: &P) -> Option<u64> {
        self.0.value_key(position)
    }

    fn margin(&self) -> i32 {
        self.0.margin()
    }

    fn parameters(&self) -> Parameters {
        self.0.parameters()
    }

    fn forced_win(&self, position: &P, state: &mut AnyState) -> Option<ForcedWin> {
        self.0.forced_win(position, state)
    }

    fn winning_move(&self, position: &P, state: &mut AnyState) -> Option<P::Move> {
        self.0.winning_move(position, state)
    }

    fn candidates<'a>(
        &'a self,
        position: &'a P,
        state: &'a mut AnyState,
    ) -> Option<Candidates<impl Fn(P::Move) -> bool>> {
        self.0.candidates(position, state)
    }

    fn is_threatened(&self, position: &P, state: &mut AnyState) -> bool {
        self.0.is_threatened(position, state)
    }

    fn threatens(&self, position: &P, state: &mut AnyState, mv: P::Move) -> bool {
        self.0.threatens(position, state, mv)
    }

    fn tactics(&self, position: &P, state: &mut AnyState, visit: &mut dyn FnMut(P::Move)) {
        self.0.tactics(position, state, visit);
    }

    fn has_lines(&self) -> bool {
        self.0.has_lines()
    }

    fn lines(&self, position: &P, state: &mut AnyState, purpose: Purpose, visit: &mut dyn FnMut(&[P::Move])) {
        self.0.lines(position, state, purpose, visit);
    }

    fn answers(&self, position: &P, state: &mut AnyState, visit: &mut dyn FnMut(&[P::Move])) {
        self.0.answers(position, state, visit);
    }

    fn look_ahead(
        &self,
        position: &P,
        state: &mut AnyState,
        visit: &mut dyn FnMut(&[P::Move]),
    ) -> Option<ForcedWin> {
        self.0.look_ahead(position, state, visit)
    }

    fn rest(&self, position: &P) -> i32 {
        self.0.rest(position)
    }

    fn priorities<'a>(&'a self, position: &'a P, state: &'a mut AnyState) -> impl Fn(P::Move) -> i32 {
        self.0.priorities(position, state)
    }

    fn weigh(&self, position: &P, last: Option<P::Move>, moves: &mut [(P::Move, f32)]) -> bool {
        self.0.weigh(position, last, moves)
    }

    #[inline]
    fn judge(&self, position: &P, last: Option<P::Move>, moves: &mut [(P::Move, f32)]) -> Option<f32> {
        self.0.judge(position, last, moves)
    }

    fn turns(&self, game: &Game<P>, state: &mut AnyState, effort: u64) -> WholeTurns<P::Move> {
        self.0.turns(game, state, effort)
    }

    fn certain_win(&self, position: &P, known: &mut Vec<Vec<P::Move>>) -> Option<u32> {
        self.0.certain_win(position, known)
    }
}
