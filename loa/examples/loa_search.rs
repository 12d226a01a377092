//! Searches the start, or a position, with the centre-of-mass evaluation.
//!
//! `cargo run --release -p plywood-loa --example loa_search -- 8 "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1
//! x"`

use plywood_loa::eval::CentreOfMass;
use plywood_loa::{Loa, Rules};
use plywood_search::{Game, Iterative, Limits, Search, Table};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(6, |text| text.parse().expect("a depth"));
    let position = match arguments.next() {
        Some(text) => text.parse().expect("a position"),
        None => Loa::start(Rules::default()),
    };
    let table = Arc::new(Table::with_bytes(64 << 20).expect("64 megabytes can be had"));
    let mut search = Iterative::new(CentreOfMass, table);
    let began = Instant::now();
    let report = search.run(&Game::new(position.clone()), &Limits::depth(depth));
    let seconds = began.elapsed().as_secs_f64();
    let best = report.best.map_or_else(|| "none".to_owned(), |mv| position.write_move(mv));
    println!("depth {}: {best}, {}, {} nodes in {seconds:.3} s", report.depth, report.score, report.nodes);
}
