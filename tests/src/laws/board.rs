//! Laws of the board as front ends draw it: a front end that knows no game can play any.

use crate::Subject;
use plywood_play::{Board, BoardView, Cause, Motion, Notation};
use plywood_search::Game;
use std::collections::{BTreeSet, HashSet};

/// Holds a game to all laws of this module.
pub fn hold<P: BoardView>(subject: &Subject<P>) {
    subject.for_random_games(64, |game| {
        let position = game.position();
        a_board_fits_together(position);
        clicks_lead_to_one_move(game);
        buttons_have_labels(position);
        motions_lead_to_the_next_board(position);
        the_pieces_of_a_board_arrange_it(position);
        only_an_ending_has_decisive_cells(position);
        clicks_that_lead_nowhere_are_refused_in_words(position);
    });
}

/// Cells have different names and places, row by row; pieces stand on cells, one on each; kinds are those of
/// the game.
pub fn a_board_fits_together<P: BoardView>(position: &P) {
    let Some(board) = position.board() else { return };
    let names: HashSet<_> = board.cells.iter().map(|cell| &cell.name).collect();
    let places: Vec<_> = board.cells.iter().map(|cell| (cell.row, cell.column)).collect();
    assert!(places.is_sorted_by(|a, b| a < b), "{position}");
    assert!(places.iter().all(|&(row, column)| row < board.rows && column < board.columns), "{position}");
    assert_eq!(names.len(), board.cells.len(), "{position}");
    assert_eq!(occupied(&board).len(), board.pieces.len(), "{position}");
    assert!(board.pieces.iter().all(|piece| names.contains(&piece.cell)), "{position}");
    assert!(board.fill.iter().all(|cell| names.contains(cell)), "{position}");
    let is_known = |kind: &str| P::KINDS.iter().any(|known| known.name == kind);
    assert!(board.pieces.iter().all(|piece| is_known(piece.kind)), "{position}");
    assert!(board.tray.iter().all(|piece| is_known(piece.kind)), "{position}");
}

/// Different moves have different clicks, and none begins with all of another's.
pub fn clicks_lead_to_one_move<P: BoardView>(game: &Game<P>) {
    let position = game.position();
    let all: HashSet<_> = game.legal_moves().into_iter().map(|mv| position.clicks(mv)).collect();
    assert_eq!(all.len(), game.legal_moves().len(), "two moves have the same clicks in {position}");
    for clicks in &all {
        assert!(!clicks.is_empty(), "{position}");
        for length in 1..clicks.len() {
            assert!(!all.contains(&clicks[..length]), "{clicks:?} go on after a move in {position}");
        }
    }
}

/// A click is a cell, a piece of the tray that is left, or a button; moves made with a button, and no others,
/// have a label.
pub fn buttons_have_labels<P: BoardView>(position: &P) {
    let board = position.board();
    let cells: HashSet<_> = board.iter().flat_map(|board| &board.cells).map(|cell| &cell.name).collect();
    let tray = board.iter().flat_map(|board| &board.tray).filter(|piece| piece.count > 0);
    let tray: HashSet<_> = tray.filter_map(|piece| piece.click.as_ref()).collect();
    for mv in position.legal_moves() {
        let clicks = position.clicks(mv);
        let is_button = |click| !cells.contains(click) && !tray.contains(click);
        let is_made_with_a_button = clicks.iter().any(is_button);
        assert!(!is_made_with_a_button || clicks.len() == 1, "{clicks:?} in {position}");
        assert_eq!(position.label(mv).is_some(), is_made_with_a_button, "{clicks:?} in {position}");
    }
}

/// Making the motions of a move on the occupied cells gives the occupied cells after it.
pub fn motions_lead_to_the_next_board<P: BoardView>(position: &P) {
    let Some(board) = position.board() else { return };
    for mv in position.legal_moves() {
        let mut cells = occupied(&board);
        let motions = position.motions(mv);
        for motion in &motions {
            make(motion, &mut cells);
        }
        let mut child = position.clone();
        child.play_unchecked(mv);
        let after = child.board().expect("a game that is drawn is always drawn");
        assert_eq!(cells, occupied(&after), "{motions:?} in {position}");
    }
}

fn occupied(board: &Board) -> BTreeSet<String> {
    board.pieces.iter().map(|piece| piece.cell.clone()).collect()
}

fn make(motion: &Motion, cells: &mut BTreeSet<String>) {
    assert!(motion.from.is_some() || motion.to.is_some(), "a motion from nowhere to nowhere");
    if let Some(from) = &motion.from {
        assert!(cells.remove(from), "nothing to take from {from}");
    }
    if let Some(to) = &motion.to {
        assert!(cells.insert(to.clone()), "{to} is taken");
    }
}

/// A position made of the pieces of a board has these pieces.
pub fn the_pieces_of_a_board_arrange_it<P: BoardView>(position: &P) {
    let Some(board) = position.board() else { return };
    match P::arrange(&board.pieces, position.side_to_move(), &position.rules()) {
        Ok(arranged) => {
            let again = arranged.board().expect("a game that is drawn is always drawn");
            assert_eq!(again.pieces, board.pieces, "{position}");
            assert_eq!(arranged.side_to_move(), position.side_to_move(), "{position}");
        }
        Err(reason) => panic!("{position}: {reason}"),
    }
}

/// Cells decide finished games only, and they are occupied.
pub fn only_an_ending_has_decisive_cells<P: BoardView>(position: &P) {
    let decisive = position.decisive_cells();
    assert!(decisive.is_empty() || position.outcome().is_some(), "{position}");
    let cells = position.board().map(|board| occupied(&board)).unwrap_or_default();
    assert!(decisive.iter().all(|cell| cells.contains(cell)), "{decisive:?} in {position}");
}

/// Clicks that begin no legal move are refused in a line without a full stop, whatever they are.
pub fn clicks_that_lead_nowhere_are_refused_in_words<P: BoardView>(position: &P) {
    let board = position.board();
    let cells = board.iter().flat_map(|board| &board.cells).map(|cell| cell.name.as_str());
    let mut words: Vec<&str> = cells.step_by(7).collect();
    words.extend(["", "pass", "swap", "tray:R", "tray:", "tray:é", "a0", "é1", "z99", "a1a1"]);
    for first in &words {
        refused(position, &[first]);
        for second in &words {
            refused(position, &[first, second]);
        }
    }
    refused(position, &[]);
    refused(position, &words);
}

fn refused<P: BoardView>(position: &P, clicks: &[&str]) {
    let cause = position.refuse_clicks(clicks);
    let words = &cause.sentence;
    assert!(words.lines().count() == 1 && !words.ends_with('.'), "{clicks:?}: {words:?} in {position}");
    assert!(is_listed::<P>(&cause), "{cause:?} in {position}");
}

/// Whether the kind of a cause is one that the game says it has.
pub(super) fn is_listed<P: Notation>(cause: &Cause) -> bool {
    Cause::KINDS.contains(&cause.kind) || P::CAUSES.contains(&cause.kind)
}
