//! The tables of a game as a piece of Markdown in a file of its own, by which a later run sees that they are
//! done.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{Cell, Chart, Grid};

    #[test]
    fn tables_are_found_again_unless_they_were_made_with_less_work() {
        let folder = std::env::temp_dir().join(format!("plywood-fragment-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut grid = Grid::new("test-grid", "A table", ["nodes"]);
        grid.rows.push(vec![Cell::Count(7)]);
        let (x_label, y_label) = ("depth".to_owned(), "nodes".to_owned());
        let chart =
            Chart { name: "test-chart", title: "A chart".to_owned(), x_label, y_label, series: Vec::new() };
        let tables = Tables { grids: vec![grid], charts: vec![chart] };
        assert!(!is_there(&folder, Subject::Hex, true));
        write(&folder, Subject::Hex, true, &tables).unwrap();
        assert_eq!(
            (is_there(&folder, Subject::Hex, true), is_there(&folder, Subject::Hex, false)),
            (true, false)
        );
        write(&folder, Subject::Hex, false, &tables).unwrap();
        assert!(is_there(&folder, Subject::Hex, true) && is_there(&folder, Subject::Hex, false));
        assert!(!is_there(&folder, Subject::Gekitai, true));
        let text = read(&folder, Subject::Hex, false).unwrap();
        assert!(text.contains("| 7 |") && text.contains("![A chart](test-chart.svg)"), "{text}");
        assert!(folder.join("test-grid.csv").exists() && folder.join("test-chart.svg").exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
