//! Whole turns as text: `12g Ed6e Ee6w re7s Mg3n`, with a mark such as `rc3x` after a step that captures.

use crate::rules::geometry::home_square;
use crate::rules::moves::{Action, Move, read_piece_on_square};
use crate::rules::pieces::{Colour, Piece};
use crate::rules::position::{ARMY, Arimaa};
use crate::rules::refusal::{IllegalMove, MoveError, Refusal};
use crate::rules::squares::Square;
use core::fmt;
use plywood_play::{Cause, Excerpt, Told};
use plywood_search::Position;

/// Error returned when a text is not a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// There is no step in it.
    Empty,
    /// The label in front names the player who is not to move.
    WrongSide {
        /// The label.
        label: String,
        /// Who is to move.
        turn: Colour,
    },
    /// A step that cannot be played.
    Step {
        /// Which one, from 1; capture marks do not count.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A capture mark that is not true.
    Capture {
        /// The step before it, from 1; 0 if there is none.
        number: usize,
        /// What is wrong with it.
        error: CaptureError,
    },
    /// The turn cannot end after its last step.
    NotFinished {
        /// The number of steps.
        steps: usize,
        /// Why it cannot.
        reason: Refusal,
    },
    /// The turn is over before this text.
    Trailing {
        /// The number of steps that ended it.
        steps: usize,
        /// The text.
        text: String,
    },
    /// In the setup, nothing has been put on this square.
    NotSetUp(Square),
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a turn has one step at least"),
            Self::WrongSide { label, turn } => write!(f, "\"{label}\" is not the turn of {turn}"),
            Self::Step { number, error } => write!(f, "step {number}: {error}"),
            Self::Capture { number, error } => write!(f, "after step {number}: {error}"),
            Self::NotFinished { steps, reason } => {
                write!(f, "the turn cannot end after step {steps}: {reason}")
            }
            Self::Trailing { steps, text } => {
                write!(f, "\"{}\" follows step {steps}, which ends the turn", Excerpt(text))
            }
            Self::NotSetUp(square) => write!(f, "nothing is set up on {square}"),
        }
    }
}

impl core::error::Error for TurnError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Step { error, .. } => Some(error),
            Self::Capture { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl Told for TurnError {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        let at_step =
            |cause: Cause, number| Cause { sentence: self.to_string(), ..cause }.with("step", number);
        match self {
            Self::Empty => told("no-step-yet"),
            Self::WrongSide { .. } => told("other-to-move"),
            Self::Step { number, error } => at_step(Told::cause(error), number),
            Self::Capture { number, error } => at_step(error.cause(), number),
            Self::NotFinished { steps, reason } => at_step(reason.cause(), steps),
            Self::Trailing { text, .. } => told("after-turn").with("text", Excerpt(text)),
            Self::NotSetUp(square) => told("not-set-up").with("cell", square),
        }
    }
}

/// A mark of a capture that the step before it does not make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureError {
    /// The mark.
    pub mark: String,
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" marks a capture that is not made", Excerpt(&self.mark))
    }
}

impl core::error::Error for CaptureError {}

impl Told for CaptureError {
    fn cause(&self) -> Cause {
        Cause::new("capture-not-made", self).with("text", Excerpt(&self.mark))
    }
}

/// What a word of a turn is.
pub(crate) enum MarkOrMove {
    Mark,
    Move,
}

/// The captures of the last step that have not been marked yet.
#[derive(Default)]
pub(crate) struct Captures {
    unmarked: Vec<(Piece, Square)>,
}

impl Captures {
    /// Notes what a step is about to capture.
    pub(crate) fn expect(&mut self, position: &Arimaa, mv: Move) {
        self.unmarked.clear();
        self.unmarked.extend(position.captures(mv));
    }

    /// Takes a mark, if the word is one. Captures need not be marked, but what is marked has to be true.
    pub(crate) fn read(&mut self, word: &str) -> Result<MarkOrMove, CaptureError> {
        let Ok((piece, square, "x")) = read_piece_on_square(word) else { return Ok(MarkOrMove::Move) };
        let place = self.unmarked.iter().position(|&capture| capture == (piece, square));
        let place = place.ok_or_else(|| CaptureError { mark: word.to_owned() })?;
        self.unmarked.swap_remove(place);
        Ok(MarkOrMove::Mark)
    }
}

impl Arimaa {
    /// Reads a whole turn, or what is left of one: steps with capture marks, or in the setup all pieces in
    /// any order of squares.
    ///
    /// A label such as `12g` or `12w` may stand in front; its number is not looked at. A capture may be left
    /// unmarked, but a mark has to be true. A turn of fewer than four steps gets its pass, which may be
    /// written.
    ///
    /// ```
    /// use plywood_arimaa::Arimaa;
    ///
    /// let text = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
    /// let position: Arimaa = text.parse()?;
    /// let turn = position.read_turn("2g Ed2n Ed3n")?;
    /// assert_eq!(turn.len(), 3);
    /// assert_eq!(position.write_turn(&turn), "Ed2n Ed3n");
    /// let error = position.read_turn("2g Ed2n Ed3s").unwrap_err();
    /// assert_eq!(error.to_string(), "the turn cannot end after step 2: the turn would leave the board unchanged");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the label is the opponent's, a step is not legal, a mark is not true, or the turn cannot end where
    /// the text does.
    pub fn read_turn(&self, text: &str) -> Result<Vec<Move>, TurnError> {
        let mut words = text.split_whitespace().peekable();
        if let Some((label, colour)) = words.peek().and_then(|word| Some((*word, read_label(word)?))) {
            if colour != self.turn() {
                return Err(TurnError::WrongSide { label: label.to_owned(), turn: self.turn() });
            }
            words.next();
        }
        if words.peek().is_none() {
            return Err(TurnError::Empty);
        }
        if self.is_setup() { self.read_setup(words) } else { self.read_steps(words) }
    }

    fn read_steps<'a>(&self, words: impl Iterator<Item = &'a str>) -> Result<Vec<Move>, TurnError> {
        let mut position = self.clone();
        let mut captures = Captures::default();
        let mut moves: Vec<Move> = Vec::new();
        for word in words {
            let number = moves.len() + 1;
            let mark = captures.read(word);
            match mark.map_err(|error| TurnError::Capture { number: number - 1, error })? {
                MarkOrMove::Mark => continue,
                MarkOrMove::Move => {}
            }
            if position.turn() != self.turn() {
                return Err(TurnError::Trailing { steps: moves.len(), text: word.to_owned() });
            }
            let mv = position.read_move(word).map_err(|error| TurnError::Step { number, error })?;
            captures.expect(&position, mv);
            position.play_unchecked(mv);
            moves.push(mv);
        }
        if position.turn() == self.turn() {
            match position.refusal(Move::PASS) {
                None => moves.push(Move::PASS),
                Some(reason) => return Err(TurnError::NotFinished { steps: moves.len(), reason }),
            }
        }
        Ok(moves)
    }

    /// Reads the rest of a side's setup.
    fn read_setup<'a>(&self, words: impl Iterator<Item = &'a str>) -> Result<Vec<Move>, TurnError> {
        let mut placed: [Option<Move>; 64] = [None; 64];
        for (index, word) in words.enumerate() {
            let step = |error| TurnError::Step { number: index + 1, error };
            let mv: Move = word.parse().map_err(|error| step(MoveError::Syntax(error)))?;
            let refused = |reason| step(IllegalMove { mv, reason }.into());
            let Action::Place { square, .. } = mv.action() else {
                return Err(refused(Refusal::SetupUnderWay));
            };
            if self.piece_on(square).is_some() || placed[square.index()].replace(mv).is_some() {
                return Err(refused(Refusal::Occupied(square)));
            }
        }
        self.in_order_of_setup(&mut placed)
    }

    /// The placements of a side's setup in the order in which they are made, checked.
    fn in_order_of_setup(&self, placed: &mut [Option<Move>; 64]) -> Result<Vec<Move>, TurnError> {
        let mut position = self.clone();
        let mut moves = Vec::new();
        while position.is_setup() && position.turn() == self.turn() {
            let square = position.next_home_square();
            let mv = placed[square.index()].take().ok_or(TurnError::NotSetUp(square))?;
            let number = moves.len() + 1;
            if let Some(reason) = position.refusal(mv) {
                return Err(TurnError::Step { number, error: IllegalMove { mv, reason }.into() });
            }
            position.play_unchecked(mv);
            moves.push(mv);
        }
        match placed.iter().flatten().next() {
            Some(mv) => Err(TurnError::Trailing { steps: moves.len(), text: mv.to_string() }),
            None => Ok(moves),
        }
    }

    /// Writes a turn of legal moves with its captures marked, without a label; a pass at its end is left out.
    pub fn write_turn(&self, moves: &[Move]) -> String {
        let mut position = self.clone();
        let mut words = Vec::new();
        for &mv in moves {
            if !mv.is_pass() {
                words.push(mv.to_string());
            }
            words.extend(position.captures(mv).map(|(piece, square)| format!("{piece}{square}x")));
            position.play_unchecked(mv);
        }
        words.join(" ")
    }

    /// The home squares of a colour, in the order in which they are set up.
    pub fn home_squares(colour: Colour) -> impl Iterator<Item = Square> {
        (0..ARMY).map(move |number| Square::of(home_square(colour.into(), number)))
    }
}

/// The colour of a label such as `12g`, if the word is one.
pub(crate) fn read_label(word: &str) -> Option<Colour> {
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    let mut letters = word[digits.len()..].chars();
    let colour = Colour::from_letter(letters.next()?)?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && letters.next().is_none()).then_some(colour)
}
