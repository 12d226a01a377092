//! Searches the start, or a position, with the two-distance evaluation.
//!
//! `cargo run --release -p plywood-hex --example hex_search -- 4 size=5 "5/5/2x2/5/5 o"`

use plywood_hex::eval::TwoDistance;
use plywood_hex::{Hex, Rules};
use plywood_search::{Game, Iterative, Limits, Search, Table};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(4, |text| text.parse().expect("a depth"));
    let rules: Rules = arguments.next().unwrap_or_default().parse().expect("rules");
    let position = match arguments.next() {
        Some(text) => Hex::from_text(&text, rules).expect("a position"),
        None => Hex::start(rules),
    };
    let table = Arc::new(Table::with_bytes(64 << 20).expect("64 megabytes can be had"));
    let mut search = Iterative::new(TwoDistance, table);
    let began = Instant::now();
    let report = search.run(&Game::new(position), &Limits::depth(depth));
    let seconds = began.elapsed().as_secs_f64();
    let best = report.best.map_or_else(|| "none".to_owned(), |mv| mv.to_string());
    println!("depth {}: {best}, {}, {} nodes in {seconds:.3} s", report.depth, report.score, report.nodes);
}
