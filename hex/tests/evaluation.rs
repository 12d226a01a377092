//! The evaluations, and the five faults of an earlier program in Python, each as a test that it would have
//! failed.

use plywood_hex::eval::{Distance, Potential, Resistance, TwoDistance};
use plywood_hex::{Colour, Distances, Hex, Rules, Size};
use plywood_search::{
    AlphaBeta, Game, Iterative, Knowledge, Limits, Minimax, Position, Score, Search, Symmetry, Table,
};
use rand::{SeedableRng, rngs::StdRng};
use std::sync::Arc;

fn position(text: &str, rules: &str) -> Hex {
    Hex::from_text(text, rules.parse().expect("rules")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn random_positions(rules: &str, games: u64) -> Vec<Hex> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = Hex::start(rules.parse().expect("rules"));
        while let Some(mv) = position.random_move(&mut rng) {
            positions.push(position);
            position.play_unchecked(mv);
        }
    }
    positions
}

#[test]
fn the_goal_row_is_the_last_row_on_every_size() {
    for (width, height) in (1..=19).flat_map(|width| (1..=19).map(move |height| (width, height))) {
        let start = Hex::start(Rules::without_swap(Size::new(width, height).expect("a size")));
        let expected = Distances { black: Some(height.into()), white: Some(width.into()) };
        assert_eq!(start.distances(), expected, "{width}x{height}");
    }
}

#[test]
fn each_start_edge_reads_its_own_cells() {
    // The other colour's stones fill the edge but for one cell.
    let black = position("ooo1/4/4/4 x", "size=4");
    assert_eq!(black.distances(), Distances { black: Some(4), white: Some(1) });
    let white = position("x3/x3/x3/4 x", "size=4");
    assert_eq!(white.distances(), Distances { black: Some(1), white: Some(4) });
    let both = position("xo2/x3/o3/4 x", "size=4");
    assert_eq!(both.distances(), Distances { black: Some(3), white: Some(3) });
}

#[test]
fn a_won_position_is_a_win_and_a_lost_one_a_loss_for_either_colour() {
    let one_move = position("1x1/1x1/o2 x", "size=3");
    let search =
        |position: Hex, depth| Minimax::new(Distance).run(&Game::new(position), &Limits::depth(depth)).score;
    assert_eq!(search(one_move, 1), Score::win_in(1));
    assert_eq!(search(one_move.transformed(2), 1), Score::win_in(1));
    // White to move and two ways for Black to finish.
    let lost = position("o2/1x1/1x1 o", "size=3");
    assert_eq!(search(lost, 2), Score::loss_in(2));
    assert_eq!(search(lost.transformed(2), 2), Score::loss_in(2));
}

#[test]
fn heuristic_values_lie_apart_from_results() {
    for rules in ["size=4", "size=7", "size=19", "size=1x9", "size=9x2"] {
        for position in random_positions(rules, 4) {
            let values = [
                Distance.value_of(&position),
                TwoDistance.value_of(&position),
                Resistance.value_of(&position),
            ];
            for value in values {
                assert!(!value.is_decisive(), "{value} in {position}");
                assert!(value < Score::win_in(Score::MAX_PLIES) && value > Score::loss_in(Score::MAX_PLIES));
            }
        }
    }
}

#[test]
fn cutting_off_changes_no_value() {
    for text in ["3/3/3 x", "4/1x2/2o1/4 x", "x3/1o2/4/4 o"] {
        let position = position(text, &format!("size={}", text.split('/').count()));
        let game = Game::new(position);
        for depth in 1..=4 {
            let limits = Limits::depth(depth);
            let truth = Minimax::new(Distance).run(&game, &limits).score;
            assert_eq!(AlphaBeta::new(Distance).run(&game, &limits).score, truth, "{text}, depth {depth}");
            let table = Arc::new(Table::with_bytes(1 << 20).expect("a megabyte"));
            assert_eq!(
                Iterative::new(Distance, table).run(&game, &limits).score,
                truth,
                "{text}, depth {depth}"
            );
        }
    }
}

#[test]
fn the_distance_evaluation_is_what_the_opponent_needs_less_what_the_side_to_move_needs() {
    for position in random_positions("size=6x8", 8) {
        let Distances { black, white } = position.distances();
        let difference = white.expect("nobody has won") as i32 - black.expect("nobody has won") as i32;
        let sign = if position.turn() == Colour::Black { 1 } else { -1 };
        assert_eq!(Distance.value_of(&position).value(), sign * difference, "{position}");
    }
}

#[test]
fn values_are_the_same_whichever_way_one_looks() {
    for position in random_positions("size=5x7", 6) {
        for index in 0..position.symmetries() {
            let seen = position.transformed(index);
            assert_eq!(Distance.value_of(&seen), Distance.value_of(&position), "{position}");
            assert_eq!(TwoDistance.value_of(&seen), TwoDistance.value_of(&position), "{position}");
            assert_eq!(Resistance.value_of(&seen), Resistance.value_of(&position), "{position}");
        }
    }
}

/// The definition, cell by cell, with a list of distances and no sets.
fn defined_potential(position: &Hex, colour: Colour) -> Potential {
    let size = position.size();
    let cells: Vec<_> = (0..size.cells()).map(|number| size.cell(number).expect("a cell")).collect();
    let touch = |from: usize, to: usize| {
        let (from, to) = (cells[from], cells[to]);
        let step =
            (i32::from(to.column()) - i32::from(from.column()), i32::from(to.row()) - i32::from(from.row()));
        [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)].contains(&step)
    };
    // Cell to cell through own stones: a walk from each empty cell.
    let reach = |from: usize| {
        let (mut found, mut stones, mut rest) = (Vec::new(), Vec::new(), vec![from]);
        while let Some(next) = rest.pop() {
            for to in (0..cells.len()).filter(|&to| touch(next, to) && to != from) {
                match position.colour_on(cells[to]) {
                    None if !found.contains(&to) => found.push(to),
                    Some(stone) if stone == colour && !stones.contains(&to) => {
                        stones.push(to);
                        rest.push(to);
                    }
                    _ => {}
                }
            }
        }
        (found, stones)
    };
    let on_edge = |number: usize, far: bool| match (colour, far) {
        (Colour::Black, false) => cells[number].row() == 0,
        (Colour::Black, true) => cells[number].row() == size.height() - 1,
        (Colour::White, false) => cells[number].column() == 0,
        (Colour::White, true) => cells[number].column() == size.width() - 1,
    };
    let empty: Vec<_> =
        (0..cells.len()).filter(|&number| position.colour_on(cells[number]).is_none()).collect();
    let distances = [false, true].map(|far| {
        let mut known = vec![u32::MAX; cells.len()];
        for _ in 0..=cells.len() {
            for &number in &empty {
                let (around, stones) = reach(number);
                let mut theirs: Vec<_> = around.iter().map(|&other| known[other]).collect();
                theirs.sort_unstable();
                let second = theirs.get(1).copied().unwrap_or(u32::MAX).saturating_add(1);
                let at_edge = on_edge(number, far) || stones.iter().any(|&stone| on_edge(stone, far));
                known[number] = if at_edge { 1 } else { second };
            }
        }
        known
    });
    let sums = empty.iter().filter_map(|&number| {
        let [near, far] = [distances[0][number], distances[1][number]];
        (near < u32::MAX && far < u32::MAX).then(|| near + far)
    });
    let total = sums.clone().min();
    Potential { total, cells: sums.filter(|&sum| Some(sum) == total).count() as u32 }
}

#[test]
fn potentials_are_those_of_the_definition() {
    for rules in ["size=4", "size=3x5", "size=5"] {
        for position in random_positions(rules, 3) {
            for colour in Colour::BOTH {
                assert_eq!(
                    position.potential(colour),
                    defined_potential(&position, colour),
                    "{colour} in {position}"
                );
            }
        }
    }
}

#[test]
fn the_empty_board_of_two_rows_has_potential_three() {
    // Each cell is next to one edge and has two neighbours next to the other, or is a corner with one.
    let start = Hex::start("size=3x2".parse().expect("rules"));
    assert_eq!(start.potential(Colour::Black), Potential { total: Some(3), cells: 4 });
}

#[test]
fn two_distance_counts_mobility_below_a_stone() {
    for position in random_positions("size=6", 4) {
        let [own, other] = [position.turn(), !position.turn()].map(|colour| position.potential(colour));
        let (Some(own_total), Some(other_total)) = (own.total, other.total) else { continue };
        let value = 100 * (other_total as i32 - own_total as i32) + own.cells as i32 - other.cells as i32;
        assert_eq!(TwoDistance.value_of(&position).value(), value, "{position}");
    }
}

#[test]
fn bridges_to_both_edges_conduct_like_stones() {
    // Black's c2 is a bridge away from the top, and b4 from c2 and from the bottom: White's circuit is cut,
    // and Black's as good as closed.
    let position = position("5/2x2/5/1x3/5 x", "size=5");
    assert!(Resistance.value_of(&position).value() > 1_000);
    let loose = self::position("5/2x2/5/3x1/5 x", "size=5");
    assert!(Resistance.value_of(&loose) < Resistance.value_of(&position));
}

#[test]
fn the_cell_in_the_middle_is_tried_before_the_corner() {
    for rules in ["size=5", "size=11"] {
        let start = Hex::start(rules.parse().expect("rules"));
        let moves = start.legal_moves();
        let (middle, corner) = (moves[start.size().cells() / 2], moves[0]);
        let (mut current, mut distance) = ((), ());
        let by_current = Resistance.priorities(&start, &mut current);
        assert!(by_current(middle) > by_current(corner), "{rules}");
        let by_distance = TwoDistance.priorities(&start, &mut distance);
        assert!(by_distance(middle) > by_distance(corner), "{rules}");
    }
}
