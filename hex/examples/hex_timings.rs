//! How long the parts take, in nanoseconds, on 7x7 and on 11x11.
//!
//! `cargo run --release -p plywood-hex --example hex_timings`

use plywood_hex::eval::{Distance, Strong, TwoDistance};
use plywood_hex::{Hex, Rules};
use plywood_search::{Knowledge, Position, Score};
use rand::{SeedableRng, rngs::SmallRng};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    for rules in ["size=7", "size=11"] {
        println!("{rules}");
        measure(rules.parse().expect("rules"));
    }
}

fn measure(rules: Rules) {
    let mut rng = SmallRng::seed_from_u64(1);
    let start = Hex::start(rules);
    let mut samples = Vec::new();
    while samples.len() < 1000 {
        let mut position = start;
        while let Some(mv) = position.random_move(&mut rng) {
            samples.push((position, mv));
            position.play_unchecked(mv);
        }
    }
    let positions = || samples.iter().map(|(position, _)| position);
    time("copy and play", || {
        for (position, mv) in &samples {
            let mut child = *position;
            child.play_unchecked(*mv);
            black_box(child);
        }
        samples.len()
    });
    time("generate", || positions().map(|position| black_box(position.legal_moves()).len().min(1)).sum());
    time("Distance", || positions().inspect(|position| _ = black_box(Distance.value_of(position))).count());
    time("Distance, empty", || black_box(Distance.value_of(black_box(&start))).value() as usize + 1);
    time("TwoDistance", || {
        positions().inspect(|position| _ = black_box(TwoDistance.value_of(position))).count()
    });
    time("Strong, links", || {
        let knows = |position| Strong.forced_win(position, &mut Strong.start(position));
        positions().inspect(|position| _ = black_box(knows(position))).count()
    });
    time("Strong, value", || positions().inspect(|position| _ = black_box(value(position))).count());
    time("inferior cells", || positions().inspect(|position| _ = black_box(position.inferior())).count());
    time("filled", || positions().inspect(|position| _ = black_box(position.filled())).count());
    let mut rng = SmallRng::seed_from_u64(2);
    time("random_fill", || {
        (0..100).for_each(|_| _ = black_box(black_box(&start).random_fill(&mut rng)));
        100
    });
    time("random game", || {
        (0..10).for_each(|_| {
            let mut position = start;
            while let Some(mv) = position.random_move(&mut rng) {
                position.play_unchecked(mv);
            }
            black_box(position);
        });
        10
    });
}

fn value(position: &Hex) -> Score {
    plywood_search::Knowledge::value_of(&Strong, position)
}

/// Prints the best time of twenty runs of `work`, which returns how often it did its work.
fn time(name: &str, mut work: impl FnMut() -> usize) {
    let mut run = || {
        let began = Instant::now();
        let done: usize = (0..50).map(|_| work()).sum();
        began.elapsed().as_nanos() as f64 / done as f64
    };
    let best = (0..20).map(|_| run()).fold(f64::INFINITY, f64::min);
    println!("{name:16} {best:8.1} ns, {:10.0} a second", 1e9 / best);
}
