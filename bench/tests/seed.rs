//! The re-created seed against its own numbers, and against plywood's rules where the two must agree.

use plywood_bench::seed::{Board, Evaluation, Method, search};
use plywood_loa::{Colour, Loa, Rules};
use proptest::prelude::*;
use serde_json::Value;
use std::fs;

/// The game of the seed's report, 32 plies; the seed has White.
const GAME: &str = "b1-h1 a7-c5 b8-a7 a5-d5 a7-c7 a3-d6 c7-e7 h6-e6 e7xh4 h2-f2 g1-g3 h5-f7 h4-f4 a6-c4 g3-g1 f2-d2 \
    h1-f3 a4-c6 g1-g3 h7-g6 c1-g1 d2xf4 d1xd5 a2-a3 d5-g2 a3-e7 g1-e3 c5-d5 e1xe6 h3xe6 c8xe6 f4-d4";

fn data(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the data file is part of the repository");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is a JSON value")).collect()
}

/// The board after so many plies of the game.
fn board_at(ply: usize) -> Board {
    let mut board = Board::start();
    for mv in GAME.split(' ').take(ply) {
        board.play_text(mv).unwrap();
    }
    board
}

/// Nodes over the game without and with the last search, which wins at once.
fn totals(method: Method) -> (u64, u64) {
    let (mut without, mut with) = (0, 0);
    for (ply, played) in GAME.split(' ').enumerate().skip(1).step_by(2) {
        let board = board_at(ply);
        let found = search(&board, method, Evaluation::H2, 4);
        let best = found.best.map(|mv| board.write(mv));
        assert_eq!(best.as_deref(), Some(played), "ply {ply}");
        with += found.nodes;
        without += if found.wins_at_once { 0 } else { found.nodes };
    }
    (without, with)
}

#[test]
fn minimax_over_the_game_has_the_published_total() {
    assert_eq!(totals(Method::Minimax), (20_009_528, 20_103_794));
}

#[test]
fn alpha_beta_over_the_game_has_the_published_total() {
    assert_eq!(totals(Method::AlphaBeta), (2_083_871, 2_095_109));
}

#[test]
fn every_recorded_search_has_its_nodes_and_its_move() {
    let rows = data("seed_nodes.jsonl");
    assert_eq!(rows.len(), 400);
    for row in rows {
        let number = |key: &str| row[key].as_u64().expect("a number");
        let method = if row["algo"] == "ab" { Method::AlphaBeta } else { Method::Minimax };
        let evaluation = Evaluation::ALL[number("heuristic") as usize - 1];
        let board = board_at(number("ply") as usize);
        let found = search(&board, method, evaluation, number("depth") as u32);
        let best = found.best.map(|mv| board.write(mv).replace(['-', 'x'], ""));
        assert_eq!((found.nodes, best.as_deref()), (number("nodes"), row["best"].as_str()), "{row}");
    }
}
