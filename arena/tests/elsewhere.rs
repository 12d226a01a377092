//! Matches whose games are played elsewhere: counted as if they had been played here, and only if they can
//! be.

use crate::nim::NIM;
use core::ops::ControlFlow;
use core::time::Duration;
use plywood_arena::{
    Ending, Ledger, Match, MatchError, MemoryLedger, Openings, PlayedGame, Summary, Supplier, Tournament,
    TournamentFormat,
};
use plywood_play::{AnyGame, Session};
use plywood_search::{Clock, Outcome};
use std::sync::Arc;

/// Time that stands still.
struct Frozen;

impl Clock for Frozen {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

fn new_match() -> Match {
    let engines = ["ids:nodes=300,hash=1MB", "random"].map(|text| text.parse().unwrap());
    let mut contest = Match::new(NIM.session("", None).unwrap(), engines);
    contest.build = String::from("0.1.0+x");
    contest.games = 12;
    contest.openings = Openings::Random { plies: 2 };
    contest.seed = 7;
    contest.clock = Arc::new(Frozen);
    contest.identify().unwrap();
    contest
}

fn opening(contest: &Match, pair: u64) -> Box<dyn Session> {
    contest.openings.list(contest.start(), contest.seed).opening(pair).unwrap()
}

fn pair(contest: &Match, pair: u64) -> [PlayedGame; 2] {
    contest.play_pair(pair, &*opening(contest, pair)).unwrap().expect("nobody stops it")
}

/// Brings the pairs of all matches, the last first.
struct Backwards<'a> {
    matches: Vec<&'a Match>,
    left: Vec<(usize, u64)>,
}

impl<'a> Backwards<'a> {
    fn new(matches: Vec<&'a Match>, pairs: u64) -> Self {
        let left = (0..pairs).flat_map(|pair| (0..matches.len()).map(move |contest| (contest, pair)));
        Self { left: left.collect(), matches }
    }
}

impl Supplier for Backwards<'_> {
    fn supply(&mut self, ledgers: &[&dyn Ledger]) -> Result<bool, MatchError> {
        let Some((contest, number)) = self.left.pop() else { return Ok(false) };
        let played = pair(self.matches[contest], number);
        for game in played {
            let checked = self.matches[contest].check_game(&*opening(self.matches[contest], number), &game);
            assert_eq!(checked, Ok(()));
            ledgers[contest].keep(game)?;
        }
        Ok(true)
    }
}

/// Everything but the time, which the summaries measure.
fn collected(run: impl FnOnce(&mut dyn FnMut(PlayedGame, &Summary) -> ControlFlow<()>) -> Summary) -> String {
    let mut text = String::new();
    let summary = run(&mut |game, standing| {
        text.push_str(&format!("{game:?}\n{standing}\n"));
        ControlFlow::Continue(())
    });
    format!("{text}{summary}")
}

#[test]
fn a_match_played_elsewhere_is_the_match_played_here() {
    let contest = new_match();
    let here = collected(|observe| contest.run(observe).unwrap());
    let mut supplier = Backwards::new(vec![&contest], 6);
    let elsewhere =
        collected(|observe| contest.count_with(&MemoryLedger::default(), &mut supplier, observe).unwrap());
    assert_eq!(here, elsewhere);
    assert!(here.contains("all games played"), "{here}");
}

#[test]
fn a_tournament_played_elsewhere_is_the_tournament_played_here() {
    let model = new_match();
    let engines = ["ids:nodes=300,hash=1MB", "random", "minimax:depth=2"].map(|text| text.parse().unwrap());
    let mut tournament = Tournament::new(&model, &engines, TournamentFormat::RoundRobin);
    tournament.identify().unwrap();
    let here = tournament.run(&mut |_, _, _| ControlFlow::Continue(())).unwrap();
    let memories = [(); 3].map(|()| MemoryLedger::default());
    let ledgers = memories.each_ref().map(|memory| memory as &dyn Ledger);
    let mut supplier = Backwards::new(tournament.matches().iter().collect(), 6);
    let elsewhere =
        tournament.count_with(&ledgers, &mut supplier, &mut |_, _, _| ControlFlow::Continue(())).unwrap();
    assert_eq!(here, elsewhere);
    assert!(here.iter().all(|summary| summary.tally.games() == 12));
}

/// What is wrong with a game of which something was changed.
fn flaw(change: impl FnOnce(&mut PlayedGame)) -> String {
    let contest = new_match();
    let mut game = pair(&contest, 3)[1].clone();
    let original = game.clone();
    change(&mut game);
    assert_ne!(game, original, "something has to change");
    let checked = contest.check_game(&*opening(&contest, 3), &game);
    checked.expect_err(&format!("{game:?}")).to_string()
}

#[test]
fn a_game_is_refused_if_a_fact_is_wrong() {
    let other =
        |outcome: Outcome| if let Outcome::Win(side) = outcome { Outcome::Win(!side) } else { outcome };
    assert!(flaw(|game| game.game = "hex".to_owned()).contains("game is \"hex\""));
    assert!(flaw(|game| game.rules.push('x')).contains("rules"));
    assert!(flaw(|game| game.position.push('x')).contains("first position"));
    assert!(flaw(|game| game.first = 0).contains("first player"));
    assert!(flaw(|game| game.first = 7).contains("first player"));
    assert!(flaw(|game| game.number = 3).contains("engine"));
    assert!(flaw(|game| game.engines[1] = "random:seed=1".to_owned()).contains("engine"));
    assert!(flaw(|game| game.builds[0].clear()).contains("build"));
    assert!(flaw(|game| game.opening_plies = 1).contains("opening plies"));
    assert!(flaw(|game| game.moves[0].push('0')).contains("opening"));
    assert!(flaw(|game| game.outcome = other(game.outcome)).contains("result"));
    assert!(flaw(|game| game.outcome = Outcome::Draw).contains("result"));
    assert!(flaw(|game| game.ending = Ending::Rules("so it is".to_owned())).contains("ending"));
}

#[test]
fn a_game_is_refused_if_it_cannot_be_played() {
    assert!(flaw(|game| *game.moves.last_mut().unwrap() = "c99".to_owned()).contains("c99"));
    assert!(flaw(|game| drop(game.moves.pop())).contains("moves are missing"));
    assert!(flaw(|game| game.moves.push("a1".to_owned())).contains("plies of all turns"));
    assert!(flaw(|game| game.turns.truncate(1)).contains("plies of all turns"));
    assert!(flaw(|game| game.turns.push(game.turns[0])).contains("after its end"));
    assert!(flaw(|game| game.turns[0].engine = 0).contains("wrong engine"));
    assert!(flaw(|game| game.turns[0].engine = usize::MAX).contains("wrong engine"));
    assert!(flaw(|game| game.turns[0].plies = usize::MAX).contains("missing"));
    assert!(flaw(|game| game.turns[0].nodes = u64::MAX).contains("more nodes"));
    assert!(flaw(|game| game.turns[0].elapsed = Duration::MAX).contains("more nodes or time"));
}

/// The same for a game that is broken off before its last turn.
fn broken_off(ending: Ending, outcome: impl Fn(&PlayedGame) -> Outcome) -> Result<(), String> {
    let contest = new_match();
    let mut game = pair(&contest, 3)[1].clone();
    game.moves.pop();
    game.turns.pop();
    game.ending = ending;
    game.outcome = outcome(&game);
    contest.check_game(&*opening(&contest, 3), &game).map_err(|reason| reason.to_string())
}

#[test]
fn a_game_may_be_broken_off_only_by_whoever_is_to_move() {
    let last = pair(&new_match(), 3)[1].turns.last().unwrap().engine;
    let original = pair(&new_match(), 3)[1].outcome;
    let Outcome::Win(winner) = original else { panic!("nim has a winner") };
    // Whoever was about to win the original game fails instead.
    let lost = |_: &PlayedGame| Outcome::Win(!winner);
    let crash = |engine| Ending::Crash { engine, reason: "gone".to_owned() };
    assert_eq!(broken_off(crash(last), lost), Ok(()));
    assert!(broken_off(crash(1 - last), lost).unwrap_err().contains("not over"));
    assert!(broken_off(crash(usize::MAX), lost).unwrap_err().contains("not over"));
    assert!(broken_off(crash(last), |_| original).unwrap_err().contains("result"));
    for (ending, part) in [
        (Ending::Rules("over".to_owned()), "not over"),
        (Ending::Length { plies: 3 }, "not over"),
        (Ending::EvenScores, "not over"),
        (Ending::Resignation { engine: last }, "not over"),
        (Ending::Time { engine: last, over: Duration::ZERO }, "not over"),
        (Ending::Proof { engine: last, plies: None, instead: String::new() }, "nothing is proven"),
    ] {
        assert!(broken_off(ending, lost).unwrap_err().contains(part));
    }
    let illegal =
        |answer: &str| Ending::IllegalMove { engine: last, answer: answer.to_owned(), reason: String::new() };
    assert_eq!(broken_off(illegal("c99"), lost), Ok(()));
    let legal = pair(&new_match(), 3)[1].moves.last().unwrap().clone();
    assert!(broken_off(illegal(&legal), lost).unwrap_err().contains("not over"));
}
