//! Leaf counts: by formula as long as nobody can have won, and by a plain count of all games on tiny boards.

use plywood_hex::{Hex, Rules};
use plywood_search::perft;
use std::collections::HashMap;

fn start(rules: &str) -> Hex {
    Hex::start(rules.parse::<Rules>().expect("rules"))
}

/// How many ways there are to take `plies` cells out of `cells`, one after the other.
fn falling(cells: u64, plies: u32) -> u64 {
    (0..u64::from(plies)).map(|taken| cells - taken).product()
}

/// Black can have won after the ply `2 * height - 1`, White after `2 * width`.
#[test]
fn before_anybody_can_have_won_every_order_of_cells_is_a_game() {
    for (rules, cells, depth) in [
        ("size=3", 9, 5),
        ("size=4", 16, 5),
        ("size=11", 121, 3),
        ("size=19", 361, 3),
        ("size=7x9", 63, 4),
        ("size=2x9", 18, 4),
    ] {
        for depth in 1..=depth {
            assert_eq!(perft(&start(rules), depth), falling(cells, depth), "{rules}, depth {depth}");
        }
    }
}

/// One move more at ply 2; it leaves one cell taken, where the others leave two.
#[test]
fn a_swap_adds_the_games_that_go_on_behind_it() {
    for rules in ["size=5,swap=pieces", "size=5,swap=sides"] {
        assert_eq!(perft(&start(rules), 1), 25);
        assert_eq!(perft(&start(rules), 2), 25 * 24 + 25);
        assert_eq!(perft(&start(rules), 3), 25 * 24 * 23 + 25 * 24);
        assert_eq!(perft(&start(rules), 4), 25 * 24 * 23 * 22 + 25 * 24 * 23);
    }
}

/// Games by number of plies, counted over sets of cells: for each set of black and white cells the number of
/// orders in which it comes about without a winner on the way. Connection is looked for by a walk over
/// coordinates.
fn counted(width: i32, height: i32, depth: u32) -> u64 {
    let mut orders = HashMap::from([((0_u32, 0_u32), 1_u64)]);
    for ply in 0..depth {
        let mut next: HashMap<(u32, u32), u64> = HashMap::new();
        for ((black, white), ways) in orders {
            if connects(black, width, height, true) || connects(white, width, height, false) {
                continue;
            }
            for cell in
                (0..width * height).map(|number| 1 << number).filter(|cell| (black | white) & cell == 0)
            {
                let child = if ply % 2 == 0 { (black | cell, white) } else { (black, white | cell) };
                *next.entry(child).or_default() += ways;
            }
        }
        orders = next;
    }
    orders.values().sum()
}

fn connects(stones: u32, width: i32, height: i32, top_to_bottom: bool) -> bool {
    let bit = |column: i32, row: i32| 1_u32 << (row * width + column);
    let cells = || (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let is_goal = |column, row| if top_to_bottom { row == height - 1 } else { column == width - 1 };
    let is_start = |&(column, row): &(i32, i32)| {
        stones & bit(column, row) != 0 && if top_to_bottom { row == 0 } else { column == 0 }
    };
    let mut rest: Vec<_> = cells().filter(is_start).collect();
    let mut seen = 0;
    while let Some((column, row)) = rest.pop() {
        if is_goal(column, row) {
            return true;
        }
        seen |= bit(column, row);
        for (right, down) in [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)] {
            let (column, row) = (column + right, row + down);
            let inside = (0..width).contains(&column) && (0..height).contains(&row);
            if inside && stones & !seen & bit(column, row) != 0 {
                rest.push((column, row));
            }
        }
    }
    false
}

#[test]
fn all_games_of_tiny_boards() {
    for (width, height) in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 3)] {
        for depth in 1..=width * height {
            let leaves = perft(&start(&format!("size={width}x{height}")), depth as u32);
            assert_eq!(leaves, counted(width, height, depth as u32), "{width}x{height}, depth {depth}");
            if width * height == 12 && depth == 8 {
                break;
            }
        }
    }
}

#[test]
fn leaf_counts_of_the_table() {
    for (rules, depth, leaves) in TABLE {
        assert_eq!(perft(&start(rules), depth), leaves, "{rules}, depth {depth}");
    }
}

const TABLE: [(&str, u32, u64); 6] = [
    ("size=11", 1, 121),
    ("size=11", 2, 14_520),
    ("size=11", 3, 1_727_880),
    ("size=11", 4, 203_889_840),
    ("size=11,swap=pieces", 3, 1_742_400),
    ("size=11,swap=sides", 3, 1_742_400),
];
