//! How far a turn has come.

use crate::rules::board::SEED;
use crate::rules::moves::Move;
use crate::rules::variants::Rules;
use plywood_search::Side;
use plywood_zobrist::key;

/// What the last step of a turn has left open.
///
/// Kept as the set of the pieces that may make the next step of a push or pull, none of them if nothing can
/// come of it: steps that leave the same possibilities lead to equal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    Nothing,
    /// An own piece has left the square, and one of these of the enemy's may be pulled into it.
    Pull {
        square: u8,
        victims: u64,
    },
    /// An enemy piece has been pushed out of the square, and one of these of the mover's must enter it.
    Push {
        square: u8,
        pushers: u64,
    },
}

impl Open {
    #[inline]
    pub(crate) const fn pull(square: usize, victims: u64) -> Self {
        if victims == 0 { Self::Nothing } else { Self::Pull { square: square as u8, victims } }
    }

    #[inline]
    pub(crate) const fn push(square: usize, pushers: u64) -> Self {
        Self::Push { square: square as u8, pushers }
    }

    #[inline]
    const fn key(self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Pull { square, victims } => key(PULLS + square as u64, victims),
            Self::Push { square, pushers } => key(PUSHES + square as u64, pushers),
        }
    }
}

/// The families of keys of open pulls and pushes, a square each.
const PULLS: u64 = SEED + 1_000;
const PUSHES: u64 = SEED + 2_000;
const SILVER_TO_MOVE: u64 = key(SEED, 10_000);
const SETUP: u64 = key(SEED, 10_001);
/// By repetition rule.
const RULES: [u64; 2] = [0, key(SEED, 10_002)];
/// By steps taken.
const TAKEN: [u64; 4] = [0, key(SEED, 10_011), key(SEED, 10_012), key(SEED, 10_013)];

/// The steps of a turn so far, and what they have left open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) open: Open,
    pub(crate) taken: u8,
    /// One way to make the steps. It is no part of what `Eq` compares: it is kept to be written down, and says
    /// which steps a search tries next.
    path: [Move; 3],
}

impl PartialEq for Progress {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.open == other.open && self.taken == other.taken
    }
}

impl Progress {
    /// A turn in which nothing has been done.
    pub(crate) const NEW: Self = Self { open: Open::Nothing, taken: 0, path: [Move::PASS; 3] };

    #[inline]
    pub(crate) fn add(&mut self, step: Move, open: Open) {
        if let Some(place) = self.path.get_mut(usize::from(self.taken)) {
            *place = step;
        }
        self.taken += 1;
        self.open = open;
    }

    pub(crate) fn steps(&self) -> &[Move] {
        &self.path[..usize::from(self.taken).min(self.path.len())]
    }

    /// The key of everything about a position but its boards.
    #[inline]
    pub(crate) fn key(&self, side: Side, setup: bool, rules: Rules) -> u64 {
        Self::key_of(self.taken, self.open, side, setup, rules)
    }

    /// The same, of so many steps taken and what the last of them has left open.
    #[inline]
    pub(crate) fn key_of(taken: u8, open: Open, side: Side, setup: bool, rules: Rules) -> u64 {
        let silver = if side == Side::Second { SILVER_TO_MOVE } else { 0 };
        let setup = if setup { SETUP } else { 0 };
        silver ^ setup ^ RULES[rules.repetition as usize] ^ TAKEN[usize::from(taken & 3)] ^ open.key()
    }
}
