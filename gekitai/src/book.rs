//! The first player's win, move by move.

use crate::definition::GekitaiGame;
use crate::moves::Move;
use crate::position::Gekitai;
use plywood_play::Opening;
use plywood_solve::Book;
use std::sync::LazyLock;

/// A proof that the first player wins from the empty board, under the default rules, within 25 plies.
///
/// `proofs/README.md` says how it was made. Anyone can check it with `plywood verify gekitai --proof`.
pub const PROOF: &[u8] = include_bytes!("../proofs/gekitai.proof");

/// The moves of the proof, read and checked once: that takes a fifth of a second. `None` if it were spoilt, which a test keeps from
/// happening.
static WINNING: LazyLock<Option<Book<GekitaiGame>>> = LazyLock::new(|| Book::read(PROOF).ok());

/// Plays the moves of the proof.
pub(crate) struct WinningBook(&'static Book<GekitaiGame>);

impl WinningBook {
    pub(crate) fn read() -> Option<Self> {
        WINNING.as_ref().map(Self)
    }
}

impl Opening<Gekitai> for WinningBook {
    fn moves(&self, position: &Gekitai) -> Vec<Move> {
        self.0.choose(position).into_iter().collect()
    }
}
