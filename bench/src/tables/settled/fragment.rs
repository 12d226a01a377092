//! The tables of a game as a piece of Markdown in a file of its own, by which a later run sees that they are done.

use crate::tables::{Subject, Tables, TablesError, write_file};
use std::fs;
use std::path::Path;

fn name(subject: Subject) -> String {
    format!("{}-tables.md", subject.name())
}

/// The first line: what the tables are of, and how much work went into them.
fn mark(subject: Subject, is_quick: bool) -> String {
    format!("<!-- {}{} -->", subject.name(), if is_quick { ", quick" } else { "" })
}

/// Whether the tables of a game are in the folder, as quick as they are wanted or better.
pub(super) fn is_there(folder: &Path, subject: Subject, is_quick: bool) -> bool {
    read(folder, subject, is_quick).is_some()
}

/// The tables of a game without the mark.
pub(super) fn read(folder: &Path, subject: Subject, is_quick: bool) -> Option<String> {
    let text = fs::read_to_string(folder.join(name(subject))).ok()?;
    let (first, rest) = text.split_once('\n')?;
    let fits = first == mark(subject, false) || is_quick && first == mark(subject, true);
    fits.then(|| rest.to_owned())
}

/// Writes the tables: CSV and SVG files, and at last the Markdown.
pub(super) fn write(
    folder: &Path,
    subject: Subject,
    is_quick: bool,
    tables: &Tables,
) -> Result<(), TablesError> {
    for (name, content) in tables.files() {
        write_file(&folder.join(name), &content)?;
    }
    let mut text = format!("{}\n", mark(subject, is_quick));
    for grid in &tables.grids {
        text.push_str(&format!("\n{}", grid.markdown()));
    }
    for chart in &tables.charts {
        text.push_str(&format!("\n![{}]({}.svg)\n", chart.title, chart.name));
    }
    Ok(write_file(&folder.join(name(subject)), &text)?)
}
