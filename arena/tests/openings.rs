//! Random openings: legal, unfinished, distinct, and the same every time.

use crate::nim::NIM;
use plywood_arena::{Book, Match, OpeningError, Openings};
use plywood_play::{AnyGame, Session};
use plywood_registry::ARIMAA;
use std::collections::HashSet;

fn session(position: &str) -> Box<dyn Session> {
    NIM.session("", Some(position)).unwrap()
}

fn openings(position: &str, plies: u32, seed: u64, count: usize) -> Vec<Vec<String>> {
    let mut list = Openings::Random { plies }.list(session(position).as_ref(), seed);
    (0..count).map(|number| list.opening(number as u64).unwrap().moves()).collect()
}

#[test]
fn openings_are_legal_unfinished_and_lead_to_different_positions() {
    let mut seen = HashSet::new();
    for moves in openings("5-6-7-1", 3, 1, 60) {
        let mut session = session("5-6-7-1");
        assert_eq!(moves.len(), 3);
        for mv in moves {
            session.play(&mv).unwrap();
        }
        assert_eq!(session.result(), None);
        assert!(seen.insert(session.position()));
    }
}

#[test]
fn a_turn_that_is_begun_is_completed() {
    let usual = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
    let start = ARIMAA.session("", Some(usual)).unwrap();
    for plies in 1..=9 {
        let opening = Openings::Random { plies }.list(start.as_ref(), 5).opening(0).unwrap();
        let played = opening.moves().len() as u32;
        assert_eq!(opening.steps_left(), Some(4), "{:?}", opening.moves());
        assert!((plies..plies + 4).contains(&played), "{played} for {plies}");
    }
}

#[test]
fn the_seed_decides_and_earlier_openings_do_not_change_with_the_number() {
    let many = openings("5-6-7-1", 2, 9, 30);
    assert_eq!(openings("5-6-7-1", 2, 9, 10), many[..10]);
    assert_ne!(openings("5-6-7-1", 2, 10, 30), many);
}

#[test]
fn where_there_are_too_few_openings_they_repeat() {
    // Three moves leave the game unfinished, to three positions.
    let repeated = openings("2-1-0-1", 1, 1, 12);
    let distinct: HashSet<_> = repeated[..3].iter().collect();
    assert_eq!((distinct.len(), repeated.len()), (3, 12));
}

#[test]
fn openings_that_finish_the_game_are_tried_again_and_given_up_in_the_end() {
    for moves in openings("1-2-0-1", 2, 3, 20) {
        let mut session = session("1-2-0-1");
        session.play(&moves.join(" ")).unwrap();
        assert_eq!(session.result(), None);
    }
    let mut list = Openings::Random { plies: 4 }.list(session("1-2-0-1").as_ref(), 3);
    assert_eq!(list.opening(0).err(), Some(OpeningError { plies: 4 }));
}

#[test]
fn without_openings_the_engines_begin() {
    let mut list = Openings::None.list(session("5-6-7-1").as_ref(), 3);
    assert_eq!(list.opening(0).unwrap().moves(), Vec::<String>::new());
}

fn book(source: &str, text: &str) -> Result<Book, String> {
    Book::read(source.parse().unwrap(), &NIM, "", text).map_err(|error| error.to_string())
}

const LINES: &str = "# three openings\n\n1-2-3-1\na1 b2\nposition=\"4-4-4-2\" c1\n";

#[test]
fn a_book_holds_positions_and_games_up_to_where_the_engines_take_over() {
    let mut list = Openings::Book(book("file:x", LINES).unwrap()).list(session("5-6-7-1").as_ref(), 1);
    let expected = ["1-2-3-1", "4-4-7-1", "4-4-3-1"];
    for number in 0..7 {
        assert_eq!(list.opening(number).unwrap().position(), expected[number as usize % 3]);
    }
}

#[test]
fn a_book_may_be_left_after_some_plies() {
    let games = "a1 b2 c3 a4\nb1 b2\n";
    let mut list =
        Openings::Book(book("file:x,plies=1", games).unwrap()).list(session("5-6-7-1").as_ref(), 1);
    let first = |number| list.opening(number).unwrap().moves();
    assert_eq!([0, 1].map(first), [["a1"], ["b1"]]);
}

#[test]
fn a_book_is_shuffled_by_the_seed_and_each_opening_comes_once_a_round() {
    let lines: String = (1..=12).map(|stones| format!("{stones}-1-1-1\n")).collect();
    let openings = Openings::Book(book("file:x,shuffle", &lines).unwrap());
    let order = |seed| {
        let mut list = openings.list(session("5-6-7-1").as_ref(), seed);
        (0..12).map(|number| list.opening(number).unwrap().position()).collect::<Vec<_>>()
    };
    assert_eq!(order(5), order(5));
    assert_ne!(order(5), order(6));
    assert_eq!(order(5).into_iter().collect::<HashSet<_>>().len(), 12);
}

#[test]
fn the_games_of_a_pair_begin_with_the_same_opening_of_the_book() {
    let mut contest = Match::new(session("5-6-7-1"), ["random", "random"].map(|text| text.parse().unwrap()));
    contest.openings = Openings::Book(book("file:x", LINES).unwrap());
    contest.games = 8;
    let mut starts = Vec::new();
    let summary = contest.run(&mut |game, _| {
        starts.push((game.position.clone(), game.opening_plies));
        core::ops::ControlFlow::Continue(())
    });
    assert_eq!(summary.unwrap().tally.games(), 8);
    let expected = [("1-2-3-1", 0), ("5-6-7-1", 2), ("4-4-4-2", 1), ("1-2-3-1", 0)];
    for (pair, (position, plies)) in starts.chunks(2).zip(expected) {
        assert_eq!(pair, [(position.to_owned(), plies), (position.to_owned(), plies)]);
    }
}

#[test]
fn bad_books_are_refused_with_the_line() {
    for (source, text, part) in [
        ("file:x", "", "there are no openings"),
        ("file:x", "# nothing\n", "there are no openings"),
        ("file:x", "1-2-3-1\n1-2-3-9\n", "line 2: neither moves (ply 1: "),
        ("file:x", "a1 a9\n", "line 1: neither moves (ply 2: "),
        ("file:x", "position=5-5-5-5 a1\n", "line 1: position \"5-5-5-5\""),
        ("file:x", "\n0-0-0-1\n", "line 2: the game is over there"),
        ("file:x", "position=1-0-0-1 a1\n", "line 1: the game is over there"),
        ("file:x", "game=chess e4\n", "line 1: a record of chess, not of nim"),
        ("file:x", "\"open\n", "line 1: neither moves nor a position"),
    ] {
        let error = book(source, text).expect_err(text);
        assert!(error.contains(part), "{error}");
    }
}
