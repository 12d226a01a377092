//! What either side can do after a turn.

use super::{CAPTURES, GOAL, KINDS, RankedTurn, THREATS, TRAP_THREATS};
use crate::knowledge::Capture;
use crate::rules::pieces::Colour;
use crate::rules::position::Arimaa;

/// How many pieces of each kind a side could capture.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threatened([i32; KINDS]);

impl Threatened {
    /// Those that a colour could capture in a turn of its own.
    pub(super) fn of(position: &Arimaa, colour: Colour) -> Self {
        Self::in_captures(position, &position.possible_captures(colour))
    }

    fn in_captures(position: &Arimaa, captures: &[Capture]) -> Self {
        let (mut seen, mut number) = (0, [0; KINDS]);
        for capture in captures {
            if seen & capture.victim.bit() == 0 {
                seen |= capture.victim.bit();
                number[kind(position, *capture)] += 1;
            }
        }
        Self(number)
    }
}

/// The kind of the piece that a capture takes.
fn kind(position: &Arimaa, capture: Capture) -> usize {
    position.board().strength_on(capture.victim.index()).clamp(1, KINDS) - 1
}

/// The goals and captures that either side can make next.
pub(super) fn threats(turn: RankedTurn<'_>, visit: &mut impl FnMut(usize)) {
    let (before, after) = (turn.before, turn.after);
    let mover = !after.turn();
    for (which, colour) in [mover, !mover].into_iter().enumerate() {
        if after.threatens_goal(colour) {
            visit(GOAL.first + which);
        }
        let captures = after.possible_captures(colour);
        for capture in &captures {
            let steps = capture.steps as usize - 2;
            visit(CAPTURES.first + (which * KINDS + kind(after, *capture)) * 3 + steps);
            let half = (capture.trap.index() >= 32) != (mover == Colour::Silver);
            visit(TRAP_THREATS.first + (which * 2 + usize::from(half)) * 3 + steps);
        }
        let (Threatened(old), Threatened(new)) =
            (before.threatened[which], Threatened::in_captures(after, &captures));
        for kind in 0..KINDS {
            let feature = THREATS.first + (which * KINDS + kind) * 2;
            (old[kind]..new[kind]).for_each(|_| visit(feature));
            (new[kind]..old[kind]).for_each(|_| visit(feature + 1));
        }
    }
}
