//! Walks through every line of play of a strategy. A walk knows the rules and no search.

use crate::claim::{Aim, Goal};
use crate::identity::{Form, Identity};
use core::fmt;
use plywood_search::{Position, Repetition, StopHandle, Symmetry};
use std::collections::HashMap;

/// Error returned when a strategy does not achieve its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The strategy has no move for this position.
    NoMove {
        /// The position as text.
        position: String,
    },
    /// The strategy's move is not legal.
    IllegalMove {
        /// The position as text.
        position: String,
    },
    /// The strategy concedes what cannot be conceded, or does not say what it concedes.
    Concession {
        /// The position as text.
        position: String,
    },
    /// A line of play ends with a result other than the one claimed.
    WrongEnd {
        /// The last position as text.
        position: String,
    },
    /// A line of play returns to an earlier position, so the strategy may never end.
    Circle {
        /// The position as text.
        position: String,
    },
    /// The game's repetition rule treats two positions of the strategy as the same, so a line of play may end
    /// early.
    Repetition {
        /// The position as text.
        position: String,
    },
    /// The stop handle was pulled.
    Stopped,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMove { position } => write!(f, "the proof has no move for {position}"),
            Self::IllegalMove { position } => write!(f, "the move for {position} is not legal"),
            Self::Concession { position } => write!(f, "the concession in {position} is impossible"),
            Self::WrongEnd { position } => {
                write!(f, "the line that ends in {position} has another result than claimed")
            }
            Self::Circle { position } => write!(f, "{position} recurs on one line of play"),
            Self::Repetition { position } => {
                write!(f, "the repetition rule treats {position} as another position of the proof")
            }
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl core::error::Error for Flaw {}

/// A source of one side's moves.
pub(crate) trait Strategist<P: Position> {
    /// The move for a position in which the side is to move.
    fn choose(&mut self, position: &P) -> Option<P::Move>;

    /// The position to continue from after that move if the game goes on: the same position, or one that is
    /// no better for the side. `None` if the strategy's concession is impossible.
    fn concede(&mut self, after: &P) -> Option<P> {
        Some(after.clone())
    }
}

/// The counts of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Walked {
    /// The number of positions for which the strategy was asked.
    pub(crate) decisions: u64,
    /// The number of plies of the longest line of play; meaningless if lines may be infinite.
    pub(crate) plies: u32,
}

/// The positions met on a walk, and the number of plies of the longest line from each; `None` while the walk
/// is below the position.
pub(crate) type Plies<P> = HashMap<Identity<P>, Option<u32>>;

/// The state of a walk.
pub(crate) struct Walk<'a, P: Position, S> {
    goal: Goal,
    form: Form,
    strategy: S,
    stop: &'a StopHandle,
    met: Plies<P>,
    /// Positions by their repetition keys, if these distinguish fewer positions than the keys do.
    recurring: HashMap<u64, Identity<P>>,
    /// The positions from the start to the current one.
    line: Vec<Stage<P>>,
    decisions: u64,
}

/// A position of the line, and its successors.
struct Stage<P> {
    position: Identity<P>,
    /// The successors not yet looked at.
    ahead: Vec<P>,
    /// The number of plies of the longest line found so far.
    plies: u32,
}

impl<'a, P, S> Walk<'a, P, S>
where
    P: Symmetry + fmt::Display,
    S: Strategist<P>,
{
    /// Follows `strategy` from `start` through every reply.
    ///
    /// The strategy is asked once for each position in which its side is to move and cannot reach the goal
    /// with one move. The order depends on the rules and the strategy alone. Memory grows with the number of
    /// positions met.
    pub(crate) fn run(
        start: &P,
        (goal, form): (Goal, Form),
        strategy: S,
        stop: &'a StopHandle,
    ) -> Result<Walked, Flaw> {
        Self::explore(start, (goal, form), strategy, stop).map(|(walked, _)| walked)
    }

    /// The same; with the number of plies of the longest line from each position met.
    pub(crate) fn explore(
        start: &P,
        (goal, form): (Goal, Form),
        strategy: S,
        stop: &'a StopHandle,
    ) -> Result<(Walked, Plies<P>), Flaw> {
        let (met, recurring) = (HashMap::new(), HashMap::new());
        let mut walk = Self { goal, form, strategy, stop, met, recurring, line: Vec::new(), decisions: 0 };
        let mut finished = walk.arrive(start)?;
        loop {
            match (finished, walk.line.last_mut()) {
                (Some(plies), None) => {
                    let Self { decisions, met, .. } = walk;
                    return Ok((Walked { decisions, plies }, met));
                }
                (Some(plies), Some(stage)) => stage.plies = stage.plies.max(plies.saturating_add(1)),
                (None, _) => {}
            }
            finished = match walk.line.last_mut().and_then(|stage| stage.ahead.pop()) {
                Some(next) => walk.arrive(&next)?,
                None => Some(walk.leave()),
            };
        }
    }

    /// Enters a position: returns the plies of the longest line from it if they are known, else makes it the
    /// last position of the line.
    fn arrive(&mut self, position: &P) -> Result<Option<u32>, Flaw> {
        if let Some(outcome) = position.outcome() {
            let is_right = self.goal.is_met_by(outcome);
            return if is_right {
                Ok(Some(0))
            } else {
                Err(Flaw::WrongEnd { position: position.to_string() })
            };
        }
        let has_choice = position.side_to_move() == self.goal.side;
        if has_choice && can_end_at_once(position, self.goal) {
            return Ok(Some(1));
        }
        let identity = self.form.representative(position);
        if let Some(&known) = self.met.get(&identity) {
            return self.meet_again(&identity.0, known).map(Some);
        }
        if self.stop.is_stopped() {
            return Err(Flaw::Stopped);
        }
        self.look_for_recurrence(&identity)?;
        let ahead =
            if has_choice { vec![self.decide(&identity.0)?] } else { successors(&identity.0).collect() };
        self.met.insert(identity.clone(), None);
        self.line.push(Stage { position: identity, ahead, plies: 0 });
        Ok(None)
    }

    /// Enters a position that was met before.
    fn meet_again(&self, position: &P, known: Option<u32>) -> Result<u32, Flaw> {
        let may_circle =
            self.goal.aim == Aim::NoLoss && !matches!(position.repetition(), Repetition::Illegal(_));
        match known {
            Some(plies) => Ok(plies),
            None if may_circle => Ok(0),
            None => Err(Flaw::Circle { position: position.to_string() }),
        }
    }

    /// Asks the strategy, plays its move, and concedes what it does not need.
    fn decide(&mut self, position: &P) -> Result<P, Flaw> {
        self.decisions += 1;
        let text = || position.to_string();
        let mv = self.strategy.choose(position).ok_or_else(|| Flaw::NoMove { position: text() })?;
        if !position.is_legal(mv) {
            return Err(Flaw::IllegalMove { position: text() });
        }
        let next = after(position, mv);
        if next.outcome().is_some() {
            return Ok(next);
        }
        self.strategy.concede(&next).ok_or_else(|| Flaw::Concession { position: next.to_string() })
    }

    /// Leaves the last position of the line: records the plies of the longest line from it.
    fn leave(&mut self) -> u32 {
        let Some(stage) = self.line.pop() else { return 0 };
        self.met.insert(stage.position, Some(stage.plies));
        stage.plies
    }

    /// Refuses a position that the repetition rule treats as the same as an earlier one.
    ///
    /// No line of play reaches a position twice, so a rule that compares whole positions never finds a
    /// repetition. A rule that compares less, such as the men without the side to move, may.
    fn look_for_recurrence(&mut self, position: &Identity<P>) -> Result<(), Flaw> {
        let ends_lines = match position.0.repetition() {
            Repetition::Ignored => false,
            // A draw is not a loss.
            Repetition::Draw(_) => self.goal.aim == Aim::Win,
            Repetition::Illegal(_) => true,
        };
        let Some(key) = position.0.repetition_key().filter(|&key| ends_lines && key != position.0.key())
        else {
            return Ok(());
        };
        let known = self.recurring.entry(key).or_insert_with(|| position.clone());
        if known == position { Ok(()) } else { Err(Flaw::Repetition { position: position.0.to_string() }) }
    }
}

/// Whether the side to move can reach `goal` with one move.
pub(crate) fn can_end_at_once<P: Position>(position: &P, goal: Goal) -> bool {
    successors(position).any(|child| child.outcome().is_some_and(|outcome| goal.is_met_by(outcome)))
}

/// The positions after each legal move.
pub(crate) fn successors<P: Position>(position: &P) -> impl Iterator<Item = P> + '_ {
    position.legal_moves().into_iter().map(|mv| after(position, mv))
}

/// The position after a legal move.
pub(crate) fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ops::ControlFlow;
    use plywood_search::{Outcome, PackedMove, Side};

    /// The only move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Onward;

    impl PackedMove for Onward {
        fn to_bits(self) -> u32 {
            0
        }

        fn from_bits(bits: u32) -> Option<Self> {
            (bits == 0).then_some(Self)
        }
    }

    /// A corridor of numbers: from each to the next, by the players in turn; 4 is won by the first player.
    /// The repetition rule sees no difference between even numbers.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Corridor(u8, Repetition);

    impl Position for Corridor {
        type Move = Onward;

        fn side_to_move(&self) -> Side {
            Side::BOTH[usize::from(self.0 % 2)]
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.0 == 4).then_some(Outcome::Win(Side::First))
        }

        fn generate<F: FnMut(Onward) -> ControlFlow<()>>(&self, visit: &mut F) -> ControlFlow<()> {
            visit(Onward)
        }

        fn is_legal(&self, _mv: Onward) -> bool {
            self.0 < 4
        }

        fn play_unchecked(&mut self, _mv: Onward) {
            self.0 += 1;
        }

        fn key(&self) -> u64 {
            self.0.into()
        }

        fn repetition_key(&self) -> Option<u64> {
            Some(100 + u64::from(self.0 % 2 * self.0))
        }

        fn repetition(&self) -> Repetition {
            self.1
        }
    }

    impl Symmetry for Corridor {
        fn symmetries(&self) -> usize {
            1
        }

        fn exchanges_sides(&self, _index: usize) -> bool {
            false
        }

        fn transformed(&self, _index: usize) -> Self {
            self.clone()
        }

        fn transformed_move(&self, mv: Onward, _index: usize) -> Onward {
            mv
        }
    }

    impl fmt::Display for Corridor {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    struct Walker;

    impl Strategist<Corridor> for Walker {
        fn choose(&mut self, _position: &Corridor) -> Option<Onward> {
            Some(Onward)
        }
    }

    #[test]
    fn a_position_that_the_rule_takes_for_an_earlier_one_is_refused() {
        let refused = Err(Flaw::Repetition { position: "2".to_owned() });
        let walked = Ok(Walked { decisions: 2, plies: 4 });
        for (rule, aim, expected) in [
            (Repetition::Ignored, Aim::Win, &walked),
            (Repetition::Draw(2), Aim::NoLoss, &walked),
            (Repetition::Draw(2), Aim::Win, &refused),
            (Repetition::Illegal(3), Aim::Win, &refused),
            (Repetition::Illegal(3), Aim::NoLoss, &refused),
        ] {
            let goal = Goal { side: Side::First, aim };
            let found = Walk::run(&Corridor(0, rule), (goal, Form::Exact), Walker, &StopHandle::new());
            assert_eq!(&found, expected, "{rule:?} {aim:?}");
        }
    }
}
