//! The pieces on the board, the side to move and the hash key of both, changed only together.

use crate::rules::geometry::{BOARD, NEIGHBOURS};
use crate::rules::repelling::Repelled;
use crate::rules::variants::Rules;
use plywood_play::{bits, turned};
use plywood_search::Side;
use plywood_zobrist::key;

/// The number of pieces of each player, on the board and in hand together.
pub const PIECES: u32 = 8;

/// The seed of the keys.
const SEED: u64 = 0x6E4;
const SECOND_TO_MOVE: u64 = key(SEED, 1_000);
/// The index of the first key of the rules.
const RULES: u64 = 2_000;

/// By player and bit: the key of a piece there, and 0 in the ring around the board.
pub(crate) static KEYS: [[u64; 64]; 2] = {
    let mut keys = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        if BOARD >> square & 1 != 0 {
            keys[0][square] = key(SEED, square as u64);
            keys[1][square] = key(SEED, 64 + square as u64);
        }
        square += 1;
    }
    keys
};

/// The keys of a piece by player and bit, one for each of the eight transformations of the board.
static SEEN_KEYS: [[[u64; 8]; 64]; 2] = {
    let mut seen = [[[0; 8]; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 8 {
            let there = turned(1 << square, way, 8).trailing_zeros() as usize;
            seen[0][square][way] = KEYS[0][there];
            seen[1][square][way] = KEYS[1][there];
            way += 1;
        }
        square += 1;
    }
    seen
};

/// One of the players, named after its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Player {
    /// Moves first; `x` in text.
    X,
    /// Moves second; `o` in text.
    O,
}

plywood_play::two_colours!(sides Player: X "X" 'x', O "O" 'o');

/// Two sets of pieces, the side to move, and the key. The hands follow: a piece that is not on the board is
/// in hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    pieces: [u64; 2],
    key: u64,
    turn: Side,
}

impl Board {
    pub(crate) fn new(pieces: [u64; 2], turn: Side, rules: Rules) -> Self {
        let mut board = Self { pieces, key: key_without_pieces(turn, rules), turn };
        for (side, square) in board.each_piece() {
            board.key ^= KEYS[side][square];
        }
        board
    }

    #[inline]
    pub(crate) const fn pieces(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The pieces of the first side and of the second.
    #[inline]
    pub(crate) const fn sides(&self) -> [u64; 2] {
        self.pieces
    }

    #[inline]
    pub(crate) const fn occupied(&self) -> u64 {
        self.pieces[0] | self.pieces[1]
    }

    #[inline]
    pub(crate) const fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    /// The smallest key under the eight transformations of the board.
    pub(crate) fn canonical_key(&self, rules: Rules) -> u64 {
        let mut keys = [key_without_pieces(self.turn, rules); 8];
        for (side, square) in self.each_piece() {
            for (key, seen) in keys.iter_mut().zip(&SEEN_KEYS[side][square]) {
                *key ^= seen;
            }
        }
        keys.into_iter().fold(u64::MAX, u64::min)
    }

    /// Player and bit of every piece.
    fn each_piece(self) -> impl Iterator<Item = (usize, usize)> {
        [0, 1].into_iter().flat_map(move |side| bits(self.pieces[side]).map(move |square| (side, square)))
    }

    /// Gives the turn to the other player.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.key ^= SECOND_TO_MOVE;
        self.turn = !self.turn;
    }

    /// The key that [`place`](Self::place) leads to.
    #[inline]
    pub(crate) fn key_after(&self, square: usize) -> u64 {
        self.key ^ self.change(Repelled::of(self.pieces, square), square)
    }

    /// Puts a piece of the side to move on the empty square of bit `square`, repels its neighbours, and hands
    /// the turn over.
    #[inline]
    pub(crate) fn place(&mut self, square: usize) {
        let [first, second] = Repelled::of(self.pieces, square);
        self.key ^= self.change([first, second], square);
        let [x, o] = [first.moved(self.pieces[0], square), second.moved(self.pieces[1], square)];
        // In registers: a set written to memory at an index would hold up whoever reads both at once.
        let placed = [self.turn.index() ^ 1, self.turn.index()].map(|mine| (mine as u64) << square);
        self.pieces = [x | placed[0], o | placed[1]];
        self.turn = !self.turn;
    }

    /// The change of the key when the side to move places a piece that repels these.
    #[inline]
    fn change(&self, [first, second]: [Repelled; 2], square: usize) -> u64 {
        let placed = KEYS[self.turn.index()][square & 63] ^ SECOND_TO_MOVE;
        placed ^ first.key(0, square) ^ second.key(1, square)
    }
}

/// The pushes that a piece placed on `square` gives, one by one: from which bit to which; a bit of the ring
/// is off the board.
#[inline]
pub(crate) fn pushes(occupied: u64, square: usize) -> impl Iterator<Item = (usize, usize)> {
    bits(occupied & NEIGHBOURS[square & 63])
        .map(move |from| (from, (2 * from - square) & 63))
        .filter(move |&(_, to)| occupied >> to & 1 == 0)
}

/// The pieces of the player who places one on `square`, and of the other, after that: [`Board::place`]
/// without the key.
#[inline]
pub(crate) fn placed(own: u64, enemy: u64, square: usize) -> (u64, u64) {
    let [ours, theirs] = Repelled::of([own, enemy], square);
    (ours.moved(own, square) | 1 << square, theirs.moved(enemy, square))
}

fn key_without_pieces(turn: Side, rules: Rules) -> u64 {
    let key = key(SEED, RULES + rules.number());
    if turn == Side::Second { key ^ SECOND_TO_MOVE } else { key }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// The board after the pushes one by one, which do not meet: each looks at the board as it was.
    fn placed_one_by_one(board: &Board, square: usize, rules: Rules) -> Board {
        let (mut pieces, us) = (board.pieces, board.turn.index());
        for (from, to) in pushes(board.occupied(), square) {
            let owner = (board.pieces[1] >> from & 1) as usize;
            pieces[owner] = pieces[owner] & !(1 << from) | BOARD & 1 << to;
        }
        pieces[us] |= 1 << square;
        Board::new(pieces, !board.turn, rules)
    }

    #[test]
    fn pieces_placed_in_all_directions_at_once_stand_where_one_by_one_they_do() {
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..10_000 {
            let mut draw = || random.random::<u64>() & random.random::<u64>() & BOARD;
            let (own, enemy) = (draw(), draw());
            let enemy = enemy & !own;
            for square in bits(BOARD & !(own | enemy)) {
                for turn in Side::BOTH {
                    let mut board = Board::new([own, enemy], turn, Rules::default());
                    let (one_by_one, key) =
                        (placed_one_by_one(&board, square, Rules::default()), board.key_after(square));
                    board.place(square);
                    assert!(board == one_by_one, "{square}");
                    assert_eq!(board.key(), key, "{square}");
                }
            }
        }
    }
}
