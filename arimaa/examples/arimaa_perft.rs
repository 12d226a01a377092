//! Counts step sequences, and measures how fast.
//!
//! `cargo run --release -p plywood-arimaa --example arimaa_perft -- 7`

use plywood_arimaa::Arimaa;
use plywood_search::perft;
use std::time::Instant;

const START: &str = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";

fn main() {
    let mut arguments = std::env::args().skip(1);
    let depth: u32 = arguments.next().map_or(6, |text| text.parse().expect("a depth"));
    let start: Arimaa = arguments.next().as_deref().unwrap_or(START).parse().expect("a position");
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
