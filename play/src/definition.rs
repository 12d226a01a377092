//! What a game tells the world about itself.

use crate::notation::Notation;
use crate::record::{RecordError, RecordedResult};
use crate::switches::Switch;
use plywood_search::{Evaluator, Game, Position, Score, Symmetry};

/// A name and what it stands for, in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name as it is typed.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
}

/// All that a front end lists about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name as it is typed: `loa`.
    pub name: &'static str,
    /// The name as people say it.
    pub title: &'static str,
    /// The goal of the game, in one line.
    pub summary: &'static str,
    /// What the first and the second player are called.
    pub players: [&'static str; 2],
    /// The switches of the rules.
    pub switches: &'static [Switch],
    /// The evaluations by name, `default` first.
    pub evaluations: &'static [Named],
}

/// A game as front ends know it: one value without content, of a type of its own.
pub trait Definition: Copy + Default + Send + Sync + 'static {
    /// The positions of the game.
    type Position: Notation + Symmetry;

    /// The facts.
    const INFO: GameInfo;

    /// Gives the evaluation of this name to `visitor`; `None` if there is none. Every name of [`GameInfo::evaluations`] has one.
    ///
    /// The visitor is called with the evaluation's own type, so that what it builds is compiled for that type.
    fn evaluation<V: EvaluationVisitor<Self::Position>>(name: &str, visitor: V) -> Option<V::Output>;

    /// What to play where no search is needed, such as a setup or a move out of a book: legal moves of the side to move, the same for the
    /// same `seed`. None, the default, where an engine should think.
    fn opening(_position: &Self::Position, _seed: u64) -> Vec<<Self::Position as Position>::Move> {
        Vec::new()
    }

    /// Reads a text of games in the game's own record format, and replays each. `None` if the text is not in this format, or the game has
    /// none; it may then hold [lines of moves](crate::read_records).
    fn own_records(_text: &str) -> Option<OwnRecords<Self::Position>> {
        None
    }
}

/// The games of a text in a game's own record format, or the reasons why they are none.
pub type OwnRecords<P> = Vec<Result<RecordedGame<P>, RecordError>>;

/// A recorded game, replayed as far as the record goes.
#[derive(Clone, Debug)]
pub struct RecordedGame<P: Position> {
    /// The number of the line on which the record begins, from 1.
    pub line: usize,
    /// The game.
    pub game: Game<P>,
    /// The result that the record claims.
    pub result: Option<RecordedResult>,
}

/// Something to be done with an evaluation, whatever its type.
pub trait EvaluationVisitor<P: Notation> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<E: Evaluator<P> + Clone + 'static>(self, evaluator: E) -> Self::Output;
}

/// Asks an evaluation about one position.
pub(crate) struct Ask<'a, P>(pub(crate) &'a P);

impl<P: Notation> EvaluationVisitor<P> for Ask<'_, P> {
    type Output = Score;

    fn visit<E: Evaluator<P> + Clone + 'static>(self, evaluator: E) -> Score {
        let mut scratch = E::Scratch::default();
        let state = evaluator.start(self.0, &mut scratch);
        evaluator.evaluate(self.0, &state, &mut scratch)
    }
}
