//! Who holds the traps, and what stands in danger of falling into one.

use super::material::LOSS;
use super::view::{View, count};
use crate::geometry::{TRAPS, adjacent, neighbours};
use crate::squares::Square;

/// The worth of having so many pieces next to a trap.
static DEFENDERS: [i32; 5] = [0, 22, 36, 40, 40];
/// More, if the strongest piece next to the trap is one's own.
const STRONGEST: i32 = 14;

/// What holding traps is worth, in points: pieces next to them, and the strongest there.
#[inline]
pub(super) fn control(view: &View) -> i32 {
    Square::all_of(TRAPS).map(|trap| control_of(view, neighbours(trap.index()))).sum()
}

#[inline]
fn control_of(view: &View, beside: u64) -> i32 {
    let (own, enemy) = (beside & view.own, beside & view.enemy);
    let outranks = (2..=6).any(|strength| {
        let strong = view.at_least[strength];
        own & strong != 0 && enemy & strong == 0
    });
    DEFENDERS[(count(own) & 7).min(4) as usize] + if outranks { STRONGEST } else { 0 }
}

/// What the enemy might capture of this side's, in points: with the next two steps, and with four.
#[derive(Clone, Copy, Default)]
pub(super) struct Danger {
    pub(super) in_two: i32,
    pub(super) in_four: i32,
}

impl Danger {
    /// The dangers to the own pieces, as far as they can be seen without trying steps: to a piece next to a trap that nobody else
    /// defends, or to one in a trap with one defender. A stronger enemy has to stand beside the piece to be pushed or pulled, free to
    /// act, or two steps away.
    #[inline]
    pub(super) fn of(view: &View, frozen_enemies: u64) -> Self {
        let attackers = view.enemy & !frozen_enemies;
        let at_once = view.outranked(attackers);
        if view.own & adjacent(TRAPS) == 0 {
            return Self::default();
        }
        let soon = at_once | view.reached(view.enemy);
        let mut danger = Self::default();
        for trap in Square::all_of(TRAPS) {
            let beside = neighbours(trap.index());
            let defenders = beside & view.own;
            if defenders == 0 || defenders & (defenders - 1) != 0 {
                continue;
            }
            let falls = if view.own & trap.bit() != 0 { trap.bit() } else { defenders };
            let loss = LOSS[view.kind_on(falls.trailing_zeros())];
            if defenders & at_once != 0 {
                danger.in_two += loss;
            } else if defenders & soon != 0 {
                danger.in_four += loss;
            }
        }
        danger
    }
}

impl View {
    /// The own pieces that a stronger one of a set of the enemy's comes next to in two steps, if nothing is in its way.
    #[inline]
    fn reached(&self, enemies: u64) -> u64 {
        let empty = self.empty();
        (2..=6).fold(0, |reached, strength| {
            let strong = enemies & self.at_least[strength];
            let near = strong | adjacent(strong) & empty;
            let near = near | adjacent(near) & empty;
            reached | self.own & !self.at_least[strength] & adjacent(near)
        })
    }
}
