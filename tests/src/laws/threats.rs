//! Laws of lines that threats make longer, with a minimax that makes them longer too as the judge.

use super::search::{iterations_are_minimax, table};
use plywood_search::{Game, Hints, Iterative, Knowledge, Outcome, Score, SearchOptions};

/// A search that answers threats at the horizon, and is exact otherwise, finds the value of minimax with the
/// same longer lines, at every depth.
pub fn lines_under_threat_are_longer<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    let value = |depth| Judge { evaluator, longest_line: 2 * depth }.root(game, depth);
    let expected: Vec<_> = (1..=depth).map(value).collect();
    let options = SearchOptions { threats: true, table: false, ..SearchOptions::EXACT };
    let mut search = Iterative::with_options(evaluator.clone(), table(64), options);
    iterations_are_minimax(&expected, &mut search, game, "lines under threat are longer");
}

/// Minimax without repetition, in which a side that is threatened at the end of a line moves once more,
/// unless the line is twice as long as was asked for.
struct Judge<'a, E> {
    evaluator: &'a E,
    longest_line: u32,
}

impl<E> Judge<'_, E> {
    /// The value of the best move that the game allows, its history considered.
    fn root<P: Hints>(&self, game: &Game<P>, depth: u32) -> Score
    where
        E: Knowledge<P>,
    {
        let values = game.legal_moves().into_iter().map(|mv| self.after(game.position(), mv, depth - 1, 1));
        values.max().expect("an unfinished game has a move")
    }

    /// The value of a move for the player who makes it, where `depth` plies follow.
    fn after<P: Hints>(&self, position: &P, mv: P::Move, depth: u32, ply: u32) -> Score
    where
        E: Knowledge<P>,
    {
        let mut child = position.clone();
        child.play_unchecked(mv);
        let value = self.value(&child, depth, ply);
        if child.side_to_move() == position.side_to_move() { value } else { -value }
    }

    /// The value for the mover, `ply` plies from the root.
    fn value<P: Hints>(&self, position: &P, depth: u32, ply: u32) -> Score
    where
        E: Knowledge<P>,
    {
        match position.outcome() {
            Some(Outcome::Draw) => return Score::ZERO,
            Some(Outcome::Win(side)) if side == position.side_to_move() => return Score::win_in(ply),
            Some(Outcome::Win(_)) => return Score::loss_in(ply),
            None => {}
        }
        let state = &mut self.evaluator.start(position);
        let answers = ply < self.longest_line && self.evaluator.is_threatened(position, state);
        if depth == 0 && !answers {
            return self.evaluator.evaluate(position, state);
        }
        let left = depth.max(1) - 1;
        let values = position.legal_moves().into_iter().map(|mv| self.after(position, mv, left, ply + 1));
        values.max().expect("a position without an outcome has a move")
    }
}
