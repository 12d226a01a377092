//! Counts the leaves of the game tree from the start, depth by depth, and how fast.
//!
//! `cargo run --release -p plywood-loa --example loa_perft -- 6`

use plywood_loa::{Loa, Rules};
use plywood_search::perft;
use std::time::Instant;

fn main() {
    let depth = std::env::args().nth(1).map_or(5, |text| text.parse().expect("a depth"));
    let start = Loa::start(Rules::default());
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
