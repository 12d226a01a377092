//! The strongest evaluation: material by what remains, and what Arimaa is about besides: traps, freezing, places, goals.
//!
//! The features are those that the published programs share: Fotland, "Building a World-Champion Arimaa Program" (2004); Zhong, "Building a
//! Strong Arimaa-playing Program" (2005); Wu, "Move Ranking and Evaluation in the Game of Arimaa" (2011). The weights were set by hand and
//! have not been tuned. A rabbit early in the game is worth about a hundred points.
//!
//! | feature of one side | points |
//! |---|---|
//! | material by the number of stronger enemies, and for having both rabbits and others ([`material`](super::material)) | 30 to 700 a piece |
//! | places by kind, rank and file ([`placement`](super::placement)) | -68 to 66 a piece |
//! | own pieces next to a trap: one, two, more | 22, 36, 40 |
//! | the strongest piece next to a trap is one's own | 14 |
//! | frozen: rabbit, cat, dog, horse, camel | -6, -9, -12, -22, -44 |
//! | steps that pieces could make | 1 each |
//! | the elephant has no empty square next to it | -30 |
//! | a rabbit from the third rank on with nothing ahead on its file | 0 to 40 |
//! | and with no enemy ahead there or on the files beside | 4 to 100 |
//!
//! What depends on the turn, for the side to move with one to four steps left:
//!
//! | feature | points |
//! |---|---|
//! | a step | 7 each |
//! | a piece that could be captured in two steps, or in four | a part of its worth, by steps left |
//! | a rabbit of the enemy's could walk to its goal with its next turn | -400 to -90 |
//!
//! Whether a rabbit arrives in this turn is not guessed but found out, once a turn, and is the evaluation's forced win.

use super::material::material;
use super::ordering;
use super::placement::placement;
use super::traps::{Danger, control};
use super::view::{View, count};
use crate::geometry::{adjacent, sources};
use crate::knowledge::{Field, rabbits_near_goal, walks};
use crate::moves::Move;
use crate::pieces::Colour;
use crate::position::Arimaa;
use crate::squares::{Direction, Square};
use plywood_search::{ForcedWin, Knowledge, Numbers, Position, Score, Side, Trail};

/// The strongest evaluation of this crate, in points, of which a rabbit early in the game is worth about a hundred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strong;

/// What is known of a turn: whether a rabbit of the mover's can still arrive in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnKnowledge {
    reaches_goal: bool,
}

impl TurnKnowledge {
    #[inline]
    fn of(position: &Arimaa) -> Self {
        Self { reaches_goal: position.can_reach_goal() }
    }
}

/// By steps left to the side to move, 0 to 4: what part of a danger counts, in 64ths.
struct Weights {
    /// The mover's own pieces, which it may still save.
    own_in_two: [i32; 5],
    own_in_four: [i32; 5],
    /// The enemy's, which the mover may capture.
    enemy_in_two: [i32; 5],
    enemy_in_four: [i32; 5],
    /// A goal that the enemy threatens with its next turn, in points.
    goal: [i32; 5],
}

static WEIGHTS: Weights = Weights {
    own_in_two: [0, 38, 26, 18, 14],
    own_in_four: [0, 12, 10, 8, 6],
    enemy_in_two: [0, 14, 40, 42, 44],
    enemy_in_four: [0, 6, 8, 12, 24],
    goal: [0, 400, 260, 160, 90],
};

impl Strong {
    /// The points of one colour, without what depends on whose turn it is.
    pub fn of(position: &Arimaa, colour: Colour) -> i32 {
        let view = View::of(position.board(), colour.into());
        standing(&view, view.frozen())
    }

    /// The value of a position without an outcome, for the side to move.
    #[inline]
    pub fn value(self, position: &Arimaa) -> Score {
        let own = View::of_mover(position);
        let enemy = own.turned();
        let (own_frozen, enemy_frozen) = (own.frozen(), enemy.frozen());
        let standing = standing(&own, own_frozen) - standing(&enemy, enemy_frozen);
        Score::heuristic(standing + prospects(position, (&own, own_frozen), (&enemy, enemy_frozen)))
    }
}

/// What an army is worth as it stands.
#[inline]
fn standing(view: &View, frozen: u64) -> i32 {
    material(view) + placement(view) + control(view) + freedom(view, frozen) + ways(view)
}

/// The points for what can move, and against what cannot.
#[inline]
fn freedom(view: &View, frozen: u64) -> i32 {
    const FROZEN: [i32; 6] = [6, 9, 12, 22, 44, 0];
    const PER_STEP: i32 = 1;
    let costs: i32 = (0..5).map(|kind| FROZEN[kind] * count(frozen & view.kind(kind))).sum();
    let (empty, free) = (view.empty(), view.own & !frozen);
    let strong = free & view.at_least[2];
    let steps = count(free & sources(empty, Direction::North))
        + count(free & sources(empty, Direction::East))
        + count(free & sources(empty, Direction::West))
        + count(strong & sources(empty, Direction::South));
    let elephant = view.kind(5);
    let blocked = if elephant != 0 && adjacent(elephant) & empty == 0 { 30 } else { 0 };
    PER_STEP * steps - costs - blocked
}

/// The points for rabbits with nobody ahead of them.
#[inline]
fn ways(view: &View) -> i32 {
    const OPEN_FILE: [i32; 8] = [0, 0, 0, 4, 10, 20, 40, 0];
    const NO_GUARD: [i32; 8] = [0, 0, 4, 10, 20, 50, 100, 0];
    let ahead_of = |set: u64| {
        let set = set << 8;
        let set = set | set << 8;
        let set = set | set << 16;
        set | set << 32
    };
    let advanced = view.kind(0) & !0xFFFF;
    Square::all_of(advanced)
        .map(|rabbit| {
            let file = ahead_of(rabbit.bit());
            let wide = file | sources(file, Direction::East) | sources(file, Direction::West);
            let rank = usize::from(rabbit.rank());
            let open = if file & !view.empty() == 0 { OPEN_FILE[rank] } else { 0 };
            open + if wide & view.enemy == 0 { NO_GUARD[rank] } else { 0 }
        })
        .sum()
}

/// The points for what may happen next, for the side to move.
#[inline]
fn prospects(position: &Arimaa, (own, own_frozen): (&View, u64), (enemy, enemy_frozen): (&View, u64)) -> i32 {
    const STEP: i32 = 7;
    let left = position.steps_left() as usize & 7;
    let left = left.min(4);
    let frozen = |set: u64| set.swap_bytes();
    let lost = Danger::of(own, frozen(enemy_frozen));
    let won = Danger::of(enemy, frozen(own_frozen));
    let dangers = WEIGHTS.enemy_in_two[left] * won.in_two + WEIGHTS.enemy_in_four[left] * won.in_four
        - WEIGHTS.own_in_two[left] * lost.in_two
        - WEIGHTS.own_in_four[left] * lost.in_four;
    let side = !position.side_to_move();
    let rabbits = rabbits_near_goal(position.board(), side, 4);
    let arrives =
        rabbits != 0 && {
            let field = Field::of(position.board(), side);
            Square::all_of(if side == Side::First { rabbits } else { rabbits.swap_bytes() }).any(|rabbit| walks(&field, rabbit.bit(), 4))
        };
    dangers / 64 + STEP * left as i32 - if arrives { WEIGHTS.goal[left] } else { 0 }
}

impl Knowledge<Arimaa> for Strong {
    type State = Trail<TurnKnowledge>;

    #[inline]
    fn start(&self, _position: &Arimaa) -> Trail<TurnKnowledge> {
        Trail::new()
    }

    /// What cannot be reached in a turn cannot be reached in the rest of it.
    #[inline]
    fn advance(&self, state: &mut Trail<TurnKnowledge>, parent: &Arimaa, _mv: Option<Move>, child: &Arimaa) {
        let is_same_turn = parent.side_to_move() == child.side_to_move();
        let known = state.here().filter(|known| is_same_turn && !known.reaches_goal);
        state.push(known);
    }

    #[inline]
    fn retreat(&self, state: &mut Trail<TurnKnowledge>) {
        state.pop();
    }

    #[inline]
    fn evaluate(&self, position: &Arimaa, _state: &mut Trail<TurnKnowledge>) -> Score {
        self.value(position)
    }

    #[inline]
    fn forced_win(&self, position: &Arimaa, state: &mut Trail<TurnKnowledge>) -> Option<ForcedWin> {
        let known = state.here().get_or_insert_with(|| TurnKnowledge::of(position));
        let plies = position.steps_left();
        known.reaches_goal.then(|| ForcedWin { winner: position.side_to_move(), plies })
    }

    #[inline]
    fn margin(&self) -> i32 {
        45
    }

    #[inline]
    fn priorities(&self, position: &Arimaa, _state: &mut Trail<TurnKnowledge>) -> impl Fn(Move) -> i32 {
        ordering::priorities(position)
    }

    const IS_COSTLY: bool = true;

    /// Positions in which the attacker threatens a goal are looked at before others.
    fn numbers(&self, position: &Arimaa, _state: &mut Trail<TurnKnowledge>, attacker: Side) -> Numbers {
        /// Where the attacker threatens a goal, and where it does not.
        const THREAT: Numbers = Numbers { proof: 8, disproof: 8 };
        const QUIET: Numbers = Numbers { proof: 64, disproof: 2 };
        if position.threatens_goal(attacker.into()) { THREAT } else { QUIET }
    }
}
