//! The searches of the tables of Lines of Action as timed functions, in groups named after the tables: nodes
//! a second over the sixteen positions of the seed's game. The nodes themselves are printed first, so that a
//! change in them shows too.
//!
//! `cargo bench -p plywood-bench --bench loa_tables`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plywood_bench::seed::{self, Evaluation, Method};
use plywood_bench::tables::loa::Contender;
use plywood_bench::tables::loa::game::{Turn, turns};
use plywood_search::Limits;
use std::time::{Duration, Instant};

/// Nodes, and the time that they took.
type Effort = (u64, Duration);

/// Times `search`, which searches all the positions.
fn time(criterion: &mut Criterion, group: &str, name: &str, mut search: impl FnMut() -> Effort) {
    let (count, _) = search();
    eprintln!("{group}/{name}: {count} nodes");
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).throughput(Throughput::Elements(count));
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|times| (0..times).map(|_| search().1).sum());
    });
    group.finish();
}

fn seed_effort(turns: &[Turn], method: Method, depth: u32) -> Effort {
    let started = Instant::now();
    let nodes = |turn: &Turn| seed::search(&turn.board, method, Evaluation::H2, depth).nodes;
    (turns.iter().map(nodes).sum(), started.elapsed())
}

/// The table is emptied for each position; that takes longer than a small search, and is not timed.
fn our_effort(turns: &[Turn], contender: Contender, depth: u32) -> Effort {
    let mut search = contender.search();
    turns.iter().fold((0, Duration::ZERO), |(nodes, time), turn| {
        search.clear();
        let started = Instant::now();
        let report = search.run(&turn.game, &Limits::depth(depth));
        (nodes + report.nodes, time + started.elapsed())
    })
}

/// Sums over the positions: for the table of the seed, the one beside it, and those of depth.
fn tables(criterion: &mut Criterion) {
    let turns = turns();
    for (method, depth) in [(Method::Minimax, 3), (Method::AlphaBeta, 4)] {
        let name = format!("{}, depth {depth}", method.name());
        time(criterion, "loa-seed", &name, || seed_effort(&turns, method, depth));
    }
    let beside =
        [(Contender::Minimax, 3), (Contender::AlphaBeta, 4), (Contender::Ordered, 4), (Contender::Tabled, 4)];
    let worth = [(Contender::AlphaBeta, 5), (Contender::Ordered, 5), (Contender::Tabled, 5)];
    let deepening = [(Contender::Ordered, 6), (Contender::Tabled, 6)];
    for (group, searches) in
        [("loa-beside", &beside[..]), ("loa-alpha-beta", &worth), ("loa-deepening", &deepening)]
    {
        for &(contender, depth) in searches {
            let name = format!("{}, depth {depth}", contender.name());
            time(criterion, group, &name, || our_effort(&turns, contender, depth));
        }
    }
}

criterion_group!(benches, tables);
criterion_main!(benches);
