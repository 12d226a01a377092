//! The pairings that were played, in the file of their table: what [`pairings`](super::pairings) goes on from.

use super::pairings::{Row, Settings};
use super::published::{PAIRINGS, Pairing};
use crate::tables::FileError;
use plywood_arena::Tally;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The columns, for people and for programs. Those of the settings are in every row, so that a row says how it was made.
pub(super) const COLUMNS: [&str; 29] = [
    "bot 1|",
    "bot 2|",
    "|evaluation_1",
    "|depth_1",
    "|evaluation_2",
    "|depth_2",
    "seed|",
    "|seed_won",
    "score",
    "95 % interval|",
    "|low",
    "|high",
    "W-D-L|",
    "|won",
    "|drawn",
    "|lost",
    "|pairs_ll",
    "|pairs_ld",
    "|pairs_even",
    "|pairs_wd",
    "|pairs_ww",
    "better",
    "seed is|seed_is",
    "p",
    "verdict",
    "|games",
    "|opening_plies",
    "|opening_seed",
    "|rules",
];

/// The pairings that the file has for these settings, each at its place. A file that is not there has none.
pub(super) fn read(path: &Path, settings: &Settings) -> Result<Vec<Option<Row>>, FileError> {
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(FileError { path: path.to_owned(), error }),
    };
    let lines: Vec<_> = text.lines().filter_map(|line| Line::of(&text, line)).collect();
    let row = |pairing: &Pairing| {
        let tally = lines.iter().find_map(|line| line.tally(pairing, settings))?;
        Some(Row { pairing: *pairing, tally, is_reused: true })
    };
    Ok(PAIRINGS.iter().map(row).collect())
}

/// A line with the names of its columns.
struct Line<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Line<'a> {
    /// `None` if it has not a cell for each column.
    fn of(text: &'a str, line: &'a str) -> Option<Self> {
        let header: Vec<_> = text.lines().next()?.split(',').collect();
        let cells: Vec<_> = line.split(',').collect();
        (header.len() == cells.len()).then(|| Self(header.into_iter().zip(cells).collect()))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(column, _)| *column == name).map(|(_, cell)| *cell)
    }

    fn count(&self, name: &str) -> Option<u64> {
        self.get(name)?.parse().ok()
    }

    /// The results, if they are those of this pairing under these settings, and agree with each other.
    fn tally(&self, pairing: &Pairing, settings: &Settings) -> Option<Tally> {
        let [first, second] = pairing.bots;
        let is_wanted = self.get("evaluation_1")? == first.evaluation
            && self.count("depth_1")? == u64::from(first.depth)
            && self.get("evaluation_2")? == second.evaluation
            && self.count("depth_2")? == u64::from(second.depth)
            && self.count("games")? == settings.games
            && self.count("opening_plies")? == u64::from(settings.opening_plies)
            && self.count("opening_seed")? == settings.seed
            && self.get("rules")? == Settings::rules();
        let pairs =
            ["pairs_ll", "pairs_ld", "pairs_even", "pairs_wd", "pairs_ww"].map(|name| self.count(name));
        let [Some(ll), Some(ld), Some(even), Some(wd), Some(ww)] = pairs else { return None };
        let [wins, draws, losses] = [self.count("won")?, self.count("drawn")?, self.count("lost")?];
        let pairs = [ll, ld, even, wd, ww];
        // Sums in a wider type: a spoilt file may hold any number.
        let sum = |numbers: &[u64]| numbers.iter().map(|&number| u128::from(number)).sum::<u128>();
        let half_points =
            pairs.iter().zip(0..).map(|(&count, points)| u128::from(count) * points).sum::<u128>();
        let agrees = sum(&[wins, draws, losses]) == u128::from(settings.games)
            && 2 * sum(&pairs) == u128::from(settings.games)
            && sum(&[wins, wins, draws]) == half_points;
        (is_wanted && agrees).then_some(Tally { wins, draws, losses, pairs })
    }
}
