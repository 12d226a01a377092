//! Squares of boards within 8x8, sets of them as the bits of a `u64`, and the names of squares.

use crate::cause::{Cause, Told};
use crate::excerpt::Excerpt;
use core::fmt;
use core::str::FromStr;

/// A square of a board of `SIDE` files and ranks, which lies in the 8x8 bits of a `u64` with an empty border
/// of `BORDER` bits below and to the left.
///
/// Without a border a1 is bit 0, b1 bit 1, a2 bit 8. One byte; its text is `a1`.
///
/// ```
/// use plywood_play::Square;
///
/// let square: Square<8> = "c2".parse()?;
/// assert_eq!((square.file(), square.rank(), square.index()), (2, 1, 10));
/// let inside: Square<6, 1> = "c2".parse()?;
/// assert_eq!((inside.file(), inside.rank(), inside.index()), (2, 1, 19));
/// let error = "g7".parse::<Square<6, 1>>().unwrap_err();
/// assert_eq!(error.to_string(), "\"g7\" is not a square from a1 to f6");
/// # Ok::<(), plywood_play::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Square<const SIDE: u8, const BORDER: u8 = 0>(u8);

impl<const SIDE: u8, const BORDER: u8> Square<SIDE, BORDER> {
    /// The set of all squares.
    pub const BOARD: u64 = {
        assert!(SIDE > 0 && SIDE + BORDER <= 8, "the board lies in 8x8 bits");
        let (mut board, mut rank) = (0, 0);
        while rank < SIDE {
            board |= (u64::MAX >> (64 - SIDE)) << (8 * (rank + BORDER) + BORDER);
            rank += 1;
        }
        board
    };

    /// The square on this file and rank, both counted from 0, or `None` if the board has no such square.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < SIDE && rank < SIDE { Some(Self((rank + BORDER) * 8 + file + BORDER)) } else { None }
    }

    /// The square of this bit, or `None` if it is in the border or above 63.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 && Self::BOARD >> index & 1 != 0 { Some(Self(index as u8)) } else { None }
    }

    /// The square of this bit, which must be on the board; only the lowest six bits of the number count.
    #[inline]
    pub const fn of(index: u32) -> Self {
        Self(index as u8 & 63)
    }

    /// The number of the bit, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for a.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 8 - BORDER
    }

    /// The rank, 0 for the first.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 8 - BORDER
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The square next to this one in a direction, or `None` at the edge of the board.
    #[inline]
    pub const fn next(self, direction: Direction) -> Option<Self> {
        let inside = match direction {
            Direction::North => self.rank() < SIDE - 1,
            Direction::East => self.file() < SIDE - 1,
            Direction::South => self.rank() > 0,
            Direction::West => self.file() > 0,
        };
        if inside { Some(Self(self.0.wrapping_add_signed(direction.offset()))) } else { None }
    }

    /// All squares in the order of their bits: a1, b1, and so on.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).filter_map(Self::from_index)
    }

    /// The squares of a set in the order of their bits. The set has no bits outside the board.
    pub fn all_of(set: u64) -> impl Iterator<Item = Self> {
        bits(set).map(|index| Self::of(index as u32))
    }
}

/// The numbers of the bits of a set, in order.
#[inline]
pub fn bits(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    core::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        (rest != 0).then(|| {
            rest &= rest - 1;
            bit
        })
    })
}

/// The image of a set of squares of the `size` x `size` corner at bit 0 under one of its eight symmetries:
/// bit 0 of `way` mirrors the files, bit 1 the ranks, and bit 2 then exchanges files and ranks.
///
/// A board with a border on all four sides is a corner of size 8.
///
/// ```
/// use plywood_play::turned;
///
/// let (a1, e1, b1, a2) = (1, 1 << 4, 1 << 1, 1 << 8);
/// assert_eq!(turned(a1, 1, 5), e1);
/// assert_eq!(turned(b1, 4, 5), a2);
/// ```
#[inline]
pub const fn turned(set: u64, way: usize, size: u8) -> u64 {
    let (mut set, outside) = (set, 8 - size);
    if way & 1 != 0 {
        set = set.reverse_bits().swap_bytes() >> outside;
    }
    if way & 2 != 0 {
        set = set.swap_bytes() >> (8 * outside);
    }
    if way & 4 != 0 { transposed(set) } else { set }
}

/// The set with files and ranks exchanged: three rounds of swapping blocks across the diagonal (Warren,
/// "Hacker's Delight", 7-3).
#[inline]
pub const fn transposed(set: u64) -> u64 {
    let mut set = set;
    let mut swap = (set ^ set >> 7) & 0x00AA_00AA_00AA_00AA;
    set ^= swap ^ swap << 7;
    swap = (set ^ set >> 14) & 0x0000_CCCC_0000_CCCC;
    set ^= swap ^ swap << 14;
    swap = (set ^ set >> 28) & 0x0000_0000_F0F0_F0F0;
    set ^ swap ^ swap << 28
}

/// The file and the rank that a square's name stands for, both counted from 0: a letter in either case and a
/// number without leading zeros. The board may be of any size.
///
/// ```
/// assert_eq!(plywood_play::read_square("S19"), Some((18, 18)));
/// assert_eq!(plywood_play::read_square("a01"), None);
/// ```
pub fn read_square(text: &str) -> Option<(u8, u8)> {
    let file = text.bytes().next()?.to_ascii_lowercase().checked_sub(b'a').filter(|&file| file < 26)?;
    let rank = text.get(1..).filter(|rank| rank.starts_with(|first: char| matches!(first, '1'..='9')))?;
    Some((file, rank.parse::<u8>().ok()? - 1))
}

/// Writes the name of the square on a file (below 26) and a rank, both counted from 0.
///
/// # Errors
///
/// If writing to `f` fails.
pub fn write_square(f: &mut fmt::Formatter<'_>, file: u8, rank: u8) -> fmt::Result {
    write!(f, "{}{}", (b'a' + file) as char, u16::from(rank) + 1)
}

impl<const SIDE: u8, const BORDER: u8> fmt::Display for Square<SIDE, BORDER> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_square(f, self.file(), self.rank())
    }
}

impl<const SIDE: u8, const BORDER: u8> fmt::Debug for Square<SIDE, BORDER> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error returned when a text is not a square of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError {
    text: String,
    side: u8,
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a square from a1 to ", Excerpt(&self.text))?;
        write_square(f, self.side - 1, self.side - 1)
    }
}

impl core::error::Error for SquareError {}

impl Told for SquareError {
    fn cause(&self) -> Cause {
        Cause::not_a_cell(&self.text, self)
    }
}

/// Reads `a1` and the like, the letter in either case.
impl<const SIDE: u8, const BORDER: u8> FromStr for Square<SIDE, BORDER> {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let square = read_square(text).and_then(|(file, rank)| Self::new(file, rank));
        square.ok_or_else(|| SquareError { text: text.to_owned(), side: SIDE })
    }
}

impl<const SIDE: u8, const BORDER: u8> From<Square<SIDE, BORDER>> for String {
    fn from(square: Square<SIDE, BORDER>) -> Self {
        square.to_string()
    }
}

impl<const SIDE: u8, const BORDER: u8> TryFrom<String> for Square<SIDE, BORDER> {
    type Error = SquareError;

    fn try_from(text: String) -> Result<Self, SquareError> {
        text.parse()
    }
}

/// One of the four ways along files and ranks. North is towards the highest rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Direction {
    /// Towards the highest rank.
    North,
    /// Towards the last file.
    East,
    /// Towards rank 1.
    South,
    /// Towards the a-file.
    West,
}

impl Direction {
    /// All four, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The letter of the direction: `n`, `e`, `s` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'n',
            Self::East => 'e',
            Self::South => 's',
            Self::West => 'w',
        }
    }

    /// The direction of a letter, if there is one.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter)
    }

    /// The direction of a number in the order of [`ALL`](Self::ALL); only its lowest two bits count.
    #[inline]
    pub const fn of(number: usize) -> Self {
        Self::ALL[number & 3]
    }

    /// How much greater the number of the next bit is.
    #[inline]
    const fn offset(self) -> i8 {
        match self {
            Self::North => 8,
            Self::East => 1,
            Self::South => -8,
            Self::West => -1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_has_no_squares() {
        let squares: Vec<_> = Square::<6, 1>::all().collect();
        assert_eq!(squares.len(), 36);
        assert_eq!(squares.iter().fold(0, |set, square| set | square.bit()), Square::<6, 1>::BOARD);
        assert_eq!(Square::<6, 1>::BOARD, 0x007E_7E7E_7E7E_7E00);
        assert_eq!((Square::<8>::BOARD, Square::<5>::BOARD), (u64::MAX, 0x1F_1F1F_1F1F));
        assert!(squares.iter().all(|square| Square::new(square.file(), square.rank()) == Some(*square)));
    }

    #[test]
    fn names_are_read_and_others_refused() {
        assert!(Square::<8>::all().all(|square| square.to_string().parse() == Ok(square)));
        assert_eq!("C3".parse::<Square<8>>().map(Square::index), Ok(18));
        for text in ["", "a", "3", "a0", "a9", "i1", "a+1", "a01", "a1 ", "{1", "é1", "a1a", "a99999"] {
            let error = text.parse::<Square<8>>().unwrap_err();
            assert_eq!(error.to_string(), format!("\"{text}\" is not a square from a1 to h8"));
        }
        assert_eq!(
            [read_square("z255"), read_square("a256"), read_square("{1")],
            [Some((25, 254)), None, None]
        );
    }

    #[test]
    fn steps_end_at_the_edges() {
        let steps =
            |square: Square<6, 1>| Direction::ALL.map(|way| square.next(way).map(|to| to.to_string()));
        let [corner, middle] = ["f6", "b2"].map(|text| steps(text.parse().unwrap()));
        assert_eq!(corner, [None, None, Some("f5".to_owned()), Some("e6".to_owned())]);
        assert_eq!(middle.map(Option::unwrap), ["b3", "c2", "b1", "a2"]);
    }

    #[test]
    fn the_symmetries_keep_the_board_and_differ() {
        for (size, board) in [(8, Square::<8>::BOARD), (8, Square::<6, 1>::BOARD), (5, Square::<5>::BOARD)] {
            let corner = board & board.wrapping_neg();
            let mut seen: Vec<_> = (0..8).map(|way| turned(corner | corner << 1, way, size)).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), 8);
            assert!((0..8).all(|way| turned(board, way, size) == board));
        }
    }

    /// Warren's rounds of swaps against files and ranks exchanged one square at a time.
    #[test]
    fn transposing_exchanges_files_and_ranks() {
        for square in Square::<8>::all() {
            let there = Square::<8>::new(square.rank(), square.file()).unwrap();
            assert_eq!(transposed(square.bit()), there.bit());
        }
    }
}
