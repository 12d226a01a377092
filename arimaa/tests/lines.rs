//! What lines of steps are for, against what the positions after them are.

use crate::scattered::scattered;
use plywood_arimaa::eval::Strong;
use plywood_arimaa::{Action, Arimaa, Colour, Move, Rules};
use plywood_search::{
    ForcedWin, Game, Hints, Iterative, Knowledge, Limits, Outcome, Position, Purpose, Search, SearchOptions,
    Side, Table,
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::sync::Arc;

/// Scattered positions that are not decided, at the start of a turn or within one.
fn positions() -> impl Iterator<Item = Arimaa> {
    let mut rng = StdRng::seed_from_u64(62);
    core::iter::repeat_with(move || {
        let mut position = scattered(&mut rng);
        for _ in 0..rng.random_range(0..4) {
            let Some(mv) = position.random_move(&mut rng) else { break };
            let child = after(&position, &[mv]);
            if child.turn() == position.turn() {
                position = child;
            }
        }
        position
    })
    .filter(|position| position.outcome().is_none())
}

/// The lines of a purpose, each with the position after it.
fn lines(position: &Arimaa, purpose: Purpose) -> Vec<(Vec<Move>, Arimaa)> {
    let mut lines = Vec::new();
    Strong.lines(position, &mut Strong.start(position), purpose, &mut |moves| {
        lines.push((moves.to_vec(), after(position, moves)));
    });
    lines
}

fn after(position: &Arimaa, moves: &[Move]) -> Arimaa {
    let mut after = position.clone();
    for &mv in moves {
        after.play_unchecked(mv);
    }
    after
}

fn enemies(position: &Arimaa, of: Colour) -> u64 {
    position.pieces(!of)
}

#[test]
fn after_a_capture_a_piece_has_fallen_and_each_that_can_fall_in_three_steps_does_so_in_some_line() {
    let mut captures = 0;
    for position in positions().take(2_000) {
        let (side, before) = (position.turn(), enemies(&position, position.turn()));
        let lines = lines(&position, Purpose::Gain);
        for (moves, after) in &lines {
            assert!(enemies(after, side).count_ones() < before.count_ones(), "{moves:?} of {position}");
        }
        if position.steps().is_empty() {
            for capture in position.possible_captures(side).iter().filter(|capture| capture.steps < 4) {
                let kind = position.piece_on(capture.victim).expect("it stands there").kind;
                let of_kind = |board: &Arimaa| enemies(board, side) & board.pieces_of_kind(kind);
                let fewer = |after: &Arimaa| of_kind(after).count_ones() < of_kind(&position).count_ones();
                assert!(lines.iter().any(|(_, after)| fewer(after)), "{capture:?} of {position}");
            }
        }
        captures += lines.len();
    }
    assert!(captures > 500, "{captures}");
}

#[test]
fn after_a_threat_a_goal_is_threatened_that_was_not_before() {
    let mut threats = 0;
    for position in positions().take(2_000) {
        let side = position.turn();
        for (moves, after) in lines(&position, Purpose::Threat) {
            assert!(!position.threatens_goal(side) && after.threatens_goal(side), "{moves:?} of {position}");
            threats += 1;
        }
    }
    assert!(threats > 100, "{threats}");
}

#[test]
fn guards_are_named_only_where_a_piece_is_in_danger_and_move_own_pieces() {
    let mut guards = 0;
    for position in positions().take(400) {
        let in_danger = !position.possible_captures(!position.turn()).is_empty();
        for (moves, after) in lines(&position, Purpose::Guard) {
            assert!(in_danger, "{moves:?} of {position}");
            let enemy = enemies(&position, position.turn());
            assert!(enemies(&after, position.turn()) & !enemy == 0, "{moves:?} of {position}");
            guards += 1;
        }
    }
    assert!(guards > 500, "{guards}");
}

#[test]
fn a_press_moves_an_enemy_and_leaves_no_push_unfinished() {
    let mut presses = 0;
    for position in positions().take(400) {
        let side = position.turn();
        for (moves, after) in lines(&position, Purpose::Press) {
            assert_ne!(enemies(&after, side), enemies(&position, side), "{moves:?} of {position}");
            assert_eq!(after.pending_push(), None, "{moves:?} of {position}");
            presses += 1;
        }
    }
    assert!(presses > 500, "{presses}");
}

#[test]
fn what_goes_on_begins_where_the_turn_has_been_and_a_piece_that_has_moved_may_move_on() {
    let (mut shown, mut on) = (0, 0);
    for position in positions().take(400).filter(|position| position.pending_push().is_none()) {
        let ends = |mv: &Move| match mv.action() {
            Action::Step { from, direction, .. } => from.next(direction).map(|to| (from, to)),
            Action::Pass | Action::Place { .. } => None,
        };
        let earlier: Vec<_> = position.steps().iter().filter_map(ends).collect();
        let has_left = |square| earlier.iter().any(|&(from, _)| from == square);
        let has_entered = |square| earlier.iter().any(|&(_, to)| to == square);
        let lines = lines(&position, Purpose::Follow);
        for (moves, _) in &lines {
            let (from, to) = ends(&moves[0]).expect("a step");
            let pusher = moves.get(1).and_then(ends).map(|(by, _)| by);
            let goes_on = has_entered(from) || has_left(to) || pusher.is_some_and(has_entered);
            assert!(goes_on, "{moves:?} of {position}");
            shown += 1;
        }
        for mv in position.legal_moves() {
            let Some((from, to)) = ends(&mv) else { continue };
            let is_own = position.piece_on(from).is_some_and(|piece| piece.colour == position.turn());
            if is_own && has_entered(from) && !has_left(to) {
                assert!(lines.iter().any(|(moves, _)| moves[..] == [mv]), "{mv} of {position}");
                on += 1;
            }
        }
    }
    assert!(shown > 500 && on > 300, "{shown} {on}");
}

#[test]
fn the_rest_of_a_turn_is_given_up_by_the_pass() {
    for position in positions().take(200) {
        let expected: Vec<_> = position.legal_moves().into_iter().filter(|mv| mv.is_pass()).collect();
        let shown: Vec<_> =
            lines(&position, Purpose::Rest).into_iter().flat_map(|(moves, _)| moves).collect();
        assert_eq!(shown, expected, "{position}");
        assert_eq!(position.moves_left(), position.steps_left());
    }
}

#[test]
fn steps_are_in_vain_where_the_turn_might_end_but_for_its_board() {
    let mut in_vain = 0;
    for position in positions().take(4_000).filter(|position| position.pending_push().is_none()) {
        let has_begun = !position.steps().is_empty();
        let may_end = position.legal_moves().iter().any(|mv| mv.is_pass());
        assert_eq!(position.is_in_vain(), has_begun && !may_end, "{position}");
        in_vain += u32::from(position.is_in_vain());
    }
    assert!(in_vain > 20, "{in_vain}");
}

#[test]
fn a_search_by_lines_leaves_out_every_other_iteration_but_the_last() {
    let position: Arimaa =
        "g [r      r       h                        E               R      R]".parse().unwrap();
    let options = SearchOptions { turns: true, lines: Some(true), ..SearchOptions::SELECTIVE };
    for (depth, expected) in [(6, &[4, 5, 6][..]), (7, &[4, 5, 7]), (8, &[4, 5, 7, 8])] {
        let table = Arc::new(Table::with_bytes(1 << 20).expect("a megabyte"));
        let mut search = Iterative::with_options(Strong, table, options);
        let (mut depths, limits) = (Vec::new(), Limits::depth(depth));
        search.search(&Game::new(position.clone()), &limits, &mut |report| depths.push(report.depth));
        assert_eq!(depths, expected);
    }
}

#[test]
fn beyond_the_reply_only_turns_that_were_best_before_are_searched() {
    let position: Arimaa =
        "g [r  r   r    d   h         C         E      D            R  R R  ]".parse().unwrap();
    let options = SearchOptions { turns: true, lines: Some(true), ..SearchOptions::SELECTIVE };
    let nodes = [7, 9].map(|depth| {
        let table = Arc::new(Table::with_bytes(1 << 22).expect("four megabytes"));
        let mut search = Iterative::with_options(Strong, table, options);
        search.search(&Game::new(position.clone()), &Limits::depth(depth), &mut |_| ()).nodes
    });
    assert!(nodes[1] < 6 * nodes[0], "{nodes:?}");
}

/// Searches a position by lines, with and without what some options leave out: with it in less than half of
/// the nodes, and to nearly the same score.
fn saves_half_of_the_nodes(position: &str, depth: u32, with: SearchOptions, without: SearchOptions) {
    let position: Arimaa = position.parse().unwrap();
    let [few, many] = [with, without].map(|options| {
        let table = Arc::new(Table::with_bytes(1 << 22).expect("four megabytes"));
        let mut search = Iterative::with_options(Strong, table, options);
        search.search(&Game::new(position.clone()), &Limits::depth(depth), &mut |_| ())
    });
    assert!(2 * few.nodes < many.nodes, "{} {}", few.nodes, many.nodes);
    let apart = few.score.value() - many.score.value();
    assert!(apart.abs() < 45, "{apart}");
}

const BY_LINES: SearchOptions = SearchOptions { turns: true, lines: Some(true), ..SearchOptions::SELECTIVE };

#[test]
fn near_the_horizon_quiet_lines_are_passed_over_where_they_cannot_help() {
    let every_line = SearchOptions { futility: false, reverse_futility: false, ..BY_LINES };
    let open = "g [r  r   r    d   h         C         E      D            R  R R  ]";
    saves_half_of_the_nodes(open, 7, BY_LINES, every_line);
}

#[test]
fn late_single_moves_are_passed_over_or_searched_less_deep() {
    let every_move = SearchOptions { late_move_pruning: false, ..BY_LINES };
    let full = "s [rrrdrrrr c dmc   h  Erh            e     H    H  CRDMRC RRR DRRR]";
    saves_half_of_the_nodes(full, 9, BY_LINES, every_move);
}

/// What a look beyond the turn says of a position, with the turn that it shows.
fn look_ahead(
    position: &Arimaa,
    state: &mut <Strong as Knowledge<Arimaa>>::State,
) -> (Option<ForcedWin>, Vec<Move>) {
    let mut turn = Vec::new();
    // The state is where the look asks about.
    Strong.advance(state, position, None, position);
    let win = Strong.look_ahead(position, state, &mut |moves| turn = moves.to_vec());
    Strong.retreat(state);
    (win, turn)
}

#[test]
fn an_answer_leaves_no_goal_threatened_and_what_has_none_is_lost() {
    let (mut answers, mut lost, mut pushes) = (0, 0, 0);
    // What is found out about one position serves the next ones.
    let mut state = Strong.start(&Arimaa::start(Rules::default()));
    for position in positions().filter(|position| !position.can_reach_goal()) {
        let side = position.turn();
        if !position.threatens_goal(!side) {
            continue;
        }
        Strong.answers(&position, &mut state, &mut |moves| {
            let after = after(&position, moves);
            let has_won = after.outcome().and_then(Outcome::winner) == Some(Side::from(side));
            assert!(has_won || !after.threatens_goal(!side), "{moves:?} of {position}");
            answers += 1;
            // A push that ends the threat with its first half, as the last two steps of a turn.
            let half = self::after(&position, &moves[..1]);
            let is_push = half.pending_push().is_some() && !half.threatens_goal(!side);
            pushes += u32::from(is_push && position.steps_left() == 2);
        });
        let (win, _) = look_ahead(&position, &mut state);
        assert_eq!(win.is_some(), position.is_goal_unstoppable(), "{position}");
        if let Some(win) = win {
            let winner = !position.side_to_move();
            assert_eq!(win, ForcedWin { winner, plies: position.steps_left() + 4 });
            lost += 1;
        }
        if answers > 2_000 && lost > 50 && pushes > 3 {
            return;
        }
    }
}

#[test]
fn a_turn_that_is_said_to_win_leaves_a_goal_that_nothing_stops() {
    let mut state = Strong.start(&Arimaa::start(Rules::default()));
    let (mut wins, mut long) = (0, 0);
    for position in positions().filter(|position| position.steps_left() == 4 && !position.can_reach_goal()) {
        let (win, turn) = look_ahead(&position, &mut state);
        if position.threatens_goal(!position.turn()) || win.is_none() {
            continue;
        }
        assert_eq!(win, Some(ForcedWin { winner: position.side_to_move(), plies: 12 }));
        assert!(after(&position, &turn).is_goal_unstoppable(), "{turn:?} of {position}");
        (wins, long) = (wins + 1, long + u32::from(turn.len() == 4 && !turn.contains(&Move::PASS)));
        if wins > 100 && long > 10 {
            return;
        }
    }
}

#[test]
fn an_attack_threatens_a_goal_and_is_found_again_where_the_board_is_the_same_near_it() {
    let mut attacks = 0;
    let mut rng = StdRng::seed_from_u64(63);
    let mut state = Strong.start(&Arimaa::start(Rules::default()));
    for start in positions() {
        let mut position = start;
        for _ in 0..16 {
            let mut shown = Vec::new();
            Strong.lines(&position, &mut state, Purpose::Attack, &mut |moves| shown.push(moves.to_vec()));
            let fresh = lines(&position, Purpose::Attack);
            assert!(shown.iter().eq(fresh.iter().map(|(moves, _)| moves)), "{position}");
            for (moves, after) in fresh {
                let is_threat = position.steps_left() == 4 && after.threatens_goal(position.turn());
                assert!(moves.len() > 1 && is_threat, "{moves:?} of {position}");
                attacks += 1;
            }
            let Some(mv) = position.random_move(&mut rng) else { break };
            position = after(&position, &[mv]);
            if position.outcome().is_some() {
                break;
            }
        }
        if attacks > 2_000 {
            return;
        }
    }
}
