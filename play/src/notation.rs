//! Text for positions and moves.

use crate::cause::Cause;
use core::error::Error;
use core::fmt::{Debug, Display};
use core::str::FromStr;
use plywood_search::{Position, Side};

/// A game with a notation. `Display` writes the position as one line.
pub trait Notation: Position + Display {
    /// The rules of the game as one value, with the text form `name=value,name=value`; the empty text is the
    /// default.
    type Rules: Clone + Debug + Default + PartialEq + Display + FromStr<Err: Display> + Send + Sync + 'static;
    /// The error of reading a position.
    type PositionError: Error;
    /// The error of reading a move.
    type MoveError: Error;

    /// The kinds of the causes that this game has besides [`Cause::KINDS`].
    const CAUSES: &'static [&'static str] = &[];

    /// The starting position.
    fn start(rules: &Self::Rules) -> Self;

    /// The rules of this position.
    fn rules(&self) -> Self::Rules;

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// If the text is not a position of the game, with the offending part and its place.
    fn read(text: &str, rules: &Self::Rules) -> Result<Self, Self::PositionError>;

    /// Reads a legal move.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or the move is not legal here: two different errors.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// Whether `word` is a remark on the previous ply, such as the mark of a capture, and if so, why it is
    /// false. `last` is the position before that ply, and the ply. `None`, the default, means that the word
    /// is not a remark.
    fn remark(&self, _word: &str, _last: Option<(&Self, Self::Move)>) -> Option<Result<(), Cause>> {
        None
    }

    /// Writes a legal move in the form that [`read_move`](Self::read_move) reads.
    fn write_move(&self, mv: Self::Move) -> String;

    /// The reason why the game is over in this position. `None` if the game goes on.
    fn reason(&self) -> Option<Cause>;

    /// The reason why a text is not a legal move.
    fn cause(error: &Self::MoveError) -> Cause {
        Cause::new("not-a-move", error)
    }

    /// The reason why a text is not a position.
    fn position_cause(error: &Self::PositionError) -> Cause {
        Cause::new("not-a-position", error)
    }

    /// The reason why a text does not make rules.
    fn rules_cause(error: &<Self::Rules as FromStr>::Err) -> Cause {
        Cause::new("text", error)
    }

    /// The board as several lines of text with coordinates. The squares that `last` touched in the position
    /// before are marked.
    fn picture(&self, last: Option<(&Self, Self::Move)>) -> String;

    /// The side whose piece a letter of the [`picture`](Self::picture) stands for; `None` for what is no
    /// piece. By default `x` is the first side's and `o` the second's, capital or small.
    fn owner(&self, letter: char) -> Option<Side> {
        match letter {
            'x' | 'X' => Some(Side::First),
            'o' | 'O' => Some(Side::Second),
            _ => None,
        }
    }

    /// Whose pieces the letters of the [`picture`](Self::picture) are, and what each side aims for: one line
    /// a side, such as `x  Black: top and bottom`. Empty, the default, if the picture needs no words.
    fn legend(&self) -> String {
        String::new()
    }

    /// Writes the moves of a line from this position, one text per turn: the plies of a turn are joined by
    /// blanks.
    fn write_line(&self, moves: &[Self::Move]) -> Vec<String> {
        let mut turns: Vec<String> = Vec::new();
        let mut position = self.clone();
        let mut last_side = None;
        for &mv in moves {
            let text = position.write_move(mv);
            let side = position.side_to_move();
            match turns.last_mut() {
                Some(turn) if last_side == Some(side) => {
                    turn.push(' ');
                    turn.push_str(&text);
                }
                _ => turns.push(text),
            }
            last_side = Some(side);
            position.play_unchecked(mv);
        }
        turns
    }
}

/// Implements the items of [`Notation`] that a game has as types and methods of its own under the same names,
/// so that they can be called without the trait: `start`, `rules`, `from_text`, `read_move`, `write_move`.
/// Stands within `impl Notation`.
#[macro_export]
macro_rules! own_notation {
    ($rules:ty, $position_error:ty, $move_error:ty) => {
        type Rules = $rules;
        type PositionError = $position_error;
        type MoveError = $move_error;

        fn start(rules: &$rules) -> Self {
            Self::start(*rules)
        }

        fn rules(&self) -> $rules {
            self.rules()
        }

        fn read(text: &str, rules: &$rules) -> Result<Self, $position_error> {
            Self::from_text(text, *rules)
        }

        fn rules_cause(error: &<$rules as ::core::str::FromStr>::Err) -> $crate::Cause {
            $crate::Told::cause(error)
        }

        fn read_move(&self, text: &str) -> Result<Self::Move, $move_error> {
            self.read_move(text)
        }

        fn write_move(&self, mv: Self::Move) -> String {
            self.write_move(mv)
        }

        fn cause(error: &$move_error) -> $crate::Cause {
            $crate::Told::cause(error)
        }

        fn position_cause(error: &$position_error) -> $crate::Cause {
            $crate::Told::cause(error)
        }
    };
}
