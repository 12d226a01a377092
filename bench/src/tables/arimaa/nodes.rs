//! What a search costs that takes a turn for a move, and one that takes a step.
//!
//! Minimax over whole turns to depth 2 is not run but counted: the turns, and the turns after each. The tests
//! of [`whole_turns`] hold that count against the search.

use super::games::{recorded, turn_starts};
use super::{Cell, Chart, Grid, Options, Series, ratio};
use crate::seed::whole_turns;
use plywood_arimaa::Arimaa;
use plywood_arimaa::eval::{Seed, Strong};
use plywood_search::{Game, Iterative, Knowledge, Position, Search, SearchOptions, StopHandle, Table};
use std::sync::Arc;

/// The nodes of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The number of the turn.
    pub turn: usize,
    /// Different turns: what the seed's player looks at.
    pub turns: u64,
    /// Minimax over two whole turns.
    pub minimax: u64,
    /// Alpha-beta over two whole turns.
    pub alpha_beta: u64,
    /// Every move searched, evaluation `seed`, over steps: four, then eight.
    pub full_width: [u64; 2],
    /// The strong search, evaluation `default`, over steps: four, then eight.
    pub selective: [u64; 2],
}

/// The turns of the first recorded game that are searched, counted from the first after the setups: at its
/// start, and where it has opened.
const TURNS: [usize; 4] = [0, 4, 8, 16];
/// The depths in steps: a turn of each side.
const DEPTHS: [u32; 2] = [4, 8];

/// Searches the positions; only the first if it is to be quick.
pub fn compute(options: &mut Options<'_>) -> Vec<Row> {
    let starts = recorded().next().map(|game| turn_starts(&game)).unwrap_or_default();
    let positions = if options.quick { 1 } else { TURNS.len() };
    let mut rows = Vec::new();
    for &index in &TURNS[..positions] {
        let Some(position) = starts.get(index) else { break };
        if !options.goes_on(format_args!("nodes of turn {}", index / 2 + 2)) {
            break;
        }
        rows.extend(row(position, index / 2 + 2, options));
    }
    rows
}

/// The nodes of one position; `None` if ended early.
fn row(position: &Arimaa, turn: usize, options: &Options<'_>) -> Option<Row> {
    let turns = position.turns().map_or(0, |turns| turns.len() as u64);
    let row = Row {
        turn,
        turns,
        minimax: turns + replies(position, &options.stop)?,
        alpha_beta: whole_turns::alpha_beta(position, 2, &options.stop)?.nodes,
        full_width: DEPTHS.map(|depth| nodes(Seed, SearchOptions::FULL_WIDTH, position, depth, options)),
        selective: DEPTHS.map(|depth| nodes(Strong, SearchOptions::SELECTIVE, position, depth, options)),
    };
    (!options.stop.is_stopped()).then_some(row)
}

/// The turns of all positions after a turn; `None` if stopped.
fn replies(position: &Arimaa, stop: &StopHandle) -> Option<u64> {
    let turns = position.turns();
    let positions = turns.iter().flat_map(|turns| turns.iter().map(|turn| turn.position()));
    let replies = |after: Arimaa| {
        let goes_on = after.outcome().is_none();
        let count = || after.turns().map_or(0, |turns| turns.len() as u64);
        (!stop.is_stopped()).then(|| if goes_on { count() } else { 0 })
    };
    positions.map(replies).sum()
}

/// The nodes of a search over steps, all its iterations together.
fn nodes<E: Knowledge<Arimaa>>(
    evaluator: E,
    search: SearchOptions,
    position: &Arimaa,
    depth: u32,
    options: &Options<'_>,
) -> u64 {
    const MEMORY: usize = 64 << 20;
    let Ok(table) = Table::with_bytes(MEMORY) else { return 0 };
    let mut search = Iterative::with_options(evaluator, Arc::new(table), search);
    search.run(&Game::new(position.clone()), &options.limits(depth)).nodes
}

/// The table: one row for each position.
pub fn grid(rows: &[Row]) -> Grid {
    let columns = [
        "turn",
        "turns",
        "minimax 2|minimax_2",
        "alpha-beta 2|alpha_beta_2",
        "steps 4|full_width_4",
        "steps 8|full_width_8",
        "strong 4|strong_4",
        "strong 8|strong_8",
        "minimax 2 / strong 8|minimax_2_over_strong_8",
    ];
    let mut grid = Grid::new("arimaa-nodes", "Nodes of searches over whole turns and over steps", columns);
    for row in rows {
        let counts = [row.turns, row.minimax, row.alpha_beta];
        let counts = counts.into_iter().chain(row.full_width).chain(row.selective).map(Cell::Count);
        let mut cells = vec![Cell::Count(row.turn as u64)];
        cells.extend(counts);
        cells.push(ratio(row.minimax as f64, row.selective[1] as f64));
        grid.rows.push(cells);
    }
    grid.notes.push(
        "Positions of the first recorded game. \"turns\": what the seed's player looks at, each different turn once; \"minimax 2\" and \
        \"alpha-beta 2\": whole turns, one of each side, evaluation `seed`. \"steps\": iterative deepening over a table that leaves no \
        move out, evaluation `seed`; \"strong\": the strong search, evaluation `default`; both to four and eight steps, all iterations \
        together. A turn of fewer steps takes fewer plies, so that eight steps see more than two whole turns there."
            .to_owned(),
    );
    grid
}

/// The nodes by turn, a line for each search.
pub fn chart(rows: &[Row]) -> Chart {
    let series = |name: &str, style, count: &dyn Fn(&Row) -> u64| Series {
        name: name.to_owned(),
        style,
        dashed: false,
        points: rows.iter().map(|row| (row.turn as f64, count(row) as f64)).collect(),
    };
    Chart {
        name: "arimaa-nodes",
        title: "Nodes to look one turn of each side ahead".to_owned(),
        x_label: "number of the turn".to_owned(),
        y_label: "nodes".to_owned(),
        series: vec![
            series("minimax, turns", 0, &|row| row.minimax),
            series("alpha-beta, turns", 1, &|row| row.alpha_beta),
            series("all steps", 3, &|row| row.full_width[1]),
            series("strong, steps", 2, &|row| row.selective[1]),
        ],
    }
}
