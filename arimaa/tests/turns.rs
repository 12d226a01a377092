//! Whole turns against the recorded counts.

use plywood_arimaa::{Arimaa, TurnCounts};
use plywood_search::Position;
use serde_json::Value;

fn positions() -> impl Iterator<Item = Value> {
    include_str!("data/positions.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON"))
}

fn read(record: &Value) -> Arimaa {
    let field = |name: &str| record[name].as_str().expect(name).to_owned();
    let text = format!("{} [{}]", field("side"), field("board"));
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_turns_of_recorded_positions_are_counted() {
    for record in positions() {
        let counts = TurnCounts::of(&read(&record)).expect("a turn begins");
        let number = |name: &str| record[name].as_u64().expect(name);
        let hash = record["fnv64"].as_str().expect("a hash");
        let expected = TurnCounts {
            first_steps: number("first_steps"),
            pushes: number("pushes"),
            pulls: number("pulls"),
            turns: number("turns"),
            turns_goal: number("turns_goal"),
            turns_capture: number("turns_capture"),
            hash: u64::from_str_radix(hash, 16).expect("a hash"),
        };
        assert_eq!(counts, expected, "{record}");
    }
}

#[test]
fn every_turn_is_played_by_its_own_moves() {
    for record in positions().step_by(19) {
        let start = read(&record);
        for turn in start.turns().expect("a turn begins").iter() {
            let mut position = start.clone();
            for mv in turn.moves() {
                assert_eq!(position.turn(), start.turn(), "{position}");
                position.play_unchecked(mv);
            }
            assert_eq!(position, turn.position());
        }
    }
}

#[test]
fn there_are_no_turns_in_the_middle_of_one_or_of_the_setup() {
    let mut position = Arimaa::start(plywood_arimaa::Rules::default());
    assert!(position.turns().is_none());
    position = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR] Ed2n"
        .parse()
        .expect("a position");
    assert!(TurnCounts::of(&position).is_none());
}
