//! What a game tells the world about itself.

use crate::board::BoardView;
use crate::record::{RecordError, RecordLimits, RecordedResult};
use crate::switches::Switch;
use plywood_net::{Features, ModelError};
use plywood_search::{AnyKnowledge, Game, Hints, Knowledge, Position, Side, Symmetry};

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
    type Position: BoardView + Symmetry + Hints;

    /// The evaluation `default`, which the strong search is compiled for; it asks the others through a pointer.
    type Knowledge: Knowledge<Self::Position> + Clone + Default + 'static;

    /// What provers are told: the same, where it serves them.
    type Proofs: Knowledge<Self::Position> + Clone + Default + 'static;

    /// The facts.
    const INFO: GameInfo;

    /// Engines for people to play against, the weakest first: for a beginner, easy, medium and hard. Limits are in nodes, so that they are
    /// equally strong on every machine.
    const LEVELS: [&'static str; 4] = ["mcts:nodes=30", "mcts:nodes=400", "pvs:nodes=2k", "pvs:nodes=100k"];

    /// The evaluation of this name; `None` if there is none. Every name of [`GameInfo::evaluations`] has one.
    fn evaluation(name: &str) -> Option<AnyKnowledge<Self::Position>>;

    /// Gives the inputs of the game's network to `visitor`; `None`, the default, if the game has none.
    fn features<V: FeaturesVisitor<Self::Position>>(_visitor: V) -> Option<V::Output> {
        None
    }

    /// The evaluation by the network of a file's bytes; `None`, the default, if the game has no networks.
    ///
    /// # Errors
    ///
    /// If the bytes are no network, or one for another game or other inputs.
    fn learned(_network: &[u8]) -> Option<Result<Self::Knowledge, ModelError>> {
        None
    }

    /// Whether [`concede`](Self::concede) gives a position anywhere.
    const CONCEDES: bool = false;

    /// The position in which the opponent of `winner` has been given all that the legal moves stand for, but for the `kept` ones. `None` if
    /// the game cannot give anything away here, as most cannot.
    ///
    /// It must never be better for `winner`: if `winner` wins it within so many plies, it wins `position` within as many. A certificate
    /// may lean on that.
    fn concede(
        _position: &Self::Position,
        _winner: Side,
        _kept: &[<Self::Position as Position>::Move],
    ) -> Option<Self::Position> {
        None
    }

    /// What to play where no search is needed; `None`, the default, if the game has no such thing. Asked once for each engine, so it may
    /// take some tenths of a second. Equal seeds give equal moves. A book that takes the solver joins where games are listed.
    fn opening(_seed: u64) -> Option<Box<dyn Opening<Self::Position>>> {
        None
    }

    /// Reads a text of games in the game's own record format, and replays each when it is asked for. `None`
    /// if the text is not in this format, or the game has none; it may then hold [lines of
    /// moves](crate::read_records).
    fn own_records(_text: &str, _limits: RecordLimits) -> Option<OwnRecords<'_, Self::Position>> {
        None
    }

    /// Writes a game in the game's own record format, so that [`own_records`](Self::own_records) gives it back. `None` if there is no such
    /// format, or it cannot hold this game.
    fn write_record(_game: &Game<Self::Position>, _result: Option<RecordedResult>) -> Option<String> {
        None
    }
}

/// What is played without a search: a setup, or the moves of a book.
pub trait Opening<P: Position>: Send {
    /// Legal moves of the side to move; none where an engine should think.
    fn moves(&self, position: &P) -> Vec<P::Move>;
}

/// The games of a text in a game's own record format, one at a time, or the reasons why they are none.
pub type OwnRecords<'a, P> = Box<dyn Iterator<Item = Result<RecordedGame<P>, RecordError>> + 'a>;

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

/// Something to be done with the inputs of a game's network, whatever their type.
pub trait FeaturesVisitor<P: Position> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<F: Features<P>>(self, features: F) -> Self::Output;
}
