//! Leaf counts from tables: the start to depth 6, and every recorded position to depth 3.

use plywood_loa::{Colour, Loa, Rules};
use plywood_search::{Outcome, Position, perft};
use serde_json::Value;

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

fn positions() -> impl Iterator<Item = Value> {
    include_str!("data/positions.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON"))
}

fn read(record: &Value, rules: Rules) -> Loa {
    let side = if record["to_move"] == "black" { 'x' } else { 'o' };
    let text = format!("{} {side}", record["board"].as_str().expect("a board"));
    Loa::from_text(&text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn name(outcome: Option<Outcome>) -> Option<&'static str> {
    Some(match outcome? {
        Outcome::Draw => "draw",
        Outcome::Win(side) if Colour::from(side) == Colour::Black => "black",
        Outcome::Win(_) => "white",
    })
}

#[test]
fn leaf_counts_of_the_table() {
    for line in include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<_> = line.split(" | ").collect();
        let position = Loa::from_text(columns[0], rules("no-move=loses")).expect(line);
        let (depth, leaves): (u32, u64) = (columns[1].parse().expect(line), columns[2].parse().expect(line));
        assert_eq!(perft(&position, depth), leaves, "{line}");
    }
}

#[test]
fn leaf_count_of_depth_six() {
    assert_eq!(perft(&Loa::start(Rules::default()), 6), 1_938_494_632);
}

#[test]
fn moves_and_leaf_counts_of_recorded_positions() {
    for record in positions() {
        let position = read(&record, rules("no-move=loses"));
        assert_eq!(u64::from(position.mobility(position.turn())), record["moves_geometric"], "{position}");
        for depth in 1..=3 {
            assert_eq!(perft(&position, depth), record[format!("perft{depth}")], "{position}, depth {depth}");
        }
    }
}

#[test]
fn winners_of_recorded_positions_under_both_rules() {
    for record in positions() {
        for (connection, field) in [("draw", "winner_draw_rule"), ("mover-wins", "winner_mover_rule")] {
            let position = read(&record, rules(&format!("connection={connection}")));
            let connected = Colour::BOTH.map(|colour| position.is_connected(colour));
            assert_eq!(connected.contains(&true), record["terminal"], "{position}");
            let recorded_connection = match connected {
                [true, true] => Some("both"),
                [true, false] => Some("black"),
                [false, true] => Some("white"),
                [false, false] => None,
            };
            assert_eq!(record["connected"].as_str(), recorded_connection, "{position}");
            if record["kind"] != "no_legal_moves" {
                assert_eq!(name(position.outcome()), record[field].as_str(), "{position}");
            }
        }
    }
}

#[test]
fn the_recorded_games_replay_to_their_results() {
    for line in include_str!("data/games.jsonl").lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let mut position = Loa::start(Rules::default());
        let counts = record["legal_counts"].as_array().expect("counts");
        for (text, count) in record["moves"].as_array().expect("moves").iter().zip(counts) {
            assert_eq!(position.legal_moves().len() as u64, *count, "{position}");
            let text = text.as_str().expect("a text");
            let mv = position.read_move(text).unwrap_or_else(|error| panic!("{}: {error}", record["file"]));
            assert_eq!(position.write_move(mv), text);
            position.play_unchecked(mv);
        }
        assert_eq!(position.outcome().is_some(), record["terminal"], "{}", record["file"]);
        assert_eq!(name(position.outcome()), record["winner"].as_str(), "{}", record["file"]);
    }
}
