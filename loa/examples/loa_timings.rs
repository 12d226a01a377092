//! How long the parts take, in nanoseconds a position, over positions of random games.
//!
//! `cargo run --release -p plywood-loa --example loa_timings`

use plywood_loa::eval::{CentreOfMass, H2};
use plywood_loa::{Loa, Rules};
use plywood_search::{Knowledge, Position};
use rand::{SeedableRng, rngs::StdRng};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut samples = Vec::new();
    while samples.len() < 1000 {
        let mut position = Loa::start(Rules::default());
        while let Some(mv) = position.random_move(&mut rng) {
            samples.push((position.clone(), mv));
            position.play_unchecked(mv);
        }
    }
    let positions = || samples.iter().map(|(position, _)| position);
    time("copy and play", || {
        for (position, mv) in &samples {
            let mut child = position.clone();
            child.play_unchecked(*mv);
            black_box(child);
        }
        samples.len()
    });
    time("outcome", || positions().filter(|position| black_box(position.outcome()).is_none()).count());
    time("count_moves", || positions().map(|position| black_box(position.count_moves()).min(1)).sum());
    time("generate", || positions().map(|position| black_box(position.legal_moves()).len().min(1)).sum());
    time("is_legal", || samples.iter().filter(|(position, mv)| black_box(position.is_legal(*mv))).count());
    time("CentreOfMass", || {
        positions().inspect(|position| _ = black_box(CentreOfMass.value_of(position))).count()
    });
    time("H2", || positions().inspect(|position| _ = black_box(H2.value_of(position))).count());
}

/// Prints the best time of twenty runs of `work`, which returns for how many positions it was done.
fn time(name: &str, work: impl Fn() -> usize) {
    let run = || {
        let began = Instant::now();
        let done: usize = (0..100).map(|_| work()).sum();
        began.elapsed().as_nanos() as f64 / done as f64
    };
    let best = (0..20).map(|_| run()).fold(f64::INFINITY, f64::min);
    println!("{name:14} {best:6.1} ns");
}
