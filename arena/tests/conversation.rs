//! What an engine for Arimaa is told of its clocks, by an engine that writes it down; and the log of that.
#![cfg(unix)]

use crate::scripts::Script;
use core::time::Duration;
use plywood_arena::external::{ExternalEngine, Log};
use plywood_play::Engine;
use plywood_registry::ARIMAA;
use plywood_search::{Limits, SystemClock, TimeLeft};
use std::fs;

const SETUP: &str = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";

/// An engine that writes down all that it is told, and answers with one turn.
fn scribe() -> Script {
    let answers = "aei) echo aeiok;;\n    go) echo bestmove Ed2n;;";
    let script = Script::answering("", answers);
    let file = script.file("engine.sh");
    let text = fs::read_to_string(&file).expect("a script");
    let text =
        text.replace(" do\n", &format!(" do\n  echo \"$line\" >> {}\n", script.file("heard").display()));
    fs::write(&file, text).expect("a script");
    script
}

#[test]
fn an_engine_for_arimaa_hears_of_every_clock() {
    let script = scribe();
    let session = ARIMAA.session("", Some(SETUP)).expect("a position");
    let spec = format!("external:cmd={},protocol=aei,time=2s,patience=1h30m", script.command());
    let mut engine = ExternalEngine::new(&*session, &spec.parse().expect("a spec")).expect("an engine");
    engine.think(&*session, &Limits::none(), &mut |_| {}).expect("a move");
    let left = TimeLeft::new(Duration::from_secs(60)).with_increment(Duration::from_secs(5));
    engine.set_clock(Some(left));
    engine.new_game();
    engine
        .think(&*session, &Limits::none().with_time_left(left, SystemClock::start()), &mut |_| {})
        .expect("a move");
    drop(engine);
    let heard = fs::read_to_string(script.file("heard")).expect("text");
    let mut reserve = None;
    let mut games = Vec::new();
    for line in heard.lines() {
        match line.strip_prefix("setoption name ").and_then(|option| option.split_once(" value ")) {
            Some(("tcreserve" | "greserve", value)) => reserve = Some(value),
            _ if line == "newgame" => games.push(reserve),
            _ if line == "go" => games.push(reserve),
            _ => {}
        }
    }
    // A game and a question with a time for each turn; then another game, in which there is a clock.
    let [nothing, fifty_five] = [Some("0"), Some("55")];
    assert_eq!(games, [nothing, nothing, fifty_five, fifty_five], "{heard}");
    assert!(
        heard.contains("setoption name sreserve value 0")
            && heard.contains("setoption name sreserve value 55")
    );
}

#[test]
fn a_log_has_every_line_of_the_conversation() {
    let script = scribe();
    let session = ARIMAA.session("", Some(SETUP)).expect("a position");
    let spec = format!("external:cmd={},protocol=aei,name=scribe", script.command()).parse().expect("a spec");
    let path = script.file("log");
    let log = Log::create(&path).expect("a file");
    std::thread::scope(|scope| {
        for number in 1..=2 {
            let (session, log, spec) = (session.fork(), log.clone(), &spec);
            scope.spawn(move || {
                let mut engine = ExternalEngine::with_log(&*session, spec, Some(log)).expect("an engine");
                engine.label_game(&format!("game {number}"));
                for _ in 0..50 {
                    engine.think(&*session, &Limits::none(), &mut |_| {}).expect("a move");
                }
            });
        }
    });
    let text = fs::read_to_string(&path).expect("text");
    let said: Vec<&str> = text.lines().map(|line| line.split_once(" ms  ").expect("a time").1).collect();
    assert!(said[0].starts_with("scribe[") && said[0].ends_with("]  * started"), "{}", said[0]);
    for game in ["game 1  scribe[", "game 2  scribe["] {
        let lines = || said.iter().filter(|line| line.starts_with(game));
        for sign in ["  > go", "  < bestmove Ed2n"] {
            assert_eq!(lines().filter(|line| line.ends_with(sign)).count(), 50, "{sign}");
        }
        assert!(
            lines().next_back().is_some_and(|line| line.ends_with("  * ended: exit status: 0")),
            "{text}"
        );
    }
}
