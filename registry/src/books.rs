//! What engines play without a search, where that takes the solver: the games themselves do without it.

use plywood_gekitai::{Gekitai, GekitaiGame, Move, PROOF};
use plywood_play::Opening;
use plywood_search::Score;
use plywood_solve::{Book, Claim};
use std::sync::LazyLock;

/// The moves of the proof, read and checked once: that takes a fifth of a second. `None` if it were spoilt,
/// which a test keeps from happening.
static WINNING: LazyLock<Option<Book<GekitaiGame>>> = LazyLock::new(|| Book::read(PROOF).ok());

/// The first player's win in Gekitai, out of the proof that comes with the game.
pub(crate) fn gekitai(_seed: u64) -> Option<Box<dyn Opening<Gekitai>>> {
    Some(Box::new(WinningBook(WINNING.as_ref()?)))
}

struct WinningBook(&'static Book<GekitaiGame>);

impl Opening<Gekitai> for WinningBook {
    fn moves(&self, position: &Gekitai) -> Vec<Move> {
        self.0.choose(position).into_iter().collect()
    }

    /// The bound of the proof: it holds for every position that the proof leads to, and a tighter one there
    /// would cost a walk through the rest of it for each move.
    fn value(&self, _position: &Gekitai) -> Option<Score> {
        match self.0.claim() {
            Claim::Wins { within, .. } => Some(Score::win_in(within)),
            _ => None,
        }
    }
}
