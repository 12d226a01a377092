//! Random openings: legal, unfinished, distinct, and the same every time.

mod nim;

use nim::NIM;
use plywood_arena::{OpeningError, Openings};
use plywood_play::{AnyGame, Session};
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
