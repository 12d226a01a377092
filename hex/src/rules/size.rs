//! The size of a board: `11`, or `7x9` for seven columns and nine rows.

use core::fmt;
use core::str::FromStr;
use plywood_play::Excerpt;

/// The greatest number of columns, and of rows.
pub(crate) const GREATEST: u8 = 19;

/// The number of columns and of rows, each 1 to 19.
///
/// Its text is one number for a square board, `width x height` without blanks for the others.
///
/// ```
/// use plywood_hex::Size;
///
/// let size: Size = "7x9".parse()?;
/// assert_eq!((size.width(), size.height(), size.cells()), (7, 9, 63));
/// assert_eq!("9x9".parse::<Size>()?.to_string(), "9");
/// # Ok::<(), plywood_hex::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// 11x11, the commonest board.
    pub const ELEVEN: Self = Self { width: 11, height: 11 };

    /// The board of this many columns and rows.
    ///
    /// # Errors
    ///
    /// If one of the numbers is not 1 to 19.
    pub fn new(width: u8, height: u8) -> Result<Self, SizeError> {
        match (width, height) {
            (1..=GREATEST, 1..=GREATEST) => Ok(Self { width, height }),
            _ => Err(SizeError(format!("{width}x{height}"))),
        }
    }

    /// The board of this many columns and as many rows.
    ///
    /// # Errors
    ///
    /// If the number is not 1 to 19.
    pub fn square(side: u8) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// The number of columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of cells, at most 361.
    #[inline]
    pub const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether there are as many columns as rows.
    #[inline]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The board with columns and rows exchanged.
    pub const fn transposed(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// The words that a set of its cells needs.
    #[inline]
    pub(crate) const fn words(self) -> usize {
        self.cells().div_ceil(64)
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::ELEVEN
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_square() {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}x{}", self.width, self.height)
        }
    }
}

/// Error returned when a text, or numbers, are not the size of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeError(
    /// The text; `20x5` for numbers.
    pub String,
);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Excerpt(&self.0);
        write!(f, "\"{text}\" is not a size: a number from 1 to 19, or two as in 7x9 (columns, rows)")
    }
}

impl core::error::Error for SizeError {}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let sides = read_side(width).zip(read_side(height));
        sides
            .and_then(|(width, height)| Self::new(width, height).ok())
            .ok_or_else(|| SizeError(text.to_owned()))
    }
}

/// A number without a sign or leading zeros.
fn read_side(text: &str) -> Option<u8> {
    let plain = text.starts_with(|first: char| matches!(first, '1'..='9'));
    text.parse().ok().filter(|_| plain)
}

#[cfg(feature = "serde")]
plywood_play::string_conversions!(Size);
