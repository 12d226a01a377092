//! Excerpts of texts for messages: one line of bounded length, whatever the text.

use core::fmt::{self, Write};

/// The beginning of a text, on one line and harmless on a terminal: control characters and invisible ones are
/// escaped, and what is longer than [`Excerpt::LONGEST`] characters ends in `...`.
///
/// Every message about a text that was read shows it through this type, so that no input decides how long a
/// message is. A precision sets another length: `{:.5}`.
///
/// ```
/// use plywood_play::Excerpt;
///
/// assert_eq!(Excerpt("b1-h1").to_string(), "b1-h1");
/// assert_eq!(format!("{:.2}", Excerpt("b1-h1")), "b1...");
/// assert_eq!(Excerpt("a\u{1b}[31m\nb").to_string(), "a\\u{1b}[31m\\nb");
/// assert_eq!(Excerpt(&"x".repeat(1_000_000)).to_string(), format!("{}...", "x".repeat(Excerpt::LONGEST)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'a>(pub &'a str);

impl Excerpt<'_> {
    /// The most characters that are shown; the position of any game on a usual board fits.
    pub const LONGEST: usize = 72;
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        cut(f, self.0, f.precision().unwrap_or(Self::LONGEST), false)
    }
}

/// The same between quotation marks, those within and backslashes escaped.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        cut(f, self.0, Excerpt::LONGEST, true)?;
        f.write_char('"')
    }
}

/// A whole message on one line, with room for several excerpts.
///
/// ```
/// assert_eq!(plywood_play::one_line("no such engine\n"), "no such engine");
/// assert!(plywood_play::one_line(&"x".repeat(1_000_000)).len() < 1_000);
/// ```
pub fn one_line(message: &str) -> String {
    const LONGEST: usize = 600;
    format!("{:.LONGEST$}", Excerpt(message.trim_end()))
}

/// Writes so many characters of a text, and dots for the rest.
fn cut(f: &mut fmt::Formatter<'_>, text: &str, longest: usize, in_marks: bool) -> fmt::Result {
    let mut characters = text.chars();
    for c in characters.by_ref().take(longest) {
        let is_plain = matches!(c, '\'') || (!in_marks && matches!(c, '"' | '\\'));
        if is_plain { f.write_char(c)? } else { write!(f, "{}", c.escape_debug())? }
    }
    f.write_str(if characters.next().is_some() { "..." } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_whatever_is_in_it() {
        for c in ['\n', '\r', '\u{1b}', '\0', '\u{7f}', '\u{85}', '\u{2028}', '\u{202e}', '\u{200b}'] {
            for shown in [Excerpt(&c.to_string()).to_string(), one_line(&format!("a{c}b"))] {
                assert!(shown.is_ascii() && shown.contains('\\') && !shown.contains(c), "{shown}");
            }
        }
        assert_eq!(one_line("it's \"é\" \\ 漢"), "it's \"é\" \\ 漢");
    }

    #[test]
    fn marks_are_escaped_between_marks() {
        assert_eq!(Quoted("a\"b\\'").to_string(), "\"a\\\"b\\\\'\"");
        assert!(Quoted(&"é".repeat(1_000)).to_string().ends_with("é...\""));
    }
}
