//! The position: the board, how far the turn has come, and what the rules make of both.

mod offers;

use crate::rules::board::Board;
use crate::rules::geometry::{BACKWARD, GOALS, home_square};
use crate::rules::movement::Movement;
use crate::rules::moves::{Action, Move};
use crate::rules::pieces::{Colour, Kind, Piece};
use crate::rules::progress::{Open, Progress};
use crate::rules::squares::{Direction, Square};
use crate::rules::variants::Rules;
use core::fmt;
use core::ops::ControlFlow;
use plywood_search::{Hints, Outcome, Position, Repetition, Side};
use rand::{Rng, RngExt};

/// The steps of the longest turn.
pub(crate) const LONGEST_TURN: u8 = 4;
/// The pieces that a side sets up.
pub(crate) const ARMY: u32 = 16;

/// A position of Arimaa. A value of 112 bytes.
///
/// A move is one step; a turn of several steps is several moves of one side. Gold is [`Side::First`]. Equal
/// are positions with the same board, side, rules, steps taken, and board at the start of the turn, and of
/// which the last step leaves the same pushes or pulls to be finished; in which order the steps were made
/// does not matter.
#[derive(Clone)]
pub struct Arimaa {
    board: Board,
    /// The board as the turn found it.
    start: Board,
    progress: Progress,
    side: Side,
    /// Whether pieces are still being set up.
    setup: bool,
    rules: Rules,
}

impl PartialEq for Arimaa {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.start == other.start
            && self.progress == other.progress
            && (self.side, self.setup, self.rules) == (other.side, other.setup, other.rules)
    }
}

impl Eq for Arimaa {}

impl Arimaa {
    /// The position that a game begins with: an empty board, and Gold to set up.
    pub fn start(rules: Rules) -> Self {
        Self::with(Board::EMPTY, Side::First, rules)
    }

    /// The position of these pieces, a1 first, with this colour to begin a turn.
    ///
    /// Any arrangement of pieces is a position. The empty board with Gold to move is the start of the setup.
    pub fn from_pieces(pieces: &[Option<Piece>; 64], turn: Colour, rules: Rules) -> Self {
        let mut board = Board::EMPTY;
        for (square, piece) in pieces.iter().enumerate() {
            if let Some(piece) = piece {
                board.toggle(piece.number(), square);
            }
        }
        Self::with(board, turn.into(), rules)
    }

    pub(crate) fn with(board: Board, side: Side, rules: Rules) -> Self {
        let setup = board == Board::EMPTY && side == Side::First;
        Self { setup, ..Self::after_turn(board, side, rules) }
    }

    /// The position at the start of the next turn, when one has led to this board.
    pub(crate) fn after_turn(board: Board, side: Side, rules: Rules) -> Self {
        Self { board, start: board, progress: Progress::NEW, side, setup: false, rules }
    }

    /// The rules in force.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The colour to move, also in a finished position.
    #[inline]
    pub fn turn(&self) -> Colour {
        self.side.into()
    }

    /// Whether pieces are still being set up.
    #[inline]
    pub const fn is_setup(&self) -> bool {
        self.setup
    }

    /// The steps of this turn so far, in one order that leads here: none at its start, three at most.
    pub fn steps(&self) -> &[Move] {
        self.progress.steps()
    }

    /// The square that a push has emptied, if one has been begun and not finished.
    pub fn pending_push(&self) -> Option<Square> {
        match self.progress.open {
            Open::Push { square, .. } => Some(Square::of(u32::from(square))),
            Open::Nothing | Open::Pull { .. } => None,
        }
    }

    /// The piece on a square, if there is one.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square.index())
    }

    /// The pieces of a colour: bit 0 is a1, bit 7 h1, bit 63 h8.
    #[inline]
    pub fn pieces(&self, colour: Colour) -> u64 {
        self.board.men(colour.into())
    }

    /// The pieces of a kind, of both colours, in the same order of bits.
    #[inline]
    pub fn pieces_of_kind(&self, kind: Kind) -> u64 {
        self.board.of_kind(kind)
    }

    /// The pieces of a colour that stand next to a stronger enemy and to no friend.
    #[inline]
    pub fn frozen(&self, colour: Colour) -> u64 {
        self.board.frozen(colour.into())
    }

    /// The pieces of a colour that could step by themselves if it were its turn: not frozen, and not blocked.
    pub fn movable(&self, colour: Colour) -> u64 {
        let movement = Movement::of(&self.board, colour.into());
        Direction::ALL.into_iter().fold(0, |movable, direction| movable | movement.steps(direction))
    }

    /// The position that this turn began with.
    pub fn at_start_of_turn(&self) -> Self {
        Self { board: self.start, progress: Progress::NEW, ..*self }
    }

    #[inline]
    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub(crate) const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The same turn seen with other eyes.
    pub(crate) fn map(&self, board: impl Fn(&Board) -> Board, progress: Progress, side: Side) -> Self {
        Self { board: board(&self.board), start: board(&self.start), progress, side, ..*self }
    }

    /// The side to move of the text of this position: the one that began the setup, or whose turn it is.
    pub(crate) fn first_mover(&self) -> Colour {
        match self.turn() {
            _ if self.setup => Colour::Gold,
            _ if self.is_emptied() => Colour::Silver,
            turn => turn,
        }
    }

    /// Whether Silver has ended the game with an empty board, which is not the start of the setup.
    pub(crate) fn is_emptied(&self) -> bool {
        self.board == Board::EMPTY && self.side == Side::First && !self.setup
    }

    /// The finished game with an empty board and Gold to move, if this is the one with Silver to move.
    pub(crate) fn emptied(&self) -> Option<Self> {
        let is_empty = self.board == Board::EMPTY && self.side == Side::Second;
        is_empty.then(|| Self::after_turn(Board::EMPTY, Side::First, self.rules))
    }

    /// The home square that is set up next.
    pub(crate) fn next_home_square(&self) -> Square {
        Square::of(home_square(self.side, self.board.men(self.side).count_ones() % ARMY))
    }

    /// Whether the side to move has a piece of a kind left to set up.
    pub(crate) fn has_in_hand(&self, kind: Kind) -> bool {
        self.board.count(self.turn(), kind) < kind.count()
    }

    fn placements(&self) -> impl Iterator<Item = Move> {
        let square = self.next_home_square();
        let kinds = Kind::ALL.into_iter().filter(|&kind| self.has_in_hand(kind));
        kinds.map(move |kind| Move::place(Piece { colour: self.turn(), kind }, square))
    }

    /// What rabbits decide at the start of a turn: the opponent has just moved, and is looked at first.
    #[inline]
    fn decided_by_rabbits(&self) -> Option<Outcome> {
        let rabbits = self.board.of_kind(Kind::Rabbit);
        let of = |side: Side| rabbits & self.board.men(side);
        let arrived = |side: Side| of(side) & GOALS[side.index()] != 0;
        let (mover, other) = (!self.side, self.side);
        if arrived(mover) {
            Some(Outcome::Win(mover))
        } else if arrived(other) {
            Some(Outcome::Win(other))
        } else if of(other) == 0 {
            Some(Outcome::Win(mover))
        } else {
            (of(mover) == 0).then_some(Outcome::Win(other))
        }
    }

    /// Whether rabbits may decide anything here.
    #[inline]
    fn is_turn_start(&self) -> bool {
        self.progress.taken == 0 && !self.setup
    }

    /// Whether this direction leads backward for the side to move.
    pub(crate) fn is_backward(&self, direction: Direction) -> bool {
        direction == BACKWARD[self.side.index()]
    }

    fn place(&mut self, piece: Piece, square: Square) {
        self.board.toggle(piece.number(), square.index());
        self.start = self.board;
        if self.board.men(self.side).count_ones() == ARMY {
            self.setup = self.side == Side::First;
            self.side = !self.side;
        }
    }

    #[inline]
    fn step(&mut self, mv: Move, from: Square, direction: Direction) {
        let (from, to) = (from.index(), next(from.index(), direction));
        let strength = self.board.strength_on(from);
        let is_own = self.board.men(self.side) >> from & 1 == 1;
        let pulls = !is_own && self.completes_pull(Square::of(from as u32), Square::of(to as u32));
        self.board.step(from, to);
        let taken = self.progress.taken + 1;
        if taken == LONGEST_TURN {
            return self.end_turn();
        }
        let open = match self.progress.open {
            Open::Push { .. } => Open::Nothing,
            _ if pulls => Open::Nothing,
            _ if is_own => self.pull_into(from, strength),
            _ => Open::push(from, self.pushers_after(&self.board, from, strength, taken)),
        };
        self.progress.add(mv, open);
    }

    /// The pulls that may follow when an own piece of this strength has left `square`.
    #[inline]
    fn pull_into(&self, square: usize, strength: usize) -> Open {
        Open::pull(square, self.board.weaker_beside(!self.side, square, strength))
    }

    #[inline]
    fn key_after_step(&self, from: usize, to: usize) -> Option<u64> {
        if self.board.fallen_after(from, to) != 0 {
            return None;
        }
        let board = self.board.key_after(from, to);
        let taken = self.progress.taken + 1;
        if taken == LONGEST_TURN {
            return Some(self.key_of_next_turn(board));
        }
        let is_own = self.board.men(self.side) >> from & 1 == 1;
        let open = match self.progress.open {
            Open::Push { .. } => Open::Nothing,
            _ if is_own => self.pull_into(from, self.board.strength_on(from)),
            _ if self.completes_pull(Square::of(from as u32), Square::of(to as u32)) => Open::Nothing,
            _ => return None,
        };
        let progress = Progress::key_of(taken, open, self.side, self.setup, self.rules);
        Some(board ^ progress ^ self.start.key().rotate_left(29))
    }

    /// The key of the board, whose turn it is and how many steps are left, whatever the turn began with and
    /// the last step has left open.
    #[inline]
    pub(crate) fn key_of_board(&self) -> u64 {
        let taken = self.progress.taken;
        self.board.key() ^ Progress::key_of(taken, Open::Nothing, self.side, self.setup, self.rules)
    }

    /// The key at the start of the opponent's turn on a board with this key.
    #[inline]
    fn key_of_next_turn(&self, board: u64) -> u64 {
        board ^ Progress::key_of(0, Open::Nothing, !self.side, self.setup, self.rules)
    }

    #[inline]
    fn end_turn(&mut self) {
        self.side = !self.side;
        self.start = self.board;
        self.progress = Progress::NEW;
    }
}

/// The number of the next square in a direction in which there is one.
#[inline]
fn next(square: usize, direction: Direction) -> usize {
    match direction {
        Direction::North => square + 8,
        Direction::East => square + 1,
        Direction::South => square.wrapping_sub(8),
        Direction::West => square.wrapping_sub(1),
    }
}

impl Position for Arimaa {
    type Move = Move;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.is_turn_start() {
            return None;
        }
        let lost = || (!self.offers().any()).then_some(Outcome::Win(!self.side));
        self.decided_by_rabbits().or_else(lost)
    }

    #[inline]
    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        if self.setup {
            return self.placements().try_for_each(visit);
        }
        self.offers().visit(&self.board, visit)
    }

    #[inline]
    fn expand<F>(&self, visit: &mut F) -> Option<Outcome>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        if !self.is_turn_start() {
            let _ = self.generate(visit);
            return None;
        }
        let decided = self.decided_by_rabbits();
        if decided.is_some() {
            return decided;
        }
        let offers = self.offers();
        let _ = offers.visit(&self.board, visit);
        (!offers.any()).then_some(Outcome::Win(!self.side))
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.setup { self.placements().count() } else { self.offers().count() }
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        if self.setup {
            let index = rng.random_range(0..self.placements().count());
            return self.placements().nth(index);
        }
        if self.is_turn_start() && self.decided_by_rabbits().is_some() {
            return None;
        }
        let offers = self.offers();
        let count = offers.count() as u32;
        (count > 0).then(|| rng.random_range(0..count)).and_then(|index| offers.nth(&self.board, index))
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.refusal(mv).is_none()
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv.action() {
            Action::Step { from, direction, .. } => self.step(mv, from, direction),
            Action::Pass => self.end_turn(),
            Action::Place { piece, square } => self.place(piece, square),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let key = self.board.key() ^ self.progress.key(self.side, self.setup, self.rules);
        if self.progress.taken == 0 { key } else { key ^ self.start.key().rotate_left(29) }
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        self.setup || self.is_noisy(mv)
    }

    /// The board and the side to move at the start of a turn; `None` in the middle of one, and in the setup.
    #[inline]
    fn repetition_key(&self) -> Option<u64> {
        self.is_turn_start().then(|| self.key())
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        self.rules.repetition.into()
    }
}

impl Hints for Arimaa {
    const HISTORY_SLOTS: usize = 4096;
    /// Not in the page's engines: 28 kilobytes more, compressed, are more than a page should wait for.
    const HAS_LONG_TURNS: bool = cfg!(not(target_family = "wasm"));

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        match mv.action() {
            Action::Step { from, direction, .. } => {
                self.board.fallen_after(from.index(), next(from.index(), direction)) != 0
            }
            Action::Pass | Action::Place { .. } => false,
        }
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        plywood_search::PackedMove::to_bits(mv) as usize
    }

    #[inline]
    fn moves_left(&self) -> u32 {
        self.steps_left()
    }

    #[inline]
    fn is_in_vain(&self) -> bool {
        self.progress.taken > 0 && self.board == self.start
    }

    /// At the start of a turn only: later the game has a pass.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        self.is_turn_start().then(|| Self::after_turn(self.board, !self.side, self.rules))
    }

    /// Of own steps, and of pulls and passes; `None` where something falls, or a push begins.
    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        match mv.action() {
            Action::Step { from, direction, .. } => {
                self.key_after_step(from.index(), next(from.index(), direction))
            }
            Action::Pass => Some(self.key_of_next_turn(self.board.key())),
            Action::Place { .. } => None,
        }
    }
}

impl fmt::Debug for Arimaa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Arimaa({self}, {})", self.rules)
    }
}
