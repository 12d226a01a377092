//! Gekitai is a win for the first player, within 25 plies: the proof that comes with this crate.

use plywood_gekitai::{Gekitai, GekitaiGame, PROOF, Rules};
use plywood_search::{Outcome, Position, Side, StopHandle};
use plywood_solve::{Book, Claim, certificate};
use std::collections::HashMap;

#[test]
fn the_first_player_wins_from_the_empty_board_within_25_plies() {
    let proven = certificate::verify::<GekitaiGame>(PROOF, &StopHandle::new()).unwrap();
    let start = Gekitai::start(Rules::default());
    assert_eq!((proven.header.position, proven.header.rules), (start.to_string(), start.rules().to_string()));
    assert_eq!(proven.header.claim, Claim::Wins { side: Side::First, within: 25 });
    assert_eq!(proven.plies, Some(25));
}

/// Every reply of the second player to the end, on the board as it is, with nothing of the walk that checks
/// certificates.
#[test]
fn whoever_plays_by_the_book_wins_every_game() {
    let book = Book::<GekitaiGame>::read(PROOF).unwrap();
    let mut known = HashMap::new();
    assert_eq!(longest_game(&book, &Gekitai::start(Rules::default()), &mut known), 25);
    assert!(known.len() > 100_000);
}

/// The plies of the longest game that the book's side wins from here.
fn longest_game(book: &Book<GekitaiGame>, position: &Gekitai, known: &mut HashMap<String, u32>) -> u32 {
    if let Some(outcome) = position.outcome() {
        assert_eq!(outcome, Outcome::Win(Side::First), "{position}");
        return 0;
    }
    let text = position.to_string();
    if let Some(&plies) = known.get(&text) {
        assert!(plies < u32::MAX, "{text} comes again");
        return plies;
    }
    known.insert(text.clone(), u32::MAX);
    let moves = match position.side_to_move() {
        Side::First => vec![book.choose(position).unwrap_or_else(|| panic!("no move for {position}"))],
        Side::Second => position.legal_moves().to_vec(),
    };
    let after = |mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        child
    };
    let plies = moves.into_iter().map(|mv| 1 + longest_game(book, &after(mv), known)).max().unwrap_or(0);
    known.insert(text, plies);
    plies
}

#[test]
fn a_book_knows_its_own_positions_only() {
    let book = Book::<GekitaiGame>::read(PROOF).unwrap();
    let start = Gekitai::start(Rules::default());
    let mv = book.choose(&start).unwrap();
    let mut after = start.clone();
    after.play_unchecked(mv);
    assert_eq!(book.choose(&after), None);
    let elsewhere = Gekitai::from_text("oo4/6/6/6/6/xx4 x", Rules::default()).unwrap();
    assert_eq!(book.choose(&elsewhere).map(|mv| mv.to_string()), Some("c1".to_owned()));
    let other_rules = Gekitai::start("opponent=play-on".parse().unwrap());
    assert_eq!(book.choose(&other_rules), None);
    assert!(Book::<GekitaiGame>::read(&PROOF[1..]).is_err());
}
