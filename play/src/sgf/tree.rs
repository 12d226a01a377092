//! SGF as it stands in the file: trees of nodes with properties, whatever the game.

use core::fmt;

/// A place in a text, in characters from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column in that line.
    pub column: usize,
}

impl Place {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A value of a property. Two are equal if they say the same, wherever they stand.
#[derive(Clone, Debug)]
pub struct Value {
    pub(super) raw: String,
    pub(super) place: Place,
}

impl Value {
    /// The value that says `text`.
    pub fn new(text: &str) -> Self {
        Self { raw: text.replace('\\', "\\\\").replace(']', "\\]"), place: Place::START }
    }

    /// The value as it stands in the file, escapes included.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// What the value says: a backslash stands for the character after it, and for nothing before the end of
    /// a line.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.raw.len());
        let mut characters = self.raw.chars().peekable();
        while let Some(character) = characters.next() {
            if character != '\\' {
                text.push(character);
                continue;
            }
            match characters.next() {
                Some('\n') => _ = characters.next_if_eq(&'\r'),
                Some('\r') => _ = characters.next_if_eq(&'\n'),
                escaped => text.extend(escaped),
            }
        }
        text
    }

    /// The place where the value begins, behind its bracket; the start of the text if it was not read.
    pub fn place(&self) -> Place {
        self.place
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Eq for Value {}

/// A property of a node: its name in capitals, and its values, one at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

impl Property {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values in order.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// A node: its properties in order, and what may follow it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    pub(super) properties: Vec<Property>,
    pub(super) children: Vec<usize>,
}

impl Node {
    /// The properties in order.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The values of the first property with this name, or none.
    pub fn values(&self, name: &str) -> &[Value] {
        self.properties.iter().find(|property| property.name == name).map_or(&[], |property| &property.values)
    }

    /// The numbers of the nodes that may follow, the main line's first.
    pub fn children(&self) -> &[usize] {
        &self.children
    }

    /// Adds a property that says these texts. Does nothing if there is no text, or the name is not of
    /// capitals from A to Z.
    pub fn set(&mut self, name: &str, texts: &[impl AsRef<str>]) {
        let named = !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_uppercase());
        if named && !texts.is_empty() {
            let values = texts.iter().map(|text| Value::new(text.as_ref())).collect();
            self.properties.push(Property { name: name.to_owned(), values });
        }
    }
}

/// A game with its variations: a tree of nodes, of which number 0 is the root.
///
/// `Display` writes it as it is read; nodes that were added in the order of the text keep their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    pub(super) nodes: Vec<Node>,
    pub(super) line: usize,
}

impl Default for GameTree {
    /// A tree of the root alone, without properties.
    fn default() -> Self {
        Self { nodes: vec![Node::default()], line: 1 }
    }
}

impl GameTree {
    /// The node of this number, or `None` if there is none.
    pub fn node(&self, number: usize) -> Option<&Node> {
        self.nodes.get(number)
    }

    /// The node of this number to be changed, or `None` if there is none.
    pub fn node_mut(&mut self, number: usize) -> Option<&mut Node> {
        self.nodes.get_mut(number)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no nodes, which does not happen.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of the line on which the tree begins, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Adds a node that may follow `parent`, after those that were there, and gives its number; `None` if
    /// there is no such parent.
    pub fn add(&mut self, parent: usize) -> Option<usize> {
        let number = self.nodes.len();
        self.nodes.get_mut(parent)?.children.push(number);
        self.nodes.push(Node::default());
        Some(number)
    }

    /// The main line: the root, its first child, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        core::iter::successors(self.nodes.first(), |node| self.nodes.get(*node.children.first()?))
    }
}

impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is still to be written, the next on top: nodes, and (`None`) the ends of variations.
        let mut rest = vec![None, Some((0, false))];
        f.write_str("(")?;
        while let Some(next) = rest.pop() {
            let Some((number, opens)) = next else {
                f.write_str(")")?;
                continue;
            };
            f.write_str(if opens { "\n(" } else { "" })?;
            let node = &self.nodes[number];
            write!(f, "{node}")?;
            let branches = node.children.len() > 1;
            for &child in node.children.iter().rev() {
                if branches {
                    rest.push(None);
                }
                rest.push(Some((child, branches)));
            }
        }
        f.write_str("\n")
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(";")?;
        for property in &self.properties {
            f.write_str(&property.name)?;
            for value in &property.values {
                write!(f, "[{}]", value.raw)?;
            }
        }
        Ok(())
    }
}
