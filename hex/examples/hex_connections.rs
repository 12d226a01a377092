//! What H-search costs move by move: `hex_connections FILE`, each line of which is the size of a square board
//! and the moves of a game.

use plywood_hex::{HSearch, Hex, Rules};
use plywood_search::Position;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("the name of a file with games")?;
    for line in std::fs::read_to_string(file)?.lines() {
        let mut words = line.split_whitespace();
        let rules: Rules = format!("size={}", words.next().unwrap_or_default()).parse()?;
        let mut position = Hex::start(rules);
        let begun = Instant::now();
        let mut search = HSearch::new(position.size());
        let start = begun.elapsed();
        let [table, _] = search.bytes();
        let (mut spent, mut slowest, mut moves, mut most) = (Duration::ZERO, Duration::ZERO, 0, 0);
        for text in words {
            position.play_unchecked(position.read_move(text)?);
            let begun = Instant::now();
            search.set(&position);
            let one = begun.elapsed();
            (spent, slowest, moves) = (spent + one, slowest.max(one), moves + 1);
            most = most.max(search.counts().iter().sum());
        }
        let begun = Instant::now();
        let mut whole = HSearch::new(position.size());
        whole.set(&position);
        println!(
            "{}: empty board {start:?}, {table} bytes; {moves} moves, {:?} a move, slowest {slowest:?}; at most {most} connections; log {} bytes a move; from scratch {:?}; {:?} incremental, {:?} from scratch",
            rules.size(),
            spent / moves.max(1),
            search.bytes()[1] / moves.max(1) as usize,
            begun.elapsed(),
            search.counts(),
            whole.counts(),
        );
    }
    Ok(())
}
