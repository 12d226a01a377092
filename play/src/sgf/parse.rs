//! Text to trees, without recursion: nesting costs memory on the heap, and no text is too deep.

use super::tree::{GameTree, Node, Place, Property, Value};
use crate::cause::{Cause, Told};
use crate::excerpt::Excerpt;
use crate::record::RecordLimits;
use core::fmt;

/// Error returned when reading SGF, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfError {
    /// The place of the error.
    pub place: Place,
    /// The reason.
    pub reason: String,
    /// The same for programs, where there is a kind for it.
    pub cause: Option<Box<Cause>>,
}

impl SgfError {
    /// An error that programs can tell.
    pub fn told(place: Place, reason: impl fmt::Display, cause: Cause) -> Self {
        Self { place, reason: reason.to_string(), cause: Some(Box::new(cause)) }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl core::error::Error for SgfError {}

/// Error returned when a text is not SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxError {
    /// There is no game in it.
    NoGame,
    /// This character cannot stand there.
    Unexpected(char),
    /// A variation has no node.
    EmptyVariation,
    /// The property of this name has no value.
    NoValue(String),
    /// The name of a property has no capital letter.
    NoName(String),
    /// The text ends within this value.
    OpenValue(String),
    /// The text ends within a game.
    OpenGame,
    /// There is more of it than the limits allow, in words.
    Limit(String),
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("no game found: a game begins with \"(;\""),
            Self::Unexpected(found) => write!(f, "unexpected '{}'", found.escape_debug()),
            Self::EmptyVariation => f.write_str("a variation without a node"),
            Self::NoValue(name) => write!(f, "the property {} has no value in brackets", Excerpt(name)),
            Self::NoName(name) => {
                write!(f, "\"{}\" has no capital letter and names no property", Excerpt(name))
            }
            Self::OpenValue(text) => {
                write!(f, "the value \"{:.20}\" is not closed", Excerpt(text))
            }
            Self::OpenGame => f.write_str("the game is not closed"),
            Self::Limit(reason) => f.write_str(reason),
        }
    }
}

impl core::error::Error for SyntaxError {}

impl Told for SyntaxError {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        let quoted = |kind, text: &str| told(kind).with("text", Excerpt(text));
        match self {
            Self::NoGame => told("no-game"),
            Self::Unexpected(found) => told("unexpected").with("text", found.escape_debug()),
            Self::EmptyVariation => told("empty-variation"),
            Self::NoValue(name) => quoted("no-value", name),
            Self::NoName(name) => quoted("no-name", name),
            Self::OpenValue(text) => told("open-value").with("text", format_args!("{:.20}", Excerpt(text))),
            Self::OpenGame => told("open-game"),
            Self::Limit(_) => told("too-much"),
        }
    }
}

/// Reads the games of a file, each when it is asked for. After a mistake nothing more is read: it is the last
/// item.
///
/// Text before the first game is skipped, as mail headers once were.
pub fn read_trees(text: &str) -> Trees<'_> {
    read_trees_within(text, RecordLimits::default())
}

/// The same within other limits than the default ones. Every node and every value of a property counts as a
/// node. A record beyond a limit is a mistake.
pub fn read_trees_within(text: &str, limits: RecordLimits) -> Trees<'_> {
    let mut reader = Reader { rest: text, place: Place::START, limits, start: 0, nodes: 0 };
    reader.skip_preamble();
    Trees { reader, read: 0, has_ended: false }
}

/// The games of a file, one at a time. [`read_trees`] gives it.
#[derive(Clone, Debug)]
pub struct Trees<'a> {
    reader: Reader<'a>,
    /// The number of games that were read.
    read: usize,
    has_ended: bool,
}

impl Iterator for Trees<'_> {
    type Item = Result<GameTree, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.reader.skip_blanks();
        if self.has_ended || (self.reader.rest.is_empty() && self.read > 0) {
            return None;
        }
        let place = self.reader.place;
        let most = self.reader.limits.games;
        let tree = if self.read < most {
            self.reader.read_tree()
        } else {
            Err((SyntaxError::Limit(format!("the text has more than {most} records")), None))
        };
        self.read += 1;
        self.has_ended = tree.is_err();
        Some(tree.map_err(|(error, place_of_error)| {
            SgfError::told(place_of_error.unwrap_or(place), &error, Told::cause(&error))
        }))
    }
}

/// A mistake, and its place if that is not where the game began.
type Mistake = (SyntaxError, Option<Place>);

/// A text that has been read up to a place.
#[derive(Clone, Debug)]
struct Reader<'a> {
    rest: &'a str,
    place: Place,
    limits: RecordLimits,
    /// How much of the text was left where the game began that is being read, and what it has of nodes and
    /// values.
    start: usize,
    nodes: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        if character == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(character)
    }

    fn next_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        self.peek().filter(|&character| wanted(character))?;
        self.next()
    }

    fn skip_blanks(&mut self) {
        while self.next_if(is_blank).is_some() {}
    }

    fn skip_preamble(&mut self) {
        let begins = |text: &str| {
            text.strip_prefix('(').is_some_and(|text| text.trim_start_matches(is_blank).starts_with(';'))
        };
        let start =
            self.rest.char_indices().map(|(start, _)| start).find(|&start| begins(&self.rest[start..]));
        let wanted = self.rest.len() - start.unwrap_or(0);
        while self.rest.len() > wanted {
            self.next();
        }
    }

    /// Counts a node or a value, and looks at the limits.
    fn count(&mut self) -> Result<(), Mistake> {
        self.nodes += 1;
        let reason = self.limits.refuse_nodes(self.nodes);
        let reason = reason.or_else(|| self.limits.refuse_bytes(self.start - self.rest.len()));
        reason.map_or(Ok(()), |cause| Err((SyntaxError::Limit(cause.sentence), Some(self.place))))
    }

    fn unexpected(&self, found: char) -> Mistake {
        (SyntaxError::Unexpected(found), Some(self.place))
    }

    fn read_tree(&mut self) -> Result<GameTree, Mistake> {
        let line = self.place.line;
        (self.start, self.nodes) = (self.rest.len(), 0);
        match self.peek() {
            Some('(') => self.next(),
            Some(found) => return Err(self.unexpected(found)),
            None => return Err((SyntaxError::NoGame, None)),
        };
        let mut nodes: Vec<Node> = Vec::new();
        // For each open variation the node it hangs on and the number of nodes before it.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut current = 0;
        loop {
            self.skip_blanks();
            let place = self.place;
            match self.peek() {
                Some(';') => {
                    self.next();
                    self.count()?;
                    let node = self.read_node()?;
                    let number = nodes.len();
                    if let Some(parent) = nodes.get_mut(current) {
                        parent.children.push(number);
                    }
                    nodes.push(node);
                    current = number;
                }
                Some('(') if !nodes.is_empty() => {
                    self.next();
                    open.push((current, nodes.len()));
                }
                Some(')') if open.last().map_or(0, |&(_, before)| before) == nodes.len() => {
                    return Err((SyntaxError::EmptyVariation, Some(place)));
                }
                Some(')') => {
                    self.next();
                    match open.pop() {
                        Some((parent, _)) => current = parent,
                        None => return Ok(GameTree { nodes, line }),
                    }
                }
                Some(found) => return Err(self.unexpected(found)),
                None => return Err((SyntaxError::OpenGame, None)),
            }
        }
    }

    fn read_node(&mut self) -> Result<Node, Mistake> {
        let mut node = Node::default();
        loop {
            self.skip_blanks();
            let place = self.place;
            let mut written = String::new();
            while let Some(letter) = self.next_if(|letter| letter.is_ascii_alphabetic()) {
                written.push(letter);
            }
            if written.is_empty() {
                return Ok(node);
            }
            // Before FF[4] names could be longer, and their capitals are the name.
            let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
            if name.is_empty() {
                return Err((SyntaxError::NoName(written), Some(place)));
            }
            let values = self.read_values()?;
            if values.is_empty() {
                return Err((SyntaxError::NoValue(name), Some(place)));
            }
            node.properties.push(Property { name, values });
        }
    }

    fn read_values(&mut self) -> Result<Vec<Value>, Mistake> {
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if self.next_if(|bracket| bracket == '[').is_none() {
                return Ok(values);
            }
            self.count()?;
            values.push(self.read_value()?);
        }
    }

    /// The value behind a bracket, up to the bracket that closes it.
    fn read_value(&mut self) -> Result<Value, Mistake> {
        let place = self.place;
        let mut raw = String::new();
        loop {
            if let Some(cause) = self.limits.refuse_bytes(self.start - self.rest.len()) {
                return Err((SyntaxError::Limit(cause.sentence), Some(place)));
            }
            match self.next() {
                Some(']') => break,
                Some('\\') => {
                    raw.push('\\');
                    raw.extend(self.next());
                }
                Some(character) => raw.push(character),
                None => return Err((SyntaxError::OpenValue(raw), Some(place))),
            }
        }
        // Little Golem does not escape the brackets in the names of its players.
        while self.next_if(|bracket| bracket == ']').is_some() {
            raw.push_str("\\]");
        }
        Ok(Value { raw, place })
    }
}

/// White space, and the mark that some editors begin a file with.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}
