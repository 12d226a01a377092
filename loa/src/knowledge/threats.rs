//! Threats to connect, and the moves that parry them.

use super::connecting::meeting_points;
use crate::rules::board::Colour;
use crate::rules::connection::{group_of, is_connected};
use crate::rules::geometry::lines_of;
use crate::rules::moves::{Move, Square};
use crate::rules::position::Loa;
use crate::rules::variants::Connection;
use core::ops::ControlFlow;
use plywood_play::bits;

/// A move by which the side to move wins at once because it connects its men, if there is one.
#[inline]
pub(crate) fn winning_leap(position: &Loa) -> Option<Move> {
    let scene = Scene::of(position, position.turn());
    let targets = meeting_points(scene.own) & scene.board;
    let found = if targets == 0 { None } else { scene.open_leap(targets) };
    found.map(|leap| Move::between(Square::of(leap.from), Square::of(leap.to)))
}

/// The number of moves of the side to move after which the opponent has not won and does not win by
/// connecting its men with its next move. `None` if the opponent would have no such move if the side to move
/// passed, or if the side to move has no move.
///
/// With 0, the opponent wins within two plies.
pub(crate) fn parries(position: &Loa) -> Option<u32> {
    let turn = position.turn();
    let scene = Scene::of(position, !turn);
    let targets = meeting_points(scene.own) & scene.board;
    if targets == 0 || scene.open_leap(targets).is_none() {
        return None;
    }
    let (leaps, goals) = (scene.near_leaps(targets), meeting_points(scene.enemy));
    let (mut moves, mut parries) = (0, 0);
    let _ = position.moves_of(turn.into()).visit(&mut |mv| {
        let (from, to) = (mv.from().bit(), mv.to().bit());
        let after = Scene { own: scene.own & !to, enemy: scene.enemy & !from | to, ..scene };
        let ends = goals & to != 0 && is_connected(after.enemy);
        moves += 1;
        parries += u32::from(ends || !after.is_won(scene, &leaps));
        ControlFlow::<()>::Continue(())
    });
    (moves > 0).then_some(parries)
}

/// The men of the side that threatens, and those of its opponent.
#[derive(Clone, Copy)]
struct Scene {
    own: u64,
    enemy: u64,
    board: u64,
    /// The rule for a move that connects both sides.
    shared: Connection,
}

impl Scene {
    #[inline]
    fn of(position: &Loa, side: Colour) -> Self {
        let (own, enemy) = (position.men(side), position.men(!side));
        Self { own, enemy, board: position.squares(), shared: position.rules().connection }
    }

    /// Whether the side that threatens has connected its men, or does so with its next move. `before` is the
    /// position before its opponent's move, and `leaps` are those of that position.
    #[inline]
    fn is_won(self, before: Self, leaps: &Leaps) -> bool {
        if self.own == before.own {
            return leaps.any_open(self);
        }
        // A man was captured: other moves connect the rest.
        is_connected(self.own) || self.open_leap(meeting_points(self.own) & self.board).is_some()
    }

    /// A legal move to one of these squares that connects the men, and wins.
    #[inline]
    fn open_leap(self, targets: u64) -> Option<Leap> {
        let mut found = None;
        let _ = self.visit_leaps(targets, 0, &mut |leap| {
            if leap.is_open(self) && self.connects(leap) {
                found = Some(leap);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// The moves to these squares that connect the men, and are legal, or may be after a move of the other
    /// side that captures nothing: that changes the number of men on a line by one at most, and takes one man
    /// out of the way.
    fn near_leaps(self, targets: u64) -> Leaps {
        let mut leaps = Leaps { list: [Leap::NONE; Leaps::MOST], count: 0 };
        let _ = self.visit_leaps(targets, 1, &mut |leap| {
            if (leap.between & self.enemy).count_ones() <= 1 && self.connects(leap) {
                leaps.push(leap);
            }
            ControlFlow::Continue(())
        });
        leaps
    }

    #[inline]
    fn connects(self, leap: Leap) -> bool {
        let men = self.own & !(1 << leap.from) | 1 << leap.to;
        group_of(1 << leap.to, men) == men
    }

    /// Shows the moves to these squares for which the number of men on the line is right, or wrong by `slack`
    /// at most.
    #[inline]
    fn visit_leaps<F>(self, targets: u64, slack: u32, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Leap) -> ControlFlow<()>,
    {
        for to in bits(targets) {
            for (line, step) in lines_of(to) {
                let men = (line & (self.own | self.enemy)).count_ones();
                for distance in men.saturating_sub(slack).max(1)..=men + slack {
                    let way = distance * step;
                    for from in [(to as u32).wrapping_sub(way), to as u32 + way] {
                        if from < 64 && line & self.own & 1 << from != 0 {
                            visit(Leap::new(from, to as u32, line, distance))?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A move of one man, as far as the other men do not matter.
#[derive(Clone, Copy)]
struct Leap {
    from: u32,
    to: u32,
    line: u64,
    between: u64,
    distance: u32,
}

impl Leap {
    const NONE: Self = Self { from: 0, to: 0, line: 0, between: 0, distance: 0 };

    #[inline]
    const fn new(from: u32, to: u32, line: u64, distance: u32) -> Self {
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        let between = line & (!1 << low) & ((1 << high) - 1);
        Self { from, to, line, between, distance }
    }

    /// Whether it is legal, and does not connect the opponent's men as well where that is a draw. The target
    /// must not be one of the side's own men.
    #[inline]
    fn is_open(self, scene: Scene) -> bool {
        let to = 1 << self.to;
        (self.line & (scene.own | scene.enemy)).count_ones() == self.distance
            && self.between & scene.enemy == 0
            && !(scene.enemy & to != 0 && scene.shared == Connection::Draw && is_connected(scene.enemy & !to))
    }
}

/// Moves that connect; if there are too many, some of them. So a threat may be missed, but none is seen that
/// does not exist.
struct Leaps {
    list: [Leap; Self::MOST],
    count: usize,
}

impl Leaps {
    const MOST: usize = 32;

    #[inline]
    fn push(&mut self, leap: Leap) {
        if let Some(place) = self.list.get_mut(self.count) {
            *place = leap;
            self.count += 1;
        }
    }

    #[inline]
    fn any_open(&self, scene: Scene) -> bool {
        self.list[..self.count].iter().any(|leap| leap.is_open(scene))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::{Outcome, Position};
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    /// Whether a move connects the men of the side to move, and wins, by the rules alone.
    fn wins_at_once(position: &Loa) -> bool {
        let side = position.side_to_move();
        position.legal_moves().into_iter().any(|mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            after.outcome() == Some(Outcome::Win(side)) && after.is_connected(side.into())
        })
    }

    /// The same by the rules alone.
    fn by_trying(position: &Loa) -> Option<u32> {
        let winner = !position.side_to_move();
        let wins = |position: &Loa| {
            position.outcome().is_none() && position.moves_of(winner).any() && wins_at_once(position)
        };
        let mut passed = position.clone();
        passed.play_unchecked(crate::Move::PASS);
        if !position.moves_of(position.side_to_move()).any() || !wins(&passed) {
            return None;
        }
        let parries = position.legal_moves().into_iter().filter(|&mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            after.outcome() != Some(Outcome::Win(winner)) && !wins(&after)
        });
        Some(parries.count() as u32)
    }

    #[test]
    fn parries_are_those_that_trying_all_replies_finds() {
        let mut rng = StdRng::seed_from_u64(7);
        let (mut lost, mut parried) = (0, 0);
        let rules = ["size=5", "size=6,connection=mover-wins", "size=7", "size=8,connection=mover-wins", ""];
        for rules in rules.iter().cycle().take(500) {
            let mut position = Loa::start(rules.parse().expect("rules"));
            while position.outcome().is_none() {
                let expected = by_trying(&position);
                assert_eq!(parries(&position), expected, "{position}");
                let leap = winning_leap(&position);
                assert_eq!(leap.is_some(), wins_at_once(&position), "{position}");
                assert!(leap.is_none_or(|mv| position.is_legal(mv)), "{position}");
                lost += u32::from(expected == Some(0));
                parried += u32::from(expected.is_some_and(|parries| parries > 0));
                let Some(mv) = position.random_move(&mut rng) else { break };
                position.play_unchecked(mv);
            }
        }
        assert!(lost > 30 && parried > 200, "{lost} {parried}");
    }
}
