//! Which steps may keep an enemy rabbit from its goal, and whether any turn does.

use crate::rules::board::Board;
use crate::rules::geometry::{TRAPS, adjacent};
use crate::rules::moves::{Action, Move};
use crate::rules::pieces::Colour;
use crate::rules::position::Arimaa;
use crate::rules::progress::Open;
use core::ops::ControlFlow;
use plywood_search::Position;

/// Whether a step may be the next one of a defence against a goal that the enemy reaches by way of these
/// squares, if nothing is done.
///
/// What the enemy's turn needs of the board is how the squares stand that its pieces leave and enter, those
/// next to them, which freeze, support and defend traps, and those around the traps among them. A defence
/// changes one of those squares. A step before the one that does so brings its piece, makes room for it, or
/// supports or frees it, and so begins or ends near: any other step could as well come later. Only what
/// completes a push or pull comes now or never.
pub(crate) fn defences(position: &Arimaa, used: u64) -> impl Fn(Move) -> bool {
    let needed = needed(used);
    let steps = position.steps_left();
    let near = if steps == 1 { needed } else { (0..steps).fold(needed, |near, _| near | adjacent(near)) };
    let pushing = matches!(position.progress().open, Open::Push { .. });
    move |mv| match mv.action() {
        Action::Step { from, direction, .. } => {
            let Some(to) = from.next(direction) else { return false };
            (from.bit() | to.bit()) & near != 0 || pushing || position.completes_pull(from, to)
        }
        Action::Pass | Action::Place { .. } => false,
    }
}

/// The squares that a goal by way of these depends on: it is reached on all boards that have the same there.
#[inline]
pub(super) fn needed(used: u64) -> u64 {
    let needed = used | adjacent(used);
    needed | adjacent(needed & TRAPS)
}

/// A goal that a colour reaches on a board.
#[derive(Clone, Debug)]
struct Goal {
    of: Colour,
    board: Board,
    /// The squares that its pieces leave and enter.
    used: u64,
    /// The squares that it depends on.
    needed: u64,
}

/// A search for turns after which the enemy cannot reach its goal with its next one. What it has found out
/// serves all positions that it is asked about, of both players.
#[derive(Clone, Debug, Default)]
pub(crate) struct Defence {
    /// The keys of positions without a defence, each at a place of its last bits; made for the first search.
    failed: Vec<u64>,
    /// How many positions have been looked at.
    looks: u64,
    /// The number at which the question under way is given up.
    end: u64,
    /// The turns that held in other positions, the latest first: they often hold again.
    known: Vec<Vec<Move>>,
    /// Goals that were reached in other positions, the latest first: most steps of a defence leave one of
    /// them as it is.
    goals: Vec<Goal>,
    /// The turn that is tried.
    line: Vec<Move>,
}

impl Defence {
    const PLACES: usize = 1 << 14;
    const KNOWN: usize = 16;
    const GOALS: usize = 64;

    /// How many positions have been looked at.
    pub(crate) fn looks(&self) -> u64 {
        self.looks
    }

    /// Whether the enemy of the side to move threatens a goal.
    pub(super) fn is_needed(&mut self, position: &Arimaa) -> bool {
        self.threat(position, !position.turn()) != 0
    }

    /// Whether the side to move has such a turn, or wins with this one; `None` if so many positions do not
    /// show it.
    pub(crate) fn exists(&mut self, position: &Arimaa, most: u64) -> Option<bool> {
        if position.outcome().is_some() || position.can_reach_goal() {
            return Some(true);
        }
        self.search(position, most)
    }

    /// Such a turn, if so many positions show it.
    pub(super) fn turn(&mut self, position: &Arimaa, most: u64) -> Option<Vec<Move>> {
        let is_found = self.search(position, most) == Some(true);
        self.known.first().filter(|_| is_found).cloned()
    }

    /// Whether there is such a turn, which is then the first of those known.
    fn search(&mut self, position: &Arimaa, most: u64) -> Option<bool> {
        if let Some(place) = (0..self.known.len()).find(|&place| self.holds_after(position, place)) {
            self.known[..=place].rotate_right(1);
            return Some(true);
        }
        self.end = self.looks.saturating_add(most);
        self.line.clear();
        let is_found = self.find(position).is_break();
        if self.looks >= self.end {
            return None;
        }
        if is_found {
            self.known.truncate(Self::KNOWN - 1);
            self.known.insert(0, self.line.clone());
        }
        Some(is_found)
    }

    /// Shows lines of so many steps after which the enemy threatens a goal no longer, if it does now, one for
    /// each position that they lead to, as far as so many positions before the last step show them. Returns
    /// whether there are any.
    pub(super) fn show(
        &mut self,
        position: &Arimaa,
        length: u32,
        most: u64,
        visit: &mut dyn FnMut(&[Move]),
    ) -> bool {
        self.end = self.looks.saturating_add(most);
        self.line.clear();
        let mut seen = Vec::new();
        self.show_from(position, length, &mut seen, visit);
        !seen.is_empty()
    }

    fn show_from(
        &mut self,
        position: &Arimaa,
        length: u32,
        seen: &mut Vec<u64>,
        visit: &mut dyn FnMut(&[Move]),
    ) {
        const MOST: usize = 24;
        if length == 1 {
            self.looks += 1;
            if self.looks > self.end {
                return;
            }
        }
        let side = position.side_to_move();
        let threat = self.threat(position, !position.turn());
        // The first half of a push may end the threat; its second half has to follow.
        if threat == 0 && position.pending_push().is_none() {
            return;
        }
        let helps = (threat != 0).then(|| defences(position, threat));
        let _ = position.generate(&mut |mv| {
            if helps.as_ref().is_some_and(|helps| !helps(mv)) {
                return ControlFlow::Continue(());
            }
            let mut child = position.clone();
            child.play_unchecked(mv);
            let goes_on = child.side_to_move() == side;
            self.line.push(mv);
            if length > 1 {
                if goes_on {
                    self.show_from(&child, length - 1, seen, visit);
                }
            } else if child.pending_push().is_none() {
                let enemy = !position.turn();
                let holds = if goes_on { self.threat(&child, enemy) == 0 } else { self.holds(&child) };
                if holds && !seen.contains(&child.key()) {
                    seen.push(child.key());
                    visit(&self.line);
                }
            }
            self.line.pop();
            if seen.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    /// Goes on until a defence is found or the limit is reached.
    fn find(&mut self, position: &Arimaa) -> ControlFlow<()> {
        let (side, key) = (position.side_to_move(), position.key());
        let place = key as usize % Self::PLACES;
        if self.failed.is_empty() {
            self.failed = vec![0; Self::PLACES];
        }
        if self.failed[place] == key {
            return ControlFlow::Continue(());
        }
        self.looks += 1;
        if self.looks >= self.end {
            return ControlFlow::Break(());
        }
        let threat = self.threat(position, !position.turn());
        let helps = (threat != 0).then(|| defences(position, threat));
        position.generate(&mut |mv| {
            if helps.as_ref().is_some_and(|helps| !helps(mv)) {
                return ControlFlow::Continue(());
            }
            let mut child = position.clone();
            child.play_unchecked(mv);
            self.line.push(mv);
            if child.side_to_move() == side {
                self.find(&child)?;
            } else if self.holds(&child) {
                return ControlFlow::Break(());
            }
            self.line.pop();
            ControlFlow::Continue(())
        })?;
        self.failed[place] = key;
        ControlFlow::Continue(())
    }

    /// The squares that an enemy goal uses, as [`Arimaa::goal_threat`] gives them, or those of a goal known
    /// from another position that it reaches here too.
    fn threat(&mut self, position: &Arimaa, enemy: Colour) -> u64 {
        let board = position.board();
        let is_here = |goal: &Goal| goal.of == enemy && goal.board.differences(board) & goal.needed == 0;
        if let Some(place) = self.goals.iter().position(is_here) {
            self.goals[..=place].rotate_right(1);
        } else {
            let used = position.goal_threat(enemy);
            if used == 0 {
                return 0;
            }
            self.goals.truncate(Self::GOALS - 1);
            self.goals.insert(0, Goal { of: enemy, board: *board, used, needed: needed(used) });
        }
        self.goals[0].used
    }

    /// Whether the player who has just ended a turn has won, or is not threatened with a goal.
    fn holds(&mut self, position: &Arimaa) -> bool {
        match position.outcome() {
            Some(outcome) => outcome.winner() == Some(!position.side_to_move()),
            None => self.threat(position, position.turn()) == 0,
        }
    }

    /// Whether a known turn is a legal one here, too, and holds.
    fn holds_after(&mut self, position: &Arimaa, known: usize) -> bool {
        let ends = |after: &Arimaa| after.turn() != position.turn();
        played(position, &self.known[known]).filter(ends).is_some_and(|after| self.holds(&after))
    }
}

/// The position after these moves, if they are legal.
pub(crate) fn played(position: &Arimaa, moves: &[Move]) -> Option<Arimaa> {
    let mut position = position.clone();
    for &mv in moves {
        if !position.is_legal(mv) {
            return None;
        }
        position.play_unchecked(mv);
    }
    Some(position)
}
