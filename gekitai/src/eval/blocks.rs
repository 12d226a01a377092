//! What stands on each block of 2x3 squares: pairs, blocked pushes, pieces that hold each other, and where, in one table.
//!
//! A push looks three squares far: at the empty square where a piece may be placed, the neighbour, and the square behind. A block of 2x3
//! squares shows all that happens within it along one row or across it, and the 40 blocks of the board, 20 lying and 20 standing, overlap
//! enough to see most of what happens between pieces that are near each other. Each has a number by where it lies and what stands on
//! it, and the sum is what the pieces are worth.
//!
//! A block is read as a number in base 3: empty 0, own 1, enemy 2. Three neighbouring squares of a row are three digits, and
//! both players' digits simply add up; so a row of the board gives its four windows of three squares with two look-ups, in four lanes
//! of a word, and two rows above each other give four blocks with one multiplication.
//!
//! # Where the numbers come from
//!
//! The program played games with itself from random openings, left them for up to three random plies, and searched the
//! positions it came to with some thousand nodes each. The numbers are those with which the evaluation foretells the scores of the searches
//! best (logistic regression on 120 000 positions, equal weights for blocks that turning or mirroring the board exchanges).

use super::weights::WEIGHTS;
use crate::rules::geometry::transposed;

/// The numbers of the 20 lying blocks, strip by strip: turned and mirrored ones are copies.
static BLOCKS: [[[i16; PADDED]; 4]; 5] = {
    let mut blocks = [[[0; PADDED]; 4]; 5];
    let mut place = 0;
    while place < 20 {
        let (strip, window) = (place / 4, place % 4);
        let (upside_down, mirrored) = (strip > 2, window > 1);
        let like =
            2 * (if upside_down { 4 - strip } else { strip }) + if mirrored { 3 - window } else { window };
        let mut code = 0;
        while code < BLOCK {
            let (mut lower, mut upper) = (code / ROW, code % ROW);
            if upside_down {
                (lower, upper) = (upper, lower);
            }
            if mirrored {
                (lower, upper) = (reversed(lower), reversed(upper));
            }
            blocks[strip][window][code] = WEIGHTS[like][lower * ROW + upper];
            code += 1;
        }
        place += 1;
    }
    blocks
};

/// The number of contents of three squares.
const ROW: usize = 27;
/// The number of contents of a block.
const BLOCK: usize = ROW * ROW;
/// The room for them: a power of two, so that a mask spares the test of bounds.
const PADDED: usize = 1024;

/// Three digits of base 3 in the other order.
const fn reversed(code: usize) -> usize {
    code % 3 * 9 + code / 3 % 3 * 3 + code / 9
}

/// By the set of one player's pieces on a row: the codes of its four windows of three squares, in lanes of 16 bits.
static WINDOWS: [u64; 64] = {
    let mut windows = [0; 64];
    let mut row = 0;
    while row < 64 {
        let mut window = 0;
        while window < 4 {
            let three = row >> window;
            let code = (three & 1) * 9 + (three >> 1 & 1) * 3 + (three >> 2 & 1);
            windows[row as usize] |= code << (16 * window);
            window += 1;
        }
        row += 1;
    }
    windows
};

/// What the pieces are worth for the player of `own`, in hundredths of a logarithm of the odds.
#[inline]
pub(super) fn worth(own: u64, enemy: u64) -> i32 {
    lying(own, enemy) + lying(transposed(own), transposed(enemy))
}

/// The sum over the lying blocks.
#[inline]
fn lying(own: u64, enemy: u64) -> i32 {
    let row = |rank: u32| {
        let of = |set: u64| WINDOWS[(set >> (8 * rank + 9) & 63) as usize];
        of(own) + 2 * of(enemy)
    };
    let mut below = row(0);
    let mut sum = 0;
    for (strip, rank) in BLOCKS.iter().zip(1..) {
        let above = row(rank);
        // No lane overflows: a code is at most 26, a block's at most 728.
        let codes = below * ROW as u64 + above;
        for (window, numbers) in strip.iter().enumerate() {
            sum += i32::from(numbers[(codes >> (16 * window)) as usize % PADDED]);
        }
        below = above;
    }
    sum
}
