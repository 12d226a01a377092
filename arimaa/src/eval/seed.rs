//! Material by squared strength, with a little for where pieces stand and whether they can move.

use crate::rules::pieces::{Colour, Kind};
use crate::rules::position::Arimaa;
use plywood_search::{Knowledge, Score};

/// The evaluation of a small browser game of Arimaa that plywood grew out of, in tenths of a rabbit.
///
/// The own sum less the opponent's, over the pieces on the board:
///
/// | what | tenths |
/// |---|---|
/// | a piece: its strength squared (rabbit 1, cat 4, dog 9, horse 16, camel 25, elephant 36) | 10 each |
/// | on one of the sixteen central squares, c3 to f6 | +5 |
/// | a rabbit, for each rank it has advanced from its own first | +1 |
/// | it can step by itself | +5 |
/// | it cannot, being frozen or blocked | -5 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seed;

const CENTRE: u64 = 0x0000_3C3C_3C3C_0000;

impl Seed {
    /// The value of one colour's pieces in tenths of a rabbit, at most 1 600.
    pub fn of(position: &Arimaa, colour: Colour) -> i32 {
        let pieces = position.pieces(colour);
        let movable = position.movable(colour);
        let rabbits = pieces & position.pieces_of_kind(Kind::Rabbit);
        material(position, colour)
            + 5 * count(pieces & CENTRE)
            + ranks_advanced(rabbits, colour)
            + 5 * (count(movable) - count(pieces & !movable))
    }
}

fn material(position: &Arimaa, colour: Colour) -> i32 {
    let value = |kind: Kind| {
        let strength = i32::from(kind.strength());
        10 * strength * strength * count(position.pieces(colour) & position.pieces_of_kind(kind))
    };
    Kind::ALL.into_iter().map(value).sum()
}

/// How many ranks all the rabbits together are away from their own first.
fn ranks_advanced(rabbits: u64, colour: Colour) -> i32 {
    let on_rank = |rank: usize| count(rabbits & 0xFF << (8 * rank));
    let advanced = |rank: usize| match colour {
        Colour::Gold => rank as i32,
        Colour::Silver => 7 - rank as i32,
    };
    (0..8).map(|rank| advanced(rank) * on_rank(rank)).sum()
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

impl Knowledge<Arimaa> for Seed {
    type State = ();

    #[inline]
    fn start(&self, _position: &Arimaa) {}

    fn evaluate(&self, position: &Arimaa, (): &mut ()) -> Score {
        let turn = position.turn();
        Score::heuristic(Self::of(position, turn) - Self::of(position, !turn))
    }
}
