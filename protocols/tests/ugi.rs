//! Whole sessions of UGI, for several games.

use crate::dialogue::{ask, last};
use plywood_play::AnyGame;
use plywood_protocols::{Conversation, Then, Ugi};
use plywood_registry::{ARIMAA, GEKITAI, HEX, LOA};
use proptest::prelude::*;

static GAMES: [&dyn AnyGame; 4] = [LOA, GEKITAI, HEX, ARIMAA];

fn session_with(game: &'static dyn AnyGame, rules: &str, engine: &str) -> Ugi {
    let spec = engine.parse().expect("an engine");
    Ugi::new(game, rules, &spec, |session, spec| session.engine(spec)).expect("a session")
}

fn session(game: &'static dyn AnyGame) -> Ugi {
    session_with(game, "", "ids:hash=1MB")
}

#[test]
fn every_game_says_who_it_is_and_makes_a_move() {
    for game in GAMES {
        let mut ugi = session(game);
        let lines = ask(&mut ugi, "ugi");
        assert!(lines[0].starts_with("id name ") && lines[1].starts_with("id author "), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("ugiok"));
        assert_eq!(ask(&mut ugi, "isready"), ["readyok"]);
        assert!(ask(&mut ugi, "uginewgame").is_empty());
        assert!(ask(&mut ugi, "position startpos").is_empty());
        let best = last(&mut ugi, "go depth 1");
        let best = best.strip_prefix("bestmove ").expect("a move");
        assert_eq!(best.split(' ').count(), 1, "{best}");
        assert!(ask(&mut ugi, &format!("position startpos moves {best}")).is_empty(), "{best}");
    }
}

#[test]
fn a_controller_plays_a_game_to_its_end_through_queries() {
    for game in GAMES {
        let mut engines = [session_with(game, "", "random:seed=1"), session_with(game, "", "random:seed=2")];
        let mut moves: Vec<String> = Vec::new();
        while moves.len() < 60 {
            let line = format!("position startpos moves {}", moves.join(" "));
            for engine in &mut engines {
                assert!(ask(engine, line.trim_end_matches(" moves ")).is_empty(), "{line}");
            }
            if last(&mut engines[0], "query gameover") == "response true" {
                assert_ne!(last(&mut engines[1], "query result"), "response none");
                break;
            }
            let mover = usize::from(last(&mut engines[0], "query p1turn") == "response false");
            let best = last(&mut engines[mover], "go nodes 100");
            moves.push(best.strip_prefix("bestmove ").expect("a move").to_owned());
        }
        assert!(moves.len() > 5, "{}: {moves:?}", game.info().name);
    }
}

#[test]
fn queries_tell_turn_end_and_result() {
    let mut ugi = session_with(HEX, "size=2", "ids:hash=1MB");
    for (line, turn, over, result) in [
        ("position startpos", "true", "false", "none"),
        ("position startpos moves a1", "false", "false", "none"),
        ("position startpos moves a1 b1 a2", "false", "true", "p1win"),
        ("position fen oo/x1 x", "true", "true", "p2win"),
    ] {
        assert!(ask(&mut ugi, line).is_empty(), "{line}");
        for (query, answer) in [("p1turn", turn), ("gameover", over), ("result", result)] {
            assert_eq!(last(&mut ugi, &format!("query {query}")), format!("response {answer}"), "{line}");
        }
    }
    let mut ugi = session(LOA);
    ask(&mut ugi, "position fen 1oo5/8/8/8/8/8/5x2/5x2 x");
    assert_eq!(last(&mut ugi, "query result"), "response draw");
}

#[test]
fn positions_may_have_blanks_and_moves_behind_them() {
    let mut ugi = session(ARIMAA);
    let board = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
    assert!(ask(&mut ugi, &format!("position fen {board}")).is_empty());
    assert!(ask(&mut ugi, &format!("position fen {board} moves Ed2n Ed3n pass")).is_empty());
    assert_eq!(last(&mut ugi, "query p1turn"), "response false");
    assert!(ask(&mut ugi, &format!("position fen {board} Ed2n moves Ed3n")).is_empty());
    assert_eq!(last(&mut ugi, "query p1turn"), "response true");
    let best = last(&mut ugi, "go depth 2");
    assert_eq!(best.split(' ').count(), 2, "a move is a step: {best}");
}

#[test]
fn a_search_tells_depth_score_time_nodes_and_variation() {
    let mut ugi = session(LOA);
    ask(&mut ugi, "position fen o7/8/8/8/2xx4/8/7o/x7 x");
    let lines = ask(&mut ugi, "go depth 3");
    let information = &lines[lines.len() - 2];
    for part in ["info depth ", " score mate 1 ", " time ", " nodes ", " nps ", " pv a1-"] {
        assert!(information.contains(part), "{part}: {information}");
    }
    ask(&mut ugi, "position startpos");
    let lines = ask(&mut ugi, "go nodes 500");
    assert!(lines[lines.len() - 2].contains(" score cp "), "{lines:?}");
}

#[test]
fn the_clock_of_the_side_to_move_counts() {
    let mut ugi = session(LOA);
    for (position, seconds) in [("startpos", 51), ("startpos moves b1-h1", 101)] {
        ask(&mut ugi, &format!("position {position}"));
        let Then::Search(order) = ugi.respond("go p1time 51000 p2time 101000 p1inc 0 p2inc 0").then else {
            panic!("a search")
        };
        assert_eq!(order.limits.time_left().expect("a clock").remaining.as_secs(), seconds);
        order.limits.stop.stop();
        ugi.finish(order.run(&mut |_| ()));
    }
}

#[test]
fn options_make_another_engine() {
    let mut ugi = session_with(LOA, "", "pvs:hash=1MB");
    assert!(ask(&mut ugi, "setoption name Hash value 2").is_empty());
    assert!(ask(&mut ugi, "setoption name threads value 2").is_empty());
    let Then::Search(order) = ugi.respond("go depth 1").then else { panic!("a search") };
    assert_eq!(order.engine.spec().to_string(), "pvs:hash=2MB,threads=2");
}

#[test]
fn whole_turns_are_told_if_asked_for() {
    let mut ugi = session(ARIMAA);
    ask(&mut ugi, "position fen g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]");
    assert_eq!(last(&mut ugi, "go nodes 500").split(' ').count(), 2, "a step");
    assert!(ask(&mut ugi, "setoption name Turns value true").is_empty());
    let turn = last(&mut ugi, "go nodes 500");
    let turn = turn.strip_prefix("bestmove ").expect("a turn");
    assert!(turn.contains(' '), "{turn}");
    let board = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
    assert!(ask(&mut ugi, &format!("position fen {board} moves {turn}")).is_empty());
    assert_eq!(last(&mut ugi, "query p1turn"), "response false");
}

#[test]
fn what_is_found_while_the_opponent_thinks_is_kept_until_the_expected_move() {
    let mut ugi = session(LOA);
    for asked in ["ponderhit", "stop"] {
        ask(&mut ugi, "position startpos moves b1-h1 a7-c5");
        let lines = ask(&mut ugi, "go ponder depth 2");
        assert!(lines.iter().all(|line| line.starts_with("info depth ")), "{lines:?}");
        assert_eq!(ask(&mut ugi, "isready"), ["readyok"]);
        let lines = ask(&mut ugi, asked);
        assert!(lines[0].starts_with("info depth 2 ") && lines[1].starts_with("bestmove "), "{lines:?}");
        assert!(last(&mut ugi, "ponderhit").contains("no \"go ponder\""), "it was hit already");
        assert!(ask(&mut ugi, "stop").is_empty());
    }
}

#[test]
fn the_time_of_a_pondered_move_begins_with_the_hit() {
    let mut ugi = session(LOA);
    ask(&mut ugi, "position startpos moves b1-h1");
    let Then::Search(order) = ugi.respond("go ponder p2time 60000 nodes 50").then else { panic!("a search") };
    let ponder = order.limits.ponder.clone().expect("a handle");
    assert!(ponder.is_pondering());
    assert!(ugi.respond("ponderhit").lines.is_empty(), "nothing is found yet");
    assert!(!ponder.is_pondering());
    let lines = ugi.finish(order.run(&mut |_| ())).lines;
    assert!(lines[1].starts_with("bestmove "), "the answer is not kept any longer: {lines:?}");
}

#[test]
fn another_move_than_the_expected_one_drops_what_was_found() {
    let mut ugi = session(LOA);
    let drops = ["position startpos moves b1-h1", "uginewgame", "go depth 1"];
    for line in drops {
        ask(&mut ugi, "position startpos moves b1-h1 a7-c5");
        ask(&mut ugi, "go ponder depth 1");
        let lines = ask(&mut ugi, line);
        assert_eq!(
            lines.iter().filter(|line| line.starts_with("bestmove ")).count(),
            usize::from(line == drops[2])
        );
        assert!(last(&mut ugi, "ponderhit").contains("no \"go ponder\""), "{line}");
    }
    // The same while the search still runs.
    let Then::Search(order) = ugi.respond("go ponder").then else { panic!("a search") };
    assert!(matches!(ugi.respond("position startpos").then, Then::Stop));
    order.limits.stop.stop();
    assert!(ugi.finish(order.run(&mut |_| ())).lines.is_empty());
    assert!(ask(&mut ugi, "stop").is_empty());
}

#[test]
fn a_search_that_is_stopped_while_it_ponders_answers() {
    let mut ugi = session(LOA);
    let Then::Search(order) = ugi.respond("go ponder infinite").then else { panic!("a search") };
    assert!(matches!(ugi.respond("stop").then, Then::Stop));
    order.limits.stop.stop();
    let lines = ugi.finish(order.run(&mut |_| ())).lines;
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn nothing_is_pondered_in_a_finished_game_or_without_good_limits() {
    let mut ugi = session(LOA);
    assert!(last(&mut ugi, "go ponder depth").contains("no number for depth"));
    ask(&mut ugi, "position fen 1oo5/8/8/8/8/8/5x2/5x2 x");
    assert!(last(&mut ugi, "go ponder").contains("the game is over"));
    assert!(last(&mut ugi, "ponderhit").contains("no \"go ponder\""));
}

#[test]
fn the_answer_that_is_expected_is_named_if_asked_for() {
    let mut ugi = session(LOA);
    ask(&mut ugi, "position startpos");
    assert!(!last(&mut ugi, "go depth 3").contains("ponder"));
    assert!(ask(&mut ugi, "setoption name Ponder value true").is_empty());
    let best = last(&mut ugi, "go depth 3");
    let (best, answer) =
        best.strip_prefix("bestmove ").and_then(|best| best.split_once(" ponder ")).expect("both");
    assert!(ask(&mut ugi, &format!("position startpos moves {best} {answer}")).is_empty(), "{best} {answer}");

    let board = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
    let mut ugi = session(ARIMAA);
    ask(&mut ugi, "setoption name ponder value true");
    ask(&mut ugi, &format!("position fen {board}"));
    assert!(!last(&mut ugi, "go depth 5").contains("ponder"), "a step, after which it is nobody else's move");
    ask(&mut ugi, "setoption name turns value true");
    // What is named is a whole turn too.
    for nodes in [3_000, 10_000, 30_000] {
        let best = last(&mut ugi, &format!("go nodes {nodes}"));
        let Some((best, answer)) =
            best.strip_prefix("bestmove ").and_then(|best| best.split_once(" ponder "))
        else {
            continue;
        };
        ask(&mut ugi, &format!("position fen {board} moves {best} {answer}"));
        assert_eq!(last(&mut ugi, "query p1turn"), "response true", "{best}; {answer}");
        ask(&mut ugi, &format!("position fen {board}"));
    }
}

#[test]
fn errors_name_the_text_and_change_nothing() {
    let mut ugi = session(LOA);
    ask(&mut ugi, "position startpos moves b1-h1");
    for (line, part) in [
        ("dance", "\"dance\""),
        ("position", "expected startpos or fen"),
        ("position somewhere", "expected startpos or fen"),
        ("position fen 8/8 x", "2 ranks"),
        ("position startpos moves b1-h1 b1-h1", "\"b1-h1\""),
        ("position startpos moves b1-b9", "\"b1-b9\""),
        ("go deep", "\"deep\""),
        ("go depth", "depth"),
        ("go movetime -1", "\"-1\""),
        ("query weather", "\"weather\""),
        ("setoption name colour value red", "\"colour\""),
        ("setoption hash 3", "\"setoption hash 3\""),
        ("setoption name hash value much", "much"),
        ("setoption name threads value 0", "\"0\""),
        ("setoption name turns value 0", "\"0\""),
        ("setoption name ponder value maybe", "\"maybe\""),
        ("ponderhit", "no \"go ponder\""),
    ] {
        let lines = ask(&mut ugi, line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string error: ") && lines[0].contains(part), "{line}: {lines:?}");
        assert_eq!(last(&mut ugi, "query p1turn"), "response false", "{line}");
    }
    assert!(ask(&mut ugi, "stop").is_empty());
    ask(&mut ugi, "position fen 1oo5/8/8/8/8/8/5x2/5x2 x");
    assert!(last(&mut ugi, "go").contains("the game is over"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_is_said_the_session_goes_on(lines in prop::collection::vec(line(), 0..15), game in 0_usize..4) {
        let mut ugi = session_with(GAMES[game], "", "random:seed=1");
        for line in lines {
            for answer in ask(&mut ugi, &line) {
                prop_assert!(!answer.contains('\n'), "{answer:?}");
            }
        }
        prop_assert_eq!(ask(&mut ugi, "isready"), ["readyok"]);
    }
}

fn line() -> impl Strategy<Value = String> {
    let words = [
        "ugi",
        "isready",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "depth",
        "nodes",
        "movetime",
        "p1time",
        "1",
        "-3",
        "x",
        "stop",
        "ponder",
        "ponderhit",
        "query",
        "p1turn",
        "result",
        "setoption",
        "name",
        "value",
        "b1-h1",
        "a1",
        "",
    ];
    prop_oneof![
        4 => prop::collection::vec(prop::sample::select(words.to_vec()), 1..6).prop_map(|words| words.join(" ")),
        1 => ".{0,20}",
    ]
}
