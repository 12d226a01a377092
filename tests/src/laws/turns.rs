//! Laws of searches whose root moves are whole turns, in games whose turns have one move or several.

use super::search::{table, what_is_proven_is_true};
use crate::{Comparisons, Subject};
use plywood_search::{
    Game, Hints, Iterative, Knowledge, Limits, Position, Score, Search, SearchOptions, WholeTurns,
};

/// How deep the searches look.
const DEPTH: u32 = 6;

/// Holds searches of whole turns to the laws of this module, on this game, with each of its evaluations.
pub fn hold<P: Hints>(subject: &Subject<P>) {
    let games = subject.games().div_ceil(4);
    for (name, evaluator) in subject.evaluators() {
        let compared = Comparisons::of(format!("{}, {name}: proofs of turns", subject.name()));
        subject.for_unfinished_games(games, |game| {
            what_a_root_of_turns_proves_is_true(game, &evaluator, &compared);
        });
        compared.at_least(subject.least_proofs(games.div_ceil(4)));
        subject.for_unfinished_games(games, |game| the_best_turn_is_legal(game, &evaluator));
    }
}

/// An evaluation that names all turns, as lines of legal moves found by trying them; none where a turn may be
/// longer than three moves.
#[derive(Clone)]
struct WithTurns<E>(E);

impl<P: Hints, E: Knowledge<P> + Clone + 'static> Knowledge<P> for WithTurns<E> {
    type State = E::State;

    fn start(&self, position: &P) -> E::State {
        self.0.start(position)
    }

    fn advance(&self, state: &mut E::State, parent: &P, mv: Option<P::Move>, child: &P) {
        self.0.advance(state, parent, mv, child);
    }

    fn retreat(&self, state: &mut E::State) {
        self.0.retreat(state);
    }

    fn evaluate(&self, position: &P, state: &mut E::State) -> Score {
        self.0.evaluate(position, state)
    }

    fn turns(&self, game: &Game<P>, _state: &mut E::State, _effort: u64) -> WholeTurns<P::Move> {
        let position = game.position();
        let mut turns = Vec::new();
        let are_short = extend(position, position, &mut Vec::new(), &mut turns);
        if are_short { WholeTurns { turns, win: None } } else { WholeTurns::NONE }
    }

    /// What a search of every line of three plies proves.
    fn certain_win(&self, position: &P, _known: &mut Vec<Vec<P::Move>>) -> Option<u32> {
        let options = SearchOptions { repetition: false, ..SearchOptions::FULL_WIDTH };
        let mut search = Iterative::with_options(self.0.clone(), table(1 << 12), options);
        search.run(&Game::new(position.clone()), &Limits::depth(3)).score.plies_to_win()
    }
}

/// Adds the turns that go on from `here` after these moves. Returns whether all are short.
fn extend<P: Position>(start: &P, here: &P, moves: &mut Vec<P::Move>, turns: &mut Vec<Vec<P::Move>>) -> bool {
    const LONGEST: usize = 3;
    if here.side_to_move() != start.side_to_move() || here.outcome().is_some() {
        turns.push(moves.clone());
        return true;
    }
    moves.len() < LONGEST
        && here.legal_moves().into_iter().all(|mv| {
            let mut child = here.clone();
            child.play_unchecked(mv);
            moves.push(mv);
            let are_short = extend(start, &child, moves, turns);
            moves.pop();
            are_short
        })
}

/// A search of whole turns proves only what minimax finds.
pub fn what_a_root_of_turns_proves_is_true<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    compared: &Comparisons,
) {
    let plain = SearchOptions { turns: true, repetition: false, ..SearchOptions::FULL_WIDTH };
    let selective = SearchOptions { repetition: false, ..SearchOptions::SELECTIVE };
    for options in [plain, SearchOptions { late_move_reductions: true, threads: 2, ..plain }, selective] {
        let mut search = Iterative::with_options(WithTurns(evaluator.clone()), table(1 << 16), options);
        let report = search.run(game, &Limits::depth(DEPTH));
        let place = || format!("{report:?} with {options:?} of {:?}", game.position());
        what_is_proven_is_true(game, evaluator, (report.score, DEPTH - 1), compared, &place);
    }
}

/// The best line begins with a turn that is legal in the game, and the best move is its first.
pub fn the_best_turn_is_legal<P: Hints, E: Knowledge<P> + Clone + 'static>(game: &Game<P>, evaluator: &E) {
    let mut search = Iterative::with_options(
        WithTurns(evaluator.clone()),
        table(1 << 16),
        SearchOptions { turns: true, ..SearchOptions::FULL_WIDTH },
    );
    let report = search.run(game, &Limits::depth(DEPTH));
    assert_eq!(report.best, report.pv.first().copied(), "{report:?} of {:?}", game.position());
    let mut played = game.clone();
    for &mv in &report.pv {
        assert!(played.play(mv).is_ok(), "{mv:?} in {report:?} of {:?}", game.position());
        if played.side_to_move() != game.side_to_move() {
            return;
        }
    }
    assert!(!report.pv.is_empty(), "{report:?} of {:?}", game.position());
}
