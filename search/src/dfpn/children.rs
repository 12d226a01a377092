//! The results of the moves of a node, and the thresholds of the most promising one.

use super::table::Known;
use super::team::Member;
use crate::contract::Numbers;

/// The place after every path: no value depends on it.
pub(super) const NO_LEAN: u32 = u32::MAX;
/// The place before every path: a value that depends on it holds nowhere, because the path was too long.
pub(super) const CUT_OFF: u32 = 0;

/// The penalty of a move for each thread that is searching it.
const VIRTUAL: u32 = 1;

/// The state of a node during a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) numbers: Numbers,
    /// If proven, the plies within which the attacker wins; if refuted, those within which it cannot. Counted
    /// as in [`Known`].
    pub(super) plies: u8,
    /// The earliest place of the path that a refutation depends on.
    pub(super) lean: u32,
    /// Whether a refutation depends on a repetition.
    pub(super) repeats: bool,
}

impl State {
    /// Thresholds that only a decision reaches.
    pub(super) const EVERYTHING: Numbers = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };

    pub(super) const fn open(numbers: Numbers) -> Self {
        Self { numbers, plies: 0, lean: NO_LEAN, repeats: false }
    }

    pub(super) const fn proven(plies: u8) -> Self {
        let numbers = Numbers { proof: 0, disproof: Numbers::INFINITE };
        Self { numbers, plies, lean: NO_LEAN, repeats: false }
    }

    pub(super) const fn refuted(plies: u8) -> Self {
        let numbers = Numbers { proof: Numbers::INFINITE, disproof: 0 };
        Self { numbers, plies, lean: NO_LEAN, repeats: false }
    }

    /// Refuted because of the position at a place of the path.
    pub(super) const fn refuted_on_path(lean: u32) -> Self {
        Self { lean, repeats: true, ..Self::refuted(Known::NEVER) }
    }

    pub(super) const fn is_proven(&self) -> bool {
        self.numbers.proof == 0
    }

    pub(super) const fn is_refuted(&self) -> bool {
        self.numbers.disproof == 0
    }

    /// The same, if proven with this as the least number of plies.
    pub(super) fn won_within_no_fewer_than(self, least: u8) -> Self {
        if self.is_proven() { Self { plies: self.plies.max(least), ..self } } else { self }
    }

    /// What the table should know of it, if a refutation leans on nothing.
    pub(super) fn known(&self) -> Known {
        const NONE: Numbers = Numbers { proof: 0, disproof: 0 };
        let open = Known { numbers: self.numbers, wins: Known::NOT_PROVEN, cannot: 0, leaned: false };
        if self.is_proven() {
            Known { numbers: NONE, wins: self.plies, ..open }
        } else if self.is_refuted() {
            Known { numbers: NONE, cannot: self.plies, leaned: self.repeats, ..open }
        } else {
            open
        }
    }

    /// Whether the search of it has ended: it is proven or refuted, or reaches a threshold.
    #[inline]
    pub(super) const fn exceeds(&self, thresholds: Numbers) -> bool {
        self.numbers.proof >= thresholds.proof || self.numbers.disproof >= thresholds.disproof
    }
}

impl Numbers {
    /// The number of what cannot be.
    pub(super) const INFINITE: u32 = 1 << 24;

    /// The same within the range of open positions.
    pub(super) fn clamped(self) -> Self {
        let clamp = |number: u32| number.clamp(1, Self::GREATEST);
        Self { proof: clamp(self.proof), disproof: clamp(self.disproof) }
    }
}

/// A move of a node of the current path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub(super) mv: M,
    /// The key of the position it leads to.
    pub(super) key: u64,
    pub(super) state: State,
}

/// A pair of numbers as the side to move sees it: how hard it is to succeed, and to fail.
#[derive(Clone, Copy)]
struct View {
    success: u32,
    failure: u32,
}

impl View {
    #[inline]
    const fn of(numbers: Numbers, is_attacker: bool) -> Self {
        if is_attacker {
            Self { success: numbers.proof, failure: numbers.disproof }
        } else {
            Self { success: numbers.disproof, failure: numbers.proof }
        }
    }

    #[inline]
    const fn numbers(self, is_attacker: bool) -> Numbers {
        if is_attacker {
            Numbers { proof: self.success, disproof: self.failure }
        } else {
            Numbers { proof: self.failure, disproof: self.success }
        }
    }
}

/// What the moves of a node amount to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) state: State,
    /// The index of the most promising move, or of the one that succeeds.
    pub(super) best: usize,
    /// How hard the second best move is, for the side to move.
    second: u32,
    /// The number of moves that have not failed, of those that count.
    open: u32,
    /// How many of them may count.
    most: u32,
    /// The numbers of the move to go on with.
    chosen: Numbers,
}

impl Tally {
    /// Adds up the moves of a node. If there is none, all have failed.
    ///
    /// One move has to succeed, so the smallest of their numbers is the node's. All must be shown to fail:
    /// for the number of that the greatest is taken, and one added for each other open move ("weak proof
    /// numbers", Ueda, Hashimoto, Hashimoto and Iida, 2008). The sum, which is the original's, counts a
    /// position several times where lines of play come together.
    ///
    /// If the moves are in order, only the first of the open ones count, [`widened`] as others fail.
    pub(super) fn of<M>(children: &[Child<M>], is_attacker: bool, is_in_order: bool) -> Self {
        let most = if is_in_order { widened(children, is_attacker) } else { u32::MAX };
        let mut best = (0, Numbers::INFINITE + 1);
        let (mut second, mut hardest, mut open) = (Numbers::INFINITE, 0, 0);
        for (index, child) in children.iter().enumerate() {
            let view = View::of(child.state.numbers, is_attacker);
            if view.failure > 0 && open == most {
                break;
            }
            if view.success < best.1 {
                second = best.1.min(Numbers::INFINITE);
                best = (index, view.success);
            } else {
                second = second.min(view.success);
            }
            if view.failure > 0 {
                open += 1;
                hardest = hardest.max(view.failure);
            }
        }
        let (state, best) = match (best.1, open) {
            (0, _) => succeeded(children, is_attacker),
            (_, 0) => (failed(children, is_attacker), best.0),
            (success, _) => {
                let failure = (hardest + open - 1).min(Numbers::GREATEST);
                (State::open(View { success, failure }.numbers(is_attacker)), best.0)
            }
        };
        let chosen = children.get(best).map_or(Numbers::ONE, |child| child.state.numbers);
        Self { state, best, second, open, most, chosen }
    }

    /// Chooses the most promising move that has not failed; each thread that is searching a move makes it
    /// look harder by [`VIRTUAL`]. Beside the moves that others are busy with, as many count as before: a
    /// single thread would not come to a move beyond them.
    ///
    /// These are the virtual proof numbers of Kaneko, "Parallel depth first proof number search" (2010),
    /// which grow by the number of threads. They spread the threads and decide nothing: the numbers that are
    /// handed up are the true ones. A small penalty keeps the threads together where numbers are great, near
    /// the root, and parts them where they are small, so that they take up what one thread would come to
    /// soon; a penalty in proportion to the numbers sends them to other moves near the root, whose proofs
    /// nobody needs.
    pub(super) fn avoid_the_others<M>(&mut self, children: &[Child<M>], is_attacker: bool, team: Member<'_>) {
        let mut best = (self.best, u32::MAX);
        let (mut second, mut left) = (Numbers::INFINITE, self.most);
        for (index, child) in children.iter().enumerate() {
            let view = View::of(child.state.numbers, is_attacker);
            if view.failure == 0 {
                continue;
            }
            if left == 0 {
                break;
            }
            let busy = team.busy_with(child.key);
            left -= u32::from(busy == 0);
            let success = view.success + VIRTUAL * busy;
            if success < best.1 {
                second = best.1.min(second);
                best = (index, success);
            } else {
                second = second.min(success);
            }
        }
        self.best = best.0;
        self.second = second;
        self.chosen = children[best.0].state.numbers;
    }

    /// The thresholds for the best move: within the node's own thresholds, and at most a quarter above the
    /// second best move.
    ///
    /// The quarter is the "1 + epsilon trick" (Pawlewicz and Lew 2007): without it the search alternates
    /// between two moves, down the whole path each time.
    pub(super) fn thresholds(&self, of_node: Numbers, is_attacker: bool) -> Numbers {
        let node = View::of(of_node, is_attacker);
        let chosen = View::of(self.chosen, is_attacker);
        let view = View {
            success: node.success.min(self.second.saturating_add((self.second / 4).max(1))),
            failure: node.failure - (self.open - 1),
        };
        // Where another move is the best one, another thread is busy with it; this one goes on all the same.
        let least = View { success: chosen.success + 1, failure: chosen.failure + 1 };
        View { success: view.success.max(least.success), failure: view.failure.max(least.failure) }
            .numbers(is_attacker)
    }
}

/// How many of the open moves of a node count, when the best come first: one and a quarter of them, rounded
/// up; all if one succeeds.
///
/// So B. Arneson, R. Hayward and P. Henderson, "Solving Hex: beyond humans" (2010): without first numbers a
/// disproof would have to try every move.
fn widened<M>(children: &[Child<M>], is_attacker: bool) -> u32 {
    let views = || children.iter().map(|child| View::of(child.state.numbers, is_attacker));
    if views().any(|view| view.success == 0) {
        return u32::MAX;
    }
    1 + (views().filter(|view| view.failure > 0).count() as u32).div_ceil(4)
}

/// The state of a node of which a move succeeds, and the best such move: the soonest win, or the refutation
/// that leans on least.
#[cold]
fn succeeded<M>(children: &[Child<M>], is_attacker: bool) -> (State, usize) {
    let states = children.iter().map(|child| child.state).enumerate();
    let best = if is_attacker {
        states.filter(|(_, state)| state.is_proven()).min_by_key(|(_, state)| state.plies)
    } else {
        states.filter(|(_, state)| state.is_refuted()).max_by_key(|(_, state)| (state.lean, state.plies))
    };
    let (index, state) = best.unwrap_or((0, State::open(Numbers::ONE)));
    (State { plies: one_more(state.plies), ..state }, index)
}

/// The state of a node all of whose moves fail.
#[cold]
fn failed<M>(children: &[Child<M>], is_attacker: bool) -> State {
    let states = || children.iter().map(|child| child.state);
    let plies = states().map(|state| state.plies);
    if !is_attacker {
        return State::proven(one_more(plies.max().unwrap_or(0)));
    }
    State {
        lean: states().map(|state| state.lean).min().unwrap_or(NO_LEAN),
        repeats: states().any(|state| state.repeats),
        ..State::refuted(one_more(plies.min().unwrap_or(0)))
    }
}

/// One ply more than `plies`; what is not counted stays so.
const fn one_more(plies: u8) -> u8 {
    if plies < Known::LONGEST {
        plies + 1
    } else if plies == Known::LONGEST {
        Known::WINS
    } else {
        plies
    }
}

#[cfg(test)]
mod tests {
    use super::super::team::Team;
    use super::{Child, State, Tally};
    use crate::contract::Numbers;

    /// The first half of a key tells threads which position it is.
    const fn key(index: u64) -> u64 {
        (index + 1) << 52
    }

    #[test]
    fn a_thread_avoids_the_others_among_the_moves_that_count() {
        let numbers = |proof| State::open(Numbers { proof, disproof: 1 });
        // Of eight moves the first three count, and so do others in place of busy ones.
        let proofs = [2, 4, 4, 4, 1, 1, 1, 1];
        let children: Vec<_> =
            (0..).zip(proofs).map(|(mv, proof)| Child { mv, key: key(mv), state: numbers(proof) }).collect();
        let team = Team::of(2);
        let chosen = |busy: &[u64]| {
            let _here: Vec<_> = busy.iter().map(|&index| team.member(1).enter(key(index))).collect();
            let mut tally = Tally::of(&children, true, true);
            tally.avoid_the_others(&children, true, team.member(0));
            tally.best
        };
        assert_eq!(chosen(&[]), 0);
        assert_eq!(chosen(&[0]), 0, "two more than one is still easier than four");
        assert_eq!(chosen(&[0; 3]), 1);
        assert_eq!(chosen(&[0, 0, 0, 1]), 4, "five count: three, and one for each busy one");
    }
}
