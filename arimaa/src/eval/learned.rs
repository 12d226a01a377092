//! `Learned`: the value of a network that learnt, at every step of turns, what the network before it and the
//! public program sharp say of a position.
//!
//! `networks.md` in the repository says how the network was made and how strong it is.

use super::goals::Goals;
use super::inputs::{Inputs, MOST_PIECES};
use super::ordering;
use super::sight::Sight;
use super::strong::Strong;
use crate::rules::moves::Move;
use crate::rules::position::Arimaa;
use plywood_net::{Accumulators, ModelError, Network};
use plywood_search::{
    Candidates, ForcedWin, Game, Knowledge, Numbers, Parameters, Position, Purpose, Score, Side, WholeTurns,
};
use std::sync::Arc;

/// The material and the threats of goals as [`Strong`] counts them, plus the value of a network, in points;
/// that of [`Strong`] in the setup, and where a position has more pieces than a game begins with.
///
/// The network has output weights of its own for each number of steps that the mover has left.
#[derive(Clone, Debug)]
pub struct Learned {
    network: Arc<Network>,
}

impl Learned {
    /// Reads the network from the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the bytes are not a network, or it is for another game or other inputs.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        Ok(Self { network: Arc::new(Network::for_features(bytes, "arimaa", &Inputs)?) })
    }
}

/// The network that comes with the crate.
impl Default for Learned {
    fn default() -> Self {
        Self::read(include_bytes!("../../nets/arimaa-6.net")).expect("the network of the crate is whole")
    }
}

/// What is known of the turns of a line, and the network's sums.
#[derive(Clone, Debug)]
pub struct LearnedState {
    turns: Goals,
    sums: Accumulators<Arimaa, Sight>,
}

impl Knowledge<Arimaa> for Learned {
    type State = LearnedState;

    fn start(&self, position: &Arimaa) -> LearnedState {
        LearnedState { turns: Strong.start(position), sums: Accumulators::new(position) }
    }

    #[inline]
    fn advance(&self, state: &mut LearnedState, parent: &Arimaa, mv: Option<Move>, child: &Arimaa) {
        Strong.advance(&mut state.turns, parent, mv, child);
        state.sums.advance(child);
    }

    #[inline]
    fn retreat(&self, state: &mut LearnedState) {
        Strong.retreat(&mut state.turns);
        state.sums.retreat();
    }

    #[inline]
    fn evaluate(&self, position: &Arimaa, state: &mut LearnedState) -> Score {
        if position.is_setup() || position.board().occupied().count_ones() > MOST_PIECES {
            return Strong.evaluate(position, &mut state.turns);
        }
        let (sight, base) = Strong::sight_on(position, &mut state.turns);
        state.sums.note(sight);
        let correction = state.sums.points(&self.network, &Inputs, position.side_to_move());
        Score::heuristic(base + correction)
    }

    #[inline]
    fn value_key(&self, position: &Arimaa) -> Option<u64> {
        Strong.value_key(position)
    }

    #[inline]
    fn forced_win(&self, position: &Arimaa, state: &mut LearnedState) -> Option<ForcedWin> {
        Strong.forced_win(position, &mut state.turns)
    }

    #[inline]
    fn is_threatened(&self, position: &Arimaa, state: &mut LearnedState) -> bool {
        Strong.is_threatened(position, &mut state.turns)
    }

    #[inline]
    fn candidates<'a>(
        &'a self,
        position: &'a Arimaa,
        state: &'a mut LearnedState,
    ) -> Option<Candidates<impl Fn(Move) -> bool>> {
        Strong.candidates(position, &mut state.turns)
    }

    #[inline]
    fn margin(&self) -> i32 {
        Strong.margin()
    }

    #[inline]
    fn parameters(&self) -> Parameters {
        Strong.parameters()
    }

    fn tactics(&self, position: &Arimaa, state: &mut LearnedState, visit: &mut dyn FnMut(Move)) {
        Strong.tactics(position, &mut state.turns, visit);
    }

    #[inline]
    fn has_lines(&self) -> bool {
        Strong.has_lines()
    }

    fn lines(
        &self,
        position: &Arimaa,
        state: &mut LearnedState,
        purpose: Purpose,
        visit: &mut dyn FnMut(&[Move]),
    ) {
        Strong.lines(position, &mut state.turns, purpose, visit);
    }

    fn answers(&self, position: &Arimaa, state: &mut LearnedState, visit: &mut dyn FnMut(&[Move])) {
        Strong.answers(position, &mut state.turns, visit);
    }

    fn look_ahead(
        &self,
        position: &Arimaa,
        state: &mut LearnedState,
        visit: &mut dyn FnMut(&[Move]),
    ) -> Option<ForcedWin> {
        Strong.look_ahead(position, &mut state.turns, visit)
    }

    #[inline]
    fn rest(&self, position: &Arimaa) -> i32 {
        Strong.rest(position)
    }

    #[inline]
    fn priorities(&self, position: &Arimaa, _state: &mut LearnedState) -> impl Fn(Move) -> i32 {
        ordering::priorities(position)
    }

    fn turns(&self, game: &Game<Arimaa>, state: &mut LearnedState, effort: u64) -> WholeTurns<Move> {
        Strong.turns(game, &mut state.turns, effort)
    }

    fn certain_win(&self, position: &Arimaa, known: &mut Vec<Vec<Move>>) -> Option<u32> {
        Strong.certain_win(position, known)
    }

    const IS_COSTLY: bool = Strong::IS_COSTLY;

    fn numbers(&self, position: &Arimaa, state: &mut LearnedState, attacker: Side) -> Numbers {
        Strong.numbers(position, &mut state.turns, attacker)
    }
}
