//! What the strongest evaluation takes for certain, held against the solution of small boards.

use crate::random_positions::random_positions;
use crate::solver::Solver;
use plywood_hex::eval::Strong;
use plywood_hex::{Colour, Hex, Move};
use plywood_search::{ForcedWin, Game, Knowledge, Limits, Minimax, Position, Search, Symmetry};

fn position(text: &str, rules: &str) -> Hex {
    Hex::from_text(text, rules.parse().expect("rules")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn forced_win(position: &Hex) -> Option<ForcedWin> {
    Strong.forced_win(position, &mut Strong.start(position))
}

fn candidates(position: &Hex) -> Vec<Move> {
    let state = &mut Strong.start(position);
    let moves = position.legal_moves().into_iter();
    match Strong.candidates(position, state) {
        Some(candidates) => moves.filter(|&mv| (candidates.is_one)(mv)).collect(),
        None => moves.collect(),
    }
}

fn samples() -> Vec<Hex> {
    let boards =
        [("size=3", 9), ("size=3x5", 13), ("size=5x3", 13), ("size=4", 13), ("size=4x5", 13), ("size=5", 13)];
    boards.into_iter().flat_map(|(rules, most_empty)| random_positions(rules, 40, most_empty)).collect()
}

#[test]
fn who_is_said_to_have_won_wins() {
    let (mut solver, mut won) = (Solver::default(), [0; 2]);
    for position in samples() {
        let Some(ForcedWin { winner, .. }) = forced_win(&position) else { continue };
        won[usize::from(winner == position.side_to_move())] += 1;
        assert_eq!(position.side_of(solver.winner(&position)), winner, "{position}");
    }
    assert!(won.iter().all(|&count| count > 100), "{won:?} wins of the waiting player, and of the mover");
}

#[test]
fn a_forced_win_takes_no_longer_than_it_says() {
    let mut seen = 0;
    for position in samples() {
        let Some(ForcedWin { winner, plies }) = forced_win(&position).filter(|win| win.plies <= 5) else {
            continue;
        };
        let truth =
            Minimax::new(plywood_hex::eval::Distance).run(&Game::new(position), &Limits::depth(plies)).score;
        let mover_wins = winner == position.side_to_move();
        assert_eq!(
            (truth.is_win(), truth.is_loss()),
            (mover_wins, !mover_wins),
            "{plies} plies in {position}"
        );
        seen += 1;
    }
    assert!(seen > 100, "{seen} wins");
}

#[test]
fn a_winning_player_wins_by_a_move_that_matters() {
    let (mut solver, mut refused) = (Solver::default(), 0);
    for position in samples() {
        let moves = candidates(&position);
        assert!(!moves.is_empty(), "{position}");
        refused += position.count_moves() - moves.len();
        let wins = |&mv: &Move| {
            let mut child = position;
            child.play_unchecked(mv);
            solver.winner(&child) == position.turn()
        };
        let by_those = moves.iter().any(wins);
        assert_eq!(by_those, solver.winner(&position) == position.turn(), "{moves:?} of {position}");
    }
    assert!(refused > 1_000, "{refused} moves refused");
}

/// Who wins, and within how many plies.
fn verdict(text: &str, rules: &str) -> Option<(Colour, u32)> {
    let position = position(text, rules);
    forced_win(&position).map(|win| (position.colour_of(win.winner), win.plies))
}

#[test]
fn bridges_from_edge_to_edge_have_won() {
    // Black has c2 and b4: a bridge to the top, one between them, and one to the bottom.
    let board = "5/2x2/5/1x3/5";
    // It needs these six cells, and four that it has captured in the corners.
    assert_eq!(verdict(&format!("{board} o"), "size=5"), Some((Colour::Black, 10)));
    assert_eq!(verdict(&format!("{board} x"), "size=5"), Some((Colour::Black, 9)));
    // White is in the bridge to the top.
    assert_eq!(verdict("2o2/2x2/5/1x3/5 x", "size=5").map(|(winner, _)| winner), Some(Colour::Black));
    // And to move: one more stone cuts.
    assert_ne!(verdict("2oo1/2x2/5/1x3/5 o", "size=5").map(|(winner, _)| winner), Some(Colour::Black));
}

#[test]
fn a_stone_on_the_third_row_has_the_ziggurat_in_either_hand_to_every_edge() {
    // White holds all that lies outside the template; Black stands on the far edge and needs nothing there.
    for text in ["4/3o/x1oo o", "4/3o/1xoo o"] {
        let template = position(text, "size=4x3");
        for index in 0..template.symmetries() {
            let seen = template.transformed(index);
            let winner = forced_win(&seen).map(|win| win.winner);
            assert_eq!(winner, Some(!seen.side_to_move()), "{seen}");
            assert_eq!(seen.side_of(Solver::default().winner(&seen)), !seen.side_to_move(), "{seen}");
        }
    }
}

#[test]
fn a_stone_that_completes_a_chain_wins_for_its_mover() {
    // On b4 or elsewhere: black to move is one stone short.
    assert_eq!(verdict("5/2x2/5/5/5 x", "size=5"), Some((Colour::Black, 11)));
}

#[test]
fn the_mover_must_play_in_what_the_threats_have_in_common() {
    let position = position("5/2x2/5/5/5 o", "size=5");
    let moves = candidates(&position);
    assert!(moves.len() < position.count_moves());
    assert_eq!(forced_win(&position), None);
}

#[test]
fn nothing_is_certain_as_long_as_a_swap_may_come() {
    for swap in ["pieces", "sides"] {
        let rules = format!("size=3,swap={swap}");
        for text in ["3/3/3 x", "3/1x1/3 o"] {
            assert_eq!(verdict(text, &rules), None, "{text} {rules}");
            let position = position(text, &rules);
            assert_eq!(candidates(&position).len(), position.count_moves());
        }
        assert!(verdict("3/1x1/o2 x", &rules).is_some());
    }
}
