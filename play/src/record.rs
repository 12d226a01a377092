//! Records of games as plain text, for games without a format of their own.
//!
//! One line per game: tags, moves, result.
//!
//! ```text
//! # Comments and empty lines are skipped.
//! black="J. Krabbenbos" year=1999 c8-c6 h4-f2 g8-g6 0-1
//! rules=connection=mover-wins 1. b1-h1 a7-c5 2. b8-a7 *
//! ```
//!
//! A tag is `name=value` or `name="value with blanks"`, before the first move; a name has letters, digits,
//! `-` and `_`. The tags `rules` and `position` set the variant and the position that the game begins with;
//! the others are for people. Move numbers (`12.`) are skipped. The result is `1-0` (the first player won),
//! `0-1`, `1/2-1/2` or `*` (unknown), and may be left out.

use crate::cause::Cause;
use crate::excerpt::{Excerpt, Quoted};
use crate::spec::is_word;
use core::cmp::Ordering;
use core::fmt;
use plywood_search::{Outcome, Side};

/// A recorded game as text, not yet checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The number of its line, from 1.
    pub line: usize,
    /// Tags in order.
    pub tags: Vec<(String, String)>,
    /// The moves, one per ply.
    pub moves: Vec<String>,
    /// The result that the record claims.
    pub result: Option<RecordedResult>,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// A result as recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// The game ended like this.
    Ended(Outcome),
    /// The result is unknown, or the game is unfinished.
    Unknown,
}

impl RecordedResult {
    /// Reads `1-0`, `0-1`, `1/2-1/2`, `*`, or a player as a word: `first`, `second`, `draw`, or one of
    /// `players`.
    pub fn read(text: &str, players: [&str; 2]) -> Option<Self> {
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(text));
        if is(&["1-0", "first", players[0]]) {
            Some(Self::Ended(Outcome::Win(Side::First)))
        } else if is(&["0-1", "second", players[1]]) {
            Some(Self::Ended(Outcome::Win(Side::Second)))
        } else if is(&["1/2-1/2", "draw"]) {
            Some(Self::Ended(Outcome::Draw))
        } else {
            is(&["*", "none"]).then_some(Self::Unknown)
        }
    }
}

/// Error returned when reading a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
    /// The same for programs, where it is known.
    pub cause: Option<Box<Cause>>,
}

impl RecordError {
    /// An error of which programs know no more than the reason.
    pub fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into(), cause: None }
    }

    /// An error with its cause.
    pub fn told(line: usize, cause: Cause) -> Self {
        Self { line, reason: cause.sentence.clone(), cause: Some(Box::new(cause)) }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl core::error::Error for RecordError {}

/// Limits of a reader of records, so that no text decides how much memory is used.
///
/// Readers give one game at a time, and look at the limits before they build anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLimits {
    /// The longest record, in bytes.
    pub bytes: usize,
    /// The most nodes of one record: its moves, those of variations included, and its tags.
    pub nodes: usize,
    /// The most records of a text. The one after them is an error, and the last item.
    pub games: usize,
}

impl Default for RecordLimits {
    /// 16 MiB and a million nodes a record, and as many records as there are.
    fn default() -> Self {
        Self { bytes: 16 << 20, nodes: 1_000_000, games: usize::MAX }
    }
}

impl RecordLimits {
    /// The reason why a record of so many bytes is not read; `None` if it is read.
    pub fn refuse_bytes(&self, bytes: usize) -> Option<Cause> {
        let told = || format!("the record has more than {} bytes", self.bytes);
        (bytes > self.bytes).then(|| Cause::new("too-much", told()))
    }

    /// The reason why a record of so many nodes is not read; `None` if it is read.
    pub fn refuse_nodes(&self, nodes: usize) -> Option<Cause> {
        let told = || format!("the record has more than {} moves, variations and tags", self.nodes);
        (nodes > self.nodes).then(|| Cause::new("too-much", told()))
    }

    /// Ends the records of a text with an error when there are too many; `line` finds the line of one.
    pub fn end_of_games<'a, T: 'a>(
        self,
        records: impl Iterator<Item = Result<T, RecordError>> + 'a,
        line: fn(&T) -> usize,
    ) -> impl Iterator<Item = Result<T, RecordError>> + 'a {
        let most = self.games;
        records.enumerate().map_while(move |(index, record)| match index.cmp(&most) {
            Ordering::Less => Some(record),
            Ordering::Greater => None,
            Ordering::Equal => {
                let line = record.as_ref().map_or_else(|error| error.line, line);
                let sentence = format!("the text has more than {most} records");
                Some(Err(RecordError::told(line, Cause::new("too-much", sentence))))
            }
        })
    }
}

/// Reads a text of records, one after the other, comments and empty lines left out. `players` are what the
/// game calls its players.
pub fn read_records<'a>(
    text: &'a str,
    players: [&'a str; 2],
) -> impl Iterator<Item = Result<Record, RecordError>> + 'a {
    read_records_within(text, players, RecordLimits::default())
}

/// The same within other limits than the default ones.
pub fn read_records_within<'a>(
    text: &'a str,
    players: [&'a str; 2],
    limits: RecordLimits,
) -> impl Iterator<Item = Result<Record, RecordError>> + 'a {
    let records = text.lines().enumerate().filter_map(move |(index, line)| {
        let line = line.trim_matches(is_blank);
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let number = index + 1;
        Some(
            read_line(line, players, &limits)
                .map(|record| Record { line: number, ..record })
                .map_err(|cause| RecordError::told(number, cause)),
        )
    });
    limits.end_of_games(records, |record| record.line)
}

fn read_line(line: &str, players: [&str; 2], limits: &RecordLimits) -> Result<Record, Cause> {
    limits.refuse_bytes(line.len()).map_or(Ok(()), Err)?;
    let mut record = Record::default();
    let mut rest = line;
    while let Some(word) = next_word(&mut rest)? {
        if record.result.is_some() {
            let cause = Cause::new("after-result", format!("{} follows the result", Quoted(word)));
            return Err(cause.with("text", Excerpt(word)));
        }
        limits.refuse_nodes(record.tags.len() + record.moves.len() + 1).map_or(Ok(()), Err)?;
        let word = without_number(word);
        let tag = word.split_once('=').filter(|(name, _)| record.moves.is_empty() && is_word(name));
        if let Some((name, value)) = tag {
            let bare = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
            record.tags.push((name.to_owned(), bare.to_owned()));
            continue;
        }
        if let Some(result) = RecordedResult::read(word, players) {
            record.result = Some(result);
        } else if word.starts_with('#') {
            let cause = Cause::new("unexpected", format!("{} is neither move nor result", Quoted(word)));
            return Err(cause.with("text", Excerpt(word)));
        } else if !word.is_empty() {
            record.moves.push(word.to_owned());
        }
    }
    Ok(record)
}

/// The next word of `rest`: up to a blank outside quotation marks.
fn next_word<'a>(rest: &mut &'a str) -> Result<Option<&'a str>, Cause> {
    let text = rest.trim_start_matches(is_blank);
    if text.is_empty() {
        return Ok(None);
    }
    let mut quoted = false;
    let end = text.find(|c: char| {
        quoted ^= c == '"';
        is_blank(c) && !quoted
    });
    let (word, tail) = text.split_at(end.unwrap_or(text.len()));
    if end.is_none() && quoted {
        let sentence = format!("a quotation mark is not closed in {}", Quoted(word));
        return Err(Cause::new("open-mark", sentence).with("text", Excerpt(word)));
    }
    *rest = tail;
    Ok(Some(word))
}

/// White space, and the byte order mark that some editors put at the beginning of a file.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The word without a move number, `12.` or `12...`, in front.
fn without_number(mut word: &str) -> &str {
    loop {
        let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_dots = after_digits.trim_start_matches('.');
        if after_digits.len() == word.len() || after_dots.len() == after_digits.len() {
            return word;
        }
        word = after_dots;
    }
}

/// Writes the record as a line that [`read_records`] reads.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (name, value) in &self.tags {
            write!(f, "{separator}{name}=\"{}\"", value.replace(['"', '\n', '\r'], "'"))?;
            separator = " ";
        }
        for mv in &self.moves {
            write!(f, "{separator}{mv}")?;
            separator = " ";
        }
        match self.result {
            None => Ok(()),
            Some(result) => write!(f, "{separator}{result}"),
        }
    }
}

impl fmt::Display for RecordedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ended(Outcome::Win(Side::First)) => "1-0",
            Self::Ended(Outcome::Win(Side::Second)) => "0-1",
            Self::Ended(Outcome::Draw) => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<Record, RecordError>> {
        read_records(text, ["Black", "White"]).collect()
    }

    #[test]
    fn tags_moves_numbers_and_results_are_told_apart() {
        let text = "# two games\n\nblack=\"A B\" year=1999 1. c8-c6 h4-f2 2.g8-g6 0-1\nb1-h1 *\n";
        let records: Vec<_> = read(text).into_iter().map(Result::unwrap).collect();
        assert_eq!(records.len(), 2);
        assert_eq!((records[0].line, records[1].line), (3, 4));
        assert_eq!(records[0].tag("black"), Some("A B"));
        assert_eq!(records[0].moves, ["c8-c6", "h4-f2", "g8-g6"]);
        assert_eq!(records[0].result, Some(RecordedResult::Ended(Outcome::Win(Side::Second))));
        assert_eq!(records[1].result, Some(RecordedResult::Unknown));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let line = "rules=\"connection=draw\" black=\"A B\" c8-c6 h4-f2 1/2-1/2";
        assert_eq!(read(line)[0].as_ref().unwrap().to_string(), line);
    }

    /// Found by the fuzz target `record_text`.
    #[test]
    fn a_byte_order_mark_is_a_blank_wherever_it_stands() {
        let records = read("\u{feff}c8-c6\n  \u{feff}h4-f2");
        let moves = |index: usize| records[index].as_ref().unwrap().moves.clone();
        assert_eq!((moves(0), moves(1)), (vec!["c8-c6".to_owned()], vec!["h4-f2".to_owned()]));
    }

    /// What the fuzz target `record_text` found, and arbitrary text.
    #[test]
    fn a_record_that_was_read_is_written_so_that_it_reads_the_same() {
        for text in ["1.1.", "=\t\"=", "2.*", "81.2H8=", "1.#x", "\u{feff}!"] {
            reads_the_same(text);
        }
        let text = "[a-h0-9.=\"#*/ -]{0,40}|\\PC{0,40}";
        proptest::proptest!(|(text in text)| reads_the_same(&text));
    }

    fn reads_the_same(text: &str) {
        for record in read(text).into_iter().flatten() {
            let line = record.to_string();
            match read(&line).first() {
                Some(again) => {
                    let again = again.as_ref().expect("what is written is read");
                    assert_eq!((&again.moves, again.result), (&record.moves, record.result), "{line}");
                }
                None => assert_eq!(line, "", "{text:?}"),
            }
        }
    }

    #[test]
    fn limits_are_looked_at_record_by_record() {
        let limits = RecordLimits { bytes: 20, nodes: 3, games: 4 };
        let text = "a1 b2 c3\na1 b2 c3 d4\n\nx=1 b2 c3 *\n\ta1aaaaaaaaaaaaaaaaaaaa\nc3\nb2\n";
        let read: Vec<_> = read_records_within(text, ["Black", "White"], limits)
            .map(|record| record.map(|record| record.line).map_err(|error| error.to_string()))
            .collect();
        let refused = |reason: &str| Err(reason.to_owned());
        assert_eq!(
            read,
            [
                Ok(1),
                refused("line 2: the record has more than 3 moves, variations and tags"),
                refused("line 4: the record has more than 3 moves, variations and tags"),
                refused("line 5: the record has more than 20 bytes"),
                refused("line 6: the text has more than 4 records"),
            ]
        );
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(read("\na=\"b c8-c6")[0].as_ref().unwrap_err().line, 2);
        let error = read("c8-c6 1-0 h4-f2")[0].as_ref().unwrap_err().to_string();
        assert_eq!(error, "line 1: \"h4-f2\" follows the result");
    }
}
