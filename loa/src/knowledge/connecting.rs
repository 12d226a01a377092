//! Moves that connect all men, and win.

use crate::rules::connection::group_of;
use crate::rules::geometry::grown;
use crate::rules::movegen::Moves;
use crate::rules::moves::Move;
use crate::rules::position::Loa;
use core::ops::ControlFlow;

impl Loa {
    /// A move that connects all men of the side to move, if there is one. It may connect the opponent's too.
    ///
    /// The groups are nearly always so far apart that no square touches them all. Then no move is generated.
    #[inline]
    pub fn connecting_move(&self) -> Option<Move> {
        let side = self.turn();
        let (own, enemy) = (self.men(side), self.men(!side));
        let targets = meeting_points(own);
        if targets == 0 {
            return None;
        }
        let mut found = None;
        let _ = Moves::of(own, enemy, self.squares()).visit(&mut |mv| {
            let (from, to) = (mv.from().bit(), mv.to().bit());
            let men = own & !from | to;
            if targets & to == 0 || group_of(to, men) != men {
                return ControlFlow::Continue(());
            }
            found = Some(mv);
            ControlFlow::Break(())
        });
        found
    }
}

/// The squares to which a man has to move to connect all men: those next to every group, except that one
/// group of a single man may be elsewhere.
///
/// A group that the square does not touch must be the moving man itself: of a larger group the rest would
/// stay apart.
#[inline]
pub(super) fn meeting_points(men: u64) -> u64 {
    let (mut all, mut all_but_a_man) = (u64::MAX, 0);
    let mut rest = men;
    while rest != 0 && all | all_but_a_man != 0 {
        let group = group_of(rest & rest.wrapping_neg(), rest);
        let near = grown(group);
        all_but_a_man &= near;
        if group.is_power_of_two() {
            all_but_a_man |= all;
        }
        all &= near;
        rest &= !group;
    }
    (all | all_but_a_man) & !men
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Position;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    /// The first move in order of generation after which all men of the mover are connected.
    fn by_trying(position: &Loa) -> Option<Move> {
        let mover = position.turn();
        position.legal_moves().into_iter().find(|&mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            !mv.is_pass() && after.is_connected(mover)
        })
    }

    #[test]
    fn the_connecting_move_is_the_one_that_trying_all_moves_finds() {
        let mut rng = StdRng::seed_from_u64(5);
        let mut found = 0;
        for size in ["size=5", "size=6", "size=7", "size=8"].iter().cycle().take(400) {
            let mut position = Loa::start(size.parse().expect("rules"));
            while position.outcome().is_none() {
                assert_eq!(position.connecting_move(), by_trying(&position), "{position}");
                found += u32::from(position.connecting_move().is_some());
                let Some(mv) = position.random_move(&mut rng) else { break };
                position.play_unchecked(mv);
            }
        }
        assert!(found > 300, "{found}");
    }

    fn men(squares: &str) -> u64 {
        squares.split(' ').map(|text| text.parse::<crate::Square>().expect("a square").bit()).sum()
    }

    #[test]
    fn a_meeting_point_touches_all_groups_but_for_a_single_man() {
        let cases = [
            ("a1 c1", "b1 b2 a2 c2 d1 d2"),
            ("a1 a2 c1 c2", "b1 b2 b3"),
            ("a1 a2 c1 d5", "b1 b2"),
            ("a1 a2 c1 c2 h7 h8", ""),
        ];
        for (squares, expected) in cases {
            let expected = if expected.is_empty() { 0 } else { men(expected) };
            assert_eq!(meeting_points(men(squares)), expected, "{squares}");
        }
    }
}
