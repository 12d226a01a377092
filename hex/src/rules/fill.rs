//! Filling the board at random, for searches that play games to the end by the hundred thousand.

use crate::rules::bits::{Bits, Grid, with_words};
use crate::rules::cell::Colour;
use crate::rules::position::Hex;
use plywood_search::{Outcome, Position};
use rand::{Rng, RngExt};

impl Hex {
    /// The result of random play: the empty cells are dealt out in turn, beginning with the colour to move,
    /// every way with equal chances.
    ///
    /// This is what move-by-move random play without a swap comes to, at a fraction of the cost. A player who
    /// has connected stays connected whatever is played later, and on a full board exactly one has; so the
    /// board may be filled at once and looked at once, and which cells a colour gets does not depend on the
    /// order in which it gets them. About 90 ns on 7x7.
    ///
    /// ```
    /// use plywood_hex::{Hex, Rules};
    /// use plywood_search::{Outcome, Side};
    /// use rand::{SeedableRng, rngs::StdRng};
    ///
    /// let mut rng = StdRng::seed_from_u64(1);
    /// let start = Hex::start("size=7".parse::<Rules>()?);
    /// let wins = (0..1000).filter(|_| start.random_fill(&mut rng) == Outcome::Win(Side::First)).count();
    /// assert!((500..600).contains(&wins), "one stone more is an advantage");
    /// # Ok::<(), plywood_hex::RulesError>(())
    /// ```
    #[inline]
    pub fn random_fill<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        if let Some(outcome) = self.outcome() {
            return outcome;
        }
        let black_wins = with_words!(self.size(), N => self.black_wins_filled::<N, R>(rng));
        Outcome::Win(self.side_of(if black_wins { Colour::Black } else { Colour::White }))
    }

    #[inline]
    fn black_wins_filled<const N: usize, R: Rng + ?Sized>(&self, rng: &mut R) -> bool {
        let grid = Grid::<N>::new(self.size().width(), self.size().height());
        let black = self.stones(Colour::Black).bits();
        let empty = grid.cells() & !(black | self.stones(Colour::White).bits());
        let count = empty.count();
        let share = match self.turn() {
            Colour::Black => count.div_ceil(2),
            Colour::White => count / 2,
        };
        let filled = random_subset(empty, share, rng);
        grid.connects(grid.top(), grid.bottom(), black | filled)
    }
}

/// `size` of these cells, every choice with equal chances.
///
/// Each cell is taken with chance one half; then cells drawn at random are added or given back until the
/// number is right. No cell is preferred at any step, so that all sets of one size are equally likely; and
/// few cells are drawn, about three on 7x7.
#[inline]
fn random_subset<const N: usize, R: Rng + ?Sized>(cells: Bits<N>, size: u32, rng: &mut R) -> Bits<N> {
    let mut chosen = cells & Bits(core::array::from_fn(|_| rng.random()));
    let mut count = chosen.count();
    while count > size {
        chosen &= !drawn(chosen, count, rng);
        count -= 1;
    }
    let total = cells.count();
    while count < size {
        chosen |= drawn(cells & !chosen, total - count, rng);
        count += 1;
    }
    chosen
}

/// One of these `count` cells.
#[inline]
fn drawn<const N: usize, R: Rng + ?Sized>(cells: Bits<N>, count: u32, rng: &mut R) -> Bits<N> {
    cells.nth(rng.random_range(0..count)).map_or(Bits::EMPTY, Bits::single)
}
