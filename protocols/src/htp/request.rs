//! Requests: lines split into number, command and arguments.

/// The digits of the longest number of a command: answers repeat it.
const LONGEST_NUMBER: usize = 20;

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The number before the command, as it was written; empty if there is none.
    pub(super) id: String,
    /// The command; empty if nothing follows the number.
    pub(super) name: String,
    /// The words after it.
    pub(super) arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if it is empty. `#` begins a comment; a tab counts as a blank, other control
    /// characters are removed.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line.replace('\t', " ").chars().filter(|c| !c.is_control()).collect();
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        words.peek()?;
        let is_number =
            |word: &String| word.len() <= LONGEST_NUMBER && word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_number).unwrap_or_default();
        let name = words.next().unwrap_or_default();
        Some(Self { id, name, arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(String, String, usize)> {
        Request::read(line).map(|request| (request.id, request.name, request.arguments.len()))
    }

    #[test]
    fn a_number_a_command_and_its_arguments_are_told_apart() {
        for (line, id, name, arguments) in [
            ("name", "", "name", 0),
            ("12 play b a1", "12", "play", 2),
            ("  007\tplay\tb\ta1\r\n", "007", "play", 2),
            ("play b # a1", "", "play", 1),
            ("1 2 3", "1", "2", 1),
            ("5", "5", "", 0),
            ("123456789012345678901 name", "", "123456789012345678901", 1),
            ("na\u{7}me", "", "name", 0),
        ] {
            assert_eq!(read(line), Some((id.to_owned(), name.to_owned(), arguments)), "{line:?}");
        }
    }

    #[test]
    fn comments_and_empty_lines_hold_no_command() {
        for line in ["", " ", "\t\r\n", "# name", "#", "\u{7}"] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }
}
