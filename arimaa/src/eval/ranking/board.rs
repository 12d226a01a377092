//! What a turn has changed on the board.

use super::{
    CONTACTS, CONTROL, ENEMY_FROM, ENEMY_TO, FALLEN, FROZEN, HOLDERS, KINDS, LONELY, MOVED, ON_TRAP,
    OWN_FROM, OWN_TO, SHAPE, SPAN, SQUARES,
};
use crate::eval::view::{View, count};
use crate::knowledge::bits;
use crate::rules::geometry::{TRAPS, adjacent, sources};
use crate::rules::squares::Direction;

/// The features of the boards before and after a turn of so many steps.
pub(super) fn changes(seen: &[View; 2], steps: usize, visit: &mut impl FnMut(usize)) {
    pieces(seen, steps, visit);
    span(seen, visit);
    holders(seen, visit);
    control(seen, visit);
    freezing(seen, visit);
    neighbours(seen, visit);
}

/// The number of a square among those of half a board: its rank, and its file from the edge.
fn place(square: u64) -> usize {
    let square = square.trailing_zeros() as usize;
    let file = square % 8;
    square / 8 * 4 + file.min(7 - file)
}

/// Which pieces moved and fell, in so many steps.
fn pieces([before, after]: &[View; 2], steps: usize, visit: &mut impl FnMut(usize)) {
    let (before_turned, after_turned) = (before.turned(), after.turned());
    let mut moved = [0; 2];
    for kind in 0..KINDS {
        let (old, new) = (before.kind(kind), after.kind(kind));
        moved[0] += count(new & !old);
        bits(old & !new).for_each(|square| visit(OWN_FROM.first + kind * SQUARES + place(square)));
        bits(new & !old).for_each(|square| visit(OWN_TO.first + kind * SQUARES + place(square)));
        (new.count_ones()..old.count_ones()).for_each(|_| visit(FALLEN.first + kind));
        let (old, new) = (before_turned.kind(kind), after_turned.kind(kind));
        moved[1] += count(new & !old);
        bits(old & !new).for_each(|square| visit(ENEMY_FROM.first + kind * SQUARES + place(square)));
        bits(new & !old).for_each(|square| visit(ENEMY_TO.first + kind * SQUARES + place(square)));
        (new.count_ones()..old.count_ones()).for_each(|_| visit(FALLEN.first + KINDS + kind));
    }
    visit(MOVED.at(moved[0] as usize));
    let [own, enemy] = moved.map(|moved| moved as usize);
    visit(SHAPE.at((steps.clamp(1, 4) - 1) * 15 + own.min(4) * 3 + enemy.min(2)));
}

/// How the number of pieces beside each trap changed.
fn holders([before, after]: &[View; 2], visit: &mut impl FnMut(usize)) {
    for trap in bits(TRAPS) {
        let beside = adjacent(trap);
        let half = usize::from(trap >> 32 != 0);
        for (which, old, new) in [(0, before.own, after.own), (1, before.enemy, after.enemy)] {
            let (old, new) = (count(old & beside) as usize, count(new & beside) as usize);
            if old != new {
                visit(HOLDERS.first + (half * 2 + which) * 25 + old * 5 + new);
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
                (0..times).for_each(|_| visit(FROZEN.first + (side * 2 + change) * KINDS + kind));
            }
        }
    }
}

/// How many ranks and files lie between the squares that differ.
fn span([before, after]: &[View; 2], visit: &mut impl FnMut(usize)) {
    let changed = changed(before, after);
    if changed == 0 {
        return;
    }
    let ranks = changed.leading_zeros() / 8 + changed.trailing_zeros() / 8;
    let files = (0..8).fold(0, |files, rank| files | (changed >> (8 * rank)) as u8);
    let files = files.leading_zeros() + files.trailing_zeros();
    visit(SPAN.first + ((7 - ranks) * 8 + 7 - files) as usize);
}

/// The squares on which two boards differ.
pub(super) fn changed(before: &View, after: &View) -> u64 {
    let strengths = before.at_least.iter().zip(after.at_least);
    strengths.fold(before.own ^ after.own, |changed, (&before, after)| changed | before ^ after)
}

/// Whose is the strongest piece beside each trap, and who stands on it.
fn control([before, after]: &[View; 2], visit: &mut impl FnMut(usize)) {
    for trap in bits(TRAPS) {
        let half = usize::from(trap >> 32 != 0);
        let [old, new] = [before, after].map(|view| strongest(view, adjacent(trap)));
        if old != new {
            visit(CONTROL.first + (half * 4 + old) * 4 + new);
        }
        if (after.own | after.enemy) & trap != 0 {
            let whose = usize::from(after.enemy & trap != 0);
            let kind = after.kind_on(trap.trailing_zeros());
            visit(ON_TRAP.first + (half * 2 + whose) * KINDS + kind);
        }
    }
}

/// Whose is the strongest piece on these squares: nobody's 0, own 1, the enemy's 2, both have one 3.
fn strongest(view: &View, squares: u64) -> usize {
    let on = (1..=6).rev().map(|strength| view.at_least[strength] & squares).find(|&on| on != 0);
    on.map_or(0, |on| usize::from(on & view.own != 0) + 2 * usize::from(on & view.enemy != 0))
}

/// Which pieces have come to stand beside each other.
fn neighbours([before, after]: &[View; 2], visit: &mut impl FnMut(usize)) {
    let mut change = |feature: usize, old: i32, new: i32| {
        (old..new).for_each(|_| visit(feature));
        (new..old).for_each(|_| visit(feature + 1));
    };
    let [old_enemy, new_enemy] = [before, after].map(View::enemy_kinds);
    for own in 0..KINDS {
        let [old, new] = [before, after].map(|view| view.kind(own));
        let [lonely_before, lonely_after] =
            [(old, before), (new, after)].map(|(pieces, view)| count(pieces & !adjacent(view.own)));
        change(LONELY.first + own * 2, lonely_before, lonely_after);
        let (old, new) = (Beside::of(old), Beside::of(new));
        for enemy in 0..KINDS {
            let feature = CONTACTS.first + (own * KINDS + enemy) * 2;
            change(feature, old.contacts(old_enemy[enemy]), new.contacts(new_enemy[enemy]));
        }
    }
}

/// The squares beside pieces, by direction.
struct Beside([u64; 4]);

impl Beside {
    fn of(pieces: u64) -> Self {
        Self(Direction::ALL.map(|direction| sources(pieces, direction)))
    }

    /// How often one of the pieces stands beside one of these.
    fn contacts(&self, others: u64) -> i32 {
        self.0.iter().map(|beside| count(beside & others)).sum()
    }
}
