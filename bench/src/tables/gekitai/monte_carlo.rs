//! The seed's bots against a Monte-Carlo player, which knows nothing but the rules.

use super::pairings::{Settings, play_match};
use super::published::Bot;
use super::{Cell, EVALUATIONS, Grid, Options, TablesError, shortfall};
use plywood_arena::Tally;
use plywood_play::Spec;

/// The depth of the bots: the greatest that the seed's had.
const DEPTH: u32 = 3;
/// The simulations of the Monte-Carlo player for each move.
const SIMULATIONS: u64 = 1_000;

/// A bot that has played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The bot.
    pub bot: Bot,
    /// Its results.
    pub tally: Tally,
}

/// The Monte-Carlo player: whole random games, proven results, no book.
fn player() -> Spec {
    let text = format!("mcts:nodes={SIMULATIONS},playout=full,book=off");
    text.parse().expect("a name and three options are a spec")
}

/// Plays each of the five bots, with the games and openings of the pairings.
///
/// # Errors
///
/// If a match cannot be played.
pub fn compute(settings: &Settings, options: &mut Options<'_>) -> Result<Vec<Row>, TablesError> {
    let mut rows = Vec::new();
    for evaluation in EVALUATIONS {
        let bot = Bot { evaluation, depth: DEPTH };
        let title = format!("{bot} - Monte-Carlo");
        let Some(tally) = play_match([bot.spec(), player()], settings, &title, options)? else { break };
        rows.push(Row { bot, tally });
    }
    Ok(rows)
}

/// The table: a row for each bot.
pub fn grid(settings: &Settings, rows: &[Row]) -> Grid {
    let title = format!("The seed's bots against {SIMULATIONS} random games a move");
    let columns = ["bot", "score, %", "95 % interval", "won-drawn-lost"];
    let mut grid = Grid::new("gekitai-monte-carlo", title, columns);
    grid.rows.extend(rows.iter().filter_map(cells));
    grid.notes.push(format!(
        "{} games each, openings as above. The other player is Monte-Carlo tree search, {SIMULATIONS} simulations a move to the end \
         of the game, without an evaluation. Scores are the bot's.",
        settings.games
    ));
    grid.notes.extend(shortfall(rows.len()));
    grid
}

/// The cells of a row; `None` without games.
fn cells(row: &Row) -> Option<Vec<Cell>> {
    let score = row.tally.estimates()?.score;
    let Tally { wins, draws, losses, .. } = row.tally;
    Some(vec![
        Cell::Text(row.bot.to_string()),
        Cell::Number(100.0 * score.value),
        Cell::Text(format!("{:.1}-{:.1}", 100.0 * score.low, 100.0 * score.high)),
        Cell::Text(format!("{wins}-{draws}-{losses}")),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_cell_for_every_column() {
        let tally = Tally { wins: 3, draws: 0, losses: 1, pairs: [0, 0, 1, 0, 1] };
        let row = Row { bot: Bot { evaluation: "b", depth: 3 }, tally };
        let grid = grid(&Settings::new(true), &[row]);
        assert_eq!(grid.rows[0].len(), grid.columns.len());
        assert!(grid.text().contains("3-0-1") && grid.text().contains("Ended early"));
    }
}
