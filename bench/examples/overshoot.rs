//! How well a limit in time is kept: searches of 50 ms in every game, with 1, 2 and 4 threads, with slow
//! evaluations and on the largest board of Hex; the time beyond the limit at which the answer is there.
//!
//! `cargo run --release -p plywood-bench --example overshoot [-- --quick] [--searches N] [--search NAME]
//! [--game NAME] [--threads N] [--load THREADS]`
//!
//! Each row is a thousand searches, fifty with `--quick`; `--search`, `--game` and `--threads` choose rows;
//! `--load` keeps so many threads busy beside them. What counts is an idle machine, where 99 % are to be
//! within 10 ms.

use plywood_play::{Session, Spec};
use plywood_search::{FnEvaluator, Game, Iterative, Limits, Mcts, MctsOptions, Position, Score, Search};
use plywood_search::{SearchOptions, Table};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_millis(50);
const THREADS: [usize; 3] = [1, 2, 4];
/// Games as specifications, and the plies that are played at random before each search.
const GAMES: [(&str, usize); 5] =
    [("loa", 12), ("gekitai", 4), ("hex:size=11", 12), ("hex:size=19", 20), ("arimaa", 40)];
/// Lines of Action with an evaluation that takes a millisecond.
const SLOW: &str = "loa, 1 ms";
const ENGINES: [&str; 3] = ["ids", "pvs", "mcts"];

const USAGE: &str =
    "usage: overshoot [--quick] [--searches N] [--search NAME] [--game NAME] [--threads N] [--load THREADS]";

/// What the command line asks for.
struct Options {
    searches: usize,
    load: usize,
    rows: Vec<Row>,
}

impl Options {
    /// `None` if a word is not understood, or no row is left.
    fn read(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = Self { searches: 1_000, load: 0, rows: rows().collect() };
        while let Some(word) = words.next() {
            if word == "--quick" {
                options.searches = 50;
                continue;
            }
            let value = words.next()?;
            match word.as_str() {
                "--searches" => options.searches = value.parse::<usize>().ok()?.max(1),
                "--load" => options.load = value.parse().ok()?,
                "--game" => options.rows.retain(|row| row.game == value),
                "--search" => options.rows.retain(|row| row.search == value),
                "--threads" => {
                    let threads: usize = value.parse().ok()?;
                    options.rows.retain(|row| row.threads == threads);
                }
                _ => return None,
            }
        }
        (!options.rows.is_empty()).then_some(options)
    }
}

fn main() {
    let Some(Options { searches, load, rows }) = Options::read(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    let done = AtomicBool::new(false);
    println!(
        "{searches} searches of {LIMIT:?} a row, {load} busy threads beside them; milliseconds beyond the limit"
    );
    println!("{:<14} {:<8} {:>7} {:>8} {:>8} {:>8}", "game", "search", "threads", "50 %", "99 %", "all");
    thread::scope(|scope| {
        (0..load).for_each(|_| drop(scope.spawn(|| keep_busy(&done))));
        for row in &rows {
            row.measure(searches);
        }
        done.store(true, Ordering::Relaxed);
    });
}

fn keep_busy(done: &AtomicBool) {
    let mut work = 0_u64;
    while !done.load(Ordering::Relaxed) {
        work = black_box(work.wrapping_mul(31) + 1);
    }
}

/// A row of the table: one search of one game with so many threads.
struct Row {
    game: &'static str,
    search: &'static str,
    threads: usize,
}

fn rows() -> impl Iterator<Item = Row> {
    let games = || GAMES.into_iter().map(|(game, _)| game).chain([SLOW]);
    let pairs = move || games().flat_map(|game| ENGINES.map(|search| (game, search)));
    THREADS
        .into_iter()
        .flat_map(move |threads| pairs().map(move |(game, search)| Row { game, search, threads }))
}

impl Row {
    fn measure(&self, searches: usize) {
        let Self { game, search, threads } = self;
        let mut times: Vec<_> = (0..searches).map(|seed| self.time(seed as u64)).collect();
        times.sort_unstable();
        let beyond = |permille: usize| {
            let rank = (times.len() * permille).div_ceil(1_000).clamp(1, times.len());
            (times[rank - 1].as_secs_f64() - LIMIT.as_secs_f64()) * 1_000.0
        };
        let [half, most, all] = [500, 990, 1_000].map(beyond);
        println!("{game:<14} {search:<8} {threads:>7} {half:>8.2} {most:>8.2} {all:>8.2}");
    }

    /// How long one search takes.
    fn time(&self, seed: u64) -> Duration {
        let Some((_, plies)) = GAMES.into_iter().find(|&(game, _)| game == self.game) else {
            return time_of_slow_search(self.search, self.threads, seed);
        };
        let spec = format!("{}:hash=16MB,threads={}", self.search, self.threads);
        time_of_engine(self.game, plies, &spec.parse().expect("an engine"), seed)
    }
}

/// A position of a game after random plies.
fn session(game: &str, plies: usize, seed: u64) -> Box<dyn Session> {
    let (game, rules) = plywood_registry::parse(game).expect("a game");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut session = game.session(&rules, None).expect("a start");
    for _ in 0..plies {
        let moves = session.legal_moves();
        if moves.is_empty() {
            break;
        }
        session.play(&moves[rng.random_range(0..moves.len())]).expect("a legal move");
    }
    if session.result().is_some() {
        session.undo();
    }
    session
}

/// How long an engine takes to answer, its book aside.
fn time_of_engine(game: &str, plies: usize, spec: &Spec, seed: u64) -> Duration {
    let session = session(game, plies, seed);
    let mut spec = spec.clone();
    if spec.name() != "ids" {
        spec.set("book", "off");
    }
    let mut engine = session.engine(&spec).expect("an engine");
    let started = Instant::now();
    let thoughts = engine.think(session.as_ref(), &Limits::time(LIMIT), &mut |_| {}).expect("an answer");
    let elapsed = started.elapsed();
    assert!(thoughts.best.is_some(), "no move");
    elapsed
}

/// How long a search of Lines of Action takes whose evaluation needs a millisecond.
fn time_of_slow_search(name: &str, threads: usize, seed: u64) -> Duration {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut position = plywood_loa::Loa::start(plywood_loa::Rules::default());
    for _ in 0..12 {
        if let Some(mv) = position.random_move(&mut rng) {
            position.play_unchecked(mv);
        }
    }
    let slow = FnEvaluator(|position: &plywood_loa::Loa| {
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(1) {
            std::hint::spin_loop();
        }
        Score::heuristic((position.key() % 100) as i32)
    });
    let table = Arc::new(Table::with_bytes(16 << 20).expect("16 MiB can be had"));
    let options = if name == "pvs" { SearchOptions::SELECTIVE } else { SearchOptions::FULL_WIDTH };
    let mut search: Box<dyn Search<_>> = if name == "mcts" {
        Box::new(Mcts::new(slow, MctsOptions { threads, memory: 16 << 20, ..MctsOptions::evaluating(50) }))
    } else {
        Box::new(Iterative::with_options(slow, table, SearchOptions { threads, ..options }))
    };
    let game = Game::new(position);
    let started = Instant::now();
    let report = search.run(&game, &Limits::time(LIMIT));
    let elapsed = started.elapsed();
    assert!(game.outcome().is_some() || report.best.is_some());
    elapsed
}
