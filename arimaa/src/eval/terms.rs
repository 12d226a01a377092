//! The terms of which [`Strong`](super::Strong) is the weighted sum, and what counts them.
//!
//! A term is a number of things on the board, such as rabbits on a square or dogs that can be captured in
//! four steps, own less enemy's. Terms are numbered; a group of them has a name and consecutive numbers.

use super::sight::Mark;
use super::weights::WEIGHTS;

/// A group of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// What the group is about.
    pub name: &'static str,
    /// The number of its first term.
    pub first: usize,
    /// How many terms it has.
    pub len: usize,
}

impl Group {
    pub(super) const fn begin(name: &'static str, len: usize) -> Self {
        Self { name, first: 0, len }
    }

    pub(super) const fn then(self, name: &'static str, len: usize) -> Self {
        Self { name, first: self.first + self.len, len }
    }

    /// The number of the term at a place of the group; the last one for places beyond.
    #[inline]
    pub(super) const fn at(self, place: usize) -> usize {
        self.first + if place < self.len { place } else { self.len - 1 }
    }
}

/// The number of kinds of pieces.
pub(super) const KINDS: usize = 6;

/// The most steps of a threat.
pub(super) const LONGEST_THREAT: usize = 16;
const THREAT_STEPS: usize = LONGEST_THREAT - 1;

pub(super) const STEPS: Group = Group::begin("steps left", 1);
/// The worth of the army by [`material`](super::material).
pub(super) const MATERIAL: Group = STEPS.then("material", 1);
/// Kind, rank, and file from the edge.
pub(super) const PLACES: Group = MATERIAL.then("places", KINDS * 32);
/// Own or enemy's trap, own pieces beside, enemy's pieces beside, whose is the strongest.
pub(super) const TRAPS: Group = PLACES.then("trap control", 2 * 4 * 4 * 3);
/// Kind, by the distance of the nearest friend: 2, 3, 4 or more.
pub(super) const FROZEN: Group = TRAPS.then("frozen pieces", KINDS * 3);
pub(super) const MOBILITY: Group = FROZEN.then("mobility", 1);
/// Thirds of the number of squares that the elephant reaches in three steps.
pub(super) const ELEPHANT: Group = MOBILITY.then("room for the elephant", 9);
/// The same of the camel.
pub(super) const CAMEL_ROOM: Group = ELEPHANT.then("room for the camel", 9);
/// Own half or enemy's, and the distance of the enemy's elephant.
pub(super) const CAMEL: Group = CAMEL_ROOM.then("camel and enemy elephant", 2 * 8);
/// Kind, steps from 2 to [`LONGEST_THREAT`]; the enemy is to move.
pub(super) const THREATS_NOW: Group = CAMEL.then("threats of the mover", KINDS * THREAT_STEPS);
/// The same; the owner is to move first.
pub(super) const THREATS_NEXT: Group = THREATS_NOW.then("threats against the mover", KINDS * THREAT_STEPS);
/// The same of frozen pieces, whoever is to move.
pub(super) const THREATS_FROZEN: Group =
    THREATS_NEXT.then("threats against frozen pieces", KINDS * THREAT_STEPS);
/// The worth of the best piece that the enemy can capture in four steps, in points: the enemy is to move, the
/// owner is.
pub(super) const BEST_THREAT: Group = THREATS_FROZEN.then("best threat", 2);
/// Kind, steps from 2 to 6 if the elephant did not stand by the trap.
pub(super) const HOSTAGES: Group = BEST_THREAT.then("hostages", KINDS * 5);
/// Kind, one defender, two, more; then kind, without a way out.
pub(super) const FRAMES: Group = HOSTAGES.then("pieces on traps", KINDS * 4);
/// Kind, own half or enemy's, steps that a stronger enemy is away: 0, 1, 2.
pub(super) const OUTRANKED: Group = FRAMES.then("outranked pieces", KINDS * 2 * 3);
/// Kind, on the wing of the enemy's elephant, on the other wing, in the middle; at home or ahead.
pub(super) const ALIGNMENT: Group = OUTRANKED.then("alignment", KINDS * 3 * 2);
/// Rank from 3 to 6, number of enemies ahead on three files: 0 to 4.
pub(super) const RABBITS: Group = ALIGNMENT.then("advanced rabbits", 4 * 5);
/// Rabbits by the cost of their ways, 0 to 12.
pub(super) const WALKS: Group = RABBITS.then("ways to the goal", 13);
/// The cost of the cheapest way, 0 to 12; the owner is to move, the enemy is.
pub(super) const NEAREST: Group = WALKS.then("nearest to the goal", 2 * 13);

/// Every group, in order.
pub const GROUPS: [Group; 20] = [
    STEPS,
    MATERIAL,
    PLACES,
    TRAPS,
    FROZEN,
    MOBILITY,
    ELEPHANT,
    CAMEL_ROOM,
    CAMEL,
    THREATS_NOW,
    THREATS_NEXT,
    THREATS_FROZEN,
    BEST_THREAT,
    HOSTAGES,
    FRAMES,
    OUTRANKED,
    ALIGNMENT,
    RABBITS,
    WALKS,
    NEAREST,
];
const END: Group = NEAREST.then("end", 0);

/// The number of terms.
pub const TERMS: usize = END.first;
/// The unit in which terms are counted, and that of weights: parts of a point.
pub(super) const QUARTERS: i32 = 4;
pub(super) const UNIT: i32 = 64;

/// What is told how often each term occurs, in quarters.
pub(super) trait Tally {
    /// The longest threats that it wants to know of, in steps.
    const LONGEST_THREAT: usize = LONGEST_THREAT;

    fn add_quarters(&mut self, term: usize, quarters: i32);

    #[inline]
    fn add(&mut self, term: usize, amount: i32) {
        self.add_quarters(term, QUARTERS * amount);
    }

    /// Is told of a set of one side's pieces that was worked out on the way.
    #[inline]
    fn see(&mut self, _mark: Mark, _pieces: u64) {}

    /// Is told how much room a piece has, the elephant (0) or the camel (1).
    #[inline]
    fn see_room(&mut self, _of: usize, _room: usize) {}

    /// Is told who holds a trap, by its number: the place among those of [`TRAPS`] of one half.
    #[inline]
    fn see_trap(&mut self, _trap: usize, _control: usize) {}
}

/// The weighted sum, in 256ths of a point, of the side that `sign` stands for.
pub(super) struct Sum {
    pub(super) sign: i32,
    pub(super) total: i32,
}

impl Tally for Sum {
    #[inline]
    fn add_quarters(&mut self, term: usize, quarters: i32) {
        self.total += self.sign * quarters * i32::from(WEIGHTS[term]);
    }
}

/// By term: the number of its group.
static GROUP_OF: [u8; TERMS] = {
    let mut groups = [0; TERMS];
    let mut group = 0;
    while group < GROUPS.len() {
        let mut place = 0;
        while place < GROUPS[group].len {
            groups[GROUPS[group].first + place] = group as u8;
            place += 1;
        }
        group += 1;
    }
    groups
};

/// The weighted sums of the groups, in 256ths of a point.
pub(super) struct GroupSums {
    pub(super) sign: i32,
    pub(super) totals: [i32; GROUPS.len()],
}

impl Tally for GroupSums {
    #[inline]
    fn add_quarters(&mut self, term: usize, quarters: i32) {
        self.totals[usize::from(GROUP_OF[term])] += self.sign * quarters * i32::from(WEIGHTS[term]);
    }
}

/// The terms themselves.
pub(super) struct Counts {
    pub(super) sign: i32,
    pub(super) quarters: Vec<i32>,
}

impl Tally for Counts {
    #[inline]
    fn add_quarters(&mut self, term: usize, quarters: i32) {
        self.quarters[term] += self.sign * quarters;
    }
}
