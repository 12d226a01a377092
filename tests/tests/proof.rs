//! The laws of proof-number search, held on small games whose every position can be worked out.

use plywood_conformance::games::{Corridor, Graph, Misere, Skirmish, TicTacToe, Vertex};
use plywood_conformance::laws::proof;
use plywood_search::{Outcome, Position, Repetition, Side};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::ops::Range;

/// A table that forgets nothing, one that forgets nearly everything, and one with room for four positions.
const SIZES: [usize; 3] = [1 << 20, 1 << 10, 64];

fn graphs() -> Vec<Graph> {
    (0..300).map(|seed| Graph::random(seed, Repetition::Ignored)).collect()
}

/// Graphs full of circles: sixteen vertices with two or three ways out of each, and two ends, both won by the
/// first player. Refutations lean on the path nearly everywhere, and what is refuted on one path is won on
/// another.
fn mazes(seeds: Range<u64>) -> Vec<Graph> {
    const SIZE: u8 = 16;
    let maze = |seed| {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut vertex = |index: u8| {
            let ways: Vec<u8> = (0..rng.random_range(2..4)).map(|_| rng.random_range(0..SIZE)).collect();
            let ways: Vec<u8> =
                ways.into_iter().filter(|&way| way != index).chain([(index + 1) % SIZE]).collect();
            let mut vertex = Vertex::new(Side::BOTH[rng.random_range(0..2)], &ways, 0);
            vertex.ways.sort_unstable();
            vertex.ways.dedup();
            vertex.outcome = (index > SIZE - 3).then_some(Outcome::Win(Side::First));
            vertex
        };
        Graph::new((0..SIZE).map(&mut vertex).collect(), Repetition::Ignored)
    };
    seeds.map(maze).collect()
}

/// Positions after random games of `plies` plies.
fn after_random_plies<P: Position>(start: &P, plies: usize, games: u64) -> Vec<P> {
    let played = |seed| {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = start.clone();
        for _ in 0..plies {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
        }
        position
    };
    (0..games).map(played).collect()
}

fn corridors() -> Vec<Corridor> {
    let start = Corridor::new(Repetition::Ignored);
    (0..6).flat_map(|plies| after_random_plies(&start, plies, 4)).collect()
}

fn late_misere() -> Vec<Misere> {
    after_random_plies(&Misere::default(), 4, 12)
}

fn late_tic_tac_toe() -> Vec<TicTacToe> {
    (0..5).flat_map(|plies| after_random_plies(&TicTacToe::default(), plies, 4)).collect()
}

fn skirmishes() -> Vec<Skirmish> {
    after_random_plies(&Skirmish::new(Repetition::Draw(3)), 6, 6)
}

#[test]
fn answers_about_graphs_are_right() {
    for bytes in SIZES {
        proof::answers_are_right(&graphs(), bytes);
    }
}

#[test]
fn answers_about_mazes_are_right() {
    for bytes in SIZES {
        proof::answers_are_right(&mazes(0..600), bytes);
    }
}

/// The second player chooses between vertices 1 and 2. From 1 the first player can go round by 3, which is no
/// win as long as 1 is on the path, or win by 4. Whoever comes to 3 by way of 2 wins by going on to 1.
#[test]
fn a_refutation_that_leans_on_the_path_is_not_used_on_another() {
    let (first, second) = (Side::First, Side::Second);
    let mut vertices: Vec<_> = [
        (second, &[1, 2][..]),
        (first, &[3, 4]),
        (first, &[3]),
        (first, &[1, 7]),
        (second, &[5]),
        (first, &[6]),
        (second, &[]),
        (second, &[3]),
    ]
    .map(|(side, ways)| Vertex::new(side, ways, 0))
    .to_vec();
    vertices[6].outcome = Some(Outcome::Win(first));
    proof::answers_are_right(&[Graph::new(vertices, Repetition::Ignored)], 1 << 12);
}

#[test]
fn answers_about_turns_of_several_steps_are_right() {
    for bytes in SIZES {
        proof::answers_are_right(&corridors(), bytes);
    }
}

#[test]
fn answers_about_moves_that_win_for_the_opponent_are_right() {
    for &bytes in &SIZES[..2] {
        proof::answers_are_right(&late_misere(), bytes);
    }
}

#[test]
fn answers_about_tic_tac_toe_are_right() {
    for &bytes in &SIZES[..2] {
        proof::answers_are_right(&late_tic_tac_toe(), bytes);
    }
}

#[test]
fn answers_about_positions_that_recur_are_right() {
    proof::answers_are_right(&skirmishes(), 1 << 20);
}

#[test]
fn bounds_are_exact() {
    for bytes in SIZES {
        proof::bounds_are_exact(&graphs(), bytes);
        proof::bounds_are_exact(&corridors(), bytes);
    }
    proof::bounds_are_exact(&late_misere(), 1 << 20);
    proof::bounds_are_exact(&late_tic_tac_toe(), 1 << 20);
}

#[test]
fn refutations_without_repetition_end() {
    proof::refutations_without_repetition_end(&graphs());
    proof::refutations_without_repetition_end(&corridors());
}

#[test]
fn searches_are_deterministic() {
    proof::searches_are_deterministic(&graphs());
    proof::searches_are_deterministic(&late_misere());
}

#[test]
fn a_stopped_search_is_taken_up() {
    proof::a_stopped_search_is_taken_up(&graphs()[..40]);
    proof::a_stopped_search_is_taken_up(&late_misere());
}

#[test]
fn values_are_right() {
    proof::values_are_right(&graphs());
    proof::values_are_right(&corridors());
    proof::values_are_right(&late_misere());
    proof::values_are_right(&late_tic_tac_toe());
    proof::values_are_right(&skirmishes());
}

#[test]
fn a_value_is_not_wrong_where_repetition_is_illegal() {
    let forbidding: Vec<_> = (0..100).map(|seed| Graph::random(seed, Repetition::Illegal(2))).collect();
    proof::values_are_right(&forbidding);
}

#[test]
fn lengths_are_least() {
    proof::lengths_are_least(&graphs());
    proof::lengths_are_least(&corridors());
    proof::lengths_are_least(&late_misere());
}

#[test]
fn a_checkpoint_goes_on() {
    proof::a_checkpoint_goes_on(&graphs()[..40]);
    proof::a_checkpoint_goes_on(&late_misere());
}

#[test]
fn minimax_agrees() {
    let rules = [
        Repetition::Ignored,
        Repetition::Draw(2),
        Repetition::Draw(3),
        Repetition::Illegal(2),
        Repetition::Illegal(3),
    ];
    for rule in rules {
        let graphs: Vec<_> = (0..150).map(|seed| Graph::random(seed, rule)).collect();
        proof::minimax_agrees(&graphs, 8);
        proof::minimax_agrees(&after_random_plies(&Corridor::new(rule), 3, 4), 10);
    }
    proof::minimax_agrees(&late_tic_tac_toe(), 9);
    proof::minimax_agrees(&after_random_plies(&Misere::default(), 6, 12), 12);
}

#[test]
fn threads_change_no_answer() {
    for bytes in SIZES {
        proof::threads_change_no_answer(&mazes(0..60), bytes, 3);
        proof::threads_change_no_answer(&late_tic_tac_toe(), bytes, 2);
    }
    proof::threads_change_no_answer(&skirmishes(), 1 << 16, 4);
}
