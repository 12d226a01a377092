//! Recorded games replay to their recorded results.

use plywood_gekitai::{Gekitai, Rules};
use plywood_play::{RecordedResult, read_records};
use plywood_search::Game;

#[test]
fn recorded_games_replay_to_their_results() {
    let records: Vec<_> = read_records(include_str!("data/games.txt"), ["X", "O"]).collect();
    assert_eq!(records.len(), 8);
    for record in records {
        let record = record.expect("a record");
        let rules: Rules = record.tag("rules").expect("the rules").parse().expect("rules");
        let start =
            Gekitai::from_text(record.tag("position").expect("a position"), rules).expect("a position");
        let mut game = Game::new(start);
        for text in &record.moves {
            let mv = game.position().read_move(text).expect("a legal move");
            game.play(mv).expect("no repetition forbids it");
        }
        assert_eq!(game.outcome().map(RecordedResult::Ended), record.result, "line {}", record.line);
    }
}
