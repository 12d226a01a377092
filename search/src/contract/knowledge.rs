//! `Knowledge`: evaluations of positions and certainties about them, apart from the rules.

use super::{Game, Needs, Numbers, Parameters, Plan, Position, Score, Side};
use core::fmt;

/// A win that is certain although the game is not over: proven by a game's knowledge, not by a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForcedWin {
    /// The winner, if both sides play their best.
    pub winner: Side,
    /// The number of plies within which the game ends; not necessarily the least.
    pub plies: u32,
}

/// The moves of a position that need to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<F> {
    /// Whether a legal move is one of them.
    pub is_one: F,
    /// The number of plies from this position within which every win of either side ends or can be had.
    /// [`u32::MAX`] if unknown.
    pub plies: u32,
}

/// The whole turns of the side to move, where a turn has several moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeTurns<M> {
    /// The moves of each turn, the most promising turn first.
    pub turns: Vec<Vec<M>>,
    /// The number of plies within which the first turn wins for certain, its own among them; `None` if it is
    /// not known to win.
    pub win: Option<u32>,
}

impl<M> WholeTurns<M> {
    /// No turns: a search goes move by move.
    pub const NONE: Self = Self { turns: Vec::new(), win: None };
}

/// What a line of moves of one turn is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To change the balance for certain, as a capture does.
    Gain,
    /// To keep the opponent from a gain that it threatens.
    Guard,
    /// To threaten to win with a move.
    Threat,
    /// To threaten to win with several moves of a turn.
    Attack,
    /// To gain ground, without a gain yet.
    Press,
    /// To go on with what the turn has begun, as a piece does that moves on.
    Follow,
    /// To end the turn before its last move.
    Rest,
    /// No purpose of its own: every move by itself or, where another has to follow it, with that one. If none
    /// are shown, all legal moves are meant.
    Plain,
}

/// The knowledge of a game about its positions: the one trait that every search and every prover asks.
///
/// Implement [`evaluate`](Self::evaluate), [`State`](Self::State) and [`start`](Self::start); the last two
/// are `()` and empty for knowledge that looks only at the position. All other methods have defaults that say
/// nothing.
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
/// Each thread of a search has one state. [`start`](Self::start) makes it; [`advance`](Self::advance) and
/// [`retreat`](Self::retreat) move it along the search, so that accumulators and connections can be updated
/// incrementally and undone on the way back. Three rules hold:
///
/// - `retreat` takes back the latest `advance` that was not taken back yet.
/// - Every question is about the state's current position. The state is passed as `&mut`, so that the work
///   for one question can be kept for the next; do costly work there, not in `advance`.
/// - A search advances as late as it can, only to positions that it will ask about, and never to a position
///   with an outcome.
///
/// The law: after any sequence of advances and retreats, every answer equals that of a fresh `start`, unless
/// [`IS_PATH_FREE`](Self::IS_PATH_FREE) is false or the question says otherwise. [`Trail`](crate::Trail) is a
/// state for knowledge that keeps a value for each position.
///
/// # What is believed
///
/// [`forced_win`](Self::forced_win), [`look_ahead`](Self::look_ahead), [`candidates`](Self::candidates),
/// [`HAS_NO_DRAW`](Self::HAS_NO_DRAW) and the [`Needs`] are trusted as proofs and must be right. All the rest
/// only steers a search and costs time at worst.
pub trait Knowledge<P: Position>: Send + Sync {
    /// The data kept along a line of play.
    type State: Send + 'static;

    /// Whether answers are independent of the path to a position. Knowledge that is updated within limits may
    /// find other things on another path; on one thread it always finds the same. Whatever it finds must be
    /// true on every path.
    const IS_PATH_FREE: bool = true;

    /// Makes the state of a line that begins with this position.
    fn start(&self, position: &P) -> Self::State;

    /// Advances from `parent` to `child`, the position after `mv`; `None` stands for a null move.
    #[inline]
    fn advance(&self, _state: &mut Self::State, _parent: &P, _mv: Option<P::Move>, _child: &P) {}

    /// Returns to the position before the latest advance.
    #[inline]
    fn retreat(&self, _state: &mut Self::State) {}

    /// The value of a position without an outcome, for the side to move.
    fn evaluate(&self, position: &P, state: &mut Self::State) -> Score;

    /// The key under which a search of the tree keeps the value of a position, to look it up where a position
    /// of the same key is met; `None`, the default, if it takes no longer to compute.
    ///
    /// Positions of one key must have one value. They may differ in what the value does not depend on.
    #[inline]
    fn value_key(&self, _position: &P) -> Option<u64> {
        None
    }

    /// The value of a single position without a line of play.
    fn value_of(&self, position: &P) -> Score {
        self.evaluate(position, &mut self.start(position))
    }

    /// The margin that one quiet ply seldom changes the value by: the unit of futility pruning, in the units
    /// of the values. 0, the default, disables pruning by value.
    #[inline]
    fn margin(&self) -> i32 {
        0
    }

    /// The constants of selective search that suit this knowledge.
    #[inline]
    fn parameters(&self) -> Parameters {
        Parameters::DEFAULT
    }

    /// The certain winner; `None`, the default, says nothing.
    ///
    /// The answer is trusted. It must be true of the position itself, whatever its history; that a player
    /// might escape into a position that has occurred too often does not count.
    #[inline]
    fn forced_win(&self, _position: &P, _state: &mut Self::State) -> Option<ForcedWin> {
        None
    }

    /// A legal move that wins at once for the side to move, if it is cheap to find; `None` says nothing.
    ///
    /// The caller plays the move to check it.
    #[inline]
    fn winning_move(&self, _position: &P, _state: &mut Self::State) -> Option<P::Move> {
        None
    }

    /// The moves that need to be searched; `None`, the default, if all do.
    ///
    /// The answer is trusted: no other legal move is better than the best candidate, and there is at least
    /// one. Only [`Candidates::plies`] bounds how soon the other moves win or lose.
    #[inline]
    fn candidates<'a>(
        &'a self,
        _position: &'a P,
        _state: &'a mut Self::State,
    ) -> Option<Candidates<impl Fn(P::Move) -> bool>> {
        None::<Candidates<fn(P::Move) -> bool>>
    }

    /// The moves that a prover needs to search, if it needs fewer: [`candidates`](Self::candidates), the
    /// default.
    #[inline]
    fn candidates_to_prove<'a>(
        &'a self,
        position: &'a P,
        state: &'a mut Self::State,
    ) -> Option<Candidates<impl Fn(P::Move) -> bool>> {
        self.candidates(position, state)
    }

    /// Whether the opponent threatens to win, so that the static value says little until the threat is
    /// answered, like a check in chess. Asked if [`forced_win`](Self::forced_win) is `None`.
    #[inline]
    fn is_threatened(&self, _position: &P, _state: &mut Self::State) -> bool {
        false
    }

    /// Whether a legal `mv` creates a threat. Asked about moves late in the order, far from the horizon, so
    /// it may take a little time.
    #[inline]
    fn threatens(&self, _position: &P, _state: &mut Self::State, _mv: P::Move) -> bool {
        false
    }

    /// Shows legal moves, each once, with which the side to move begins what changes the balance later in the
    /// same turn, as steps before a capture do. [Noisy](crate::Hints::is_noisy) ones may be left out. None,
    /// the default, where a turn is a single move.
    ///
    /// A selective search tries them early, neither skips nor reduces them, and searches them beyond the
    /// horizon. It asks at nearly every node: an answer should take less than an evaluation.
    #[inline]
    fn tactics(&self, _position: &P, _state: &mut Self::State, _visit: &mut dyn FnMut(P::Move)) {}

    /// Whether the knowledge names [`lines`](Self::lines), so that a long search may go by lines.
    #[inline]
    fn has_lines(&self) -> bool {
        false
    }

    /// Shows lines of moves of the side to move that belong together and serve a purpose, each once, the most
    /// promising first: one move or more, within its turn. None, the default, where a turn is a single move.
    ///
    /// A search by lines takes each as one move, which costs as much depth as it has moves; a line that ends
    /// the turn early, as much as the turn still had. All single moves cost one ply more than they have
    /// moves.
    #[inline]
    fn lines(
        &self,
        _position: &P,
        _state: &mut Self::State,
        _purpose: Purpose,
        _visit: &mut dyn FnMut(&[P::Move]),
    ) {
    }

    /// Shows the shortest lines of the side to move after which the opponent threatens to win no longer.
    /// Asked if [`is_threatened`](Self::is_threatened); nothing is shown if they are not known.
    ///
    /// The lines may depend on what was asked before.
    #[inline]
    fn answers(&self, _position: &P, _state: &mut Self::State, _visit: &mut dyn FnMut(&[P::Move])) {}

    /// A certain win of either side that a short look beyond the turn finds; `None`, the default, if it finds
    /// none. Where the side to move wins, its turn is shown.
    ///
    /// A win is trusted, like [`forced_win`](Self::forced_win). Whether one is found may depend on what was
    /// asked before. A search by lines asks at most of its nodes, so that an answer should mostly take some
    /// microseconds.
    #[inline]
    fn look_ahead(
        &self,
        _position: &P,
        _state: &mut Self::State,
        _visit: &mut dyn FnMut(&[P::Move]),
    ) -> Option<ForcedWin> {
        None
    }

    /// What the moves are worth that the turn still has, if a search by lines lets it end on the horizon, in
    /// the units of the values.
    #[inline]
    fn rest(&self, _position: &P) -> i32 {
        0
    }

    /// The priorities of the legal moves: greater is earlier, and 0 says nothing.
    ///
    /// A search adds its history, a number within `-16 384 ..= 16 384` that begins at 0. Called once per
    /// node; compute what moves have in common before the closure is returned.
    #[inline]
    fn priorities<'a>(&'a self, _position: &'a P, _state: &'a mut Self::State) -> impl Fn(P::Move) -> i32 {
        |_| 0
    }

    /// Gives each of these legal moves, which are all of a position's, a weight: how likely a strong player
    /// is to make it after `last`, the move before, if that is known. Weights are not negative, in any unit.
    /// Returns false, the default, if it does not know.
    ///
    /// Monte-Carlo tree search asks this of every node that it expands, without a state: an answer should
    /// cost no more than a few playouts.
    #[inline]
    fn weigh(&self, _position: &P, _last: Option<P::Move>, _moves: &mut [(P::Move, f32)]) -> bool {
        false
    }

    /// A slower and better answer than that of [`weigh`](Self::weigh): gives each of these legal moves, which
    /// are all of a position's, a weight, and returns the mean result that strong players would have from
    /// here, -1 (lost) to 1 (won) for the side to move. Returns `None`, the default, if it does not know; the
    /// weights stay as they are then.
    ///
    /// Monte-Carlo tree search asks this of a node that has been visited often: an answer may cost as much
    /// as a few dozen playouts.
    #[inline]
    fn judge(&self, _position: &P, _last: Option<P::Move>, _moves: &mut [(P::Move, f32)]) -> Option<f32> {
        None
    }

    /// The whole turns of the side to move in a game, where a turn has several moves: one for each position
    /// that a turn leads to, the most promising first, as far as an effort of about so many positions shows.
    /// [`WholeTurns::NONE`], the default: a search goes move by move.
    ///
    /// The answer is trusted. Each turn is a line of legal moves of one side, after which the other side is
    /// to move or the game is over, and every position after a turn is that of one of them; repetition is
    /// ignored. A long search asks once, at its root, and may take some milliseconds.
    fn turns(&self, _game: &Game<P>, _state: &mut Self::State, _effort: u64) -> WholeTurns<P::Move> {
        WholeTurns::NONE
    }

    /// In how many plies at most the side to move wins, if a look at its whole turns finds one after which
    /// the opponent can do nothing about it. `None`, the default, if it finds none or does not look.
    ///
    /// `known` are the turns that won in earlier answers of a search: where one of them is legal and wins
    /// here too, there is no need to look for another. Another turn that wins is added at the end.
    ///
    /// The answer is trusted. A long search asks about the position after a turn that becomes the best at its
    /// root, once for each, so an answer may take some milliseconds.
    fn certain_win(&self, _position: &P, _known: &mut Vec<Vec<P::Move>>) -> Option<u32> {
        None
    }

    /// The initial proof and disproof numbers for the question whether `attacker` wins ("df-pn+", Nagai
    /// 2002). Clamped to `1 ..= Numbers::GREATEST`.
    #[inline]
    fn numbers(&self, _position: &P, _state: &mut Self::State, _attacker: Side) -> Numbers {
        Numbers::ONE
    }

    /// Whether the first look at a position costs more than an entry of a prover's table. The result is then
    /// stored there.
    const IS_COSTLY: bool = false;

    /// Whether [`winning_move`](Self::winning_move) costs less than to wait for an entry of a prover's table.
    /// A prover then asks for it first, and need not look up the moves that it refutes.
    const SEES_WINS_FIRST: bool = false;

    /// Whether a prover asks about a position only when it searches the position, not when it generates it as
    /// a move.
    ///
    /// For knowledge that costs more than a move: a win is then seen one ply later,
    /// [`numbers`](Self::numbers) are not asked for, and [`priorities`](Self::priorities) determine the order
    /// in which moves are searched, a quarter of them at a time.
    const LOOKS_LATE: bool = false;

    /// Whether the game has no draws, so that a side that cannot win has lost.
    const HAS_NO_DRAW: bool = false;

    /// Whether the knowledge says what a winner [`Needs`]: then a move that fails refutes others with it.
    ///
    /// The answer is trusted. It requires a game in which having something is never worse than not having it:
    /// for each needed set, the winner must win even if the loser gets everything else, and a move must do no
    /// more than take what it stands for. Such a game has no repetition.
    const KNOWS_NEEDS: bool = false;

    /// The needs of the winner of the [`forced_win`](Self::forced_win) just returned, if they are known:
    /// places that it has yet to take, and those that it [holds](Self::holds).
    fn needs(&self, _position: &P, _state: &mut Self::State) -> Option<Needs> {
        None
    }

    /// The number of the place that a move takes, below [`Needs::PLACES`]; `None` if the move does more than
    /// that.
    #[inline]
    fn place(&self, _position: &P, _mv: P::Move) -> Option<usize> {
        None
    }

    /// What the opponent needs against all moves, if it needs `all` against the
    /// [candidates of a prover](Self::candidates_to_prove). `None` if unknown.
    fn needs_beside(&self, _position: &P, _state: &mut Self::State, _all: Needs) -> Option<Needs> {
        None
    }

    /// The places that a side has taken. What it [`Needs`] of them may not be given to its opponent either.
    fn holds(&self, _position: &P, _side: Side) -> Needs {
        Needs::NOTHING
    }

    /// Converts a set between this position and the representative of the positions with its
    /// [canonical key](Position::canonical_key), in either direction.
    fn turned(&self, _position: &P, needs: Needs) -> Needs {
        needs
    }

    /// The plan by which `winner` wins a position that it is certain to win, if it is known.
    ///
    /// Nothing relies on it: writers of proofs use it as a guide and verify every step.
    fn plan(&self, _position: &P, _winner: Side) -> Option<Plan<P::Move>> {
        None
    }
}

/// No knowledge: every position has the value 0.
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
