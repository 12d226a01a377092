//! Cells that need no stone, held against the solution of small boards.

use crate::solver::Solver;
use plywood_hex::{CellSet, Colour, Hex, Rules};
use plywood_search::Position;
use rand::{SeedableRng, rngs::StdRng};

fn position(text: &str, rules: &str) -> Hex {
    Hex::from_text(text, rules.parse().expect("rules")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn texts(position: &Hex, set: &CellSet) -> Vec<String> {
    set.numbers().map(|number| position.size().cell(number).expect("a cell").to_string()).collect()
}

/// The position with these cells filled, and the same colour to move.
fn with_stones(position: &Hex, colour: Colour, cells: &CellSet) -> Hex {
    let mut stones = Colour::BOTH.map(|colour| *position.stones(colour));
    cells.numbers().for_each(|number| stones[colour as usize].insert(number));
    Hex::from_stones(stones[0], stones[1], position.turn(), false, position.rules()).expect("a position")
}

fn random_positions(rules: &str, games: u64) -> Vec<Hex> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = Hex::start(rules.parse::<Rules>().expect("rules"));
        while let Some(mv) = position.random_move(&mut rng) {
            positions.push(position);
            position.play_unchecked(mv);
        }
    }
    positions
}

/// Of every small board, with either colour to move: positions of which fillings are to be compared.
fn samples() -> impl Iterator<Item = Hex> {
    let rules = ["size=3", "size=2x5", "size=4", "size=4x3"];
    rules.into_iter().flat_map(|rules| random_positions(rules, 60))
}

#[test]
fn a_cell_with_four_stones_of_one_colour_in_a_row_around_it_is_dead() {
    for (text, dead) in [("5/2xx1/1x3/1x3/5 o", "c3"), ("5/2oo1/1o3/1o3/5 o", "c3")] {
        let position = position(text, "size=5");
        assert!(texts(&position, &position.inferior().dead).contains(&dead.to_owned()), "{text}");
    }
    let position = position("5/2xx1/1x3/5/5 o", "size=5");
    assert!(position.inferior().dead.is_empty(), "three are not enough");
}

#[test]
fn the_edge_counts_as_a_row_of_stones() {
    let position = position("x3/x3/4/4 o", "size=4");
    assert_eq!(texts(&position, &position.inferior().dead), ["b1"]);
}

#[test]
fn filling_a_dead_cell_with_either_colour_changes_no_winner() {
    let (mut solver, mut dead) = (Solver::default(), 0);
    for position in samples() {
        let inferior = position.inferior();
        dead += inferior.dead.count();
        for colour in Colour::BOTH {
            let filled = with_stones(&position, colour, &inferior.dead);
            assert_eq!(solver.winner(&filled), solver.winner(&position), "{colour} in {position}");
        }
    }
    assert!(dead > 100, "{dead} dead cells");
}

#[test]
fn filling_captured_cells_with_their_captors_colour_changes_no_winner() {
    let (mut solver, mut captured) = (Solver::default(), 0);
    for position in samples() {
        for colour in Colour::BOTH {
            let cells = position.inferior().captured[colour as usize];
            captured += cells.count();
            let filled = with_stones(&position, colour, &cells);
            assert_eq!(solver.winner(&filled), solver.winner(&position), "{colour} in {position}");
        }
    }
    assert!(captured > 100, "{captured} captured cells");
}

#[test]
fn filling_all_that_needs_no_stone_changes_no_winner() {
    let mut solver = Solver::default();
    for position in samples() {
        let [black, white] = position.filled();
        let filled =
            Hex::from_stones(black, white, position.turn(), false, position.rules()).expect("a position");
        assert_eq!(solver.winner(&filled), solver.winner(&position), "{position}");
    }
}

/// Every way to have stones of both colours, or none, on the six cells around b2 of 4x4.
#[test]
fn a_cell_with_any_neighbours_is_found_dead_only_if_no_filling_of_the_board_needs_its_colour() {
    const CELL: u64 = 1 << 5;
    const RING: [u64; 6] = [1 << 1, 1 << 2, 1 << 4, 1 << 6, 1 << 8, 1 << 9];
    let rules: Rules = "size=4".parse().expect("rules");
    let set = |bits: u64| CellSet::from_words([bits, 0, 0, 0, 0, 0]);
    let board = |black: u64, white: u64| {
        Hex::from_stones(set(black), set(white), Colour::Black, false, rules).expect("a position")
    };
    let mut dead = 0;
    for number in 0..3_u32.pow(6) {
        let mut stones = [0; 2];
        for (place, cell) in (0..).zip(RING) {
            if let Some(colour) = (number / 3_u32.pow(place) % 3).checked_sub(1) {
                stones[colour as usize] |= cell;
            }
        }
        if !board(stones[0], stones[1]).inferior().dead.contains(5) {
            continue;
        }
        dead += 1;
        let open = 0xFFFF & !(stones[0] | stones[1] | CELL);
        let mut filling = 0_u64;
        loop {
            let [black, white] = [stones[0] | filling, stones[1] | (open & !filling)];
            let winners = [board(black | CELL, white), board(black, white | CELL)].map(|full| full.winner());
            assert_eq!(winners[0], winners[1], "{black:x} and {white:x}");
            filling = filling.wrapping_sub(open) & open;
            if filling == 0 {
                break;
            }
        }
    }
    assert!(dead > 100, "{dead} of 729 neighbourhoods");
}
