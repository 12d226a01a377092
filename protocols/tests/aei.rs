//! Whole sessions of AEI, as controllers hold them.

use crate::dialogue::{ask, last};
use plywood_protocols::{Aei, Conversation, Then};
use plywood_registry::ARIMAA;
use proptest::prelude::*;

fn session(engine: &str) -> Aei {
    let spec = engine.parse().expect("an engine");
    Aei::new(ARIMAA, &spec, 1, |session, spec| session.engine(spec)).expect("a session")
}

const GOLD: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2";
const SILVER: &str = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 da7 hb7 cc7 md7 ee7 cf7 hg7 dh7";
const OPENING: &str = "setposition g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
/// Gold's rabbit stands on a7, before its goal.
const GOAL_IN_ONE: &str = "setposition g [        R      r                                e      E       R]";

#[test]
fn the_opening_phase_names_version_engine_and_author() {
    let lines = ask(&mut session("ids:hash=1MB"), "aei");
    assert_eq!(lines.first().map(String::as_str), Some("protocol-version 1"));
    assert_eq!(lines.last().map(String::as_str), Some("aeiok"));
    for kind in ["id name ", "id author ", "id version "] {
        assert_eq!(lines.iter().filter(|line| line.starts_with(kind)).count(), 1, "{kind}");
    }
}

#[test]
fn a_position_is_analysed_to_the_depth_asked_for() {
    let mut aei = session("ids:eval=seed,hash=1MB");
    assert_eq!(ask(&mut aei, "isready"), ["readyok"]);
    for line in ["setoption name depth value 3", "newgame", OPENING] {
        assert!(ask(&mut aei, line).is_empty(), "{line}");
    }
    let lines = ask(&mut aei, "go");
    for kind in ["info depth 3", "info time ", "info nodes ", "info score ", "info pv "] {
        assert!(lines.iter().any(|line| line.starts_with(kind)), "{kind}: {lines:?}");
    }
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
    assert!((1..=4).contains(&best.split(' ').count()), "{best}");
    assert!(ask(&mut aei, &format!("makemove {best}")).is_empty());
    assert!(ask(&mut aei, "quit") == ["quit"]);
}

#[test]
fn the_variation_names_the_side_from_the_second_turn_on() {
    let mut aei = session("ids:eval=seed,depth=6,hash=1MB");
    ask(&mut aei, "setposition g [r                              E        e                      R]");
    let lines = ask(&mut aei, "go");
    let pv = lines.iter().rev().find_map(|line| line.strip_prefix("info pv ")).expect("a variation");
    assert!(pv.contains(" s ") && !pv.contains("pass"), "{pv}");
}

#[test]
fn a_goal_is_found_and_written_without_a_pass() {
    let mut aei = session("ids:eval=seed,depth=4,hash=1MB");
    assert!(ask(&mut aei, GOAL_IN_ONE).is_empty());
    assert_eq!(last(&mut aei, "go"), "bestmove Ra7n");
    assert!(ask(&mut aei, "makemove Ra7n").is_empty());
    let lines = ask(&mut aei, "go");
    assert_eq!(lines, ["log Error: the game is over (a rabbit of gold has reached its goal)", "bestmove"]);
}

#[test]
fn captures_are_marked_in_the_best_move() {
    let mut aei = session("ids:eval=seed,depth=4,hash=1MB");
    // The cat on c7 keeps the rabbit in the trap on c6, and Gold's elephant stands next to the cat.
    let ranks =
        ["       r", "  cE    ", "  r     ", "        ", "        ", "        ", "R       ", "        "];
    assert!(ask(&mut aei, &format!("setposition g [{}]", ranks.concat())).is_empty());
    let best = last(&mut aei, "go");
    assert!(best.contains("rc6x"), "{best}");
}

#[test]
fn a_game_begins_with_both_setups() {
    let mut aei = session("random:seed=1");
    ask(&mut aei, "newgame");
    let gold = last(&mut aei, "go");
    let gold = gold.strip_prefix("bestmove ").expect("a setup").to_owned();
    assert_eq!(gold.split(' ').count(), 16);
    assert!(ask(&mut aei, &format!("makemove {gold}")).is_empty());
    assert!(ask(&mut aei, "go ponder").is_empty(), "nobody asked for a move");
    assert!(ask(&mut aei, &format!("makemove {SILVER}")).is_empty());
    let best = last(&mut aei, "go");
    assert!(best.starts_with("bestmove ") && best.len() > 12, "{best}");
}

#[test]
fn setups_differ_from_game_to_game_and_not_from_session_to_session() {
    let setups = || -> Vec<_> {
        let mut aei = session("random:seed=1");
        (0..8).map(|_| (ask(&mut aei, "newgame"), last(&mut aei, "go")).1).collect()
    };
    assert!(setups().iter().any(|setup| *setup != setups()[0]));
    assert_eq!(setups(), setups());
}

#[test]
fn pondering_answers_when_it_is_asked_and_not_before() {
    let mut aei = session("ids:eval=seed,hash=1MB");
    assert!(ask(&mut aei, "go ponder").is_empty());
    assert!(last(&mut aei, "stop").starts_with("bestmove R"), "the setup");
    ask(&mut aei, GOAL_IN_ONE);
    let lines = ask(&mut aei, "go ponder");
    assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    assert_eq!(ask(&mut aei, "stop"), ["bestmove Ra7n"]);
    assert_eq!(ask(&mut aei, "stop"), ["log Warning: there is no search to stop"]);
}

#[test]
fn a_move_made_during_a_search_drops_it() {
    let mut aei = session("ids:eval=seed,depth=2,hash=1MB");
    ask(&mut aei, OPENING);
    let Then::Search(order) = aei.respond("go").then else { panic!("a search") };
    assert_eq!(aei.respond("isready").lines, ["readyok"]);
    assert!(matches!(aei.respond("makemove Ee2n").then, Then::Stop));
    // The next search waits for the engine, and is stopped before it has begun.
    assert!(matches!(aei.respond("go").then, Then::Stop));
    assert!(matches!(aei.respond("stop").then, Then::Stop));
    let mut said = Vec::new();
    let finished = order.run(&mut |thoughts| said.append(&mut aei.observe(thoughts)));
    assert!(said.is_empty(), "{said:?}");
    let reply = aei.finish(finished);
    assert!(reply.lines.is_empty(), "{:?}", reply.lines);
    let Then::Search(order) = reply.then else { panic!("the next search") };
    assert_eq!(order.limits.nodes, Some(1));
    let reply = aei.finish(order.run(&mut |_| ()));
    let silver = reply.lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
    assert!(silver.starts_with(|piece: char| piece.is_ascii_lowercase()), "{silver}");
}

#[test]
fn an_option_of_the_engine_set_during_a_search_holds_from_the_next_on() {
    let mut aei = session("ids:eval=seed,depth=2,hash=1MB");
    ask(&mut aei, OPENING);
    let Then::Search(order) = aei.respond("go").then else { panic!("a search") };
    assert!(aei.respond("setoption name hash value 2").lines.is_empty());
    let lines = aei.finish(order.run(&mut |_| ())).lines;
    assert!(lines[0].starts_with("info depth ") && lines[5].starts_with("bestmove "), "{lines:?}");
    let Then::Search(order) = aei.respond("go").then else { panic!("a search") };
    assert_eq!(order.engine.spec().get("hash"), Some("2MB"));
}

#[test]
fn the_time_control_bounds_the_search() {
    let mut aei = session("ids:eval=seed,hash=1MB");
    for line in ["setoption name tcmove value 10", "setoption name tcreserve value 100", "newgame", OPENING] {
        assert!(ask(&mut aei, line).is_empty(), "{line}");
    }
    let time = |aei: &mut Aei| {
        let Then::Search(order) = aei.respond("go").then else { panic!("a search") };
        let time = order.limits.time_left().expect("a clock").remaining.as_secs();
        order.limits.stop.stop();
        aei.finish(order.run(&mut |_| ()));
        time
    };
    assert_eq!(time(&mut aei), 110);
    ask(&mut aei, "setoption name greserve value 20");
    ask(&mut aei, "setoption name moveused value 3");
    assert_eq!(time(&mut aei), 27);
    ask(&mut aei, "newgame");
    ask(&mut aei, OPENING);
    assert_eq!(time(&mut aei), 110);
}

#[test]
fn a_third_repetition_is_refused() {
    let mut aei = session("random:seed=1");
    ask(&mut aei, &format!("makemove {GOLD}"));
    ask(&mut aei, &format!("makemove {SILVER}"));
    let dance = ["Ed2n", "ee7s", "Ed3s", "ee6n"];
    for mv in dance.iter().chain(&dance).take(7) {
        assert!(ask(&mut aei, &format!("makemove {mv}")).is_empty(), "{mv}");
    }
    let refused = last(&mut aei, "makemove ee6n");
    assert!(refused.starts_with("log Error:") && refused.contains("repeats"), "{refused}");
}

#[test]
fn errors_are_logged_name_the_text_and_change_nothing() {
    let mut aei = session("random:seed=1");
    ask(&mut aei, OPENING);
    for (line, part) in [
        ("dance", "log Error: unknown message \"dance\""),
        ("makemove", "log Error: a turn has one step"),
        ("makemove Ee2", "log Error: step 1"),
        ("makemove Ee2n Ee3s", "log Error: the turn cannot end"),
        ("makemove 1g Ra1", "log Error"),
        ("setposition", "log Error: position"),
        ("setposition x []", "log Error: position"),
        ("setposition g [rr]", "2 squares"),
        ("go away", "log Error: \"go\" is followed"),
        ("setoption name colour value red", "log Warning: unknown option \"colour\""),
        ("setoption name hash value 5", "log Warning: engine option \"hash\""),
        ("setoption tcmove 3", "log Warning"),
        ("stop", "log Warning: there is no search to stop"),
    ] {
        let lines = ask(&mut aei, line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].contains(part), "{line}: {lines:?}");
    }
    assert!(last(&mut aei, "go").starts_with("bestmove "));
}

#[test]
fn positions_with_the_letters_of_version_0_and_blank_lines_are_read() {
    let mut aei = session("random:seed=1");
    assert!(ask(&mut aei, "").is_empty());
    assert!(ask(&mut aei, &OPENING.replace("setposition g", "setposition w")).is_empty());
    assert!(ask(&mut aei, &format!("  {OPENING}  ")).is_empty());
}

fn line() -> impl Strategy<Value = String> {
    let words = [
        "aei",
        "isready",
        "newgame",
        "setposition",
        "setoption",
        "name",
        "value",
        "tcmove",
        "depth",
        "1",
        "-3",
        "x",
        "makemove",
        "go",
        "ponder",
        "stop",
        "g",
        "[",
        "]",
        "Ee2n",
        "Ra1",
        "ee7s",
        "pass",
        "rc3x",
        "",
        " ",
    ];
    let known = [
        OPENING.to_owned(),
        GOAL_IN_ONE.to_owned(),
        format!("makemove {GOLD}"),
        format!("makemove {SILVER}"),
    ];
    prop_oneof![
        3 => prop::collection::vec(prop::sample::select(words.to_vec()), 1..5).prop_map(|words| words.join(" ")),
        2 => prop::sample::select(known.to_vec()),
        1 => ".{0,20}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_is_said_the_session_goes_on(lines in prop::collection::vec(line(), 0..20)) {
        let mut aei = session("random:seed=1");
        for line in lines {
            for answer in ask(&mut aei, &line) {
                prop_assert!(!answer.contains('\n'), "{answer:?}");
            }
        }
        prop_assert_eq!(ask(&mut aei, "isready"), ["readyok"]);
    }
}
