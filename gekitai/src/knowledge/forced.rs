//! What the next two placements decide for certain: a placement that wins, or a threat that no placement
//! answers.
//!
//! The sets of squares say where to look; the rules, by playing the placement, decide whether it wins. So the
//! answers hold under every switch. Wins that the sets miss are left to the search.

use super::chances::{Chances, ejectors};
use crate::rules::board::{PIECES, placed};
use crate::rules::geometry::BOARD;
use crate::rules::moves::Move;
use crate::rules::position::{Gekitai, verdict};
use crate::rules::variants::Rules;
use plywood_play::bits;
use plywood_search::{ForcedWin, Outcome, Position, Side};

/// What the next placement of the side to move, or of its opponent, decides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verdict {
    /// Who wins within two plies, as far as the sets of squares show it.
    pub(crate) win: Option<ForcedWin>,
    /// A placement by which the opponent would win if the side to move passed, as far as the sets show it.
    /// `None` if the side to move wins.
    pub(crate) threat: Option<Move>,
}

impl Verdict {
    /// `ours` and `theirs` are the squares on which a placement of the side to move, or of its opponent,
    /// makes a line.
    #[inline]
    pub(crate) fn of(position: &Gekitai, ours: u64, theirs: u64) -> Self {
        let (scene, side) = (Scene::of(position), position.side_to_move());
        if scene.winning(scene.likely_wins(ours)).is_some() {
            return Self { win: Some(ForcedWin { winner: side, plies: 1 }), threat: None };
        }
        let passed = scene.passed();
        let threats = passed.likely_wins(theirs);
        let threat = passed.winning(threats);
        let is_lost = threat.is_some_and(|threat| !scene.can_parry(threat, threats));
        Self { win: is_lost.then_some(ForcedWin { winner: !side, plies: 2 }), threat: threat.map(Move::at) }
    }
}

/// The number of placements that keep the opponent, who threatens to win, from winning with its next one;
/// `None` if the sets show no threat.
#[inline]
pub(crate) fn parries(position: &Gekitai) -> Option<u32> {
    let scene = Scene::of(position);
    let passed = scene.passed();
    let lines = Chances::of(passed.own, passed.occupied()).lines();
    let threat = passed.winning(passed.likely_wins(lines))?;
    Some(bits(scene.empty()).filter(|&square| scene.parries(square, threat)).count() as u32)
}

/// Which placements keep the opponent, who would win by `threat` now, from winning with its next one.
pub(crate) fn parrying(position: &Gekitai, threat: Move) -> impl Fn(Move) -> bool + use<> {
    let scene = Scene::of(position);
    move |mv| scene.parries(mv.square().index(), threat.square().index())
}

/// Whether a placement threatens a line: whether its player could make one next if the opponent passed, as
/// far as the sets show it.
pub(crate) fn threatens(position: &Gekitai, mv: Move) -> bool {
    let (after, outcome) = Scene::of(position).after(mv.square().index());
    outcome.is_none() && Chances::of(after.enemy, after.occupied()).lines() != 0
}

/// A position without its key, on which many placements are tried.
#[derive(Clone, Copy)]
struct Scene {
    /// The pieces of the side to move, and of its opponent.
    own: u64,
    enemy: u64,
    side: Side,
    rules: Rules,
}

impl Scene {
    #[inline]
    fn of(position: &Gekitai) -> Self {
        let (own, enemy) = (position.pieces(position.turn()), position.pieces(!position.turn()));
        Self { own, enemy, side: position.side_to_move(), rules: position.rules() }
    }

    #[inline]
    const fn occupied(self) -> u64 {
        self.own | self.enemy
    }

    #[inline]
    const fn empty(self) -> u64 {
        BOARD & !self.occupied()
    }

    /// The same with the other side to move.
    #[inline]
    fn passed(self) -> Self {
        Self { own: self.enemy, enemy: self.own, side: !self.side, rules: self.rules }
    }

    /// The position after a placement on an empty square, and the outcome if that ends the game.
    #[inline]
    fn after(self, square: usize) -> (Self, Option<Outcome>) {
        let (own, enemy) = placed(self.own, self.enemy, square);
        let sides = if self.side == Side::First { [own, enemy] } else { [enemy, own] };
        (Self { own, enemy, ..self }.passed(), verdict(sides, self.side, self.rules))
    }

    /// The squares on which a placement makes a line, which are `lines`, or puts the eighth piece on the
    /// board.
    #[inline]
    fn likely_wins(self, lines: u64) -> u64 {
        let lacks_one = self.own.count_ones() == PIECES - 1;
        if lacks_one { lines | self.empty() & !ejectors(self.own, self.occupied()) } else { lines }
    }

    /// The first of these squares on which the side to move wins by a placement.
    #[inline]
    fn winning(self, squares: u64) -> Option<usize> {
        bits(squares).find(|&square| self.wins(square))
    }

    #[inline]
    fn wins(self, square: usize) -> bool {
        self.after(square).1 == Some(Outcome::Win(self.side))
    }

    /// Whether any placement keeps the opponent from winning; those on the squares of its threats mostly do.
    fn can_parry(self, threat: usize, threats: u64) -> bool {
        let rest = self.empty() & !threats;
        bits(threats).chain(bits(rest)).any(|square| self.parries(square, threat))
    }

    /// Whether the opponent has not won after this placement and cannot win with its next one. `threat` is
    /// its most likely win.
    fn parries(self, square: usize, threat: usize) -> bool {
        let (child, outcome) = self.after(square);
        if let Some(outcome) = outcome {
            return outcome != Outcome::Win(child.side);
        }
        if child.empty() >> threat & 1 != 0 && child.wins(threat) {
            return false;
        }
        let lines = Chances::of(child.own, child.occupied()).lines();
        child.winning(child.likely_wins(lines)).is_none()
    }
}
