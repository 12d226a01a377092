//! Proofs by regions: a win as a list of connections that are put together.
//!
//! # Facts
//!
//! A *fact* is about one colour, the winner, and names two *ends*, a set of *own* cells and a *carrier*; an
//! end is a cell or an edge of the winner's. It says: if the winner has a stone on each own cell, the carrier
//! is empty, and the opponent has stones on all other cells, then the winner can join the two ends by its
//! stones and edges, although the opponent moves first. A fact does not depend on a position: it holds
//! wherever the winner has a stone on each own cell and the carrier is empty. No own cell is in the carrier.
//! The stones that the winner has at the start are own cells of every fact.
//!
//! # The one rule
//!
//! A fact follows from one or more *ways* to join its ends. A way names earlier facts, stones, and perhaps a
//! move. With the stones, the move, the ends and all own cells of its facts occupied by the winner,
//!
//! 1. no two carriers of its facts, without occupied cells, share a cell, and
//! 2. the ends are joined if neighbouring occupied cells are, an occupied cell and the edge that it touches,
//!    and the ends of each of its facts.
//!
//! A way leans on these carriers and the cell of its move. The fact owns what is occupied in its ways, the
//! moves aside. A single way may be without a move. Otherwise every way has one, and
//!
//! 3. no cell that the fact does not own is leant on by all of the ways.
//!
//! The carrier of the fact is all that its ways lean on, without what it owns.
//!
//! # Why it cannot be wrong
//!
//! More stones never harm the winner, and a pass does not help it: so a fact also holds where more cells are
//! the winner's, a stone of the carrier among them, and the winner may be asked to move on such a cell.
//!
//! *A way without a move.* The carriers do not meet. Whenever the opponent plays in one of them the winner
//! answers in the same one, as that fact promises; the others are as they were. So all facts of the way come
//! true at once, and by 2 the ends are joined.
//!
//! *Ways with moves.* When the opponent plays on a cell, by 3 there is a way that does not lean on it. The
//! winner makes the move of that way, and goes on as above. If the opponent plays elsewhere, any way will do.
//!
//! Facts name earlier ones alone, so this is an induction over the list. In the end the last fact joins the
//! edges. It owns nothing but the winner's stones, and one empty cell more if the winner is to move, which
//! then is its first move; and no stone of the opponent is in its carrier or on that cell. So it holds in the
//! position.
//!
//! Every win has such a proof: without any region, the ways are the winner's moves, and facts are the
//! positions after them. What makes it short is that a region is proven once, whatever happens elsewhere.

mod check;
mod fact;
mod links;
mod record;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use check::check;
pub(crate) use write::write;
