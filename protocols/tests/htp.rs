//! Whole sessions of HTP, as boards and match scripts hold them.

use plywood_protocols::Htp;
use plywood_protocols::htp::{HtpError, ReadFile};
use plywood_registry::HEX;
use proptest::prelude::*;

const ENGINE: &str = "alphabeta:eval=distance,depth=2";

fn session_with(rules: &str, engine: &str) -> Htp {
    let (rules, spec) = (rules.parse().expect("rules"), engine.parse().expect("an engine"));
    Htp::new(HEX, rules, &spec, |session, spec| session.engine(spec)).expect("a session")
}

fn session(rules: &str) -> Htp {
    session_with(rules, ENGINE)
}

/// The answer to a line without its sign and empty line; an error has `? ` in front.
fn ask(htp: &mut Htp, line: &str) -> String {
    let text = htp.respond(line).text;
    let body = text.strip_suffix("\n\n").expect("an empty line ends every answer");
    assert!(!body.contains("\n\n"), "an empty line inside an answer: {text:?}");
    body.strip_prefix("= ").unwrap_or(body).to_owned()
}

/// Holds a session: every line and its answer, in turn.
fn converse(htp: &mut Htp, lines: &[(&str, &str)]) {
    for (number, (line, answer)) in lines.iter().enumerate() {
        assert_eq!(ask(htp, line), *answer, "line {number}: {line}");
    }
}

/// The text of the position, the last line that `showboard` answers with.
fn position(htp: &mut Htp) -> String {
    ask(htp, "showboard").lines().last().expect("a line").to_owned()
}

#[test]
fn a_board_program_begins_plays_takes_back_and_leaves() {
    let mut htp = session("size=11");
    converse(
        &mut htp,
        &[
            ("name", "plywood"),
            ("version", env!("CARGO_PKG_VERSION")),
            ("protocol_version", "2"),
            ("boardsize 5 5", ""),
            ("clear_board", ""),
            ("play black c3", ""),
            ("play white b4", ""),
            ("undo", ""),
            ("play white d2", ""),
            ("play black e5", ""),
            ("all_legal_moves", "a1 b1 c1 d1 e1 a2 b2 c2 e2 a3 b3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5"),
        ],
    );
    assert_eq!(position(&mut htp), "5/3o1/2x2/5/4x o");
    let reply = htp.respond("quit");
    assert_eq!((reply.text.as_str(), reply.quit), ("= \n\n", true));
}

#[test]
fn ids_come_back_after_the_sign_with_errors_too() {
    let mut htp = session("size=3");
    for (line, text) in [
        ("1 name", "=1 plywood\n\n"),
        ("0002 play b b2", "=0002 \n\n"),
        ("3 play w b2", "?3 b2 is not legal: a black stone is on b2\n\n"),
        ("4 dance", "?4 unknown command \"dance\"\n\n"),
        ("5", "?5 a command is missing\n\n"),
        ("6 6", "?6 unknown command \"6\"\n\n"),
    ] {
        assert_eq!(htp.respond(line).text, text, "{line}");
    }
}

#[test]
fn comments_and_empty_lines_are_not_answered() {
    let mut htp = session("size=3");
    for line in ["", "   ", "\t", "# name", "   # 1 name", "\r"] {
        assert_eq!(htp.respond(line).text, "", "{line:?}");
    }
    assert_eq!(ask(&mut htp, "known_command play # a comment"), "true");
}

#[test]
fn every_command_listed_is_known_and_obeyed() {
    let mut htp = session("size=3");
    let commands = ask(&mut htp, "list_commands");
    for needed in [
        "name",
        "version",
        "protocol_version",
        "list_commands",
        "known_command",
        "boardsize",
        "clear_board",
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "all_legal_moves",
        "final_score",
        "showboard",
        "time_left",
        "time_settings",
        "loadsgf",
        "hexgui-analyze_commands",
        "quit",
    ] {
        assert!(commands.lines().any(|command| command == needed), "{needed}");
    }
    for command in commands.lines() {
        assert_eq!(ask(&mut htp, &format!("known_command {command}")), "true");
        assert!(!ask(&mut htp, command).contains("unknown"), "{command}");
    }
    assert_eq!(ask(&mut htp, "known_command dance"), "false");
}

#[test]
fn either_colour_moves_at_any_time() {
    let mut htp = session("size=3");
    converse(&mut htp, &[("play b a1", ""), ("play b a2", ""), ("play WHITE C3", ""), ("play W b3", "")]);
    assert_eq!(position(&mut htp), "x2/x2/1oo x");
    converse(&mut htp, &[("undo", ""), ("undo", ""), ("undo", ""), ("undo", "")]);
    assert_eq!(position(&mut htp), "3/3/3 x");
    assert_eq!(ask(&mut htp, "undo"), "? cannot undo: there is no move to take back");
}

#[test]
fn a_move_is_found_for_the_colour_asked_for() {
    let mut htp = session("size=3");
    converse(&mut htp, &[("play b b1", ""), ("play b b2", ""), ("reg_genmove b", "a3"), ("genmove b", "a3")]);
    assert_eq!(ask(&mut htp, "final_score"), "B+");
    let mut htp = session("size=3");
    converse(&mut htp, &[("play w a2", ""), ("play w b2", ""), ("genmove w", "c1"), ("final_score", "W+")]);
}

#[test]
fn reg_genmove_leaves_the_board_as_it_is() {
    let mut htp = session("size=4");
    ask(&mut htp, "play b b2");
    let before = position(&mut htp);
    for colour in ["b", "w"] {
        let mv = ask(&mut htp, &format!("reg_genmove {colour}"));
        assert!(ask(&mut htp, "all_legal_moves").split(' ').any(|legal| legal == mv), "{mv}");
        assert_eq!(position(&mut htp), before);
    }
}

#[test]
fn genmove_in_a_lost_position_still_plays() {
    // White has two ways to connect c1-b2-a3 whatever Black does.
    let mut htp = session("size=3");
    converse(&mut htp, &[("play w b2", ""), ("play w c1", "")]);
    let mv = ask(&mut htp, "genmove b");
    assert!(mv != "resign" && !mv.starts_with('?'), "{mv}");
    assert_eq!(ask(&mut htp, "final_score"), "? cannot score: nobody has won yet");
}

#[test]
fn genmove_in_a_finished_game_resigns_and_changes_nothing() {
    let mut htp = session("size=2");
    converse(&mut htp, &[("play b a1", ""), ("play b a2", "")]);
    let before = position(&mut htp);
    converse(&mut htp, &[("genmove w", "resign"), ("genmove b", "resign"), ("reg_genmove w", "resign")]);
    assert_eq!(position(&mut htp), before);
    converse(
        &mut htp,
        &[("all_legal_moves", ""), ("undo", ""), ("final_score", "? cannot score: nobody has won yet")],
    );
}

#[test]
fn a_board_is_set_up_in_any_order_past_the_end_of_the_game() {
    let mut htp = session("size=2");
    converse(&mut htp, &[("play b a1", ""), ("play b a2", ""), ("play b b1", ""), ("play w b2", "")]);
    assert_eq!(position(&mut htp), "xx/xo x");
    assert_eq!(ask(&mut htp, "play w a1"), "? a1 is not legal: a black stone is on a1");
    assert_eq!(ask(&mut htp, "play w c1"), "? c1 is not legal: c1 is not on the board of 2x2");
}

#[test]
fn a_resignation_decides_the_score_until_the_board_changes() {
    let mut htp = session("size=5");
    converse(&mut htp, &[("play b c3", ""), ("play w resign", ""), ("final_score", "B+"), ("play w a1", "")]);
    assert_eq!(ask(&mut htp, "final_score"), "? cannot score: nobody has won yet");
    converse(&mut htp, &[("play b RESIGN", ""), ("final_score", "W+"), ("clear_board", "")]);
    assert_eq!(ask(&mut htp, "final_score"), "? cannot score: nobody has won yet");
}

#[test]
fn a_swap_of_pieces_mirrors_the_stone_and_black_moves() {
    for word in ["swap-pieces", "swap", "SWAP-PIECES"] {
        let mut htp = session("size=3,swap=pieces");
        converse(&mut htp, &[("play b a2", ""), (&format!("play w {word}"), "")]);
        assert_eq!(position(&mut htp), "1o1/3/3 x");
        assert_eq!(ask(&mut htp, "undo"), "");
        assert_eq!(position(&mut htp), "3/x2/3 o");
    }
}

#[test]
fn a_swap_of_sides_leaves_the_stone_and_white_moves() {
    for word in ["swap-sides", "swap"] {
        let mut htp = session("size=3,swap=sides");
        converse(&mut htp, &[("play b a2", ""), (&format!("play w {word}"), "")]);
        assert_eq!(position(&mut htp), "3/x2/3 o swapped");
        assert_eq!(ask(&mut htp, "play w swap-sides").chars().next(), Some('?'));
    }
}

#[test]
fn a_swap_that_the_rules_do_not_have_is_refused() {
    for (rules, line, reason) in [
        ("size=3", "play w swap-pieces", "these rules have no swap"),
        ("size=3", "play w swap", "these rules have no swap"),
        ("size=3,swap=sides", "play w swap-pieces", "the swap of these rules is swap-sides"),
        ("size=3,swap=pieces", "play w swap-sides", "the swap of these rules is swap-pieces"),
        ("size=3,swap=pieces", "play b swap-pieces", "only the second player may swap"),
    ] {
        let mut htp = session(rules);
        ask(&mut htp, "play b b2");
        let answer = ask(&mut htp, line);
        assert!(answer.starts_with("? ") && answer.contains(reason), "{rules}: {answer}");
    }
}

#[test]
fn genmove_swaps_when_that_is_better() {
    // b2 of 3x3 wins, so whoever may take it over does.
    let mut htp = session_with("size=3,swap=pieces", "alphabeta:depth=8");
    converse(&mut htp, &[("play b b2", ""), ("genmove w", "swap-pieces")]);
    assert_eq!(position(&mut htp), "3/1o1/3 x");
    let mut htp = session_with("size=3,swap=sides", "alphabeta:depth=8");
    converse(&mut htp, &[("play b b2", ""), ("genmove w", "swap-sides")]);
    assert_eq!(position(&mut htp), "3/1x1/3 o swapped");
}

#[test]
fn the_word_for_a_swap_can_be_another() {
    // benzene's match scripts exchange the programs at this word and leave the stone.
    let mut htp = session_with("size=3,swap=sides", "alphabeta:depth=8").with_swap_word("swap-pieces");
    converse(&mut htp, &[("play b b2", ""), ("genmove w", "swap-pieces")]);
    assert_eq!(position(&mut htp), "3/1x1/3 o swapped");
    converse(&mut htp, &[("undo", ""), ("play w swap-pieces", "")]);
    assert_eq!(position(&mut htp), "3/1x1/3 o swapped");
}

#[test]
fn param_game_closes_and_opens_the_swap() {
    let mut htp = session("size=3");
    converse(
        &mut htp,
        &[("param_game allow_swap 1", ""), ("play b b2", ""), ("all_legal_moves w", LEGAL_WITH_SWAP)],
    );
    ask(&mut htp, "param_game allow_swap 0");
    assert!(!ask(&mut htp, "all_legal_moves").contains("swap"));
    assert_eq!(ask(&mut htp, "param_game").lines().last(), Some("[bool] allow_swap 0"));
}

const LEGAL_WITH_SWAP: &str = "swap-pieces a1 b1 c1 a2 c2 a3 b3 c3";

#[test]
fn boards_have_one_number_or_columns_and_rows() {
    let mut htp = session("size=11");
    converse(&mut htp, &[("boardsize 2", ""), ("play b a1", ""), ("boardsize 3 2", "")]);
    assert_eq!(position(&mut htp), "3/3 x");
    for line in [
        "boardsize",
        "boardsize 0",
        "boardsize 20",
        "boardsize 3 20",
        "boardsize x",
        "boardsize 1 2 3",
        "boardsize -3",
    ] {
        assert!(ask(&mut htp, line).starts_with("? "), "{line}");
    }
    assert_eq!(position(&mut htp), "3/3 x");
    let mut htp = session("size=3,swap=pieces");
    assert!(ask(&mut htp, "boardsize 3 4").contains("swap=pieces needs as many columns as rows"));
}

#[test]
fn errors_name_the_argument() {
    let mut htp = session("size=3");
    for (line, part) in [
        ("play", "expected a colour and a move, found 0 arguments"),
        ("play b", "found 1"),
        ("play b a1 a2", "found 3"),
        ("play green a1", "\"green\" is no colour"),
        ("play b z9", "\"z9\""),
        ("play b pass", "\"pass\""),
        ("genmove", "a colour"),
        ("genmove c3", "\"c3\""),
        ("undo 1", "no argument"),
        ("quit now", "no argument"),
        ("time_left b soon", "\"soon\""),
        ("time_left b -1 0", "\"-1\""),
        ("time_left b 1e400", "\"1e400\""),
        ("time_settings 1 2", "found 2"),
        ("time_settings 1 2 many", "\"many\""),
        ("loadsgf", "a file"),
        ("loadsgf no.sgf", "cannot read \"no.sgf\""),
        ("known_command", "a command"),
        ("param_game colour 1", "allow_swap"),
        ("play-game a1 a1", "a1 is not legal"),
    ] {
        let answer = ask(&mut htp, line);
        assert!(answer.starts_with("? ") && answer.contains(part), "{line}: {answer}");
    }
    assert_eq!(position(&mut htp), "3/3/3 x");
}

const FILES: ReadFile = |name| match name {
    "game.sgf" => Ok("(;GM[11]SZ[5];B[c3];W[d2];B[b4])".to_owned()),
    "with blanks.sgf" => Ok("(;GM[11]SZ[4];B[a1])".to_owned()),
    "swapped.sgf" => Ok("(;GM[11]SZ[5];B[a2];W[swap-pieces];B[c3])".to_owned()),
    "setup.sgf" => Ok("(;GM[11]SZ[3]AB[a1][a2]AW[c3]PL[W];W[b2])".to_owned()),
    "bad.sgf" => Ok("(;GM[11]SZ[5];B[c3];W[c3])".to_owned()),
    "go.sgf" => Ok("(;GM[1]SZ[9];B[cc])".to_owned()),
    "empty.sgf" => Ok(String::new()),
    _ => Err("no such file".to_owned()),
};

#[test]
fn loadsgf_sets_up_the_end_of_a_game_or_the_position_after_so_many_moves() {
    let mut htp = session("size=11").with_files(FILES);
    for (line, text) in [
        ("loadsgf game.sgf", "5/3o1/2x2/1x3/5 o"),
        ("loadsgf game.sgf 2", "5/3o1/2x2/5/5 x"),
        ("loadsgf game.sgf 0", "5/5/5/5/5 x"),
        ("loadsgf game.sgf 99", "5/3o1/2x2/1x3/5 o"),
        ("loadsgf with blanks.sgf", "x3/4/4/4 o"),
        ("loadsgf swapped.sgf", "1o3/5/2x2/5/5 o"),
        ("loadsgf setup.sgf", "x2/xo1/2o x"),
    ] {
        assert_eq!(ask(&mut htp, line), "", "{line}");
        assert_eq!(position(&mut htp), text, "{line}");
    }
    converse(&mut htp, &[("loadsgf game.sgf", ""), ("undo", ""), ("undo", "")]);
    assert_eq!(position(&mut htp), "5/5/2x2/5/5 o");
    for line in ["loadsgf bad.sgf", "loadsgf go.sgf", "loadsgf empty.sgf", "loadsgf other.sgf"] {
        assert!(ask(&mut htp, line).starts_with("? "), "{line}");
        assert_eq!(position(&mut htp), "5/5/2x2/5/5 o", "{line}");
    }
}

#[test]
fn a_swap_stays_possible_after_a_record_without_one() {
    let mut htp = session("size=11,swap=pieces").with_files(FILES);
    ask(&mut htp, "loadsgf game.sgf 1");
    assert_eq!(ask(&mut htp, "play w swap-pieces"), "");
    ask(&mut htp, "clear_board");
    assert_eq!(position(&mut htp), "5/5/5/5/5 x");
}

#[test]
fn play_game_plays_a_whole_line_or_nothing() {
    let mut htp = session("size=3,swap=pieces");
    assert_eq!(ask(&mut htp, "play-game a2 swap-pieces c3"), "");
    assert_eq!(position(&mut htp), "1o1/3/2x o");
    assert!(ask(&mut htp, "play-game a1 b2 a1").starts_with("? "));
    assert_eq!(position(&mut htp), "1o1/3/2x o");
}

#[test]
fn clocks_are_told_and_a_move_is_made_within_them() {
    let mut htp = session_with("size=5", "ids:eval=distance,hash=1MB");
    converse(
        &mut htp,
        &[
            ("time_left", "Black: unlimited, White: unlimited"),
            ("time_settings 30 5 1", ""),
            ("time_left b", "30"),
            ("time_left white 1.5", ""),
            ("time_left w", "1.5"),
            ("time_left b 0.5 1", ""),
        ],
    );
    assert!(!ask(&mut htp, "genmove b").starts_with('?'));
    // The period of overtime is over with its one stone.
    assert_eq!(ask(&mut htp, "time_left b"), "5");
    ask(&mut htp, "clear_board");
    assert_eq!(ask(&mut htp, "time_left"), "Black: 30, White: 30");
}

#[test]
fn two_sessions_play_a_match_as_a_controller_holds_it() {
    let mut programs =
        ["alphabeta:eval=distance,depth=2", "random:seed=3"].map(|engine| session_with("size=11", engine));
    for program in &mut programs {
        assert_eq!(ask(program, "boardsize 5 5"), "");
    }
    let mut mover = 0;
    for _ in 0..26 {
        let colour = ["b", "w"][mover];
        let mv = ask(&mut programs[mover], &format!("genmove {colour}"));
        assert_eq!(ask(&mut programs[1 - mover], &format!("play {colour} {mv}")), "");
        if mv == "resign" {
            break;
        }
        mover = 1 - mover;
    }
    let scores = programs.each_mut().map(|program| ask(program, "final_score"));
    assert_eq!(scores, ["B+", "B+"], "the one that looks ahead beats the one that does not");
}

#[test]
fn an_engine_that_does_not_exist_is_refused_at_once() {
    let (rules, spec) = ("size=3".parse().expect("rules"), "oracle".parse().expect("a name"));
    let error =
        Htp::new(HEX, rules, &spec, |session, spec| session.engine(spec)).expect_err("no such engine");
    assert!(HtpError::from(error).to_string().contains("oracle"));
}

/// Words that mean something, so that random lines come near to sense.
fn word() -> impl Strategy<Value = String> {
    let known = [
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "boardsize",
        "clear_board",
        "all_legal_moves",
        "final_score",
        "loadsgf",
        "time_left",
        "time_settings",
        "param_game",
        "allow_swap",
        "play-game",
        "showboard",
        "b",
        "w",
        "swap",
        "swap-pieces",
        "swap-sides",
        "resign",
        "a1",
        "b2",
        "c3",
        "d1",
        "z9",
        "0",
        "1",
        "2",
        "3",
        "19",
        "99999999999999999999",
        "-1",
        "1e9",
        "game.sgf",
        "#",
        "=",
    ];
    prop_oneof![9 => prop::sample::select(known.to_vec()).prop_map(str::to_owned), 1 => ".{0,6}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn whatever_is_asked_is_answered_in_form(
        lines in prop::collection::vec(prop::collection::vec(word(), 0..5), 0..12),
        swap in prop::sample::select(vec!["off", "pieces", "sides"]),
    ) {
        let mut htp = session_with(&format!("size=3,swap={swap}"), "random:seed=1").with_files(FILES);
        for words in lines {
            let text = htp.respond(&words.join(" ")).text;
            if !text.is_empty() {
                prop_assert!(text.starts_with(['=', '?']), "{text:?}");
                prop_assert!(text.ends_with("\n\n") && text.matches("\n\n").count() == 1, "{text:?}");
            }
        }
    }
}
