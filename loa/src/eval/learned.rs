//! `Learned`: an evaluation by a network that was trained on games of this program against itself.
//!
//! `networks.md` in the repository says how each network was made and how strong it is.

use super::centre_of_mass::closing_up;
use super::inputs::Inputs;
use super::strong::Strong;
use crate::rules::moves::Move;
use crate::rules::position::Loa;
use crate::rules::variants::Rules;
use plywood_net::{Accumulators, ModelError, Network};
use plywood_search::{ForcedWin, Knowledge, Outcome, Position, Score};
use std::sync::Arc;

/// The evaluation by a network, in points; about -1 000 to 1 000.
///
/// The network is for the 8x8 board. On smaller boards, and without a network, [`Strong`] evaluates.
#[derive(Clone, Debug)]
pub struct Learned {
    network: Option<Arc<Network>>,
}

impl Learned {
    /// Reads the network from the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the bytes are not a network, or it is for another game or other inputs.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        Ok(Self { network: Some(Arc::new(Network::for_features(bytes, "loa", &Inputs)?)) })
    }

    /// The network of the first generation, trained on games of [`Strong`]: a yardstick for those after it.
    pub fn first() -> Self {
        Self::of_crate(nets::FIRST)
    }

    fn of_crate(bytes: Option<&[u8]>) -> Self {
        let read = |bytes| Self::read(bytes).expect("the networks of the crate are whole");
        bytes.map_or(Self { network: None }, read)
    }

    /// Whether networks evaluate positions under these rules: those of the 8x8 board.
    #[inline]
    pub(crate) const fn is_for(rules: Rules) -> bool {
        rules.size.get() == 8
    }

    /// The network, if it is for this board.
    #[inline]
    fn network(&self, position: &Loa) -> Option<&Network> {
        self.network.as_deref().filter(|_| Self::is_for(position.rules()))
    }
}

/// The best network that comes with the crate, if the feature `learned` is on.
impl Default for Learned {
    fn default() -> Self {
        Self::of_crate(nets::SECOND)
    }
}

/// The networks that come with the crate.
#[cfg(feature = "learned")]
mod nets {
    pub(super) const FIRST: Option<&[u8]> = Some(include_bytes!("../../nets/loa-1.net"));
    pub(super) const SECOND: Option<&[u8]> = Some(include_bytes!("../../nets/loa-2.net"));
}

#[cfg(not(feature = "learned"))]
mod nets {
    pub(super) const FIRST: Option<&[u8]> = None;
    pub(super) const SECOND: Option<&[u8]> = None;
}

/// The network's sums along a line.
type Sums = Accumulators<Loa, [u64; 2]>;

impl Knowledge<Loa> for Learned {
    type State = Sums;

    fn start(&self, position: &Loa) -> Sums {
        Accumulators::new(position)
    }

    #[inline]
    fn advance(&self, state: &mut Sums, _parent: &Loa, _mv: Option<Move>, child: &Loa) {
        state.advance(child);
    }

    #[inline]
    fn retreat(&self, state: &mut Sums) {
        state.retreat();
    }

    #[inline]
    fn evaluate(&self, position: &Loa, state: &mut Sums) -> Score {
        match self.network(position) {
            Some(network) => state.score(network, &Inputs),
            None => Strong.evaluate(position, &mut ()),
        }
    }

    /// A move that connects the men of the side to move wins, unless it connects the opponent's too.
    ///
    /// Threats of the opponent (`is_threatened`, `threatens`) are not reported: it did not help. `RESULTS.md`
    /// of this crate has the figures of both.
    #[inline]
    fn forced_win(&self, position: &Loa, _state: &mut Sums) -> Option<ForcedWin> {
        let winner = position.side_to_move();
        let mut child = position.clone();
        child.play_unchecked(position.connecting_move()?);
        (child.outcome() == Some(Outcome::Win(winner))).then_some(ForcedWin { winner, plies: 1 })
    }

    #[inline]
    fn winning_move(&self, position: &Loa, _state: &mut Sums) -> Option<Move> {
        position.connecting_move()
    }

    #[inline]
    fn margin(&self) -> i32 {
        60
    }

    #[inline]
    fn priorities(&self, position: &Loa, _state: &mut Sums) -> impl Fn(Move) -> i32 {
        closing_up(position)
    }
}
