//! Move ordering by experience from elsewhere in the tree.
//!
//! The table's move comes first. The others are ranked by the sum of the evaluator's priority, the history of
//! the move in the whole tree, and a bonus for killers of the ply and for counter moves. Whether captures are
//! good is up to the evaluator: in Lines of Action, where a capture may connect the opponent, trying them all
//! first costs 60 % more nodes.

use crate::contract::{Hints, PackedMove, Side};

/// The moves of all nodes on the current path, each with its rank: a stack that a thread owns, so that no
/// node allocates.
pub(crate) struct MoveStack<M> {
    moves: Vec<M>,
    /// The rank: the score, and in the low bits how early the move was generated; greater is earlier. Ranks
    /// are separate from the moves so that the compiler can vectorise the search for the greatest.
    scores: Vec<i32>,
}

impl<M: Copy> MoveStack<M> {
    /// Initial capacity: a path of positions with many moves each.
    const CAPACITY: usize = 32_768;

    pub(crate) fn new() -> Self {
        Self { moves: Vec::with_capacity(Self::CAPACITY), scores: Vec::with_capacity(Self::CAPACITY) }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Keeps those moves from `first` on that `keep` accepts, in order, unless it accepts none. Returns
    /// whether it accepts any. Call it before they are ranked.
    pub(crate) fn retain(&mut self, first: usize, keep: impl Fn(M) -> bool) -> bool {
        let mut kept = first;
        for index in first..self.moves.len() {
            if keep(self.moves[index]) {
                self.moves[kept] = self.moves[index];
                kept += 1;
            }
        }
        if kept > first {
            self.moves.truncate(kept);
        }
        kept > first
    }

    /// Pushes a move, to be ranked later.
    #[inline]
    pub(crate) fn push(&mut self, mv: M) {
        self.moves.push(mv);
    }

    /// Ranks the moves from `first` on; scores are clamped to `-LIMIT ..= LIMIT`. Moves below `first` may
    /// still be unranked: those of a node that tries a null move first.
    #[inline]
    pub(crate) fn rank(&mut self, first: usize, score: impl Fn(M) -> i32) {
        self.scores.resize(first, 0);
        let ranked = self.moves[first..].iter().enumerate();
        self.scores.extend(ranked.map(|(place, &mv)| {
            score(mv).clamp(-Self::LIMIT, Self::LIMIT) << Self::PLACE_BITS | Self::earliness(place)
        }));
    }

    /// The bits of the order of generation: up to 1 024 moves with equal scores keep their order.
    const PLACE_BITS: u32 = 10;
    /// The greatest score, a little over two million.
    const LIMIT: i32 = (1 << (31 - Self::PLACE_BITS)) - 1;

    const fn earliness(place: usize) -> i32 {
        const LAST: usize = (1 << MoveStack::<()>::PLACE_BITS) - 1;
        LAST.saturating_sub(place) as i32
    }

    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
        self.scores.truncate(len);
    }

    /// The move at `index` of the stack.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> M {
        self.moves[index]
    }

    /// Moves the greatest of the moves from `index` on to `index` and returns it; the first of equals. The
    /// node's moves begin at `first`.
    #[inline]
    pub(crate) fn pick(&mut self, first: usize, index: usize) -> M {
        let rest = &self.scores[index..];
        let greatest = rest.iter().copied().fold(i32::MIN, i32::max);
        let named =
            first + ((1 << Self::PLACE_BITS) - 1 - (greatest as usize & ((1 << Self::PLACE_BITS) - 1)));
        let place = if self.scores.get(named) == Some(&greatest) {
            named
        } else {
            index + rest.iter().position(|&score| score == greatest).unwrap_or(0)
        };
        // The displaced move is found at its new place.
        let moved = self.scores[index] & !((1 << Self::PLACE_BITS) - 1) | Self::earliness(place - first);
        self.scores[place] = moved;
        self.scores[index] = greatest;
        self.moves.swap(index, place);
        self.moves[index]
    }
}

/// Killers: the two latest quiet moves that refuted a node at the same ply (Akl and Newborn 1977).
#[derive(Clone)]
pub(crate) struct Killers<M> {
    by_ply: Vec<[Option<M>; 2]>,
}

impl<M: PackedMove> Killers<M> {
    pub(crate) fn new(plies: u32) -> Self {
        Self { by_ply: vec![[None; 2]; plies as usize + 1] }
    }

    pub(crate) fn clear(&mut self) {
        self.by_ply.fill([None; 2]);
    }

    #[inline]
    pub(crate) fn at(&self, ply: u32) -> [Option<M>; 2] {
        self.by_ply[ply as usize]
    }

    #[inline]
    pub(crate) fn add(&mut self, ply: u32, mv: M) {
        let killers = &mut self.by_ply[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

/// Counter moves: for each move of the opponent, the move that last refuted it (Uiterwijk 1992).
#[derive(Clone)]
pub(crate) struct CounterMoves<M> {
    by_side: [Box<[Option<M>]>; 2],
}

impl<M: PackedMove> CounterMoves<M> {
    pub(crate) fn new<P: Hints>() -> Self {
        let slots = || vec![None; P::HISTORY_SLOTS].into_boxed_slice();
        Self { by_side: [slots(), slots()] }
    }

    pub(crate) fn clear(&mut self) {
        self.by_side.iter_mut().for_each(|slots| slots.fill(None));
    }

    /// The answer of `side` to the move with this slot.
    #[inline]
    pub(crate) fn to(&self, side: Side, slot: u32) -> Option<M> {
        self.by_side[side.index()][slot as usize]
    }

    #[inline]
    pub(crate) fn set(&mut self, side: Side, slot: u32, mv: M) {
        self.by_side[side.index()][slot as usize] = Some(mv);
    }
}

/// History: the success of moves in the whole tree, one number for each side and slot (Schaeffer 1989).
///
/// A cut-off adds to the move and subtracts from those tried before it, in proportion to the distance from
/// the limit, so that every number stays within `-LIMIT ..= LIMIT` and old experience fades.
#[derive(Clone)]
pub(crate) struct HistoryTable {
    by_side: [Box<[i32]>; 2],
}

impl HistoryTable {
    pub(crate) const LIMIT: i32 = 16_384;

    pub(crate) fn new<P: Hints>() -> Self {
        let slots = || vec![0; P::HISTORY_SLOTS].into_boxed_slice();
        Self { by_side: [slots(), slots()] }
    }

    pub(crate) fn clear(&mut self) {
        self.by_side.iter_mut().for_each(|slots| slots.fill(0));
    }

    /// The numbers of one side, one per slot.
    #[inline]
    pub(crate) fn of(&self, side: Side) -> &[i32] {
        &self.by_side[side.index()]
    }

    /// Moves the number of a slot towards `LIMIT` (positive `bonus`) or `-LIMIT` (negative), by at most
    /// `|bonus|`.
    #[inline]
    pub(crate) fn update(&mut self, side: Side, slot: usize, bonus: i32) {
        let value = &mut self.by_side[side.index()][slot];
        *value += bonus - *value * bonus.abs() / Self::LIMIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picking_sorts_and_keeps_the_first_of_equals() {
        let mut stack = MoveStack::new();
        "abcd".chars().for_each(|mv| stack.push(mv));
        stack.rank(0, |mv| match mv {
            'a' => 1,
            'd' => 3,
            _ => 5,
        });
        let order: String = (0..4).map(|index| stack.pick(0, index)).collect();
        assert_eq!(order, "bcda");
    }

    #[test]
    fn history_stays_within_its_limit_and_old_experience_fades() {
        let mut history = HistoryTable { by_side: [vec![0; 2].into(), vec![0; 2].into()] };
        for bonus in [900, -900] {
            for _ in 0..10_000 {
                history.update(Side::First, 1, bonus);
                assert!(history.of(Side::First)[1].abs() <= HistoryTable::LIMIT);
            }
            let settled = history.of(Side::First)[1] * bonus.signum();
            assert!(settled > HistoryTable::LIMIT / 2, "{settled}");
        }
        // A few cut-offs outweigh what was learnt ten thousand times.
        for _ in 0..40 {
            history.update(Side::First, 1, 900);
        }
        assert!(history.of(Side::First)[1] > 0);
        assert_eq!((history.of(Side::First)[0], history.of(Side::Second)), (0, &[0, 0][..]));
    }
}
