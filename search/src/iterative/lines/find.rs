//! The lines of a node: where they come from, and how they are ranked.

use super::super::run::Run;
use super::{LONGEST_LINE, Moves, Ranked};
use crate::contract::{Hints, Knowledge, Purpose};
use crate::table::Entry;
use core::ops::ControlFlow;

/// Adds a line, unless it is empty or too long to be tried.
fn add<M: Copy>(lines: &mut Vec<Ranked<M>>, moves: &[M], rank: i32, more: u32) {
    if (1..=LONGEST_LINE).contains(&moves.len()) {
        lines.push(Ranked { moves: Moves::from_slice(moves), rank, more });
    }
}

impl<P: Hints, K: Knowledge<P>> Run<'_, P, K> {
    /// Finds the table's line and the killers of this ply.
    pub(super) fn find_known_lines(&mut self, position: &P, entry: Option<Entry<P::Move>>, ply: u32) {
        let mut line = Moves::new();
        let mut after = position.clone();
        let mut next = entry.and_then(|entry| entry.best);
        while let Some(mv) = next.filter(|&mv| after.is_legal(mv)) {
            line.push(mv);
            after.play_unchecked(mv);
            let goes_on = after.side_to_move() == position.side_to_move()
                && after.outcome().is_none()
                && line.len() < LONGEST_LINE;
            next =
                if goes_on { self.table.probe(after.key(), ply).and_then(|entry| entry.best) } else { None };
        }
        let killers = self.worker.killing_lines[ply as usize].clone();
        for (place, moves) in core::iter::once(line).chain(killers).enumerate() {
            if place == 0 || is_legal(position, &moves) {
                add(&mut self.worker.lines, &moves, -(place as i32), 0);
            }
        }
    }

    /// Finds lines of these purposes, ranked by experience or in the order in which they are shown.
    pub(super) fn find_lines(&mut self, position: &P, purposes: &[Purpose], by_experience: bool) {
        let history = self.worker.history.of(position.side_to_move());
        let lines = &mut self.worker.lines;
        for &purpose in purposes {
            let gains = if purpose == Purpose::Gain { 1 << 20 } else { 0 };
            let mut place = 0;
            self.knowledge.lines(position, &mut self.state, purpose, &mut |moves| {
                place += 1;
                let first = moves.first().filter(|_| by_experience);
                let learnt = first.map_or(0, |&mv| history[position.history_slot(mv)]);
                let rank = learnt + gains - place * if gains > 0 { 1 << 10 } else { 1 };
                add(lines, moves, rank, 0);
            });
        }
    }

    /// Finds the single moves that may be part of an answer to a threat.
    pub(super) fn find_candidates(&mut self, position: &P) {
        let history = self.worker.history.of(position.side_to_move());
        let lines = &mut self.worker.lines;
        let candidates = self.knowledge.candidates(position, &mut self.state);
        let is_one = candidates.map(|candidates| candidates.is_one);
        let _ = position.generate(&mut |mv| {
            if is_one.as_ref().is_none_or(|is_one| is_one(mv)) {
                let rank = history[position.history_slot(mv)];
                add(lines, &[mv], rank, 0);
            }
            ControlFlow::Continue(())
        });
    }

    /// Finds all moves, or what the knowledge shows in their place, which are searched less deep at first.
    pub(super) fn find_plain_lines(&mut self, position: &P) {
        let lines = &mut self.worker.lines;
        let first = lines.len();
        let mut visit = |moves: &[P::Move]| add(lines, moves, 0, 1);
        self.knowledge.lines(position, &mut self.state, Purpose::Plain, &mut visit);
        if self.worker.lines.len() == first {
            let lines = &mut self.worker.lines;
            let _ = position.generate(&mut |mv| {
                add(lines, &[mv], 0, 1);
                ControlFlow::Continue(())
            });
        }
        let priority = self.knowledge.priorities(position, &mut self.state);
        let history = self.worker.history.of(position.side_to_move());
        for line in &mut self.worker.lines[first..] {
            line.rank = priority(line.moves[0]) + history[position.history_slot(line.moves[0])];
        }
    }

    /// Finds the shortest answers to a threat.
    pub(super) fn find_answers(&mut self, position: &P) {
        let history = self.worker.history.of(position.side_to_move());
        let lines = &mut self.worker.lines;
        self.knowledge.answers(position, &mut self.state, &mut |moves| {
            let rank = moves.first().map_or(0, |&mv| history[position.history_slot(mv)]);
            add(lines, moves, rank, 0);
        });
    }
}

/// Whether the moves of a line are legal one after the other, and within one turn.
fn is_legal<P: Hints>(position: &P, moves: &[P::Move]) -> bool {
    let (side, mut after) = (position.side_to_move(), position.clone());
    moves.iter().all(|&mv| {
        let is_legal = after.side_to_move() == side && after.outcome().is_none() && after.is_legal(mv);
        if is_legal {
            after.play_unchecked(mv);
        }
        is_legal
    })
}
