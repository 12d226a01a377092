//! The position: men, side to move and rules, and how the rules of the game apply to it.

use crate::rules::board::{Board, Colour};
use crate::rules::connection::{group_of, is_connected};
use crate::rules::geometry;
use crate::rules::movegen::{self, Moves};
use crate::rules::moves::Move;
use crate::rules::variants::{Connection, NoMove, RepetitionRule, Rules};
use core::fmt;
use core::ops::ControlFlow;
use plywood_search::{Hints, Outcome, Position, Recurring, Repetition, Side};
use rand::{Rng, RngExt};

/// A position of Lines of Action, 40 bytes.
///
/// Black is [`Side::First`]. Each side has at least one man.
#[derive(Clone, PartialEq, Eq)]
pub struct Loa {
    board: Board,
    rules: Rules,
    /// The outcome by connection. It follows from the other fields and is computed once, when the move is
    /// made.
    decided: Option<Outcome>,
}

impl Loa {
    /// The starting position.
    pub fn start(rules: Rules) -> Self {
        Self::with(Board::start(rules), rules)
    }

    /// Makes a position of men that have been checked.
    pub(crate) fn with(board: Board, rules: Rules) -> Self {
        let connected = Side::BOTH.map(|side| is_connected(board.men(side)));
        Self { decided: verdict(rules, !board.turn(), connected), board, rules }
    }

    /// The rules in force.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The colour to move, also in a finished position.
    #[inline]
    pub fn turn(&self) -> Colour {
        self.board.turn().into()
    }

    /// The men of a colour: bit 0 is a1, bit 7 h1, bit 63 h8.
    #[inline]
    pub fn men(&self, colour: Colour) -> u64 {
        self.board.men(colour.into())
    }

    /// The squares of the board, in the same order of bits.
    #[inline]
    pub fn squares(&self) -> u64 {
        geometry::board(self.rules.size.get())
    }

    /// Whether the men of a colour form one group.
    pub fn is_connected(&self, colour: Colour) -> bool {
        is_connected(self.men(colour))
    }

    /// The number of moves that a colour would have if it were its turn and the game were not over. The pass
    /// does not count.
    pub fn mobility(&self, colour: Colour) -> u32 {
        self.moves_of(colour.into()).count()
    }

    #[inline]
    pub(crate) fn moves_of(&self, side: Side) -> Moves {
        Moves::of(self.board.men(side), self.board.men(!side), self.squares())
    }

    /// The outcome of a position in which the side to move has no move, regardless of connections.
    #[cold]
    fn outcome_without_moves(&self) -> Option<Outcome> {
        let them = !self.board.turn();
        match self.rules.no_move {
            NoMove::Loses => Some(Outcome::Win(them)),
            NoMove::Pass if self.moves_of(them).any() => None,
            NoMove::Pass => Some(Outcome::Draw),
        }
    }

    /// Whether the pass is legal.
    #[cold]
    fn may_pass(&self) -> bool {
        self.decided.is_none()
            && self.rules.no_move == NoMove::Pass
            && !self.moves_of(self.board.turn()).any()
            && self.outcome_without_moves().is_none()
    }

    /// The outcome after `mover` moved a man to `to`.
    ///
    /// Only the mover's connection can have changed, and the opponent's by a capture. Neither was connected
    /// before, or there would have been no move.
    #[inline]
    fn outcome_of_move(&self, mover: Side, to: u64, captured: bool) -> Option<Outcome> {
        let own = self.board.men(mover);
        let ours = group_of(to, own) == own;
        let theirs = captured && is_connected(self.board.men(!mover));
        if !(ours || theirs) {
            return None;
        }
        let connected = if mover == Side::First { [ours, theirs] } else { [theirs, ours] };
        verdict(self.rules, mover, connected)
    }
}

/// The outcome by connection after the last move, made by `mover`.
fn verdict(rules: Rules, mover: Side, connected: [bool; 2]) -> Option<Outcome> {
    match (connected, rules.connection) {
        ([false, false], _) => None,
        ([true, false], _) => Some(Outcome::Win(Side::First)),
        ([false, true], _) => Some(Outcome::Win(Side::Second)),
        ([true, true], Connection::Draw) => Some(Outcome::Draw),
        ([true, true], Connection::MoverWins) => Some(Outcome::Win(mover)),
    }
}

impl Position for Loa {
    type Move = Move;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.board.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.decided.is_some() {
            return self.decided;
        }
        let side = self.board.turn();
        let can_move = movegen::has_move(self.board.men(side), self.board.men(!side), self.squares());
        if can_move { None } else { self.outcome_without_moves() }
    }

    #[inline]
    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        let moves = self.moves_of(self.board.turn());
        if moves.any() { moves.visit(visit) } else { visit(Move::PASS) }
    }

    #[inline]
    fn expand<F>(&self, visit: &mut F) -> Option<Outcome>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        if self.decided.is_some() {
            return self.decided;
        }
        let moves = self.moves_of(self.board.turn());
        if moves.any() {
            let _ = moves.visit(visit);
            return None;
        }
        let outcome = self.outcome_without_moves();
        if outcome.is_none() {
            let _ = visit(Move::PASS);
        }
        outcome
    }

    #[inline]
    fn count_moves(&self) -> usize {
        // A position without an outcome and without another move has the pass.
        self.moves_of(self.board.turn()).count().max(1) as usize
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        if self.decided.is_some() {
            return None;
        }
        let moves = self.moves_of(self.board.turn());
        match moves.count() {
            0 => self.outcome_without_moves().is_none().then_some(Move::PASS),
            count => moves.nth(rng.random_range(0..count)),
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        if mv.is_pass() {
            return self.may_pass();
        }
        let (own, enemy) = (self.board.men(self.board.turn()), self.board.men(!self.board.turn()));
        let (from, to) = (mv.from(), mv.to());
        self.decided.is_none()
            && own & from.bit() != 0
            && self.squares() & !own & to.bit() != 0
            && movegen::check(own, enemy, from.index() as u8, to.index() as u8).is_ok()
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if mv.is_pass() {
            self.board.pass();
            return;
        }
        let mover = self.board.turn();
        let captured = self.board.move_man(mv.from().index(), mv.to().index());
        self.decided = self.outcome_of_move(mover, mv.to().bit(), captured);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    /// The smallest key among the eight ways to look at the board; the colours are not exchanged. It is
    /// worked out at each call, all eight keys at once.
    fn canonical_key(&self) -> u64 {
        self.board.canonical_key(self.rules)
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        self.is_noisy(mv)
    }

    /// Leaves out the side to move where the rule does: under [`RepetitionRule::SecondDraw`].
    #[inline]
    fn repetition_key(&self) -> Option<u64> {
        Some(match self.rules.repetition {
            RepetitionRule::SecondDraw => self.board.key_of_men(),
            RepetitionRule::ThirdDraw | RepetitionRule::None => self.board.key(),
        })
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        self.rules.repetition.into()
    }

    fn recurring(&self) -> Recurring {
        match self.rules.repetition {
            RepetitionRule::SecondDraw => Recurring::Parts,
            RepetitionRule::ThirdDraw | RepetitionRule::None => Recurring::Positions,
        }
    }
}

impl Hints for Loa {
    const HISTORY_SLOTS: usize = 4096;

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        (!mv.is_pass()).then(|| self.board.key_after(mv.from().index(), mv.to().index()))
    }

    #[inline]
    fn null_move(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.board.pass();
        Some(passed)
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.board.men(!self.board.turn()) & mv.to().bit() != 0 && !mv.is_pass()
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        mv.from().index() << 6 | mv.to().index()
    }
}

impl fmt::Debug for Loa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Loa({self}, {})", self.rules)
    }
}
