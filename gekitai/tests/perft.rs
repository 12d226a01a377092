//! Leaf counts, outcomes and symmetry classes from tables: the empty board to depth 6, and recorded positions
//! to depth 3.

use plywood_gekitai::{Gekitai, Player, Rules};
use plywood_search::{Outcome, Position, perft};
use serde_json::Value;
use std::collections::HashMap;

/// A row of `start.txt`; `None` where the table says `?`.
struct Row {
    depth: u32,
    leaves: u64,
    mover_only: u64,
    opponent_only: u64,
    both: u64,
    classes: Option<usize>,
}

fn table() -> Vec<Row> {
    let rows = include_str!("data/start.txt").lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let columns: Vec<_> = line.split(" | ").collect();
        let number = |index: usize| columns[index].parse().expect(line);
        Row {
            depth: columns[0].parse().expect(line),
            leaves: number(1),
            mover_only: number(2),
            opponent_only: number(3),
            both: number(4),
            classes: columns[5].parse().ok(),
        }
    };
    rows.map(row).collect()
}

/// The numbers of moves that give a win condition to the mover alone, to the opponent alone, and to both.
fn outcomes_of_moves(position: &Gekitai) -> [u64; 3] {
    let mut counts = [0; 3];
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        match child.outcome() {
            None => {}
            Some(Outcome::Win(side)) if side == position.side_to_move() => counts[0] += 1,
            Some(Outcome::Win(_)) => counts[1] += 1,
            Some(Outcome::Draw) => counts[2] += 1,
        }
    }
    counts
}

/// The positions of each depth up to symmetry, each with the number of ways to it.
fn classes_by_depth(depth: u32) -> Vec<HashMap<u64, (Gekitai, u64)>> {
    let start = Gekitai::start(Rules::default());
    let mut levels = vec![HashMap::from([(start.canonical_key(), (start, 1))])];
    for _ in 0..depth {
        let mut next = HashMap::new();
        for (position, ways) in levels[levels.len() - 1].values() {
            for mv in position.legal_moves() {
                let mut child = position.clone();
                child.play_unchecked(mv);
                if child.outcome().is_none() {
                    next.entry(child.canonical_key()).or_insert((child, 0)).1 += ways;
                }
            }
        }
        levels.push(next);
    }
    levels
}

#[test]
fn leaf_counts_of_the_empty_board() {
    for row in table().into_iter().filter(|row| row.depth <= 5) {
        assert_eq!(perft(&Gekitai::start(Rules::default()), row.depth), row.leaves, "depth {}", row.depth);
    }
}

#[test]
fn leaf_count_of_depth_six() {
    assert_eq!(perft(&Gekitai::start(Rules::default()), 6), table()[5].leaves);
}

#[test]
fn symmetry_classes_and_the_leaves_counted_through_them() {
    let rows = table();
    for (depth, level) in classes_by_depth(5).into_iter().enumerate() {
        if let Some(row) = depth.checked_sub(1).map(|index| &rows[index]) {
            assert_eq!(Some(level.len()), row.classes, "depth {depth}");
        }
        // One ply on: every position stands for as many move sequences as lead to its class.
        let row = &rows[depth];
        let mut leaves = 0;
        let mut decided = [0; 3];
        for (position, ways) in level.values() {
            leaves += ways * position.count_moves() as u64;
            for (sum, count) in decided.iter_mut().zip(outcomes_of_moves(position)) {
                *sum += ways * count;
            }
        }
        assert_eq!(leaves, row.leaves, "depth {}", row.depth);
        assert_eq!(decided, [row.mover_only, row.opponent_only, row.both], "depth {}", row.depth);
    }
}

fn positions() -> impl Iterator<Item = Value> {
    include_str!("data/positions.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON"))
}

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

/// The recorded position: 36 characters, the sixth rank first.
fn read(record: &Value, rules: Rules) -> Gekitai {
    let mut text = String::new();
    for (index, character) in record["board"].as_str().expect("a board").chars().enumerate() {
        if index > 0 && index % 6 == 0 {
            text.push('/');
        }
        text.push(if character == '.' { '1' } else { character.to_ascii_lowercase() });
    }
    let side = record["to_move"].as_str().expect("a side").to_ascii_lowercase();
    Gekitai::from_text(&format!("{text} {side}"), rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn name(outcome: Option<Outcome>) -> Option<String> {
    Some(match outcome? {
        Outcome::Draw => "draw".to_owned(),
        Outcome::Win(side) => Player::from(side).to_string(),
    })
}

#[test]
fn counts_of_recorded_positions() {
    for record in positions() {
        let position = read(&record, Rules::default());
        assert_eq!(position.outcome().is_some(), record["terminal"], "{position}");
        assert_eq!(position.legal_moves().len() as u64, record["legal_moves"], "{position}");
        assert_eq!(perft(&position, 2), record["perft2"], "{position}");
        assert_eq!(perft(&position, 3), record["perft3"], "{position}");
        let recorded = ["ply1_mover_only_wins", "ply1_opponent_only_wins", "ply1_both"];
        let counts = outcomes_of_moves(&position);
        for (field, count) in recorded.into_iter().zip(counts) {
            assert_eq!(count, record[field], "{field} of {position}");
        }
        for player in Player::BOTH {
            assert_eq!(position.hand(player), record[format!("hand_{player}")], "{position}");
            assert_eq!(position.has_line(player), record[format!("{player}_line")], "{position}");
            assert_eq!(position.has_eight(player), record[format!("{player}_eight")], "{position}");
        }
    }
}

#[test]
fn winners_of_recorded_positions_under_every_rule() {
    for record in positions() {
        for (both, field) in [("draw", "draw"), ("mover-wins", "mover_first"), ("lines-first", "lines_first")]
        {
            let position = read(&record, rules(&format!("both={both}")));
            let winner = record["winner"][field].as_str().filter(|_| record["terminal"] == true);
            assert_eq!(name(position.outcome()).as_deref(), winner, "{position}, both={both}");
            let play_on = read(&record, rules(&format!("both={both},opponent=play-on")));
            let goes_on = record["category"] == "opp_line";
            assert_eq!(play_on.outcome(), position.outcome().filter(|_| !goes_on), "{play_on}, play-on");
        }
    }
}

#[test]
fn recorded_positions_are_reached_by_their_recorded_moves() {
    for record in positions() {
        let recorded = read(&record, Rules::default());
        let mut position = Gekitai::start(Rules::default());
        for index in record["moves_from_empty"].as_array().expect("moves") {
            let index = index.as_u64().expect("an index") as u8;
            let text = format!("{}{}", (b'a' + index % 6) as char, 6 - index / 6);
            let mv = position.read_move(&text).unwrap_or_else(|error| panic!("{position}: {error}"));
            position.play_unchecked(mv);
        }
        assert_eq!(position, recorded);
    }
}
