//! Causes: reasons that programs can tell apart, so that a front end can tell them in any language.

use crate::excerpt::{Excerpt, one_line};
use crate::nearest::nearest;
use core::fmt;

/// The reason why a game is over, or why something is not possible.
///
/// ```
/// use plywood_play::Cause;
///
/// let cause = Cause::new("occupied", "b2 is not empty").with("cell", "b2");
/// assert_eq!(cause.to_string(), "b2 is not empty");
/// assert_eq!((cause.kind, cause.fact("cell")), ("occupied", Some("b2")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The kind of cause: `occupied`. One of [`KINDS`](Self::KINDS), or of the game's
    /// [`CAUSES`](crate::Notation::CAUSES).
    pub kind: &'static str,
    /// What it is about, by name. `player` is the colour of a player, `piece` a kind of piece, `cell` a cell.
    pub facts: Vec<(&'static str, String)>,
    /// The same in English: one line without its full stop.
    pub sentence: String,
}

impl Cause {
    /// The kinds that every game has.
    pub const KINDS: &'static [&'static str] = &[
        "over",
        "no-such-move",
        "repeats",
        "occurred-twice",
        "occurred-thrice",
        "occurred-often",
        "only-repetition",
        "not-a-cell",
        "two-on-cell",
        "not-made-of-pieces",
        "not-a-move",
        "no-move",
        "not-a-position",
        "text",
        "other-game",
        "other-to-move",
        "no-pass",
        "set-up-later",
        "main-line-only",
        "no-game",
        "unexpected",
        "empty-variation",
        "no-value",
        "no-name",
        "open-value",
        "open-game",
        "too-much",
        "rows",
        "row-width",
        "bad-character",
        "no-side",
        "bad-side",
        "trailing",
        "unknown-name",
        "unknown-value",
        "not-a-setting",
        "not-a-name",
        "set-twice",
        "open-mark",
        "nothing-follows",
        "not-a-number",
        "not-a-time",
        "not-a-size",
        "out-of-range",
        "at-most",
        "no-file",
        "after-result",
    ];

    /// A cause of this kind without facts.
    pub fn new(kind: &'static str, sentence: impl fmt::Display) -> Self {
        Self { kind, facts: Vec::new(), sentence: one_line(&sentence.to_string()) }
    }

    /// The same with one more fact.
    #[must_use]
    pub fn with(mut self, name: &'static str, fact: impl fmt::Display) -> Self {
        self.facts.push((name, fact.to_string()));
        self
    }

    /// The fact of this name, if it has one.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.iter().find(|(known, _)| *known == name).map(|(_, fact)| fact.as_str())
    }

    /// The game is over.
    pub fn over() -> Self {
        Self::new("over", "the game is over")
    }

    /// No legal move begins with the clicks, and nothing more is to be said of them.
    pub fn no_such_move() -> Self {
        Self::new("no-such-move", "no legal move begins so")
    }

    /// The move repeats a position too often.
    pub fn repeats() -> Self {
        Self::new("repeats", "it repeats a position too often")
    }

    /// A move is missing.
    pub fn no_move() -> Self {
        Self::new("no-move", "a move is missing")
    }

    /// `text` is not written like a move: `error` says so, `form` shows how moves are written.
    pub fn not_a_move(text: &str, form: &str, error: impl fmt::Display) -> Self {
        Self::new("not-a-move", error).with("text", Excerpt(text)).with("form", form)
    }

    /// A piece is to be put on `text`, which is not a cell: `error` says why.
    pub fn not_a_cell(text: &str, error: impl fmt::Display) -> Self {
        Self::new("not-a-cell", error).with("text", one_line(text))
    }

    /// The name `text` does not exist; `known` are those that do, and the nearest of them may be meant.
    pub fn unknown_name(text: &str, known: &[&str], sentence: impl fmt::Display) -> Self {
        let cause = Self::new("unknown-name", sentence).with("text", Excerpt(text));
        let cause = cause.with("known", known.join(", "));
        match nearest(text, known.iter().copied()) {
            Some(meant) => cause.with("meant", meant),
            None => cause,
        }
    }

    /// The switch or option `name` does not have the value `text`.
    pub fn unknown_value(name: &str, text: &str, known: &[&str], sentence: impl fmt::Display) -> Self {
        let cause = Self { kind: "unknown-value", ..Self::unknown_name(text, known, sentence) };
        cause.with("name", name)
    }

    /// A number is not between these two.
    pub fn out_of_range(least: u64, most: u64, sentence: impl fmt::Display) -> Self {
        Self::new("out-of-range", sentence).with("least", least).with("most", most)
    }

    /// The same about a move, which is not legal for this reason.
    #[must_use]
    pub fn of_move(self, mv: impl fmt::Display) -> Self {
        self.with("move", one_line(&mv.to_string()))
    }

    /// Two pieces, `words` for them such as `men`, are put on one cell.
    pub fn two_on(cell: impl fmt::Display, words: &str) -> Self {
        Self::new("two-on-cell", format_args!("two {words} are on {cell}")).with("cell", cell)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// An error that is told as a [`Cause`].
pub trait Told {
    /// The cause.
    fn cause(&self) -> Cause;
}
