//! The features of whole turns, by which a choice model ranks them.
//!
//! A turn is seen by what it has changed on the board, from the side that makes it: which pieces left and
//! entered which squares, what fell, who holds the traps, who is frozen, what can be captured next and by
//! whom, goals threatened, and its place among all turns by the static value.

use super::view::{View, count};
use crate::knowledge::{Capture, bits};
use crate::rules::geometry::{TRAPS, adjacent};
use crate::rules::position::Arimaa;
use plywood_net::MoveFeatures;
use plywood_search::Position;

/// A turn among all turns of a position.
#[derive(Clone, Copy, Debug)]
pub struct RankedTurn<'a> {
    /// The position after it.
    pub after: &'a Arimaa,
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

/// The first feature of each group.
const OWN_FROM: usize = 0;
const OWN_TO: usize = OWN_FROM + KINDS * SQUARES;
const ENEMY_FROM: usize = OWN_TO + KINDS * SQUARES;
const ENEMY_TO: usize = ENEMY_FROM + KINDS * SQUARES;
/// Kind of what fell: own, enemy's.
const FALLEN: usize = ENEMY_TO + KINDS * SQUARES;
/// Own trap or enemy's, own pieces beside it or enemy's, number before and after.
const HOLDERS: usize = FALLEN + 2 * KINDS;
/// Kind: own pieces frozen and freed, enemy's frozen and freed.
const FROZEN: usize = HOLDERS + 2 * 2 * 25;
/// The number of own pieces that moved.
const MOVED: usize = FROZEN + 4 * KINDS;
/// The place by the static value, a step for each doubling.
const PLACE: usize = MOVED + 6;
/// The loss of static value.
const LOSS: usize = PLACE + 18;
/// A goal is threatened by the mover, by the enemy.
const GOAL: usize = LOSS + LOSSES;
/// Kind, steps from 2 to 4: what the enemy can capture next, what the mover could.
const CAPTURES: usize = GOAL + 2;
const COUNT: usize = CAPTURES + 2 * KINDS * 3;
const LOSSES: usize = 24;

impl<'a> MoveFeatures<Arimaa, RankedTurn<'a>> for TurnFeatures {
    const NAME: &'static str = "turns-1";

    fn count(&self) -> usize {
        COUNT
    }

    fn active(&self, before: &Arimaa, turn: RankedTurn<'a>, visit: &mut impl FnMut(usize)) {
        let side = before.side_to_move();
        let seen = [before, turn.after].map(|position| View::of(position.board(), side));
        pieces(&seen, visit);
        holders(&seen, visit);
        freezing(&seen, visit);
        visit(PLACE + (turn.place + 1).ilog2().min(17) as usize);
        visit(LOSS + loss_class(turn.loss));
        future(before, turn.after, visit);
    }
}

/// The class of a loss of static value: finer near none.
fn loss_class(loss: i32) -> usize {
    let loss = loss.max(0) as usize;
    (if loss < 64 { loss / 8 } else { 8 + (loss - 64) / 32 }).min(LOSSES - 1)
}

/// The number of a square among those of half a board: its rank, and its file from the edge.
fn place(square: u64) -> usize {
    let square = square.trailing_zeros() as usize;
    let file = square % 8;
    square / 8 * 4 + file.min(7 - file)
}

/// Which pieces moved and fell.
fn pieces([before, after]: &[View; 2], visit: &mut impl FnMut(usize)) {
    let (before_turned, after_turned) = (before.turned(), after.turned());
    let mut moved = 0;
    for kind in 0..KINDS {
        let (old, new) = (before.kind(kind), after.kind(kind));
        moved += count(new & !old);
        bits(old & !new).for_each(|square| visit(OWN_FROM + kind * SQUARES + place(square)));
        bits(new & !old).for_each(|square| visit(OWN_TO + kind * SQUARES + place(square)));
        (new.count_ones()..old.count_ones()).for_each(|_| visit(FALLEN + kind));
        let (old, new) = (before_turned.kind(kind), after_turned.kind(kind));
        bits(old & !new).for_each(|square| visit(ENEMY_FROM + kind * SQUARES + place(square)));
        bits(new & !old).for_each(|square| visit(ENEMY_TO + kind * SQUARES + place(square)));
        (new.count_ones()..old.count_ones()).for_each(|_| visit(FALLEN + KINDS + kind));
    }
    visit(MOVED + moved.clamp(0, 5) as usize);
}

/// How the number of pieces beside each trap changed.
fn holders([before, after]: &[View; 2], visit: &mut impl FnMut(usize)) {
    for trap in bits(TRAPS) {
        let beside = adjacent(trap);
        let half = usize::from(trap >> 32 != 0);
        for (which, old, new) in [(0, before.own, after.own), (1, before.enemy, after.enemy)] {
            let (old, new) = (count(old & beside) as usize, count(new & beside) as usize);
            if old != new {
                visit(HOLDERS + (half * 2 + which) * 25 + old * 5 + new);
            }
        }
    }
}

/// Which pieces froze, and which are free now.
fn freezing([before, after]: &[View; 2], visit: &mut impl FnMut(usize)) {
    let sides = [(*before, *after), (before.turned(), after.turned())];
    for (side, (before, after)) in sides.into_iter().enumerate() {
        let (old, new) = (before.frozen(), after.frozen());
        for kind in 0..KINDS {
            let (before, after) = (before.kind(kind) & old, after.kind(kind) & new);
            for (change, times) in [count(after & !before), count(before & !after)].into_iter().enumerate() {
                (0..times).for_each(|_| visit(FROZEN + (side * 2 + change) * KINDS + kind));
            }
        }
    }
}

/// What either side can do next.
fn future(before: &Arimaa, after: &Arimaa, visit: &mut impl FnMut(usize)) {
    for (which, colour) in [before.turn(), !before.turn()].into_iter().enumerate() {
        if after.threatens_goal(colour) {
            visit(GOAL + which);
        }
        for Capture { victim, steps, .. } in after.possible_captures(colour) {
            let kind = after.board().strength_on(victim.index()).clamp(1, KINDS) - 1;
            visit(CAPTURES + (which * KINDS + kind) * 3 + steps as usize - 2);
        }
    }
}
