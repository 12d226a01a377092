//! The index of a library: the certificates it has, how each is made, and what is not proven yet.

use crate::certificate::{Header, HeaderError};
use core::fmt;
use core::str::FromStr;
use plywood_play::Excerpt;

/// The index of a library of proofs.
///
/// Its text has a paragraph for each proof, and blank lines between them. A paragraph is three lines and the
/// header of the certificate as it stands in the file:
///
/// ```text
/// proof: gekitai
/// command: plywood solve gekitai --max-plies 25 --proof gekitai.proof
/// nodes: 197010245
/// plywood proof 1
/// game: gekitai
/// ...
/// ```
///
/// A paragraph of what is missing has the lines `missing`, `command` and `cost`. Lines that begin with `#`
/// are comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// The proofs, in the order of the text.
    pub entries: Vec<Entry>,
    /// What is not proven, or proven without a certificate.
    pub missing: Vec<Missing>,
}

/// A proof of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name: that of the file without its ending, of lower-case letters, digits and hyphens.
    pub name: String,
    /// The command that makes the file.
    pub command: String,
    /// The nodes of the search that the command takes.
    pub nodes: u64,
    /// The header of the file: game, rules, position, claim, size and checksum.
    pub header: Header,
}

/// A question that the library cannot answer yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The question, or the claim that no file proves.
    pub question: String,
    /// The command that would answer it.
    pub command: String,
    /// What is known of its cost.
    pub cost: String,
}

/// Error returned when a text is not an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexError {
    /// The number of the line on which the paragraph begins, from 1.
    pub line: usize,
    /// What is wrong with the paragraph.
    pub reason: String,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "index of proofs, line {}: {}", self.line, self.reason)
    }
}

impl core::error::Error for IndexError {}

impl Index {
    /// The proof of this name.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}

impl Entry {
    /// The name of the file.
    pub fn file(&self) -> String {
        format!("{}.proof", self.name)
    }

    /// The length of the file in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.header.to_string().len() as u64 + self.header.bytes
    }

    /// Whether a file has the header that the index shows.
    pub fn is_of(&self, file: &[u8]) -> bool {
        file.starts_with(self.header.to_string().as_bytes()) && file.len() as u64 == self.file_bytes()
    }
}

impl FromStr for Index {
    type Err = IndexError;

    fn from_str(text: &str) -> Result<Self, IndexError> {
        let mut index = Self::default();
        for (line, paragraph) in paragraphs(text) {
            let wrong = |reason| IndexError { line, reason };
            if paragraph.starts_with("missing: ") {
                index.missing.push(missing(&paragraph).map_err(wrong)?);
                continue;
            }
            let entry = entry(&paragraph).map_err(wrong)?;
            if index.entry(&entry.name).is_some() {
                return Err(wrong(format!("there are two proofs \"{}\"", entry.name)));
            }
            index.entries.push(entry);
        }
        Ok(index)
    }
}

/// The paragraphs of a text without comments, and the numbers of their first lines.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        if !is_open && !line.is_empty() {
            found.push((number + 1, String::new()));
        }
        is_open = !line.is_empty();
        if let (true, Some((_, paragraph))) = (is_open, found.last_mut()) {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
    }
    found
}

fn entry(paragraph: &str) -> Result<Entry, String> {
    let ([name, command, nodes], header) = fields(paragraph, ["proof", "command", "nodes"])?;
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(format!("\"{}\" is not a name of lower-case letters, digits and hyphens", Excerpt(name)));
    }
    let nodes = nodes.parse().map_err(|_| format!("\"{}\" is not a number of nodes", Excerpt(nodes)))?;
    let read = Header::read(header.as_bytes()).map_err(|error: HeaderError| error.to_string())?;
    match read {
        (header, []) => Ok(Entry { name: name.to_owned(), command: command.to_owned(), nodes, header }),
        _ => Err("lines follow the header of the proof".to_owned()),
    }
}

fn missing(paragraph: &str) -> Result<Missing, String> {
    let ([question, command, cost], rest) = fields(paragraph, ["missing", "command", "cost"])?;
    if !rest.is_empty() {
        return Err("lines follow the line `cost`".to_owned());
    }
    Ok(Missing { question: question.to_owned(), command: command.to_owned(), cost: cost.to_owned() })
}

/// The values of the first lines, which have these names, and the text after them.
fn fields<'a>(paragraph: &'a str, names: [&str; 3]) -> Result<([&'a str; 3], &'a str), String> {
    let (mut values, mut rest) = ([""; 3], paragraph);
    for (value, name) in values.iter_mut().zip(names) {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let found = line.strip_prefix(name).and_then(|line| line.strip_prefix(": "));
        *value = found.ok_or_else(|| format!("\"{}\" is not a line `{name}`", Excerpt(line)))?;
        rest = after;
    }
    Ok((values, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Two proofs.\n\nproof: a-1\ncommand: plywood solve\nnodes: 7\nplywood proof 1\ngame: hex\n\
        rules: size=3\nposition: 3/3/3 x\nclaim: first wins within 3 plies\nform: conceding\ndecisions: 1\nbytes: 2\n\
        checksum: 00000000000000ff\n\n\nmissing: hex:size=9\ncommand: plywood solve hex:size=9\ncost: unknown\n";

    #[test]
    fn an_index_is_read() {
        let index: Index = TEXT.parse().unwrap();
        let entry = index.entry("a-1").unwrap();
        assert_eq!((entry.nodes, entry.file().as_str(), entry.header.checksum), (7, "a-1.proof", 255));
        assert_eq!(index.missing[0].question, "hex:size=9");
        let file = format!("{}ab", entry.header);
        assert!(entry.is_of(file.as_bytes()) && !entry.is_of(&file.as_bytes()[..file.len() - 1]));
    }

    #[test]
    fn errors_name_the_line_and_the_text() {
        let cases = [
            (
                "proof: a-1",
                "proof: A",
                "line 3: \"A\" is not a name of lower-case letters, digits and hyphens",
            ),
            ("nodes: 7", "nodes: x", "line 3: \"x\" is not a number of nodes"),
            ("nodes: 7", "notes: 7", "line 3: \"notes: 7\" is not a line `nodes`"),
            ("bytes: 2", "bytes: two", "line 3: \"two\" is not a valid `bytes`"),
            ("00ff\n", "00ff\nmore\n", "line 3: lines follow the header of the proof"),
            ("cost: unknown", "cost:", "line 17: \"cost:\" is not a line `cost`"),
            (
                "missing: hex:size=9\n",
                "missing: hex\ncommand: c\ncost: n\n",
                "line 17: lines follow the line `cost`",
            ),
        ];
        for (old, new, expected) in cases {
            let error = TEXT.replace(old, new).parse::<Index>().unwrap_err();
            assert_eq!(error.to_string(), format!("index of proofs, {expected}"));
        }
        let twice = format!("{TEXT}\n{TEXT}").parse::<Index>().unwrap_err();
        assert_eq!(twice.reason, "there are two proofs \"a-1\"");
    }
}
