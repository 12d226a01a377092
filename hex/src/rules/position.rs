//! The position: stones, colour to move and rules, and what the game's rules make of them.

use crate::rules::bits::{Bits, WORDS, with_words};
use crate::rules::board::Board;
use crate::rules::cell::{Cell, CellSet, Colour};
use crate::rules::connection::{connects, is_connected, shortest_chain};
use crate::rules::moves::Move;
use crate::rules::size::Size;
use crate::rules::variants::{Rules, Swap};
use core::fmt;
use core::ops::ControlFlow;
use plywood_search::{Outcome, Position, Recurring, Side};
use rand::{Rng, RngExt};

/// A position of Hex. A value of 120 bytes.
///
/// [`Side`] is the player, [`Colour`] the stones. Black is [`Side::First`] unless the players have exchanged
/// colours.
///
/// # Finding the winner
///
/// The winner is known after every move, by a flood from the stone just placed, and only if that stone joins
/// two things (stones or edges) and its colour stands on both its edges. Nothing is carried along for it. On
/// a thousand random games of 11x11, the position copied at every move (`cargo run --release -p plywood-hex
/// --example winner`):
///
/// | way | a move, with the copy | bytes |
/// |---|---|---|
/// | this one, hash key included | 35 ns | 120 |
/// | the stones connected to one edge, as a set in the position | 35 ns | 216 |
/// | union-find in the position | 63 ns | 1112 |
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hex {
    board: Board,
    rules: Rules,
    /// Who has connected. It follows from the rest, and is found once, when the move is made.
    winner: Option<Colour>,
}

impl Hex {
    /// The position that a game begins with: the empty board, Black to move.
    pub fn start(rules: Rules) -> Self {
        Self::with([CellSet::EMPTY; 2], Colour::Black, false, rules)
    }

    /// A position of stones that have been checked.
    pub(crate) fn with(stones: [CellSet; 2], turn: Colour, swapped: bool, rules: Rules) -> Self {
        let connected = |colour: &Colour| is_connected(rules.size(), &stones[*colour as usize], *colour);
        let winner = Colour::BOTH.into_iter().find(connected);
        Self { board: Board::new(stones, turn, swapped, rules), rules, winner }
    }

    /// The rules in force.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.rules.size()
    }

    /// Whether the canonical key is that of the turned position.
    pub(crate) fn is_turned(&self) -> bool {
        self.canonical_key() != self.board.key()
    }

    /// The colour to move, also in a finished position.
    #[inline]
    pub const fn turn(&self) -> Colour {
        self.board.turn()
    }

    /// The stones of a colour.
    #[inline]
    pub const fn stones(&self, colour: Colour) -> &CellSet {
        self.board.stones(colour)
    }

    /// The cells without a stone.
    #[inline]
    pub fn empty_cells(&self) -> CellSet {
        let [black, white] = Colour::BOTH.map(|colour| self.stones(colour).bits::<WORDS>());
        (Bits::below(self.size().cells()) & !(black | white)).into()
    }

    /// The colour of the stone on a cell, if there is one. No cell beyond the board has one.
    pub fn colour_on(&self, cell: Cell) -> Option<Colour> {
        let stands = |colour: &Colour| self.stones(*colour).contains(self.size().number(cell));
        Colour::BOTH.into_iter().find(|colour| self.size().has(cell) && stands(colour))
    }

    /// Whether the players have exchanged colours, so that Black is [`Side::Second`].
    #[inline]
    pub const fn swapped(&self) -> bool {
        self.board.swapped()
    }

    /// The player of a colour.
    #[inline]
    pub const fn side_of(&self, colour: Colour) -> Side {
        match (colour, self.swapped()) {
            (Colour::Black, false) | (Colour::White, true) => Side::First,
            (Colour::White, false) | (Colour::Black, true) => Side::Second,
        }
    }

    /// The colour of a player.
    #[inline]
    pub fn colour_of(&self, side: Side) -> Colour {
        if self.side_of(Colour::Black) == side { Colour::Black } else { Colour::White }
    }

    /// The colour that has connected its edges, if one has. Two cannot: any two chains across the board would
    /// cross.
    #[inline]
    pub const fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// The cells of a shortest chain that connects the winner's edges, from top to bottom or from left to
    /// right.
    ///
    /// Nothing if nobody has won.
    pub fn winning_chain(&self) -> Vec<Cell> {
        self.winner.map_or_else(Vec::new, |colour| shortest_chain(self.size(), self.stones(colour), colour))
    }

    /// The swap that may be played now: White is to move, one black stone is the only one, and the players
    /// have not swapped before.
    #[inline]
    pub fn open_swap(&self) -> Option<Move> {
        let swap = match self.rules.swap() {
            Swap::Off => return None,
            Swap::Pieces => Move::SwapPieces,
            Swap::Sides => Move::SwapSides,
        };
        self.is_first_answer().then_some(swap)
    }

    fn is_first_answer(&self) -> bool {
        self.turn() == Colour::White
            && !self.swapped()
            && self.winner.is_none()
            && self.stones(Colour::White).is_empty()
            && self.stones(Colour::Black).count() == 1
    }

    /// Whether a swap is open, or may be after the next move. Connections can then change hands.
    pub(crate) fn may_be_swapped(&self) -> bool {
        let stones = |colour| self.stones(colour).count();
        self.rules.swap() != Swap::Off && !self.swapped() && stones(Colour::Black) + stones(Colour::White) < 2
    }

    /// The first stone changes colour and is mirrored.
    fn swap_pieces(&mut self) {
        let stone = self.stones(Colour::Black).numbers().next().and_then(|number| self.size().cell(number));
        if let Some(cell) = stone {
            self.board.swap_pieces(self.size().number(cell), self.size().number(cell.mirrored()));
        }
    }
}

impl Position for Hex {
    type Move = Move;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_of(self.turn())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|colour| Outcome::Win(self.side_of(colour)))
    }

    #[inline]
    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        if let Some(swap) = self.open_swap() {
            visit(swap)?;
        }
        let width = usize::from(self.size().width());
        let (mut row, mut row_start) = (0, 0);
        for (index, &word) in self.empty_cells().words().iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let number = 64 * index + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                while number >= row_start + width {
                    row += 1;
                    row_start += width;
                }
                visit(Move::Place(Cell::of((number - row_start) as u8, row)))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.empty_cells().count() as usize + usize::from(self.open_swap().is_some())
    }

    /// A swap, where it is open, is as likely as any one cell.
    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        if self.winner.is_some() {
            return None;
        }
        let swap = self.open_swap();
        with_words!(self.size(), N => {
            let [black, white] = Colour::BOTH.map(|colour| self.stones(colour).bits::<N>());
            let empty = Bits::below(self.size().cells()) & !(black | white);
            let count = empty.count();
            let drawn = rng.random_range(0..count + u32::from(swap.is_some()));
            if drawn == count { swap } else { self.size().cell(empty.nth(drawn)?).map(Move::Place) }
        })
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(cell) => {
                self.winner.is_none() && self.size().has(cell) && self.colour_on(cell).is_none()
            }
            swap => self.open_swap() == Some(swap),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Place(cell) => {
                let (colour, number) = (self.turn(), self.size().number(cell));
                self.board.place(number);
                if connects(self.size(), self.stones(colour), colour, number) {
                    self.winner = Some(colour);
                }
            }
            Move::SwapPieces => self.swap_pieces(),
            Move::SwapSides => self.board.swap_sides(),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    /// The smaller of the keys of the position and of the same turned by half a turn. It is worked out at
    /// each call, stone by stone.
    fn canonical_key(&self) -> u64 {
        self.board.key().min(self.board.turned_key(self.size().cells()))
    }

    /// Stones are never taken off, and a swap comes once.
    #[inline]
    fn is_irreversible(&self, _mv: Move) -> bool {
        true
    }

    fn recurring(&self) -> Recurring {
        Recurring::Nothing
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex({self}, {})", self.rules)
    }
}
