//! The requests, one type an operation.

use plywood_play::study::StudyNode;
use plywood_search::Side;
use serde::Deserialize;

/// A game up to a position: how it began, and the plies since.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    /// The name of the game.
    pub(crate) game: String,
    /// Settings of switches, `size=8,swap=off`; the others have their defaults.
    pub(crate) rules: Option<String>,
    /// The position at the beginning; the start of the game if absent.
    pub(crate) position: Option<String>,
    /// The plies from there; a text may hold several, separated by blanks.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// A request for a state.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct StateRequest {
    /// The line whose end is asked about.
    pub(crate) line: Line,
    /// Whether a ply that cannot be played ends the line there, with the reason in the answer. Otherwise it
    /// is an error.
    #[serde(default)]
    pub(crate) lenient: bool,
}

/// Clicks that begin no move.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainRequest {
    /// The line at whose end the clicks were made.
    pub(crate) line: Line,
    /// The clicks, 1 to 8.
    pub(crate) clicks: Vec<String>,
}

/// A game to write as a record.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRequest {
    /// The game.
    pub(crate) line: Line,
    /// The result where the rules do not give it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub(crate) result: Option<String>,
    /// The whole game with its variations, in place of the plies of `line`: then the record is SGF.
    #[serde(default)]
    pub(crate) nodes: Vec<StudyNode>,
    /// What the record says of the whole game: names of properties and their values.
    #[serde(default)]
    pub(crate) tags: Vec<(String, String)>,
}

/// A text of records to read.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordsRequest {
    /// The name of the game.
    pub(crate) game: String,
    /// The records, in the game's own format or one a line.
    pub(crate) text: String,
}

/// The pieces of a position.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrangeRequest {
    /// The name of the game.
    pub(crate) game: String,
    /// Settings of switches; the others have their defaults.
    pub(crate) rules: Option<String>,
    /// The pieces on the board.
    pub(crate) pieces: Vec<PlacedPiece>,
    /// The side to move.
    pub(crate) side: Side,
}

/// A piece of an arrangement.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacedPiece {
    /// The cell of the piece.
    pub(crate) cell: String,
    /// The kind of the piece, as the catalogue names it.
    pub(crate) kind: String,
    /// The owner of the piece.
    pub(crate) side: Side,
}

/// A search of the position at the end of a line.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchRequest {
    /// The line.
    pub(crate) line: Line,
    /// The engine with its options, `pvs:nodes=2k`; `pvs` if absent. With `library=on` it plays the moves of a
    /// proof that the library has of the game's start, as long as the game follows it.
    pub(crate) engine: Option<String>,
    /// The number of best lines, 1 to 32; 1 if absent.
    pub(crate) multipv: Option<u32>,
    /// The time, `2s`, in place of the engine's own.
    pub(crate) time: Option<String>,
    /// Whether to search until stopped, whatever the limits of the engine.
    #[serde(default)]
    pub(crate) endless: bool,
    /// A name, of the caller's choice, under which the tables of this search are kept for the next one with
    /// the same engine. A search that has the name of one under way ends that one. Whoever knows the name can
    /// do that, so draw it at random. Without a name nothing is kept, and equal requests give equal answers.
    pub(crate) memory: Option<String>,
}

/// A proof of who wins the position at the end of a line.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    /// The line.
    pub(crate) line: Line,
    /// The nodes after which to give up, 1 to 10000000; 100000 if absent.
    pub(crate) nodes: Option<u64>,
    /// A name as in a search; nothing is kept, but one proof of the name is looked for at a time.
    pub(crate) memory: Option<String>,
}

/// An evaluation of every position of a line.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct GraphRequest {
    /// The line.
    pub(crate) line: Line,
    /// The nodes for each position, 1 to 200000; 2000 if absent.
    pub(crate) nodes: Option<u64>,
    /// The number of the first ply after which to evaluate; 0 if absent.
    pub(crate) from: Option<usize>,
    /// A name as in a search; nothing is kept, but one graph of the name is made at a time.
    pub(crate) memory: Option<String>,
}
