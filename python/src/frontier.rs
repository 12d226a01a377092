//! Alpha-beta whose evaluation is asked about many positions at once: all children of a node on the last but
//! one ply. For functions that are slow to call and quick at arrays.

use crate::picture::observe;
use plywood_play::Arrays;
use plywood_search::{Game, Outcome, Position, Score};

/// The values of so many positions, given as observations in a row, each for its own side to move; `None`
/// ends the search.
pub(crate) type Ask<'a> = &'a mut dyn FnMut(Vec<f32>, usize) -> Option<Vec<i32>>;

/// The answer of a search.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    /// The best action; `None` if the game is over.
    pub(crate) action: Option<usize>,
    pub(crate) score: Score,
    /// The moves made.
    pub(crate) nodes: u64,
}

/// Searches `depth` plies, at least one; `None` if the evaluation gave up. The value is that of plain
/// alpha-beta to the same depth with the same evaluation.
pub(crate) fn search<P: Arrays>(game: &Game<P>, depth: u32, ask: Ask<'_>) -> Option<Best> {
    let mut search = Frontier { game: game.clone(), ask, nodes: 0 };
    let (score, best) = search.node(depth.max(1), 0, [-Score::INFINITY, Score::INFINITY])?;
    let action = best.map(|mv| game.position().action(mv));
    Some(Best { action, score, nodes: search.nodes })
}

struct Frontier<'a, P: Position> {
    game: Game<P>,
    ask: Ask<'a>,
    nodes: u64,
}

/// The value of a finished game for the side to move, so many plies from the root.
fn value_of_end<P: Position>(position: &P, outcome: Outcome, ply: u32) -> Score {
    match outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(winner) if winner == position.side_to_move() => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
    }
}

impl<P: Arrays> Frontier<'_, P> {
    /// The value of the current position and a best move, within a window.
    fn node(&mut self, depth: u32, ply: u32, window: [Score; 2]) -> Option<(Score, Option<P::Move>)> {
        if let Some(outcome) = self.game.outcome() {
            return Some((value_of_end(self.game.position(), outcome, ply), None));
        }
        if depth == 1 {
            return self.children(ply);
        }
        let side = self.game.side_to_move();
        let ([mut alpha, beta], mut best) = (window, (-Score::INFINITY, None));
        for mv in self.game.legal_moves() {
            self.make(mv);
            let turned = self.game.side_to_move() != side;
            let window = if turned { [-beta, -alpha] } else { [alpha, beta] };
            let (value, _) = self.node(depth - 1, ply + 1, window)?;
            self.game.undo();
            let value = if turned { -value } else { value };
            if value > best.0 {
                best = (value, Some(mv));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The best of the children, all valued in one call.
    fn children(&mut self, ply: u32) -> Option<(Score, Option<P::Move>)> {
        let (side, moves) = (self.game.side_to_move(), self.game.legal_moves());
        let mut values = vec![Score::ZERO; moves.len()];
        let (mut waiting, mut observations) = (Vec::new(), Vec::new());
        for (index, &mv) in moves.iter().enumerate() {
            self.make(mv);
            let child = self.game.position();
            let turned = child.side_to_move() != side;
            if let Some(outcome) = self.game.outcome() {
                let value = value_of_end(child, outcome, ply + 1);
                values[index] = if turned { -value } else { value };
            } else {
                let [rows, columns] = child.grid();
                let planes = 2 * P::KINDS.len() + P::MARKS.len() + P::FACTS.len() + 1;
                let from = observations.len();
                observations.resize(from + planes * rows * columns, 0.0);
                observe(child, &mut observations[from..]);
                waiting.push((index, turned));
            }
            self.game.undo();
        }
        if !waiting.is_empty() {
            let answers = (self.ask)(observations, waiting.len())?;
            for (&(index, turned), value) in waiting.iter().zip(answers) {
                let value = Score::heuristic(value);
                values[index] = if turned { -value } else { value };
            }
        }
        let best = (0..moves.len()).rev().max_by_key(|&index| values[index])?;
        Some((values[best], Some(moves[best])))
    }

    fn make(&mut self, mv: P::Move) {
        self.nodes += 1;
        self.game.play(mv).expect("a move out of the list is legal");
    }
}
