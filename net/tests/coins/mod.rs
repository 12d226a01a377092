//! A game to test networks with: sixteen coins in a row, of which a move turns one over.

use core::ops::ControlFlow;
use plywood_net::{Change, Features};
use plywood_search::{Outcome, PackedMove, Position, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn(pub(crate) u8);

impl PackedMove for Turn {
    fn to_bits(self) -> u32 {
        self.0.into()
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < 16).then_some(Self(bits as u8))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Coins {
    pub(crate) heads: u16,
    pub(crate) second: bool,
}

impl Position for Coins {
    type Move = Turn;

    fn side_to_move(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Turn) -> ControlFlow<()>,
    {
        (0..16).try_for_each(|coin| visit(Turn(coin)))
    }

    fn is_legal(&self, mv: Turn) -> bool {
        mv.0 < 16
    }

    fn play_unchecked(&mut self, mv: Turn) {
        self.heads ^= 1 << mv.0;
        self.second = !self.second;
    }

    fn key(&self) -> u64 {
        u64::from(self.heads) << 1 | u64::from(self.second)
    }
}

/// Heads for the first player, tails for the second; the row may be looked at from its other end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faces;

impl Features<Coins> for Faces {
    const NAME: &'static str = "faces-1";

    type Seen = Coins;

    fn see(&self, position: &Coins) -> Coins {
        position.clone()
    }

    fn count(&self) -> usize {
        32
    }

    fn most_active(&self) -> usize {
        16
    }

    fn active(&self, position: &Coins, side: Side, visit: &mut impl FnMut(usize)) {
        for coin in 0..16 {
            let is_heads = position.heads >> coin & 1 != 0;
            visit(coin + 16 * usize::from(is_heads == (side == Side::First)));
        }
    }

    fn changes(&self, from: &Coins, to: &Coins, visit: &mut impl FnMut(Change)) -> bool {
        for coin in (0..16).filter(|coin| (from.heads ^ to.heads) >> coin & 1 != 0) {
            let first = coin + 16 * (to.heads >> coin & 1) as usize;
            let second = first ^ 16;
            visit(Change::On([first, second]));
            visit(Change::Off([second, first]));
        }
        true
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, feature: usize, symmetry: usize) -> usize {
        if symmetry == 0 { feature } else { feature / 16 * 16 + 15 - feature % 16 }
    }

    fn phases(&self) -> usize {
        2
    }

    fn phase(&self, position: &Coins) -> usize {
        usize::from(position.heads.count_ones().abs_diff(8) > 2)
    }
}
