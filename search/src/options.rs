//! Switches of [`Iterative`](crate::Iterative): what it may leave out, and what it may guess.

/// Switches of [`Iterative`](crate::Iterative). `SEARCH.md` in this crate's folder explains each, and what it was measured to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature that is on or off by itself")]
pub struct SearchOptions {
    /// Use a table entry only at the depth it was made for. Together with `repetition: false` the value at every depth is then
    /// minimax's.
    pub equal_depth_only: bool,
    /// Honour the game's repetition rule.
    pub repetition: bool,
    /// Begin an iteration with a narrow window around the last score.
    pub aspiration: bool,
    /// Look positions up in the transposition table at all.
    pub table: bool,
    /// The number of best lines to report, at least 1.
    pub multi_pv: usize,
    /// The number of threads that search at once, at least 1. More than one need a processor with threads; how many nodes they
    /// search is then a matter of chance, the value of an exact search is not.
    pub threads: usize,

    /// Try early the move that refuted the opponent's last one elsewhere. Changes the order alone.
    pub counter_moves: bool,
    /// A ply from the horizon, try the killers before the other moves are generated and ranked. Changes the order alone. It saves a third of the time
    /// of an exact search in Lines of Action, where moves are many and a killer mostly refutes; where the evaluator knows the good moves better,
    /// as in Gekitai, it costs more nodes than it saves work. Has no effect where [`knowledge`](Self::knowledge) may name candidates.
    pub early_killers: bool,
    /// Leave a node when not even an immediate win or loss could matter any more. Changes no value.
    pub win_distance: bool,

    /// Believe the game's [`forced_win`](crate::Knowledge::forced_win), and search only its
    /// [`candidates`](crate::Knowledge::candidates). Proven results are found sooner, and may be said to take longer than they must;
    /// in lines beyond the best (`multi_pv`) also shorter, since the candidates tell who wins and leave out moves that only lose later.
    pub knowledge: bool,
    /// Search a node without a table move one ply less deep.
    pub internal_reductions: bool,
    /// Search moves that stand late in the order less deep, and again if they turn out good.
    pub late_move_reductions: bool,
    /// Leave out the last quiet moves of nodes near the horizon.
    pub late_move_pruning: bool,
    /// Where the game has a null move: leave a node that is still too good after it.
    pub null_move: bool,
    /// Near the horizon, leave a node whose static value is too good by a margin. Needs the game's
    /// [`margin`](crate::Knowledge::margin), as futility pruning does.
    pub reverse_futility: bool,
    /// Near the horizon, leave out quiet moves where the static value is too bad by a margin.
    pub futility: bool,
    /// Search noisy moves on at the horizon.
    pub quiescence: bool,
    /// Search on at the horizon where the knowledge says that the mover [is threatened](crate::Knowledge::is_threatened), as far as single moves
    /// may make a line longer; and do not search [moves that threaten](crate::Knowledge::threatens) less deep.
    pub threats: bool,
}

impl SearchOptions {
    /// Nothing is left out that could change the value of a position, and nothing guessed: iterative deepening with null windows over a
    /// table. The default.
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
        threats: false,
    };

    /// The options under which a search gives the value of minimax at the same depth.
    pub const EXACT: Self = Self::FULL_WIDTH.exact();

    /// The strong search: all that was measured to help. Proven results are true, other values are opinions.
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
        threats: true,
        ..Self::FULL_WIDTH
    };

    /// The same without whatever could change a value: entries of equal depth only, no repetition, nothing selective.
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
            threats: false,
            ..self
        }
    }

    /// The same as [`exact`](Self::exact) where repetition counts: it is honoured, and there is no table, whose values may lean on another path. The
    /// value at every depth is then that of [`Minimax`](crate::Minimax) in a game with its history; it takes many more nodes.
    #[must_use]
    pub const fn exact_with_repetition(self) -> Self {
        Self { repetition: true, table: false, ..self.exact() }
    }

    /// Whether a value may be other than that of a search that looks at every move.
    pub(crate) const fn prunes(&self) -> bool {
        self.null_move || self.reverse_futility || self.futility
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self::FULL_WIDTH
    }
}
