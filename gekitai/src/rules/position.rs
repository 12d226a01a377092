//! The position: pieces, side to move and rules, and how the rules of the game apply to it.

use crate::rules::board::{self, Board, PIECES, Player};
use crate::rules::geometry::{BOARD, has_line};
use crate::rules::moves::{Move, Square};
use crate::rules::variants::{Both, Opponent, RepetitionRule, Rules};
use core::fmt;
use core::ops::ControlFlow;
use plywood_play::bits;
use plywood_search::{Hints, Outcome, Position, Repetition, Side};
use rand::{Rng, RngExt};

/// A position of Gekitai, 40 bytes.
///
/// X is [`Side::First`]. The pieces that a player does not have on the board are in hand.
#[derive(Clone, PartialEq, Eq)]
pub struct Gekitai {
    board: Board,
    rules: Rules,
    /// The outcome. It follows from the other fields and is computed once, when the move is made.
    outcome: Option<Outcome>,
}

/// A push: a piece that a placed piece repels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    /// The owner of the piece.
    pub player: Player,
    /// The square where it was.
    pub from: Square,
    /// The square where it goes; `None` if it goes off the board, back to its owner's hand.
    pub to: Option<Square>,
}

impl Gekitai {
    /// The empty board, X to move.
    pub fn start(rules: Rules) -> Self {
        Self::with(Board::new([0, 0], Side::First, rules), rules)
    }

    /// Makes a position of pieces that have been checked.
    pub(crate) fn with(board: Board, rules: Rules) -> Self {
        Self { outcome: verdict(board.sides(), !board.turn(), rules), board, rules }
    }

    /// The rules in force.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The player to move, also in a finished position.
    #[inline]
    pub fn turn(&self) -> Player {
        self.board.turn().into()
    }

    /// The pieces of a player on the board: bit 9 is a1, bit 14 f1, bit 54 f6.
    #[inline]
    pub fn pieces(&self, player: Player) -> u64 {
        self.board.pieces(player.into())
    }

    /// The empty squares, in the same order of bits.
    #[inline]
    pub fn empty(&self) -> u64 {
        BOARD & !self.board.occupied()
    }

    /// The number of pieces that a player has in hand, 0 to 8.
    #[inline]
    pub fn hand(&self, player: Player) -> u32 {
        PIECES - self.pieces(player).count_ones()
    }

    /// The player whose piece is on a square, if there is one.
    pub fn player_on(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.pieces(player) & square.bit() != 0)
    }

    /// Whether a player has three pieces next to each other on a row, a column or a diagonal.
    pub fn has_line(&self, player: Player) -> bool {
        has_line(self.pieces(player))
    }

    /// Whether a player has all eight pieces on the board.
    pub fn has_eight(&self, player: Player) -> bool {
        self.hand(player) == 0
    }

    /// The pieces that a legal move repels, in the order of their squares.
    pub fn pushes(&self, mv: Move) -> impl Iterator<Item = Push> + '_ {
        board::pushes(self.board.occupied(), mv.square().index()).filter_map(|(from, to)| {
            let from = Square::from_index(from)?;
            Some(Push { player: self.player_on(from)?, from, to: Square::from_index(to) })
        })
    }
}

/// The outcome by the win conditions of the pieces of both sides, after the last move, made by `mover`.
#[inline]
pub(crate) fn verdict([first, second]: [u64; 2], mover: Side, rules: Rules) -> Option<Outcome> {
    let lines = [has_line(first), has_line(second)];
    let eights = [first, second].map(|pieces| pieces.count_ones() == PIECES);
    if !(lines[0] | lines[1] | eights[0] | eights[1]) {
        return None;
    }
    decide(lines, eights, mover, rules)
}

/// The outcome when at least one player meets a win condition.
#[cold]
fn decide(lines: [bool; 2], eights: [bool; 2], mover: Side, rules: Rules) -> Option<Outcome> {
    let has = |side: Side| lines[side.index()] || eights[side.index()];
    match (has(mover), has(!mover)) {
        (false, false) => None,
        (true, false) => Some(Outcome::Win(mover)),
        (false, true) => {
            let counts = rules.opponent == Opponent::Wins || eights[(!mover).index()];
            counts.then_some(Outcome::Win(!mover))
        }
        (true, true) => Some(match (rules.both, lines) {
            (Both::MoverWins, _) => Outcome::Win(mover),
            (Both::LinesFirst, [true, false]) => Outcome::Win(Side::First),
            (Both::LinesFirst, [false, true]) => Outcome::Win(Side::Second),
            (Both::Draw | Both::LinesFirst, _) => Outcome::Draw,
        }),
    }
}

impl Position for Gekitai {
    type Move = Move;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.board.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        for square in bits(self.empty()) {
            visit(Move::at(square))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.empty().count_ones() as usize
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        if self.outcome.is_some() {
            return None;
        }
        let chosen = rng.random_range(0..self.empty().count_ones());
        bits(self.empty()).nth(chosen as usize).map(Move::at)
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        // A player without a piece in hand has all eight on the board, and the game is over.
        self.outcome.is_none() && self.empty() & mv.square().bit() != 0
    }

    #[expect(
        clippy::inline_always,
        reason = "where keys are not asked for, as in perft, they cost nothing then"
    )]
    #[inline(always)]
    fn play_unchecked(&mut self, mv: Move) {
        self.board.place(mv.square().index());
        self.outcome = verdict(self.board.sides(), !self.board.turn(), self.rules);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    /// The smallest key of the eight ways to look at the board; the players are not exchanged. It is worked
    /// out at each call, all eight keys at once: some ten nanoseconds.
    fn canonical_key(&self) -> u64 {
        self.board.canonical_key(self.rules)
    }

    /// Under [`RepetitionRule::SecondDraw`] the [`canonical_key`](Position::canonical_key): a position turned
    /// or mirrored is the same.
    #[inline]
    fn repetition_key(&self) -> Option<u64> {
        Some(match self.rules.repetition {
            RepetitionRule::SecondDraw => self.canonical_key(),
            RepetitionRule::ThirdDraw | RepetitionRule::None => self.board.key(),
        })
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        self.rules.repetition.into()
    }
}

impl Hints for Gekitai {
    const HISTORY_SLOTS: usize = 64;

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.board.key_after(mv.square().index()))
    }

    /// Under [`Opponent::PlayOn`], a win condition that the opponent meets counts as soon as its owner
    /// passes.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.board.pass();
        passed.outcome = verdict(passed.board.sides(), !passed.board.turn(), self.rules);
        Some(passed)
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        mv.square().index()
    }
}

impl fmt::Debug for Gekitai {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gekitai({self}, {})", self.rules)
    }
}
