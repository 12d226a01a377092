//! How long the parts take, over positions of random games; and how many steps and turns are counted a
//! second.
//!
//! `cargo run --release -p plywood-arimaa --example arimaa_timings`

use plywood_arimaa::eval::{Seed, Strong};
use plywood_arimaa::{Arimaa, Rules};
use plywood_search::{Hints, Knowledge, Position, perft};
use rand::{SeedableRng, rngs::StdRng};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut samples = Vec::new();
    while samples.len() < 1000 {
        let mut position = Arimaa::start(Rules::default());
        while let Some(mv) = position.random_move(&mut rng).filter(|_| samples.len() < 1000) {
            if !position.is_setup() {
                samples.push((position.clone(), mv));
            }
            position.play_unchecked(mv);
        }
    }
    let positions = || samples.iter().map(|(position, _)| position);
    println!("a position has {} bytes", size_of::<Arimaa>());
    time("copy and play", || {
        for (position, mv) in &samples {
            let mut child = position.clone();
            child.play_unchecked(*mv);
            black_box(child);
        }
        samples.len()
    });
    time("outcome", || positions().inspect(|position| _ = black_box(position.outcome())).count());
    time("count_moves", || positions().inspect(|position| _ = black_box(position.count_moves())).count());
    time("generate", || positions().inspect(|position| _ = black_box(position.legal_moves())).count());
    time("is_legal", || samples.iter().filter(|(position, mv)| black_box(position.is_legal(*mv))).count());
    time("is_noisy", || {
        samples.iter().inspect(|(position, mv)| _ = black_box(position.is_noisy(*mv))).count()
    });
    time("key", || positions().inspect(|position| _ = black_box(position.key())).count());
    time("Seed", || positions().inspect(|position| _ = black_box(Seed.value_of(position))).count());
    time("Strong", || positions().inspect(|position| _ = black_box(value(position))).count());
    time("goal", || positions().filter(|position| black_box(position.can_reach_goal())).count());
    time("capture", || positions().filter(|position| black_box(position.can_capture())).count());
    throughput(&samples);
}

/// The evaluation alone: what is known of the turn is not asked for.
fn value(position: &Arimaa) -> plywood_search::Score {
    Strong.value(position)
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

/// Prints how many leaves of three steps, and how many distinct turns, are found a second: the best of five
/// runs.
fn throughput(samples: &[(Arimaa, plywood_arimaa::Move)]) {
    let starts: Vec<&Arimaa> = samples.iter().map(|(position, _)| position).step_by(7).collect();
    let rate = |work: &dyn Fn(&Arimaa) -> u64| {
        let run = || {
            let began = Instant::now();
            let done: u64 = starts.iter().map(|position| work(position)).sum();
            done as f64 / began.elapsed().as_secs_f64() / 1e6
        };
        (0..5).map(|_| run()).fold(0.0, f64::max)
    };
    println!("perft(3)       {:6.1} M leaves/s", rate(&|position| perft(position, 3)));
    let turns = rate(&|position| position.turns().map_or(0, |turns| turns.len() as u64));
    println!("turns          {turns:6.2} M distinct turns/s");
}
