//! The stones, the colour to move, who plays which colour, and the hash key of it all, changed only together.

use crate::rules::cell::{CellSet, Colour};
use crate::rules::variants::Rules;
use plywood_zobrist::{Keys, key};

/// The family of the keys.
const SEED: u64 = 0x4E8;
static KEYS: Keys<361, 2> = Keys::new(SEED);
const WHITE_TO_MOVE: u64 = key(SEED, 1_000);
const SWAPPED: u64 = key(SEED, 1_001);
/// The first of the keys of the rules.
const RULES: u64 = 2_000;

/// Two sets of stones, whose turn it is, and the key.
///
/// Whether the swap is open has no key of its own: it follows from the stones, the colour to move, `swapped`
/// and the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    stones: [CellSet; 2],
    key: u64,
    turn: Colour,
    /// Whether the players have exchanged colours.
    swapped: bool,
}

impl Board {
    pub(crate) fn new(stones: [CellSet; 2], turn: Colour, swapped: bool, rules: Rules) -> Self {
        let mut board = Self { stones, key: key(SEED, RULES + rules.number()), turn, swapped };
        for colour in Colour::BOTH {
            for number in stones[colour as usize].numbers() {
                board.key ^= KEYS.get(colour as usize, number);
            }
        }
        if turn == Colour::White {
            board.key ^= WHITE_TO_MOVE;
        }
        if swapped {
            board.key ^= SWAPPED;
        }
        board
    }

    #[inline]
    pub(crate) const fn stones(&self, colour: Colour) -> &CellSet {
        &self.stones[colour as usize]
    }

    #[inline]
    pub(crate) const fn turn(&self) -> Colour {
        self.turn
    }

    #[inline]
    pub(crate) const fn swapped(&self) -> bool {
        self.swapped
    }

    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    /// The key of the board turned by half a turn; it has so many cells.
    pub(crate) fn turned_key(&self, cells: usize) -> u64 {
        let keys_of = |colour: Colour| {
            let stones = self.stones[colour as usize].numbers();
            stones.fold(0, |keys, number| {
                keys ^ KEYS.get(colour as usize, number) ^ KEYS.get(colour as usize, cells - 1 - number)
            })
        };
        Colour::BOTH.into_iter().fold(self.key, |key, colour| key ^ keys_of(colour))
    }

    /// Puts a stone of the colour to move on an empty cell, and hands the turn over.
    #[inline]
    pub(crate) fn place(&mut self, number: usize) {
        self.stones[self.turn as usize].insert(number);
        self.key ^= KEYS.get(self.turn as usize, number);
        self.hand_over();
    }

    /// Takes a black stone off `from`, puts a white one on `to`, and hands the turn over.
    pub(crate) fn swap_pieces(&mut self, from: usize, to: usize) {
        self.stones[Colour::Black as usize].remove(from);
        self.stones[Colour::White as usize].insert(to);
        self.key ^= KEYS.get(Colour::Black as usize, from) ^ KEYS.get(Colour::White as usize, to);
        self.hand_over();
    }

    /// Exchanges the players' colours. The same colour is to move, and so the other player.
    pub(crate) fn swap_sides(&mut self) {
        self.swapped = !self.swapped;
        self.key ^= SWAPPED;
    }

    #[inline]
    fn hand_over(&mut self) {
        self.turn = !self.turn;
        self.key ^= WHITE_TO_MOVE;
    }
}
