//! Quotation marks: they let a value hold commas, and a word of a command line hold blanks.
//!
//! Both `'` and `"` are marks. A quoted text ends at the next mark of its kind; a doubled mark stands for
//! itself.

use crate::error::TextError;

/// Walks through a text and tells which characters are outside quotation marks. Marks themselves count as
/// inside.
#[derive(Default)]
struct Marks {
    open: Option<char>,
}

impl Marks {
    fn is_outside(&mut self, c: char) -> bool {
        match self.open {
            Some(mark) if mark == c => self.open = None,
            Some(_) => {}
            None if is_mark(c) => self.open = Some(c),
            None => return true,
        }
        false
    }
}

const fn is_mark(c: char) -> bool {
    matches!(c, '\'' | '"')
}

/// The place of the first comma outside quotation marks; `None` if there is none. The error is a mark that is
/// not closed.
pub(crate) fn find_comma(text: &str) -> Result<Option<usize>, char> {
    let mut marks = Marks::default();
    let comma = text.find(|c| marks.is_outside(c) && c == ',');
    match (comma, marks.open) {
        (None, Some(mark)) => Err(mark),
        _ => Ok(comma),
    }
}

/// The text between the marks, if one pair of marks holds the whole text.
pub(crate) fn unquoted(text: &str) -> Option<String> {
    let mark = text.chars().next().filter(|&c| is_mark(c))?;
    let inside = text.strip_prefix(mark)?.strip_suffix(mark)?;
    let twice = [mark, mark].iter().collect::<String>();
    let rest = inside.replace(&twice, "");
    (!rest.contains(mark)).then(|| inside.replace(&twice, &mark.to_string()))
}

/// The text as the value of an option: quoted if necessary.
pub(crate) fn quoted(text: &str) -> String {
    if !text.is_empty() && find_comma(text) == Ok(None) && unquoted(text).is_none() {
        return text.to_owned();
    }
    in_marks(text)
}

/// The text between marks.
pub(crate) fn in_marks(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Splits a command line into its words: the program and its arguments.
///
/// Blanks separate words. Quotation marks, `'` or `"`, keep blanks in a word and are removed; a doubled mark
/// within its own kind stands for itself. Nothing else is special, because no shell is involved: no `$`, no
/// `~`, no backslash.
///
/// ```
/// use plywood_play::split_command;
///
/// let words = split_command("'/opt/my engines/wolf' --seed=7 \"it's\"")?;
/// assert_eq!(words, ["/opt/my engines/wolf", "--seed=7", "it's"]);
/// # Ok::<(), plywood_play::TextError>(())
/// ```
///
/// # Errors
///
/// If there is no word, or a quotation mark is not closed.
pub fn split_command(text: &str) -> Result<Vec<String>, TextError> {
    let error = |reason: &str| TextError::new("command", text, reason);
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut open = None;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match open {
            None if c.is_whitespace() => words.extend(word.take()),
            None if is_mark(c) => {
                open = Some(c);
                word.get_or_insert_default();
            }
            Some(mark) if mark == c && characters.next_if_eq(&mark).is_none() => open = None,
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match (open, words.first()) {
        (Some(mark), _) => Err(error(&format!("the quotation mark {mark} is not closed"))),
        (None, Some(program)) if !program.is_empty() => Ok(words),
        _ => Err(error("there is no program in it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_blanks_outside_marks() {
        for (text, words) in [
            ("engine", vec!["engine"]),
            ("  a  b\tc ", vec!["a", "b", "c"]),
            ("a 'b c' d", vec!["a", "b c", "d"]),
            ("a --x='b c'd", vec!["a", "--x=b cd"]),
            ("a \"it's\" ''", vec!["a", "it's", ""]),
            ("a 'it''s' $HOME \\n", vec!["a", "it's", "$HOME", "\\n"]),
        ] {
            assert_eq!(split_command(text).unwrap(), words, "{text}");
        }
        for (text, part) in
            [("", "no program"), (" ", "no program"), ("''", "no program"), ("a 'b", "' is not")]
        {
            let error = split_command(text).expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_value_in_marks_is_what_stands_between_them() {
        assert_eq!(unquoted("'a,b'").as_deref(), Some("a,b"));
        assert_eq!(unquoted("'it''s'").as_deref(), Some("it's"));
        for text in ["a", "'a' b'", "'a' 'b'", "'", "'a\"", ""] {
            assert_eq!(unquoted(text), None, "{text}");
        }
    }
}
