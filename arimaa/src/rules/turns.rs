//! All turns of a position that lead to different boards.
//!
//! A turn is a sequence of single steps, pushes and pulls, of which the latter two count two steps. Boards
//! are expanded by levels, the number of steps used, and each board once, at the lowest level it is met on:
//! whatever can follow a board after more steps can follow it after fewer. Nothing of how a board was reached
//! matters, since a pull is taken together with the step that begins it. What has been met stands in a hash
//! table that compares whole boards, so that the result is exact.
//!
//! Two actions apart from each other lead to the same board in either order. Only the order is tried in which
//! the earlier of their first squares comes first, which takes half of the time ("sleep sets" of
//! partial-order reduction, Godefroid 1996). No board is lost, nor met on a higher level: of all ways to
//! lead to it with the fewest steps by an action from another board, take one whose action begins on the
//! latest square. If that action were left out, the action before it would be apart from it and begin later,
//! and the two could change places: a way that begins later still.

use crate::rules::board::Board;
use crate::rules::geometry::{GOALS, TRAPS, adjacent, sources};
use crate::rules::movement::Movement;
use crate::rules::moves::{Action, Move};
use crate::rules::pieces::{Kind, Piece};
use crate::rules::position::{Arimaa, LONGEST_TURN};
use crate::rules::squares::{Direction, Square};
use crate::text::notation::squares_as_written;
use core::fmt;
use plywood_search::{Position, Side};

/// A condition on a board that has so many steps of the turn left.
type Condition<'a> = &'a dyn Fn(&Board, u8) -> bool;

/// All distinct boards after a turn, each with a shortest way to it.
///
/// Repetition is ignored, and the turns of a decided position are found as those of any other.
pub struct Turns {
    start: Arimaa,
    /// The board at the start of the turn, then every other that was met.
    found: Vec<Found>,
    table: Table,
    /// Whether actions apart from each other are tried in one order alone.
    in_one_order: bool,
}

/// A board, and the steps that lead to it from another.
#[derive(Clone, Copy)]
struct Found {
    board: Board,
    before: u32,
    /// The fewest steps that lead here from the start of the turn.
    level: u8,
    /// One step, or the two of a push or pull.
    steps: [Option<Move>; 2],
}

impl Arimaa {
    /// All turns that lead to different boards; `None` in the middle of a turn or of the setup.
    ///
    /// Takes some milliseconds, and a few megabytes, in a middle game.
    pub fn turns(&self) -> Option<Turns> {
        self.turns_through(None, usize::MAX)
    }

    /// The turns with whose boards, on every shortest way and at the end, a condition holds, and some with
    /// whose boards it holds on one way. It is told the steps left. Of more boards than `most` those of the
    /// fewest steps, and about so many. `None` in the middle of a turn or of the setup.
    pub(crate) fn turns_through(&self, holds: Option<Condition<'_>>, most: usize) -> Option<Turns> {
        let begins = self.progress().taken == 0 && !self.is_setup();
        begins.then(|| Turns::of(self.clone(), holds, most))
    }
}

impl Turns {
    fn of(start: Arimaa, holds: Option<Condition<'_>>, most: usize) -> Self {
        // What stands on a trap without support at the start falls with the first action, however far away.
        let in_one_order = start.board().unsupported() == 0;
        Self::in_orders(start, holds, most, in_one_order)
    }

    fn in_orders(start: Arimaa, holds: Option<Condition<'_>>, most: usize, in_one_order: bool) -> Self {
        let first = Found { board: *start.board(), before: 0, level: 0, steps: [None; 2] };
        let mut turns = Self { table: Table::new(), found: vec![first], start, in_one_order };
        turns.table.find_or_insert(&first.board, 0, &turns.found[..0]);
        let mut levels: [Vec<u32>; LONGEST_TURN as usize + 1] = Default::default();
        levels[0].push(0);
        for level in 0..usize::from(LONGEST_TURN) {
            for index in core::mem::take(&mut levels[level]) {
                if turns.found.len() > most {
                    return turns;
                }
                // A board met again with fewer steps has been expanded there.
                if usize::from(turns.found[index as usize].level) == level {
                    turns.expand(index, &mut levels, holds);
                }
            }
        }
        turns
    }

    /// The number of turns.
    pub fn len(&self) -> usize {
        self.found.len() - 1
    }

    /// Whether there is no turn: the side to move is immobilised.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The turns, in an order that depends on the position alone.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Turn<'_>> {
        (1..self.found.len()).map(|index| Turn { turns: self, index })
    }

    fn expand(&mut self, index: u32, levels: &mut [Vec<u32>], holds: Option<Condition<'_>>) {
        let found = self.found[index as usize];
        let movement = Movement::of(&found.board, self.start.side_to_move());
        let apart = if self.in_one_order { found.apart() } else { 0 };
        let earlier = apart & found.squares_before();
        let Found { board, level, .. } = found;
        let mut origin = Origin { turns: self, levels, index, level, board, holds };
        let has_two = level + 2 <= LONGEST_TURN;
        let (pushable, beside_enemies) =
            if has_two { (movement.pushable(), movement.beside_enemies()) } else { (0, 0) };
        for direction in Direction::ALL {
            // The first steps that are tried before the last action, with every second step apart from it.
            let known = earlier & sources(apart, direction);
            let steppers = movement.steps(direction);
            for from in Square::all_of(steppers & !known) {
                origin.step(from, direction);
            }
            let seconds = |from: Square| if from.bit() & known == 0 { u64::MAX } else { !apart };
            for from in Square::all_of(steppers & beside_enemies) {
                origin.pulls(from, direction, seconds(from));
            }
            for victim in Square::all_of(movement.with_room(pushable, direction)) {
                origin.pushes(victim, direction, seconds(victim));
            }
        }
    }
}

impl Found {
    /// The squares apart from the last action: all but those of its steps, their neighbours, and a trap among
    /// these with its neighbours. An action on such squares alone neither depends on the last one nor changes
    /// what it does.
    #[inline]
    fn apart(&self) -> u64 {
        let steps = self.steps.iter().flatten().fold(0, |squares, step| squares | step.squares());
        let near = steps | adjacent(steps);
        !(near | adjacent(near & TRAPS))
    }

    /// The squares before the one on which the last action began; none at the start of a turn.
    #[inline]
    fn squares_before(&self) -> u64 {
        match self.steps[0].map(Move::action) {
            Some(Action::Step { from, .. }) => from.bit() - 1,
            _ => 0,
        }
    }
}

/// A board being expanded.
struct Origin<'a> {
    turns: &'a mut Turns,
    levels: &'a mut [Vec<u32>],
    index: u32,
    level: u8,
    board: Board,
    holds: Option<Condition<'a>>,
}

impl Origin<'_> {
    /// An own step.
    #[inline]
    fn step(&mut self, from: Square, direction: Direction) {
        let Some(to) = from.next(direction) else { return };
        let step = Self::move_on(&self.board, from, direction);
        self.reach(self.board.after(from.index(), to.index()), [Some(step), None]);
    }

    /// The pulls that an own step begins, of enemies on a set of squares.
    fn pulls(&mut self, from: Square, direction: Direction, among: u64) {
        let Some(to) = from.next(direction) else { return };
        let (step, strength) =
            (Self::move_on(&self.board, from, direction), self.board.strength_on(from.index()));
        let board = self.board.after(from.index(), to.index());
        let victims = board.weaker_beside(!self.turns.start.side_to_move(), from.index(), strength);
        for victim in Square::all_of(victims & among) {
            self.follow(board, step, victim, from);
        }
    }

    /// The pushes of an enemy in a direction, by the pieces on a set of squares that can finish one.
    fn pushes(&mut self, victim: Square, direction: Direction, among: u64) {
        let Some(to) = victim.next(direction) else { return };
        let (step, strength) =
            (Self::move_on(&self.board, victim, direction), self.board.strength_on(victim.index()));
        let board = self.board.after(victim.index(), to.index());
        let pushers = board.stronger_beside(self.turns.start.side_to_move(), victim.index(), strength);
        for pusher in board.unfrozen(pushers & among) {
            self.follow(board, step, pusher, victim);
        }
    }

    /// The second step of a push or pull: the piece on `from` enters `to`.
    fn follow(&mut self, board: Board, first: Move, from: Square, to: Square) {
        let Some(direction) = Direction::ALL.into_iter().find(|&way| from.next(way) == Some(to)) else {
            return;
        };
        let second = Self::move_on(&board, from, direction);
        self.reach(board.after(from.index(), to.index()), [Some(first), Some(second)]);
    }

    fn move_on(board: &Board, from: Square, direction: Direction) -> Move {
        Move::stepping(board.number_on(from.index()), from, direction)
    }

    /// Notes a board, unless it has been met with as few steps.
    #[inline]
    fn reach(&mut self, board: Board, steps: [Option<Move>; 2]) {
        let level = self.level + steps.iter().flatten().count() as u8;
        if self.holds.is_some_and(|holds| !holds(&board, LONGEST_TURN - level)) {
            return;
        }
        let found = Found { board, before: self.index, level, steps };
        let boards = &mut self.turns.found;
        let next = boards.len() as u32;
        let index = self.turns.table.find_or_insert(&board, next, boards);
        if index == next {
            boards.push(found);
        } else if boards[index as usize].level > level {
            boards[index as usize] = found;
        } else {
            return;
        }
        if level < LONGEST_TURN {
            self.levels[usize::from(level)].push(index);
        }
    }
}

impl fmt::Debug for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turns").field("start", &self.start).field("len", &self.len()).finish_non_exhaustive()
    }
}

/// One of the turns of a position.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    turns: &'a Turns,
    index: usize,
}

impl Turn<'_> {
    /// The moves of the turn: one to four steps, and the pass if they are fewer than four.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(usize::from(LONGEST_TURN));
        let mut found = self.found();
        let pass = (found.level < LONGEST_TURN).then_some(Move::PASS);
        while found.level > 0 {
            moves.extend(found.steps.iter().rev().flatten());
            found = &self.turns.found[found.before as usize];
        }
        moves.reverse();
        moves.extend(pass);
        moves
    }

    /// The number of its steps, 1 to 4.
    pub fn steps(&self) -> usize {
        usize::from(self.found().level)
    }

    /// The position after the turn.
    pub fn position(&self) -> Arimaa {
        let start = &self.turns.start;
        Arimaa::after_turn(self.found().board, !start.side_to_move(), start.rules())
    }

    /// Whether a rabbit of the player who moved stands on its goal rank after the turn.
    pub fn reaches_goal(&self) -> bool {
        let side = self.turns.start.side_to_move();
        let board = &self.found().board;
        board.men(side) & board.of_kind(Kind::Rabbit) & GOALS[side.index()] != 0
    }

    /// Whether a piece, of either side, was captured.
    pub fn captures(&self) -> bool {
        let before = self.turns.start.board().occupied();
        self.found().board.occupied().count_ones() < before.count_ones()
    }

    fn found(&self) -> &Found {
        &self.turns.found[self.index]
    }
}

/// Where each board stands in a list of boards: a hash table with open addressing that doubles when it is
/// half full.
struct Table {
    /// The upper half of a board's key, which chooses the place, and its number plus one; 0 is empty.
    slots: Vec<u64>,
    len: usize,
}

impl Table {
    fn new() -> Self {
        Self { slots: vec![0; 1 << 12], len: 0 }
    }

    /// The number of a board in `boards`; `next` if it is new, and from then on.
    #[inline]
    fn find_or_insert(&mut self, board: &Board, next: u32, boards: &[Found]) -> u32 {
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        let (mask, tag) = (self.slots.len() - 1, board.key() >> 32);
        let mut place = tag as usize & mask;
        while self.slots[place] != 0 {
            let index = (self.slots[place] as u32) - 1;
            if self.slots[place] >> 32 == tag && boards[index as usize].board == *board {
                return index;
            }
            place = (place + 1) & mask;
        }
        self.slots[place] = tag << 32 | u64::from(next + 1);
        self.len += 1;
        next
    }

    #[cold]
    fn grow(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        let mut slots = vec![0; mask + 1];
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            let mut place = (slot >> 32) as usize & mask;
            while slots[place] != 0 {
                place = (place + 1) & mask;
            }
            slots[place] = slot;
        }
        self.slots = slots;
    }
}

/// Counts of the turns of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnCounts {
    /// Own steps, and different steps of an enemy piece that begin a push.
    pub first_steps: u64,
    /// Different pushes: pusher, victim, and where the victim goes.
    pub pushes: u64,
    /// Different pulls: puller, where it goes, and victim.
    pub pulls: u64,
    /// Different boards after a turn.
    pub turns: u64,
    /// The turns after which a rabbit of the mover's is on its goal rank.
    pub turns_goal: u64,
    /// The turns after which either side has fewer pieces.
    pub turns_capture: u64,
    /// FNV-1a (64 bits) over the boards in order, each as 64 characters from a8 to h1, `.` for an empty
    /// square, and a line feed.
    pub hash: u64,
}

impl TurnCounts {
    /// Counts the turns of a position, decided or not; `None` in the middle of a turn or of the setup.
    ///
    /// ```
    /// use plywood_arimaa::{Arimaa, TurnCounts};
    ///
    /// let text = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
    /// let counts = TurnCounts::of(&text.parse()?).expect("a turn begins here");
    /// assert_eq!((counts.first_steps, counts.turns, counts.hash), (8, 3_353, 0xf4eb_2b47_023d_440b));
    /// # Ok::<(), plywood_arimaa::PositionError>(())
    /// ```
    pub fn of(position: &Arimaa) -> Option<Self> {
        let turns = position.turns()?;
        let (pushes, pulls) = pushes_and_pulls(position.board(), position.side_to_move());
        Some(Self {
            first_steps: position.offers().count() as u64,
            pushes,
            pulls,
            turns: turns.len() as u64,
            turns_goal: turns.iter().filter(Turn::reaches_goal).count() as u64,
            turns_capture: turns.iter().filter(Turn::captures).count() as u64,
            hash: hash(turns.found[1..].iter().map(|found| &found.board)),
        })
    }
}

/// The numbers of pushes and of pulls that a turn can begin with.
fn pushes_and_pulls(board: &Board, side: Side) -> (u64, u64) {
    let movement = Movement::of(board, side);
    let (mut pushes, mut pulls) = (0, 0);
    for direction in Direction::ALL {
        for victim in Square::all_of(movement.with_room(movement.pushable(), direction)) {
            let Some(to) = victim.next(direction) else { continue };
            let after = board.after(victim.index(), to.index());
            let strength = board.strength_on(victim.index());
            let stronger = after.stronger_beside(side, victim.index(), strength);
            pushes += after.unfrozen(stronger).count() as u64;
        }
        for puller in Square::all_of(movement.steps(direction)) {
            let Some(to) = puller.next(direction) else { continue };
            let after = board.after(puller.index(), to.index());
            let weaker = after.weaker_beside(!side, puller.index(), board.strength_on(puller.index()));
            pulls += u64::from(weaker.count_ones());
        }
    }
    (pushes, pulls)
}

/// The hash of a set of boards.
fn hash<'a>(boards: impl Iterator<Item = &'a Board>) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let letter =
        |board: &Board, square: Square| board.piece_on(square.index()).map_or('.', Piece::letter) as u8;
    let text = |board: &Board| -> Vec<u8> {
        squares_as_written().map(|square| letter(board, square)).chain([b'\n']).collect()
    };
    let mut texts: Vec<_> = boards.map(text).collect();
    texts.sort_unstable();
    texts.iter().flatten().fold(OFFSET, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn levels(turns: &Turns) -> HashMap<u64, u8> {
        turns.found.iter().map(|found| (found.board.key(), found.level)).collect()
    }

    #[test]
    fn one_order_of_actions_finds_every_board_with_as_few_steps_as_all_orders() {
        let records = include_str!("../../tests/data/positions.jsonl").lines().step_by(3);
        for record in records.map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")) {
            let field = |name: &str| record[name].as_str().expect(name).to_owned();
            let text = format!("{} [{}]", field("side"), field("board"));
            let start: Arimaa = text.parse().expect("a position");
            let (one, all) = (
                Turns::of(start.clone(), None, usize::MAX),
                Turns::in_orders(start, None, usize::MAX, false),
            );
            assert!(one.in_one_order, "{text}");
            assert_eq!(levels(&one), levels(&all), "{text}");
        }
    }
}
