//! What the last two turns have changed, and how near a turn is to that.

use super::board::changed;
use super::{AGAIN, BACK, KINDS, NEAR_ENEMYS, NEAR_OWN};
use crate::eval::view::{View, count};
use crate::rules::geometry::adjacent;
use crate::rules::position::Arimaa;
use plywood_search::Position;

/// The most steps of a distance that is counted; farther is all the same, and so is a past that is not known.
const FAR: usize = 8;
const UNKNOWN: usize = FAR + 1;

/// The boards before the enemy's last turn and before the mover's own, as the mover sees them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Past {
    enemys: Option<Change>,
    own: Option<Change>,
}

/// A turn that was made.
#[derive(Clone, Copy, Debug)]
struct Change {
    before: View,
    after: View,
    /// By distance: the squares so near to what it changed.
    within: [u64; FAR],
}

impl Change {
    fn of(before: View, after: View) -> Self {
        let mut near = changed(&before, &after);
        let within = core::array::from_fn(|distance| {
            if distance > 0 {
                near |= adjacent(near);
            }
            near
        });
        Self { before, after, within }
    }
}

impl Past {
    pub(super) fn of(position: &Arimaa, [enemys, own]: [Option<&Arimaa>; 2]) -> Self {
        let view = |position: &Arimaa, mover: &Arimaa| View::of(position.board(), mover.side_to_move());
        let now = view(position, position);
        let enemys = enemys.map(|before| view(before, position));
        let own = own.map(|before| view(before, position));
        Self {
            enemys: enemys.map(|before| Change::of(before, now)),
            own: own.zip(enemys).map(|(before, after)| Change::of(before, after)),
        }
    }

    /// The features of a turn between these boards.
    pub(super) fn nearness(&self, [before, after]: &[View; 2], visit: &mut impl FnMut(usize)) {
        let new = changed(before, after);
        for (group, change) in [(NEAR_ENEMYS, &self.enemys), (NEAR_OWN, &self.own)] {
            let known = change.as_ref().map(|change| &change.within);
            let least = |within: &[u64; FAR]| within.iter().filter(|&near| near & new == 0).count();
            let most = |within: &[u64; FAR]| within.iter().filter(|&near| new & !near != 0).count();
            visit(group.first + known.map_or(UNKNOWN, least));
            visit(group.first + UNKNOWN + 1 + known.map_or(UNKNOWN, most));
        }
        let turned = [before.turned(), after.turned()];
        let sides = [(&self.own, [*before, *after], false), (&self.enemys, turned, true)];
        for (which, (change, [before, after], is_turned)) in sides.into_iter().enumerate() {
            let Some(change) = change else { continue };
            let seen = |view: &View| if is_turned { view.turned() } else { *view };
            let (earlier, later) = (seen(&change.before), seen(&change.after));
            for kind in 0..KINDS {
                let (old, new) = (before.kind(kind), after.kind(kind));
                let (left, entered) = (old & !new, new & !old);
                let arrived = later.kind(kind) & !earlier.kind(kind);
                let departed = earlier.kind(kind) & !later.kind(kind);
                (0..count(left & arrived)).for_each(|_| visit(AGAIN.first + which * KINDS + kind));
                (0..count(entered & departed)).for_each(|_| visit(BACK.first + which * KINDS + kind));
            }
        }
    }
}
