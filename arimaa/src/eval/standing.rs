//! Where the pieces of one side stand, and what they can do from there.

use super::material::material;
use super::sight::{CONTROLS, Mark};
use super::terms::{
    ALIGNMENT, CAMEL, CAMEL_ROOM, ELEPHANT, FROZEN, KINDS, MATERIAL, MOBILITY, NEAREST, PLACES, RABBITS,
    TRAPS, Tally, WALKS,
};
use super::view::{View, count};
use crate::knowledge::bits;
use crate::rules::geometry::{TRAPS as ALL_TRAPS, adjacent, sources};
use crate::rules::squares::Direction;

/// The squares that are nearer to the enemy's side.
const AWAY: u64 = !0 << 32;
/// Files a to c, and f to h.
const WEST: u64 = 0x0707_0707_0707_0707;
const EAST: u64 = WEST << 5;
const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Counts everything about one side's pieces that does not depend on whose turn it is.
#[inline]
pub(super) fn standing(view: &View, frozen: u64, tally: &mut impl Tally) {
    tally.add(MATERIAL.at(0), material(view));
    places(view, tally);
    traps(view, tally);
    freezing(view, frozen, tally);
    mobility(view, frozen, tally);
    camel(view, tally);
    alignment(view, tally);
    rabbits(view, tally);
}

/// How many squares two squares are apart.
#[inline]
fn distance(one: u64, other: u64) -> usize {
    let (one, other) = (one.trailing_zeros(), other.trailing_zeros());
    ((one / 8).abs_diff(other / 8) + (one % 8).abs_diff(other % 8)) as usize
}

/// The place of a square among those of one wing: the board is its own mirror image.
#[inline]
pub(super) const fn place(kind: usize, square: u32) -> usize {
    let (rank, file) = (square / 8, square % 8);
    let from_edge = if file < 4 { file } else { 7 - file };
    kind * 32 + (rank * 4 + from_edge) as usize
}

#[inline]
fn places(view: &View, tally: &mut impl Tally) {
    for kind in 0..KINDS {
        for square in bits(view.kind(kind)) {
            tally.add(PLACES.at(place(kind, square.trailing_zeros())), 1);
        }
    }
}

/// Who stands beside each trap. Both sides count the same squares, each from its own end.
#[inline]
fn traps(view: &View, tally: &mut impl Tally) {
    for (number, trap) in bits(ALL_TRAPS).enumerate() {
        let beside = adjacent(trap);
        let (own, enemy) = (beside & view.own, beside & view.enemy);
        let strongest = (2..=6).rev().find_map(|strength| {
            let strong = view.at_least[strength];
            let (own, enemy) = (own & strong != 0, enemy & strong != 0);
            (own || enemy).then_some(if own == enemy {
                0
            } else if own {
                1
            } else {
                2
            })
        });
        let is_away = usize::from(trap & AWAY != 0);
        let pieces = |set: u64| count(set).min(3) as usize;
        let control = (pieces(own) * 4 + pieces(enemy)) * 3 + strongest.unwrap_or(0);
        tally.add(TRAPS.at(is_away * CONTROLS + control), 1);
        tally.see_trap(number, control);
    }
}

/// What is frozen, and how far its nearest friend is.
#[inline]
fn freezing(view: &View, frozen: u64, tally: &mut impl Tally) {
    for square in bits(frozen) {
        let kind = view.kind_on(square.trailing_zeros());
        let friends = view.own & !square;
        let near = adjacent(adjacent(square)) | adjacent(square);
        let farther = near | adjacent(near);
        let place = if friends & near != 0 {
            0
        } else if friends & farther != 0 {
            1
        } else {
            2
        };
        tally.add(FROZEN.at(kind * 3 + place), 1);
    }
}

#[inline]
fn mobility(view: &View, frozen: u64, tally: &mut impl Tally) {
    let (empty, free) = (view.empty(), view.own & !frozen);
    let strong = free & view.at_least[2];
    let ahead = [Direction::North, Direction::East, Direction::West].map(|way| sources(empty, way));
    let back = sources(empty, Direction::South) & view.at_least[2];
    tally.see(Mark::Shut, view.own & !(ahead[0] | ahead[1] | ahead[2] | back));
    let steps = count(free & sources(empty, Direction::North))
        + count(free & sources(empty, Direction::East))
        + count(free & sources(empty, Direction::West))
        + count(strong & sources(empty, Direction::South));
    tally.add(MOBILITY.at(0), steps);
    for (of, (group, kind)) in [(ELEPHANT, 5), (CAMEL_ROOM, 4)].into_iter().enumerate() {
        for piece in bits(view.kind(kind)) {
            let reached = if piece & frozen == 0 { count(reach(view, piece)) } else { 0 };
            tally.add(group.at(reached as usize / 3), 1);
            tally.see_room(of, reached as usize / 3);
        }
    }
}

/// The empty squares that a piece reaches in three steps.
#[inline]
fn reach(view: &View, piece: u64) -> u64 {
    let strength = view.strength_on(piece);
    let supported = adjacent(view.own & !piece);
    let stops = adjacent(view.enemy & view.at_least[strength + 1]) & !supported;
    let open = view.empty() & !(ALL_TRAPS & !supported);
    let one = adjacent(piece) & open;
    let two = one | adjacent(one & !stops) & open;
    two | adjacent(two & !stops) & open
}

/// How far the enemy's elephant is from the camel, which it hunts.
#[inline]
fn camel(view: &View, tally: &mut impl Tally) {
    let elephants = view.enemy & view.at_least[6];
    for camel in bits(view.kind(4)) {
        if let Some(distance) = bits(elephants).map(|elephant| distance(camel, elephant)).min() {
            let is_away = usize::from(camel & AWAY != 0);
            tally.add(CAMEL.at(is_away * 8 + distance.min(7)), 1);
        }
    }
}

/// On which wing pieces stand, seen from the enemy's elephant: those on the other are free of it.
#[inline]
fn alignment(view: &View, tally: &mut impl Tally) {
    let elephant = view.enemy & view.at_least[6];
    let (near, far) = match () {
        () if elephant & WEST != 0 => (WEST, EAST),
        () if elephant & EAST != 0 => (EAST, WEST),
        () => (0, 0),
    };
    for kind in 0..KINDS {
        let pieces = view.kind(kind);
        for (place, wing) in [near, far, !(near | far)].into_iter().enumerate() {
            tally.add(ALIGNMENT.at((kind * 3 + place) * 2), count(pieces & wing & !AWAY));
            tally.add(ALIGNMENT.at((kind * 3 + place) * 2 + 1), count(pieces & wing & AWAY));
        }
    }
}

/// Rabbits on their way, and who stands in it.
#[inline]
fn rabbits(view: &View, tally: &mut impl Tally) {
    let rabbits = view.kind(0);
    for square in bits(rabbits & !0xFFFF) {
        let number = square.trailing_zeros();
        let (rank, file) = (number / 8, number % 8);
        if rank == 7 {
            continue;
        }
        let files = FILE_A << file;
        let files = files | (files & !(FILE_A << 7)) << 1 | (files & !FILE_A) >> 1;
        let ahead = files & u64::MAX << (8 * (rank + 1));
        let guards = count(ahead & view.enemy).min(4) as usize;
        tally.add(RABBITS.at((rank as usize - 2).min(3) * 5 + guards), 1);
    }
}

/// The most that a way to the goal may cost to be counted apart.
const DEAREST: usize = 12;

/// Counts the rabbits by what their ways to the goal cost, from the goal backward: a step each, and what
/// stands in the way besides. `moves` says whether the owner is to move.
#[inline]
pub(super) fn ways(view: &View, frozen: u64, moves: bool, tally: &mut impl Tally) {
    const GOAL: u64 = 0xFF << 56;
    let supported = adjacent(view.own & view.at_least[2]);
    let threatened = adjacent(view.enemy & view.at_least[2]) & !supported;
    let quick = view.empty() & !threatened & !(ALL_TRAPS & !supported);
    let slow = view.own & !frozen & !threatened | view.empty() & !quick;
    let blocked = !(quick | slow);
    let before = |set: u64| set >> 8 | sources(set, Direction::East) | sources(set, Direction::West);
    // By cost: the squares from which the goal is so far; they are entered at 1, 2 and 4.
    let mut within = [0_u64; DEAREST + 5];
    within[4] = GOAL;
    let mut seen = 0;
    let (mut nearer, mut nearest) = (0, DEAREST);
    let mut marks = [Mark::Goal3, Mark::Goal5, Mark::Goal7, Mark::Goal9, Mark::Goal11].into_iter();
    for cost in 1..DEAREST {
        let place = cost + 4;
        let entered = within[place - 1] & quick | within[place - 2] & slow | within[place - 4] & blocked;
        within[place] = within[place - 1] | before(entered);
        let new = within[place] & view.kind(0) & !seen;
        // A frozen rabbit has to be freed first.
        let late = within[place - 2] & view.kind(0) & frozen & !seen;
        let new = new & !frozen | late;
        seen |= new;
        if cost % 2 == 1
            && cost > 1
            && let Some(mark) = marks.next()
        {
            tally.see(mark, seen & !nearer);
            nearer = seen;
        }
        if new != 0 {
            tally.add(WALKS.at(cost), count(new));
            nearest = nearest.min(cost);
        }
    }
    tally.add(NEAREST.at(usize::from(!moves) * (DEAREST + 1) + nearest), 1);
}
