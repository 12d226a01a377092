//! What an army is worth, by what is left of the other.
//!
//! The shape is that of a formula known among Arimaa players as "`HarLog`", written down from memory: no
//! source was at hand to check its constants against: a piece is worth `1 / (Q + n)` where `n` enemies are
//! stronger, twice that if none is, and the whole army `G ln(rabbits x others)` besides, so that neither
//! should run out. `Q` is about 1.45 and `G` about 0.63. A unit is 500 points, which makes a first rabbit
//! worth about 95.

use super::view::{View, count};

/// What a piece is worth by the number of stronger enemies, up to 16, in points.
static BY_STRONGER: [i32; 17] = [691, 204, 145, 112, 92, 78, 67, 59, 53, 48, 44, 40, 37, 35, 32, 30, 29];

/// The worth of having so many rabbits, or other pieces: 316 times the natural logarithm, and as if of a half
/// for none.
static BY_NUMBER: [i32; 9] = [-219, 0, 219, 347, 438, 508, 566, 614, 656];

/// What it costs to lose a piece of each kind early in the game, in points: what a threat threatens.
pub(super) static LOSS: [i32; 6] = [95, 110, 140, 210, 350, 900];

/// The worth of one side's pieces in points; about 3 000 for a whole army.
#[inline]
pub(super) fn material(view: &View) -> i32 {
    let stronger = |kind: usize| count(view.enemy & view.at_least[kind + 2]).min(16) as usize;
    let pieces: i32 = (0..6).map(|kind| count(view.kind(kind)) * BY_STRONGER[stronger(kind)]).sum();
    let number = |set: u64| BY_NUMBER[count(set).min(8) as usize];
    pieces + number(view.kind(0)) + number(view.own & view.at_least[2])
}
