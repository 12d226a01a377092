//! Monte-Carlo tree search in simulations a second: Lines of Action and Hex 7x7 beside the published crate
//! `minimax` 0.6, on the same board and with playouts of the same greatest length; then with RAVE, with
//! evaluations in place of playouts, and Gekitai.
//!
//! `cargo bench -p plywood-bench --bench mcts`

mod theirs;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use minimax::Strategy;
use plywood_gekitai::Gekitai;
use plywood_gekitai::eval::Pieces;
use plywood_hex::Hex;
use plywood_hex::eval::Distance;
use plywood_loa::eval::Strong;
use plywood_loa::{Loa, Rules};
use plywood_search::{Game, Hints, Knowledge, Limits, Mcts, MctsOptions, Position, Search};
use theirs::Theirs;

const SIMULATIONS: u64 = 20_000;
/// Random games of Lines of Action are 213 plies long on average, over 20 000 of them.
const LONGEST: u32 = 1_000;

fn theirs<P: Position>(position: &P) -> Option<P::Move> {
    let options = minimax::MCTSOptions::default().with_max_rollout_depth(LONGEST).with_num_threads(1);
    let mut search = minimax::MonteCarloTreeSearch::<Theirs<P>>::new(options);
    search.set_max_rollouts(SIMULATIONS as u32);
    search.choose_move(position)
}

/// A search of an undecided position, which makes all its simulations.
fn ours<P: Hints, E: Knowledge<P>>(search: &mut Mcts<P, E>, game: &Game<P>) -> Option<P::Move> {
    let report = search.run(game, &Limits::nodes(SIMULATIONS));
    assert_eq!(report.nodes, SIMULATIONS, "the game is too small to measure");
    report.best
}

fn lines_of_action(criterion: &mut Criterion) {
    let game = Game::new(Loa::start(Rules::default()));
    let full = MctsOptions { longest_playout: LONGEST, ..MctsOptions::default() };
    let rows = [
        ("full playouts", full),
        ("full playouts, RAVE", MctsOptions { rave: Some(1_000), ..full }),
        ("evaluation after one ply", MctsOptions::evaluating(300)),
    ];
    let mut group = criterion.benchmark_group("loa mcts, start");
    group.sample_size(10).throughput(Throughput::Elements(SIMULATIONS));
    for (name, options) in rows {
        let mut search = Mcts::new(Strong, options);
        group.bench_function(format!("plywood, {name}"), |bencher| bencher.iter(|| ours(&mut search, &game)));
    }
    group.bench_function("minimax 0.6, full playouts", |bencher| bencher.iter(|| theirs(game.position())));
    group.finish();
}

fn gekitai(criterion: &mut Criterion) {
    let game = Game::new(Gekitai::start(plywood_gekitai::Rules::default()));
    let mut search = Mcts::new(Pieces, MctsOptions::default());
    let mut group = criterion.benchmark_group("gekitai mcts, start");
    group.sample_size(10).throughput(Throughput::Elements(SIMULATIONS));
    group.bench_function("plywood, full playouts", |bencher| bencher.iter(|| ours(&mut search, &game)));
    group.finish();
}

/// Hex ends a playout by filling the board at once.
fn hex(criterion: &mut Criterion) {
    let game = Game::new(Hex::start("size=7".parse().expect("a size")));
    let mut search = Mcts::new(Distance, MctsOptions::default());
    let mut group = criterion.benchmark_group("hex 7x7 mcts, start");
    group.sample_size(10).throughput(Throughput::Elements(SIMULATIONS));
    group.bench_function("plywood, full playouts", |bencher| bencher.iter(|| ours(&mut search, &game)));
    group.bench_function("minimax 0.6, full playouts", |bencher| bencher.iter(|| theirs(game.position())));
    group.finish();
}

criterion_group!(benches, lines_of_action, gekitai, hex);
criterion_main!(benches);
