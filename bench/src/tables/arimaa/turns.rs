//! The number of different turns by the number of the turn, beside a published study.

use super::games::{recorded, turn_starts};
use super::{Cell, Chart, Grid, Options, Series};

/// What a study of 23 022 games found: the mean number of different turns, for the turns that it names.
pub mod published {
    /// Over the whole game.
    pub const MEAN: u64 = 17_281;
    /// Of turn 2, the first after the setups.
    pub const MEAN_OF_TURN_2: u64 = 3_161;
    /// The median of turn 2.
    pub const MEDIAN_OF_TURN_2: u64 = 3_331;
    /// The count that is most common at turn 2.
    pub const COMMONEST_OF_TURN_2: u64 = 3_353;
    /// The turn with the greatest mean.
    pub const PEAK_TURN: u32 = 8;
    /// The mean there.
    pub const MEAN_OF_PEAK: u64 = 21_465;
}

/// The counts of one turn number, sorted: of Gold and of Silver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The number of the turn as records have it: 2 is the first after the setups.
    pub turn: u32,
    /// The number of different turns, an entry for each position.
    pub counts: Vec<u64>,
}

impl Row {
    /// The mean, 0 without positions.
    pub fn mean(&self) -> f64 {
        self.counts.iter().sum::<u64>() as f64 / self.counts.len().max(1) as f64
    }

    /// The middle one, 0 without positions.
    pub fn median(&self) -> u64 {
        self.counts.get(self.counts.len() / 2).copied().unwrap_or(0)
    }

    /// The one that occurs most often, the least of several; 0 without positions.
    pub fn commonest(&self) -> u64 {
        let often = |count: u64| self.counts.iter().filter(|&&other| other == count).count();
        let most = self.counts.iter().rev().max_by_key(|&&count| often(count));
        most.copied().unwrap_or(0)
    }
}

/// The greatest number of a turn that has a row of its own.
const LAST_TURN: u32 = 40;

/// Counts the turns of every position of the recorded games; of a tenth of the games if it is to be quick.
pub fn compute(options: &mut Options<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = (2..=LAST_TURN).map(|turn| Row { turn, counts: Vec::new() }).collect();
    let one_in = if options.quick { 10 } else { 1 };
    for (number, game) in recorded().step_by(one_in).enumerate() {
        if !options.goes_on(format_args!("turns of game {}", number + 1)) {
            break;
        }
        for (ply, position) in turn_starts(&game).iter().enumerate() {
            let count = position.turns().map_or(0, |turns| turns.len() as u64);
            if let Some(row) = rows.get_mut(ply / 2) {
                row.counts.push(count);
            }
        }
    }
    rows.retain(|row| !row.counts.is_empty());
    for row in &mut rows {
        row.counts.sort_unstable();
    }
    rows
}

/// The table: one row for each turn number, and one for all.
pub fn grid(rows: &[Row]) -> Grid {
    let columns = [
        "turn",
        "positions",
        "mean",
        "median",
        "commonest",
        "least",
        "most",
        "published mean|published_mean",
    ];
    let mut grid =
        Grid::new("arimaa-turns", "Different turns by number of the turn, recorded games", columns);
    for row in rows {
        grid.rows.push(cells(row.turn.to_string().as_str(), row, published_mean(row.turn)));
    }
    let mut all = Row { turn: 0, counts: rows.iter().flat_map(|row| row.counts.iter().copied()).collect() };
    all.counts.sort_unstable();
    grid.rows.push(cells("all", &all, Some(published::MEAN)));
    grid.notes.push(format!(
        "Published: a study of 23 022 games; turn 2 has median {} and most often {}. Turns that lead to the same board count once. \
        Turns after {LAST_TURN} are left out.",
        published::MEDIAN_OF_TURN_2,
        published::COMMONEST_OF_TURN_2
    ));
    grid
}

fn cells(name: &str, row: &Row, published: Option<u64>) -> Vec<Cell> {
    vec![
        name.into(),
        Cell::Count(row.counts.len() as u64),
        Cell::Count(row.mean().round() as u64),
        Cell::Count(row.median()),
        Cell::Count(row.commonest()),
        Cell::Count(row.counts.first().copied().unwrap_or(0)),
        Cell::Count(row.counts.last().copied().unwrap_or(0)),
        published.map_or(Cell::Blank, Cell::Count),
    ]
}

/// The mean that the study gives for a turn, where it gives one.
fn published_mean(turn: u32) -> Option<u64> {
    match turn {
        2 => Some(published::MEAN_OF_TURN_2),
        published::PEAK_TURN => Some(published::MEAN_OF_PEAK),
        _ => None,
    }
}

/// The means as a line, and the published ones.
pub fn chart(rows: &[Row]) -> Chart {
    let series =
        |name: &str, style, points| Series { name: name.to_owned(), style, dashed: style == 1, points };
    let means = rows.iter().step_by(2).map(|row| (f64::from(row.turn), row.mean())).collect();
    let known = |row: &Row| Some((f64::from(row.turn), published_mean(row.turn)? as f64));
    Chart {
        name: "arimaa-turns",
        title: "Different turns as a game goes on".to_owned(),
        x_label: "number of the turn".to_owned(),
        y_label: "different turns, mean".to_owned(),
        series: vec![
            series("recorded", 2, means),
            series("published", 1, rows.iter().filter_map(known).collect()),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_median_and_the_commonest_are_those_of_the_counts() {
        let row = Row { turn: 2, counts: vec![1, 2, 2, 7] };
        assert_eq!((row.mean(), row.median(), row.commonest()), (3.0, 2, 2));
        let empty = Row::default();
        assert_eq!((empty.mean(), empty.median(), empty.commonest()), (0.0, 0, 0));
    }

    #[test]
    fn the_published_turns_have_their_means_in_the_table() {
        let rows = [2, 3, 8].map(|turn| Row { turn, counts: vec![3_353] });
        let grid = grid(&rows);
        let published: Vec<Cell> = grid.rows.iter().map(|row| row[7].clone()).collect();
        assert_eq!(published, [Cell::Count(3_161), Cell::Blank, Cell::Count(21_465), Cell::Count(17_281)]);
    }
}
