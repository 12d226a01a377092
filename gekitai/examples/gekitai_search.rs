//! Searches the empty board, or a position, with the default evaluation.
//!
//! `cargo run --release -p plywood-gekitai --example gekitai_search -- 8 "6/6/2xo2/6/6/6 x"`

use plywood_gekitai::eval::Threats;
use plywood_gekitai::{Gekitai, Rules};
use plywood_search::{Game, Iterative, Limits, Search, Table};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(6, |text| text.parse().expect("a depth"));
    let position = match arguments.next() {
        Some(text) => text.parse().expect("a position"),
        None => Gekitai::start(Rules::default()),
    };
    let table = Arc::new(Table::with_bytes(64 << 20).expect("64 megabytes can be had"));
    let mut search = Iterative::new(Threats, table);
    let began = Instant::now();
    let report = search.run(&Game::new(position), &Limits::depth(depth));
    let seconds = began.elapsed().as_secs_f64();
    let best = report.best.map_or_else(|| "none".to_owned(), |mv| mv.to_string());
    println!("depth {}: {best}, {}, {} nodes in {seconds:.3} s", report.depth, report.score, report.nodes);
}
