//! The options of Monte-Carlo tree search.

/// The options of [`Mcts`](crate::Mcts).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsOptions {
    /// The exploration constant C of UCT, for results from -1 (loss) to 1 (win). For results counted from 0
    /// to 1, the same C is half as large. 0 means no exploration, which suits short searches with RAVE.
    pub exploration: f32,
    /// The number of visits of a node from which on it explores. With fewer, exploration would take most of
    /// them where there are many moves; with many more, a search without exploration stays with the move that
    /// looked best early.
    pub explore_from: u32,
    /// The value, from -1 to 1, of a move before its first visit ("first-play urgency", Gelly and Wang 2006).
    /// From 1 upwards every move is tried once before any is tried twice.
    pub first_play: f32,
    /// The number of visits at which the plain mean of a move and its all-moves-as-first value have equal
    /// weight; `None` disables the latter. Useful if a move keeps its value from one ply to the next, as in
    /// Hex.
    pub rave: Option<u32>,
    /// With RAVE: the greatest number of visits that a new move takes over from the same move two plies
    /// before, where the same player was to move: its all-moves-as-first value, and its bias. 0 disables it.
    pub inherit: u32,
    /// The weight of the evaluation's [`priorities`](crate::Knowledge::priorities), as a "progressive bias"
    /// (Chaslot et al. 2008): the bonus of the move with the greatest priority in a node before and after its
    /// first visit; half of it after the second, and so on. With RAVE it fades with the square root of the
    /// visits instead. The move with the least priority has no bonus. 0 disables it.
    pub bias: f32,
    /// The weight of the knowledge's [`weigh`](crate::Knowledge::weigh) as a prior (PUCT, Rosin 2011): with
    /// `n` visits of a move among `N` of its node, the bonus is this weight times the move's share of the
    /// weights times `sqrt(N) / (1 + n)`. It is computed for every node that is expanded, and takes the place
    /// of the [`bias`](Self::bias). Without RAVE a move before its first visit is then worth 0.2 less than
    /// its node, whatever [`first_play`](Self::first_play) says. 0 disables it.
    pub prior: f32,
    /// The number of visits after which the search asks the knowledge to
    /// [judge](crate::Knowledge::judge) an expanded node: its weights take the place of those that the moves
    /// had as their [prior](Self::prior), and are not asked for where the node is expanded no earlier. Nodes
    /// below the root are judged after an eighth of these visits, the root at once. `None`: never.
    pub judge_after: Option<u32>,
    /// The number of results that the value of a judgement counts as, for the node and those above it. 0: its
    /// weights alone count.
    pub trust: u32,
    /// The number of visits after which the search asks the [`Knowledge`](crate::Knowledge) about an expanded
    /// node: whether its winner is certain, which moves need no search, and, with a [`bias`](Self::bias), how
    /// good the moves look. Nodes below the root are asked about after an eighth of these visits, the root at
    /// once. `None`: only the bias is asked for, of every node that is expanded.
    ///
    /// For knowledge that costs much more than a simulation (Arneson, Hayward and Henderson 2010). Has no
    /// effect without the [`solver`](Self::solver).
    pub ask_after: Option<u32>,
    /// The nodes of proof search for each simulation, 0 or more, if the search has a
    /// [prover](crate::Mcts::with_prover): every now and then it proves who wins after the move that looks
    /// best. A node counts as a simulation. 0 disables it. Has no effect without the
    /// [`solver`](Self::solver).
    ///
    /// It finds long forced lines in which every playout goes astray.
    pub prove: f32,
    /// The greatest number of plies of a playout. Playouts ignore repetition, so this limit ends some of
    /// them.
    pub longest_playout: u32,
    /// The value of a playout that reaches its greatest length without a result. `Some(half)`: the evaluation
    /// of the last position, squashed so that a score of `half` (at least 1) is worth half a win. `None`: a
    /// draw.
    ///
    /// A few plies and an evaluation make each playout slower and its result more reliable (Winands and
    /// Bjornsson 2010, "evaluation cut-offs").
    pub half_a_win: Option<u32>,
    /// The number of visits, from 1 to 2^20, after which a leaf is expanded while memory is plentiful; it
    /// doubles with each eighth of the memory that is used.
    pub expand_after: u32,
    /// Whether proven results propagate through the tree: wins and losses (MCTS-Solver, Winands, Bjornsson
    /// and Saito 2008), and draws (Cazenave and Saffidine 2010).
    pub solver: bool,
    /// The memory of the tree in bytes: 40 per node, 56 with RAVE; at least 4 096 nodes. The tree allocates
    /// it in pieces as it grows, ever more slowly (see `expand_after`). A full tree stops growing, and
    /// simulations continue from its leaves.
    pub memory: usize,
    /// Whether the tree below a position is kept when a game goes on to it: if a call's game is that of the
    /// call before with more moves. Equal calls then give equal answers only after equal calls, or after
    /// [`clear`](crate::Search::clear).
    pub keep: bool,
    /// The number of best lines to report, at least 1.
    pub multi_pv: usize,
    /// The number of threads that share the tree, at least 1. With more than one the answer depends on
    /// timing. If the system cannot start threads, one searches alone.
    pub threads: usize,
    /// The seed of the random numbers. Every call starts from it.
    pub seed: u64,
}

impl Default for MctsOptions {
    /// Default options: full playouts, the solver, one thread, one line, and 256 MiB.
    fn default() -> Self {
        Self {
            exploration: 1.0,
            explore_from: 0,
            first_play: f32::INFINITY,
            rave: None,
            inherit: 0,
            bias: 0.0,
            prior: 0.0,
            judge_after: None,
            trust: 0,
            ask_after: None,
            prove: 0.0,
            longest_playout: 1_000,
            half_a_win: None,
            expand_after: 1,
            solver: true,
            memory: 256 << 20,
            keep: false,
            multi_pv: 1,
            threads: 1,
            seed: 0,
        }
    }
}

impl MctsOptions {
    /// Options for a game whose evaluation is better than random play: one random ply and then the
    /// evaluation, where a score of `half_a_win` is worth half a win, with its ordering as a bias.
    ///
    /// The constants were tuned on Lines of Action with its default evaluation and 300, in matches of 30 to
    /// 40 games at 30 ms or 4 000 simulations per move. Two plies instead of one, an exploration of 0.25 and
    /// a bias of 1.5 were clearly worse.
    pub fn evaluating(half_a_win: u32) -> Self {
        Self {
            exploration: 0.4,
            first_play: 0.2,
            bias: 0.5,
            longest_playout: 1,
            half_a_win: Some(half_a_win),
            ..Self::default()
        }
    }
}
