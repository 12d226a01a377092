//! Turns that threaten a goal which is then near, and those of them against which there is no defence: looks
//! that are short enough for the nodes of a search.
//!
//! Such a turn changes the board near the rabbits' ways alone, and so do most of the positions of a search
//! elsewhere. What has been listed for one board serves all that have the same near these ways.

use super::defence::{Defence, needed};
use super::goal::{around_ways, distance, likely_rabbits};
use crate::rules::board::Board;
use crate::rules::moves::Move;
use crate::rules::position::{Arimaa, LONGEST_TURN};
use plywood_search::{Position, Side};

/// The steps in which the goal is then reached, at most.
const FARTHEST_GOAL: u32 = 2;

/// Lists of turns that threaten a goal, and what came of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attacks {
    /// Each at a place that depends on what stands near the ways; made for the first list.
    lists: Vec<Option<List>>,
    /// The keys of positions without a turn that wins, each at a place of its last bits; made with the lists.
    without: Vec<u64>,
}

/// The turns of one side from all boards that have the same on some squares.
#[derive(Clone, Debug)]
struct List {
    side: Side,
    board: Board,
    squares: u64,
    /// The moves of each, the pass included.
    turns: Vec<Vec<Move>>,
}

impl List {
    fn is_for(&self, board: &Board, side: Side, squares: u64) -> bool {
        self.side == side && self.squares == squares && self.board.differences(board) & squares == 0
    }
}

impl Attacks {
    const LISTS: usize = 1 << 10;
    const PLACES: usize = 1 << 16;

    /// The moves of a turn after which the enemy cannot keep a rabbit of the mover's from its goal, if a turn
    /// begins and one of those listed is seen to be such.
    pub(crate) fn winning(&mut self, position: &Arimaa, defence: &mut Defence) -> Option<&[Move]> {
        /// How many positions are looked at for the defences against a turn, and against all of them.
        const LOOKS: [u64; 2] = [3_000, 9_000];
        let key = position.key();
        let place = key as usize % Self::PLACES;
        if !begins(position) || self.without.get(place) == Some(&key) {
            return None;
        }
        let list = self.list(position)?;
        let turns = &self.lists[list].as_ref()?.turns;
        let end = defence.looks() + LOOKS[1];
        let wins = |turn: &Vec<Move>| {
            let mut after = position.clone();
            for &mv in turn {
                after.play_unchecked(mv);
            }
            let most = LOOKS[0].min(end.saturating_sub(defence.looks()));
            after.outcome().is_none()
                && defence.is_needed(&after)
                && defence.exists(&after, most) == Some(false)
        };
        let winning = turns.iter().position(wins);
        if winning.is_none() {
            self.without[place] = key;
        }
        winning.map(|turn| &turns[turn][..])
    }

    /// Turns after which a goal is threatened that two steps reach, the nearest goal first; none within a
    /// turn.
    pub(crate) fn turns(&mut self, position: &Arimaa) -> &[Vec<Move>] {
        let list = self.list(position).and_then(|list| self.lists[list].as_ref());
        list.map_or(&[], |list| &list.turns)
    }

    /// The place of the list of a position; `None` if no rabbit is near enough, or no turn begins.
    fn list(&mut self, position: &Arimaa) -> Option<usize> {
        let (side, board) = (position.side_to_move(), position.board());
        if !begins(position) {
            return None;
        }
        let rabbits = likely_rabbits(board, side, u32::from(LONGEST_TURN) + FARTHEST_GOAL);
        if rabbits == 0 {
            return None;
        }
        if self.lists.is_empty() {
            self.lists = vec![None; Self::LISTS];
            self.without = vec![0; Self::PLACES];
        }
        let near = around_ways(rabbits, side);
        let squares = needed(near);
        let place = hash(board, side, squares) as usize % Self::LISTS;
        if !self.lists[place].as_ref().is_some_and(|list| list.is_for(board, side, squares)) {
            self.lists[place] =
                Some(List { side, board: *board, squares, turns: threatening(position, near) });
        }
        Some(place)
    }
}

/// Whether a turn begins.
fn begins(position: &Arimaa) -> bool {
    position.steps_left() == u32::from(LONGEST_TURN)
}

/// A number for what stands on some squares.
fn hash(board: &Board, side: Side, squares: u64) -> u64 {
    let [one, two, four] = board.digits();
    let mix =
        |hash: u64, set: u64| (hash.rotate_left(29) ^ set & squares).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    [one, two, four, board.men(side)].into_iter().fold(squares, mix) >> 32
}

/// Turns on some squares after which a goal is threatened that few steps reach, the fewest first, as far as
/// a number of boards shows them.
fn threatening(position: &Arimaa, near: u64) -> Vec<Vec<Move>> {
    const BOARDS: usize = 300;
    const MOST: usize = 24;
    let (side, start) = (position.side_to_move(), position.board());
    let is_likely = |board: &Board, left: u8| {
        start.differences(board) & !near == 0
            && likely_rabbits(board, side, u32::from(left) + FARTHEST_GOAL) != 0
    };
    let Some(turns) = position.turns_through(Some(&is_likely), BOARDS) else { return Vec::new() };
    let mut found: Vec<_> = turns
        .iter()
        .filter_map(|turn| Some((distance(turn.position().board(), side, FARTHEST_GOAL)?, turn)))
        .collect();
    found.sort_by_key(|(goal, turn)| (*goal, turn.steps()));
    found.truncate(MOST);
    found.into_iter().map(|(_, turn)| turn.moves()).collect()
}
