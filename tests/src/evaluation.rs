//! Opinions for testing: hashes of the position, which make every tree look different, and one with a state
//! of its own.

use crate::hash::mix;
use crate::watched::Watched;
use plywood_search::{Hints, Knowledge, PackedMove, Position, Score};

/// A value drawn from the position's key and a seed, within a range around 0, for the side to move.
///
/// A small range makes ties, which a search must break as promised, and windows that close exactly; a great
/// one makes every position differ. The priorities of moves are drawn as well, so that moves come in an order
/// without sense, as are its judgements, and one position in eight is said to be under threat.
#[derive(Clone, Copy, Debug)]
pub struct Hashed {
    seed: u64,
    range: i32,
}

impl Hashed {
    /// Values from -3 to 3: many ties.
    pub const fn narrow(seed: u64) -> Self {
        Self { seed, range: 3 }
    }

    /// Values over the whole range of heuristic scores: no ties to speak of.
    pub const fn wide(seed: u64) -> Self {
        Self { seed, range: Score::MAX_HEURISTIC.value() }
    }

    fn draw(self, number: u64, range: i32) -> i32 {
        let width = 2 * range as u64 + 1;
        (mix(number ^ mix(self.seed)) % width) as i32 - range
    }
}

impl<P: Position> Knowledge<P> for Hashed {
    type State = ();

    fn start(&self, _position: &P) {}

    fn evaluate(&self, position: &P, (): &mut ()) -> Score {
        Score::heuristic(self.draw(position.key(), self.range))
    }

    fn is_threatened(&self, position: &P, (): &mut ()) -> bool {
        position.key().rotate_left(13).is_multiple_of(8)
    }

    fn priorities(&self, position: &P, (): &mut ()) -> impl Fn(P::Move) -> i32 {
        let key = position.key().rotate_left(7);
        move |mv| self.draw(key ^ u64::from(mv.to_bits()), 1_000)
    }

    fn judge(&self, position: &P, _last: Option<P::Move>, moves: &mut [(P::Move, f32)]) -> Option<f32> {
        let key = position.key().rotate_left(21);
        for (mv, weight) in moves {
            *weight = self.draw(key ^ u64::from(mv.to_bits()), 1_000).unsigned_abs() as f32;
        }
        Some(self.draw(key, 1_000) as f32 / 1_000.0)
    }
}

/// Knowledge that carries a number along the moves and finds out if a search mixes up the line of play.
///
/// The number is the key combined with a seed. An advance replaces the parent's part of it by the child's, so
/// that a state that is somewhere else than the search comes out wrong; each use compares it with the number
/// made from scratch.
#[derive(Clone, Copy, Debug)]
pub struct Accumulator {
    seed: u64,
}

impl Accumulator {
    /// Knowledge with values from -50 to 50.
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    fn check<P: Position>(self, position: &P, state: &[u64]) -> u64 {
        let here = *state.last().expect("a line has a position");
        assert_eq!(
            here,
            position.key() ^ self.seed,
            "the state belongs to another position than {position:?}"
        );
        here
    }
}

impl<P: Hints> Knowledge<Watched<P>> for Accumulator {
    /// The numbers of the line.
    type State = Vec<u64>;

    fn start(&self, position: &Watched<P>) -> Vec<u64> {
        vec![position.key() ^ self.seed]
    }

    fn advance(&self, state: &mut Vec<u64>, parent: &Watched<P>, mv: Option<P::Move>, child: &Watched<P>) {
        let here = self.check(parent, state);
        assert!(child.outcome().is_none(), "advanced to a finished position: {child:?}");
        let expected = match mv {
            Some(mv) => {
                let mut expected = parent.clone();
                expected.play_unchecked(mv);
                Some(expected)
            }
            None => parent.null_move(),
        };
        assert_eq!(expected.as_ref(), Some(child), "{mv:?} does not lead from {parent:?} to this child");
        state.push(here ^ parent.key() ^ child.key());
    }

    fn retreat(&self, state: &mut Vec<u64>) {
        assert!(state.len() > 1, "retreated beyond the first position");
        state.pop();
    }

    fn evaluate(&self, position: &Watched<P>, state: &mut Vec<u64>) -> Score {
        let here = self.check(position, state);
        assert!(position.outcome().is_none(), "asked about a finished position: {position:?}");
        Score::heuristic((mix(here) % 101) as i32 - 50)
    }

    fn priorities(&self, position: &Watched<P>, state: &mut Vec<u64>) -> impl Fn(P::Move) -> i32 {
        let here = self.check(position, state);
        move |mv| (mix(here ^ u64::from(mv.to_bits())) % 2_001) as i32 - 1_000
    }
}
