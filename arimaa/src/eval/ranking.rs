//! The features of whole turns, by which a choice model ranks them.
//!
//! A turn is seen by what it has changed on the board, from the side that makes it: which pieces left and
//! entered which squares, what fell, who holds the traps, who is frozen, who stands beside whom, what can be
//! captured next and by whom, goals threatened, how the groups of terms of [`Strong`](super::Strong) differ
//! from those without a turn, and its place among all turns by the static value; and by how near it is to
//! what the turns before it have changed.

mod board;
mod future;
mod past;

use super::strong::group_values;
use super::terms::{GROUPS, Group};
use super::view::View;
use crate::rules::position::Arimaa;
use future::Threatened;
use past::Past;
use plywood_net::MoveFeatures;
use plywood_search::Position;

/// A position of which turns are ranked, and what all of them are compared with.
#[derive(Clone, Debug)]
pub struct Before {
    /// How many turns it has.
    turns: usize,
    /// The values of the groups of terms for the mover if it did nothing, the enemy to move.
    values: [i32; GROUPS.len()],
    /// What the mover and what its enemy threatens to capture.
    threatened: [Threatened; 2],
    past: Past,
}

impl Before {
    /// A position with so many turns, and those before the enemy's last turn and before the mover's own, as
    /// far as they are known.
    pub fn new(position: &Arimaa, turns: usize, earlier: [Option<&Arimaa>; 2]) -> Self {
        let mover = position.turn();
        Self {
            turns,
            values: group_values(&View::of(position.board(), (!mover).into()), 4).map(|value| -value),
            threatened: [mover, !mover].map(|colour| Threatened::of(position, colour)),
            past: Past::of(position, earlier),
        }
    }
}

/// A turn among all turns of a position.
#[derive(Clone, Copy, Debug)]
pub struct RankedTurn<'a> {
    /// The position before it.
    pub before: &'a Before,
    /// The position after it.
    pub after: &'a Arimaa,
    /// The number of its steps.
    pub steps: usize,
    /// Its place by the static value, from 0.
    pub place: usize,
    /// By how much its static value is less than the greatest.
    pub loss: i32,
}

/// The features of turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnFeatures;

const KINDS: usize = 6;
/// Ranks, and files from the edge.
const SQUARES: usize = 32;

/// Kind and square.
const OWN_FROM: Group = Group::begin("own pieces from", KINDS * SQUARES);
const OWN_TO: Group = OWN_FROM.then("own pieces to", KINDS * SQUARES);
const ENEMY_FROM: Group = OWN_TO.then("enemy's pieces from", KINDS * SQUARES);
const ENEMY_TO: Group = ENEMY_FROM.then("enemy's pieces to", KINDS * SQUARES);
/// Kind of what fell: own, enemy's.
const FALLEN: Group = ENEMY_TO.then("fallen", 2 * KINDS);
/// Own trap or enemy's, own pieces beside it or enemy's, number before and after.
const HOLDERS: Group = FALLEN.then("pieces beside traps", 2 * 2 * 25);
/// Kind: own pieces frozen and freed, enemy's frozen and freed.
const FROZEN: Group = HOLDERS.then("frozen and freed", 4 * KINDS);
/// The number of own pieces that moved.
const MOVED: Group = FROZEN.then("own pieces moved", 6);
/// The place by the static value, a step for each doubling.
const PLACE: Group = MOVED.then("place by value", 18);
/// The loss of static value.
const LOSS: Group = PLACE.then("loss of value", 24);
/// A goal is threatened by the mover, by the enemy.
const GOAL: Group = LOSS.then("goal threatened", 2);
/// Kind, steps from 2 to 4: what the mover could capture, what the enemy can capture next.
const CAPTURES: Group = GOAL.then("captures", 2 * KINDS * 3);
/// The number of steps, own pieces that moved up to 4, enemy's up to 2.
const SHAPE: Group = CAPTURES.then("steps and pieces moved", 4 * 5 * 3);
/// How many ranks and files what changed spans.
const SPAN: Group = SHAPE.then("span", 64);
/// The place by the static value as a share of all, two steps for each halving.
const SHARE: Group = SPAN.then("share of places", 32);
/// Group of terms, class of its change.
const VALUES: Group = SHARE.then("groups of terms", GROUPS.len() * CHANGES);
/// Own kind beside enemy's kind: more, fewer.
const CONTACTS: Group = VALUES.then("contacts", KINDS * KINDS * 2);
/// Kind: own pieces that no friend stands beside, more and fewer.
const LONELY: Group = CONTACTS.then("lonely pieces", KINDS * 2);
/// Own trap or enemy's, whose is the strongest piece beside it, before and after.
const CONTROL: Group = LONELY.then("control of traps", 2 * 4 * 4);
/// Own trap or enemy's, kind of the piece on it: own, enemy's.
const ON_TRAP: Group = CONTROL.then("pieces on traps", 2 * 2 * KINDS);
/// Who captures, kind: more pieces threatened, fewer.
const THREATS: Group = ON_TRAP.then("threats made and met", 2 * KINDS * 2);
/// Who captures, own trap or enemy's, steps from 2 to 4.
const TRAP_THREATS: Group = THREATS.then("traps of captures", 2 * 2 * 3);
/// Distance of what changed from what the enemy changed last: the least, the greatest.
const NEAR_ENEMYS: Group = TRAP_THREATS.then("near the enemy's last turn", 2 * 10);
/// The same of the mover's last turn.
const NEAR_OWN: Group = NEAR_ENEMYS.then("near the mover's last turn", 2 * 10);
/// Kind: an own piece that moved last moves again, an enemy's that moved last is moved.
const AGAIN: Group = NEAR_OWN.then("moved again", 2 * KINDS);
/// Kind: an own piece back where it stood before the mover's last turn, an enemy's before the enemy's.
const BACK: Group = AGAIN.then("moved back", 2 * KINDS);

/// Every group of features, in order.
pub const TURN_GROUPS: [Group; 26] = [
    OWN_FROM,
    OWN_TO,
    ENEMY_FROM,
    ENEMY_TO,
    FALLEN,
    HOLDERS,
    FROZEN,
    MOVED,
    PLACE,
    LOSS,
    GOAL,
    CAPTURES,
    SHAPE,
    SPAN,
    SHARE,
    VALUES,
    CONTACTS,
    LONELY,
    CONTROL,
    ON_TRAP,
    THREATS,
    TRAP_THREATS,
    NEAR_ENEMYS,
    NEAR_OWN,
    AGAIN,
    BACK,
];
const COUNT: usize = BACK.first + BACK.len;
/// Classes of changes of values: six of losses, none, six of gains.
const CHANGES: usize = 13;

impl<'a> MoveFeatures<Arimaa, RankedTurn<'a>> for TurnFeatures {
    const NAME: &'static str = "turns-2";

    fn count(&self) -> usize {
        COUNT
    }

    fn active(&self, position: &Arimaa, turn: RankedTurn<'a>, visit: &mut impl FnMut(usize)) {
        let side = position.side_to_move();
        let seen = [position, turn.after].map(|position| View::of(position.board(), side));
        board::changes(&seen, turn.steps, visit);
        visit(PLACE.at((turn.place + 1).ilog2() as usize));
        let share = turn.before.turns.max(1) as f32 / (turn.place as f32 + 1.0);
        visit(SHARE.at((2.0 * share.log2()).max(0.0) as usize));
        visit(LOSS.at(loss_class(turn.loss)));
        values(turn, visit);
        future::threats(turn, visit);
        turn.before.past.nearness(&seen, visit);
    }
}

/// The class of a loss of static value: finer near none.
fn loss_class(loss: i32) -> usize {
    let loss = loss.max(0) as usize;
    if loss < 64 { loss / 8 } else { 8 + (loss - 64) / 32 }
}

/// How the values of the groups of terms differ from those without the turn, in doublings.
fn values(turn: RankedTurn<'_>, visit: &mut impl FnMut(usize)) {
    let after = group_values(&View::of_mover(turn.after), 4);
    for (group, (before, after)) in turn.before.values.into_iter().zip(after).enumerate() {
        let change = -after - before;
        let size = (change.abs() / 4).checked_ilog2().map_or(0, |doublings| doublings.min(5) as i32 + 1);
        let class = 6 + change.signum() * size;
        if class != 6 {
            visit(VALUES.at(group * CHANGES + class as usize));
        }
    }
}
