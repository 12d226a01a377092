//! Options of [`Iterative`](crate::Iterative).

use crate::contract::Parameters;

/// The options of [`Iterative`](crate::Iterative). `SEARCH.md` in this crate's folder explains each one and
/// its measured worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature that is on or off by itself")]
pub struct SearchOptions {
    /// Use a table entry only at the depth that it was made for. Together with `repetition: false`, the value
    /// at every depth is minimax's.
    pub equal_depth_only: bool,
    /// Apply the game's repetition rule.
    pub repetition: bool,
    /// Begin an iteration with a narrow window around the last score (aspiration window).
    pub aspiration: bool,
    /// Use the transposition table.
    pub table: bool,
    /// The number of best lines to report, at least 1.
    pub multi_pv: usize,
    /// The number of threads, at least 1. With more than one the number of nodes varies from run to run; the
    /// value of an exact search does not.
    pub threads: usize,

    /// Try early the move that refuted the opponent's last move elsewhere (counter move). Changes only the
    /// order of moves.
    pub counter_moves: bool,
    /// A ply from the horizon, try the killers before the other moves are generated and ranked. Changes the
    /// order alone. It saves a third of the time of an exact search in Lines of Action, where moves are many
    /// and a killer mostly refutes; where the evaluator knows the good moves better, as in Gekitai, it costs
    /// more nodes than it saves work. Has no effect where [`knowledge`](Self::knowledge) may name candidates.
    pub early_killers: bool,
    /// Leave a node if not even an immediate win or loss could change the result (mate distance pruning).
    /// Changes no value.
    pub win_distance: bool,

    /// Believe the game's [`forced_win`](crate::Knowledge::forced_win), and search only its
    /// [`candidates`](crate::Knowledge::candidates). Proven results are found sooner, and may be said to take
    /// longer than they must; in lines beyond the best (`multi_pv`) also shorter, since the candidates tell
    /// who wins and leave out moves that only lose later.
    pub knowledge: bool,
    /// Reduce a node without a table move by one ply (internal iterative reduction).
    pub internal_reductions: bool,
    /// Reduce moves late in the order, and search them again if they turn out good (late-move reductions).
    pub late_move_reductions: bool,
    /// Skip late quiet moves near the horizon (late-move pruning).
    pub late_move_pruning: bool,
    /// Leave a node that is still too good after a null move, if the game has one (null-move pruning).
    pub null_move: bool,
    /// Leave a node near the horizon whose static value is too good by a margin (reverse futility pruning).
    /// Needs the evaluator's [`margin`](crate::Knowledge::margin), as futility pruning does.
    pub reverse_futility: bool,
    /// Skip quiet moves near the horizon if the static value is too bad by a margin (futility pruning).
    pub futility: bool,
    /// Search noisy moves at the horizon (quiescence search).
    pub quiescence: bool,
    /// Try early the moves that [begin](crate::Knowledge::tactics) what changes the balance later in the
    /// turn, neither skip nor reduce them, and search them at the horizon as [noisy](Self::quiescence) ones.
    pub tactics: bool,
    /// Search on at the horizon where the knowledge says that the mover [is
    /// threatened](crate::Knowledge::is_threatened), as far as single moves may make a line longer; and do
    /// not search [moves that threaten](crate::Knowledge::threatens) less deep.
    pub threats: bool,
    /// The constants of the selective features; `None` takes [those of the
    /// knowledge](crate::Knowledge::parameters).
    pub parameters: Option<Parameters>,
    /// Search by [lines](crate::Knowledge::lines) below a root of whole turns, where the knowledge names
    /// them; `None` does so where time or nodes alone limit the search, 600 ms or 400 000 nodes at least.
    pub lines: Option<bool>,
    /// Search whole [turns](crate::Knowledge::turns) at the root, where the knowledge names them and the
    /// limits are wide enough.
    pub turns: bool,
}

impl SearchOptions {
    /// The default options: iterative deepening with null windows over a table, with nothing selective.
    pub const FULL_WIDTH: Self = Self {
        equal_depth_only: false,
        repetition: true,
        aspiration: true,
        table: true,
        multi_pv: 1,
        threads: 1,
        counter_moves: false,
        early_killers: false,
        win_distance: false,
        knowledge: false,
        internal_reductions: false,
        late_move_reductions: false,
        late_move_pruning: false,
        null_move: false,
        reverse_futility: false,
        futility: false,
        quiescence: false,
        tactics: false,
        threats: false,
        parameters: None,
        lines: Some(false),
        turns: false,
    };

    /// The options under which a search returns the value of minimax at the same depth.
    pub const EXACT: Self = Self::FULL_WIDTH.exact();

    /// The options of the strong search: every feature that was measured to help. Proven results are true;
    /// other values are estimates.
    pub const SELECTIVE: Self = Self {
        counter_moves: true,
        win_distance: true,
        knowledge: true,
        internal_reductions: true,
        late_move_reductions: true,
        late_move_pruning: true,
        null_move: true,
        reverse_futility: true,
        futility: true,
        quiescence: true,
        tactics: true,
        threats: true,
        lines: None,
        turns: true,
        ..Self::FULL_WIDTH
    };

    /// The same options without those that could change a value: table entries at equal depth only, no
    /// repetition, nothing selective.
    #[must_use]
    pub const fn exact(self) -> Self {
        Self {
            equal_depth_only: true,
            repetition: false,
            knowledge: false,
            internal_reductions: false,
            late_move_reductions: false,
            late_move_pruning: false,
            null_move: false,
            reverse_futility: false,
            futility: false,
            quiescence: false,
            tactics: false,
            threats: false,
            lines: Some(false),
            turns: false,
            ..self
        }
    }

    /// The same as [`exact`](Self::exact) where repetition counts: it is honoured, and there is no table,
    /// whose values may lean on another path. The value at every depth is then that of
    /// [`Minimax`](crate::Minimax) in a game with its history; it takes many more nodes.
    #[must_use]
    pub const fn exact_with_repetition(self) -> Self {
        Self { repetition: true, table: false, ..self.exact() }
    }

    /// Whether a value may differ from that of a search of every move.
    pub(crate) const fn prunes(&self) -> bool {
        self.null_move || self.reverse_futility || self.futility
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self::FULL_WIDTH
    }
}
