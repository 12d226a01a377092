//! Which steps may keep an enemy rabbit from its goal.

use crate::rules::geometry::{TRAPS, adjacent};
use crate::rules::moves::{Action, Move};
use crate::rules::position::Arimaa;
use crate::rules::squares::Square;

/// Whether a step may be the next one of a defence against a goal that the enemy reaches by way of these
/// squares, if nothing is done.
///
/// What the enemy's turn needs of the board is how the squares stand that its pieces leave and enter, those
/// next to them, which freeze, support and defend traps, and those around the traps among them. A defence
/// changes one of those squares. A step before the one that does so brings its piece, makes room for it, or
/// supports or frees it, and so begins or ends near: any other step could as well come later.
pub(crate) fn defences(position: &Arimaa, used: u64) -> impl Fn(Move) -> bool + use<> {
    let needed = used | adjacent(used);
    let needed = needed | adjacent(needed & TRAPS);
    let steps = position.steps_left();
    let near = if steps == 1 { needed } else { (0..steps).fold(needed, |near, _| near | adjacent(near)) };
    move |mv| match mv.action() {
        Action::Step { from, direction, .. } => {
            let to = from.next(direction).map_or(0, Square::bit);
            (from.bit() | to) & near != 0
        }
        Action::Pass | Action::Place { .. } => false,
    }
}
