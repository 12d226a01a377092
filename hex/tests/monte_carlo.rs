//! Monte-Carlo tree search with connections.

use crate::puzzle;
use plywood_hex::eval::Strong;
use plywood_hex::{Hex, HexGame, Move, Rules};
use plywood_play::{AnyGame, Erased, Spec};
use plywood_search::{
    Dfpn, Ended, Game, Knowledge, Limits, Mcts, MctsOptions, Position, ProofTable, Report, Search,
};
use serde_json::Value;
use std::sync::Arc;

/// Connections where a node has been visited 40 times, below the root 5 times.
const OPTIONS: MctsOptions = MctsOptions {
    exploration: 0.0,
    first_play: f32::INFINITY,
    rave: Some(1_000),
    inherit: 30,
    bias: 0.0,
    explore_from: 0,
    prior: 0.5,
    judge_after: None,
    trust: 0,
    ask_after: Some(40),
    prove: 0.0,
    longest_playout: 1_000,
    half_a_win: None,
    expand_after: 4,
    solver: true,
    memory: 16 << 20,
    keep: false,
    multi_pv: 1,
    threads: 1,
    seed: 0,
};

fn search(position: &Hex, options: MctsOptions, simulations: u64) -> Report<Move> {
    Mcts::new(Strong, options).run(&Game::new(*position), &Limits::nodes(simulations))
}

#[test]
fn winning_first_moves_on_five_by_five_are_proven() {
    let openings: Value = serde_json::from_str(include_str!("data/openings.json")).expect("JSON");
    let recorded = openings["sizes"]["5"]["winning"].as_array().expect("a list");
    let start = Hex::start("size=5,swap=off".parse::<Rules>().expect("rules"));
    for mv in start.legal_moves() {
        let mut position = start;
        position.play_unchecked(mv);
        for threads in [1, 2] {
            let report = search(&position, MctsOptions { threads, ..OPTIONS }, 200_000);
            assert!(report.score.is_decisive(), "{mv} is not proven: {report:?}");
            let wins = recorded.contains(&Value::from(mv.to_string()));
            assert_eq!(report.score.is_loss(), wins, "{mv}: {}", report.score);
        }
    }
}

#[test]
fn what_is_proven_of_puzzles_is_true() {
    let mut proven = 0;
    let puzzles = include_str!("data/puzzles.jsonl").lines();
    let puzzles = puzzles.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let is_small = |puzzle: &Value| puzzle["kind"] == "solve" && puzzle["width"].as_u64() <= Some(6);
    for puzzle in puzzles.filter(is_small).take(16) {
        let position = puzzle::read(&puzzle);
        let score = search(&position, OPTIONS, 4_000).score;
        if score.is_decisive() {
            proven += 1;
            let mover_wins = puzzle["winner"] == position.turn().to_string().as_str();
            assert_eq!(score.is_win(), mover_wins, "{score} in {position}");
        }
    }
    assert!(proven > 3, "{proven} proven");
}

#[test]
fn a_certain_win_is_played_out() {
    // Whoever is to move has the bridges of a winning chain, or the next stone of one.
    let mut position =
        Hex::from_text("5/2x2/5/1x3/5 x", "size=5".parse::<Rules>().expect("rules")).expect("a position");
    let winner = position.side_to_move();
    let mut plies = 0;
    while position.outcome().is_none() {
        let report = search(&position, OPTIONS, 2_000);
        let wins = position.side_to_move() == winner;
        assert_eq!((report.score.is_win(), report.score.is_loss()), (wins, !wins), "{position}");
        position.play_unchecked(report.best.expect("a move"));
        plies += 1;
    }
    assert_eq!(position.outcome().and_then(plywood_search::Outcome::winner), Some(winner));
    assert!(plies <= 11, "{plies} plies");
}

/// From a game that was lost against Wolve. Black wins with g10 in a line that is too long for playouts.
const LONG_LINE: &str = "6ooo2/4oxxx1o1/3x1oox1xx/5xxo1ox/6xxxox/5oooo2/4xx3x1/3oo2x2x/5o2o2/9o1/11 x";

/// A search with a prover beside the tree, as new.
fn proving(prove: f32, keep: bool) -> Mcts<Hex, Strong> {
    let table = Arc::new(ProofTable::with_bytes(1 << 20).expect("there is so little of it"));
    Mcts::new(Strong, MctsOptions { prove, keep, ..OPTIONS }).with_prover(Dfpn::new(Strong, table))
}

#[test]
fn a_prover_beside_the_tree_sees_a_long_line() {
    let game = Erased::<HexGame>::new();
    let session = game.session("size=11,swap=off", Some(LONG_LINE)).expect("a position");
    let think = |spec: &str| {
        let mut engine = session.engine(&spec.parse().expect("a spec")).expect("an engine");
        engine.think(&*session, &Limits::none(), &mut |_| {}).expect("an answer")
    };
    let blind = think("mcts:nodes=70k,book=off,prove=0");
    assert_eq!((blind.ended, blind.score.is_decisive()), (Some(Ended::Nodes), false), "{blind:?}");
    let seeing = think("mcts:nodes=70k,book=off,prove=0.25");
    assert!(seeing.score.is_win() && seeing.ended == Some(Ended::Proven), "{seeing:?}");
}

#[test]
fn a_prover_keeps_to_the_limits_and_answers_the_same_again() {
    let position = Hex::start("size=7,swap=off".parse().expect("rules"));
    let mut game = Game::new(position);
    let mut again = proving(1.0, false);
    for nodes in [2_049, 3_000, 9_000] {
        let limits = Limits::nodes(nodes);
        let report = proving(1.0, false).run(&game, &limits);
        assert!(report.nodes <= nodes && report.ended == Some(Ended::Nodes), "{report:?}");
        assert_eq!((&again.run(&game, &limits), &again.run(&game, &limits)), (&report, &report));
    }
    // Another board after this one: what was proven of the first is not believed of the second.
    let mut kept = proving(1.0, true);
    while game.outcome().is_none() {
        let report = kept.run(&game, &Limits::nodes(6_000));
        game.play(report.best.expect("a move")).expect("a legal move");
    }
    let other = Game::new(Hex::start("size=5,swap=off".parse().expect("rules")));
    let limits = Limits::nodes(6_000);
    assert_eq!(kept.run(&other, &limits), proving(1.0, true).run(&other, &limits));
    let threads = MctsOptions { threads: 2, prove: 0.5, ..OPTIONS };
    let table = Arc::new(ProofTable::with_bytes(1 << 20).expect("there is so little of it"));
    let mut shared = Mcts::new(Strong, threads).with_prover(Dfpn::new(Strong, table));
    for nodes in [3_000, 20_000] {
        let report = shared.run(&Game::new(position), &Limits::nodes(nodes));
        assert!(report.best.is_some() && report.nodes <= nodes, "{report:?}");
    }
}

/// The options that the game names for `mcts` are those of every engine made by name.
#[test]
fn engines_by_name_answer_within_their_nodes() {
    let game = Erased::<HexGame>::new();
    let session = game.session("size=7", None).expect("rules");
    let named = [
        "mcts:nodes=300",
        "mcts:nodes=300,eval=distance",
        "mcts:nodes=300,rave=0,ask=0,bias=0.0",
        "mcts:nodes=300,prove=1",
    ];
    for text in game.levels().into_iter().take(2).chain(named) {
        let spec: Spec = text.parse().expect("a spec");
        let mut engine = session.engine(&spec).expect("an engine");
        let thoughts = engine.think(&*session, &Limits::none(), &mut |_| {}).expect("an answer");
        assert!(thoughts.best.is_some() && thoughts.nodes <= 300, "{text}: {thoughts:?}");
    }
    for wrong in ["mcts:bias=-1", "mcts:explore=NaN", "mcts:ask=x", "mcts:prove=-1", "mcts:inherit=2000000"] {
        assert!(session.engine(&wrong.parse().expect("a spec")).is_err(), "{wrong}");
    }
}

/// Black's chain of bridges from edge to edge, and White's stones beside it.
const CHAIN: &str = "11/5x5/7o3/4x6/7o3/3x7/7o3/2x8/7o3/1x9/11";

#[test]
fn a_lost_game_is_lost_on_the_last_cells_that_the_winner_needs() {
    let mut position =
        Hex::from_text(&format!("{CHAIN} o"), "size=11".parse().expect("rules")).expect("a position");
    let mut plies = 0;
    while position.outcome().is_none() {
        let needs = Strong.needs(&position, &mut Strong.start(&position)).expect("a certain win");
        let report = search(&position, OPTIONS, 20_000);
        let mv = report.best.expect("a move");
        let place = Strong.place(&position, mv).expect("a stone");
        assert!(needs.contains(place), "{mv} does not touch what the winner needs in {position}");
        assert!(report.score.is_decisive(), "{} in {position}", report.score);
        position.play_unchecked(mv);
        plies += 1;
    }
    assert_eq!(position.winner(), Some(plywood_hex::Colour::Black));
    // There are six bridges; each is cut once and kept once.
    assert!((8..=16).contains(&plies), "{plies} plies");
}

/// White wins with b9. The search looked at it too seldom to see that before it explored where it has been
/// often, and Black has lost a game by it.
#[test]
fn a_long_search_comes_back_to_moves_that_look_bad() {
    const LINE: &str = "j7 g3 h4 i3 h3 i1 j2 j3 i2 h5 g5 f7 g6 g7 h6 i8 h7 g9 d9 e8 h9 g10 c8 d8 j9 h8 b10";
    let mut session = Erased::<HexGame>::new().session("size=11", None).expect("rules");
    for mv in LINE.split(' ') {
        session.play(mv).expect("a legal move");
    }
    let mut engine = session.engine(&"mcts:nodes=40k,book=off".parse().expect("a spec")).expect("an engine");
    let thoughts = engine.think(&*session, &Limits::none(), &mut |_| {}).expect("an answer");
    assert_eq!(thoughts.best.as_deref(), Some("b9"), "{thoughts:?}");
    assert!(thoughts.score.is_win(), "{thoughts:?}");
}
