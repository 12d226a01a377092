//! Errors about text that somebody wrote: one line that names the text, and why it does not do.

use core::fmt;

/// A text that could not be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// What the text should have been: `position`, `engine`, `time`.
    pub what: &'static str,
    /// The text itself.
    pub text: String,
    /// Why it is not that, and where.
    pub reason: String,
}

impl TextError {
    /// An error about `text`, which should have been a `what`.
    pub fn new(what: &'static str, text: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self { what, text: text.into(), reason: reason.to_string() }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.what, Quoted(&self.text), self.reason)
    }
}

impl core::error::Error for TextError {}

/// Text in quotation marks on one line, cut when it is long.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 120;
        let mut characters = self.0.chars();
        f.write_str("\"")?;
        for character in characters.by_ref().take(LONGEST) {
            if character == '"' || character == '\\' || character.is_control() {
                write!(f, "{}", character.escape_default())?;
            } else {
                write!(f, "{character}")?;
            }
        }
        f.write_str(if characters.next().is_some() { "...\"" } else { "\"" })
    }
}

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
}
