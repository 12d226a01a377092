//! Matches of real engines and of engines that misbehave, at a game that takes no time.

use crate::nim::NIM;
use core::ops::ControlFlow;
use core::time::Duration;
use plywood_arena::{
    Ending, Match, MatchEnd, MatchError, Openings, PlayedGame, Points, Summary, Tournament, TournamentFormat,
    Verdict,
};
use plywood_play::{
    AnyGame, Engine, EngineError, RecordedResult, Session, Spec, TextError, Thoughts, read_records,
};
use plywood_search::{Clock, Limits, Outcome, Score, Side, StopHandle};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

fn start() -> Box<dyn Session> {
    NIM.session("", None).unwrap()
}

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// Time that passes by a millisecond whenever a thread that plays games looks. The match's own looks, which
/// come when they come, do not count.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        let plays = std::thread::current().name().is_some_and(|name| name.starts_with("match-"));
        Duration::from_millis(self.0.fetch_add(u64::from(plays), Ordering::Relaxed))
    }
}

/// Time that stands still.
struct Frozen;

impl Clock for Frozen {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn new_match(first: &str, second: &str, games: u64) -> Match {
    let mut new = Match::new(start(), [spec(first), spec(second)]);
    new.games = games;
    new.openings = Openings::Random { plies: 2 };
    new.seed = 7;
    new.clock = Arc::new(Frozen);
    new
}

fn play(contest: &Match) -> (Vec<PlayedGame>, Summary) {
    let mut games = Vec::new();
    let summary = contest.run(&mut |game, _| {
        games.push(game);
        ControlFlow::Continue(())
    });
    (games, summary.unwrap())
}

const SEARCHER: &str = "ids:nodes=300,hash=1MB";

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut contest = new_match(SEARCHER, "random", 40);
    let alone = play(&contest);
    assert_eq!(alone.0.len(), 40);
    assert!(alone.1.tally.wins > alone.1.tally.losses);
    for concurrency in [2, 5] {
        contest.concurrency = concurrency;
        assert_eq!(play(&contest), alone);
    }
}

#[test]
fn the_seed_decides_the_games() {
    let mut contest = new_match("random", "random", 10);
    let (games, _) = play(&contest);
    assert_eq!(play(&contest).0, games);
    contest.seed += 1;
    assert_ne!(play(&contest).0, games);
}

#[test]
fn pairs_share_their_opening_and_swap_the_sides() {
    let (games, summary) = play(&new_match("random:seed=5", SEARCHER, 12));
    for (number, game) in games.iter().enumerate() {
        assert_eq!((game.number, game.first), (number as u64, number % 2));
        assert_eq!(game.opening_plies, 2);
        let players = game.players();
        assert_eq!(players[game.first], "random:seed=5");
        assert_eq!(players[1 - game.first], SEARCHER);
        // The first of the engines' turns is the first player's again, after two plies.
        assert_eq!(game.turns[0].engine, game.first);
    }
    for pair in games.chunks(2) {
        assert_eq!(pair[0].moves[..2], pair[1].moves[..2]);
    }
    assert_eq!(summary.tally.complete_pairs(), 6);
    assert_eq!(summary.ended, Some(MatchEnd::Completed));
}

#[test]
fn records_replay_to_their_results() {
    let (games, _) = play(&new_match(SEARCHER, "random", 10));
    for game in games {
        let line = game.record().to_string();
        let record = read_records(&line, ["First", "Second"]).next().unwrap().unwrap();
        let mut session = NIM.session("", record.tag("position")).unwrap();
        for mv in &record.moves {
            session.play(mv).unwrap();
        }
        let result = session.result().unwrap();
        assert_eq!(record.result, Some(RecordedResult::Ended(result.outcome)));
        assert_eq!(
            (game.outcome, record.tag("reason")),
            (result.outcome, Some(result.reason.sentence.as_str()))
        );
        assert_eq!(record.tag("opening"), Some("2"));
    }
}

#[test]
fn a_random_engine_gets_a_seed_of_its_own_in_each_game() {
    let (games, _) = play(&new_match("random", "random", 8));
    let mut specs: Vec<_> = games.iter().flat_map(PlayedGame::players).collect();
    assert!(specs.iter().all(|spec| spec.starts_with("random:seed=")));
    specs.sort_unstable();
    specs.dedup();
    assert_eq!(specs.len(), 16);
}

#[test]
fn an_odd_number_of_games_is_rounded_up_to_pairs() {
    let (games, summary) = play(&new_match("random", "random", 3));
    assert_eq!((games.len(), summary.games), (4, 4));
    let (games, summary) = play(&new_match("random", "random", 0));
    assert_eq!((games.len(), summary.ended), (0, Some(MatchEnd::Completed)));
}

#[test]
fn games_go_on_from_the_position_they_are_given() {
    let mut session = NIM.session("", Some("1-2-3-2")).unwrap();
    session.play("c1").unwrap();
    let mut contest = Match::new(session, [spec("random"), spec(SEARCHER)]);
    contest.games = 4;
    for game in play(&contest).0 {
        assert_eq!(game.position, "1-2-3-2");
        assert_eq!((game.moves[0].as_str(), game.opening_plies), ("c1", 1));
    }
}

#[test]
fn the_test_ends_the_match_at_the_same_pair_whatever_the_threads() {
    let mut contest = new_match(SEARCHER, "random", 1_000);
    contest.sprt = Some("score0=0.5,score1=0.7".parse().unwrap());
    let alone = play(&contest);
    let state = alone.1.sprt.unwrap();
    assert_eq!((alone.1.ended, state.verdict), (Some(MatchEnd::Decided), Verdict::AcceptH1));
    assert!(alone.0.len() < 100 && alone.0.len().is_multiple_of(2), "{}", alone.0.len());
    assert_eq!(alone.0.len() as u64, alone.1.tally.games());
    contest.concurrency = 3;
    assert_eq!(play(&contest), alone);
}

#[test]
fn the_observer_can_end_the_match() {
    let contest = new_match("random", "random", 1_000);
    let mut seen = 0;
    let summary = contest.run(&mut |game, summary| {
        seen += 1;
        assert_eq!((game.number + 1, summary.tally.games(), summary.ended), (seen, seen, None));
        if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let summary = summary.unwrap();
    assert_eq!((seen, summary.tally.games(), summary.tally.complete_pairs()), (5, 5, 2));
    assert_eq!(summary.ended, Some(MatchEnd::Stopped));
}

#[test]
fn the_stop_handle_ends_the_match_and_keeps_what_is_finished() {
    let mut contest = new_match("random", "random", 1_000_000);
    contest.concurrency = 2;
    let stop = contest.stop.clone();
    let mut numbers = Vec::new();
    let summary = contest.run(&mut |game, _| {
        numbers.push(game.number);
        if numbers.len() == 10 {
            stop.stop();
        }
        ControlFlow::Continue(())
    });
    let summary = summary.unwrap();
    assert_eq!(summary.ended, Some(MatchEnd::Stopped));
    assert_eq!(summary.tally.games(), numbers.len() as u64);
    assert!(numbers.len() < 1_000_000 && numbers.is_sorted());
    let (games, summary) = play(&contest);
    assert_eq!((games.len(), summary.ended), (0, Some(MatchEnd::Stopped)));
}

#[test]
fn an_observer_slower_than_the_players_can_stop_the_match() {
    let contest = new_match("random", "random", 3_000);
    let stop = contest.stop.clone();
    let summary = contest.run(&mut |_, _| {
        std::thread::sleep(Duration::from_millis(5));
        stop.stop();
        ControlFlow::Continue(())
    });
    let summary = summary.unwrap();
    assert_eq!(summary.ended, Some(MatchEnd::Stopped));
    assert!(summary.tally.games() < 3_000);
}

#[test]
fn a_game_that_is_too_long_is_drawn() {
    let mut contest = new_match("random", "random", 2);
    contest.max_plies = 3;
    let (games, summary) = play(&contest);
    assert_eq!(summary.tally.pairs, [0, 0, 1, 0, 0]);
    assert_eq!(games[0].ending, Ending::Length { plies: 3 });
    assert_eq!(games[0].moves.len(), 3);
    assert_eq!(games[0].result(), RecordedResult::Ended(Outcome::Draw));
}

/// An engine that answers the same, whatever it is asked.
struct Stubborn {
    spec: Spec,
    answer: Answer,
}

#[derive(Clone, Copy)]
enum Answer {
    Text(&'static str),
    Nothing,
    Panic,
    /// Waits until it is stopped.
    Hang,
}

impl Engine for Stubborn {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn think(
        &mut self,
        _: &dyn Session,
        limits: &Limits,
        _: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        let best = match self.answer {
            Answer::Text(text) => Some(text.to_owned()),
            Answer::Nothing => None,
            Answer::Panic => panic!("out of stones"),
            Answer::Hang => {
                while !limits.stop.is_stopped() {
                    std::thread::yield_now();
                }
                None
            }
        };
        Ok(Thoughts { best, nodes: 3, ..Thoughts::of_root(Score::ZERO, None) })
    }

    fn new_game(&mut self) {}
}

/// A match of a stubborn engine against one that plays at random.
fn against_stubborn(answer: Answer) -> Match {
    new_match("stubborn", "random", 4).with_engine_maker(move |session, spec| match spec.name() {
        "stubborn" => Ok(Box::new(Stubborn { spec: spec.clone(), answer })),
        _ => session.engine(spec),
    })
}

#[test]
fn an_engine_without_a_legal_answer_loses_and_the_match_goes_on() {
    for (answer, reason) in [
        (Answer::Nothing, "engine 1 gave no move"),
        (Answer::Text(""), "engine 1 answered ``: nothing there to play"),
        (Answer::Text("x1"), "engine 1 answered `x1`: a move is a pile and a number, such as b2"),
        (Answer::Text("a9"), "engine 1 answered `a9`: the pile does not have that many stones"),
        (Answer::Panic, "engine 1 crashed: panicked with `out of stones`"),
    ] {
        let (games, summary) = play(&against_stubborn(answer));
        assert_eq!(summary.tally.pairs, [2, 0, 0, 0, 0], "{reason}");
        assert_eq!((summary.usage[0].forfeits, summary.usage[1].forfeits), (4, 0));
        for game in games {
            assert_eq!((game.points(), game.ending.forfeited_by()), (Points::Loss, Some(0)));
            assert_eq!(game.record().tag("reason"), Some(reason));
            assert_eq!(game.outcome.winner(), Some(Side::BOTH[1 - game.first]));
        }
    }
}

#[test]
fn an_engine_may_not_move_for_its_opponent() {
    let mut contest = against_stubborn(Answer::Text("c1 c1"));
    contest.openings = Openings::None;
    contest.games = 2;
    let (games, _) = play(&contest);
    let reason = "engine 1 answered `c1 c1`: `c1` comes after the end of the turn";
    assert_eq!(games[0].record().tag("reason"), Some(reason));
    assert!(games[0].moves.is_empty());
}

/// Time that passes by a second whenever the match itself looks.
#[derive(Default)]
struct Watched(AtomicU64);

impl Clock for Watched {
    fn now(&self) -> Duration {
        let plays = std::thread::current().name().is_some_and(|name| name.starts_with("match-"));
        Duration::from_secs(self.0.fetch_add(u64::from(!plays), Ordering::Relaxed))
    }
}

#[test]
fn the_time_of_a_match_ends_it_in_the_middle_of_a_turn() {
    let mut contest = against_stubborn(Answer::Hang);
    contest.clock = Arc::new(Watched::default());
    contest.time = Some(Duration::from_secs(20));
    let (games, summary) = play(&contest);
    assert_eq!((games.len(), summary.ended), (0, Some(MatchEnd::Stopped)));
    assert!(!contest.stop.is_stopped());
}

#[test]
fn games_that_repeat_earlier_ones_are_counted_and_warned_of() {
    let mut contest = new_match(SEARCHER, "ids:nodes=200,hash=1MB", 8);
    contest.openings = Openings::None;
    let (games, summary) = play(&contest);
    assert!(games[2..].iter().all(|game| game.moves == games[game.first].moves));
    assert_eq!(summary.repeats, 6);
    assert!(summary.to_string().contains("\nwarning    6 of 8 games repeat earlier ones"), "{summary}");
    let varied = play(&new_match("random", "random", 2)).1;
    assert_eq!((varied.repeats, varied.warning()), (0, None));
}

#[test]
fn engines_are_asked_for_their_builds_once() {
    let made = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&made);
    let mut model = new_match("random:seed=1", "random:seed=2", 2).with_engine_maker(move |session, spec| {
        count.fetch_add(1, Ordering::Relaxed);
        session.engine(spec)
    });
    model.build = String::from("1.0+x");
    let engines = ["random:seed=1", "random:seed=2", "random:seed=3"].map(spec);
    let mut tournament = Tournament::new(&model, &engines, TournamentFormat::RoundRobin);
    tournament.identify().unwrap();
    assert_eq!(made.load(Ordering::Relaxed), 4);
    for contest in tournament.matches() {
        contest.check().unwrap();
        assert_eq!(contest.description().builds, ["1.0+x", "1.0+x"]);
    }
    assert_eq!(made.load(Ordering::Relaxed), 4);
    model.identify().unwrap();
    let (games, _) = play(&model);
    assert_eq!(games[1].builds, ["1.0+x", "1.0+x"]);
    assert_eq!(games[1].record().tag("second-build"), Some("1.0+x"));
}

#[test]
fn a_hanging_engine_can_be_stopped() {
    let contest = against_stubborn(Answer::Hang);
    let stop: StopHandle = contest.stop.clone();
    std::thread::scope(|scope| {
        let running = scope.spawn(move || play(&contest));
        stop.stop();
        let (games, summary) = running.join().unwrap();
        assert!(games.is_empty() && summary.ended == Some(MatchEnd::Stopped));
        assert_eq!(summary.tally.estimates(), None);
    });
}

#[test]
fn time_and_overshoot_are_measured_on_the_clock_of_the_match() {
    let (games, summary) = play(&ticking(None, None));
    let turns =
        |engine| games.iter().flat_map(|game| &game.turns).filter(|turn| turn.engine == engine).count();
    let [stubborn, random] = summary.usage;
    assert_eq!(stubborn.turns, turns(0) as u64);
    assert_eq!(stubborn.nodes, 3 * stubborn.turns);
    // The clock is read before and after a turn: a millisecond.
    assert_eq!((stubborn.longest, stubborn.overshoot), (Duration::from_millis(1), Duration::from_millis(1)));
    assert_eq!((random.overshoot, random.time.as_millis()), (Duration::ZERO, turns(1) as u128));
    // A game clock takes the place of limits for a turn, which no engine exceeds then.
    let (_, clocked) = play(&ticking(Some("1h"), None));
    assert_eq!(clocked.usage.map(|usage| usage.overshoot), [Duration::ZERO; 2]);
}

/// A match of engines that need a millisecond or more a turn: each look at the clock takes one.
fn ticking(control: Option<&str>, margin: Option<u64>) -> Match {
    let mut contest = new_match("stubborn:time=0", "random:seed=1,time=5ms", 2).with_engine_maker(
        |session, spec| match spec.name() {
            "stubborn" => Ok(Box::new(Stubborn { spec: spec.clone(), answer: Answer::Text("a1") })),
            _ => session.engine(spec),
        },
    );
    contest.clock = Arc::new(Ticking::default());
    contest.control = control.map(|text| text.parse().unwrap());
    contest.margin = margin.map(Duration::from_millis);
    contest
}

#[test]
fn an_engine_whose_clock_runs_out_loses_on_time() {
    // The first turn takes all the time, the second is late.
    let (games, summary) = play(&ticking(Some("1ms"), None));
    for game in &games {
        let Ending::Time { engine, over } = game.ending else { panic!("{}", game.ending) };
        let turns: Vec<_> = game.turns.iter().filter(|turn| turn.engine == engine).collect();
        assert_eq!(turns.len(), 2);
        assert_eq!(over + Duration::from_millis(1), turns.iter().map(|turn| turn.elapsed).sum());
        assert_eq!(game.outcome.winner(), Some(Side::BOTH[usize::from(engine == game.first)]));
        // The move that came too late is not played.
        assert_eq!(game.turns.last().unwrap().plies, 0);
    }
    assert_eq!(summary.usage[0].forfeits + summary.usage[1].forfeits, 2);
}

#[test]
fn increments_and_margins_keep_an_engine_in_time() {
    for (control, margin) in [("1ms+1ms", None), ("1ms/1", None), ("1ms", Some(100)), ("100ms", None)] {
        let (games, _) = play(&ticking(Some(control), margin));
        assert!(games.iter().all(|game| !matches!(game.ending, Ending::Time { .. })), "{control}");
    }
}

#[test]
fn the_limit_for_a_turn_is_punished_only_with_a_margin() {
    let ending = |margin| play(&ticking(None, margin)).0[0].ending.clone();
    assert!(!matches!(ending(None), Ending::Time { .. }));
    assert!(!matches!(ending(Some(1)), Ending::Time { .. }));
    assert_eq!(ending(Some(0)), Ending::Time { engine: 0, over: Duration::from_millis(1) });
}

#[test]
fn under_a_clock_engines_are_told_what_they_may_take() {
    struct Listener(Spec, Arc<std::sync::Mutex<Vec<Duration>>>);
    impl Engine for Listener {
        fn spec(&self) -> &Spec {
            &self.0
        }
        fn think(
            &mut self,
            session: &dyn Session,
            limits: &Limits,
            observe: &mut dyn FnMut(&Thoughts),
        ) -> Result<Thoughts, EngineError> {
            self.1.lock().unwrap().push(limits.time_left().unwrap().remaining);
            session.engine(&spec("random:seed=2"))?.think(session, limits, observe)
        }
        fn new_game(&mut self) {}
    }
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    let mut contest =
        new_match("listener", "random", 2).with_engine_maker(move |session, spec| match spec.name() {
            "listener" => Ok(Box::new(Listener(spec.clone(), Arc::clone(&heard)))),
            _ => session.engine(spec),
        });
    contest.control = Some("10s+1s".parse().unwrap());
    play(&contest);
    let told = told.lock().unwrap();
    assert!(!told.is_empty());
    assert_eq!(told[0], Duration::from_secs(10));
    assert!(
        told.iter().all(|&left| left > Duration::from_secs(9) && left < Duration::from_secs(1_000)),
        "{told:?}"
    );
}

#[test]
fn a_hopeless_game_is_resigned_and_an_even_one_drawn() {
    // The searcher's evaluation knows nothing: every score but a proven result is zero.
    let mut contest = new_match("ids:depth=2,hash=1MB", "ids:depth=1,hash=1MB", 20);
    contest.even_game = Some("score=0,moves=2,after=4".parse().unwrap());
    let (games, _) = play(&contest);
    let drawn: Vec<_> = games.iter().filter(|game| game.ending == Ending::EvenScores).collect();
    assert!(!drawn.is_empty());
    for game in drawn {
        assert!(game.outcome == Outcome::Draw && game.moves.len() >= 4 && game.turns.len() >= 4);
    }
    let mut contest = new_match("ids:depth=9,hash=1MB", "ids:depth=9,hash=1MB", 20);
    contest.resign = Some("score=30000,moves=1".parse().unwrap());
    let (games, summary) = play(&contest);
    let resigned: Vec<_> =
        games.iter().filter(|game| matches!(game.ending, Ending::Resignation { .. })).collect();
    assert!(!resigned.is_empty());
    for game in resigned {
        let Ending::Resignation { engine } = game.ending else { continue };
        assert_eq!(game.points() == Points::Loss, engine == 0);
        // Nim's first player wins or loses from the beginning: who resigns has seen a loss.
        let last = game.turns.iter().rfind(|turn| turn.engine == engine).unwrap();
        assert!(last.score.is_loss());
    }
    assert_eq!(summary.usage[0].forfeits + summary.usage[1].forfeits, 0);
}

#[test]
fn bad_engines_and_starts_are_refused_before_the_first_game() {
    let bad = new_match("random", "ids:eval=nonsense", 2).run(&mut |_, _| ControlFlow::Continue(()));
    let error = bad.unwrap_err();
    assert!(matches!(error, MatchError::Engine { engine: 1, .. }));
    assert!(error.to_string().contains("nonsense"), "{error}");

    let over = NIM.session("", Some("0-0-0-1")).unwrap();
    let error = Match::new(over, [spec("random"), spec("random")])
        .run(&mut |_, _| ControlFlow::Continue(()))
        .unwrap_err();
    assert_eq!(error.to_string(), "the games cannot start there: the game is over (the last stone is taken)");

    let mut short = Match::new(NIM.session("", Some("1-0-0-1")).unwrap(), [spec("random"), spec("random")]);
    short.openings = Openings::Random { plies: 1 };
    let error = short.run(&mut |_, _| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error.to_string(), "found no opening of 1 random plies that leaves the game unfinished");
}

#[test]
fn the_table_shows_what_counts() -> Result<(), TextError> {
    let mut contest = new_match(SEARCHER, "random", 20);
    contest.sprt = Some("elo0=0,elo1=10".parse()?);
    let text = play(&contest).1.to_string();
    for part in [
        "engine 1   ids:nodes=300",
        "games      20 of 20",
        "score ",
        "Elo ",
        "LOS ",
        "SPRT ",
        "all games played",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    Ok(())
}
