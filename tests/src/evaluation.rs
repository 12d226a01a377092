//! Opinions for testing: hashes of the position, which make every tree look different, and one with a state
//! of its own.

use crate::hash::mix;
use crate::watched::Watched;
use core::any::Any;
use core::fmt;
use plywood_search::{Evaluator, ForcedWin, PackedMove, Position, Score, StaticEvaluator};
use std::sync::Arc;

/// A value drawn from the position's key and a seed, within a range around 0, for the side to move.
///
/// A small range makes ties, which a search must break as promised, and windows that close exactly; a great
/// one makes every position differ. The priorities of moves are drawn as well, so that moves come in an order
/// without sense, and one position in eight is said to be under threat.
#[derive(Clone, Copy, Debug)]
pub struct Hashed {
    seed: u64,
    range: i32,
}

impl Hashed {
    /// Values from -3 to 3: many ties.
    pub const fn narrow(seed: u64) -> Self {
        Self { seed, range: 3 }
    }

    /// Values over the whole range of heuristic scores: no ties to speak of.
    pub const fn wide(seed: u64) -> Self {
        Self { seed, range: Score::MAX_HEURISTIC.value() }
    }

    fn draw(self, number: u64, range: i32) -> i32 {
        let width = 2 * range as u64 + 1;
        (mix(number ^ mix(self.seed)) % width) as i32 - range
    }
}

impl<P: Position> StaticEvaluator<P> for Hashed {
    fn evaluate(&self, position: &P) -> Score {
        Score::heuristic(self.draw(position.key(), self.range))
    }

    fn is_threatened(&self, position: &P) -> bool {
        position.key().rotate_left(13).is_multiple_of(8)
    }

    fn priorities(&self, position: &P) -> impl Fn(P::Move) -> i32 {
        let key = position.key().rotate_left(7);
        move |mv| self.draw(key ^ u64::from(mv.to_bits()), 1_000)
    }
}

/// An evaluation that carries a number along the moves and finds out if a search mixes up the states it keeps
/// for it.
///
/// The number is the key combined with a seed. An update replaces the parent's part of it by the child's, so
/// that a state that was not made from the parent's comes out wrong; each use compares it with the number
/// made from scratch.
#[derive(Clone, Copy, Debug)]
pub struct Accumulator {
    seed: u64,
}

impl Accumulator {
    /// An evaluation with values from -50 to 50.
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    fn check<P: Position>(self, position: &P, state: u64) {
        assert_eq!(
            state,
            position.key() ^ self.seed,
            "the state belongs to another position than {position:?}"
        );
    }
}

impl<P: Position> Evaluator<Watched<P>> for Accumulator {
    type State = u64;
    /// Counts calls, and means nothing.
    type Scratch = u64;

    fn start(&self, position: &Watched<P>, scratch: &mut u64) -> u64 {
        *scratch += 1;
        position.key() ^ self.seed
    }

    fn update(
        &self,
        (parent, state): (&Watched<P>, &u64),
        mv: P::Move,
        child: &Watched<P>,
        scratch: &mut u64,
    ) -> u64 {
        *scratch += 1;
        self.check(parent, *state);
        let mut expected = parent.clone();
        expected.play(mv);
        assert_eq!(&expected, child, "{mv:?} does not lead from {parent:?} to this child");
        state ^ parent.key() ^ child.key()
    }

    fn evaluate(&self, position: &Watched<P>, state: &u64, scratch: &mut u64) -> Score {
        *scratch += 1;
        self.check(position, *state);
        assert!(position.outcome().is_none(), "asked about a finished position: {position:?}");
        Score::heuristic((mix(*state) % 101) as i32 - 50)
    }

    fn priorities(&self, position: &Watched<P>, state: &u64) -> impl Fn(P::Move) -> i32 {
        self.check(position, *state);
        move |mv| (mix(state ^ u64::from(mv.to_bits())) % 2_001) as i32 - 1_000
    }
}

/// Any evaluation of one game, so that those of a game can stand in one list. It costs an allocation a node
/// if there is a state.
pub struct Opinion<P: Position>(Arc<dyn Erased<Watched<P>>>);

impl<P: Position> Opinion<P> {
    /// This evaluation, its type forgotten.
    pub fn new<E>(evaluator: E) -> Self
    where
        E: Evaluator<Watched<P>> + 'static,
        E::State: 'static,
        E::Scratch: 'static,
    {
        Self(Arc::new(evaluator))
    }
}

impl<P: Position> Clone for Opinion<P> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<P: Position> fmt::Debug for Opinion<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opinion")
    }
}

/// The state of any evaluation.
#[derive(Debug)]
pub struct AnyState(Box<dyn Duplicate>);

impl Clone for AnyState {
    fn clone(&self) -> Self {
        self.0.as_ref().duplicate()
    }
}

/// The scratch memory of any evaluation, made at the first use.
#[derive(Debug, Default)]
pub struct AnyScratch(Option<Box<dyn Any + Send>>);

impl AnyScratch {
    fn get<S: Default + Send + 'static>(&mut self) -> &mut S {
        let scratch = self.0.get_or_insert_with(|| Box::new(S::default()));
        scratch.downcast_mut().expect("scratch memory stays with one evaluation")
    }
}

impl<P: Position> Evaluator<Watched<P>> for Opinion<P> {
    type State = AnyState;
    type Scratch = AnyScratch;

    fn start(&self, position: &Watched<P>, scratch: &mut AnyScratch) -> AnyState {
        self.0.start(position, scratch)
    }

    fn update(
        &self,
        parent: (&Watched<P>, &AnyState),
        mv: P::Move,
        child: &Watched<P>,
        scratch: &mut AnyScratch,
    ) -> AnyState {
        self.0.update(parent, mv, child, scratch)
    }

    fn evaluate(&self, position: &Watched<P>, state: &AnyState, scratch: &mut AnyScratch) -> Score {
        self.0.evaluate(position, state, scratch)
    }

    fn forced_win(
        &self,
        position: &Watched<P>,
        state: &AnyState,
        scratch: &mut AnyScratch,
    ) -> Option<ForcedWin> {
        self.0.forced_win(position, state, scratch)
    }

    fn candidates(&self, position: &Watched<P>, state: &AnyState) -> Option<impl Fn(P::Move) -> bool> {
        let accepts = self.0.candidates(position, state)?;
        let accepted: Vec<_> = position.legal_moves().into_iter().filter(|&mv| accepts(mv)).collect();
        Some(move |mv| accepted.contains(&mv))
    }

    fn is_threatened(&self, position: &Watched<P>, state: &AnyState) -> bool {
        self.0.is_threatened(position, state)
    }

    fn threatens(&self, position: &Watched<P>, state: &AnyState, mv: P::Move) -> bool {
        self.0.threatens(position, state, mv)
    }

    fn margin(&self) -> i32 {
        self.0.margin()
    }

    fn priorities(&self, position: &Watched<P>, state: &AnyState) -> impl Fn(P::Move) -> i32 {
        move |mv| self.0.priority(position, state, mv)
    }
}

trait Duplicate: Any + Send {
    fn duplicate(&self) -> AnyState;
}

impl<T: Any + Clone + Send> Duplicate for T {
    fn duplicate(&self) -> AnyState {
        AnyState(Box::new(self.clone()))
    }
}

impl fmt::Debug for dyn Duplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("State")
    }
}

impl AnyState {
    fn get<T: 'static>(&self) -> &T {
        let state: &dyn Any = self.0.as_ref();
        state.downcast_ref().expect("a state stays with its evaluation")
    }
}

/// Whether a move is one of the candidates.
type Accepts<'a, M> = Box<dyn Fn(M) -> bool + 'a>;

/// [`Evaluator`] without its types.
trait Erased<P: Position>: Send + Sync {
    fn start(&self, position: &P, scratch: &mut AnyScratch) -> AnyState;
    fn update(&self, parent: (&P, &AnyState), mv: P::Move, child: &P, scratch: &mut AnyScratch) -> AnyState;
    fn evaluate(&self, position: &P, state: &AnyState, scratch: &mut AnyScratch) -> Score;
    fn forced_win(&self, position: &P, state: &AnyState, scratch: &mut AnyScratch) -> Option<ForcedWin>;
    fn candidates<'a>(&'a self, position: &'a P, state: &'a AnyState) -> Option<Accepts<'a, P::Move>>;
    fn is_threatened(&self, position: &P, state: &AnyState) -> bool;
    fn threatens(&self, position: &P, state: &AnyState, mv: P::Move) -> bool;
    fn margin(&self) -> i32;
    fn priority(&self, position: &P, state: &AnyState, mv: P::Move) -> i32;
}

impl<P, E> Erased<P> for E
where
    P: Position,
    E: Evaluator<P>,
    E::State: 'static,
    E::Scratch: 'static,
{
    fn start(&self, position: &P, scratch: &mut AnyScratch) -> AnyState {
        AnyState(Box::new(Evaluator::start(self, position, scratch.get())))
    }

    fn update(
        &self,
        (parent, state): (&P, &AnyState),
        mv: P::Move,
        child: &P,
        scratch: &mut AnyScratch,
    ) -> AnyState {
        AnyState(Box::new(Evaluator::update(self, (parent, state.get()), mv, child, scratch.get())))
    }

    fn evaluate(&self, position: &P, state: &AnyState, scratch: &mut AnyScratch) -> Score {
        Evaluator::evaluate(self, position, state.get(), scratch.get())
    }

    fn forced_win(&self, position: &P, state: &AnyState, scratch: &mut AnyScratch) -> Option<ForcedWin> {
        Evaluator::forced_win(self, position, state.get(), scratch.get())
    }

    fn candidates<'a>(&'a self, position: &'a P, state: &'a AnyState) -> Option<Accepts<'a, P::Move>> {
        let accepts = Evaluator::candidates(self, position, state.get())?;
        Some(Box::new(accepts))
    }

    fn is_threatened(&self, position: &P, state: &AnyState) -> bool {
        Evaluator::is_threatened(self, position, state.get())
    }

    fn threatens(&self, position: &P, state: &AnyState, mv: P::Move) -> bool {
        Evaluator::threatens(self, position, state.get(), mv)
    }

    fn margin(&self) -> i32 {
        Evaluator::margin(self)
    }

    fn priority(&self, position: &P, state: &AnyState, mv: P::Move) -> i32 {
        Evaluator::priorities(self, position, state.get())(mv)
    }
}
