//! `Threats`: the strongest evaluation. It looks at threats first, then at the places of the pieces.

use super::blocks::worth;
use crate::knowledge::chances::{AXES, Chances, ejectors, pair_makers};
use crate::knowledge::forced::{self, Verdict};
use crate::knowledge::winning::winning_move;
use crate::rules::moves::Move;
use crate::rules::position::Gekitai;
use plywood_search::{Candidates, ForcedWin, Knowledge, Position, Score, Trail};

/// The result of the next two placements where that is certain, and else a weighted sum of counts.
///
/// 1. +20 000 if the side to move can make a line, or place its eighth piece, and wins by that under the
///    rules in force.
/// 2. -15 000 if the opponent could do so next and no placement prevents it.
/// 3. Otherwise the sum of the right to move, the places of the pieces, pairs, and the opponent's threats,
///    with weights fitted to the results of games of the program against itself (logistic regression). The
///    unit is a hundredth of a natural logarithm of the odds: +100 is a winning chance of 73 %, +269 one of
///    94 %. Within about +-2 000.
///
/// A pair of neighbouring pieces is a threat wherever an empty square continues it, since the nearer piece,
/// held by the farther one, does not move when a piece is placed there. A gap between two pieces is a threat
/// only if both are held from behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats;

/// The weights of the counts for the player who has them, in the same unit and fitted together with the
/// blocks.
mod weight {
    /// The right to move.
    pub(super) const TEMPO: i32 = 33;
    /// A pair with an enemy piece at its end that is not on the edge.
    pub(super) const CLOSED_PAIR: i32 = 107;
    /// An empty square between two pieces.
    pub(super) const GAP: i32 = 17;
    /// A square from which a piece can be repelled off the board, in addition to the low value of its place.
    pub(super) const EJECTOR: i32 = 24;
    /// For the player not to move: a square on which a line can be made by placing.
    pub(super) const THREAT: i32 = 96;
    /// For the player not to move: a square on which a line can be made by pushing.
    pub(super) const PUSHED_THREAT: i32 = 18;
    /// For the player not to move: at least two such squares.
    pub(super) const DOUBLE_THREAT: i32 = 28;
}

/// The value of a position whose side to move wins with its next placement.
const WON: i32 = 20_000;
/// The value of a position whose side to move cannot prevent the opponent from winning with its next
/// placement.
const LOST: i32 = -15_000;

/// The squares that are not on the edge.
const INNER: u64 = 0x0000_3C3C_3C3C_0000;
/// The four squares in the middle.
const MIDDLE: u64 = 0x0000_0018_1800_0000;

/// The threats of both players' next placements, computed once for each position.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    ours: Chances,
    theirs: Chances,
    verdict: Verdict,
}

impl Outlook {
    /// The outlook of a position without an outcome.
    #[inline]
    fn of(position: &Gekitai) -> Self {
        let (own, enemy) = (position.pieces(position.turn()), position.pieces(!position.turn()));
        let (ours, theirs) = (Chances::of(own, own | enemy), Chances::of(enemy, own | enemy));
        Self { ours, theirs, verdict: Verdict::of(position, ours.lines(), theirs.lines()) }
    }
}

impl Knowledge<Gekitai> for Threats {
    type State = Trail<Outlook>;

    #[inline]
    fn start(&self, _position: &Gekitai) -> Trail<Outlook> {
        Trail::new()
    }

    #[inline]
    fn advance(&self, state: &mut Trail<Outlook>, _parent: &Gekitai, _mv: Option<Move>, _child: &Gekitai) {
        state.push(None);
    }

    #[inline]
    fn retreat(&self, state: &mut Trail<Outlook>) {
        state.pop();
    }

    #[inline]
    fn evaluate(&self, position: &Gekitai, state: &mut Trail<Outlook>) -> Score {
        value(position, outlook(position, state))
    }

    #[inline]
    fn forced_win(&self, position: &Gekitai, state: &mut Trail<Outlook>) -> Option<ForcedWin> {
        outlook(position, state).verdict.win
    }

    #[inline]
    fn winning_move(&self, position: &Gekitai, _state: &mut Trail<Outlook>) -> Option<Move> {
        winning_move(position)
    }

    #[inline]
    fn candidates(
        &self,
        position: &Gekitai,
        state: &mut Trail<Outlook>,
    ) -> Option<Candidates<impl Fn(Move) -> bool>> {
        let threat = outlook(position, state).verdict.threat?;
        Some(Candidates { is_one: forced::parrying(position, threat), plies: u32::MAX })
    }

    #[inline]
    fn is_threatened(&self, position: &Gekitai, state: &mut Trail<Outlook>) -> bool {
        outlook(position, state).verdict.threat.is_some()
    }

    #[inline]
    fn threatens(&self, position: &Gekitai, _state: &mut Trail<Outlook>, mv: Move) -> bool {
        forced::threatens(position, mv)
    }

    fn margin(&self) -> i32 {
        80
    }

    /// Placements that win come first, then those on squares where the opponent would win, then those that
    /// make a pair, repel an enemy off the board, or are near the middle.
    #[inline]
    fn priorities(&self, position: &Gekitai, state: &mut Trail<Outlook>) -> impl Fn(Move) -> i32 {
        priorities(position, outlook(position, state))
    }
}

/// The outlook of the latest position of a line.
#[inline]
fn outlook<'a>(position: &Gekitai, state: &'a mut Trail<Outlook>) -> &'a Outlook {
    state.here().get_or_insert_with(|| Outlook::of(position))
}

#[inline]
fn value(position: &Gekitai, outlook: &Outlook) -> Score {
    let Outlook { ours, theirs, verdict } = *outlook;
    if let Some(forced) = verdict.win {
        let wins = forced.winner == position.side_to_move();
        return Score::heuristic(if wins { WON } else { LOST });
    }
    let (own, enemy) = (position.pieces(position.turn()), position.pieces(!position.turn()));
    let threats = weight::THREAT * count(theirs.placed)
        + weight::PUSHED_THREAT * count(theirs.pushed & !theirs.placed)
        + weight::DOUBLE_THREAT * i32::from(count(theirs.lines()) >= 2);
    let (us, them) = (prospects(own, enemy, ours), prospects(enemy, own, theirs));
    Score::heuristic(weight::TEMPO + worth(own, enemy) + us - them - threats)
}

#[inline]
fn priorities(position: &Gekitai, outlook: &Outlook) -> impl Fn(Move) -> i32 + use<> {
    let (own, enemy) = (position.pieces(position.turn()), position.pieces(!position.turn()));
    let occupied = own | enemy;
    let (wins, blocks) = (outlook.ours.lines(), outlook.theirs.lines());
    let pairs = pair_makers(own, occupied);
    let (ejects, loses) = (ejectors(enemy, occupied), ejectors(own, occupied));
    move |mv| {
        let square = mv.square().index();
        let has = |set: u64| (set >> square & 1) as i32;
        1_000_000 * has(wins)
            + 40_000 * has(blocks)
            + 8_000 * has(pairs)
            + 5_000 * (has(ejects) - has(loses) + has(INNER) + has(MIDDLE))
    }
}

/// The value for one player of what the blocks do not show.
#[inline]
fn prospects(own: u64, enemy: u64, chances: Chances) -> i32 {
    let inner_enemy = enemy & INNER;
    let closed = AXES.map(|step| {
        // The lower piece of a pair, and the square two steps up or one step down.
        let pair = own & own >> step;
        count(pair & inner_enemy >> (2 * step)) + count(pair & inner_enemy << step)
    });
    weight::CLOSED_PAIR * closed.into_iter().sum::<i32>()
        + weight::GAP * count(chances.gaps)
        + weight::EJECTOR * count(ejectors(own, own | enemy))
}

#[inline]
const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}
