//! Iterative deepening on Lines of Action beside the published crate `minimax` 0.6: the same board, evaluation, depth and table size,
//! both exact.
//!
//! `cargo bench -p plywood-bench --bench loa_search`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use minimax::Strategy;
use plywood_loa::eval::CentreOfMass;
use plywood_loa::{Loa, Move, Rules};
use plywood_search::{
    Game, Iterative, Limits, Outcome, Position, Search, SearchOptions, StaticEvaluator, Table,
};
use std::ops::ControlFlow;
use std::sync::Arc;

const DEPTH: u32 = 8;
const TABLE_BYTES: usize = 64 << 20;

/// The game as the other crate wants it.
struct Theirs;

impl minimax::Game for Theirs {
    type S = Loa;
    type M = Move;

    fn generate_moves(state: &Loa, moves: &mut Vec<Move>) -> Option<minimax::Winner> {
        let outcome = state.expand(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        winner(state, outcome)
    }

    fn apply(state: &mut Loa, mv: Move) -> Option<Loa> {
        let mut child = state.clone();
        child.play(mv);
        Some(child)
    }

    fn get_winner(state: &Loa) -> Option<minimax::Winner> {
        winner(state, state.outcome())
    }

    fn zobrist_hash(state: &Loa) -> u64 {
        state.key()
    }
}

fn winner(state: &Loa, outcome: Option<Outcome>) -> Option<minimax::Winner> {
    Some(match outcome? {
        Outcome::Draw => minimax::Winner::Draw,
        Outcome::Win(side) if side == state.side_to_move() => minimax::Winner::PlayerToMove,
        Outcome::Win(_) => minimax::Winner::PlayerJustMoved,
    })
}

struct TheirEvaluation;

impl minimax::Evaluator for TheirEvaluation {
    type G = Theirs;

    fn evaluate(&self, state: &Loa) -> minimax::Evaluation {
        CentreOfMass.evaluate(state).value() as minimax::Evaluation
    }
}

fn ours(game: &Game<Loa>, depth: u32) -> (i32, u64) {
    let table = Arc::new(Table::with_bytes(TABLE_BYTES).expect("64 MiB can be had"));
    let report =
        Iterative::with_options(CentreOfMass, table, SearchOptions::EXACT).run(game, &Limits::depth(depth));
    (report.score.value(), report.nodes)
}

fn theirs(position: &Loa, depth: u32) -> i32 {
    let options = minimax::IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    let mut search = minimax::IterativeSearch::new(TheirEvaluation, options);
    search.set_max_depth(depth as u8);
    search.choose_move(position);
    i32::from(search.root_value())
}

fn side_by_side(criterion: &mut Criterion) {
    let game = Game::new(Loa::start(Rules::default()));
    let (value, nodes) = ours(&game, DEPTH);
    assert_eq!(value, theirs(game.position(), DEPTH), "two exact searches differ");
    let mut group = criterion.benchmark_group("loa iterative, start, centre of mass");
    group.sample_size(10);
    group.throughput(Throughput::Elements(nodes));
    group.bench_function(format!("plywood, depth {DEPTH}"), |bencher| bencher.iter(|| ours(&game, DEPTH)));
    group.bench_function(format!("minimax 0.6, depth {DEPTH}"), |bencher| {
        bencher.iter(|| theirs(game.position(), DEPTH));
    });
    group.finish();
}

criterion_group!(benches, side_by_side);
criterion_main!(benches);
