//! Steps: turns of one to three steps, so that the sides do not alternate.
//!
//! Three columns, five rows, numbered from the bottom left; each side has two stones on its first row and
//! wants one of them on the other's first row at the end of a turn, its own or the opponent's.
//!
//! ```text
//! 12 13 14     O . O
//!  9 10 11     . . .
//!  6  7  8     . . .
//!  3  4  5     . . .
//!  0  1  2     X . X
//! ```
//!
//! A step takes a stone to a neighbouring cell. A stone of the opponent that stands there is pushed on in the
//! same direction, if the cell behind it is empty, or off the board. The turn ends with the third step, or
//! earlier by a pass, and must leave another board than it found. A side without stones has lost at once,
//! even in the middle of a turn; a side that cannot begin a turn has lost too.

use crate::hash::mix;
use plywood_search::{Hints, Outcome, PackedMove, Position, Side, Symmetry};
use std::ops::ControlFlow;

const WIDTH: u8 = 3;
const CELLS: u8 = 15;
/// The row that each side wants to reach.
const GOALS: [u16; 2] = [0b111 << 12, 0b111];
/// The steps of the longest turn.
const LONGEST: u8 = 3;

/// A position of Steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The stones of each side, a bit a cell.
    stones: [u16; 2],
    /// The stones as they were when the turn began.
    start: [u16; 2],
    side: Side,
    /// Steps taken in this turn.
    taken: u8,
}

/// A step, or the end of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Ends the turn.
    Pass,
    /// Takes the stone on this cell one cell up (0), right (1), down (2) or left (3).
    Move(u8, u8),
}

impl PackedMove for Step {
    fn to_bits(self) -> u32 {
        match self {
            Self::Pass => u32::from(CELLS) * 4,
            Self::Move(cell, direction) => u32::from(cell * 4 + direction),
        }
    }

    fn from_bits(bits: u32) -> Option<Self> {
        let pass = u32::from(CELLS) * 4;
        match bits {
            _ if bits < pass => Some(Self::Move(bits as u8 / 4, bits as u8 % 4)),
            _ => (bits == pass).then_some(Self::Pass),
        }
    }
}

impl Default for Steps {
    fn default() -> Self {
        let stones = [0b101, 0b101 << 12];
        Self { stones, start: stones, side: Side::First, taken: 0 }
    }
}

fn neighbour(cell: u8, direction: u8) -> Option<u8> {
    match direction {
        0 => (cell + WIDTH < CELLS).then_some(cell + WIDTH),
        1 => (cell % WIDTH + 1 < WIDTH).then_some(cell + 1),
        2 => cell.checked_sub(WIDTH),
        _ => (!cell.is_multiple_of(WIDTH)).then(|| cell - 1),
    }
}

impl Steps {
    /// The stones after a step, if it can be made.
    fn after(&self, cell: u8, direction: u8) -> Option<[u16; 2]> {
        let (own, other) = (self.side.index(), (!self.side).index());
        let mut stones = self.stones;
        let to = neighbour(cell, direction)?;
        if stones[own] >> cell & 1 == 0 || stones[own] >> to & 1 == 1 {
            return None;
        }
        if stones[other] >> to & 1 == 1 {
            stones[other] ^= 1 << to;
            if let Some(behind) = neighbour(to, direction) {
                if (stones[0] | stones[1]) >> behind & 1 == 1 {
                    return None;
                }
                stones[other] |= 1 << behind;
            }
        }
        stones[own] ^= 1 << cell | 1 << to;
        Some(stones)
    }

    /// The legal moves of a position without an outcome, the pass last.
    fn moves(&self) -> impl Iterator<Item = Step> + '_ {
        let steps = (0..CELLS * 4).map(|number| Step::Move(number / 4, number % 4));
        steps.chain([Step::Pass]).filter(|&step| self.allows(step))
    }

    fn allows(&self, step: Step) -> bool {
        match step {
            Step::Pass => self.taken > 0 && self.stones != self.start,
            Step::Move(cell, direction) => self
                .after(cell, direction)
                .is_some_and(|stones| self.taken + 1 < LONGEST || stones != self.start),
        }
    }

    fn captures(&self, step: Step) -> bool {
        let Step::Move(cell, direction) = step else { return false };
        let other = (!self.side).index();
        self.after(cell, direction)
            .is_some_and(|stones| stones[other].count_ones() < self.stones[other].count_ones())
    }

    fn end_turn(&mut self) {
        self.start = self.stones;
        self.side = !self.side;
        self.taken = 0;
    }
}

impl Position for Steps {
    type Move = Step;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(bare) = Side::BOTH.into_iter().find(|side| self.stones[side.index()] == 0) {
            return Some(Outcome::Win(!bare));
        }
        if self.taken > 0 {
            return None;
        }
        let arrived = |side: &Side| self.stones[side.index()] & GOALS[side.index()] != 0;
        let winner = [!self.side, self.side].into_iter().find(arrived);
        winner.or_else(|| self.moves().next().is_none().then_some(!self.side)).map(Outcome::Win)
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        self.moves().try_for_each(visit)
    }

    fn is_legal(&self, step: Self::Move) -> bool {
        let on_board = match step {
            Step::Pass => true,
            Step::Move(cell, direction) => cell < CELLS && direction < 4,
        };
        on_board && self.allows(step) && self.outcome().is_none()
    }

    fn play_unchecked(&mut self, step: Self::Move) {
        if let Step::Move(cell, direction) = step {
            self.stones = self.after(cell, direction).expect("the step is legal");
            self.taken += 1;
        }
        if step == Step::Pass || self.taken == LONGEST {
            self.end_turn();
        }
    }

    fn key(&self) -> u64 {
        let boards = [self.stones[0], self.stones[1], self.start[0], self.start[1]];
        let board = boards.iter().fold(0, |bits, &stones| bits << CELLS | u64::from(stones));
        mix((board << 1 | self.side.index() as u64) << 2 | u64::from(self.taken))
    }

    fn is_irreversible(&self, step: Self::Move) -> bool {
        self.captures(step)
    }

    fn repetition_key(&self) -> Option<u64> {
        (self.taken == 0).then(|| self.key())
    }
}

impl Hints for Steps {
    const HAS_LONG_TURNS: bool = true;

    fn moves_left(&self) -> u32 {
        u32::from(LONGEST - self.taken)
    }

    fn is_in_vain(&self) -> bool {
        self.taken > 0 && self.stones == self.start
    }

    fn is_noisy(&self, step: Self::Move) -> bool {
        self.captures(step)
    }
}

/// Number 1 mirrors the columns, number 2 the rows with the sides exchanged, number 3 does both.
impl Symmetry for Steps {
    fn symmetries(&self) -> usize {
        4
    }

    fn exchanges_sides(&self, index: usize) -> bool {
        index & 2 != 0
    }

    fn transformed(&self, index: usize) -> Self {
        let cells = |stones: u16| {
            (0..CELLS)
                .filter(|cell| stones >> cell & 1 == 1)
                .fold(0, |all, cell| all | 1 << image(cell, index))
        };
        let exchanged = self.exchanges_sides(index);
        let boards = |[first, second]: [u16; 2]| {
            if exchanged { [cells(second), cells(first)] } else { [cells(first), cells(second)] }
        };
        Self {
            stones: boards(self.stones),
            start: boards(self.start),
            side: if exchanged { !self.side } else { self.side },
            taken: self.taken,
        }
    }

    fn transformed_move(&self, step: Self::Move, index: usize) -> Self::Move {
        let Step::Move(cell, direction) = step else { return step };
        let flipped = if direction % 2 == 1 { index & 1 != 0 } else { index & 2 != 0 };
        Step::Move(image(cell, index), if flipped { direction ^ 2 } else { direction })
    }
}

/// Where a transformation takes a cell.
fn image(cell: u8, index: usize) -> u8 {
    let (row, column) = (cell / WIDTH, cell % WIDTH);
    let column = if index & 1 != 0 { WIDTH - 1 - column } else { column };
    let row = if index & 2 != 0 { CELLS / WIDTH - 1 - row } else { row };
    row * WIDTH + column
}
