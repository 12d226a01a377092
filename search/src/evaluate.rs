//! Opinions about positions, kept apart from the rules.
//!
//! Most evaluations look at a position and give a number: implement [`StaticEvaluator`]. One that carries knowledge from a
//! position to the next (accumulators, connections) implements [`Evaluator`], which every search asks.

use crate::position::{Position, Side};
use crate::score::Score;
use core::fmt;

/// A win that is certain although the game is not over: proven by what an evaluation knows, not by search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForcedWin {
    /// Who wins, if both sides play their best.
    pub winner: Side,
    /// Within how many plies, at most. It need not be the least number.
    pub plies: u32,
}

/// An evaluation that needs nothing but the position.
pub trait StaticEvaluator<P: Position>: Send + Sync {
    /// The value of a position without an outcome, for the side to move.
    fn evaluate(&self, position: &P) -> Score;

    /// Who wins, where that is certain: `None` says nothing.
    ///
    /// A search takes it for proof. It must be true of the position as it stands, whatever its past; that a player might escape into a
    /// position that has occurred too often does not count. Asked only in positions without an outcome, and only by searches that may use
    /// more than the value ([`SearchOptions::knowledge`](crate::SearchOptions::knowledge)).
    #[inline]
    fn forced_win(&self, _position: &P) -> Option<ForcedWin> {
        None
    }

    /// Which moves are worth a search, where that is certain: the legal moves that the closure refuses are no better than the best of those it
    /// accepts, and it accepts one at least. `None`, the default, says that all moves matter.
    #[inline]
    fn candidates(&self, _position: &P) -> Option<impl Fn(P::Move) -> bool>
    where
        Self: Sized,
    {
        None::<fn(P::Move) -> bool>
    }

    /// Whether the opponent is about to win, so that the value of the position as it stands says little until the threat is answered: as a
    /// check in chess. `false`, the default, says nothing. Asked where [`forced_win`](Self::forced_win) has named nobody.
    #[inline]
    fn is_threatened(&self, _position: &P) -> bool {
        false
    }

    /// Whether after a legal `mv` the opponent is threatened, so that the move is more than it looks. `false`, the default, says nothing. Asked about
    /// moves late in the order, far from the horizon, so that it may take a little time.
    #[inline]
    fn threatens(&self, _position: &P, _mv: P::Move) -> bool {
        false
    }

    /// By how much one quiet ply seldom changes the value of a position: the unit of futility pruning, in the evaluation's own units. 0, the
    /// default, keeps searches from pruning by value.
    #[inline]
    fn margin(&self) -> i32 {
        0
    }

    /// How early to try the legal moves of a position: greater is earlier, and 0 says nothing.
    ///
    /// The search adds its own experience, a number within `-16 384 ..= 16 384` that begins at 0. Called once a node; what moves have in
    /// common is best worked out before the closure is returned.
    #[inline]
    fn priorities(&self, _position: &P) -> impl Fn(P::Move) -> i32
    where
        Self: Sized,
    {
        |_| 0
    }
}

/// An evaluation with knowledge of its own.
///
/// A search makes the state of its root with [`start`](Self::start), and that of a child with [`update`](Self::update), as late as it
/// can: a child that a table entry cuts off never gets one. Each thread of a search owns one `Scratch` and lends it to every call.
pub trait Evaluator<P: Position>: Send + Sync {
    /// What is known about one position.
    type State: Clone + Send;
    /// Memory that calls on one thread may use for their work; it carries no meaning from one call to the next.
    type Scratch: Default + Send;

    /// The state of a position met without a parent.
    fn start(&self, position: &P, scratch: &mut Self::Scratch) -> Self::State;

    /// The state of `child`, which `mv` made out of `parent`. Must equal what [`start`](Self::start) gives, in effect.
    #[inline]
    fn update(
        &self,
        _parent: (&P, &Self::State),
        _mv: P::Move,
        child: &P,
        scratch: &mut Self::Scratch,
    ) -> Self::State {
        self.start(child, scratch)
    }

    /// The value of a position without an outcome, for the side to move.
    fn evaluate(&self, position: &P, state: &Self::State, scratch: &mut Self::Scratch) -> Score;

    /// Who wins, where that is certain, as in [`StaticEvaluator::forced_win`].
    #[inline]
    fn forced_win(
        &self,
        _position: &P,
        _state: &Self::State,
        _scratch: &mut Self::Scratch,
    ) -> Option<ForcedWin> {
        None
    }

    /// Which moves are worth a search, as in [`StaticEvaluator::candidates`].
    #[inline]
    fn candidates(&self, _position: &P, _state: &Self::State) -> Option<impl Fn(P::Move) -> bool> {
        None::<fn(P::Move) -> bool>
    }

    /// Whether the opponent is about to win, as in [`StaticEvaluator::is_threatened`].
    #[inline]
    fn is_threatened(&self, _position: &P, _state: &Self::State) -> bool {
        false
    }

    /// Whether after a legal `mv` the opponent is threatened, as in [`StaticEvaluator::threatens`].
    #[inline]
    fn threatens(&self, _position: &P, _state: &Self::State, _mv: P::Move) -> bool {
        false
    }

    /// By how much one quiet ply seldom changes the value, as in [`StaticEvaluator::margin`].
    #[inline]
    fn margin(&self) -> i32 {
        0
    }

    /// How early to try the legal moves of a position, as in [`StaticEvaluator::priorities`].
    #[inline]
    fn priorities(&self, _position: &P, _state: &Self::State) -> impl Fn(P::Move) -> i32 {
        |_| 0
    }
}

impl<P: Position, E: StaticEvaluator<P>> Evaluator<P> for E {
    type State = ();
    type Scratch = ();

    #[inline]
    fn start(&self, _position: &P, (): &mut ()) {}

    #[inline]
    fn evaluate(&self, position: &P, (): &(), (): &mut ()) -> Score {
        StaticEvaluator::evaluate(self, position)
    }

    #[inline]
    fn forced_win(&self, position: &P, (): &(), (): &mut ()) -> Option<ForcedWin> {
        StaticEvaluator::forced_win(self, position)
    }

    #[inline]
    fn candidates(&self, position: &P, (): &()) -> Option<impl Fn(P::Move) -> bool> {
        StaticEvaluator::candidates(self, position)
    }

    #[inline]
    fn is_threatened(&self, position: &P, (): &()) -> bool {
        StaticEvaluator::is_threatened(self, position)
    }

    #[inline]
    fn threatens(&self, position: &P, (): &(), mv: P::Move) -> bool {
        StaticEvaluator::threatens(self, position, mv)
    }

    #[inline]
    fn margin(&self) -> i32 {
        StaticEvaluator::margin(self)
    }

    #[inline]
    fn priorities(&self, position: &P, (): &()) -> impl Fn(P::Move) -> i32 {
        StaticEvaluator::priorities(self, position)
    }
}

/// A function or closure as an evaluation.
///
/// ```
/// use plywood_search::{FnEvaluator, Position, Score};
///
/// /// Many moves are good.
/// fn mobility<P: Position>() -> FnEvaluator<impl Fn(&P) -> Score + Send + Sync> {
///     FnEvaluator(|position: &P| Score::heuristic(position.count_moves() as i32))
/// }
/// ```
#[derive(Clone, Copy)]
pub struct FnEvaluator<F>(pub F);

impl<P, F> StaticEvaluator<P> for FnEvaluator<F>
where
    P: Position,
    F: Fn(&P) -> Score + Send + Sync,
{
    #[inline]
    fn evaluate(&self, position: &P) -> Score {
        (self.0)(position)
    }
}

impl<F> fmt::Debug for FnEvaluator<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FnEvaluator")
    }
}
