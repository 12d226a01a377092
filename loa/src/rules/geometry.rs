//! The board as sets of squares: a1 is bit 0, h1 bit 7, h8 bit 63. A board of size n is the n x n corner at
//! a1.

/// The squares of a board of this size.
pub(crate) const fn board(size: u8) -> u64 {
    BOARDS[size as usize]
}

static BOARDS: [u64; 9] = {
    let mut boards = [0; 9];
    let mut size = 1;
    while size <= 8 {
        let mut square = 0;
        while square < 64 {
            if square % 8 < size && square / 8 < size {
                boards[size] |= 1 << square;
            }
            square += 1;
        }
        size += 1;
    }
    boards
};

/// The squares of the a-file.
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of the h-file.
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// By square and axis (rank, file, the diagonal up to the right, the diagonal up to the left): the whole
/// line, the square included.
static LINES: [[u64; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            if let Some(axis) = axis(square, other) {
                lines[square as usize][axis] |= 1 << other;
            } else if square == other {
                let mut axis = 0;
                while axis < 4 {
                    lines[square as usize][axis] |= 1 << other;
                    axis += 1;
                }
            }
            other += 1;
        }
        square += 1;
    }
    lines
};

/// The distance in bits between neighbours on each axis: rank, file, diagonal up to the right, diagonal up to
/// the left.
pub(crate) const STEPS: [u32; 4] = [1, 8, 9, 7];

/// The four lines through a square, the square included, and the distance in bits between neighbours on each.
#[inline]
pub(crate) fn lines_of(square: usize) -> impl Iterator<Item = (u64, u32)> {
    LINES[square].into_iter().zip(STEPS)
}

/// The axis that two different squares share, if any.
const fn axis(from: u8, to: u8) -> Option<usize> {
    let files = (to % 8) as i8 - (from % 8) as i8;
    let ranks = (to / 8) as i8 - (from / 8) as i8;
    match (files, ranks) {
        (0, 0) => None,
        (_, 0) => Some(0),
        (0, _) => Some(1),
        _ if files == ranks => Some(2),
        _ if files == -ranks => Some(3),
        _ => None,
    }
}

/// The number of king's steps between two squares.
#[inline]
pub(crate) const fn distance(from: u8, to: u8) -> u32 {
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    (if files > ranks { files } else { ranks }) as u32
}

/// The line through two different squares and the squares strictly between them; `None` if they share no
/// line.
#[inline]
pub(crate) fn line_and_between(from: u8, to: u8) -> Option<(u64, u64)> {
    let line = LINES[from as usize][axis(from, to)?];
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    // The squares of a line are in the order of their bits.
    let above_low = !1_u64 << low;
    let below_high = (1_u64 << high) - 1;
    Some((line, line & above_low & below_high))
}

/// The squares of `set` and their neighbours in all eight directions, which may be off a small board.
#[inline]
pub(crate) const fn grown(set: u64) -> u64 {
    let wide = set | ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1);
    wide | (wide << 8) | (wide >> 8)
}
