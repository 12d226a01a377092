//! Studies: games with variations, comments, names and marks, as SGF holds them.
//!
//! A [`Study`] is a tree of plies whose texts are those of the game's notation. [`read`] plays the variations
//! of a [`GameTree`](crate::sgf::GameTree) and [`write()`] makes one. What a game writes in its own way (Hex
//! has a standard) is a [`Style`] and a [`Player`] of its own; [`Plain`] and [`PlainPlayer`] serve the rest:
//!
//! ```text
//! (;FF[4]GAME[loa]RULES[size=8,...];B[b1-h1]C[opens the a-file](;W[a7-c5])(;W[a4-c2]AR[a4:c2]))
//! ```
//!
//! Nothing is dropped silently: a property that is not understood is kept as it is, and a variation that
//! cannot be played is named in [`Study::left_out`].

mod notes;
mod plain;
mod tree;

pub(crate) use plain::read_plain;
pub use plain::{Plain, PlainPlayer};
pub use tree::{Player, Style, read, write};

use crate::sgf::SgfError;
use plywood_search::Side;

/// A game with its variations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Study {
    /// The rules, every option written out.
    pub rules: String,
    /// The position at the start.
    pub start: String,
    /// What the file says of the whole game: names of properties and their values.
    pub tags: Vec<(String, String)>,
    /// The result that the file claims, as [`RecordedResult`](crate::RecordedResult) writes it.
    pub result: Option<String>,
    /// The nodes: number 0 is the start, and each other one comes after its parent, the main line first.
    pub nodes: Vec<StudyNode>,
    /// The variations that cannot be played: the place and the reason of each.
    pub left_out: Vec<SgfError>,
    /// Whether the main line is among them.
    pub is_cut: bool,
}

/// A node of a study: a ply, and what is said of the position after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StudyNode {
    /// The number of the node before; 0 for the first node.
    pub parent: usize,
    /// The ply, in the game's notation; empty for the first node.
    pub ply: String,
    /// The player of the ply, where a file was read; nobody for the first node. Whoever writes a study need
    /// not say it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub side: Option<Side>,
    /// The name of the position.
    #[cfg_attr(feature = "serde", serde(default))]
    pub name: String,
    /// The comment.
    #[cfg_attr(feature = "serde", serde(default))]
    pub comment: String,
    /// The marks on the board.
    #[cfg_attr(feature = "serde", serde(default))]
    pub marks: Vec<Mark>,
    /// What else a file says of it, kept as it is: names of properties and their values.
    #[cfg_attr(feature = "serde", serde(default))]
    pub other: Vec<(String, Vec<String>)>,
}

/// A mark on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// The form of the mark.
    pub kind: MarkKind,
    /// The cell that is marked, or from which an arrow or a line goes.
    pub cell: String,
    /// The cell to which an arrow or a line goes, or the text of a label; else empty.
    #[cfg_attr(feature = "serde", serde(default))]
    pub more: String,
}

/// The forms of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MarkKind {
    /// A ring around a cell.
    Circle,
    /// A triangle on a cell.
    Triangle,
    /// A square on a cell.
    Square,
    /// A cross on a cell.
    Cross,
    /// A text on a cell.
    Label,
    /// An arrow from cell to cell.
    Arrow,
    /// A line between cells.
    Line,
}
