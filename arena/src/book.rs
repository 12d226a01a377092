//! Books of openings: positions, or the beginnings of games.

use crate::seed::{Purpose, derive, digest};
use core::fmt;
use core::str::FromStr;
use plywood_play::{AnyGame, Record, RecordLimits, Session, TextError, read_records};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// Selects openings of a file and their order: `file:PATH`, `file:PATH,plies=8`, `file:PATH,plies=8,shuffle`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BookSource {
    /// The path of the file. This crate reads no files; the caller passes the text to [`Book::read`].
    pub path: String,
    /// The number of plies to take of each game; `None` for all.
    pub plies: Option<usize>,
    /// Whether the openings come in random order, drawn from the seed of the match, instead of the order of
    /// the file.
    pub shuffle: bool,
}

impl fmt::Display for BookSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file:{}", self.path)?;
        if let Some(plies) = self.plies {
            write!(f, ",plies={plies}")?;
        }
        f.write_str(if self.shuffle { ",shuffle" } else { "" })
    }
}

/// Reads what `Display` writes. The path may hold commas, unless what follows one is `shuffle` or begins with
/// `plies=`.
impl FromStr for BookSource {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |reason: String| TextError::new("openings", text, reason);
        let mut path = text.strip_prefix("file:").unwrap_or(text);
        let (mut plies, mut shuffle) = (None, false);
        while let Some((rest, word)) = path.rsplit_once(',') {
            if word == "shuffle" {
                shuffle = true;
            } else if let Some(number) = word.strip_prefix("plies=") {
                let number =
                    number.parse().map_err(|_| error(format!("`{word}` should have a number of plies")))?;
                plies = Some(number);
            } else {
                break;
            }
            path = rest;
        }
        if path.is_empty() {
            return Err(error("the file is missing: use file:PATH".to_owned()));
        }
        Ok(Self { path: path.to_owned(), plies, shuffle })
    }
}

/// Openings read from a text: games up to the point where the engines take over.
pub struct Book {
    source: BookSource,
    openings: Vec<Box<dyn Session>>,
}

/// Error returned when reading openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError {
    /// The number of the line, from 1; 0 if it is about the whole text.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            f.write_str(&self.reason)
        } else {
            write!(f, "line {}: {}", self.line, self.reason)
        }
    }
}

impl core::error::Error for BookError {}

impl Book {
    /// Reads openings of a game under `rules`: in the game's own record format if the text is in one, else
    /// one per line, each a position or a [record](plywood_play::Record). Empty lines and lines that begin
    /// with `#` are skipped.
    ///
    /// # Errors
    ///
    /// If a line is neither, a move is illegal, the rules differ, a game is over before the engines take
    /// over, or there are no openings.
    pub fn read(source: BookSource, game: &dyn AnyGame, rules: &str, text: &str) -> Result<Self, BookError> {
        let reader = Reader { game, rules, plies: source.plies };
        let openings = match game.own_records(text, RecordLimits::default()) {
            Some(records) => records
                .map(|record| {
                    let record =
                        record.map_err(|error| BookError { line: error.line, reason: error.reason })?;
                    reader.checked(record.session).map_err(|reason| BookError { line: record.line, reason })
                })
                .collect::<Result<Vec<_>, _>>()?,
            None => reader.lines(text)?,
        };
        if openings.is_empty() {
            return Err(BookError { line: 0, reason: "there are no openings in it".to_owned() });
        }
        Ok(Self { source, openings })
    }

    /// The source of the openings, and their order.
    pub const fn source(&self) -> &BookSource {
        &self.source
    }

    /// The number of openings, at least 1. After the last one the first is used again.
    #[expect(clippy::len_without_is_empty, reason = "a book is never empty")]
    pub const fn len(&self) -> usize {
        self.openings.len()
    }

    /// The text that identifies the openings regardless of the file's name: a digest and the order.
    pub(crate) fn identity(&self) -> String {
        let texts = self
            .openings
            .iter()
            .map(|opening| format!("{} {}\n", opening.start(), opening.moves().join(" ")));
        let order = if self.source.shuffle { "shuffled" } else { "in order" };
        format!("book of {}, {order}, {:016x}", self.len(), digest(texts.collect::<String>().as_bytes()))
    }

    /// The indices of the openings in the order of play.
    pub(crate) fn order(&self, seed: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        if self.source.shuffle {
            order.shuffle(&mut StdRng::seed_from_u64(derive(seed, Purpose::Order, [0, 0])));
        }
        order
    }

    /// The opening with this index.
    pub(crate) fn opening(&self, place: usize) -> Box<dyn Session> {
        self.openings[place % self.len()].fork()
    }
}

impl Clone for Book {
    fn clone(&self) -> Self {
        let openings = self.openings.iter().map(|opening| opening.fork()).collect();
        Self { source: self.source.clone(), openings }
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("source", &self.source).field("openings", &self.len()).finish()
    }
}

/// Reads lines as games.
struct Reader<'a> {
    game: &'a dyn AnyGame,
    rules: &'a str,
    plies: Option<usize>,
}

impl Reader<'_> {
    fn lines(&self, text: &str) -> Result<Vec<Box<dyn Session>>, BookError> {
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let opening = self.line(line).and_then(|session| self.checked(session));
            openings.push(opening.map_err(|reason| BookError { line: index + 1, reason })?);
        }
        Ok(openings)
    }

    /// A line is a position if it reads as one.
    fn line(&self, line: &str) -> Result<Box<dyn Session>, String> {
        let position = self.game.session(self.rules, Some(line));
        let position_error = match position {
            Ok(session) => return Ok(session),
            Err(error) => error,
        };
        let record = read_records(line, self.game.info().players).next();
        let record = record.and_then(Result::ok).filter(|record| !record.moves.is_empty());
        let record = record.ok_or_else(|| format!("neither moves nor a position: {position_error}"))?;
        self.replay(&record).map_err(|reason| {
            // A line with tags is a record; without tags it may be a position.
            let or_position = format!("neither moves ({reason}) nor a position ({})", position_error.reason);
            if record.tags.is_empty() { or_position } else { reason }
        })
    }

    /// The game of a record, up to the last ply taken.
    fn replay(&self, record: &Record) -> Result<Box<dyn Session>, String> {
        if let Some(other) = record.tag("game").filter(|&name| name != self.game.info().name) {
            return Err(format!("a record of {other}, not of {}", self.game.info().name));
        }
        let rules = record.tag("rules").unwrap_or(self.rules);
        let session = self.game.session(rules, record.tag("position"));
        let mut session = session.map_err(|error| error.to_string())?;
        for (index, mv) in record.moves.iter().enumerate() {
            if self.plies.is_some_and(|plies| session.moves().len() >= plies) {
                break;
            }
            session.play(mv).map_err(|error| format!("ply {}: {error}", index + 1))?;
        }
        Ok(session)
    }

    /// The game, cut to the plies taken, if engines can continue it.
    fn checked(&self, mut session: Box<dyn Session>) -> Result<Box<dyn Session>, String> {
        let wanted = self.plies.unwrap_or(usize::MAX);
        for _ in wanted..session.moves().len() {
            session.undo();
        }
        if let Some(result) = session.result() {
            return Err(format!("the game is over there ({}); plies=N leaves it earlier", result.reason));
        }
        let ours = self.game.session(self.rules, None).map_err(|error| error.to_string())?.rules();
        if session.rules() != ours {
            return Err(format!("the rules are {}, not {ours}", session.rules()));
        }
        Ok(session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_back() {
        for text in ["file:book.txt", "file:a,b.txt,plies=8", "file:/x/y,plies=8,shuffle", "file:z,shuffle"] {
            assert_eq!(text.parse::<BookSource>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_name_the_word() {
        for (text, part) in
            [("file:", "missing"), ("file:,shuffle", "missing"), ("file:x,plies=y", "`plies=y`")]
        {
            let error = text.parse::<BookSource>().expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
