//! Laws of positions and moves as numbers.

use crate::Subject;
use plywood_play::Arrays;
use plywood_search::{Hints, Side};
use std::collections::HashSet;

/// Holds a game to all laws of this module.
pub fn hold<P: Hints + Arrays>(subject: &Subject<P>) {
    subject.for_random_games(64, |game| {
        actions_number_the_legal_moves(game.position());
        pieces_are_those_of_the_board(game.position());
        runs_show_the_same_pieces_and_actions(game.position());
        marks_and_facts_are_in_range(game.position());
    });
}

/// Legal moves have different actions below the number of actions, and each action gives its move back. No
/// number beyond has a move.
pub fn actions_number_the_legal_moves<P: Arrays>(position: &P) {
    let moves = position.legal_moves();
    let mut seen = HashSet::new();
    for &mv in &moves {
        let action = position.action(mv);
        assert!(action < position.actions(), "{mv:?} has action {action} in {position:?}");
        assert!(seen.insert(action), "action {action} stands for two legal moves of {position:?}");
        assert_eq!(position.at_action(action), Some(mv), "action {action} of {position:?}");
    }
    let legal = (0..position.actions()).filter_map(|action| position.at_action(action));
    let legal = legal.filter(|&mv| position.is_legal(mv)).count();
    assert_eq!(legal, moves.len(), "legal actions of {position:?}");
    for beyond in [position.actions(), position.actions() + 1, usize::MAX] {
        let mv = position.at_action(beyond);
        assert!(!mv.is_some_and(|mv| position.is_legal(mv)), "action {beyond} of {position:?}");
    }
}

/// The pieces are those that front ends draw: same cells, same kinds, and the colours of the same sides.
pub fn pieces_are_those_of_the_board<P: Arrays>(position: &P) {
    let mut shown = HashSet::new();
    position.each_piece(&mut |colour, kind, cell| {
        assert!(shown.insert((colour, kind, cell)), "a piece is shown twice in {position:?}");
    });
    let Some(board) = position.board() else {
        assert_eq!((position.grid(), shown.len()), ([0_usize; 2], 0_usize), "{position:?} has no board");
        return;
    };
    assert_eq!(position.grid(), [usize::from(board.rows), usize::from(board.columns)], "{position:?}");
    let cell_of = |name: &str| board.cells.iter().position(|cell| cell.name == name);
    let kind_of = |name: &str| P::KINDS.iter().position(|kind| kind.name == name);
    let drawn = |swapped: bool| -> HashSet<_> {
        let colour = |side: Side| usize::from((side == Side::Second) != swapped);
        let pieces = board.pieces.iter();
        pieces
            .filter_map(|piece| Some((colour(piece.side), kind_of(piece.kind)?, cell_of(&piece.cell)?)))
            .collect()
    };
    assert!(shown == drawn(false) || shown == drawn(true), "other pieces than drawn in {position:?}");
}

/// Runs of pieces have the pieces, and runs of actions the legal ones, each once.
pub fn runs_show_the_same_pieces_and_actions<P: Arrays>(position: &P) {
    let bits = |run: u64| (0..64).filter(move |bit| run >> bit & 1 != 0);
    let (mut pieces, mut in_runs) = (HashSet::new(), HashSet::new());
    position.each_piece(&mut |colour, kind, cell| _ = pieces.insert((colour, kind, cell)));
    position.each_run(&mut |colour, kind, first, run| {
        for piece in bits(run).map(|bit| (colour, kind, first + bit)) {
            assert!(in_runs.insert(piece), "{piece:?} is in two runs of {position:?}");
        }
    });
    assert_eq!(in_runs, pieces, "runs of {position:?}");
    let legal: HashSet<_> = position.legal_moves().into_iter().map(|mv| position.action(mv)).collect();
    let mut in_runs = HashSet::new();
    position.each_legal_run(&mut |first, run| {
        for action in bits(run).map(|bit| first + bit) {
            assert!(in_runs.insert(action), "action {action} is in two runs of {position:?}");
        }
    });
    assert_eq!(in_runs, legal, "legal runs of {position:?}");
}

/// Marks lie on the board, and facts within 0 and 1.
pub fn marks_and_facts_are_in_range<P: Arrays>(position: &P) {
    let [rows, columns] = position.grid();
    position.each_mark(&mut |mark, cell| {
        assert!(mark < P::MARKS.len() && cell < rows * columns, "mark {mark} on {cell} in {position:?}");
    });
    for (number, name) in P::FACTS.iter().enumerate() {
        assert!((0.0..=1.0).contains(&position.fact(number)), "{name} in {position:?}");
    }
}
