//! The seed's player: a turn is one move, and every different turn is looked at once.
//!
//! The seed's went to depth 1. Depth 2 is here to see what it costs, with alpha-beta and without.

use plywood_arimaa::Arimaa;
use plywood_arimaa::eval::Seed;
use plywood_search::{Knowledge, Outcome, Position, Score, StopHandle};

/// What a search over whole turns has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The value for the side to move.
    pub value: Score,
    /// The position after the best turn, the first of several; `None` if there is no turn.
    pub best: Option<Arimaa>,
    /// The turns made, in the whole tree.
    pub nodes: u64,
}

/// Minimax to a depth in whole turns, with the evaluation `seed`, repetition left aside. `None` if it was
/// stopped.
pub fn minimax(position: &Arimaa, depth: u32, stop: &StopHandle) -> Option<Answer> {
    search(position, depth, None, stop)
}

/// The same value by alpha-beta, which leaves out turns that cannot change it. Turns are tried in the order
/// of their values after one.
pub fn alpha_beta(position: &Arimaa, depth: u32, stop: &StopHandle) -> Option<Answer> {
    search(position, depth, Some((-Score::WIN, Score::WIN)), stop)
}

type Window = (Score, Score);

/// Searches with a window, or without leaving anything out.
fn search(position: &Arimaa, depth: u32, window: Option<Window>, stop: &StopHandle) -> Option<Answer> {
    let mut answer = Answer { value: value(position), best: None, nodes: 0 };
    if depth == 0 || position.outcome().is_some() {
        return Some(answer);
    }
    if stop.is_stopped() {
        return None;
    }
    answer.value = -Score::WIN;
    for child in children(position, window.is_some() && depth > 1) {
        let alpha = answer.value;
        let narrowed = window.map(|(lower, upper)| (-upper, -lower.max(alpha)));
        let reply = search(&child, depth - 1, narrowed, stop)?;
        answer.nodes += 1 + reply.nodes;
        if answer.best.is_none() || -reply.value > answer.value {
            (answer.value, answer.best) = (-reply.value, Some(child));
        }
        if window.is_some_and(|(_, upper)| answer.value >= upper) {
            break;
        }
    }
    Some(answer)
}

/// The positions after the turns of a position, best first where they are to be ordered.
fn children(position: &Arimaa, ordered: bool) -> Vec<Arimaa> {
    let turns = position.turns();
    let mut children: Vec<Arimaa> =
        turns.iter().flat_map(|turns| turns.iter().map(|turn| turn.position())).collect();
    if ordered {
        children.sort_by_cached_key(value);
    }
    children
}

/// The value for the side to move: the result of a finished game, or the seed's evaluation.
fn value(position: &Arimaa) -> Score {
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == position.side_to_move() => Score::WIN,
        Some(Outcome::Win(_)) => Score::LOSS,
        Some(Outcome::Draw) => Score::ZERO,
        None => Seed.value_of(position),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimax(position: &Arimaa, depth: u32) -> Answer {
        super::minimax(position, depth, &StopHandle::new()).expect("nobody stops it")
    }

    fn alpha_beta(position: &Arimaa, depth: u32) -> Answer {
        super::alpha_beta(position, depth, &StopHandle::new()).expect("nobody stops it")
    }

    #[test]
    fn a_pulled_handle_ends_the_search() {
        let stop = StopHandle::new();
        stop.stop();
        assert_eq!(super::minimax(&position(FEW[0]), 2, &stop), None);
    }

    fn position(text: &str) -> Arimaa {
        text.parse().expect("a position")
    }

    /// Few pieces, so that two turns are soon tried.
    const FEW: [&str; 3] = [
        "g [                r          c                 D       R          ]",
        "s [r                          h   E                     C R        ]",
        "g [   r                    d     H                  R              ]",
    ];

    #[test]
    fn alpha_beta_finds_the_value_of_minimax_with_fewer_turns() {
        for text in FEW {
            let position = position(text);
            for depth in 1..=2 {
                let (full, pruned) = (minimax(&position, depth), alpha_beta(&position, depth));
                assert_eq!(full.value, pruned.value, "{text} {depth}");
                assert!(pruned.nodes <= full.nodes);
            }
        }
    }

    #[test]
    fn minimax_makes_every_turn_once() {
        let position = position(FEW[0]);
        let turns = position.turns().expect("a turn begins");
        let replies: u64 = turns
            .iter()
            .map(|turn| turn.position())
            .filter(|after| after.outcome().is_none())
            .map(|after| after.turns().map_or(0, |turns| turns.len() as u64))
            .sum();
        assert_eq!(minimax(&position, 1).nodes, turns.len() as u64);
        assert_eq!(minimax(&position, 2).nodes, turns.len() as u64 + replies);
    }

    #[test]
    fn the_best_turn_wins_where_one_does() {
        let answer =
            minimax(&position("g [                                R                      r        ]"), 1);
        assert_eq!(answer.value, Score::WIN);
        let best = answer.best.expect("there is a turn");
        assert_eq!(best.outcome().and_then(Outcome::winner), Some(plywood_search::Side::First));
    }
}
