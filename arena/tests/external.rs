//! Matches against a program that misbehaves in every way, in every protocol. The program is the example
//! `fake_engine`.

use crate::fake::fake_engine;
use core::ops::ControlFlow;
use plywood_arena::external::ExternalEngine;
use plywood_arena::{Ending, Match, MatchEnd, MatchError, PlayedGame, Points, Summary};
use plywood_play::{Engine, EngineError, Fault, Session, Spec};
use plywood_registry::{ARIMAA, HEX};
use plywood_search::{Limits, StopHandle};

const PROTOCOLS: [&str; 3] = ["ugi", "htp", "aei"];

fn session(protocol: &str) -> Box<dyn Session> {
    let start = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
    let session = match protocol {
        "aei" => ARIMAA.session("", Some(start)),
        _ => HEX.session("size=5", None),
    };
    session.expect("a game")
}

/// The fake engine with this fault; `more` are options of the engine.
fn fake(protocol: &str, fault: &str, more: &str) -> Spec {
    let program = fake_engine();
    let text =
        format!("external:cmd='\"{}\" {protocol} {fault}',protocol={protocol}{more}", program.display());
    text.parse().expect("a spec")
}

fn make(session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    match spec.name() {
        ExternalEngine::NAME => Ok(Box::new(ExternalEngine::new(session, spec)?)),
        _ => session.engine(spec),
    }
}

fn contest(protocol: &str, spec: Spec, games: u64) -> Match {
    let mut contest =
        Match::new(session(protocol), [spec, "random:seed=5".parse().unwrap()]).with_engine_maker(make);
    contest.games = games;
    contest.max_plies = 60;
    contest
}

fn play(contest: &Match) -> Result<(Vec<PlayedGame>, Summary), MatchError> {
    let mut games = Vec::new();
    let summary = contest.run(&mut |game, _| {
        games.push(game);
        ControlFlow::Continue(())
    })?;
    Ok((games, summary))
}

/// Plays a match in which the fake engine loses every game in the same way.
fn every_game_is_lost(protocol: &str, fault: &str, more: &str, is_expected: impl Fn(&Ending) -> bool) {
    let (games, summary) = play(&contest(protocol, fake(protocol, fault, more), 4)).expect("a match");
    assert_eq!(games.len(), 4, "the match goes on: {protocol} {fault}");
    assert_eq!(summary.ended, Some(MatchEnd::Completed));
    for game in games {
        assert!(is_expected(&game.ending), "{protocol} {fault}: {:?}", game.ending);
        assert_eq!(
            (game.points(), game.ending.forfeited_by()),
            (Points::Loss, Some(0)),
            "{protocol} {fault}"
        );
        assert_eq!(game.record().tag("reason"), Some(game.ending.to_string().as_str()));
    }
    assert_eq!(summary.usage[0].forfeits, 4);
}

fn is_crash(ending: &Ending, parts: &[&str]) -> bool {
    matches!(ending, Ending::Crash { engine: 0, reason } if parts.iter().all(|part| reason.contains(part)))
}

fn is_failure(ending: &Ending, part: &str) -> bool {
    matches!(ending, Ending::Failure { engine: 0, reason } if reason.contains(part))
}

#[test]
fn an_engine_that_behaves_plays_whole_games() {
    for protocol in PROTOCOLS {
        let (games, summary) = play(&contest(protocol, fake(protocol, "none", ""), 4)).expect("a match");
        assert_eq!(summary.usage[0].forfeits, 0, "{protocol}");
        for game in games {
            assert!(matches!(game.ending, Ending::Rules(_) | Ending::Length { .. }), "{:?}", game.ending);
        }
    }
}

#[test]
fn a_crash_by_a_signal_is_recognised() {
    let expected: &[&str] = if cfg!(unix) { &["ended with signal"] } else { &["ended with"] };
    for protocol in PROTOCOLS {
        every_game_is_lost(protocol, "crash 1", "", |ending| is_crash(ending, expected));
    }
}

#[test]
fn a_crash_with_a_status_is_recognised_with_its_last_words() {
    for protocol in PROTOCOLS {
        every_game_is_lost(protocol, "status 1", "", |ending| {
            is_crash(ending, &["3", "it said `out of luck`"])
        });
    }
}

#[test]
fn a_silent_exit_is_recognised() {
    for protocol in PROTOCOLS {
        every_game_is_lost(protocol, "leave 1", "", |ending| is_crash(ending, &["left without an answer"]));
    }
}

#[cfg(unix)]
#[test]
fn an_exit_is_noticed_even_if_somebody_else_holds_the_pipes() {
    for protocol in PROTOCOLS {
        every_game_is_lost(protocol, "orphan", "", |ending| is_crash(ending, &["left without an answer"]));
    }
}

#[test]
fn a_hang_is_recognised() {
    std::thread::scope(|scope| {
        for protocol in PROTOCOLS {
            scope.spawn(move || {
                every_game_is_lost(protocol, "hang", ",time=50ms,margin=50ms", |ending| {
                    is_failure(ending, "hung: no answer in 1")
                });
            });
        }
    });
}

#[test]
fn a_loss_on_time_is_recognised() {
    for protocol in PROTOCOLS {
        every_game_is_lost(
            protocol,
            "late",
            ",time=10ms,margin=40ms",
            |ending| matches!(ending, Ending::Time { engine: 0, over } if over.as_millis() >= 290),
        );
    }
}

#[test]
fn an_illegal_move_is_recognised() {
    for protocol in PROTOCOLS {
        every_game_is_lost(
            protocol,
            "illegal 1",
            "",
            |ending| matches!(ending, Ending::IllegalMove { engine: 0, answer, .. } if answer == "z9" || answer == "Ra1n Ra2n"),
        );
    }
}

#[test]
fn garbage_is_recognised() {
    for protocol in PROTOCOLS {
        every_game_is_lost(protocol, "garbage 1", "", |ending| is_failure(ending, "spoke garbage: `\\u{7}"));
    }
}

#[test]
fn a_flood_of_lines_and_a_line_without_end_are_recognised() {
    for protocol in PROTOCOLS {
        every_game_is_lost(protocol, "endless 1", "", |ending| is_failure(ending, "a line without end"));
    }
    every_game_is_lost("ugi", "flood 1", "", |ending| is_failure(ending, "100000 lines and no answer"));
}

#[test]
fn a_refusal_is_recognised() {
    for protocol in PROTOCOLS {
        every_game_is_lost(protocol, "refuse 1", "", |ending| is_failure(ending, ": not today"));
    }
}

#[test]
fn an_answer_without_a_move_is_recognised() {
    for protocol in ["ugi", "aei"] {
        every_game_is_lost(protocol, "empty 1", "", |ending| *ending == Ending::NoMove { engine: 0 });
    }
    every_game_is_lost("htp", "empty 1", "", |ending| matches!(ending, Ending::IllegalMove { .. }));
}

#[test]
fn who_resigns_has_lost_and_forfeits_nothing() {
    for protocol in PROTOCOLS {
        let (games, summary) = play(&contest(protocol, fake(protocol, "resign 1", ""), 4)).expect("a match");
        assert_eq!((summary.tally.losses, summary.usage[0].forfeits), (4, 0), "{protocol}");
        for game in games {
            assert_eq!(game.record().tag("reason"), Some("engine 1 resigned"));
        }
    }
}

#[test]
fn a_line_that_slips_in_does_no_harm() {
    for protocol in PROTOCOLS {
        let (_, summary) = play(&contest(protocol, fake(protocol, "mutter", ""), 2)).expect("a match");
        assert_eq!(summary.usage[0].forfeits, 0, "{protocol}");
    }
}

#[test]
fn after_a_crash_the_engine_is_started_anew_and_plays_on() {
    for protocol in PROTOCOLS {
        let file = std::env::temp_dir().join(format!("plywood-crashed-{}-{protocol}", std::process::id()));
        let fault = format!("crash 2 --once \"{}\"", file.display());
        let played = play(&contest(protocol, fake(protocol, &fault, ""), 4));
        let (games, summary) = played.expect("a match");
        // The match asks each engine for its life before it begins: the fault is spent on a program that is
        // never asked.
        assert_eq!((games.len(), summary.usage[0].forfeits), (4, 0));
        std::fs::remove_file(&file).expect("the file is there");
        let session = session(protocol);
        let mut engine = make(&*session, &fake(protocol, &fault.replace("crash 2", "crash 0"), "")).unwrap();
        let crashed = engine.think(&*session, &Limits::none(), &mut |_| {});
        assert!(matches!(crashed, Err(EngineError::Fault(Fault::Crash { .. }))), "{crashed:?}");
        engine.new_game();
        let thoughts = engine.think(&*session, &Limits::none(), &mut |_| {}).expect("an answer");
        assert!(thoughts.best.is_some());
        std::fs::remove_file(&file).expect("the file is there");
    }
}

#[test]
fn an_engine_that_cannot_be_started_anew_loses_the_games_that_are_left() {
    for protocol in PROTOCOLS {
        let file = std::env::temp_dir().join(format!("plywood-last-{}-{protocol}", std::process::id()));
        let fault = format!("hang 0 --last \"{}\"", file.display());
        let limits = ",time=50ms,margin=50ms";
        let (games, _) = play(&contest(protocol, fake(protocol, &fault, limits), 4)).expect("a match");
        std::fs::remove_file(&file).expect("the file is there");
        assert!(is_failure(&games[0].ending, "hung"), "{:?}", games[0].ending);
        for game in &games[1..] {
            assert!(is_crash(&game.ending, &["it said `no licence`"]), "{:?}", game.ending);
        }
    }
}

#[test]
fn a_program_that_cannot_be_started_is_refused_before_the_first_game() {
    for protocol in PROTOCOLS {
        let nothing = format!("external:cmd=/no/such/program,protocol={protocol}").parse().unwrap();
        let error = play(&contest(protocol, nothing, 2)).expect_err("no program").to_string();
        assert!(error.contains("/no/such/program"), "{error}");
        let error = play(&contest(protocol, fake(protocol, "start", ""), 2)).expect_err("no licence");
        assert!(error.to_string().contains("no licence"), "{error}");
    }
    let error = ExternalEngine::new(&*session("aei"), &fake("htp", "none", "")).expect_err("another game");
    assert!(matches!(error, EngineError::WrongGame { plays: "hex", .. }), "{error}");
    let error = ExternalEngine::new(&*session("htp"), &fake("aei", "none", "")).expect_err("another game");
    assert!(matches!(error, EngineError::WrongGame { plays: "arimaa", .. }), "{error}");
}

#[test]
fn a_hanging_engine_can_be_stopped_from_outside() {
    let session = session("ugi");
    let mut engine = make(&*session, &fake("ugi", "hang", "")).unwrap();
    let stop = StopHandle::new();
    stop.stop();
    let answer = engine.think(&*session, &Limits::none().with_stop(stop), &mut |_| {});
    assert!(matches!(answer, Err(EngineError::Fault(Fault::Hang { .. }))), "{answer:?}");
}

#[test]
fn limits_that_a_protocol_has_no_words_for_are_refused() {
    for (protocol, limit) in [("aei", "nodes"), ("htp", "nodes"), ("htp", "depth")] {
        let session = session(protocol);
        let mut engine = make(&*session, &fake(protocol, "none", &format!(",{limit}=5"))).unwrap();
        let error = engine.think(&*session, &Limits::none(), &mut |_| {}).expect_err(limit).to_string();
        assert!(error.contains(limit), "{error}");
    }
}

#[test]
fn arimaa_cannot_be_asked_in_the_middle_of_a_turn() {
    let mut session = session("aei");
    let mut engine = make(&*session, &fake("aei", "none", "")).unwrap();
    session.play("Ed2n").unwrap();
    let error = engine.think(&*session, &Limits::none(), &mut |_| {}).expect_err("a step").to_string();
    assert!(error.contains("in the middle of a turn"), "{error}");
    session.play("pass").unwrap();
    assert!(engine.think(&*session, &Limits::none(), &mut |_| {}).is_ok());
}
