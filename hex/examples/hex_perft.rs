//! Counts the leaves of the game tree from the start, depth by depth, and how fast.
//!
//! `cargo run --release -p plywood-hex --example hex_perft -- 4 size=11`

use plywood_hex::{Hex, Rules};
use plywood_search::perft;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(4, |text| text.parse().expect("a depth"));
    let rules: Rules = arguments.next().unwrap_or_default().parse().expect("rules");
    let start = Hex::start(rules);
    for depth in 1..=depth {
        let began = Instant::now();
        let leaves = perft(&start, depth);
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "perft({depth}) = {leaves} in {seconds:.3} s, {:.0} M leaves/s",
            leaves as f64 / seconds / 1e6
        );
    }
}
