//! The first player's win, move by move.

use crate::definition::GekitaiGame;
use crate::moves::Move;
use crate::position::Gekitai;
use plywood_play::Opening;
use plywood_solve::Book;

/// A proof that the first player wins from the empty board, under the default rules, within 25 plies.
///
/// `proofs/README.md` says how it was made. Anyone can check it with `plywood verify gekitai --proof`.
pub const PROOF: &[u8] = include_bytes!("../proofs/gekitai.proof");

/// The moves of the proof.
pub(crate) struct WinningBook(Book<GekitaiGame>);

impl WinningBook {
    /// Reads and checks the proof; `None` if it were spoilt, which a test keeps from happening.
    pub(crate) fn read() -> Option<Self> {
        Book::read(PROOF).ok().map(Self)
    }
}

impl Opening<Gekitai> for WinningBook {
    fn moves(&self, position: &Gekitai) -> Vec<Move> {
        self.0.choose(position).into_iter().collect()
    }
}
