//! Laws of searches whose root moves are whole turns, in games whose turns have one move or several.

use super::search::{table, what_is_proven_is_true};
use crate::{Comparisons, Subject};
use plywood_search::{
    ForcedWin, Game, Hints, Iterative, Knowledge, Limits, Outcome, PackedMove, Position, Purpose, Score,
    Search, SearchOptions, WholeTurns,
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
/// longer than three moves. Each turn, and each first half of one, serves a purpose of no meaning; what
/// answers a threat is found by searching.
#[derive(Clone)]
struct WithTurns<E>(E);

impl<E> WithTurns<E> {
    /// The win in so many plies that a search of every line of three finds.
    fn win_in_three<P: Hints>(&self, position: &P) -> Option<u32>
    where
        E: Knowledge<P> + Clone + 'static,
    {
        let options = SearchOptions { repetition: false, ..SearchOptions::FULL_WIDTH };
        let mut search = Iterative::with_options(self.0.clone(), table(1 << 12), options);
        search.run(&Game::new(position.clone()), &Limits::depth(3)).score.plies_to_win()
    }

    /// In how many plies the opponent wins after a turn, as far as that search finds it.
    fn win_after<P: Hints>(&self, position: &P, turn: &[P::Move]) -> Option<u32>
    where
        E: Knowledge<P> + Clone + 'static,
    {
        let after = after(position, turn);
        match after.outcome() {
            Some(outcome) => (outcome.winner() == Some(!position.side_to_move())).then_some(0),
            None => self.win_in_three(&after),
        }
    }
}

/// The position after these moves.
fn after<P: Position>(position: &P, moves: &[P::Move]) -> P {
    let mut after = position.clone();
    for &mv in moves {
        after.play_unchecked(mv);
    }
    after
}

/// The turns of a position, if they are short.
fn turns_of<P: Position>(position: &P) -> Option<Vec<Vec<P::Move>>> {
    let mut turns = Vec::new();
    extend(position, position, &mut Vec::new(), &mut turns).then_some(turns)
}

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
        turns_of(game.position()).map_or(WholeTurns::NONE, |turns| WholeTurns { turns, win: None })
    }

    fn has_lines(&self) -> bool {
        true
    }

    fn lines(&self, position: &P, _: &mut E::State, purpose: Purpose, visit: &mut dyn FnMut(&[P::Move])) {
        if purpose == Purpose::Plain {
            return;
        }
        let turns = turns_of(position).unwrap_or_default();
        let mut lines: Vec<_> =
            turns.iter().flat_map(|turn| [&turn[..], &turn[..turn.len().div_ceil(2)]]).collect();
        lines.dedup();
        for (place, line) in lines.iter().enumerate() {
            let sum = line.iter().fold(0, |sum, mv| sum + mv.to_bits() as usize);
            let is_new = !lines[..place].contains(line);
            if is_new
                && sum % 7 == purpose as usize
                && (purpose != Purpose::Rest || turns.contains(&line.to_vec()))
            {
                visit(line);
            }
        }
    }

    fn is_threatened(&self, position: &P, _: &mut E::State) -> bool {
        let passed = position.null_move().filter(|passed| passed.outcome().is_none());
        passed.is_some_and(|passed| self.win_in_three(&passed).is_some())
    }

    fn answers(&self, position: &P, _: &mut E::State, visit: &mut dyn FnMut(&[P::Move])) {
        let turns = turns_of(position).unwrap_or_default();
        if let Some(turn) = turns.iter().find(|turn| self.win_after(position, turn).is_none()) {
            visit(turn);
        }
    }

    /// The opponent's win, if no turn keeps it from one, or else a turn that ends the game.
    fn look_ahead(
        &self,
        position: &P,
        _: &mut E::State,
        visit: &mut dyn FnMut(&[P::Move]),
    ) -> Option<ForcedWin> {
        let (side, turns) = (position.side_to_move(), turns_of(position)?);
        let losses: Option<Vec<u32>> = turns
            .iter()
            .map(|turn| self.win_after(position, turn).map(|win| turn.len() as u32 + win))
            .collect();
        if let Some(losses) = losses {
            return Some(ForcedWin { winner: !side, plies: losses.into_iter().max()? });
        }
        let wins =
            |turn: &&Vec<P::Move>| after(position, turn).outcome().and_then(Outcome::winner) == Some(side);
        let turn = turns.iter().find(wins)?;
        visit(turn);
        Some(ForcedWin { winner: side, plies: turn.len() as u32 })
    }

    /// What a search of every line of three plies proves.
    fn certain_win(&self, position: &P, _known: &mut Vec<Vec<P::Move>>) -> Option<u32> {
        self.win_in_three(position)
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
    let by_lines = [plain, selective].map(|options| SearchOptions { lines: Some(true), ..options });
    let two = SearchOptions { late_move_reductions: true, threads: 2, ..plain };
    for options in [plain, two, selective].into_iter().chain(by_lines) {
        let mut search = Iterative::with_options(WithTurns(evaluator.clone()), table(1 << 16), options);
        let report = search.run(game, &Limits::depth(DEPTH));
        let place = || format!("{report:?} with {options:?} of {:?}", game.position());
        what_is_proven_is_true(game, evaluator, (report.score, DEPTH - 1), compared, &place);
    }
}

/// The best line begins with a turn that is legal in the game, and the best move is its first.
pub fn the_best_turn_is_legal<P: Hints, E: Knowledge<P> + Clone + 'static>(game: &Game<P>, evaluator: &E) {
    for lines in [false, true] {
        let options = SearchOptions { turns: true, lines: Some(lines), ..SearchOptions::FULL_WIDTH };
        let mut search = Iterative::with_options(WithTurns(evaluator.clone()), table(1 << 16), options);
        the_best_line_begins_with_a_turn(game, &mut search);
    }
}

fn the_best_line_begins_with_a_turn<P: Hints>(game: &Game<P>, search: &mut impl Search<P>) {
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
