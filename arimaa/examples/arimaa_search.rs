//! Searches a position by steps, iteration by iteration.
//!
//! `cargo run --release -p plywood-arimaa --example arimaa_search -- 8 "g [rrrrrrrrdhcmechd
//! DHCEMCHDRRRRRRRR]"`

use plywood_arimaa::Arimaa;
use plywood_arimaa::eval::Strong;
use plywood_play::Notation;
use plywood_search::{Game, Iterative, Limits, Search, SearchOptions, Table};
use std::sync::Arc;
use std::time::Instant;

const START: &str = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(6, |text| text.parse().expect("a depth"));
    let position: Arimaa = arguments.next().as_deref().unwrap_or(START).parse().expect("a position");
    let table = Arc::new(Table::with_bytes(64 << 20).expect("64 megabytes can be had"));
    let mut search = Iterative::with_options(Strong, table, SearchOptions::SELECTIVE);
    let began = Instant::now();
    let report = search.search(&Game::new(position.clone()), &Limits::depth(depth), &mut |report| {
        let (seconds, line) = (began.elapsed().as_secs_f64(), position.write_line(&report.pv).join(", "));
        println!(
            "depth {:2}: {seconds:7.3} s, {:9} nodes, {}, {line}",
            report.depth, report.nodes, report.score
        );
    });
    let rate = report.nodes as f64 / began.elapsed().as_secs_f64() / 1e6;
    println!("{rate:.2} million nodes per second");
}
