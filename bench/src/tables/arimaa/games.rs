//! The games that the tables look at: those that the tests of `plywood-arimaa` replay.

use plywood_arimaa::{Arimaa, RecordedGame, read_games};
use plywood_search::Position;

/// Games of February 2026 from the public game archive of arimaa.com, without names.
static RECORDS: &str = include_str!("../../../games/arimaa.txt");

/// The recorded games.
pub fn recorded() -> impl Iterator<Item = RecordedGame> {
    read_games(RECORDS).flatten()
}

/// The positions at the start of the turns of a game that were played, the first after both setups.
pub fn turn_starts(game: &RecordedGame) -> Vec<Arimaa> {
    let mut position = game.game.start().clone();
    let mut starts = Vec::new();
    for mv in game.game.moves() {
        if !position.is_setup() && position.steps().is_empty() {
            starts.push(position.clone());
        }
        position.play_unchecked(mv);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_with_gold_after_both_setups() {
        for game in recorded() {
            let starts = turn_starts(&game);
            assert!(starts.windows(2).all(|pair| pair[0].turn() != pair[1].turn()));
            assert!(starts.iter().all(|start| start.outcome().is_none()));
        }
        assert!(recorded().count() > 50);
    }
}
