//! Rows and columns, as aligned text and as CSV.

use core::fmt::Write;
use plywood_play::grouped;

/// A table to be read: a title, named columns, rows, and what has to be said about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The name of its file, without an ending.
    pub name: &'static str,
    /// The title, in one line.
    pub title: String,
    /// The columns: as people read them, and as a CSV header has them. One whose name is empty is left out
    /// there.
    pub columns: Vec<(String, String)>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
    /// Sentences to stand below: how it was made, what to mind.
    pub notes: Vec<String>,
}

/// What stands at one place of a [`Grid`].
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A word.
    Text(String),
    /// A whole number, grouped by three in text.
    Count(u64),
    /// A time in seconds.
    Seconds(f64),
    /// How many times one thing is the other.
    Ratio(f64),
    /// Any other number, with one decimal.
    Number(f64),
    /// Nothing is known.
    Blank,
}

impl Cell {
    /// As people read it.
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => grouped(*count),
            Self::Seconds(seconds) if *seconds < 0.1 => format!("{seconds:.4}"),
            Self::Seconds(seconds) if *seconds < 100.0 => format!("{seconds:.2}"),
            Self::Seconds(seconds) => grouped(seconds.round() as u64),
            Self::Ratio(ratio) if *ratio < 9.95 => format!("{ratio:.2}"),
            Self::Ratio(ratio) if *ratio < 99.5 => format!("{ratio:.1}"),
            Self::Ratio(ratio) => grouped(ratio.round() as u64),
            Self::Number(number) => format!("{number:.1}"),
            Self::Blank => "-".to_owned(),
        }
    }

    /// As programs read it; nothing for [`Blank`](Self::Blank).
    fn csv(&self) -> String {
        match self {
            Self::Text(text) if text.contains([',', '"', '\n']) => {
                format!("\"{}\"", text.replace('"', "\"\""))
            }
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Seconds(number) | Self::Ratio(number) | Self::Number(number) => format!("{number:.6}"),
            Self::Blank => String::new(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Grid {
    /// A grid without rows. A column is given as `reads as|csv_name`; `reads as|` is for people alone,
    /// `|csv_name` for programs.
    pub(crate) fn new<C: AsRef<str>>(
        name: &'static str,
        title: impl Into<String>,
        columns: impl IntoIterator<Item = C>,
    ) -> Self {
        let split = |column: C| {
            let (text, csv) = column.as_ref().split_once('|').unwrap_or((column.as_ref(), column.as_ref()));
            (text.to_owned(), csv.to_owned())
        };
        let columns = columns.into_iter().map(split).collect();
        Self { name, title: title.into(), columns, rows: Vec::new(), notes: Vec::new() }
    }

    /// The title, the columns with their heads over them, and the notes.
    pub fn text(&self) -> String {
        let cells: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(Cell::text).collect()).collect();
        let width = |index: usize| {
            let head = self.columns[index].0.chars().count();
            cells.iter().map(|row| row[index].chars().count()).max().unwrap_or(0).max(head)
        };
        let widths: Vec<_> = (0..self.columns.len()).map(width).collect();
        // Words stand at the left of their column, numbers at the right.
        let is_word = |index: usize| {
            self.rows.iter().any(|row| matches!(row[index], Cell::Text(_)))
                && self.rows.iter().all(|row| matches!(row[index], Cell::Text(_) | Cell::Blank))
        };
        let line =
            |texts: &mut dyn Iterator<Item = &String>| {
                let shown =
                    texts.zip(&widths).enumerate().filter(|(index, _)| !self.columns[*index].0.is_empty());
                let padded = shown.map(|(index, (text, &width))| {
                    if is_word(index) { format!("{text:<width$}") } else { format!("{text:>width$}") }
                });
                padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
            };
        let mut text = format!("{}\n\n", self.title);
        let _ = writeln!(text, "  {}", line(&mut self.columns.iter().map(|(head, _)| head)));
        for row in &cells {
            let _ = writeln!(text, "  {}", line(&mut row.iter()));
        }
        if !self.notes.is_empty() {
            text.push('\n');
        }
        for note in &self.notes {
            text.push_str(&wrapped(note));
        }
        text
    }

    /// The same as a section of Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| {
            let shown = cells.into_iter().zip(&self.columns).filter(|(_, (head, _))| !head.is_empty());
            let escaped: Vec<_> = shown.map(|(cell, _)| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", escaped.join(" | "))
        };
        let mut text = format!("### {}\n\n", self.title);
        text.push_str(&line(self.columns.iter().map(|(head, _)| head.clone()).collect()));
        text.push_str(&line(self.columns.iter().map(|_| "---".to_owned()).collect()));
        for row in &self.rows {
            text.push_str(&line(row.iter().map(Cell::text).collect()));
        }
        for note in &self.notes {
            text.push_str(&format!("\n{note}\n"));
        }
        text
    }

    /// A header and a line a row, values without grouping.
    pub fn csv(&self) -> String {
        let line = |cells: Vec<String>| {
            let named = cells.into_iter().zip(&self.columns).filter(|(_, (_, name))| !name.is_empty());
            named.map(|(cell, _)| cell).collect::<Vec<_>>().join(",") + "\n"
        };
        let mut text = line(self.columns.iter().map(|(_, name)| name.clone()).collect());
        for row in &self.rows {
            text.push_str(&line(row.iter().map(Cell::csv).collect()));
        }
        text
    }
}

/// A sentence in lines of bearable length, set in by two.
fn wrapped(sentence: &str) -> String {
    const WIDTH: usize = 106;
    let mut text = String::new();
    let mut length = 0;
    for word in sentence.split(' ') {
        let longer = length + 1 + word.chars().count();
        if length == 0 || longer > WIDTH {
            text.push_str(if length == 0 { "  " } else { "\n  " });
            length = word.chars().count();
        } else {
            text.push(' ');
            length = longer;
        }
        text.push_str(word);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::new("test", "A test", ["search", "nodes|node_count", "ratio"]);
        grid.rows.push(vec!["minimax".into(), Cell::Count(1_234_567), Cell::Ratio(1.0)]);
        grid.rows.push(vec!["a, b".into(), Cell::Count(89), Cell::Blank]);
        grid
    }

    #[test]
    fn columns_are_aligned_words_left_and_numbers_right() {
        let expected = "A test\n\n  search       nodes  ratio\n  minimax  1 234 567   1.00\n  a, b            89      -\n";
        assert_eq!(grid().text(), expected);
    }

    #[test]
    fn csv_has_a_header_plain_numbers_and_quotes_where_needed() {
        assert_eq!(grid().csv(), "search,node_count,ratio\nminimax,1234567,1.000000\n\"a, b\",89,\n");
    }

    #[test]
    fn columns_may_be_for_people_or_for_programs_alone() {
        let mut grid = Grid::new("test", "A test", ["result|", "|wins", "|losses"]);
        grid.rows.push(vec!["3-2".into(), Cell::Count(3), Cell::Count(2)]);
        assert_eq!(grid.text(), "A test\n\n  result\n  3-2\n");
        assert_eq!(grid.csv(), "wins,losses\n3,2\n");
    }

    #[test]
    fn markdown_has_a_row_for_each_row_and_keeps_bars_out_of_its_cells() {
        let mut grid = grid();
        grid.rows[1][0] = "a | b".into();
        grid.notes.push("A note.".to_owned());
        let expected = "### A test\n\n| search | nodes | ratio |\n| --- | --- | --- |\n| minimax | 1 234 567 | 1.00 |\n\
            | a \\| b | 89 | - |\n\nA note.\n";
        assert_eq!(grid.markdown(), expected);
    }

    #[test]
    fn notes_are_wrapped() {
        let text = wrapped(&"word ".repeat(60));
        assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= 110));
    }
}
