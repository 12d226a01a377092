//! Game records in SGF, the Smart Game Format, with `GM[11]`.
//!
//! [`read_games`] gives the main line of every game of a file, [`write_game`] makes a file of a game,
//! [`read_study`] plays all variations, and [`GameTree`] holds all that a file says.
//!
//! The format is A. Hollosi's, "SGF FF\[4\]" with its page on Hex: Black connects top and bottom and moves
//! first, cells are a column letter and a row number, and moves may be `resign`, `forfeit`, `pass`,
//! `swap-pieces` and `swap-sides`. Programs differ, and what they write is read like this:
//!
//! - `SZ[7:9]` is seven columns and nine rows, and a board without a size has 11x11. Columns past `z` (`aa`)
//!   are understood and refused, for no board here is so wide.
//! - A swap sets the rules of the game: [`Swap::Pieces`](crate::Swap::Pieces) or
//!   [`Swap::Sides`](crate::Swap::Sides). `HexGui` 1.0 writes `B[a2];W[swap-pieces];W[d8]` where the stone
//!   stays and White moves again, which is a swap of sides. So the colour that moves after the swap decides:
//!   the one that swapped, and sides were swapped; the other, and pieces were. Nobody, and the word decides.
//! - Little Golem writes cells as two letters (`ad` for a4), calls the player who moves first White in its
//!   moves and Black in its result, and swaps pieces with `swap`.
//! - `resign` and `forfeit` end the line, and give the result if the file does not.
//! - The game begins where stones were set up last (`AB`, `AW`, `AE`, `PL`), or where a colour last moved out
//!   of turn or passed: Hex has no pass, and a line with one is a line from the position behind it. Without
//!   `PL`, White is to move if Black has more stones.
//! - `RU[swap=pieces]` and `RU[swap=sides]` set the rules; `RU[swap=sides swapped]` says that the players had
//!   exchanged colours at the start. Other texts in `RU` mean nothing here.

mod read;
mod study;
mod write;

pub use plywood_play::sgf::{
    GameTree, Node, Place, Property, SgfError, SyntaxError, Trees, Value, read_trees, read_trees_within,
};
pub use read::{SgfGame, read_game, read_games, read_games_within};
pub(crate) use study::HexStyle;
pub use study::read_study;
pub use write::write_game;
pub(crate) use write::{letter, write_root};
