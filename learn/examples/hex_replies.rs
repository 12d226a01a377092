//! Counts where games of Hex reply beside the last stone, for the playouts of the engine `mcts`.
//!
//! `cargo run --release -p plywood-learn --example hex_replies -- games.txt hex/nets/replies.bin`: a file of
//! games as `hex_patterns` makes it, and the file that is written. `learn/run` does both.

use plywood_hex::eval::ReplyCounts;
use plywood_hex::{Hex, Rules};
use plywood_search::Position;

/// The first stones of a game, which are random.
const RANDOM: usize = 2;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file of games");
    let output = arguments.next().expect("a file for the shares");
    let text = std::fs::read_to_string(&file).expect("a file of games");
    let mut counts = ReplyCounts::default();
    text.lines().skip(1).for_each(|line| count(line, &mut counts));
    std::fs::write(&output, counts.write()).expect("the file can be written");
}

/// Counts the replies of a game.
fn count(line: &str, counts: &mut ReplyCounts) {
    let mut position = Hex::start("size=11".parse::<Rules>().expect("rules"));
    let mut last = None;
    for (ply, word) in line.split_whitespace().enumerate() {
        let mv = position.read_move(word).expect("a legal move");
        if let Some(last) = last.filter(|_| ply >= RANDOM) {
            counts.add(&position, last, mv);
        }
        position.play_unchecked(mv);
        last = Some(mv);
    }
}
