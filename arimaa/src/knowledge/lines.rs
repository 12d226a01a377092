//! Lines of steps that serve a purpose: captures, defences of captures, goals threatened, pushes and pulls
//! near traps, what goes on from the steps before, and the shortest defences against a goal.

use super::attack::Attacks;
use super::capture;
use super::defence::Defence;
use super::goal::might_be_reached;
use crate::rules::geometry::{TRAPS, adjacent};
use crate::rules::moves::{Action, Move};
use crate::rules::position::{Arimaa, LONGEST_TURN};
use crate::rules::progress::Open;
use crate::rules::squares::Square;
use core::ops::ControlFlow;
use plywood_search::{Position, Side};

/// Shows a line of moves.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&[Move]);

/// The squares that a step leaves and enters.
fn ends(mv: Move) -> Option<(Square, Square)> {
    match mv.action() {
        Action::Step { from, direction, .. } => Some((from, from.next(direction)?)),
        Action::Pass | Action::Place { .. } => None,
    }
}

/// The position after a move.
fn after(position: &Arimaa, mv: Move) -> Arimaa {
    let mut position = position.clone();
    position.play_unchecked(mv);
    position
}

/// Shows each legal step, with the squares that it leaves and enters.
fn each_step(position: &Arimaa, visit: &mut dyn FnMut(Move, (Square, Square))) {
    let _ = position.generate(&mut |mv| {
        if let Some(ends) = ends(mv) {
            visit(mv, ends);
        }
        ControlFlow::Continue(())
    });
}

/// Lines that lead to different boards.
#[derive(Default)]
struct Lines {
    line: Vec<Move>,
    found: Vec<(u64, Vec<Move>)>,
}

impl Lines {
    /// Notes the line with a last step, unless another leads to the same position.
    fn add(&mut self, mv: Move, after: &Arimaa) {
        let key = after.key();
        if !self.found.iter().any(|&(known, _)| known == key) {
            let line = self.line.iter().copied().chain([mv]).collect();
            self.found.push((key, line));
        }
    }
}

/// The captures of this turn: for each piece that can fall, lines of the fewest steps, the strongest piece
/// first.
pub(crate) fn captures(position: &Arimaa, visit: Visit<'_>) {
    let (left, all) = (position.steps_left(), position.capturable());
    if position.pending_push().is_some() || all == 0 {
        return;
    }
    let mut victims = Vec::new();
    let mut seen = 0;
    for steps in 1..=left {
        let within = if steps == left { all } else { capture::victims_within(position, steps) };
        let soon = within & !seen;
        seen |= soon;
        victims.extend(
            Square::all_of(soon).map(|victim| (position.board().strength_on(victim.index()), steps, victim)),
        );
    }
    victims.sort_by_key(|&(strength, steps, _)| (core::cmp::Reverse(strength), steps));
    for (_, steps, victim) in victims {
        let mut lines = Lines::default();
        add_captures(position, (victim.bit(), steps), position.side_to_move(), &mut lines);
        lines.found.iter().for_each(|(_, line)| visit(line));
    }
}

/// Adds lines of so many steps after which the piece on a square has fallen.
fn add_captures(position: &Arimaa, (victim, steps): (u64, u32), side: Side, lines: &mut Lines) {
    const MOST: usize = 12;
    each_step(position, &mut |mv, (from, to)| {
        if lines.found.len() >= MOST {
            return;
        }
        let child = after(position, mv);
        let victim = if from.bit() == victim { to.bit() } else { victim };
        let goes_on = child.side_to_move() == side && steps > 1;
        if child.board().men(!side) & victim == 0 {
            if child.pending_push().is_none() {
                lines.add(mv, &child);
            } else if goes_on {
                // It has fallen with the first half of a push.
                lines.line.push(mv);
                each_step(&child, &mut |mv, _| lines.add(mv, &after(&child, mv)));
                lines.line.pop();
            }
        } else if goes_on && capture::victims_within(&child, steps - 1) & victim != 0 {
            lines.line.push(mv);
            add_captures(&child, (victim, steps - 1), side, lines);
            lines.line.pop();
        }
    });
}

/// What may keep the enemy from captures that it threatens: steps of the pieces in danger, and one or two
/// steps that bring another piece beside the trap.
pub(crate) fn guards(position: &Arimaa, visit: Visit<'_>) {
    let side = position.side_to_move();
    if position.pending_push().is_some() {
        return;
    }
    let in_danger = capture::victims_of(position.board(), !side);
    if in_danger == 0 {
        return;
    }
    let near = in_danger | adjacent(in_danger);
    let beside = adjacent(TRAPS & (near | adjacent(near)));
    let own = position.board().men(side);
    each_step(position, &mut |mv, (from, to)| {
        if own & from.bit() == 0 {
            return;
        }
        let is_away = from.bit() & beside == 0;
        if is_away && to.bit() & beside != 0 || from.bit() & in_danger != 0 {
            visit(&[mv]);
        } else if is_away && position.steps_left() > 1 && adjacent(to.bit()) & beside != 0 {
            let child = after(position, mv);
            each_step(&child, &mut |then, (middle, end)| {
                if middle == to && end != from && end.bit() & beside != 0 {
                    visit(&[mv, then]);
                }
            });
        }
    });
}

/// Steps after which the side to move threatens a goal, if it does not already.
pub(crate) fn threats(position: &Arimaa, visit: Visit<'_>) {
    let (side, colour) = (position.side_to_move(), position.turn());
    let longest = u32::from(LONGEST_TURN);
    if position.pending_push().is_some()
        || !might_be_reached(position.board(), side, longest + 1)
        || position.threatens_goal(colour)
    {
        return;
    }
    each_step(position, &mut |mv, _| {
        let child = after(position, mv);
        let might = child.pending_push().is_none() && might_be_reached(child.board(), side, longest);
        if might && child.threatens_goal(colour) {
            visit(&[mv]);
        }
    });
}

/// Turns of two steps and more after which a goal is threatened that is near then, without their pass.
pub(crate) fn attacks(position: &Arimaa, attacks: &mut Attacks, visit: Visit<'_>) {
    for turn in attacks.turns(position) {
        let steps = turn.strip_suffix(&[Move::PASS]).unwrap_or(turn);
        if steps.len() > 1 {
            visit(steps);
        }
    }
}

/// Pushes and pulls of enemies that stand on or beside a trap, or come there.
pub(crate) fn presses(position: &Arimaa, visit: Visit<'_>) {
    let near_traps = TRAPS | adjacent(TRAPS);
    let enemy = position.board().men(!position.side_to_move());
    if position.pending_push().is_some() {
        return;
    }
    each_step(position, &mut |mv, (from, to)| {
        let is_near = (from.bit() | to.bit()) & near_traps != 0;
        if enemy & from.bit() != 0 && position.completes_pull(from, to) {
            if is_near {
                visit(&[mv]);
            }
            return;
        }
        let pushes = enemy & from.bit() != 0;
        if position.steps_left() < 2 || pushes && !is_near {
            return;
        }
        let child = after(position, mv);
        let pulls = matches!(child.progress().open, Open::Pull { .. });
        if !pushes && !pulls {
            return;
        }
        each_step(&child, &mut |then, (from, to)| {
            let is_near = (from.bit() | to.bit()) & near_traps != 0;
            if pushes || is_near && enemy & from.bit() != 0 && child.completes_pull(from, to) {
                visit(&[mv, then]);
            }
        });
    });
}

/// Steps that go on from those before in the same turn: a piece that has moved moves on, another one comes to
/// where a piece came from, an enemy is pulled after, or pushed by a piece that has moved.
pub(crate) fn follows(position: &Arimaa, visit: Visit<'_>) {
    let (mut left, mut entered) = (0, 0);
    for (from, to) in position.progress().steps().iter().filter_map(|&mv| ends(mv)) {
        left |= from.bit();
        entered |= to.bit();
    }
    if entered == 0 || position.pending_push().is_some() {
        return;
    }
    let own = position.board().men(position.side_to_move());
    each_step(position, &mut |mv, (from, to)| {
        if own & from.bit() == 0 && !position.completes_pull(from, to) {
            if position.steps_left() > 1 && adjacent(from.bit()) & entered & own != 0 {
                each_step(&after(position, mv), &mut |then, (by, _)| {
                    if entered & by.bit() != 0 {
                        visit(&[mv, then]);
                    }
                });
            }
        } else if own & from.bit() == 0 || (entered & from.bit() != 0) != (left & to.bit() != 0) {
            visit(&[mv]);
        }
    });
}

/// All steps, and all pushes with both of their steps; the second half of one that has been begun.
pub(crate) fn actions(position: &Arimaa, visit: Visit<'_>) {
    let enemy = position.board().men(!position.side_to_move());
    let is_pushing = position.pending_push().is_some();
    each_step(position, &mut |mv, (from, to)| {
        let pushes = enemy & from.bit() != 0 && !position.completes_pull(from, to);
        if is_pushing || !pushes {
            visit(&[mv]);
        } else {
            each_step(&after(position, mv), &mut |then, _| visit(&[mv, then]));
        }
    });
}

/// The shortest lines after which the enemy, which threatens a goal, does so no longer: all of those of one
/// step or of two, else some of three, else a turn.
pub(crate) fn answers(position: &Arimaa, defence: &mut Defence, visit: Visit<'_>) {
    /// How many positions are looked at for a turn, and then for lines of three steps.
    const LOOKS: [u64; 2] = [3_000, 200];
    let steps = position.steps_left();
    let is_shown = (1..=steps.min(2)).any(|length| defence.show(position, length, u64::MAX, visit));
    if is_shown || steps <= 2 {
        return;
    }
    if let Some(turn) = defence.turn(position, LOOKS[0])
        && !defence.show(position, 3, LOOKS[1], visit)
    {
        visit(&turn);
    }
}
