//! What the next two placements decide for certain: a placement that wins, or a threat that no placement
//! answers.
//!
//! The sets of squares say where to look; the rules, by playing the placement, decide whether it wins. So the
//! answers hold under every switch. Wins that the sets miss are left to the search.

use super::chances::{Chances, ejectors};
use crate::rules::board::{PIECES, placed};
use crate::rules::geometry::{BOARD, NEIGHBOURS, has_line, line_squares};
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
        let is_lost = threat.is_some_and(|square| !scene.can_parry(Threat::of(passed, square), threats));
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
    let threat = Threat::of(passed, passed.winning(passed.likely_wins(lines))?);
    Some(bits(scene.empty()).filter(|&square| scene.parries(square, threat)).count() as u32)
}

/// Which placements keep the opponent, who would win by `threat` now, from winning with its next one.
pub(crate) fn parrying(position: &Gekitai, threat: Move) -> impl Fn(Move) -> bool + use<> {
    let scene = Scene::of(position);
    let threat = Threat::of(scene.passed(), threat.square().index());
    move |mv| scene.parries(mv.square().index(), threat)
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
        self.with(placed(self.own, self.enemy, square))
    }

    /// The same, when these are the pieces after the placement.
    #[inline]
    fn with(self, (own, enemy): (u64, u64)) -> (Self, Option<Outcome>) {
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
    fn can_parry(self, threat: Threat, threats: u64) -> bool {
        let rest = self.empty() & !threats;
        bits(threats).chain(bits(rest)).any(|square| self.parries(square, threat))
    }

    /// Whether the opponent has not won after this placement and cannot win with its next one. `threat` is
    /// its most likely win.
    fn parries(self, square: usize, threat: Threat) -> bool {
        let (own, enemy) = placed(self.own, self.enemy, square);
        let changed = (own ^ self.own) | (enemy ^ self.enemy);
        if threat.stands(own, changed) && own.count_ones() < PIECES && !has_line(own) {
            return false;
        }
        let (child, outcome) = self.with((own, enemy));
        if let Some(outcome) = outcome {
            return outcome != Outcome::Win(child.side);
        }
        if child.empty() >> threat.square & 1 != 0 && child.wins(threat.square) {
            return false;
        }
        let lines = Chances::of(child.own, child.occupied()).lines();
        child.winning(child.likely_wins(lines)).is_none()
    }
}

/// A placement by which the opponent wins unless it is kept from it, and what that depends on.
#[derive(Clone, Copy)]
struct Threat {
    square: usize,
    /// The squares that must stay as they are so that the placement makes its lines: those of the lines, the
    /// neighbours that have pieces, and the squares behind these. All, if it makes no line.
    rests_on: u64,
    /// The neighbours of the square.
    near: u64,
}

impl Threat {
    /// The threat to place a piece on `square`, which wins for the side to move of the scene.
    #[inline]
    fn of(scene: Scene, square: usize) -> Self {
        let near = NEIGHBOURS[square & 63];
        let lines = line_squares(placed(scene.own, scene.enemy, square).0);
        let pushed = bits(scene.occupied() & near).map(|from| 1 << from | 1 << ((2 * from - square) & 63));
        let pushed = pushed.fold(0, |squares: u64, pair: u64| squares | pair);
        let rests_on = if lines == 0 { u64::MAX } else { lines | pushed | 1 << square };
        Self { square, rests_on, near }
    }

    /// Whether the placement certainly makes its lines and moves no piece of the other side, whose pieces are
    /// `theirs`, after a placement of that side that has changed these squares. If that side has won nothing
    /// by then, the threat wins.
    #[inline]
    const fn stands(self, theirs: u64, changed: u64) -> bool {
        changed & self.rests_on == 0 && theirs & self.near == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::{Both, Opponent};
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    /// The same as [`parries`], each placement and what it threatens played.
    fn by_trying(position: &Gekitai) -> Option<u32> {
        let scene = Scene::of(position);
        let wins = |scene: Scene| {
            let lines = Chances::of(scene.own, scene.occupied()).lines();
            scene.winning(scene.likely_wins(lines))
        };
        let threat = wins(scene.passed())?;
        let parries = bits(scene.empty()).map(|square| scene.after(square)).filter(|&(child, outcome)| {
            let is_stopped = child.empty() >> threat & 1 == 0 || !child.wins(threat);
            outcome.map_or(is_stopped && wins(child).is_none(), |over| over != Outcome::Win(child.side))
        });
        Some(parries.count() as u32)
    }

    #[test]
    fn placements_parry_a_threat_if_they_do_when_both_are_played() {
        let mut rng = StdRng::seed_from_u64(3);
        let mut threats = [0; 2];
        for round in 0..600 {
            let both = [Both::Draw, Both::MoverWins, Both::LinesFirst][round % 3];
            let opponent = [Opponent::Wins, Opponent::PlayOn][round % 2];
            let mut position = Gekitai::start(Rules::default().with_both(both).with_opponent(opponent));
            while let Some(mv) = position.random_move(&mut rng) {
                let found = parries(&position);
                assert_eq!(found, by_trying(&position), "{position:?}");
                threats[0] += u32::from(found == Some(0));
                threats[1] += u32::from(found.is_some_and(|parries| parries > 0));
                position.play_unchecked(mv);
            }
        }
        assert!(threats[0] > 100 && threats[1] > 1_000, "{threats:?}");
    }
}
