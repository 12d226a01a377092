//! Heap: a game in which having to move is a burden, with all the opinions that a search may be told.
//!
//! The sides take stones from a heap by turns, one to `most` of them; whoever takes the last has won. So a
//! heap of a multiple of `most + 1` stones is lost for the side to move: it would win if it could pass. The
//! game gives searches a null move nevertheless, as chess does: whatever they conclude from it, they must not
//! call it proven.

use crate::hash::mix;
use plywood_search::{
    Candidates, ForcedWin, Hints, Knowledge, Outcome, PackedMove, Position, Recurring, Score, Side,
};
use std::ops::ControlFlow;

/// A position of Heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    stones: u8,
    most: u8,
    side: Side,
}

/// The number of stones to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take(pub u8);

impl PackedMove for Take {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        u8::try_from(bits).ok().map(Self)
    }
}

impl Heap {
    /// A heap of so many stones, of which a move takes up to `most`.
    pub fn new(stones: u8, most: u8) -> Self {
        Self { stones, most, side: Side::First }
    }

    /// What to take so that a lost heap is left; 0 if that cannot be.
    fn surplus(&self) -> u8 {
        self.stones % (self.most + 1)
    }

    fn after(&self, Take(taken): Take) -> Self {
        Self { stones: self.stones - taken, side: !self.side, ..*self }
    }
}

impl Position for Heap {
    type Move = Take;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then_some(Outcome::Win(!self.side))
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        (1..=self.most.min(self.stones)).map(Take).try_for_each(visit)
    }

    fn is_legal(&self, Take(taken): Self::Move) -> bool {
        (1..=self.most.min(self.stones)).contains(&taken)
    }

    fn play_unchecked(&mut self, take: Self::Move) {
        *self = self.after(take);
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.stones) << 16 | u64::from(self.most) << 1 | self.side.index() as u64)
    }

    fn is_irreversible(&self, _take: Self::Move) -> bool {
        true
    }

    fn recurring(&self) -> Recurring {
        Recurring::Nothing
    }
}

impl Hints for Heap {
    fn is_noisy(&self, Take(taken): Self::Move) -> bool {
        taken == self.stones
    }

    fn null_move(&self) -> Option<Self> {
        Some(Self { side: !self.side, ..*self })
    }
}

/// An opinion of Heap without sense, in narrow bounds, with a margin: whatever prunes by value or by a null
/// move has occasion to.
#[derive(Clone, Copy, Debug)]
pub struct Hopeful(pub u64);

impl Knowledge<Heap> for Hopeful {
    type State = ();

    fn start(&self, _heap: &Heap) {}

    fn evaluate(&self, heap: &Heap, (): &mut ()) -> Score {
        Score::heuristic((mix(heap.key() ^ mix(self.0)) % 41) as i32 - 20)
    }

    fn margin(&self) -> i32 {
        2
    }

    fn priorities<'a>(&'a self, heap: &'a Heap, (): &'a mut ()) -> impl Fn(Take) -> i32 {
        let key = heap.key().rotate_left(7);
        move |Take(taken)| (mix(key ^ u64::from(taken)) % 100) as i32
    }
}

/// The same opinion, and beside it some of the truth: short wins, candidates (the best take among others, and
/// seldom the first of them), and threats.
#[derive(Clone, Copy, Debug)]
pub struct Knowing(pub Hopeful);

impl Knowledge<Heap> for Knowing {
    type State = ();

    fn start(&self, _heap: &Heap) {}

    fn evaluate(&self, heap: &Heap, state: &mut ()) -> Score {
        self.0.evaluate(heap, state)
    }

    fn margin(&self) -> i32 {
        self.0.margin()
    }

    fn priorities<'a>(&'a self, heap: &'a Heap, state: &'a mut ()) -> impl Fn(Take) -> i32 {
        self.0.priorities(heap, state)
    }

    fn forced_win(&self, heap: &Heap, (): &mut ()) -> Option<ForcedWin> {
        let plies = u32::from(heap.stones.div_ceil(heap.most + 1)) * 2;
        let (winner, plies) = match heap.surplus() {
            0 => (!heap.side, plies),
            _ => (heap.side, plies - 1),
        };
        // Longer ones are for the search to find.
        (plies <= 2).then_some(ForcedWin { winner, plies })
    }

    fn candidates<'a>(&'a self, heap: &'a Heap, (): &'a mut ()) -> Option<Candidates<impl Fn(Take) -> bool>> {
        let surplus = heap.surplus();
        let is_one = move |Take(taken)| taken == surplus || taken % 2 == 1;
        (surplus > 0).then_some(Candidates { is_one, plies: u32::MAX })
    }

    fn is_threatened(&self, heap: &Heap, (): &mut ()) -> bool {
        heap.surplus() == 0
    }

    fn threatens(&self, heap: &Heap, (): &mut (), take: Take) -> bool {
        heap.after(take).surplus() == 0
    }
}
