//! The re-created seed against its own numbers, and against plywood's rules where the two must agree.

use plywood_bench::seed::{Board, Evaluation, Method, search};
use plywood_loa::{Colour, Loa, Rules};
use plywood_play::Thoughts;
use plywood_search::{Ended, Limits, Outcome, Position, Score, StopHandle};
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use std::time::Duration;

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

#[test]
fn the_evaluations_as_coded_have_the_recorded_values() {
    let positions =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../loa/tests/data/positions.jsonl"));
    let positions: Vec<Value> =
        positions.unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in data("seed_heuristics.jsonl") {
        let position = positions.iter().find(|position| position["id"] == row["id"]).expect("a known id");
        let letter = if position["to_move"] == "black" { 'x' } else { 'o' };
        let text = format!("{} {letter}", position["board"].as_str().unwrap());
        let board = Board::from_text(&text).unwrap();
        for colour in Colour::BOTH {
            let values = Evaluation::ALL.map(|evaluation| evaluation.of(&board, colour));
            assert_eq!(serde_json::json!(values), row[colour.to_string()], "{text} {colour}");
        }
    }
}

fn rules() -> Rules {
    "connection=mover-wins,repetition=none".parse().unwrap()
}

/// A position without an outcome after some moves of a random game, on plywood's board and on the seed's.
fn random_position(choices: &[u16]) -> (Loa, Board) {
    let mut position = Loa::start(rules());
    let mut board = Board::start();
    for &choice in choices {
        let moves = position.legal_moves();
        let mv = moves[choice as usize % moves.len()];
        let mut next = position.clone();
        next.play_unchecked(mv);
        if next.outcome().is_some() {
            break;
        }
        board.play_text(&position.write_move(mv)).unwrap();
        position = next;
    }
    (position, board)
}

/// Nodes of the tree without its finished positions; `None` if it holds something that the seed treats in a
/// way of its own: a full line, a win to stop at, or a pass.
fn plain_nodes(position: &Loa, depth: u32) -> Option<u64> {
    const LINES: [(u64, u32); 2] = [(0xFF, 8), (0x0101_0101_0101_0101, 1)];
    const DIAGONALS: [u64; 2] = [0x8040_2010_0804_0201, 0x0102_0408_1020_4080];
    let men = position.men(Colour::Black) | position.men(Colour::White);
    let is_full = |line: u64| men & line == line;
    if DIAGONALS.into_iter().any(is_full)
        || LINES.into_iter().any(|(line, step)| (0..8).any(|index| is_full(line << (step * index))))
    {
        return None;
    }
    let mut nodes = 1;
    if depth == 0 {
        return Some(nodes);
    }
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        match child.outcome() {
            Some(Outcome::Win(side)) if side == child.side_to_move() => {}
            Some(_) => return None,
            None if mv.is_pass() => return None,
            None => nodes += plain_nodes(&child, depth - 1)?,
        }
    }
    Some(nodes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn where_no_count_is_wrong_the_moves_are_the_legal_ones(choices in prop::collection::vec(any::<u16>(), 0..80)) {
        let (position, board) = random_position(&choices);
        prop_assume!(!board.is_miscounted());
        let mut ours: Vec<_> = position.legal_moves().into_iter().map(|mv| position.write_move(mv)).collect();
        let mut theirs: Vec<_> = board.moves().into_iter().map(|mv| board.write(mv)).collect();
        ours.retain(|mv| mv != "pass");
        ours.sort();
        theirs.sort();
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn where_the_seed_has_no_way_of_its_own_minimax_counts_the_tree(
        choices in prop::collection::vec(any::<u16>(), 0..80),
        depth in 1_u32..=2,
    ) {
        let (position, board) = random_position(&choices);
        prop_assume!(!board.is_miscounted());
        if let Some(nodes) = plain_nodes(&position, depth) {
            prop_assert_eq!(search(&board, Method::Minimax, Evaluation::H1, depth).nodes, nodes);
        }
    }

    #[test]
    fn alpha_beta_finds_the_value_and_the_move_of_minimax_in_no_more_nodes(
        choices in prop::collection::vec(any::<u16>(), 0..80),
        depth in 1_u32..=3,
        evaluation in prop::sample::select(&Evaluation::ALL),
    ) {
        let (_, board) = random_position(&choices);
        let minimax = search(&board, Method::Minimax, evaluation, depth);
        let alpha_beta = search(&board, Method::AlphaBeta, evaluation, depth);
        prop_assert_eq!((alpha_beta.value, alpha_beta.best), (minimax.value, minimax.best));
        prop_assert!(alpha_beta.nodes <= minimax.nodes);
    }
}

#[test]
fn a_list_that_began_with_the_game_is_not_that_of_the_position_s_text() {
    let (followed, read) = (board_at(9), Board::from_text(&text_at(9)).unwrap());
    let nodes = |board| search(board, Method::AlphaBeta, Evaluation::H2, 3).nodes;
    assert_eq!(followed.men(Colour::Black), read.men(Colour::Black));
    assert_ne!(followed.list(Colour::Black), read.list(Colour::Black));
    assert_ne!(nodes(&followed), nodes(&read));
}

fn text_at(ply: usize) -> String {
    let mut position = Loa::start(rules());
    for mv in GAME.split(' ').take(ply) {
        position.play_unchecked(position.read_move(mv).unwrap());
    }
    position.to_string()
}

/// What the engine of this text thinks after so many plies of the game, the session beginning at ply `from`.
fn thoughts(engine: &str, from: usize, to: usize, limits: &Limits) -> Thoughts {
    let game = plywood_registry::find("loa").unwrap();
    let mut session = game.session("connection=mover-wins,repetition=none", Some(&text_at(from))).unwrap();
    for mv in GAME.split(' ').take(to).skip(from) {
        session.play(mv).unwrap();
    }
    let mut engine = plywood_bench::ENGINES.make(&*session, &engine.parse().unwrap()).unwrap();
    engine.think(&*session, limits, &mut |_| {}).unwrap()
}

#[test]
fn the_engine_counts_as_the_search_does_from_the_start_and_from_a_position() {
    let spec = "seed:search=alphabeta,eval=h2-seed,depth=3";
    for (from, to) in [(0, 8), (8, 8), (4, 9)] {
        let mut board = if from == 0 { Board::start() } else { Board::from_text(&text_at(from)).unwrap() };
        for mv in GAME.split(' ').take(to).skip(from) {
            board.play_text(mv).unwrap();
        }
        let found = search(&board, Method::AlphaBeta, Evaluation::H2, 3);
        let thoughts = thoughts(spec, from, to, &Limits::none());
        assert_eq!(thoughts.nodes, found.nodes);
        assert_eq!(thoughts.best, found.best.map(|mv| board.write(mv)));
        assert_eq!((thoughts.depth, thoughts.ended), (3, Some(Ended::Depth)));
    }
}

#[test]
fn the_last_search_of_the_game_wins_at_once() {
    let thoughts = thoughts("seed:search=minimax,eval=h2-seed,depth=4", 0, 31, &Limits::none());
    assert_eq!(thoughts.nodes, 20_103_794 - 20_009_528);
    assert_eq!((thoughts.best.as_deref(), thoughts.score), (Some("f4-d4"), Score::win_in(1)));
}

#[test]
fn a_search_that_may_not_finish_still_names_a_legal_move() {
    let stopped = StopHandle::new();
    stopped.stop();
    for (limits, ended) in [
        (Limits::nodes(0), Ended::Nodes),
        (Limits::nodes(3_000), Ended::Nodes),
        (Limits::none().with_stop(stopped), Ended::Stopped),
        (Limits::time(Duration::ZERO), Ended::Time),
    ] {
        let thoughts = thoughts("seed:depth=4", 0, 0, &limits);
        assert_eq!((thoughts.depth, thoughts.ended), (0, Some(ended)));
        assert!(thoughts.nodes < 5_000);
        let session = plywood_registry::find("loa").unwrap().session("", None).unwrap();
        assert!(session.legal_moves().contains(&thoughts.best.unwrap()));
    }
}

#[test]
fn what_the_seed_is_not_is_refused_with_the_text() {
    let loa = |rules| plywood_registry::find("loa").unwrap().session(rules, None).unwrap();
    for (spec, part) in [
        ("seed:search=mcts", "mcts"),
        ("seed:eval=h2", "h1-seed, h2-seed"),
        ("seed:depth=0", "must be 1 to"),
        ("seed:depth=x", "\"x\""),
        ("seed:hash=1MB", "hash"),
        ("seeds", "seeds"),
    ] {
        let error =
            plywood_bench::ENGINES.make(&*loa(""), &spec.parse().unwrap()).err().expect(spec).to_string();
        assert!(error.contains(part), "{error}");
    }
    let small = loa("size=6");
    let mut engine = plywood_bench::ENGINES.make(&*small, &"seed".parse().unwrap()).unwrap();
    let error = engine.think(&*small, &Limits::none(), &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("8x8"), "{error}");
}
