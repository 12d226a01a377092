//! Searches a position by steps with the seed's evaluation.
//!
//! `cargo run --release -p plywood-arimaa --example search -- 8 "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]"`

use plywood_arimaa::Arimaa;
use plywood_arimaa::eval::Seed;
use plywood_play::Notation;
use plywood_search::{Game, Iterative, Limits, Search, Table};
use std::sync::Arc;
use std::time::Instant;

const START: &str = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(6, |text| text.parse().expect("a depth"));
    let position: Arimaa = arguments.next().as_deref().unwrap_or(START).parse().expect("a position");
    let table = Arc::new(Table::with_bytes(64 << 20).expect("64 megabytes can be had"));
    let mut search = Iterative::new(Seed, table);
    let began = Instant::now();
    let report = search.run(&Game::new(position.clone()), &Limits::depth(depth));
    let seconds = began.elapsed().as_secs_f64();
    let line = position.write_line(&report.pv).join(", ");
    println!("depth {}: {line}, {}, {} nodes in {seconds:.3} s", report.depth, report.score, report.nodes);
}
