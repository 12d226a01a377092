//! Takes a position out of each decided game of a file of records: so many plies before the last move, with
//! the winner to move. Each position once: a player against itself plays the same game with both colours.
//!
//! `cargo run --release -p plywood-loa --example endgames -- games.txt 11`
//!
//! The games come from `plywood match loa ... --records games.txt`; see `tests/data/README.md` for those of
//! `tests/data/endgames.txt`.

use plywood_loa::{LinesOfAction, Loa, Rules};
use plywood_play::{Definition, Notation, Record, read_records};
use plywood_search::Position;
use std::collections::HashSet;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("a file of records")?;
    let plies: usize = words.next().ok_or("a number of plies")?.parse()?;
    let mut seen = HashSet::new();
    for record in read_records(&std::fs::read_to_string(file)?, LinesOfAction::INFO.players) {
        let position = before_the_end(&record?, plies)?.map(|position| position.to_string());
        if let Some(position) = position.filter(|position| seen.insert(position.clone())) {
            println!("{position}");
        }
    }
    Ok(())
}

/// The position so many plies before the end, if somebody won and is to move in it.
fn before_the_end(record: &Record, plies: usize) -> Result<Option<Loa>, Box<dyn Error>> {
    let rules: Rules = record.tag("rules").unwrap_or("").parse()?;
    let mut positions = vec![match record.tag("position") {
        Some(text) => Loa::from_text(text, rules)?,
        None => Loa::start(rules),
    }];
    for text in &record.moves {
        let mut position = positions[positions.len() - 1].clone();
        position.play_unchecked(Notation::read_move(&position, text)?);
        positions.push(position);
    }
    let winner = positions[positions.len() - 1].outcome().and_then(plywood_search::Outcome::winner);
    let before = positions.len().checked_sub(plies + 1).map(|index| positions.swap_remove(index));
    Ok(before.filter(|position| winner == Some(position.side_to_move())))
}
