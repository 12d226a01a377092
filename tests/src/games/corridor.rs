//! Corridor: turns of one or two steps, and a repetition rule that makes turns illegal.
//!
//! A row of five cells with a stone of each side at its ends:
//!
//! ```text
//! X . . . O
//! ```
//!
//! A step takes one's stone to the cell beside it, or over the opponent's stone there to the cell behind it.
//! A turn is one step and a pass, or two steps that do not lead back. A side that cannot begin a turn has
//! lost: because it is shut in, or because each turn would repeat a position too often. There are only forty
//! positions between turns, so that this happens soon, and a first step may turn out to have no lawful second
//! one.

use crate::games::repetition_bits;
use crate::hash::mix;
use plywood_search::{Hints, Outcome, PackedMove, Position, Repetition, Side, Symmetry};
use std::ops::ControlFlow;

const CELLS: u8 = 5;

/// A position of Corridor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corridor {
    /// The cell of each side's stone.
    stones: [u8; 2],
    /// Where the mover's stone stood when the turn began, once a step has been taken.
    start: Option<u8>,
    side: Side,
    rule: Repetition,
}

/// A step, or the end of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// A step to the left.
    Left,
    /// A step to the right.
    Right,
    /// Ends the turn.
    Pass,
}

const HOPS: [Hop; 3] = [Hop::Left, Hop::Right, Hop::Pass];

impl PackedMove for Hop {
    fn to_bits(self) -> u32 {
        self as u32
    }

    fn from_bits(bits: u32) -> Option<Self> {
        HOPS.get(bits as usize).copied()
    }
}

impl Corridor {
    /// The start, under this repetition rule.
    pub fn new(rule: Repetition) -> Self {
        Self { stones: [0, CELLS - 1], start: None, side: Side::First, rule }
    }

    /// The cell that a step takes the mover's stone to, if it can be made.
    fn target(&self, hop: Hop) -> Option<u8> {
        let (own, other) = (self.stones[self.side.index()], self.stones[(!self.side).index()]);
        let beside = |cell: u8| match hop {
            Hop::Left => cell.checked_sub(1),
            Hop::Right => (cell + 1 < CELLS).then_some(cell + 1),
            Hop::Pass => None,
        };
        let to = beside(own)?;
        if to == other { beside(to) } else { Some(to) }
    }

    fn allows(&self, hop: Hop) -> bool {
        match (hop, self.start) {
            (Hop::Pass, start) => start.is_some(),
            (_, None) => self.target(hop).is_some(),
            (_, Some(start)) => self.target(hop).is_some_and(|to| to != start),
        }
    }
}

impl Position for Corridor {
    type Move = Hop;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let shut_in = !HOPS.iter().any(|&hop| self.allows(hop));
        shut_in.then_some(Outcome::Win(!self.side))
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        HOPS.into_iter().filter(|&hop| self.allows(hop)).try_for_each(visit)
    }

    fn is_legal(&self, hop: Self::Move) -> bool {
        self.allows(hop)
    }

    fn play_unchecked(&mut self, hop: Self::Move) {
        let own = self.stones[self.side.index()];
        if let Some(to) = self.target(hop) {
            self.stones[self.side.index()] = to;
        }
        if self.start.is_some() {
            self.start = None;
            self.side = !self.side;
        } else {
            self.start = Some(own);
        }
    }

    fn key(&self) -> u64 {
        let cells = [self.stones[0], self.stones[1], self.start.unwrap_or(CELLS)];
        let board = cells.iter().fold(0, |bits, &cell| bits << 3 | u64::from(cell));
        mix((board << 1 | self.side.index() as u64) << 10 | repetition_bits(self.rule))
    }

    fn repetition_key(&self) -> Option<u64> {
        self.start.is_none().then(|| self.key())
    }

    fn repetition(&self) -> Repetition {
        self.rule
    }
}

impl Hints for Corridor {
    const HISTORY_SLOTS: usize = 3;
    const HAS_LONG_TURNS: bool = true;

    fn history_slot(&self, hop: Self::Move) -> usize {
        hop as usize
    }
}

/// Number 1 mirrors the corridor, number 2 exchanges the sides, number 3 does both.
impl Symmetry for Corridor {
    fn symmetries(&self) -> usize {
        4
    }

    fn exchanges_sides(&self, index: usize) -> bool {
        index & 2 != 0
    }

    fn transformed(&self, index: usize) -> Self {
        let image = |cell: u8| if index & 1 != 0 { CELLS - 1 - cell } else { cell };
        let [first, second] = self.stones.map(image);
        let exchanged = self.exchanges_sides(index);
        Self {
            stones: if exchanged { [second, first] } else { [first, second] },
            start: self.start.map(image),
            side: if exchanged { !self.side } else { self.side },
            rule: self.rule,
        }
    }

    fn transformed_move(&self, hop: Self::Move, index: usize) -> Self::Move {
        match hop {
            Hop::Left if index & 1 != 0 => Hop::Right,
            Hop::Right if index & 1 != 0 => Hop::Left,
            _ => hop,
        }
    }
}
