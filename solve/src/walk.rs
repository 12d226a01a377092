//! A walk through all that can happen when one side follows a strategy. It knows the rules and nothing of any search.

use crate::claim::{Aim, Goal};
use crate::identity::{Form, Identity};
use core::fmt;
use plywood_play::Notation;
use plywood_search::{Position, Repetition, StopHandle, Symmetry};
use std::collections::HashMap;

/// Why a strategy does not do what it is for.
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
    /// The strategy gives something away that it cannot, or does not say what.
    Concession {
        /// The position as text.
        position: String,
    },
    /// A line of play ends with another result than the one claimed.
    WrongEnd {
        /// The last position as text.
        position: String,
    },
    /// A line of play comes back to a position, so that the strategy need not get anywhere.
    Circle {
        /// The position as text.
        position: String,
    },
    /// The game's repetition rule takes positions for the same that the strategy tells apart, so that a line of play may end early.
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
            Self::NoMove { position } => write!(f, "there is no move for {position}"),
            Self::IllegalMove { position } => write!(f, "the move for {position} is not legal"),
            Self::Concession { position } => write!(f, "what is given away in {position} cannot be"),
            Self::WrongEnd { position } => write!(f, "{position} is not the result claimed"),
            Self::Circle { position } => write!(f, "{position} comes again on one line of play"),
            Self::Repetition { position } => {
                write!(f, "the repetition rule takes {position} for another position of the proof")
            }
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl core::error::Error for Flaw {}

/// Whoever says what a side plays.
pub(crate) trait Strategist<P: Position> {
    /// The move for a position in which the side is to move.
    fn choose(&mut self, position: &P) -> Option<P::Move>;

    /// The position to go on from after that move, where the game is not over: the same, or one that is no better for the side. `None` if
    /// there is none such as the strategy wants.
    fn concede(&mut self, after: &P) -> Option<P> {
        Some(after.clone())
    }
}

/// What a walk has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Walked {
    /// Positions for which the strategy was asked.
    pub(crate) decisions: u64,
    /// The plies of the longest line of play; without meaning where lines may go on for ever.
    pub(crate) plies: u32,
}

/// A walk under way.
pub(crate) struct Walk<'a, P: Position, S> {
    goal: Goal,
    form: Form,
    strategy: S,
    stop: &'a StopHandle,
    /// The positions met, and the plies of the longest line from each; `None` while the walk is below it.
    met: HashMap<Identity<P>, Option<u32>>,
    /// Positions by what the repetition rule knows them by, where that is less than the position.
    recurring: HashMap<u64, Identity<P>>,
    /// The positions from the start to where the walk is.
    line: Vec<Stage<P>>,
    decisions: u64,
}

/// A position of the line, and where play may go from it.
struct Stage<P> {
    position: Identity<P>,
    /// The successors not yet looked at.
    ahead: Vec<P>,
    /// The plies of the longest line found so far.
    plies: u32,
}

impl<'a, P, S> Walk<'a, P, S>
where
    P: Notation + Symmetry,
    S: Strategist<P>,
{
    /// Follows `strategy` from `start` through every reply.
    ///
    /// The strategy is asked once for each position in which its side is to move and cannot end the game as it wants with one move. The order
    /// depends on the rules and the strategy alone. Memory grows with the number of positions met.
    pub(crate) fn run(
        start: &P,
        (goal, form): (Goal, Form),
        strategy: S,
        stop: &'a StopHandle,
    ) -> Result<Walked, Flaw> {
        let (met, recurring) = (HashMap::new(), HashMap::new());
        let mut walk = Self { goal, form, strategy, stop, met, recurring, line: Vec::new(), decisions: 0 };
        let mut finished = walk.arrive(start)?;
        loop {
            match (finished, walk.line.last_mut()) {
                (Some(plies), None) => return Ok(Walked { decisions: walk.decisions, plies }),
                (Some(plies), Some(stage)) => stage.plies = stage.plies.max(plies.saturating_add(1)),
                (None, _) => {}
            }
            finished = match walk.line.last_mut().and_then(|stage| stage.ahead.pop()) {
                Some(next) => walk.arrive(&next)?,
                None => Some(walk.leave()),
            };
        }
    }

    /// Comes to a position: the plies of the longest line from it if they are known, or else it is the last of the line now.
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

    /// Comes to a position for another time.
    fn meet_again(&self, position: &P, known: Option<u32>) -> Result<u32, Flaw> {
        let may_circle =
            self.goal.aim == Aim::NoLoss && !matches!(position.repetition(), Repetition::Illegal(_));
        match known {
            Some(plies) => Ok(plies),
            None if may_circle => Ok(0),
            None => Err(Flaw::Circle { position: position.to_string() }),
        }
    }

    /// Asks the strategy, plays its move, and gives away what it does not need.
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

    /// All is said of the last position of the line: the plies of the longest line from it.
    fn leave(&mut self) -> u32 {
        let Some(stage) = self.line.pop() else { return 0 };
        self.met.insert(stage.position, Some(stage.plies));
        stage.plies
    }

    /// Refuses a position that the repetition rule takes for another one met before.
    ///
    /// No line of play comes twice to one position, so that a rule which looks at whole positions never finds a repetition. A rule that looks
    /// at less, such as the men without the side to move, might.
    fn look_for_recurrence(&mut self, position: &Identity<P>) -> Result<(), Flaw> {
        let ends_lines = match position.0.repetition() {
            Repetition::Ignored => false,
            // A draw is no loss.
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

/// Whether the side to move can end the game as `goal` wants with one move.
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
    child.play(mv);
    child
}
