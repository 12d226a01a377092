//! Positions and moves as numbers. An action is the number of a cell, row by row from a1; the swap, where the
//! rules have one, comes after the cells.

use crate::rules::cell::Colour;
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use crate::rules::variants::Swap;
use plywood_play::Arrays;
use plywood_search::Position;

impl Arrays for Hex {
    /// Whether the players have exchanged colours, so that the second player is Black.
    const FACTS: &'static [&'static str] = &["swapped"];

    fn grid(&self) -> [usize; 2] {
        [self.size().height(), self.size().width()].map(usize::from)
    }

    fn actions(&self) -> usize {
        self.size().cells() + usize::from(self.rules().swap() != Swap::Off)
    }

    #[inline]
    fn action(&self, mv: Move) -> usize {
        mv.cell().map_or(self.size().cells(), |cell| self.size().number(cell))
    }

    #[inline]
    fn at_action(&self, action: usize) -> Option<Move> {
        match self.size().cell(action) {
            Some(cell) => Some(Move::Place(cell)),
            None if action > self.size().cells() => None,
            None => match self.rules().swap() {
                Swap::Off => None,
                Swap::Pieces => Some(Move::SwapPieces),
                Swap::Sides => Some(Move::SwapSides),
            },
        }
    }

    #[inline]
    fn each_piece(&self, visit: &mut impl FnMut(usize, usize, usize)) {
        for colour in Colour::BOTH {
            self.stones(colour).numbers().for_each(|cell| visit(colour as usize, 0, cell));
        }
    }

    #[inline]
    fn each_run(&self, visit: &mut impl FnMut(usize, usize, usize, u64)) {
        for colour in Colour::BOTH {
            let words = self.stones(colour).words().iter().take(self.size().words());
            words.enumerate().for_each(|(index, &word)| visit(colour as usize, 0, 64 * index, word));
        }
    }

    #[inline]
    fn each_legal_run(&self, visit: &mut impl FnMut(usize, u64)) {
        if self.outcome().is_some() {
            return;
        }
        let empty = self.empty_cells();
        let words = empty.words().iter().take(self.size().words());
        words.enumerate().for_each(|(index, &word)| visit(64 * index, word));
        if self.open_swap().is_some() {
            visit(self.size().cells(), 1);
        }
    }

    fn fact(&self, _fact: usize) -> f32 {
        f32::from(u8::from(self.swapped()))
    }
}
