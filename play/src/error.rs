//! Errors about texts from outside: one line that names the text and the reason.

use crate::cause::Cause;
use crate::excerpt::{Quoted, one_line};
use core::fmt;

/// Error returned when a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The expected kind of text: `position`, `engine`, `time`.
    pub what: &'static str,
    /// The text itself. Messages show an [`Excerpt`](crate::Excerpt) of it.
    pub text: String,
    /// The reason and the place, in one line.
    pub reason: String,
    /// The same for programs, where more is known than that the text is not what was expected.
    pub cause: Option<Box<Cause>>,
}

impl TextError {
    /// Makes an error about `text`, which should have been a `what`.
    pub fn new(what: &'static str, text: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self { what, text: text.into(), reason: one_line(&reason.to_string()), cause: None }
    }

    /// Makes an error about `text` whose reason is that of a cause.
    pub fn told(what: &'static str, text: impl Into<String>, cause: Cause) -> Self {
        Self::new(what, text, &cause).because(cause)
    }

    /// The same with its cause.
    #[must_use]
    pub fn because(mut self, cause: Cause) -> Self {
        self.cause = Some(Box::new(cause));
        self
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.what, Quoted(&self.text), self.reason)
    }
}

impl core::error::Error for TextError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_of_bearable_length_whatever_the_text() {
        let error = TextError::new("move", "a\nb".repeat(1_000), "no such square").to_string();
        assert_eq!(error.lines().count(), 1);
        assert!(error.len() < 250);
        assert!(error.starts_with("move \"a\\nba"));
    }

    #[test]
    fn a_reason_is_one_line_of_bearable_length_whatever_it_holds() {
        let error = TextError::new("move", "a1", format!("`{}` is no square", "\n\u{1b}".repeat(1_000_000)));
        assert_eq!(error.to_string().lines().count(), 1);
        assert!(error.to_string().len() < 10_000 && !error.reason.contains('\u{1b}'));
    }
}
