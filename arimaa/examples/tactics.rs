//! The tests for goals and captures in one turn: compared with all turns of random positions, and timed on
//! the positions of recorded games.
//!
//! `cargo run --release -p plywood-arimaa --example tactics -- 100000 games.txt`

#[path = "../tests/scattered/mod.rs"]
mod scattered;

use plywood_arimaa::eval::{Learned, Strong};
use plywood_arimaa::{Arimaa, Turn, read_games};
use plywood_search::{
    Answer, Dfpn, Game, Iterative, Knowledge, Limits, Position, ProofTable, Question, Search, SearchOptions,
    SystemClock, Table,
};
use rand::{SeedableRng, rngs::StdRng};
use scattered::scattered;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().map_or(Ok(10_000), |text| text.parse()).expect("a number of positions");
    compare(count);
    for file in arguments {
        let text = std::fs::read_to_string(&file).expect("a file of games");
        let positions = recorded(&text);
        println!("{file}: {} positions", positions.len());
        time("goal in this turn", &positions, Arimaa::can_reach_goal);
        time("goal threatened", &positions, |position| position.threatens_goal(!position.turn()));
        time("capture in this turn", &positions, Arimaa::can_capture);
        forced(&positions);
    }
}

/// Compares both tests with all turns on random positions, half of them with pieces on a part of the board
/// only.
fn compare(count: u64) {
    let mut rng = StdRng::seed_from_u64(7);
    let (mut goals, mut captures, mut threats, mut defences, mut wrong) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    for _ in 0..count {
        let position = scattered(&mut rng);
        let turns = position.turns().expect("a turn begins");
        let enemies = |position: &Arimaa, colour| position.pieces(colour).count_ones();
        let side = position.turn();
        let before = enemies(&position, !side);
        let goal = turns.iter().any(|turn| turn.reaches_goal());
        let capture = turns.iter().any(|turn| enemies(&turn.position(), !side) < before);
        goals += u64::from(goal);
        captures += u64::from(capture);
        if position.can_reach_goal() != goal || position.can_capture() != capture {
            wrong += 1;
            println!("{position}: goal {goal}, capture {capture} by all turns");
        }
        if !goal && position.outcome().is_none() && position.threatens_goal(!side) {
            threats += 1;
            let defence = turns.iter().any(|turn| !turn.position().threatens_goal(!side));
            defences += u64::from(defence);
            if defends(&position) != defence {
                wrong += 1;
                println!("{position}: defence {defence} by all turns");
            }
        }
    }
    println!(
        "{count} random positions: {goals} with a goal, {captures} with a capture, {threats} with a goal threatened, of which \
         {defences} can be defended; {wrong} answered wrong"
    );
}

/// Whether some turn of steps that the evaluation names keeps the enemy from its goal.
fn defends(position: &Arimaa) -> bool {
    let side = position.turn();
    let mut known = Strong.start(position);
    let matters = Strong.candidates(position, &mut known).map(|candidates| candidates.is_one);
    let moves = position.legal_moves();
    moves.into_iter().filter(|&mv| matters.as_ref().is_none_or(|matters| matters(mv))).any(|mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        if child.turn() == side { defends(&child) } else { !child.threatens_goal(!side) }
    })
}

/// The positions at the start of each turn of recorded games.
fn recorded(text: &str) -> Vec<Arimaa> {
    let mut positions = Vec::new();
    for game in read_games(text).flatten() {
        let mut position = game.game.start().clone();
        for mv in game.game.moves() {
            if !position.is_setup() && position.steps().is_empty() {
                positions.push(position.clone());
            }
            position.play_unchecked(mv);
        }
    }
    positions
}

/// Prints in how many positions a goal in the next turn can be forced, how many of these wins the search of
/// the default evaluation finds in 0.2 s each, and how many a proof search of 500 000 nodes proves.
fn forced(positions: &[Arimaa]) {
    let is_forced = |position: &&Arimaa| {
        let unstoppable = |turn: Turn<'_>| {
            let after = turn.position();
            after.outcome().is_none() && after.is_goal_unstoppable()
        };
        !position.can_reach_goal() && position.turns().is_some_and(|turns| turns.iter().any(unstoppable))
    };
    let forced: Vec<_> = positions.iter().filter(is_forced).collect();
    let table = Arc::new(Table::with_bytes(64 << 20).expect("64 megabytes can be had"));
    let (mut found, mut longest) = (0, Duration::ZERO);
    for position in &forced {
        table.clear();
        let options = SearchOptions::SELECTIVE;
        let mut search = Iterative::with_options(Learned::default(), Arc::clone(&table), options);
        let limits = Limits::none().with_time(Duration::from_millis(200), SystemClock::start());
        let report = search.search(&Game::new((*position).clone()), &limits, &mut |_| {});
        found += usize::from(report.score.is_win());
        longest = longest.max(report.elapsed.unwrap_or_default());
    }
    println!(
        "goals forced with the next turn: {}, found in 0.2 s: {found}, at most {longest:?}",
        forced.len()
    );
    let table = Arc::new(ProofTable::with_bytes(64 << 20).expect("64 megabytes can be had"));
    let (mut proven, mut nodes) = (0, 0);
    for position in &forced {
        table.clear();
        let question = Question::wins_within(position.side_to_move(), 12);
        let mut search = Dfpn::new(Strong, Arc::clone(&table));
        let verdict = search.ask(position, question, &Limits::nodes(500_000), &mut |_| {});
        proven += usize::from(matches!(verdict.answer, Answer::Wins { .. }));
        nodes += verdict.progress.nodes;
    }
    println!("proven with 500 000 nodes each: {proven}, {nodes} nodes");
}

/// Prints how long a test takes on average, by the best of ten runs.
fn time(name: &str, positions: &[Arimaa], test: impl Fn(&Arimaa) -> bool) {
    let mut holds = 0;
    let run = || {
        let began = Instant::now();
        holds = positions.iter().filter(|position| black_box(test(black_box(position)))).count();
        began.elapsed().as_nanos() as f64 / positions.len() as f64
    };
    let best = std::iter::repeat_with(run).take(10).fold(f64::INFINITY, f64::min);
    println!("{name:22} {best:8.1} ns, holds in {holds}");
}
