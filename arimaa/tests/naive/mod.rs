//! The rules once more, written from their prose with plain arrays and nothing shared with the crate: slow,
//! and easy to check by eye.

#![allow(dead_code, reason = "each test uses a part of it")]

use plywood_arimaa::{Action, Arimaa, Colour, Move, Piece, Square};
use plywood_search::Position;
use std::collections::{BTreeSet, HashSet};

/// A square: file and rank from 0.
pub(crate) type Place = (i32, i32);

/// A board by rank and file; `.` is empty.
pub(crate) type Board = [[char; 8]; 8];

const TRAPS: [Place; 4] = [(2, 2), (5, 2), (2, 5), (5, 5)];

/// A turn under way.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    pub(crate) board: Board,
    start: Board,
    gold_moves: bool,
    steps: usize,
    /// A square that an own piece has just left by a step of its own, and how strong that piece is.
    left: Option<(Place, usize)>,
    /// A square that an enemy piece has been pushed out of, and how strong that piece is.
    pushed: Option<(Place, usize)>,
}

/// One step, or the end of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Ply {
    Step(Place, Place),
    Pass,
}

fn strength(piece: char) -> usize {
    ".RCDHME".find(piece.to_ascii_uppercase()).expect("a piece")
}

fn all_places() -> impl Iterator<Item = Place> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn neighbours((file, rank): Place) -> impl Iterator<Item = Place> {
    let around = [(file, rank + 1), (file + 1, rank), (file, rank - 1), (file - 1, rank)];
    around.into_iter().filter(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank))
}

fn at(board: &Board, (file, rank): Place) -> char {
    board[rank as usize][file as usize]
}

fn put(board: &mut Board, (file, rank): Place, piece: char) {
    board[rank as usize][file as usize] = piece;
}

fn is_gold(piece: char) -> bool {
    piece.is_ascii_uppercase()
}

fn are_friends(one: char, other: char) -> bool {
    one != '.' && other != '.' && is_gold(one) == is_gold(other)
}

fn has_friend(board: &Board, place: Place, piece: char) -> bool {
    neighbours(place).any(|other| are_friends(piece, at(board, other)))
}

fn is_frozen(board: &Board, place: Place) -> bool {
    let piece = at(board, place);
    let stronger_enemy = |other: Place| {
        let other = at(board, other);
        other != '.' && !are_friends(piece, other) && strength(other) > strength(piece)
    };
    neighbours(place).any(stronger_enemy) && !has_friend(board, place, piece)
}

/// The board after a piece has gone from one square to another and the traps have been looked at.
fn after(board: &Board, from: Place, to: Place) -> Board {
    let mut next = *board;
    put(&mut next, to, at(board, from));
    put(&mut next, from, '.');
    let seen = next;
    for trap in TRAPS {
        if at(&seen, trap) != '.' && !has_friend(&seen, trap, at(&seen, trap)) {
            put(&mut next, trap, '.');
        }
    }
    next
}

impl Turn {
    /// The turn that begins with this board.
    pub(crate) fn new(board: Board, gold_moves: bool) -> Self {
        Self { board, start: board, gold_moves, steps: 0, left: None, pushed: None }
    }

    fn is_own(&self, piece: char) -> bool {
        piece != '.' && is_gold(piece) == self.gold_moves
    }

    /// The turn after a step, if the rules allow the step by itself, whatever comes after it.
    fn step(&self, from: Place, to: Place) -> Option<Self> {
        let piece = at(&self.board, from);
        if piece == '.' || at(&self.board, to) != '.' || self.steps == 4 {
            return None;
        }
        let next = |left, pushed| Self {
            board: after(&self.board, from, to),
            steps: self.steps + 1,
            left,
            pushed,
            ..self.clone()
        };
        if let Some((emptied, victim)) = self.pushed {
            let follows = self.is_own(piece)
                && to == emptied
                && strength(piece) > victim
                && !is_frozen(&self.board, from);
            return follows.then(|| next(None, None));
        }
        if self.is_own(piece) {
            let backward = if self.gold_moves { to.1 < from.1 } else { to.1 > from.1 };
            let backing_rabbit = backward && strength(piece) == 1;
            let allowed = !is_frozen(&self.board, from) && !backing_rabbit;
            return allowed.then(|| next(Some((from, strength(piece))), None));
        }
        if self.left.is_some_and(|(left, puller)| left == to && puller > strength(piece)) {
            return Some(next(None, None));
        }
        let can_push = |pusher: Place| {
            let other = at(&self.board, pusher);
            self.is_own(other) && strength(other) > strength(piece) && !is_frozen(&self.board, pusher)
        };
        neighbours(from).any(can_push).then(|| next(None, Some((from, strength(piece)))))
    }

    fn may_end(&self) -> bool {
        self.steps > 0 && self.pushed.is_none() && self.board != self.start
    }

    /// The turns after one step each, whatever comes after it.
    fn children(&self) -> Vec<(Ply, Self)> {
        let pairs = all_places().flat_map(|from| neighbours(from).map(move |to| (from, to)));
        pairs.filter_map(|(from, to)| Some((Ply::Step(from, to), self.step(from, to)?))).collect()
    }

    /// Whether the turn can come to a legal end.
    fn can_be_finished(&self) -> bool {
        self.may_end() || self.children().iter().any(|(_, child)| child.can_be_finished())
    }

    /// The legal plies of a turn of less than four steps, repetition aside.
    pub(crate) fn plies(&self) -> BTreeSet<Ply> {
        let finishable = self.children().into_iter().filter(|(_, child)| child.can_be_finished());
        let steps = finishable.map(|(ply, _)| ply);
        steps.chain(self.may_end().then_some(Ply::Pass)).collect()
    }

    /// The number of ways to make `depth` plies, one after the other.
    pub(crate) fn perft(&self, depth: u32) -> usize {
        match depth {
            0 => 1,
            _ if self.gold_wins().is_some() => 0,
            1 => self.plies().len(),
            _ => self.plies().into_iter().map(|ply| self.after(ply).perft(depth - 1)).sum(),
        }
    }

    /// All boards after this turn.
    pub(crate) fn boards_after(&self) -> HashSet<Board> {
        let mut boards = HashSet::new();
        let mut level = HashSet::from([self.clone()]);
        for _ in 0..4 {
            level = level.iter().flat_map(Self::children).map(|(_, child)| child).collect();
            boards.extend(level.iter().filter(|turn| turn.may_end()).map(|turn| turn.board));
        }
        boards
    }

    /// The turn after a legal ply, the opponent's if it ended this one.
    pub(crate) fn after(&self, ply: Ply) -> Self {
        let next = match ply {
            Ply::Step(from, to) => self.step(from, to).expect("the step is legal"),
            Ply::Pass => self.clone(),
        };
        let ends = ply == Ply::Pass || next.steps == 4;
        if ends { Self::new(next.board, !self.gold_moves) } else { next }
    }

    /// Whether Gold has won, if the game is over: looked at at the start of a turn only.
    pub(crate) fn gold_wins(&self) -> Option<bool> {
        if self.steps > 0 {
            return None;
        }
        let has_rabbit = |gold: bool, ranks: &[usize]| {
            let rabbit = if gold { 'R' } else { 'r' };
            ranks.iter().any(|&rank| self.board[rank].contains(&rabbit))
        };
        let on_goal = |gold: bool| has_rabbit(gold, if gold { &[7] } else { &[0] });
        let has_any = |gold: bool| has_rabbit(gold, &[0, 1, 2, 3, 4, 5, 6, 7]);
        let (moved, to_move) = (!self.gold_moves, self.gold_moves);
        if on_goal(moved) {
            Some(moved)
        } else if on_goal(to_move) {
            Some(to_move)
        } else if !has_any(to_move) {
            Some(moved)
        } else if !has_any(moved) {
            Some(to_move)
        } else {
            self.plies().is_empty().then_some(moved)
        }
    }
}

/// The board of a position.
pub(crate) fn board_of(position: &Arimaa) -> Board {
    let mut board = [['.'; 8]; 8];
    for index in 0..64 {
        let square = Square::from_index(index).expect("a square");
        board[index / 8][index % 8] = position.piece_on(square).map_or('.', Piece::letter);
    }
    board
}

/// The turn that begins in a position.
pub(crate) fn turn_of(position: &Arimaa) -> Turn {
    Turn::new(board_of(position), position.turn() == Colour::Gold)
}

/// The crate's move as a ply.
pub(crate) fn ply_of(mv: Move) -> Ply {
    let place = |square: Square| (i32::from(square.file()), i32::from(square.rank()));
    match mv.action() {
        Action::Step { from, direction, .. } => {
            Ply::Step(place(from), place(from.next(direction).expect("a square")))
        }
        Action::Pass => Ply::Pass,
        Action::Place { .. } => panic!("no turn is under way in the setup"),
    }
}

/// The crate's plies, with the pieces named rightly.
pub(crate) fn plies_of(position: &Arimaa) -> BTreeSet<Ply> {
    let mut plies = BTreeSet::new();
    let _ = position.generate(&mut |mv| {
        if let Action::Step { piece, from, .. } = mv.action() {
            assert_eq!(position.piece_on(from), Some(piece), "{mv}");
        }
        assert!(plies.insert(ply_of(mv)), "{mv} is generated twice in {position}");
        core::ops::ControlFlow::Continue(())
    });
    plies
}
