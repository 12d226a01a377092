//! The seed's bots with alpha-beta: the same moves at the depths that the seed had.

use super::positions::{self, POSITIONS};
use super::{Cell, EVALUATIONS, Grid, Options, Searches, ratio, shortfall};
use plywood_search::{Limits, Report, perft};

/// The seed's greatest depth, in plies.
pub const DEPTH: u32 = 3;

/// The searches of one evaluation: every position to each depth from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The evaluation.
    pub evaluation: &'static str,
    /// The number of positions and depths.
    pub searches: u64,
    /// How often both chose the same move.
    pub equal_moves: u64,
    /// How often both gave the same value.
    pub equal_values: u64,
    /// Nodes of minimax.
    pub minimax: u64,
    /// How many that should be: the sum of perft 1 to the depth.
    pub counted: u64,
    /// Nodes of alpha-beta.
    pub alpha_beta: u64,
}

impl Row {
    fn add<M: PartialEq>(&mut self, minimax: &Report<M>, alpha_beta: &Report<M>) {
        self.searches += 1;
        self.equal_moves += u64::from(minimax.best == alpha_beta.best);
        self.equal_values += u64::from(minimax.score == alpha_beta.score);
        self.minimax += minimax.nodes;
        self.alpha_beta += alpha_beta.nodes;
    }
}

/// Searches every position with every evaluation.
pub fn compute(options: &mut Options<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for evaluation in EVALUATIONS {
        if !options.goes_on(format_args!("moves of minimax and alpha-beta, {evaluation}")) {
            break;
        }
        rows.push(row(evaluation));
    }
    rows
}

/// The searches of one evaluation, a moment's work.
fn row(evaluation: &'static str) -> Row {
    let mut searches = Searches::over(evaluation).expect("the game has the seed's evaluations");
    let mut row = Row { evaluation, ..Row::default() };
    for game in positions::games() {
        for depth in 1..=DEPTH {
            let limits = Limits::depth(depth);
            row.add(&searches.minimax.run(&game, &limits), &searches.alpha_beta.run(&game, &limits));
            row.counted += (1..=depth).map(|depth| perft(game.position(), depth)).sum::<u64>();
        }
    }
    row
}

/// The table: one row for each evaluation.
pub fn grid(rows: &[Row]) -> Grid {
    let title = format!("The seed's bots with alpha-beta: {POSITIONS} positions, depths 1 to {DEPTH}");
    let columns = [
        "evaluation",
        "searches",
        "equal moves|equal_moves",
        "equal values|equal_values",
        "minimax",
        "counted",
        "alpha-beta|alpha_beta",
        "minimax / alpha-beta|minimax_over_alpha_beta",
    ];
    let mut grid = Grid::new("gekitai-equal-moves", title, columns);
    for row in rows {
        grid.rows.push(vec![
            row.evaluation.into(),
            Cell::Count(row.searches),
            Cell::Count(row.equal_moves),
            Cell::Count(row.equal_values),
            Cell::Count(row.minimax),
            Cell::Count(row.counted),
            Cell::Count(row.alpha_beta),
            ratio(row.minimax as f64, row.alpha_beta as f64),
        ]);
    }
    grid.notes.push(
        "\"minimax\" and \"alpha-beta\": nodes, moves made, in sum. \"counted\": what minimax should take, the sum of perft 1 to the \
        depth. The positions are of random play, without a win at once."
            .to_owned(),
    );
    grid.notes.extend(shortfall(rows.len()));
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_beta_chooses_the_moves_of_minimax() {
        for evaluation in EVALUATIONS {
            let row = row(evaluation);
            assert_eq!(row.searches, POSITIONS as u64 * u64::from(DEPTH));
            assert_eq!((row.equal_moves, row.equal_values), (row.searches, row.searches), "{evaluation}");
            assert_eq!(row.minimax, row.counted);
            assert!(row.alpha_beta < row.minimax / 2, "{row:?}");
        }
    }
}
