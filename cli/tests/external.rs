//! Engines of ours behind pipes play the same games as inside one process, in every protocol; and the command
//! line takes them wherever it takes an engine.

use plywood_arena::{Match, Openings, PlayedGame};
use plywood_play::Spec;
use serde_json::Value;
use std::ops::ControlFlow;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_plywood");

const SETUP: &str = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";

/// A match of two pairs, with openings of so many plies.
fn play(game: &str, position: Option<&str>, engines: [String; 2], plies: u32) -> Vec<PlayedGame> {
    let (game, rules) = plywood_registry::parse(game).expect("a game");
    let start = game.session(&rules, position).expect("a position");
    let engines: [Spec; 2] = engines.map(|engine| engine.parse().expect("an engine"));
    let mut contest = Match::new(start, engines)
        .with_engine_maker(|session, spec| plywood_bench::ENGINES.make(session, spec));
    contest.identify().expect("engines");
    contest.games = 4;
    contest.max_plies = 90;
    contest.seed = 3;
    if plies > 0 {
        contest.openings = Openings::Random { plies };
    }
    let mut games = Vec::new();
    let summary = contest.run(&mut |game, _| {
        games.push(game);
        ControlFlow::Continue(())
    });
    assert_eq!(summary.expect("a match").usage.map(|usage| usage.forfeits), [0, 0]);
    games
}

/// What has to be equal, whoever carried the moves.
fn essence(games: &[PlayedGame]) -> Vec<(Vec<String>, String)> {
    games.iter().map(|game| (game.moves.clone(), game.ending.to_string())).collect()
}

/// The searches as the players report them.
fn searches(games: &[PlayedGame]) -> Vec<(u64, u32, i32)> {
    let turns = games.iter().flat_map(|game| &game.turns);
    turns.map(|turn| (turn.nodes, turn.depth, turn.score.value())).collect()
}

const SEARCHES: [&str; 2] = ["pvs:nodes=400,hash=1MB", "ids:nodes=300,hash=1MB"];

fn behind_a_pipe(arguments: &str, protocol: &str, search: &str) -> String {
    format!("external:cmd='\"{PROGRAM}\" {arguments} --engine {search}',protocol={protocol}")
}

#[test]
fn ugi_gives_the_same_games_as_one_process() {
    for (game, position, plies) in [
        ("loa", None, 4),
        ("loa:size=6,connection=mover-wins", None, 2),
        ("gekitai", None, 2),
        ("hex:size=5,swap=sides", None, 1),
        ("arimaa", None, 0),
        ("arimaa", Some(SETUP), 6),
    ] {
        let inside = play(game, position, SEARCHES.map(str::to_owned), plies);
        let engines = SEARCHES.map(|search| behind_a_pipe(&format!("ugi {game}"), "ugi", search));
        let outside = play(game, position, engines, plies);
        assert_eq!(essence(&outside), essence(&inside), "{game}");
        assert_eq!(searches(&outside), searches(&inside), "{game}");
    }
}

#[test]
fn an_engine_of_another_build_plays_the_same_games_if_it_is_the_same_build() {
    for (game, plies) in [("gekitai", 2), ("hex:size=5,swap=sides", 1), ("arimaa", 0)] {
        let inside = play(game, None, SEARCHES.map(str::to_owned), plies);
        let there = SEARCHES.map(|search| search.replacen(':', &format!("@{PROGRAM}:"), 1));
        let outside = play(game, None, [there[0].clone(), SEARCHES[1].to_owned()], plies);
        assert_eq!(essence(&outside), essence(&inside), "{game}");
        assert_eq!(searches(&outside), searches(&inside), "{game}");
        assert_eq!(outside[0].builds, [env!("PLYWOOD_BUILD"), ""], "the match was told no build of its own");
    }
}

#[test]
fn the_limit_may_come_over_the_pipe() {
    let inside = play("gekitai", None, SEARCHES.map(str::to_owned), 2);
    let outside = [
        format!("external:cmd='\"{PROGRAM}\" ugi gekitai --engine pvs:hash=1MB',protocol=ugi,nodes=400"),
        format!("external:cmd='\"{PROGRAM}\" ugi gekitai --engine ids',protocol=ugi,nodes=300,option.hash=1"),
    ];
    assert_eq!(essence(&play("gekitai", None, outside, 2)), essence(&inside));
}

#[test]
fn htp_gives_the_same_games_as_one_process() {
    for (game, word) in
        [("hex:size=5,swap=pieces", ""), ("hex:size=4,swap=sides", "jump"), ("hex:size=5", "")]
    {
        let inside = play(game, None, SEARCHES.map(str::to_owned), 1);
        let (server, client) = match word {
            "" => (String::new(), String::new()),
            _ => (format!(" --swap-word {word}"), format!(",swap={word}")),
        };
        let engines =
            SEARCHES.map(|search| behind_a_pipe(&format!("htp {game}{server}"), "htp", search) + &client);
        assert_eq!(essence(&play(game, None, engines, 1)), essence(&inside), "{game}");
    }
}

#[test]
fn htp_begins_at_any_position() {
    let position = Some("5/1x1o1/2x2/1o3/5 x");
    let inside = play("hex:size=5", position, SEARCHES.map(str::to_owned), 2);
    let engines = SEARCHES.map(|search| behind_a_pipe("htp hex:size=11", "htp", search));
    assert_eq!(essence(&play("hex:size=5", position, engines, 2)), essence(&inside));
}

#[test]
fn aei_gives_the_same_games_as_one_process() {
    let advanced = "s [r rr rr d c  ch rh m   d   Ee  r H    M  D    HRR C  C D RR RRR ]";
    for position in [SETUP, advanced] {
        let inside = play("arimaa", Some(position), SEARCHES.map(str::to_owned), 0);
        let engines = SEARCHES.map(|search| behind_a_pipe("aei", "aei", search));
        let outside = play("arimaa", Some(position), engines, 0);
        assert_eq!(essence(&outside), essence(&inside));
        assert_eq!(searches(&outside), searches(&inside));
    }
}

#[test]
fn aei_sets_up_its_pieces() {
    let engines = SEARCHES.map(|search| behind_a_pipe("aei", "aei", search));
    for game in play("arimaa", None, engines, 0) {
        assert!(game.turns.len() > 4 && game.turns[0].plies == 16, "{:?}", game.turns);
    }
}

fn plywood(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().expect("the program starts")
}

#[test]
fn analyze_shows_what_an_engine_behind_a_pipe_thinks() {
    let engine = behind_a_pipe("ugi loa", "ugi", "pvs:hash=1MB");
    let outside = plywood(&["analyze", "loa", "--engine", &engine, "--depth", "3", "--json"]);
    let inside = plywood(&["analyze", "loa", "--engine", "pvs:hash=1MB", "--depth", "3", "--json"]);
    let last = |output: Output| -> Value {
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        serde_json::from_str(text.lines().last().expect("a line")).expect("JSON")
    };
    let (outside, inside) = (last(outside), last(inside));
    for field in ["best", "score", "depth", "nodes", "pv"] {
        assert_eq!(outside[field], inside[field], "{field}");
    }
}

#[test]
fn an_engine_that_fails_is_named_in_one_line() {
    for (engine, part) in [
        (behind_a_pipe("ugi chess", "ugi", "pvs"), "\"chess\""),
        (behind_a_pipe("aei", "aei", "pvs"), "arimaa"),
        (format!("external:cmd='{PROGRAM}' ugi loa,protocol=uci"), "\"uci\""),
        (format!("external:cmd=\"{PROGRAM}\" ugi loa,hash=1MB,protocol=ugi"), "\"hash\""),
        ("external:cmd=/no/such/program,protocol=ugi".to_owned(), "/no/such/program"),
        ("external:cmd=wolf".to_owned(), "protocol is missing"),
    ] {
        let output = plywood(&["analyze", "loa", "--engine", &engine, "--depth", "1"]);
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{engine}: {message}");
        assert!(message.contains(part), "{engine}: {message}");
    }
}

#[test]
fn an_engine_may_move_in_the_terminal_and_be_matched() {
    let engine = behind_a_pipe("ugi hex:size=3", "ugi", "random:seed=1");
    let played = plywood(&["play", "hex:size=3", "--first", &engine, "--second", "random:seed=2"]);
    assert_eq!(played.status.code(), Some(0), "{}", String::from_utf8_lossy(&played.stderr));
    let matched =
        plywood(&["match", "hex:size=3", &engine, "random", "--games", "4", "--openings", "none", "--json"]);
    let summary: Value = serde_json::from_slice(&matched.stdout).expect("JSON");
    assert_eq!((&summary["games"], &summary["usage"][0]["forfeits"]), (&4.into(), &0.into()));
}
