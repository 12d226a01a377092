//! The evaluation `classic` group by group, and the value of `default`, for the side to move: a table with a
//! line for each position on standard input, which are written as for the example `fit`.
//!
//! `cargo run --release -p plywood-arimaa --example explain < positions.txt`

use plywood_arimaa::Arimaa;
use plywood_arimaa::eval::{GROUPS, Learned, Strong};
use plywood_search::Knowledge;

fn main() {
    let names: Vec<_> = GROUPS.iter().map(|group| group.name.replace(' ', "-")).collect();
    println!("default\tclassic\t{}", names.join("\t"));
    let learned = Learned::default();
    for line in std::io::stdin().lines() {
        let line = line.expect("standard input");
        let mut words = line.split_whitespace();
        let (Some(side), Some(board)) = (words.next(), words.next()) else { continue };
        let text = format!("{side} [{}]", board.replace('.', " "));
        let position: Arimaa = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let values: Vec<_> = Strong::explain(&position).iter().map(|(_, value)| value.to_string()).collect();
        let default = learned.evaluate(&position, &mut learned.start(&position)).value();
        println!("{default}\t{}\t{}", Strong.value(&position), values.join("\t"));
    }
}
