//! The header of a certificate: nine lines of text.

use crate::claim::Claim;
use crate::identity::Form;
use core::fmt;
use plywood_play::{Definition, Notation};

/// The header of a certificate: its claim and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's name as it is typed.
    pub game: String,
    /// The rules in full, every option written out.
    pub rules: String,
    /// The position as one line of text.
    pub position: String,
    /// The claim.
    pub claim: Claim,
    /// The positions that share a decision.
    pub form: Form,
    /// The number of decisions.
    pub decisions: u64,
    /// The number of bytes after the header.
    pub bytes: u64,
    /// The checksum of the header's other lines and of the body.
    pub checksum: u64,
}

/// Error returned when reading the header of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// The file does not begin like a certificate of a known version.
    NotACertificate,
    /// The header ends before the line of this name.
    Missing(&'static str),
    /// A line is malformed.
    Line {
        /// The name of the line.
        name: &'static str,
        /// The text of the line.
        text: String,
    },
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACertificate => write!(f, "the file does not begin with `{FIRST_LINE}`"),
            Self::Missing(name) => write!(f, "the header has no line `{name}`"),
            Self::Line { name, text } => {
                let text: String = text.chars().take(80).collect();
                write!(f, "\"{}\" is not a valid `{name}`", text.escape_debug())
            }
        }
    }
}

impl core::error::Error for HeaderError {}

const FIRST_LINE: &str = "plywood proof 1";

impl Header {
    /// The number of lines.
    pub(super) const LINES: usize = 9;
    /// The greatest length of a line in bytes.
    pub(super) const LONGEST_LINE: u64 = 4_096;

    /// The header of a certificate without a body.
    pub(super) fn new<D: Definition>(position: &D::Position, claim: Claim, form: Form) -> Self {
        Self {
            game: D::INFO.name.to_owned(),
            rules: position.rules().to_string(),
            position: position.to_string(),
            claim,
            form,
            decisions: 0,
            bytes: 0,
            checksum: 0,
        }
    }

    /// Reads the header; returns it and the bytes that follow.
    ///
    /// # Errors
    ///
    /// If the header is not exactly as [`Display`](fmt::Display) writes it.
    pub fn read(file: &[u8]) -> Result<(Self, &[u8]), HeaderError> {
        let mut lines = Lines { rest: file };
        if lines.next_line() != Some(FIRST_LINE) {
            return Err(HeaderError::NotACertificate);
        }
        let header = Self {
            game: lines.text("game")?.to_owned(),
            rules: lines.text("rules")?.to_owned(),
            position: lines.text("position")?.to_owned(),
            claim: lines.field("claim", |text| text.parse().ok())?,
            form: lines.field("form", Form::of_name)?,
            decisions: lines.field("decisions", |text| text.parse().ok())?,
            bytes: lines.field("bytes", |text| text.parse().ok())?,
            checksum: lines.field("checksum", |text| u64::from_str_radix(text, 16).ok())?,
        };
        let rest = lines.rest;
        if header.to_string().as_bytes() != &file[..file.len() - rest.len()] {
            return Err(HeaderError::NotACertificate);
        }
        Ok((header, rest))
    }

    /// The lines of the header that the checksum covers.
    pub(super) fn covered(&self) -> String {
        format!(
            "{FIRST_LINE}\ngame: {}\nrules: {}\nposition: {}\nclaim: {}\nform: {}\ndecisions: {}\nbytes: {}\n",
            self.game,
            self.rules,
            self.position,
            self.claim,
            self.form.name(),
            self.decisions,
            self.bytes
        )
    }
}

/// Writes the header as it stands in the file.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}checksum: {:016x}", self.covered(), self.checksum)
    }
}

/// The text that is left to read.
struct Lines<'a> {
    rest: &'a [u8],
}

impl<'a> Lines<'a> {
    fn next_line(&mut self) -> Option<&'a str> {
        let end = self.rest.iter().take(Header::LONGEST_LINE as usize).position(|&byte| byte == b'\n')?;
        let (line, rest) = self.rest.split_at(end);
        self.rest = &rest[1..];
        core::str::from_utf8(line).ok()
    }

    /// The value in the next line, which must begin with this name.
    fn text(&mut self, name: &'static str) -> Result<&'a str, HeaderError> {
        let line = self.next_line().ok_or(HeaderError::Missing(name))?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
        value.ok_or_else(|| HeaderError::Line { name, text: line.to_owned() })
    }

    fn field<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, HeaderError> {
        let text = self.text(name)?;
        read(text).ok_or_else(|| HeaderError::Line { name, text: text.to_owned() })
    }
}
