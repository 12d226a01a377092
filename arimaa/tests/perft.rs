//! Leaf counts from a table, and by the rules written once more.

use crate::naive;
use plywood_arimaa::{Arimaa, Rules};
use plywood_search::perft;

fn rows() -> impl Iterator<Item = (Arimaa, u32, u64)> {
    include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let columns: Vec<_> = line.split(" | ").collect();
        let number = |column: usize| columns[column].parse::<u64>().expect(line);
        (columns[0].parse().expect(line), number(1) as u32, number(2))
    })
}

#[test]
fn leaf_counts_of_the_table() {
    assert!(rows().count() >= 40);
    for (position, depth, leaves) in rows() {
        assert_eq!(perft(&position, depth), leaves, "{position}, depth {depth}");
    }
}

#[test]
fn leaf_counts_of_the_table_by_the_rules_written_once_more() {
    for (position, depth, leaves) in rows().filter(|&(.., leaves)| leaves < 5_000) {
        assert_eq!(naive::turn_of(&position).perft(depth) as u64, leaves, "{position}, depth {depth}");
    }
}

#[test]
fn the_setup_has_as_many_beginnings_as_there_are_kinds_left() {
    let start = Arimaa::start(Rules::default());
    // Of 216 words of three kinds, 3 have too many cats, dogs or horses, 16 two or three camels, and 16
    // elephants.
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [6, 34, 181]);
}
