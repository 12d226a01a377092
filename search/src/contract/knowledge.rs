//! What is thought and what is known about positions, kept apart from the rules.

use super::{Needs, Numbers, Plan, Position, Score, Side};
use core::fmt;

/// A win that is certain although the game is not over: proven by what a game knows, not by search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForcedWin {
    /// Who wins, if both sides play their best.
    pub winner: Side,
    /// Within how many plies, at most. It need not be the least number.
    pub plies: u32,
}

/// The moves of a position that need a look.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<F> {
    /// Whether a legal move is one of them.
    pub is_one: F,
    /// Every win, whichever side's, takes so many plies at most from this position, or can be had in as many. [`u32::MAX`] if
    /// that is not known.
    pub plies: u32,
}

/// What a game knows about its positions: the one trait that every search and every prover asks.
///
/// Only [`evaluate`](Self::evaluate) must be written, and [`State`](Self::State) and [`start`](Self::start), which are `()` and
/// empty for knowledge that looks at a position alone. All else has a default that says nothing.
///
/// ```
/// # #[path = "../../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// # use tic_tac_toe::TicTacToe;
/// use plywood_search::{Knowledge, Position, Score};
///
/// struct Mobility;
///
/// impl Knowledge<TicTacToe> for Mobility {
///     type State = ();
///
///     fn start(&self, _: &TicTacToe) {}
///
///     fn evaluate(&self, position: &TicTacToe, (): &mut ()) -> Score {
///         Score::heuristic(position.count_moves() as i32)
///     }
/// }
/// ```
///
/// # The state follows the line of play
///
/// A thread of a search has one state. It begins with [`start`](Self::start) and goes with the search, down by
/// [`advance`](Self::advance) and up by [`retreat`](Self::retreat), so that accumulators and connections can be kept up to date by
/// small changes that are undone on the way back. Three things hold:
///
/// - `retreat` takes back the latest `advance` that has not been taken back.
/// - Every question is asked about the position that the state has come to. The state is lent as `&mut`, so that what is worked
///   out for one question can be kept for the next; do costly work there, not in `advance`.
/// - A search advances as late as it can, only to positions that it will ask about, and never to one with an outcome.
///
/// The law: after any walk of advances and retreats, every answer is that of a fresh `start`, unless
/// [`IS_PATH_FREE`](Self::IS_PATH_FREE) says that it may depend on the way. [`Trail`](crate::Trail) is a state for
/// knowledge that keeps a value for each position.
///
/// # What is believed
///
/// [`forced_win`](Self::forced_win), [`candidates`](Self::candidates), [`key`](Self::key), [`HAS_NO_DRAW`](Self::HAS_NO_DRAW) and the
/// [`Needs`] are taken for proof and must be right. Everything else steers a search and costs time at worst.
pub trait Knowledge<P: Position>: Send + Sync {
    /// What is kept along a line of play.
    type State: Send + 'static;

    /// Whether answers do not depend on the way to a position. Knowledge that is kept up within limits may find other things on another
    /// way, and on one thread always the same ones; whatever it finds must be true on every way.
    const IS_PATH_FREE: bool = true;

    /// The state of a line that begins with this position.
    fn start(&self, position: &P) -> Self::State;

    /// Goes on from `parent` to `child`, which `mv` made out of it; `None` is the null move of a search.
    #[inline]
    fn advance(&self, _state: &mut Self::State, _parent: &P, _mv: Option<P::Move>, _child: &P) {}

    /// Goes back to the position before the latest advance.
    #[inline]
    fn retreat(&self, _state: &mut Self::State) {}

    /// The value of a position without an outcome, for the side to move.
    fn evaluate(&self, position: &P, state: &mut Self::State) -> Score;

    /// The value of a position that is looked at by itself.
    fn value_of(&self, position: &P) -> Score {
        self.evaluate(position, &mut self.start(position))
    }

    /// By how much one quiet ply seldom changes the value of a position: the unit of futility pruning, in the units of the values. 0,
    /// the default, keeps searches from pruning by value.
    #[inline]
    fn margin(&self) -> i32 {
        0
    }

    /// Who wins, where that is certain: `None` says nothing.
    ///
    /// It is believed. It must be true of the position as it stands, whatever its past; that a player might escape into a position
    /// that has occurred too often does not count.
    #[inline]
    fn forced_win(&self, _position: &P, _state: &mut Self::State) -> Option<ForcedWin> {
        None
    }

    /// A legal move that wins at once for the side to move, if one is easily found. `None` says nothing.
    ///
    /// Whoever asks plays it to see whether that is so.
    #[inline]
    fn winning_move(&self, _position: &P, _state: &mut Self::State) -> Option<P::Move> {
        None
    }

    /// The moves that need a look, where that is certain; `None`, the default, if all do.
    ///
    /// They are believed: no other legal move is better than the best of these, of which there is one at least. How soon the others
    /// win or lose is bounded by [`Candidates::plies`] alone.
    #[inline]
    fn candidates<'a>(
        &'a self,
        _position: &'a P,
        _state: &'a mut Self::State,
    ) -> Option<Candidates<impl Fn(P::Move) -> bool>> {
        None::<Candidates<fn(P::Move) -> bool>>
    }

    /// Whether the opponent is about to win, so that the value of the position as it stands says little until the threat is answered:
    /// as a check in chess. Asked where [`forced_win`](Self::forced_win) has named nobody.
    #[inline]
    fn is_threatened(&self, _position: &P, _state: &mut Self::State) -> bool {
        false
    }

    /// Whether after a legal `mv` the opponent is threatened, so that the move is more than it looks. Asked about moves late in the
    /// order, far from the horizon, so that it may take a little time.
    #[inline]
    fn threatens(&self, _position: &P, _state: &mut Self::State, _mv: P::Move) -> bool {
        false
    }

    /// How early to try the legal moves of a position: greater is earlier, and 0 says nothing.
    ///
    /// A search adds its own experience, a number within `-16 384 ..= 16 384` that begins at 0. Called once a node; what moves have in
    /// common is best worked out before the closure is returned.
    #[inline]
    fn priorities<'a>(&'a self, _position: &'a P, _state: &'a mut Self::State) -> impl Fn(P::Move) -> i32 {
        |_| 0
    }

    /// The key under which a prover knows a position: equal for positions that differ only by a symmetry that keeps the sides, if the
    /// game can tell them cheaply.
    ///
    /// Positions with equal keys are taken for the same. The key must not be equal for others.
    #[inline]
    fn key(&self, position: &P) -> u64 {
        position.key()
    }

    /// How hard it looks to prove that `attacker` wins a position that is met for the first time ("df-pn+", Nagai 2002). Brought into
    /// `1 ..= Numbers::GREATEST`.
    #[inline]
    fn numbers(&self, _position: &P, _state: &mut Self::State, _attacker: Side) -> Numbers {
        Numbers::ONE
    }

    /// Whether looking at a position for the first time costs more than a place in a prover's table. What is found is then kept there.
    const IS_COSTLY: bool = false;

    /// Whether a prover looks at a position when it searches it, not when it meets it as a move of another one.
    ///
    /// For knowledge that costs more than a move: a win is then seen a ply later, [`numbers`](Self::numbers) are not asked for, and the
    /// [`priorities`](Self::priorities) of a position say in which order its moves get a look, a quarter of them at a time.
    const LOOKS_LATE: bool = false;

    /// Whether the game has no draw, so that whoever cannot win has lost.
    const HAS_NO_DRAW: bool = false;

    /// Whether it is known what a winner [`Needs`]: then a move that fails takes others with it.
    ///
    /// It is believed, and asks for a game in which nothing can be worse for a side than not to have something: for each set that is
    /// said to be needed, the winner must win though the loser is given whatever else there is, and moves must do no more than take
    /// what they stand for. Such a game has no repetition.
    const KNOWS_NEEDS: bool = false;

    /// What the winner of a [`forced_win`](Self::forced_win) that has just been named needs, if it needs no more than this.
    fn needs(&self, _position: &P, _state: &mut Self::State) -> Option<Needs> {
        None
    }

    /// The number of what a move stands for, below [`Needs::PLACES`]; `None` if it does more than to take that.
    #[inline]
    fn place(&self, _position: &P, _mv: P::Move) -> Option<usize> {
        None
    }

    /// What the opponent of the side to move needs beside what it needs against each of the [candidates](Self::candidates), if that is
    /// enough to win: against the moves that are none. `None` if that is not known.
    fn needs_beside(&self, _position: &P, _state: &mut Self::State) -> Option<Needs> {
        None
    }

    /// A set as it is for the position whose [`key`](Self::key) this one shares, always the same one, and back again.
    fn turned(&self, _position: &P, needs: Needs) -> Needs {
        needs
    }

    /// How `winner` wins a position without an outcome that it is certain to win, if more is known than that it is so.
    ///
    /// Nothing relies on it: whoever writes a proof down looks there first, and shows all of it.
    fn plan(&self, _position: &P, _winner: Side) -> Option<Plan<P::Move>> {
        None
    }
}

/// Nothing is known: every position is worth 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoKnowledge;

impl<P: Position> Knowledge<P> for NoKnowledge {
    type State = ();

    #[inline]
    fn start(&self, _position: &P) {}

    #[inline]
    fn evaluate(&self, _position: &P, (): &mut ()) -> Score {
        Score::ZERO
    }
}

/// A function or closure as an evaluation, and no other knowledge.
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

impl<P, F> Knowledge<P> for FnEvaluator<F>
where
    P: Position,
    F: Fn(&P) -> Score + Send + Sync,
{
    type State = ();

    #[inline]
    fn start(&self, _position: &P) {}

    #[inline]
    fn evaluate(&self, position: &P, (): &mut ()) -> Score {
        (self.0)(position)
    }
}

impl<F> fmt::Debug for FnEvaluator<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FnEvaluator")
    }
}
