//! What a search knows of goals along its line, and of boards that its line has left.

use crate::knowledge::{Attacks, Defence};
use crate::rules::pieces::Colour;
use crate::rules::position::{Arimaa, LONGEST_TURN};
use plywood_search::{Position, Trail};

/// What is known of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnKnowledge {
    /// Whether a rabbit of the mover's can still arrive in it.
    pub(super) reaches_goal: bool,
    /// The squares by way of which a rabbit of the enemy's could arrive with the next turn, if this one ended
    /// here.
    pub(super) threat: u64,
}

impl TurnKnowledge {
    #[inline]
    pub(super) fn of(position: &Arimaa) -> Self {
        Self::with(position, false, |colour| position.goal_threat(colour))
    }

    /// The same with another way to find [`Arimaa::goal_threat`]; `is_without_goal` says that no rabbit of
    /// the mover's can arrive.
    #[inline]
    fn with(position: &Arimaa, is_without_goal: bool, mut threat: impl FnMut(Colour) -> u64) -> Self {
        let mover = position.turn();
        let begins = position.steps_left() == u32::from(LONGEST_TURN);
        let reaches_goal = match () {
            () if is_without_goal => false,
            () if begins => threat(mover) != 0,
            () => position.can_reach_goal(),
        };
        Self { reaches_goal, threat: if reaches_goal { 0 } else { threat(!mover) } }
    }
}

/// What has been found out at a position of a line.
#[derive(Clone, Copy, Debug)]
enum Found {
    /// That no rabbit of the mover's can arrive, because none could before.
    NoGoal,
    All(TurnKnowledge),
}

/// What is known of the turns of a line.
#[derive(Clone, Debug, Default)]
pub struct Goals {
    turns: Trail<Found>,
    memory: Memory,
    /// What keeps rabbits from their goals, and what brings them near, in all positions of the search.
    pub(super) defence: Defence,
    pub(super) attacks: Attacks,
}

impl Goals {
    /// A line with one position.
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Goes on to a position. What cannot be reached in a turn cannot be reached in the rest of it.
    #[inline]
    pub(super) fn push(&mut self, parent: &Arimaa, child: &Arimaa) {
        let is_same_turn = parent.side_to_move() == child.side_to_move();
        let had_none = match self.turns.here() {
            Some(Found::All(known)) => !known.reaches_goal,
            Some(Found::NoGoal) => true,
            None => false,
        };
        self.turns.push((is_same_turn && had_none).then_some(Found::NoGoal));
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.turns.pop();
    }

    /// What is known of the latest position of the line.
    #[inline]
    pub(super) fn here(&mut self, position: &Arimaa) -> TurnKnowledge {
        let Self { turns, memory, .. } = self;
        let here = turns.here();
        if let Some(Found::All(known)) = here {
            return *known;
        }
        let known = memory.find(position, here.is_some());
        *here = Some(Found::All(known));
        known
    }
}

/// The threats on boards, for whoever comes last to a place, which the lowest bits of the key tell.
#[derive(Clone, Debug, Default)]
struct Memory {
    entries: Vec<(u64, u64)>,
}

impl Memory {
    /// Half a megabyte, made when it is first written to.
    const PLACES: usize = 1 << 15;
    const SALT_OF_SILVER: u64 = 0x6A09_E667_F3BC_C908;

    #[inline]
    fn find(&mut self, position: &Arimaa, is_without_goal: bool) -> TurnKnowledge {
        TurnKnowledge::with(position, is_without_goal, |colour| self.threat(position, colour))
    }

    /// [`Arimaa::goal_threat`]; where it is quickly found out, nothing is noted.
    #[inline]
    fn threat(&mut self, position: &Arimaa, colour: Colour) -> u64 {
        if !position.has_rabbit_before_goal(colour) {
            return position.goal_threat(colour);
        }
        let key = position.board().key() ^ if colour == Colour::Silver { Self::SALT_OF_SILVER } else { 0 };
        if self.entries.is_empty() {
            self.entries = vec![(0, 0); Self::PLACES];
        }
        let entry = &mut self.entries[key as usize % Self::PLACES];
        if entry.0 != key {
            *entry = (key, position.goal_threat(colour));
        }
        entry.1
    }
}
