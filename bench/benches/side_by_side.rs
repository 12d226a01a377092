//! Iterative deepening beside the published crate `minimax` 0.6 on three games: the same rules, evaluation,
//! depth and table size, both exact; ours with `early_killers` where moves are many.
//!
//! `cargo bench -p plywood-bench --bench side_by_side`; one game alone with its name at the end.

mod theirs;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use minimax::Strategy;
use plywood_bench::connect_four::{ConnectFour, Threats};
use plywood_hex::Hex;
use plywood_loa::Loa;
use plywood_search::{Game, Hints, Iterative, Knowledge, Limits, Search, SearchOptions, Table};
use std::marker::PhantomData;
use std::sync::Arc;
use theirs::Theirs;

const TABLE_BYTES: usize = 64 << 20;

struct TheirEvaluation<P, E>(E, PhantomData<P>);

impl<P: Hints, E: Knowledge<P>> minimax::Evaluator for TheirEvaluation<P, E> {
    type G = Theirs<P>;

    fn evaluate(&self, state: &P) -> minimax::Evaluation {
        self.0.value_of(state).value() as minimax::Evaluation
    }
}

fn ours<P: Hints>(
    evaluation: &(impl Knowledge<P> + Clone),
    game: &Game<P>,
    depth: u32,
    early_killers: bool,
) -> (i32, u64) {
    let table = Arc::new(Table::with_bytes(TABLE_BYTES).expect("64 MiB can be had"));
    let options = SearchOptions { early_killers, ..SearchOptions::EXACT };
    let mut search = Iterative::with_options(evaluation.clone(), table, options);
    let report = search.run(game, &Limits::depth(depth));
    (report.score.value(), report.nodes)
}

fn theirs<P: Hints>(evaluation: &(impl Knowledge<P> + Clone), position: &P, depth: u32) -> i32 {
    let options = minimax::IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    let evaluation = TheirEvaluation(evaluation.clone(), PhantomData);
    let mut search = minimax::IterativeSearch::new(evaluation, options);
    search.set_max_depth(depth as u8);
    search.choose_move(position);
    i32::from(search.root_value())
}

/// Checks that both find the same value, and times them in turn.
fn compare<P: Hints>(
    criterion: &mut Criterion,
    name: &str,
    start: P,
    evaluation: &(impl Knowledge<P> + Clone),
    depth: u32,
    early_killers: bool,
) {
    let game = Game::new(start);
    let (value, nodes) = ours(evaluation, &game, depth, early_killers);
    assert_eq!(value, theirs(evaluation, game.position(), depth), "two exact searches of {name} differ");
    let mut group = criterion.benchmark_group(format!("{name}, depth {depth}"));
    group.sample_size(10);
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("plywood", |bencher| bencher.iter(|| ours(evaluation, &game, depth, early_killers)));
    group.bench_function("minimax 0.6", |bencher| {
        bencher.iter(|| theirs(evaluation, game.position(), depth));
    });
    group.finish();
}

fn side_by_side(criterion: &mut Criterion) {
    let loa = Loa::start(plywood_loa::Rules::default());
    compare(criterion, "loa, centre of mass", loa, &plywood_loa::eval::CentreOfMass, 8, true);
    let hex = Hex::start("size=7".parse().expect("a size of the game"));
    compare(criterion, "hex 7x7, distance", hex, &plywood_hex::eval::Distance, 6, true);
    compare(criterion, "connect four, threats", ConnectFour::default(), &Threats, 15, false);
}

criterion_group!(benches, side_by_side);
criterion_main!(benches);
