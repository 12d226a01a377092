//! Matches that go on where they were, alone or shared, and files that are no stores.

use crate::nim::NIM;
use core::ops::ControlFlow;
use core::time::Duration;
use plywood_arena::store::{Contents, Damage, Store, StoreError};
use plywood_arena::{
    Claim, Ending, Ledger, Match, MatchEnd, Openings, PlayedGame, Summary, Tournament, TournamentFormat,
};
use plywood_play::AnyGame;
use plywood_search::{Clock, SystemClock};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of its own for each test, gone at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let file = Self(std::env::temp_dir().join(format!("plywood-{name}-{}.db", std::process::id())));
        file.remove();
        file
    }

    fn remove(&self) {
        for ending in ["", "-wal", "-shm"] {
            let mut path = self.0.clone().into_os_string();
            path.push(ending);
            let _ = fs::remove_file(path);
        }
    }

    fn store(&self) -> Store {
        Store::open(&self.0).unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Time that stands still, so that equal games are equal to the last digit.
struct Frozen;

impl Clock for Frozen {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

const SEARCHER: &str = "ids:nodes=300,hash=1MB";

fn new_match(games: u64) -> Match {
    let engines = [SEARCHER, "random"].map(|text| text.parse().unwrap());
    let mut new = Match::new(NIM.session("", None).unwrap(), engines);
    new.games = games;
    new.openings = Openings::Random { plies: 2 };
    new.seed = 7;
    new.clock = Arc::new(Frozen);
    new
}

type Played = (Vec<PlayedGame>, Summary);

fn collected(run: impl FnOnce(&mut dyn FnMut(PlayedGame, &Summary) -> ControlFlow<()>) -> Summary) -> Played {
    let mut games = Vec::new();
    let summary = run(&mut |game, _| {
        games.push(game);
        ControlFlow::Continue(())
    });
    (games, summary)
}

fn play(contest: &Match) -> Played {
    collected(|observe| contest.run(observe).unwrap())
}

fn play_into(contest: &Match, path: &Path) -> Played {
    let ledger = Store::open(path).unwrap().ledger(contest).unwrap();
    collected(|observe| contest.run_with(&ledger, observe).unwrap())
}

#[test]
fn games_come_out_of_the_store_as_they_went_in() {
    let file = File::new("round-trip");
    let alone = play(&new_match(20));
    assert_eq!(play_into(&new_match(20), &file.0), alone);
    // Now nothing is played: an engine that cannot be asked proves it.
    let idle = new_match(20).with_engine_maker(|session, spec| {
        assert!(!std::thread::current().name().unwrap_or_default().starts_with("match-"), "a game is played");
        session.engine(spec)
    });
    assert_eq!(play_into(&idle, &file.0), alone);
}

#[test]
fn stored_games_under_a_clock_have_no_limits_for_a_turn() {
    for (control, is_over) in [(None, true), (Some("1h"), false)] {
        let file = File::new("clock");
        let mut contest = new_match(2);
        contest.engines[1].set("time", "0");
        contest.clock = Arc::new(SystemClock::start());
        contest.control = control.map(|text| text.parse().unwrap());
        play_into(&contest, &file.0);
        let [found] = &file.store().matches().unwrap()[..] else { panic!("one match") };
        assert_eq!(found.summary.usage[1].overshoot > Duration::ZERO, is_over, "{control:?}");
    }
}

#[test]
fn every_ending_comes_out_as_it_went_in() {
    let file = File::new("endings");
    let reason = || "it's \"so\"; DROP TABLE games; -- \u{1f4a3}".to_owned();
    let endings = [
        Ending::Rules(reason()),
        Ending::Length { plies: 12 },
        Ending::Resignation { engine: 1 },
        Ending::GaveUp { engine: 0 },
        Ending::EvenScores,
        Ending::Proof { engine: 1, plies: None, instead: reason() },
        Ending::NoMove { engine: 0 },
        Ending::IllegalMove { engine: 1, answer: reason(), reason: reason() },
        Ending::Time { engine: 0, over: Duration::from_nanos(1_234_567_891) },
        Ending::Crash { engine: 1, reason: reason() },
        Ending::Failure { engine: 0, reason: reason() },
    ];
    let contest = new_match(12);
    let (games, _) = play(&contest);
    let ledger = file.store().ledger(&contest).unwrap();
    for (game, ending) in games.into_iter().zip(&endings) {
        ledger.keep(PlayedGame { ending: ending.clone(), ..game }).unwrap();
    }
    for (number, ending) in (0..).zip(&endings) {
        let game = ledger.finished(number..=number).unwrap().unwrap();
        assert_eq!(game.ending, *ending);
        assert_eq!(game.record().tag("reason"), Some(ending.to_string().as_str()));
    }
}

#[test]
fn a_match_goes_on_where_it_was_whatever_the_threads() {
    let file = File::new("goes-on");
    let alone = play(&new_match(40));
    for stop_after in [3, 8, 21] {
        let mut contest = new_match(40);
        contest.concurrency = 3;
        let ledger = file.store().ledger(&contest).unwrap();
        let stop = contest.stop.clone();
        let mut counted = 0;
        let summary = contest.run_with(&ledger, &mut |_, _| {
            counted += 1;
            if counted == stop_after {
                stop.stop();
            }
            ControlFlow::Continue(())
        });
        let summary = summary.unwrap();
        // Quick games may all be over before the handle is looked at.
        let ended = if summary.tally.games() == 40 { MatchEnd::Completed } else { MatchEnd::Stopped };
        assert_eq!(summary.ended, Some(ended));
    }
    assert_eq!(play_into(&new_match(40), &file.0), alone);
    let [found] = &file.store().matches().unwrap()[..] else { panic!("one match") };
    assert_eq!((&found.summary, found.stored), (&alone.1, 40));
}

#[test]
fn a_longer_match_keeps_the_games_of_a_shorter_one() {
    let file = File::new("longer");
    play_into(&new_match(10), &file.0);
    assert_eq!(play_into(&new_match(30), &file.0), play(&new_match(30)));
    // And a shorter one counts its own games alone.
    assert_eq!(play_into(&new_match(10), &file.0), play(&new_match(10)));
}

#[test]
fn another_match_begins_anew() {
    let file = File::new("another");
    play_into(&new_match(4), &file.0);
    let changes: [fn(&mut Match); 6] = [
        |contest| contest.seed += 1,
        |contest| contest.openings = Openings::Random { plies: 3 },
        |contest| contest.max_plies = 999,
        |contest| contest.engines.swap(0, 1),
        |contest| contest.margin = Some(Duration::from_secs(1)),
        |contest| contest.resign = "score=5,moves=1".parse().ok(),
    ];
    for change in changes {
        let mut contest = new_match(4);
        change(&mut contest);
        play_into(&contest, &file.0);
    }
    assert_eq!(file.store().matches().unwrap().len(), 7);
}

#[test]
fn the_test_ends_a_stored_match_at_the_same_pair() {
    let file = File::new("test");
    let mut contest = new_match(1_000);
    contest.sprt = Some("score0=0.5,score1=0.7".parse().unwrap());
    let alone = play(&contest);
    contest.concurrency = 3;
    assert_eq!(play_into(&contest, &file.0), alone);
    assert_eq!(play_into(&contest, &file.0), alone);
    assert_eq!(file.store().matches().unwrap()[0].summary, alone.1);
}

#[test]
fn two_players_share_a_store_and_play_every_game_once() {
    let file = File::new("shared");
    let alone = play(&new_match(60));
    let played: Vec<Played> = std::thread::scope(|scope| {
        let players = [0, 1, 2].map(|_| {
            scope.spawn(|| {
                let mut contest = new_match(60);
                contest.concurrency = 2;
                play_into(&contest, &file.0)
            })
        });
        players.into_iter().map(|player| player.join().unwrap()).collect()
    });
    for each in played {
        assert_eq!(each, alone);
    }
    assert_eq!(file.store().matches().unwrap()[0].stored, 60);
}

#[test]
fn claims_keep_others_away_until_they_are_given_up() {
    let file = File::new("claims");
    let contest = new_match(4);
    let here = file.store().ledger(&contest).unwrap();
    let there = file.store().ledger(&contest).unwrap();
    assert_eq!(here.claim(4), Ok(Claim::Game(0)));
    assert_eq!(there.claim(4), Ok(Claim::Game(1)));
    assert_eq!(here.claim(4), Ok(Claim::Game(2)));
    assert_eq!(here.claim(4), Ok(Claim::Game(3)));
    assert_eq!((here.claim(4), there.claim(4)), (Ok(Claim::Later), Ok(Claim::Later)));
    drop(here);
    assert_eq!(there.claim(4), Ok(Claim::Game(0)));
    assert_eq!(there.claim(4), Ok(Claim::Game(2)));
    assert_eq!(there.claim(4), Ok(Claim::Game(3)));
    assert_eq!(there.claim(4), Ok(Claim::None));
}

#[test]
fn the_claims_of_a_player_that_is_not_seen_any_more_are_taken_over() {
    let file = File::new("lease");
    let contest = new_match(4);
    let dead = file.store().ledger(&contest).unwrap();
    assert_eq!(dead.claim(4), Ok(Claim::Game(0)));
    let alive = file.store().ledger(&contest).unwrap();
    assert_eq!(alive.claim(4), Ok(Claim::Game(1)));
    // The dead one was last seen a minute ago.
    let connection = Connection::open(&file.0).unwrap();
    let changed = connection.execute(
        "UPDATE players SET seen = seen - 60 WHERE player = (SELECT player FROM claims WHERE number = 0)",
        [],
    );
    assert_eq!(changed, Ok(1));
    assert_eq!(alive.claim(4), Ok(Claim::Game(0)));
    // It was asleep, not dead: what it finishes all the same is not counted besides.
    let (games, _) = play(&contest);
    alive.keep(games[0].clone()).unwrap();
    dead.keep(PlayedGame { ending: Ending::EvenScores, ..games[0].clone() }).unwrap();
    assert_eq!(alive.finished(0..=0), Ok(Some(games[0].clone())));
    // And when it shows itself, its claims count again.
    dead.keep_alive().unwrap();
    assert_eq!(dead.claim(4), Ok(Claim::Game(2)));
    assert_eq!(alive.claim(4), Ok(Claim::Game(3)));
}

#[test]
fn what_is_no_store_is_refused_and_left_as_it_is() {
    let file = File::new("foreign");
    assert_eq!(Store::open_existing(&file.0).unwrap_err(), StoreError::Missing(file.0.clone()));
    fs::write(&file.0, "a text, and not a short one, that begins like no database at all").unwrap();
    assert_eq!(Store::open(&file.0).unwrap_err(), StoreError::Foreign(file.0.clone()));
    assert!(fs::read_to_string(&file.0).unwrap().starts_with("a text"));
    file.remove();
    Connection::open(&file.0).unwrap().execute_batch("CREATE TABLE shopping (item)").unwrap();
    assert_eq!(Store::open(&file.0).unwrap_err(), StoreError::Foreign(file.0.clone()));
    // Whoever is killed at its beginning leaves an empty file: a store without games.
    fs::write(&file.0, "").unwrap();
    assert_eq!(Store::open_existing(&file.0).unwrap().contents(None), Ok(Contents::default()));
    file.remove();
    drop(file.store());
    Connection::open(&file.0).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert_eq!(Store::open(&file.0).unwrap_err(), StoreError::Version { path: file.0.clone(), version: 99 });
    let folder = Store::open(&std::env::temp_dir()).unwrap_err();
    assert!(matches!(folder, StoreError::Access { .. }), "{folder}");
}

#[test]
fn damage_anywhere_gives_an_error_and_no_panic() {
    let file = File::new("damage");
    play_into(&new_match(30), &file.0);
    let whole = fs::read(&file.0).unwrap();
    let matches = file.store().matches().unwrap();
    let mut noticed = 0;
    for place in (0..whole.len()).step_by(whole.len() / 60) {
        let mut spoilt = whole.clone();
        let end = (place + 64).min(spoilt.len());
        spoilt[place..end].fill(0xA5);
        file.remove();
        fs::write(&file.0, &spoilt).unwrap();
        let read = Store::open(&file.0).and_then(|store| store.matches());
        noticed += usize::from(read.is_err());
        if let Err(error) = read {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
        file.remove();
        fs::write(&file.0, &whole[..place]).unwrap();
        let cut = Store::open(&file.0).and_then(|store| store.matches());
        // An empty file is a new store; and the last page may have an end that nothing stands on.
        assert!(place == 0 || cut.is_err() || cut.as_ref() == Ok(&matches), "cut at {place}");
    }
    assert!(noticed > 20, "{noticed}");
}

#[test]
fn a_column_that_makes_no_sense_is_damage() {
    let file = File::new("nonsense");
    play_into(&new_match(4), &file.0);
    for (change, part) in [
        ("UPDATE games SET ending = 'earthquake'", "earthquake"),
        ("UPDATE games SET result = '2-0', ending = 'rules'", "2-0"),
        ("UPDATE games SET result = '1-0', first = 7", "`7` is no engine"),
        ("UPDATE games SET first = 0; UPDATE turns SET score = 'high'", "column"),
        ("UPDATE turns SET score = 0; UPDATE matches SET engine_0 = '::'", "`"),
        (
            "UPDATE matches SET engine_0 = 'random'; UPDATE turns SET nodes = nodes + 1 WHERE turn = 3",
            "game 1 of match 1",
        ),
        ("DROP TABLE turns", "turns"),
    ] {
        Connection::open(&file.0).unwrap().execute_batch(change).unwrap();
        let error = file.store().matches().unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

/// A tournament of three with its ledgers in a store; every game that is shown, by its pairing, until so many
/// have been.
fn play_tournament(file: &File, concurrency: usize, most: usize) -> (Vec<(usize, PlayedGame)>, Vec<Summary>) {
    let mut model = new_match(12);
    model.concurrency = concurrency;
    let engines = [SEARCHER, "random", "ids:depth=2,hash=1MB"].map(|text| text.parse().unwrap());
    let tournament = Tournament::new(&model, &engines, TournamentFormat::RoundRobin);
    let ledgers = file.store().ledgers(tournament.matches()).unwrap();
    let ledgers: Vec<&dyn Ledger> = ledgers.iter().map(|ledger| ledger as &dyn Ledger).collect();
    let mut games = Vec::new();
    let summaries = tournament.run_with(&ledgers, &mut |pairing, game, _| {
        games.push((pairing, game));
        if games.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (games, summaries.unwrap())
}

#[test]
fn a_tournament_goes_on_round_by_round() {
    let (whole, broken) = (File::new("tournament-whole"), File::new("tournament-broken"));
    let alone = play_tournament(&whole, 1, usize::MAX);
    assert_eq!(alone.0.len(), 36);
    for most in [7, 20] {
        let (games, _) = play_tournament(&broken, 2, most);
        assert_eq!(games, alone.0[..most]);
    }
    assert_eq!(play_tournament(&broken, 1, usize::MAX), alone);
}

#[test]
fn two_tournaments_share_a_store_and_play_every_game_once() {
    let (whole, shared) = (File::new("tournament-alone"), File::new("tournament-shared"));
    let alone = play_tournament(&whole, 1, usize::MAX);
    let both = std::thread::scope(|scope| {
        let players = [1, 2].map(|threads| {
            let shared = &shared;
            scope.spawn(move || play_tournament(shared, threads, usize::MAX))
        });
        players.map(|player| player.join().unwrap())
    });
    assert!(both.iter().all(|seen| *seen == alone));
    let games: i64 = Connection::open(&shared.0)
        .unwrap()
        .query_row("SELECT count(*) FROM games", [], |row| row.get(0))
        .unwrap();
    assert_eq!(games, 36);
}

/// A store as version 0.1 of the program wrote it: a match of Lines of Action and nine of Hex, which end in
/// every way there is.
const VERSION_1: &[u8] = include_bytes!("data/version-1.db");

fn kinds(store: &Store) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    store.games(None, &mut |found| kinds.push(found.game.ending.kind())).unwrap();
    kinds
}

#[test]
fn a_store_of_version_0_1_is_read_as_it_is_and_brought_up_to_date_to_play_into() {
    let file = File::new("version-1");
    fs::write(&file.0, VERSION_1).unwrap();
    let old = Store::open_existing(&file.0).unwrap();
    let (matches, endings) = (old.matches().unwrap(), kinds(&old));
    assert_eq!((matches.len(), endings.len()), (10, 22));
    // What came later was no ending then.
    let kinds_then = Ending::KINDS.iter().filter(|kind| **kind != "proof");
    assert!(kinds_then.into_iter().all(|kind| endings.contains(kind)), "{endings:?}");
    assert!(matches.iter().all(|found| found.versions == ["0.1.0"] && found.builds == [["", ""]]));
    drop(old);
    assert_eq!(fs::read(&file.0).unwrap(), VERSION_1);
    let new = file.store();
    assert_eq!((new.matches().unwrap(), kinds(&new)), (matches.clone(), endings));
    let ledger = new.ledger(&new_match(2)).unwrap();
    ledger.keep(play(&new_match(2)).0[0].clone()).unwrap();
    drop(ledger);
    assert_eq!(Store::open_existing(&file.0).unwrap().matches().unwrap()[..10], matches);
}

#[test]
fn a_damaged_game_of_version_0_1_stays_so() {
    let file = File::new("version-1-damaged");
    fs::write(&file.0, VERSION_1).unwrap();
    let spoil = "UPDATE games SET detail = 'all is well' WHERE match = 8 AND number = 1";
    Connection::open(&file.0).unwrap().execute_batch(spoil).unwrap();
    let reason = "it is not what was stored".to_owned();
    let damage = [Damage { match_id: Some(8), number: Some(1), reason }];
    assert_eq!(Store::open_existing(&file.0).unwrap().contents(None).unwrap().damage, damage);
    assert_eq!(file.store().contents(None).unwrap().damage, damage);
}

#[test]
fn a_bad_game_hinders_neither_other_games_nor_other_matches() {
    let file = File::new("bad-game");
    let (games, _) = play_into(&new_match(8), &file.0);
    let mut other = new_match(6);
    other.seed += 1;
    play_into(&other, &file.0);
    let whole = file.store().matches().unwrap();
    let spoil = "UPDATE games SET moves = moves || ' a1' WHERE match = 1 AND number IN (2, 5); \
        UPDATE turns SET nodes = nodes + 1 WHERE match = 1 AND game = 7 AND turn = 0";
    Connection::open(&file.0).unwrap().execute_batch(spoil).unwrap();
    let store = Store::open_existing(&file.0).unwrap();
    assert_eq!(store.contents(Some(2)).unwrap(), Contents { matches: whole[1..].to_vec(), damage: vec![] });
    let Contents { matches, damage } = store.contents(None).unwrap();
    assert_eq!((matches[0].stored, &matches[1]), (5, &whole[1]));
    assert_eq!(damage.iter().filter_map(|bad| bad.number).collect::<Vec<_>>(), [2, 5, 7]);
    let mut read = Vec::new();
    let error = store.games(Some(1), &mut |found| read.push(found.game)).unwrap_err().to_string();
    assert!(error.contains("game 3 of match 1: it is not what was stored, and 2 more"), "{error}");
    let sound = [0, 1, 3, 4, 6].map(|number: usize| games[number].clone());
    assert_eq!(read, sound);
    // Nobody plays on over a bad game; the other match goes on.
    let ledger = file.store().ledger(&new_match(8)).unwrap();
    let failed = new_match(8).run_with(&ledger, &mut |_, _| ControlFlow::Continue(()));
    assert!(failed.unwrap_err().to_string().contains("game 3 of match 1"));
    drop(ledger);
    other.games = 10;
    assert_eq!(play_into(&other, &file.0).0.len(), 10);
}

/// The pages of a file, with the one that `SQLite` begins with left out, that are leaves of a table of games
/// or turns.
fn leaves(file: &[u8]) -> Vec<usize> {
    const PAGE: usize = 4096;
    const LEAF: u8 = 0x0A;
    (1..file.len() / PAGE).map(|page| page * PAGE).filter(|&at| file[at] == LEAF).collect()
}

#[test]
fn exchanged_pages_are_noticed_and_what_stands_in_them_is_found() {
    let file = File::new("exchanged");
    play_into(&new_match(200), &file.0);
    let whole = file.store().matches().unwrap();
    let bytes = fs::read(&file.0).unwrap();
    let leaves = leaves(&bytes);
    let (mut refused, mut recovered, mut exchanged) = (0, 0, 0);
    for pair in leaves.windows(2) {
        let mut spoilt = bytes.clone();
        let (before, after) = spoilt.split_at_mut(pair[1]);
        before[pair[0]..pair[0] + 4096].swap_with_slice(&mut after[..4096]);
        if spoilt == bytes {
            continue;
        }
        exchanged += 1;
        fs::write(&file.0, &spoilt).unwrap();
        match Store::open_existing(&file.0).and_then(|store| store.contents(None)) {
            Ok(contents) => {
                assert!(!contents.damage.is_empty() || contents.matches == whole, "{pair:?}");
                recovered += usize::from(contents.matches == whole);
            }
            Err(error) => assert!(matches!(error, StoreError::Damaged { .. }), "{error}"),
        }
        match Store::open(&file.0) {
            Ok(store) => assert_eq!(store.matches().unwrap(), whole),
            Err(error) => {
                assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
                refused += 1;
            }
        }
    }
    assert!(exchanged > 10 && refused + 2 > exchanged, "{refused} of {exchanged}");
    assert!(recovered > 5, "{recovered} of {exchanged}");
}

#[test]
fn a_locked_store_is_said_to_be() {
    let file = File::new("locked");
    play_into(&new_match(2), &file.0);
    let other = Connection::open(&file.0).unwrap();
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").unwrap();
    assert_eq!(Store::open_existing(&file.0).unwrap_err(), StoreError::Busy(file.0.clone()));
    assert_eq!(Store::open(&file.0).unwrap_err(), StoreError::Busy(file.0.clone()));
    drop(other);
    let other = Connection::open(&file.0).unwrap();
    // Readers do not wait for a writer, but a writer does.
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(Store::open_existing(&file.0).unwrap().matches().unwrap().len(), 1);
    assert_eq!(file.store().ledger(&new_match(2)).unwrap_err(), StoreError::Busy(file.0.clone()));
}

/// Where permissions do not bind the tests' user, this reads a store like any other.
#[cfg(unix)]
#[test]
fn a_store_in_a_folder_that_cannot_be_written_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("plywood-read-only-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games 100%?#.db");
    play_into(&new_match(4), &path);
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    allow(&path, 0o444);
    allow(&folder, 0o555);
    let found = Store::open_existing(&path).and_then(|store| store.matches());
    allow(&folder, 0o755);
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(found.unwrap()[0].stored, 4);
}

#[test]
fn another_build_is_another_match_unless_any_will_do() {
    let file = File::new("builds");
    let of = |build: &str, games| {
        let mut contest = new_match(games);
        contest.build = String::from(build);
        contest.identify().unwrap();
        contest
    };
    let (games, _) = play_into(&of("0.1.0+a", 4), &file.0);
    assert_eq!(games[0].builds, ["0.1.0+a", "0.1.0+a"]);
    play_into(&of("0.1.0+b", 2), &file.0);
    play_into(&of("0.1.0+a", 4), &file.0);
    assert_eq!(file.store().matches().unwrap().len(), 2);
    let mut any = of("0.1.0+c", 6);
    any.any_build = true;
    let (games, _) = play_into(&any, &file.0);
    assert_eq!((&games[1].builds[0], &games[2].builds[0]), (&"0.1.0+b".to_owned(), &"0.1.0+c".to_owned()));
    let matches = file.store().matches().unwrap();
    let builds: Vec<_> = matches.iter().map(|found| found.builds.len()).collect();
    assert_eq!((builds, &matches[1].description.builds[0]), (vec![1, 2], &"0.1.0+b".to_owned()));
}
