//! Who wins, by trying every move.

use plywood_hex::{Colour, Hex};
use plywood_search::Position;
use std::collections::HashMap;

/// Positions and their winners, for boards up to 4x4 or so, and greater ones that are nearly full.
#[derive(Default)]
pub(crate) struct Solver {
    known: HashMap<u64, bool>,
}

impl Solver {
    /// The colour that wins if both sides play their best.
    pub(crate) fn winner(&mut self, position: &Hex) -> Colour {
        if self.mover_wins(position) { position.turn() } else { !position.turn() }
    }

    /// Whether the side to move wins.
    fn mover_wins(&mut self, position: &Hex) -> bool {
        if let Some(winner) = position.winner() {
            return winner == position.turn();
        }
        if position.distance(position.turn()) == Some(1) {
            return true;
        }
        if let Some(&known) = self.known.get(&position.key()) {
            return known;
        }
        let wins = Self::in_order(position).into_iter().any(|child| !self.mover_wins(&child));
        self.known.insert(position.key(), wins);
        wins
    }

    /// The positions after each move, those first in which the opponent is farthest and the mover nearest.
    fn in_order(position: &Hex) -> Vec<Hex> {
        let children = position.legal_moves().into_iter().map(|mv| {
            let mut child = *position;
            child.play_unchecked(mv);
            child
        });
        let mut children: Vec<_> = children
            .map(|child| {
                let needs = |colour| child.distance(colour).map_or(99, |stones| stones as i32);
                (needs(position.turn()) - needs(!position.turn()), child)
            })
            .collect();
        children.sort_by_key(|(order, _)| *order);
        children.into_iter().map(|(_, child)| child).collect()
    }
}
