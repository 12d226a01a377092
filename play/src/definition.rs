//! Definitions: what front ends need to know about a game.

use crate::arrays::Arrays;
use crate::board::BoardView;
use crate::error::TextError;
use crate::notation::Notation;
use crate::record::{RecordError, RecordLimits, RecordedResult};
use crate::regions::{Regions, RegionsError, Reply};
use crate::sgf::{GameTree, SgfError};
use crate::study::{self, Plain, Study};
use crate::switches::Switch;
use plywood_net::{Features, ModelError};
use plywood_search::{AnyKnowledge, Game, Hints, Knowledge, Position, Score, Side, Symmetry};

/// A name with a one-line summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name as it is typed.
    pub name: &'static str,
    /// The meaning of the name, in one line.
    pub summary: &'static str,
}

/// The facts about a game that front ends list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name as it is typed: `loa`.
    pub name: &'static str,
    /// The name in plain language: `Lines of Action`.
    pub title: &'static str,
    /// The goal of the game, in one line.
    pub summary: &'static str,
    /// The names of the first and the second player.
    pub players: [&'static str; 2],
    /// The options of the rules.
    pub switches: &'static [Switch],
    /// The evaluations by name, `default` first.
    pub evaluations: &'static [Named],
}

/// A game as front ends know it: a type without content.
pub trait Definition: Copy + Default + Send + Sync + 'static {
    /// The positions of the game.
    type Position: BoardView + Arrays + Symmetry + Hints;

    /// The evaluation `default`, which the strong search is compiled for; it asks the others through a
    /// pointer.
    type Knowledge: Knowledge<Self::Position> + Clone + Default + 'static;

    /// The knowledge that provers use; the same type, where it serves them.
    type Proofs: Knowledge<Self::Position> + Clone + Default + 'static;

    /// The facts about the game.
    const INFO: GameInfo;

    /// Engine specs for people to play against, the weakest first: beginner, easy, medium and hard. Their
    /// limits are nodes, so that they are equally strong on every machine.
    const LEVELS: [&'static str; 4] = ["mcts:nodes=30", "mcts:nodes=400", "pvs:nodes=2k", "pvs:nodes=100k"];

    /// The name of the strongest engine: what plays where nobody names an engine.
    const STRONGEST: &'static str = "pvs";

    /// The engine `mcts` with the evaluation `default`: the options that it has where a spec names no others.
    const MONTE_CARLO: &'static str = "mcts";

    /// The evaluation of this name; `None` if there is none. Every name of [`GameInfo::evaluations`] has one.
    fn evaluation(name: &str) -> Option<AnyKnowledge<Self::Position>>;

    /// Gives the inputs of the game's network to `visitor`; `None`, the default, if the game has none.
    fn features<V: FeaturesVisitor<Self::Position>>(_visitor: V) -> Option<V::Output> {
        None
    }

    /// Whether the game's networks can evaluate positions under these rules. With other rules a network from
    /// a file is refused, and none is trained.
    fn has_networks(_rules: &<Self::Position as Notation>::Rules) -> bool {
        true
    }

    /// The evaluation by the network of a file's bytes; `None`, the default, if the game has no networks.
    ///
    /// # Errors
    ///
    /// If the bytes are no network, or one for another game or other inputs.
    fn learned(_network: &[u8]) -> Option<Result<Self::Knowledge, ModelError>> {
        None
    }

    /// Whether [`concede`](Self::concede) returns a position anywhere.
    const CONCEDES: bool = false;

    /// The position after the opponent of `winner` receives everything that the legal moves stand for, except
    /// the `kept` ones. `None`, the default, if the game cannot concede anything here.
    ///
    /// The result must never be better for `winner`: if `winner` wins it within some number of plies, it wins
    /// `position` within as many. Certificates rely on this.
    fn concede(
        _position: &Self::Position,
        _winner: Side,
        _kept: &[<Self::Position as Position>::Move],
    ) -> Option<Self::Position> {
        None
    }

    /// Whether wins have proofs by regions: [`write_regions`](Self::write_regions) and
    /// [`check_regions`](Self::check_regions).
    const HAS_REGIONS: bool = false;

    /// Proves a win region by region, with a winning move from `reply` wherever it asks. `None` if `reply`
    /// has none, or the game has no such proofs of this position.
    fn write_regions(
        _position: &Self::Position,
        _winner: Side,
        _reply: Reply<'_, Self::Position>,
    ) -> Option<Vec<u8>> {
        None
    }

    /// Checks what [`write_regions`](Self::write_regions) has written, by the rules alone. Time and memory
    /// are bounded by the length of the proof.
    ///
    /// # Errors
    ///
    /// If it does not prove that `winner` wins the position, or `is_stopped` says so.
    fn check_regions(
        _position: &Self::Position,
        _winner: Side,
        _proof: &[u8],
        _is_stopped: &dyn Fn() -> bool,
    ) -> Result<Regions<<Self::Position as Position>::Move>, RegionsError> {
        Err(RegionsError::NoSuchProofs)
    }

    /// The source of moves that need no search; `None`, the default, if the game has none. Asked once per
    /// engine, so it may take tenths of a second. Equal seeds give equal moves.
    fn opening(_seed: u64) -> Option<Box<dyn Opening<Self::Position>>> {
        None
    }

    /// The same drawn at random, for weak opponents: a setup. `None`, the default, if the game begins without
    /// one; an engine then searches.
    fn random_opening(_seed: u64) -> Option<Box<dyn Opening<Self::Position>>> {
        None
    }

    /// Reads a text of games in the game's own record format, and replays each when it is asked for. `None`
    /// if the text is not in this format, or the game has none; it may then hold [lines of
    /// moves](crate::read_records).
    fn own_records(_text: &str, _limits: RecordLimits) -> Option<OwnRecords<'_, Self::Position>> {
        None
    }

    /// Writes a game in the game's own record format, so that [`own_records`](Self::own_records) reads it
    /// back. `None` if the game has no such format, or the format cannot hold this game.
    fn write_record(_game: &Game<Self::Position>, _result: Option<RecordedResult>) -> Option<String> {
        None
    }

    /// Plays all variations of a game in SGF; the default reads what [`write_study`](Self::write_study)
    /// writes by default.
    ///
    /// # Errors
    ///
    /// If the game is another one, or its rules or its first position cannot be read.
    fn read_study(tree: &GameTree) -> Result<Study, SgfError> {
        study::read_plain::<Self::Position>(Self::INFO.name, tree)
    }

    /// Writes a game with its variations in SGF, so that [`read_study`](Self::read_study) reads it back.
    ///
    /// # Errors
    ///
    /// If the rules, the start or a ply cannot be read.
    fn write_study(study: &Study) -> Result<GameTree, TextError> {
        study::write::<Self::Position>(study, &Plain(Self::INFO.name))
    }
}

/// Moves that need no search: a setup, or the moves of a book.
pub trait Opening<P: Position>: Send {
    /// The legal moves to play now, in order; empty if an engine should search.
    fn moves(&self, position: &P) -> Vec<P::Move>;

    /// The value for the side to move of a position with [`moves`](Self::moves), if it is proven.
    fn value(&self, _position: &P) -> Option<Score> {
        None
    }
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
    /// The result of the operation.
    type Output;

    /// Performs the operation.
    fn visit<F: Features<P>>(self, features: F) -> Self::Output;
}
