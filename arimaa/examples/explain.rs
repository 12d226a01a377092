//! The evaluation group by group, for the side to move: a table with a line for each position on standard
//! input, which are written as for the example `fit`.
//!
//! `cargo run --release -p plywood-arimaa --example explain < positions.txt`

use plywood_arimaa::Arimaa;
use plywood_arimaa::eval::{GROUPS, Strong};

fn main() {
    let names: Vec<_> = GROUPS.iter().map(|group| group.name.replace(' ', "-")).collect();
    println!("value\t{}", names.join("\t"));
    for line in std::io::stdin().lines() {
        let line = line.expect("standard input");
        let mut words = line.split_whitespace();
        let (Some(side), Some(board)) = (words.next(), words.next()) else { continue };
        let text = format!("{side} [{}]", board.replace('.', " "));
        let position: Arimaa = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let values: Vec<_> = Strong::explain(&position).iter().map(|(_, value)| value.to_string()).collect();
        println!("{}\t{}", Strong.value(&position), values.join("\t"));
    }
}
