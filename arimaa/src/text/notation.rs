//! Text to position and back.
//!
//! A position is the side to move and the board, as engines exchange it: `g [` 64 characters `]`, a8 to h8
//! down to a1 to h1, a space or `.` for an empty square. Moves made since follow: the steps of the turn so
//! far, or the pieces set up so far after the empty board. Capture marks may stand between them. The empty
//! board with Gold to move begins the setup; a game that Silver has ended with the last piece on the board
//! taken off is written as the empty board with Silver to move, and `pass`.
//!
//! ```text
//! g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR] Ra2n
//! ```
//!
//! The long form has a line for the side to move and draws the board with a frame; an empty trap is `x`
//! there. See [`Arimaa::long_form`].

use crate::rules::geometry::TRAPS;
use crate::rules::moves::Move;
use crate::rules::pieces::{Colour, Piece};
use crate::rules::position::Arimaa;
use crate::rules::refusal::MoveError;
use crate::rules::squares::Square;
use crate::rules::variants::Rules;
use crate::text::turn_text::{CaptureError, Captures, MarkOrMove};
use core::fmt;
use core::str::FromStr;
use plywood_play::{Cause, Excerpt, Told};
use plywood_search::Position;

/// Error returned when a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// No side to move.
    NoSide,
    /// A side to move that is none.
    Side(String),
    /// No board in brackets or in a frame.
    NoBoard,
    /// The bracket after the board is missing.
    NotClosed,
    /// The board has not 64 squares.
    Squares(usize),
    /// A frame has not eight ranks.
    Ranks(usize),
    /// A line of a frame is not a rank of eight squares.
    Rank {
        /// The number of the rank.
        rank: usize,
        /// The text of the line.
        text: String,
    },
    /// A character that stands for nothing.
    Character {
        /// The character.
        found: char,
        /// Where it stands.
        square: Square,
    },
    /// A move after the board that cannot be played.
    Move {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A capture mark after the board that is not true.
    Capture(CaptureError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSide => f.write_str("the side to move, g or s, is missing"),
            Self::Side(text) => write!(f, "the side to move is g or s, not \"{}\"", Excerpt(text)),
            Self::NoBoard => f.write_str("a board in brackets is missing after the side to move"),
            Self::NotClosed => f.write_str("the bracket after the board is missing"),
            Self::Squares(found) => write!(f, "{found} squares where the board has 64"),
            Self::Ranks(found) => write!(f, "{found} ranks where the board has 8"),
            Self::Rank { rank, text } => {
                write!(f, "rank {rank} is not eight squares in a frame: \"{}\"", Excerpt(text))
            }
            Self::Character { found, square } => {
                write!(f, "'{}' on {square} is neither a piece nor empty", found.escape_debug())
            }
            Self::Move { number, error } => write!(f, "move {number} after the board: {error}"),
            Self::Capture(error) => write!(f, "after the board: {error}"),
        }
    }
}

impl Told for PositionError {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        match self {
            Self::NoSide => told("no-side"),
            Self::Side(text) => told("bad-side").with("text", Excerpt(text)),
            Self::NoBoard => told("no-board"),
            Self::NotClosed => told("not-closed"),
            Self::Squares(found) => told("squares").with("found", found).with("needed", 64),
            Self::Ranks(found) => told("rows").with("found", found).with("needed", 8),
            Self::Rank { rank, .. } => told("bad-rank").with("row", rank),
            Self::Character { found, square } => told("bad-character")
                .with("text", found.escape_debug())
                .with("row", square.to_string().split_off(1)),
            Self::Move { error, .. } => Told::cause(error),
            Self::Capture(error) => Told::cause(error),
        }
    }
}

impl core::error::Error for PositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Move { error, .. } => Some(error),
            Self::Capture(error) => Some(error),
            _ => None,
        }
    }
}

impl Arimaa {
    /// Reads a position in the short or the long form.
    ///
    /// ```
    /// use plywood_arimaa::{Arimaa, Rules};
    /// use plywood_search::Position;
    ///
    /// let text = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR] Ha2n";
    /// let error = Arimaa::from_text(text, Rules::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "move 1 after the board: Ha2n is not legal: on a2 stands D");
    /// ```
    ///
    /// # Errors
    ///
    /// If the text has neither form, or a move after the board is not legal. Repetition is not looked at.
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let text = text.trim_start();
        let end = text.find(|c: char| c.is_whitespace() || c == '[').unwrap_or(text.len());
        let (side, rest) = text.split_at(end);
        let turn = read_side(side)?;
        let rest = rest.trim_start();
        let (squares, moves) = match rest.strip_prefix('[') {
            Some(rest) => read_brackets(rest)?,
            None => read_frame(rest)?,
        };
        play_all(Self::from_pieces(&squares, turn, rules), moves)
    }

    /// The long form of the text: the side to move, then the board in a frame, then the steps of the turn so
    /// far.
    ///
    /// ```
    /// use plywood_arimaa::{Arimaa, Rules};
    ///
    /// let text = "s [rrrrrrrrdhcmechd             E                  DHC MCHDRRRRRRRR]";
    /// let position: Arimaa = text.parse()?;
    /// let drawn = "\
    /// s
    ///  +-----------------+
    /// 8| r r r r r r r r |
    /// 7| d h c m e c h d |
    /// 6|     x     x     |
    /// 5|           E     |
    /// 4|                 |
    /// 3|     x     x     |
    /// 2| D H C   M C H D |
    /// 1| R R R R R R R R |
    ///  +-----------------+
    ///    a b c d e f g h
    /// ";
    /// assert_eq!(position.long_form(), drawn);
    /// assert_eq!(Arimaa::from_text(drawn, Rules::default())?, position);
    /// # Ok::<(), plywood_arimaa::PositionError>(())
    /// ```
    pub fn long_form(&self) -> String {
        const FRAME: &str = " +-----------------+\n";
        let mut text = format!("{}\n{FRAME}", self.first_mover().letter());
        let position = self.written_board();
        for rank in (0..8).rev() {
            text.push_str(&format!("{}|", rank + 1));
            for square in rank_of_squares(rank) {
                let trap = TRAPS & square.bit() != 0;
                let empty = if trap { 'x' } else { ' ' };
                text.push(' ');
                text.push(position.piece_on(square).map_or(empty, Piece::letter));
            }
            text.push_str(" |\n");
        }
        text.push_str(FRAME);
        text.push_str("   a b c d e f g h\n");
        let moves: Vec<_> = self.written_moves().iter().map(ToString::to_string).collect();
        if !moves.is_empty() {
            text.push_str(&format!("{}\n", moves.join(" ")));
        }
        text
    }

    /// The position whose board is written: that at the start of the turn, or the empty one of the setup.
    fn written_board(&self) -> Self {
        if self.is_setup() { Self::start(self.rules()) } else { self.at_start_of_turn() }
    }

    /// The moves written after the board.
    fn written_moves(&self) -> Vec<Move> {
        if self.is_emptied() {
            return vec![Move::PASS];
        }
        if !self.is_setup() {
            return self.steps().to_vec();
        }
        let mut position = Self::start(self.rules());
        let mut moves = Vec::new();
        while position != *self {
            let square = position.next_home_square();
            let Some(piece) = self.piece_on(square) else { break };
            moves.push(Move::place(piece, square));
            position.play_unchecked(Move::place(piece, square));
        }
        moves
    }
}

fn rank_of_squares(rank: u32) -> impl Iterator<Item = Square> {
    (0..8).map(move |file| Square::of(rank * 8 + file))
}

/// All squares in the order of a position's text: a8 to h8 down to a1 to h1.
pub(crate) fn squares_as_written() -> impl Iterator<Item = Square> {
    (0..8).rev().flat_map(rank_of_squares)
}

/// `g`, `s`, or with the number of the turn before it.
fn read_side(text: &str) -> Result<Colour, PositionError> {
    let letter = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut letters = letter.chars();
    match (letters.next().map(Colour::from_letter), letters.next()) {
        (None, _) if text.is_empty() => Err(PositionError::NoSide),
        (Some(Some(colour)), None) => Ok(colour),
        _ => Err(PositionError::Side(text.to_owned())),
    }
}

type Squares = [Option<Piece>; 64];

/// The board up to the closing bracket, and what follows it.
fn read_brackets(text: &str) -> Result<(Squares, &str), PositionError> {
    let (board, moves) = text.split_once(']').ok_or(PositionError::NotClosed)?;
    let found = board.chars().count();
    if found != 64 {
        return Err(PositionError::Squares(found));
    }
    let mut squares = [None; 64];
    for (square, found) in squares_as_written().zip(board.chars()) {
        squares[square.index()] = read_square(found, square, " .")?;
    }
    Ok((squares, moves))
}

/// What stands on a square, for one of the characters in `empty` nothing.
fn read_square(found: char, square: Square, empty: &str) -> Result<Option<Piece>, PositionError> {
    if empty.contains(found) {
        return Ok(None);
    }
    Piece::from_letter(found).map(Some).ok_or(PositionError::Character { found, square })
}

/// The board in a frame, and what follows it.
fn read_frame(text: &str) -> Result<(Squares, &str), PositionError> {
    let mut rest = text;
    let mut squares = [None; 64];
    if !next_line(&mut rest).trim().starts_with('+') {
        return Err(PositionError::NoBoard);
    }
    for rank in (1..=8).rev() {
        let line = next_line(&mut rest);
        if line.trim().starts_with('+') || line.trim().is_empty() {
            return Err(PositionError::Ranks(8 - rank));
        }
        read_framed_rank(line, rank, &mut squares)?;
    }
    if !next_line(&mut rest).trim().starts_with('+') {
        return Err(PositionError::NotClosed);
    }
    let files = rest.trim_start();
    Ok((squares, files.strip_prefix("a b c d e f g h").unwrap_or(files)))
}

fn next_line<'a>(rest: &mut &'a str) -> &'a str {
    let (line, tail) = rest.split_once('\n').unwrap_or((rest, ""));
    *rest = tail;
    line.trim_end_matches('\r')
}

/// `8| r r r r r r r r |`: every second character of what stands in the frame.
fn read_framed_rank(line: &str, rank: usize, squares: &mut Squares) -> Result<(), PositionError> {
    let wrong = || PositionError::Rank { rank, text: line.to_owned() };
    let inside =
        line.trim().strip_prefix(&rank.to_string()).and_then(|line| line.trim_start().strip_prefix('|'));
    let inside = inside.and_then(|line| line.strip_suffix('|')).ok_or_else(wrong)?;
    let characters: Vec<char> = inside.chars().collect();
    if characters.len() != 17 || characters.iter().step_by(2).any(|&blank| blank != ' ') {
        return Err(wrong());
    }
    for (square, &found) in rank_of_squares(rank as u32 - 1).zip(characters.iter().skip(1).step_by(2)) {
        let empty = if TRAPS & square.bit() != 0 { " .xX" } else { " ." };
        squares[square.index()] = read_square(found, square, empty)?;
    }
    Ok(())
}

/// Plays the moves that follow a board.
fn play_all(mut position: Arimaa, moves: &str) -> Result<Arimaa, PositionError> {
    let mut captures = Captures::default();
    let mut number = 0;
    for word in moves.split_whitespace() {
        match captures.read(word).map_err(PositionError::Capture)? {
            MarkOrMove::Mark => {}
            MarkOrMove::Move => {
                number += 1;
                if let Some(emptied) = position.emptied().filter(|_| word == "pass") {
                    position = emptied;
                    continue;
                }
                let mv = position.read_move(word).map_err(|error| PositionError::Move { number, error })?;
                captures.expect(&position, mv);
                position.play_unchecked(mv);
            }
        }
    }
    Ok(position)
}

/// Reads a position under the default rules.
impl FromStr for Arimaa {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::from_text(text, Rules::default())
    }
}

/// Writes a position in the short form. The rules are not part of it.
impl fmt::Display for Arimaa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.written_board();
        let letter = |square| position.piece_on(square).map_or(' ', Piece::letter);
        let board: String = squares_as_written().map(letter).collect();
        write!(f, "{} [{board}]", self.first_mover().letter())?;
        self.written_moves().iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}
