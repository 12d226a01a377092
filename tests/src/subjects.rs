//! The test games as subjects, one function a game.

use crate::Subject;
use crate::games::{Corridor, Graph, Heap, Hopeful, Knowing, Misere, Skirmish, Steps, TicTacToe};
use plywood_search::{FnEvaluator, Hints, Repetition, Score};

/// The more moves the better: an evaluation that symmetry keeps.
fn mobility<P: Hints>() -> FnEvaluator<fn(&P) -> Score> {
    FnEvaluator(|position| Score::heuristic(position.count_moves() as i32))
}

/// Tic-tac-toe: small enough to be solved.
pub fn tic_tac_toe() -> Subject<TicTacToe> {
    Subject::new("tic-tac-toe", [TicTacToe::default()], 5).with_plies(8)
}

/// Turns of one to three steps.
pub fn steps() -> Subject<Steps> {
    Subject::new("steps", [Steps::default()], 5).with_evaluator("mobility", mobility())
}

/// Turns of one or two steps, where the second or third repetition is illegal.
pub fn corridor() -> Subject<Corridor> {
    let rules = [Repetition::Illegal(2), Repetition::Illegal(3)];
    Subject::new("corridor", rules.map(Corridor::new), 12)
        .with_plies(80)
        .ended_by_repetition()
        .with_evaluator("mobility", mobility())
}

/// The second or third repetition draws.
pub fn skirmish() -> Subject<Skirmish> {
    let rules = [Repetition::Draw(2), Repetition::Draw(3)];
    Subject::new("skirmish", rules.map(Skirmish::new), 5)
        .with_plies(40)
        .with_evaluator("mobility", mobility())
}

/// A move can win for the opponent.
pub fn misere() -> Subject<Misere> {
    Subject::new("misere", [Misere::default()], 4).with_plies(11)
}

/// Having to move is a burden, and there are a null move, a margin, short wins, candidates and threats.
pub fn heap() -> Subject<Heap> {
    let heaps = (2..=6).flat_map(|most| (most + 2..=14).map(move |stones| Heap::new(stones, most)));
    Subject::new("heap", heaps, 7)
        .with_plies(4)
        .with_games(96)
        .with_evaluator("hopeful", Hopeful(1))
        .with_evaluator("knowing", Knowing(Hopeful(2)))
}

/// Sixty-four graphs drawn at random for each of these rules.
pub fn graphs(name: &str, rules: &[Repetition]) -> Subject<Graph> {
    let starts = rules.iter().flat_map(|&rule| (0..64).map(move |seed| Graph::random(seed, rule)));
    Subject::new(name, starts, 8).with_plies(30).with_games(256).with_evaluator("worth", Graph::worth())
}

/// Random graphs where repetition means nothing.
pub fn endless_graphs() -> Subject<Graph> {
    graphs("endless graphs", &[Repetition::Ignored])
}

/// Random graphs where the second or third repetition draws.
pub fn drawing_graphs() -> Subject<Graph> {
    graphs("drawing graphs", &[Repetition::Draw(2), Repetition::Draw(3)])
}

/// Random graphs where the second or third repetition is illegal.
pub fn forbidding_graphs() -> Subject<Graph> {
    graphs("forbidding graphs", &[Repetition::Illegal(2), Repetition::Illegal(3)])
}
