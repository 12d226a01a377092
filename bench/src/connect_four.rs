//! Connect Four on seven columns of six, for comparing searches: small, fast, and known to everyone. Not one
//! of plywood's games.
//!
//! A column takes seven bits of a word, the lowest for its bottom square and the seventh always empty, so
//! that four in a row never run from one column into the next (after John Tromp's Fhourstones).

use core::ops::ControlFlow;
use plywood_search::{Hints, Knowledge, Outcome, PackedMove, Position, Score, Side};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Bits from a square to its neighbour on the right.
const STEP: u32 = ROWS + 1;
/// The bottom square of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// Every square.
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// Distances between neighbours: up, right, and both diagonals.
const DIRECTIONS: [u32; 4] = [1, STEP, STEP + 1, STEP - 1];

/// A position.
///
/// ```
/// use plywood_bench::connect_four::ConnectFour;
/// use plywood_search::perft;
///
/// assert_eq!(perft(&ConnectFour::default(), 4), 2_401);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    /// The discs of the side to move.
    own: u64,
    /// All discs.
    discs: u64,
}

/// A disc put into a column, numbered 0 to 6 from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drop(pub u8);

impl PackedMove for Drop {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < COLUMNS).then_some(Self(bits as u8))
    }
}

impl ConnectFour {
    /// The square that a disc in this column falls to; no square of the board if the column is full.
    fn landing(&self, column: u8) -> u64 {
        let bottom = 1 << (u32::from(column) * STEP);
        (self.discs + bottom) & (((1 << ROWS) - 1) * bottom)
    }
}

impl Position for ConnectFour {
    type Move = Drop;

    fn side_to_move(&self) -> Side {
        if self.discs.count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        if has_four(self.own ^ self.discs) {
            return Some(Outcome::Win(!self.side_to_move()));
        }
        (self.discs == BOARD).then_some(Outcome::Draw)
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Drop) -> ControlFlow<()>,
    {
        (0..COLUMNS as u8).filter(|&column| self.landing(column) != 0).map(Drop).try_for_each(visit)
    }

    fn is_legal(&self, mv: Drop) -> bool {
        u32::from(mv.0) < COLUMNS && self.landing(mv.0) != 0 && self.outcome().is_none()
    }

    fn play_unchecked(&mut self, mv: Drop) {
        self.own ^= self.discs;
        self.discs |= self.landing(mv.0);
    }

    fn key(&self) -> u64 {
        // A disc of the mover, or the first free square of a column: no two positions have the same sum. Then
        // the bits are mixed.
        let sum = self.own + self.discs + BOTTOM;
        let mixed = sum.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 32)
    }
}

impl Hints for ConnectFour {
    /// A full column counts as the last.
    const HISTORY_SLOTS: usize = 65;

    fn history_slot(&self, mv: Drop) -> usize {
        self.landing(mv.0).trailing_zeros() as usize
    }
}

/// Whether four discs stand in a row.
fn has_four(discs: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

/// The empty squares where a disc would complete a row of four, whether or not it could fall there now.
fn completing(discs: u64, all: u64) -> u64 {
    let mut squares = 0;
    for step in DIRECTIONS {
        let pairs = discs & (discs >> step);
        let triples = pairs & (discs >> (2 * step));
        // Three in a row, with the fourth after or before them; two and one with the gap between them.
        squares |= (triples << (3 * step)) | (triples >> step);
        squares |=
            ((pairs & (discs >> (3 * step))) << (2 * step)) | ((pairs & (discs << (2 * step))) >> step);
    }
    squares & BOARD & !all
}

/// The squares on which each side would complete four in a row, at ten points each: for the side to move,
/// within +-420.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats;

impl Knowledge<ConnectFour> for Threats {
    type State = ();

    #[inline]
    fn start(&self, _position: &ConnectFour) {}

    fn evaluate(&self, position: &ConnectFour, (): &mut ()) -> Score {
        let ConnectFour { own, discs } = *position;
        let count = |pieces| completing(pieces, discs).count_ones() as i32;
        Score::heuristic(10 * (count(own) - count(own ^ discs)))
    }

    fn priorities(&self, position: &ConnectFour, (): &mut ()) -> impl Fn(Drop) -> i32 {
        /// Earlier in the middle, where more rows of four pass.
        const CENTRALITY: [i32; COLUMNS as usize] = [0, 1, 2, 3, 2, 1, 0];
        let ConnectFour { own, discs } = *position;
        let wins = completing(own, discs);
        let blocks = completing(own ^ discs, discs);
        let position = position.clone();
        move |mv| {
            let square = position.landing(mv.0);
            let has = |set: u64| i32::from(set & square != 0);
            100_000 * has(wins) + 50_000 * has(blocks) + 100 * CENTRALITY[mv.0 as usize]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::perft;
    use proptest::prelude::*;

    #[test]
    fn leaves_as_published() {
        // As counted by John Tromp's and other programs; the first games end with the seventh disc.
        let counts = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(perft(&ConnectFour::default(), depth as u32), count, "depth {depth}");
        }
    }

    /// The squares of a row of four through this square, by coordinates.
    fn plainly_completes(discs: u64, square: u32) -> bool {
        let on = |column: i32, row: i32| {
            (0..7).contains(&column) && (0..6).contains(&row) && discs >> (column * 7 + row) & 1 == 1
        };
        let (column, row) = ((square / STEP) as i32, (square % STEP) as i32);
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(across, up)| {
            let run = |sign: i32| {
                (1..4).take_while(|&n| on(column + sign * n * across, row + sign * n * up)).count()
            };
            run(1) + run(-1) >= 3
        })
    }

    proptest! {
        #[test]
        fn completing_squares_are_those_that_complete(drops in prop::collection::vec(0_u8..7, 0..42)) {
            let mut position = ConnectFour::default();
            for column in drops {
                if position.is_legal(Drop(column)) {
                    position.play_unchecked(Drop(column));
                }
            }
            let ConnectFour { own, discs } = position;
            for pieces in [own, own ^ discs] {
                for square in (0..49).filter(|square| (BOARD & !discs) >> square & 1 == 1) {
                    let fast = completing(pieces, discs) >> square & 1 == 1;
                    prop_assert_eq!(fast, plainly_completes(pieces, square), "square {}", square);
                }
            }
        }
    }
}
