//! SGF, the Smart Game Format, as it stands in a file: trees of nodes with properties, whatever the game.
//!
//! ```
//! use plywood_play::sgf::read_trees;
//!
//! let tree = read_trees("(;GM[11];B[c3]C[the centre](;W[b2])(;W[d4]))").next().unwrap()?;
//! assert_eq!((tree.len(), tree.main_line().count()), (4, 3));
//! assert_eq!(tree.node(1).unwrap().values("C")[0].text(), "the centre");
//! # Ok::<(), plywood_play::sgf::SgfError>(())
//! ```

mod parse;
mod tree;

pub use parse::{SgfError, SyntaxError, Trees, read_trees, read_trees_within};
pub use tree::{GameTree, Node, Place, Property, Value};
