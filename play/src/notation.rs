//! Text for positions and moves.

use core::error::Error;
use core::fmt::{Debug, Display};
use core::str::FromStr;
use plywood_search::Position;

/// A game that can be written down: `Display` gives the position's own one-line text.
pub trait Notation: Position + Display {
    /// The variants of the game as one value, with a text form `name=value,name=value`; the empty text is the default.
    type Rules: Clone + Debug + Default + PartialEq + Display + FromStr<Err: Display> + Send + Sync + 'static;
    /// Why a text is no position.
    type PositionError: Error;
    /// Why a text is no legal move.
    type MoveError: Error;

    /// The position that a game begins with.
    fn start(rules: &Self::Rules) -> Self;

    /// The rules that this position is played under.
    fn rules(&self) -> Self::Rules;

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game, with the offending part and its place.
    fn read(text: &str, rules: &Self::Rules) -> Result<Self, Self::PositionError>;

    /// Reads a legal move.
    ///
    /// # Errors
    ///
    /// If the text is no move, or the move is not legal here: two different errors.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// Whether `word` is no ply of its own but a remark on the ply before it, such as the mark of a capture, and if it is one, why it is not
    /// true. `last` is the position before that ply, and the ply. `None`, the default, for all other words.
    fn remark(&self, _word: &str, _last: Option<(&Self, Self::Move)>) -> Option<Result<(), String>> {
        None
    }

    /// Writes a legal move; [`read_move`](Self::read_move) gives it back.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Why the game is over in this position, as a sentence without its full stop; `None` if it goes on.
    fn reason(&self) -> Option<String>;

    /// The board as people draw it, several lines with coordinates. The squares that `last` touched in the position before are marked.
    fn picture(&self, last: Option<(&Self, Self::Move)>) -> String;

    /// Writes the moves of a line from this position, a text for each turn: the plies of one turn are joined by blanks.
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
