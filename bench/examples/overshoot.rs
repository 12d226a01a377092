//! How well a limit in time is kept on a busy machine: searches of 50 ms while every core has other work.
//!
//! `cargo run --release -p plywood-bench --example overshoot [-- SEARCHES [LOAD_THREADS]]`

use plywood_loa::{Loa, Rules, eval::Strong};
use plywood_search::{Game, Iterative, Limits, Position, Search, Table};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_millis(50);
const OPENING_PLIES: usize = 12;

fn main() {
    let mut arguments = std::env::args().skip(1).map_while(|argument| argument.parse::<usize>().ok());
    let searches = arguments.next().unwrap_or(1_000).max(1);
    let load = arguments.next().unwrap_or_else(|| thread::available_parallelism().map_or(2, usize::from));
    let done = AtomicBool::new(false);
    let mut times = thread::scope(|scope| {
        for _ in 0..load {
            scope.spawn(|| {
                let mut work = 0_u64;
                while !done.load(Ordering::Relaxed) {
                    work = black_box(work.wrapping_mul(31) + 1);
                }
            });
        }
        let times: Vec<_> = (0..searches).map(|seed| time_of_search(seed as u64)).collect();
        done.store(true, Ordering::Relaxed);
        times
    });
    times.sort_unstable();
    println!("{searches} searches of {LIMIT:?} beside {load} busy threads; time to the answer:");
    for (name, permille) in [("median", 500), ("90 %", 900), ("99 %", 990), ("all", 1_000)] {
        let rank = (searches * permille).div_ceil(1_000).clamp(1, searches);
        println!("{name:>8} within {:>7.2} ms", times[rank - 1].as_secs_f64() * 1_000.0);
    }
}

/// How long a search of a random opening takes to answer.
fn time_of_search(seed: u64) -> Duration {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut position = Loa::start(Rules::default());
    for _ in 0..OPENING_PLIES {
        if let Some(mv) = position.random_move(&mut rng) {
            position.play(mv);
        }
    }
    let game = Game::new(position);
    let table = Arc::new(Table::with_bytes(16 << 20).expect("16 MiB can be had"));
    let mut search = Iterative::new(Strong, table);
    let started = Instant::now();
    let report = search.run(&game, &Limits::time(LIMIT));
    let elapsed = started.elapsed();
    assert!(game.outcome().is_some() || report.best.is_some_and(|mv| game.position().is_legal(mv)));
    elapsed
}
