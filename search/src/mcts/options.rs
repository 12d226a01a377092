//! The switches of Monte-Carlo tree search.

/// Switches of [`Mcts`](crate::Mcts).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsOptions {
    /// How much moves that were tried seldom are preferred: the constant C of UCT, for results from -1 (loss) to 1 (win). Where results
    /// are counted from 0 to 1 the same C is written half as great. 0 is none, and right with RAVE.
    pub exploration: f32,
    /// The value, from -1 to 1, that a move is taken to have before its first visit ("first-play urgency", Gelly and Wang 2006). From
    /// 1 upwards every move is tried once before any is tried twice.
    pub first_play: f32,
    /// The visits at which the plain mean of a move and its all-moves-as-first value weigh the same; `None` does without the latter.
    /// Worth having where a move keeps its value from one ply to the next, as stones on a board of Hex do.
    pub rave: Option<u32>,
    /// How much the evaluation's [`priorities`](crate::Knowledge::priorities) count, as a "progressive bias" (Chaslot et al. 2008):
    /// what the move of the greatest priority in a node gains in value before and after its first visit, half of it after the second,
    /// and so on. The least gains nothing. 0 does not ask.
    pub bias: f32,
    /// The most plies of a playout. Repetition is not looked at in playouts, so that this is what ends some of them.
    pub longest_playout: u32,
    /// What a playout is worth that reaches its greatest length without a result. `Some(half)`: what the evaluation says of the
    /// last position, squashed so that a score of `half` is worth half a win (at least 1). `None`: as much as a draw.
    ///
    /// A few plies and an evaluation make a search that is slower by the playout and surer of its judgement (Winands and Bjornsson
    /// 2010, "evaluation cut-offs").
    pub half_a_win: Option<u32>,
    /// The number of visits, from 1 to 2^20, after which a leaf gets children, as long as memory is plentiful; it doubles with each eighth
    /// of the memory that is taken.
    pub expand_after: u32,
    /// Whether proven results spread through the tree: wins and losses (MCTS-Solver, Winands, Bjornsson and Saito 2008), and draws
    /// (Cazenave and Saffidine 2010).
    pub solver: bool,
    /// The memory of the tree in bytes: 40 a node, 56 with RAVE, 4 096 nodes at least. It is had piece by piece as the tree grows, ever
    /// more slowly (see `expand_after`). When it is full the tree grows no more, and simulations go on from its leaves.
    pub memory: usize,
    /// The number of best lines to report, at least 1.
    pub multi_pv: usize,
    /// The number of threads that share the tree, at least 1. With more than one the answer depends on their timing. Where no threads
    /// can be had, one searches alone.
    pub threads: usize,
    /// What the random numbers begin with. Every call begins with it anew.
    pub seed: u64,
}

impl Default for MctsOptions {
    /// Full playouts, the solver, one thread, one line, and 256 MiB.
    fn default() -> Self {
        Self {
            exploration: 1.0,
            first_play: f32::INFINITY,
            rave: None,
            bias: 0.0,
            longest_playout: 1_000,
            half_a_win: None,
            expand_after: 1,
            solver: true,
            memory: 256 << 20,
            multi_pv: 1,
            threads: 1,
            seed: 0,
        }
    }
}

impl MctsOptions {
    /// Options for a game whose evaluation knows more than random play: one random ply and then its opinion, where a score of
    /// `half_a_win` is worth half a win, with its ordering as a bias.
    ///
    /// The numbers were found on Lines of Action with its default evaluation and 300, in matches of 30 to 40 games at 30 ms or 4 000
    /// simulations a move. Two plies instead of one, an exploration of 0.25 and a bias of 1.5 were clearly worse.
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
