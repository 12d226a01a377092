//! What is said of a position: properties to notes, and back.

use super::{Mark, MarkKind, StudyNode};
use crate::sgf::{Node, Property, Value};

/// The properties of marks on one cell.
const ON_CELLS: [(&str, MarkKind); 4] =
    [("CR", MarkKind::Circle), ("TR", MarkKind::Triangle), ("SQ", MarkKind::Square), ("MA", MarkKind::Cross)];

/// The properties of marks with something behind a colon.
const COMPOSED: [(&str, MarkKind); 3] =
    [("LB", MarkKind::Label), ("AR", MarkKind::Arrow), ("LN", MarkKind::Line)];

impl StudyNode {
    /// Adds what a property says, unless it is the ply itself.
    pub(super) fn note(&mut self, property: &Property) {
        match property.name() {
            "B" | "W" => {}
            "C" => add_lines(&mut self.comment, property),
            "N" => add_lines(&mut self.name, property),
            name => match marks(property) {
                Some(marks) => self.marks.extend(marks),
                None => self.other.push((name.to_owned(), texts(property))),
            },
        }
    }

    /// Writes everything but the ply.
    pub(super) fn write_notes(&self, node: &mut Node) {
        for (name, text) in [("N", &self.name), ("C", &self.comment)] {
            if !text.is_empty() {
                node.set(name, &[text]);
            }
        }
        let of = |kind| move |mark: &&Mark| mark.kind == kind;
        for (name, kind) in ON_CELLS {
            let cells: Vec<_> = self.marks.iter().filter(of(kind)).map(|mark| &mark.cell).collect();
            node.set(name, &cells);
        }
        for (name, kind) in COMPOSED {
            let marks = self.marks.iter().filter(of(kind));
            let texts: Vec<_> = marks.map(|mark| format!("{}:{}", mark.cell, mark.more)).collect();
            node.set(name, &texts);
        }
        for (name, values) in &self.other {
            node.set(name, values);
        }
    }
}

pub(super) fn texts(property: &Property) -> Vec<String> {
    property.values().iter().map(Value::text).collect()
}

/// A node without a ply belongs to the one before it, so a second comment follows the first.
fn add_lines(text: &mut String, property: &Property) {
    for value in texts(property) {
        if !text.is_empty() && !value.is_empty() {
            text.push('\n');
        }
        text.push_str(&value);
    }
}

/// The marks of a property; `None` if it has none, or in a form that is not read, such as a rectangle.
fn marks(property: &Property) -> Option<Vec<Mark>> {
    let find = |kinds: &[(&str, MarkKind)]| {
        kinds.iter().find(|(name, _)| *name == property.name()).map(|&(_, kind)| kind)
    };
    let on_cell = |kind: MarkKind, text: String| {
        let is_cell = !text.is_empty() && !text.contains(':');
        is_cell.then(|| Mark { kind, cell: cell(&text), more: String::new() })
    };
    let composed = |kind: MarkKind, text: String| {
        let (from, more) = text.split_once(':')?;
        let more = if kind == MarkKind::Label { more.to_owned() } else { cell(more) };
        Some(Mark { kind, cell: cell(from), more })
    };
    let texts = texts(property).into_iter();
    match (find(&ON_CELLS), find(&COMPOSED)) {
        (Some(kind), _) => texts.map(|text| on_cell(kind, text)).collect(),
        (_, Some(kind)) => texts.map(|text| composed(kind, text)).collect(),
        (None, None) => None,
    }
}

fn cell(text: &str) -> String {
    text.trim().to_ascii_lowercase()
}
