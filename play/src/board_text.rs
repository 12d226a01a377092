//! Text form of boards with two kinds of men: one line with the rows from the top, separated by `/`; `x` and
//! `o` for men, numbers for runs of empty squares; then a blank and the mark of the side to move.

use crate::cause::{Cause, Told};
use crate::colours::TwoColours;
use crate::excerpt::Excerpt;
use core::fmt;

/// The letters of the two colours.
const LETTERS: [char; 2] = ['x', 'o'];

fn read_letter<C: TwoColours>(letter: char) -> Option<C> {
    Some(C::BOTH[LETTERS.iter().position(|&known| known == letter)?])
}

fn write_letter<C: TwoColours>(colour: C) -> char {
    if colour == C::BOTH[0] { LETTERS[0] } else { LETTERS[1] }
}

/// The text form of a game's boards: their size, and how rows and runs are counted.
///
/// ```
/// use plywood_play::BoardText;
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// enum Colour {
///     Red,
///     Blue,
/// }
/// plywood_play::two_colours!(Colour: Red "red" 'x', Blue "blue" 'o');
///
/// let board = BoardText::ranks(3).read("1x1/3/o2 x")?;
/// assert_eq!(board.men, [(1, 2, Colour::Red), (0, 0, Colour::Blue)]);
/// assert_eq!((board.turn, board.end()), (Colour::Red, Ok(())));
///
/// let error = BoardText::ranks(3).read::<Colour>("1x1/3/o3 x").unwrap_err();
/// assert_eq!(error.to_string(), "rank 1, \"o3\", has 4 squares where the board has 3");
/// # Ok::<(), plywood_play::BoardTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardText {
    width: u8,
    height: u8,
    lines: Lines,
}

/// The lines of a board, and the form of runs of empty squares in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    /// Ranks of squares, counted from the lowest; a run is one digit.
    Ranks,
    /// Rows of cells, counted from the highest; a run is a number of one or more digits.
    Rows,
}

impl BoardText {
    /// The form of a square board of at most nine ranks, counted from the lowest. A run is one digit.
    pub const fn ranks(size: u8) -> Self {
        Self { width: size, height: size, lines: Lines::Ranks }
    }

    /// The form of a board of rows and cells, counted from the highest row. A run is a number of one or more
    /// digits.
    pub const fn rows(width: u8, height: u8) -> Self {
        Self { width, height, lines: Lines::Rows }
    }

    /// The number, from 0, of the row whose text follows `above` others.
    const fn row(self, above: u8) -> u8 {
        match self.lines {
            Lines::Ranks => self.height - 1 - above,
            Lines::Rows => above,
        }
    }

    /// Reads a board and the side to move.
    ///
    /// # Errors
    ///
    /// If the board has another size or an unknown character, or the side to move is missing.
    pub fn read<C: TwoColours>(self, text: &str) -> Result<ReadBoard<'_, C>, BoardTextError> {
        let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
        let men = self.read_men(board)?;
        let (mover, rest) = rest.split_once(' ').map_or((rest, None), |(mover, rest)| (mover, Some(rest)));
        let mut letters = mover.chars();
        let turn = match (letters.next().map(read_letter), letters.next()) {
            (Some(Some(colour)), None) => colour,
            (None, _) if rest.is_none() => return Err(BoardTextError::NoSide),
            _ => return Err(BoardTextError::Side(mover.to_owned())),
        };
        Ok(ReadBoard { men, turn, text, rest })
    }

    fn read_men<C: TwoColours>(self, text: &str) -> Result<Vec<(u8, u8, C)>, BoardTextError> {
        let found = text.split('/').count();
        if found != usize::from(self.height) {
            return Err(BoardTextError::Rows { found, board: self });
        }
        let mut men = Vec::new();
        for (text, above) in text.split('/').zip(0..) {
            self.read_row(text, self.row(above), &mut men)?;
        }
        Ok(men)
    }

    fn read_row<C: TwoColours>(
        self,
        text: &str,
        row: u8,
        men: &mut Vec<(u8, u8, C)>,
    ) -> Result<(), BoardTextError> {
        let (mut column, mut run) = (0_usize, 0_usize);
        for (character, place) in text.chars().zip(1..) {
            if let Some(digit) = self.digit(character, run) {
                run =
                    run.saturating_mul(if self.lines == Lines::Rows { 10 } else { 1 }).saturating_add(digit);
                continue;
            }
            let Some(colour) = read_letter(character) else {
                return Err(BoardTextError::Character { found: character, row: row + 1, place, board: self });
            };
            column = column.saturating_add(core::mem::take(&mut run));
            if column < usize::from(self.width) {
                men.push((column as u8, row, colour));
            }
            column = column.saturating_add(1);
        }
        let found = column.saturating_add(run);
        if found == usize::from(self.width) {
            return Ok(());
        }
        Err(BoardTextError::Width { row: row + 1, text: text.to_owned(), found, board: self })
    }

    /// The length of a run after one more digit. A run does not begin with 0.
    fn digit(self, character: char, run: usize) -> Option<usize> {
        let digit = character.to_digit(10)? as usize;
        (digit > 0 || (run > 0 && self.lines == Lines::Rows)).then_some(digit)
    }

    /// Writes a board and the side to move in the form that [`read`](Self::read) reads. `man` returns the man
    /// on a column and row, both from 0.
    ///
    /// # Errors
    ///
    /// If writing to `f` fails.
    pub fn write<C: TwoColours>(
        self,
        f: &mut fmt::Formatter<'_>,
        man: impl Fn(u8, u8) -> Option<C>,
        turn: C,
    ) -> fmt::Result {
        for above in 0..self.height {
            if above > 0 {
                f.write_str("/")?;
            }
            let row = self.row(above);
            write_row(f, (0..self.width).map(|column| man(column, row)))?;
        }
        write!(f, " {}", write_letter(turn))
    }
}

fn write_row<C: TwoColours>(
    f: &mut fmt::Formatter<'_>,
    squares: impl Iterator<Item = Option<C>>,
) -> fmt::Result {
    let mut empty = 0;
    for man in squares {
        let Some(colour) = man else {
            empty += 1;
            continue;
        };
        write_run(f, core::mem::take(&mut empty))?;
        write!(f, "{}", write_letter(colour))?;
    }
    write_run(f, empty)
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: u32) -> fmt::Result {
    if empty == 0 { Ok(()) } else { write!(f, "{empty}") }
}

/// A board read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadBoard<'t, C> {
    /// The column and the row of every man, from 0 as the board counts them, and its colour.
    pub men: Vec<(u8, u8, C)>,
    /// The colour to move.
    pub turn: C,
    text: &'t str,
    rest: Option<&'t str>,
}

impl<'t, C> ReadBoard<'t, C> {
    /// The text after the side to move and a blank.
    pub fn rest(&self) -> Option<&'t str> {
        self.rest
    }

    /// Checks that no text follows.
    ///
    /// # Errors
    ///
    /// If text follows.
    pub fn end(&self) -> Result<(), BoardTextError> {
        let Some(rest) = self.rest else { return Ok(()) };
        let place = self.text.chars().count() - rest.chars().count() + 1;
        Err(BoardTextError::Trailing { text: rest.to_owned(), place })
    }
}

/// Error returned when reading a board and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardTextError {
    /// The board has the wrong number of rows.
    Rows {
        /// The number of rows in the text.
        found: usize,
        /// The expected form.
        board: BoardText,
    },
    /// A row has the wrong number of squares.
    Width {
        /// The number of the row, as the board counts them, from 1.
        row: u8,
        /// The text of the row.
        text: String,
        /// The number of its squares.
        found: usize,
        /// The expected form of the board.
        board: BoardText,
    },
    /// An unknown character.
    Character {
        /// The character.
        found: char,
        /// The number of the row, as the board counts them, from 1.
        row: u8,
        /// The place of the character in the text of the row, from 1.
        place: usize,
        /// The expected form of the board.
        board: BoardText,
    },
    /// The side to move is missing.
    NoSide,
    /// The side to move is neither `x` nor `o`.
    Side(String),
    /// Text follows the board.
    Trailing {
        /// The text.
        text: String,
        /// The place in the whole text where it begins, in characters from 1.
        place: usize,
    },
}

impl BoardText {
    /// The words for the lines of the board and their contents.
    const fn words(self) -> (&'static str, &'static str) {
        match self.lines {
            Lines::Ranks => ("rank", "squares"),
            Lines::Rows => ("row", "cells"),
        }
    }
}

impl fmt::Display for BoardTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows { found, board } => {
                write!(f, "{found} {}s where the board has {}", board.words().0, board.height)
            }
            Self::Width { row, text, found, board } => {
                let ((line, squares), width, text) = (board.words(), board.width, Excerpt(text));
                write!(f, "{line} {row}, \"{text}\", has {found} {squares} where the board has {width}")
            }
            Self::Character { found, row, place, board } => {
                let (found, line) = (found.escape_debug(), board.words().0);
                write!(f, "'{found}', character {place} of {line} {row}, is not x, o or a number from 1 on")
            }
            Self::NoSide => f.write_str("the side to move, x or o, is missing after the board"),
            Self::Side(text) => write!(f, "the side to move is x or o, not \"{}\"", Excerpt(text)),
            Self::Trailing { text, place } => {
                let text = Excerpt(text);
                write!(f, "unexpected \"{text}\" at character {place}, after the side to move")
            }
        }
    }
}

impl core::error::Error for BoardTextError {}

impl Told for BoardTextError {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        match self {
            Self::Rows { found, board } => told("rows").with("found", found).with("needed", board.height),
            Self::Width { row, text, found, board } => {
                let told = told("row-width").with("row", row).with("text", Excerpt(text));
                told.with("found", found).with("needed", board.width)
            }
            Self::Character { found, row, .. } => {
                told("bad-character").with("text", found.escape_debug()).with("row", row)
            }
            Self::NoSide => told("no-side"),
            Self::Side(text) => told("bad-side").with("text", Excerpt(text)),
            Self::Trailing { text, .. } => told("trailing").with("text", Excerpt(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Player {
        X,
        O,
    }

    impl TwoColours for Player {
        const BOTH: [Self; 2] = [Self::X, Self::O];
    }

    fn message(board: BoardText, text: &str) -> String {
        board
            .read::<Player>(text)
            .and_then(|read| read.end())
            .map_or_else(|error| error.to_string(), |()| "read".to_owned())
    }

    #[test]
    fn errors_name_the_text_and_its_place() {
        let (ranks, rows) = (BoardText::ranks(3), BoardText::rows(12, 2));
        for (board, text, expected) in [
            (ranks, "3/3/3 x", "read"),
            (ranks, "12/111/x11 o", "read"),
            (rows, "12/5x6 o", "read"),
            (ranks, "3/3 x", "2 ranks where the board has 3"),
            (rows, "12/12/12 x", "3 rows where the board has 2"),
            (ranks, "3/2/3 x", "rank 2, \"2\", has 2 squares where the board has 3"),
            (rows, "12/13 x", "row 2, \"13\", has 13 cells where the board has 12"),
            (rows, "12/99999999999999999999999x x", "has 18446744073709551615 cells"),
            (ranks, "3/x?x/3 x", "'?', character 2 of rank 2, is not x, o or a number from 1 on"),
            (ranks, "3/3/x02 x", "'0', character 2 of rank 1, is not"),
            (rows, "12/x0 x", "'0', character 2 of row 2, is not"),
            (rows, "12/x10o x", "read"),
            (ranks, "3/3/3", "the side to move, x or o, is missing after the board"),
            (ranks, "3/3/3 ", "the side to move, x or o, is missing after the board"),
            (ranks, "3/3/3  x", "the side to move is x or o, not \"\""),
            (ranks, "3/3/3 xo", "the side to move is x or o, not \"xo\""),
            (ranks, "3/3/3 x y", "unexpected \"y\" at character 9, after the side to move"),
            (ranks, "3/3/3 x ", "unexpected \"\" at character 9, after the side to move"),
        ] {
            assert!(message(board, text).contains(expected), "{text}: {}", message(board, text));
        }
    }

    /// A board that writes what it has read.
    struct Shown(BoardText, Vec<(u8, u8, Player)>, Player);

    impl fmt::Display for Shown {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let man = |column, row| {
                self.1.iter().find(|man| (man.0, man.1) == (column, row)).map(|&(_, _, player)| player)
            };
            self.0.write(f, man, self.2)
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            width in 1_u8..=30, height in 1_u8..=9, squares in prop::collection::vec(0_u8..9, 270), x in any::<bool>(),
        ) {
            let player = |number: u8| match number { 0 => Some(Player::X), 1 => Some(Player::O), _ => None };
            let mover = if x { Player::X } else { Player::O };
            for (board, width) in [(BoardText::ranks(height), height), (BoardText::rows(width, height), width)] {
                let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
                let mut men: Vec<_> = places.zip(&squares).filter_map(|((column, row), &number)| Some((column, row, player(number)?))).collect();
                let text = Shown(board, men.clone(), mover).to_string();
                let mut read = board.read(&text).unwrap();
                prop_assert_eq!((read.turn, read.rest()), (mover, None));
                men.sort_by_key(|man| (man.0, man.1));
                read.men.sort_by_key(|man| (man.0, man.1));
                prop_assert_eq!(read.men, men);
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[xo0-9/ ?é]{0,40}", width in 1_u8..30, height in 1_u8..=9) {
            let _ = (message(BoardText::ranks(height), &text), message(BoardText::rows(width, height), &text));
        }
    }
}
