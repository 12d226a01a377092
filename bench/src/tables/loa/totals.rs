//! The seed's nodes over its game, as published and as computed here.

use super::game::{self, Turn};
use super::{Cell, Grid, Options, published, shortfall};
use crate::seed::{Evaluation, Found, Method, search_within};
use plywood_search::{Clock, SystemClock};
use std::time::Duration;

/// The depth of the seed's searches in its table, in plies.
pub const DEPTH: u32 = 4;

/// The seed's searches of one position.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position.
    pub turn: Turn,
    /// Minimax and alpha-beta, in the order of [`Method::ALL`].
    pub found: [Found; 2],
    /// The time that each took here.
    pub time: [Duration; 2],
}

/// Searches the sixteen positions as the seed did.
pub fn compute(options: &mut Options<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for turn in game::turns() {
        if !options.goes_on(format_args!("the seed's searches, ply {}", turn.ply)) {
            break;
        }
        let Some((minimax, alpha_beta)) = Method::ALL
            .map(|method| search(&turn, method, options))
            .into_iter()
            .collect::<Option<Vec<_>>>()
            .and_then(|found| <[_; 2]>::try_from(found).ok())
            .map(|[minimax, alpha_beta]| (minimax, alpha_beta))
        else {
            break;
        };
        rows.push(Row { turn, time: [minimax.1, alpha_beta.1], found: [minimax.0, alpha_beta.0] });
    }
    rows
}

/// One search and its time; `None` if it was ended early.
fn search(turn: &Turn, method: Method, options: &Options<'_>) -> Option<(Found, Duration)> {
    let clock = SystemClock::start();
    let mut goes_on = |_| !options.stop.is_stopped();
    let within = search_within(&turn.board, method, Evaluation::H2, DEPTH, &mut goes_on);
    within.is_complete.then(|| (within.found, clock.now()))
}

/// The table: one row for each of the seed's searches.
pub fn grid(rows: &[Row]) -> Grid {
    let mut grid = Grid::new(
        "loa-seed",
        "The seed's nodes over its game, H2 as it coded it, depth 4",
        [
            "search",
            "published",
            "re-created|recreated",
            "with the winning search|published_with_last",
            "re-created|recreated_with_last",
            "moves agree|moves_agree",
            "seconds",
        ],
    );
    for (index, method) in Method::ALL.into_iter().enumerate() {
        let found = || rows.iter().map(|row| &row.found[index]);
        let (without, with) = published::totals(method);
        let agree = rows.iter().filter(|row| {
            row.found[index].best.is_some_and(|mv| row.turn.board.write(mv) == row.turn.played)
        });
        let time: Duration = rows.iter().map(|row| row.time[index]).sum();
        grid.rows.push(vec![
            method.title().into(),
            Cell::Count(without),
            Cell::Count(found().filter(|found| !found.wins_at_once).map(|found| found.nodes).sum()),
            Cell::Count(with),
            Cell::Count(found().map(|found| found.nodes).sum()),
            Cell::Count(agree.count() as u64),
            Cell::Seconds(time.as_secs_f64()),
        ]);
    }
    grid.notes.push(
        "Re-created: searched here with the seed's lists of men, move order and counting, at its sixteen turns. It did not add \
        the last search, which wins at once, to its total. \"moves agree\": turns, of sixteen, at which the search chooses what the \
        seed played."
            .to_owned(),
    );
    grid.notes.extend(shortfall(rows.len()));
    grid
}
