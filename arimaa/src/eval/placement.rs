//! Where pieces like to stand: a number for each kind and square, as seen by the side that plays north.
//!
//! Elephants rule from the middle; camels and horses work from the wings, next to the enemy's traps; dogs and
//! cats guard their own traps; rabbits wait at home, best on the edge, until the way is clear. The ideas are
//! those of Fotland's "Building a World-Champion Arimaa Program" (2004) and Zhong's "Building a Strong
//! Arimaa-playing Program" (2005); the numbers are plywood's own, set by hand.

/// By kind from rabbit to elephant, then by rank, a number for the rank and one for the file; they are added.
const RANKS: [[i16; 8]; 6] = [
    [0, 2, 0, 2, 8, 22, 60, 0],
    [0, 9, 10, -4, -12, -16, -20, -24],
    [-2, 8, 12, 4, -4, -10, -14, -18],
    [-6, 4, 12, 18, 22, 20, 8, -6],
    [-10, 2, 14, 22, 24, 16, 0, -16],
    [-40, -14, 12, 28, 34, 30, 6, -24],
];
const FILES: [[i16; 8]; 6] = [
    [6, 4, -2, -5, -5, -2, 4, 6],
    [-6, -1, 5, 2, 2, 5, -1, -6],
    [-6, 0, 5, 2, 2, 5, 0, -6],
    [-8, 4, 5, 0, 0, 5, 4, -8],
    [-12, 2, 6, 4, 4, 6, 2, -12],
    [-28, -8, 6, 14, 14, 6, -8, -28],
];

/// By kind and square, in points.
static PLACES: [[i16; 64]; 6] = {
    let mut places = [[0; 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            places[kind][square] = RANKS[kind][square / 8] + FILES[kind][square % 8];
            square += 1;
        }
        kind += 1;
    }
    places
};

/// What a place is worth to a piece of a kind, in points, where the owner plays north.
#[inline]
pub(super) fn place(kind: usize, square: usize) -> i32 {
    i32::from(PLACES[kind][square & 63])
}
