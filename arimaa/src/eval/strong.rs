//! The strongest evaluation: a weighted sum of terms, with what is certain about goals in this turn and the
//! next.
//!
//! | group of terms | counted in |
//! |---|---|
//! | material by what remains of both armies | [`material`](super::material) |
//! | places, trap control, frozen pieces, mobility, room for elephant and camel | [`standing`] |
//! | wings seen from the enemy's elephant, advanced rabbits, ways to the goal | [`standing`] |
//! | captures that the enemy threatens, hostages, pieces on traps, outranked pieces | [`threats`] |
//!
//! The terms are those that the published programs share: Fotland, "Building a World-Champion Arimaa Program"
//! (2004); Zhong, "Building a Strong Arimaa-playing Program" (2005); Wu, "Designing a Winning Arimaa Program"
//! (2015). The weights were fitted to scores of searches, as `RESULTS.md` says. A rabbit early in the game is
//! worth about a hundred points.
//!
//! Threats count differently for the side to move and for the other; while a turn is under way, the weights
//! go from the ones to the others with the steps left. Whether a rabbit arrives in this turn, or the enemy's
//! in its next, is not guessed but found out: the first is a forced win, the second leaves only the steps
//! that may be part of a defence.

use super::goals::{Goals, TurnKnowledge};
use super::ordering;
use super::selection;
use super::sight::{Mark, Sight, Watched};
use super::standing::{standing, ways};
use super::terms::{Counts, GROUPS, GroupSums, MATERIAL, QUARTERS, STEPS, Sum, TERMS, Tally, UNIT};
use super::threats::{Approach, threats};
use super::view::View;
use super::weights::WEIGHTS;
use crate::knowledge::{Defence, defences, lines};
use crate::rules::moves::Move;
use crate::rules::pieces::Colour;
use crate::rules::position::{Arimaa, LONGEST_TURN};
use core::ops::ControlFlow;
use plywood_search::{
    Candidates, ForcedWin, Game, Hints, Knowledge, Numbers, Parameter, Parameters, Position, Purpose, Score,
    Side, WholeTurns,
};

/// The strongest evaluation of this crate, in points, of which a rabbit early in the game is worth about a
/// hundred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strong;

impl Strong {
    /// The points of one colour, without what depends on whose turn it is.
    pub fn of(position: &Arimaa, colour: Colour) -> i32 {
        let view = View::of(position.board(), colour.into());
        let mut sum = Sum { sign: 1, total: 0 };
        standing(&view, view.frozen(), &mut sum);
        sum.total / (QUARTERS * UNIT)
    }

    /// The value of a position without an outcome, for the side to move.
    pub fn value(self, position: &Arimaa) -> Score {
        value_knowing(position, TurnKnowledge::of(position))
    }

    /// What a network sees of a position, and the points that it corrects.
    pub(super) fn sight(position: &Arimaa) -> (Sight, i32) {
        sight(position, TurnKnowledge::of(position))
    }

    /// The same of a position of a line.
    #[inline]
    pub(super) fn sight_on(position: &Arimaa, state: &mut Goals) -> (Sight, i32) {
        sight(position, state.here(position))
    }

    /// How often each term occurs, in quarters: the mover's less the enemy's.
    pub fn terms(position: &Arimaa) -> Vec<i32> {
        Self::terms_with(position, position.steps_left() as usize)
    }

    /// The same as if so many steps were left to the mover, 4 at most.
    pub fn terms_with(position: &Arimaa, steps_left: usize) -> Vec<i32> {
        let mut counts = Counts { sign: 1, quarters: vec![0; TERMS] };
        let own = View::of_mover(position);
        count_terms(&own, steps_left.min(4), &mut counts, |counts| counts.sign = -1);
        counts.quarters
    }

    /// The weights of the terms, in 64ths of a point.
    pub fn weights() -> &'static [i16; TERMS] {
        &WEIGHTS
    }

    /// The value of each group of terms for the side to move, in points.
    pub fn explain(position: &Arimaa) -> Vec<(&'static str, i32)> {
        let values = group_values(&View::of_mover(position), position.steps_left() as usize);
        GROUPS.iter().zip(values).map(|(group, value)| (group.name, value)).collect()
    }
}

/// The value of a position of whose turn this is known, for the side to move.
#[inline]
fn value_knowing(position: &Arimaa, known: TurnKnowledge) -> Score {
    let own = View::of_mover(position);
    let mut sum = Sum { sign: 1, total: 0 };
    count_terms(&own, position.steps_left() as usize, &mut sum, |sum| sum.sign = -1);
    Score::heuristic(sum.total / (QUARTERS * UNIT) - goal_threat(position, known))
}

/// What a network sees of a position, and the points that it corrects: the material, and what a threat of a
/// goal costs.
#[inline]
fn sight(position: &Arimaa, known: TurnKnowledge) -> (Sight, i32) {
    let own = View::of_mover(position);
    let mut watched = Watched::new(position.turn().into());
    count_terms(&own, position.steps_left() as usize, &mut watched, Watched::turn);
    let material = watched.material * i32::from(WEIGHTS[MATERIAL.at(0)]) / (QUARTERS * UNIT);
    (watched.sight(&own, position, known.threat != 0), material - goal_threat(position, known))
}

/// The value of each group of terms for the side to move, which has so many steps left, in points.
pub(super) fn group_values(own: &View, steps_left: usize) -> [i32; GROUPS.len()] {
    let mut sums = GroupSums { sign: 1, totals: [0; GROUPS.len()] };
    count_terms(own, steps_left, &mut sums, |sums| sums.sign = -1);
    sums.totals.map(|total| total / (QUARTERS * UNIT))
}

/// Counts the terms of the mover, turns the tally, and counts those of its enemy.
#[inline]
fn count_terms<T: Tally>(own: &View, left: usize, tally: &mut T, turn: impl FnOnce(&mut T)) {
    let enemy = own.turned();
    tally.add(STEPS.at(0), left as i32);
    count_side(own, (true, left), tally);
    turn(tally);
    count_side(&enemy, (false, left), tally);
}

/// Counts the terms of one side. `steps` are those left to whoever moves.
#[inline]
fn count_side(view: &View, (moves, steps): (bool, usize), tally: &mut impl Tally) {
    let frozen = view.frozen();
    tally.see(Mark::Frozen, frozen);
    standing(view, frozen, tally);
    ways(view, frozen, moves, tally);
    let approach = Approach::of(view);
    approach.outranked(view, tally);
    threats(view, (&approach, frozen), (moves, steps), tally);
}

/// What it costs the mover that a rabbit of the enemy's threatens to reach its goal, by the steps left to
/// prevent it.
#[inline]
fn goal_threat(position: &Arimaa, known: TurnKnowledge) -> i32 {
    const COST: [i32; 5] = [0, 400, 260, 160, 90];
    if known.threat != 0 { COST[position.steps_left() as usize] } else { 0 }
}

impl Knowledge<Arimaa> for Strong {
    type State = Goals;

    #[inline]
    fn start(&self, _position: &Arimaa) -> Goals {
        Goals::new()
    }

    #[inline]
    fn advance(&self, state: &mut Goals, parent: &Arimaa, _mv: Option<Move>, child: &Arimaa) {
        state.push(parent, child);
    }

    #[inline]
    fn retreat(&self, state: &mut Goals) {
        state.pop();
    }

    #[inline]
    fn evaluate(&self, position: &Arimaa, state: &mut Goals) -> Score {
        value_knowing(position, state.here(position))
    }

    /// The board, whose turn it is, and how many steps are left.
    #[inline]
    fn value_key(&self, position: &Arimaa) -> Option<u64> {
        Some(position.key_of_board())
    }

    #[inline]
    fn forced_win(&self, position: &Arimaa, state: &mut Goals) -> Option<ForcedWin> {
        let plies = position.steps_left();
        state.here(position).reaches_goal.then(|| ForcedWin { winner: position.side_to_move(), plies })
    }

    /// A goal that the enemy threatens is answered before the position is judged.
    #[inline]
    fn is_threatened(&self, position: &Arimaa, state: &mut Goals) -> bool {
        state.here(position).threat != 0
    }

    /// The steps that may be part of a defence, where the enemy threatens a goal.
    #[inline]
    fn candidates<'a>(
        &'a self,
        position: &'a Arimaa,
        state: &'a mut Goals,
    ) -> Option<Candidates<impl Fn(Move) -> bool>> {
        let threat = state.here(position).threat;
        let is_one = (threat != 0).then(|| defences(position, threat))?;
        // Where no step can help, all are alike.
        let helps = |mv| if is_one(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let is_lost = position.generate(&mut { helps }).is_continue();
        (!is_lost).then_some(Candidates { is_one, plies: u32::MAX })
    }

    #[inline]
    fn margin(&self) -> i32 {
        45
    }

    /// A turn of the opponent's changes the value by more than four quiet plies of most games do.
    #[inline]
    fn parameters(&self) -> Parameters {
        const { Parameters::DEFAULT.with(Parameter::Margin, 250) }
    }

    fn tactics(&self, position: &Arimaa, _state: &mut Goals, visit: &mut dyn FnMut(Move)) {
        position.first_steps_of_captures(visit);
    }

    #[inline]
    fn has_lines(&self) -> bool {
        Arimaa::HAS_LONG_TURNS
    }

    fn lines(&self, position: &Arimaa, state: &mut Goals, purpose: Purpose, visit: &mut dyn FnMut(&[Move])) {
        match purpose {
            _ if !Arimaa::HAS_LONG_TURNS => {}
            Purpose::Gain => lines::captures(position, visit),
            Purpose::Guard => lines::guards(position, visit),
            Purpose::Threat => lines::threats(position, visit),
            Purpose::Attack => lines::attacks(position, &mut state.attacks, visit),
            Purpose::Press => lines::presses(position, visit),
            Purpose::Follow => lines::follows(position, visit),
            Purpose::Rest if position.may_pass() => visit(&[Move::PASS]),
            Purpose::Rest => {}
            Purpose::Plain => lines::actions(position, visit),
        }
    }

    fn answers(&self, position: &Arimaa, state: &mut Goals, visit: &mut dyn FnMut(&[Move])) {
        if Arimaa::HAS_LONG_TURNS {
            lines::answers(position, &mut state.defence, visit);
        }
    }

    /// Whether nothing can keep the enemy from a goal that it threatens; or, where it threatens none and a
    /// turn begins, whether nothing can keep the mover from one that it threatens with this turn.
    fn look_ahead(
        &self,
        position: &Arimaa,
        state: &mut Goals,
        visit: &mut dyn FnMut(&[Move]),
    ) -> Option<ForcedWin> {
        const LOOKS: u64 = 3_000;
        let (mover, longest) = (position.side_to_move(), u32::from(LONGEST_TURN));
        let known = state.here(position);
        let Goals { defence, attacks, .. } = state;
        if !Arimaa::HAS_LONG_TURNS || known.reaches_goal {
            None
        } else if known.threat != 0 {
            let is_lost = defence.exists(position, LOOKS) == Some(false);
            is_lost.then(|| ForcedWin { winner: !mover, plies: position.steps_left() + longest })
        } else {
            visit(attacks.winning(position, defence)?);
            Some(ForcedWin { winner: mover, plies: 3 * longest })
        }
    }

    /// A tenth of a rabbit a step.
    #[inline]
    fn rest(&self, position: &Arimaa) -> i32 {
        10 * position.steps_left() as i32
    }

    #[inline]
    fn priorities(&self, position: &Arimaa, _state: &mut Goals) -> impl Fn(Move) -> i32 {
        ordering::priorities(position)
    }

    /// In the order of the static values, the first 4 096 in that of the learnt ranking.
    fn turns(&self, game: &Game<Arimaa>, _state: &mut Goals, effort: u64) -> WholeTurns<Move> {
        selection::turns(game, effort)
    }

    fn certain_win(&self, position: &Arimaa, known: &mut Vec<Vec<Move>>) -> Option<u32> {
        selection::certain_win(position, known)
    }

    const IS_COSTLY: bool = true;

    /// Positions in which the attacker threatens a goal are looked at before others, and first of all those in
    /// which nothing can keep it from that goal, as far as a short look shows.
    fn numbers(&self, position: &Arimaa, _state: &mut Goals, attacker: Side) -> Numbers {
        const UNSTOPPABLE: Numbers = Numbers { proof: 1, disproof: 512 };
        const THREAT: Numbers = Numbers { proof: 8, disproof: 8 };
        const QUIET: Numbers = Numbers { proof: 64, disproof: 2 };
        const LOOKS: u64 = 256;
        if !position.threatens_goal(attacker.into()) {
            return QUIET;
        }
        let defends = position.side_to_move() != attacker;
        let is_unstoppable = defends && Defence::default().exists(position, LOOKS) == Some(false);
        if is_unstoppable { UNSTOPPABLE } else { THREAT }
    }
}
