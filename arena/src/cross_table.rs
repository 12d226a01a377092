//! Cross-tables: the results of a tournament.

use crate::cross_chart::chart;
use crate::ratings::{Pairing, ratings};
use crate::statistics::{Interval, Tally};
use core::fmt;

/// The results of a tournament, each engine against each other.
///
/// ```
/// use plywood_arena::{CrossTable, Tally};
///
/// let mut table = CrossTable::new(["a", "b"]);
/// table.set([0, 1], Tally { wins: 5, draws: 2, losses: 1, pairs: [0, 1, 1, 0, 2] });
/// assert_eq!(table.points(1), (2.0, 8));
/// assert_eq!(table.standings()[0].engine, 0);
/// assert!(table.csv().lines().nth(1).unwrap().ends_with(",,5-2-1"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrossTable {
    engines: Vec<String>,
    pairings: Vec<Pairing>,
}

/// The standing of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedEngine {
    /// The engine, by its number.
    pub engine: usize,
    /// Its points: one for a win, half for a draw.
    pub points: f64,
    /// The number of games that it has played.
    pub games: u64,
    /// Its rating in Elo; the average of all engines is 0. `None` while games do not connect all engines.
    pub rating: Option<Interval>,
}

impl CrossTable {
    /// Makes a table without results.
    pub fn new<E: Into<String>>(engines: impl IntoIterator<Item = E>) -> Self {
        Self { engines: engines.into_iter().map(Into::into).collect(), pairings: Vec::new() }
    }

    /// Sets the results of two engines, from the view of the first. Indices without an engine are ignored.
    pub fn set(&mut self, engines: [usize; 2], tally: Tally) {
        if engines.iter().any(|&engine| engine >= self.engines.len()) || engines[0] == engines[1] {
            return;
        }
        match self.pairings.iter_mut().find(|(known, _)| *known == engines) {
            Some(pairing) => pairing.1 = tally,
            None => self.pairings.push((engines, tally)),
        }
    }

    /// The names of the engines by their numbers.
    pub fn engines(&self) -> &[String] {
        &self.engines
    }

    /// The wins, draws and losses of an engine against another; `None` if they have not met.
    pub fn results(&self, engine: usize, other: usize) -> Option<[u64; 3]> {
        let of = |&([first, second], tally): &Pairing| {
            let seen = [tally.wins, tally.draws, tally.losses];
            if (first, second) == (engine, other) {
                Some(seen)
            } else {
                ((second, first) == (engine, other)).then_some([seen[2], seen[1], seen[0]])
            }
        };
        let met = self.pairings.iter().filter_map(of).filter(|results| results.iter().sum::<u64>() > 0);
        met.reduce(|sum, more| [sum[0] + more[0], sum[1] + more[1], sum[2] + more[2]])
    }

    /// The points and the games of an engine.
    pub fn points(&self, engine: usize) -> (f64, u64) {
        let results = (0..self.engines.len()).filter_map(|other| self.results(engine, other));
        results.fold((0.0, 0), |(points, games), [wins, draws, losses]| {
            (points + wins as f64 + draws as f64 / 2.0, games + wins + draws + losses)
        })
    }

    /// The engines by rating or, without ratings, by share of points, the best first.
    pub fn standings(&self) -> Vec<RankedEngine> {
        let ratings = ratings(self.engines.len(), &self.pairings);
        let standing = |engine: usize| {
            let (points, games) = self.points(engine);
            RankedEngine { engine, points, games, rating: ratings.as_ref().map(|ratings| ratings[engine]) }
        };
        let mut standings: Vec<_> = (0..self.engines.len()).map(standing).collect();
        let worth = |standing: &RankedEngine| match standing.rating {
            Some(rating) => rating.value,
            None => standing.points / standing.games.max(1) as f64,
        };
        standings.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        standings
    }

    /// Writes the table as CSV: a header, then one line per engine, the best first: place, name, points,
    /// games, rating with its bounds, and for each engine in the same order wins, draws and losses.
    pub fn csv(&self) -> String {
        let standings = self.standings();
        let places = (1..=standings.len()).map(|place| format!(",{place}")).collect::<String>();
        let mut text = format!("place,engine,points,games,elo,low,high{places}\n");
        for (place, standing) in (1..).zip(&standings) {
            let RankedEngine { engine, points, games, rating } = *standing;
            let name = quoted(&self.engines[engine]);
            let rating = rating.map_or(",,".to_owned(), |Interval { value, low, high }| {
                format!("{value:.1},{low:.1},{high:.1}")
            });
            text.push_str(&format!("{place},{name},{points:.1},{games},{rating}"));
            for other in &standings {
                let [wins, draws, losses] = self.results(engine, other.engine).unwrap_or_default();
                let met = wins + draws + losses > 0;
                text.push_str(&if met { format!(",{wins}-{draws}-{losses}") } else { ",".to_owned() });
            }
            text.push('\n');
        }
        text
    }

    /// Draws the table as SVG: results on a background between red and blue, and ratings with their
    /// intervals.
    pub fn svg(&self) -> String {
        chart(self)
    }
}

/// A cell of a CSV file.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Writes the table as text: one line per engine, the best first, with its percentage of points against each
/// other engine.
impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standings = self.standings();
        let width = self.engines.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        write!(
            f,
            "{:>3}  {:<width$}  {:>7}  {:>6}  {:>6}  {:>16}",
            "", "engine", "points", "games", "Elo", "95 % interval"
        )?;
        for place in 1..=standings.len() {
            write!(f, "  {place:>5}")?;
        }
        writeln!(f)?;
        for (place, standing) in (1..).zip(&standings) {
            let RankedEngine { engine, points, games, rating } = *standing;
            let name = &self.engines[engine];
            let (elo, bounds) = rating.map_or(("-".to_owned(), "-".to_owned()), |rating| {
                (format!("{:+.0}", rating.value), format!("{:+.0} to {:+.0}", rating.low, rating.high))
            });
            write!(f, "{place:>3}  {name:<width$}  {points:>7.1}  {games:>6}  {elo:>6}  {bounds:>16}")?;
            for other in &standings {
                let share = self.results(engine, other.engine).map(share);
                write!(f, "  {:>5}", share.map_or("-".to_owned(), |share| format!("{:.1}", 100.0 * share)))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The share of points in a non-empty number of wins, draws and losses.
pub(crate) fn share([wins, draws, losses]: [u64; 3]) -> f64 {
    (wins as f64 + draws as f64 / 2.0) / (wins + draws + losses) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        let [ll, _, even, _, ww] = pairs;
        Tally { wins: 2 * ww + even, draws: 0, losses: 2 * ll + even, pairs }
    }

    fn table() -> CrossTable {
        let mut table = CrossTable::new(["weak", "strong, \"very\"", "new"]);
        table.set([0, 1], tally([6, 0, 3, 0, 1]));
        table.set([0, 2], tally([3, 0, 4, 0, 3]));
        table
    }

    #[test]
    fn results_are_seen_from_both_sides() {
        let table = table();
        assert_eq!(table.results(0, 1), Some([5, 0, 15]));
        assert_eq!(table.results(1, 0), Some([15, 0, 5]));
        assert_eq!((table.results(1, 2), table.results(1, 1)), (None, None));
        assert_eq!(table.points(0), (15.0, 40));
    }

    #[test]
    fn the_best_comes_first() {
        let standings = table().standings();
        assert_eq!(standings.iter().map(|standing| standing.engine).collect::<Vec<_>>()[0], 1);
        let text = table().to_string();
        assert!(text.lines().nth(1).unwrap().contains("strong") && text.contains("75.0"), "{text}");
    }

    #[test]
    fn files_are_whole_with_and_without_results() {
        let cells = |line: &str| line.matches(',').count();
        for table in [table(), CrossTable::new(["a", "b"]), CrossTable::default()] {
            let (csv, svg) = (table.csv(), table.svg());
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert_eq!(csv.lines().count(), table.engines().len() + 1);
            assert!(!csv.contains("NaN"));
        }
        // The comma in the name is quoted.
        let csv = table().csv();
        assert_eq!(cells(csv.lines().nth(1).unwrap()), cells(csv.lines().next().unwrap()) + 1);
        assert!(table().svg().contains("strong, &quot;very&quot;"));
    }

    #[test]
    fn what_is_entered_again_takes_the_place_of_what_was_there() {
        let mut table = table();
        table.set([0, 1], tally([0, 0, 0, 0, 2]));
        assert_eq!(table.results(0, 1), Some([4, 0, 0]));
        table.set([0, 7], tally([0, 0, 0, 0, 2]));
        assert_eq!(table.points(0).1, 24);
    }
}
