//! A match as the seed prescribed it: two games from the empty board, one with each colour.

use super::{Cell, Grid, Options, TablesError};
use plywood_arena::{Match, Tally};
use plywood_play::Spec;

/// The seed's player, alpha-beta to depth 2 over `distance`, and the strong search with as many nodes as it
/// is given.
pub const PLAYERS: [&str; 2] = ["alphabeta:eval=distance,depth=2", "pvs:nodes=2k,hash=8MB"];

/// Plays the two games on 11x11, or on 7x7 if it has to be quick. `None` if it was ended early.
///
/// # Errors
///
/// If they cannot be played.
///
/// # Panics
///
/// Never: the game is registered, and the players' texts are specs.
pub fn compute(options: &mut Options<'_>) -> Result<Option<(&'static str, Tally)>, TablesError> {
    let rules = if options.quick { "size=7" } else { "size=11" };
    if !options.goes_on(format_args!("hex, {rules}: two games")) {
        return Ok(None);
    }
    let game = plywood_registry::find("hex").expect("the game is registered");
    let start = game.session(rules, None).expect("a game can begin at its start");
    let players = PLAYERS.map(|text| text.parse::<Spec>().expect("a player's text is a spec"));
    let mut games = Match::new(start, players);
    games.games = 2;
    games.stop = options.stop.clone();
    let summary = games.run(&mut |_, _| core::ops::ControlFlow::Continue(()))?;
    Ok((summary.tally.games() == 2).then_some((rules, summary.tally)))
}

/// The table: one row, or none if the games were not finished.
pub fn grid(played: &Option<(&'static str, Tally)>) -> Grid {
    let columns = ["board", "first player", "second player", "won by the first", "won by the second"];
    let mut grid = Grid::new("hex-pair", "Two games, one with each colour", columns);
    grid.rows.extend(played.iter().map(|(rules, tally)| {
        vec![
            Cell::Text((*rules).to_owned()),
            Cell::Text(PLAYERS[0].replace(',', " ")),
            Cell::Text(PLAYERS[1].replace(',', " ")),
            Cell::Count(tally.wins),
            Cell::Count(tally.losses),
        ]
    }));
    grid.notes.push(
        "Two games settle nothing but who wins these two: `plywood match` plays as many as it takes."
            .to_owned(),
    );
    grid
}
