//! Proofs beside the tree: who wins after the move that looks best.

use super::Simulator;
use super::bounds::Bounds;
use super::tree::Tree;
use crate::contract::{ForcedWin, Hints, Knowledge, Outcome, Position, Score};
use crate::dfpn::Dfpn;
use crate::limits::Limits;
use crate::watch::Watch;
use core::time::Duration;

/// A search that proves who wins, for an [`Mcts`](crate::Mcts) to ask about single positions.
pub trait Prover<P: Position>: Send {
    /// Who wins this position, if that is proven within the limits, and the number of nodes that it took. The
    /// answer is trusted, as long as no position of the game before may come again.
    ///
    /// Calls after one that its limits ended go on where it stopped.
    fn prove(&mut self, position: &P, limits: &Limits) -> (Option<ForcedWin>, u64);

    /// Forgets all positions.
    fn forget(&mut self);
}

impl<P: Position, K: Knowledge<P>> Prover<P> for Dfpn<P, K> {
    fn prove(&mut self, position: &P, limits: &Limits) -> (Option<ForcedWin>, u64) {
        let solution = self.solve(position, limits, &mut |_| {});
        let win = match solution.value {
            Some(Outcome::Win(winner)) => {
                Some(ForcedWin { winner, plies: solution.within.unwrap_or(Score::MAX_PLIES) })
            }
            Some(Outcome::Draw) | None => None,
        };
        (win, solution.nodes)
    }

    fn forget(&mut self) {
        self.clear();
    }
}

/// A prover that stays from search to search.
pub(super) struct Beside<P> {
    pub(super) prover: Box<dyn Prover<P>>,
    /// Whether it has to forget what it knows before it is asked again. Most short searches never ask.
    pub(super) is_stale: bool,
}

/// A prover and the schedule by which one search asks it.
pub(super) struct Proofs<'a, P> {
    beside: &'a mut Beside<P>,
    /// The nodes for each simulation.
    share: f64,
    /// The nodes so far.
    spent: u64,
    /// The number of simulations from which on it asks again.
    next: u64,
    /// What it has taken to begin the search, which a proof may take to begin.
    beginning: Duration,
}

impl<'a, P: Position> Proofs<'a, P> {
    /// No proof begins before so many simulations: it takes a look at the root's moves first.
    const FIRST: u64 = 1 << 11;

    pub(super) fn new(beside: &'a mut Beside<P>, share: f32, watch: &Watch<'_>) -> Self {
        let beginning = watch.elapsed().unwrap_or_default();
        Self { beside, share: share.into(), spent: 0, next: Self::FIRST, beginning }
    }

    /// Whether a proof is due after so many simulations.
    #[inline]
    pub(super) fn are_due(&self, simulations: u64) -> bool {
        simulations >= self.next
    }

    /// Spends what the simulations so far allow on the move of the root that looks best.
    pub(super) fn go_on<K: Knowledge<P>>(
        &mut self,
        simulator: &mut Simulator<'_, P, K>,
        simulations: u64,
        watch: &mut Watch<'_>,
    ) where
        P: Hints,
    {
        // A move that is refuted makes room for another one, which the simulations first have to find; a
        // proof that is not finished goes on with a fifth more.
        self.next = simulations + simulations / 16;
        let allowed = (simulations as f64 * self.share) as u64;
        let nodes = allowed.saturating_sub(self.spent);
        if nodes < allowed / 5 || !watch.has_time_after(self.beginning) {
            return;
        }
        let task = simulator.task();
        let game = task.game;
        let root = task.tree.node(Tree::ROOT);
        let Some(best) = task.best_of(root, root.bounds()).filter(|best| !best.bounds().are_settled()) else {
            return;
        };
        // The game after the move knows that the root's position has been there.
        let mut after = game.clone();
        if after.play(best.mv()).is_err() || after.outcome().is_some() || after.may_repeat_too_often() {
            return;
        }
        if core::mem::take(&mut self.beside.is_stale) {
            self.beside.prover.forget();
        }
        let lent = watch.lend(nodes);
        let (win, used) = self.beside.prover.prove(after.position(), &lent);
        watch.take_back(&lent, used);
        self.spent += used;
        if let Some(ForcedWin { winner, plies }) = win {
            best.tighten(Bounds::of_win(winner, plies, game.side_to_move()));
            simulator.learn_at_the_root();
        }
    }
}
