//! The value of the pieces: a table of all blocks of 2x3 squares, which shows pairs, blocked pushes, and
//! pieces that hold each other, by place.
//!
//! A push reaches over three squares: the empty square where a piece is placed, its neighbour, and the square
//! behind. A block of 2x3 squares shows all that happens within it along or across a row. The 40 blocks of
//! the board, 20 lying and 20 standing, overlap enough to cover most of what happens between pieces near each
//! other. The value is the sum over the blocks of a weight for the block's place and contents.
//!
//! A block is a number in base 3: empty 0, own 1, enemy 2. Three neighbouring squares of a row are three
//! digits, and the digits of both players add up. So two look-ups in a row of the board give its four windows
//! of three squares, in four lanes of a word, and one multiplication of two adjacent rows gives four blocks.
//!
//! # Where the numbers come from
//!
//! The weights come from games that the program played against itself from random openings. Each game was
//! left for up to three random plies, and the positions reached were searched with some thousand nodes each.
//! The weights are those whose evaluation predicts the scores of these searches best (logistic regression on
//! 120 000 positions, with equal weights for blocks that are images of each other).

use super::weights::WEIGHTS;
use plywood_play::transposed;

/// The weights of the 20 lying blocks, strip by strip; rotated and mirrored blocks are copies.
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

/// The number of different contents of three squares.
const ROW: usize = 27;
/// The number of different contents of a block.
const BLOCK: usize = ROW * ROW;
/// The length of a table of contents: a power of two, so that a mask replaces the bounds check.
const PADDED: usize = 1024;

/// Reverses three digits in base 3.
const fn reversed(code: usize) -> usize {
    code % 3 * 9 + code / 3 % 3 * 3 + code / 9
}

/// By the set of one player's pieces on a row: the codes of its four windows of three squares, in lanes of 16
/// bits.
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

/// The value of the pieces for the player of `own`, in hundredths of a logarithm of the odds.
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
