//! What helps a search to order and to play out games of Hex.

use crate::rules::cell::Colour;
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_search::{Hints, Outcome, PackedMove, Position, Side};
use rand::Rng;

impl Hints for Hex {
    /// A slot for each colour and cell.
    const HISTORY_SLOTS: usize = 2048;

    /// Play to the end keeps bridges and fills the board; the position itself then stays as it is. Shorter
    /// play is random.
    #[inline]
    fn random_playout<R, F>(
        &mut self,
        last: Option<Move>,
        longest: u32,
        rng: &mut R,
        visit: &mut F,
    ) -> Option<Outcome>
    where
        R: Rng + ?Sized,
        F: FnMut(Side, usize),
    {
        if longest >= self.empty_cells().count() {
            let sides = Colour::BOTH.map(|colour| self.side_of(colour));
            return Some(self.play_keeping_bridges(last.and_then(Move::cell), rng, &mut |colour, cell| {
                visit(sides[colour as usize], slot(colour, cell.into()));
            }));
        }
        for _ in 0..longest {
            let Some(mv) = self.random_move(rng) else { break };
            visit(self.side_to_move(), self.history_slot(mv));
            self.play_unchecked(mv);
        }
        self.outcome()
    }

    /// The cell and the colour of the stone: a cell that was good once is good elsewhere, for that colour.
    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        slot(self.turn(), mv)
    }
}

#[inline]
fn slot(colour: Colour, mv: Move) -> usize {
    (colour as usize) << 10 | mv.to_bits() as usize
}
