//! What holds in every position, on positions of random games and random arrangements under random rules; and
//! in every text.

use plywood_hex::{Cell, CellSet, Colour, Distances, Hex, Move, Rules, Size, Swap};
use plywood_search::{Hints, Outcome, PackedMove, Position, Symmetry};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::HashSet;

fn any_rules() -> impl Strategy<Value = Rules> {
    let swap = prop_oneof![Just(Swap::Off), Just(Swap::Pieces), Just(Swap::Sides)];
    let side = || prop_oneof![1_u8..=6, 1_u8..=19];
    (side(), side(), swap).prop_map(|(width, height, swap)| {
        let height = if swap == Swap::Pieces { width } else { height };
        Rules::new(Size::new(width, height).expect("1 to 19"), swap).expect("square")
    })
}

/// A position of a random game, up to its end.
fn played() -> impl Strategy<Value = Hex> {
    (any_rules(), any::<u64>(), prop_oneof![0_usize..4, 0_usize..361]).prop_map(|(rules, seed, plies)| {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = Hex::start(rules);
        for _ in 0..plies {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
        }
        position
    })
}

/// Stones thrown on the board, from none to a full one.
fn scattered() -> impl Strategy<Value = Hex> {
    (any_rules(), any::<u64>(), 0_u32..=100, any::<bool>()).prop_map(|(rules, seed, percent, black)| {
        let turn = if black { Colour::Black } else { Colour::White };
        let swapped = rules.swap() == Swap::Sides && seed.is_multiple_of(2);
        let [black, white] = thrown(rules.size(), seed, percent);
        Hex::from_stones(black, white, turn, swapped, rules).expect("a position")
    })
}

/// Stones on about so many of a hundred cells.
fn thrown(size: Size, seed: u64, percent: u32) -> [CellSet; 2] {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut stones = [CellSet::EMPTY; 2];
    for number in 0..size.cells() {
        if rng.random_range(0..100) < percent {
            stones[rng.random_range(0..2)].insert(number);
        }
    }
    stones
}

fn any_position() -> impl Strategy<Value = Hex> {
    prop_oneof![played(), scattered()]
}

fn all_moves() -> impl Iterator<Item = Move> {
    (0..1024).filter_map(Move::from_bits)
}

/// The fewest stones from edge to edge by relaxing cell after cell until nothing changes: nothing shared with
/// the crate.
fn relaxed_distance(position: &Hex, colour: Colour) -> Option<u32> {
    let (width, height) = (i32::from(position.size().width()), i32::from(position.size().height()));
    let cost = |column: i32, row: i32| {
        let stone = position.colour_on(Cell::new(column as u8, row as u8).expect("a cell"));
        if stone == Some(!colour) { None } else { Some(u32::from(stone.is_none())) }
    };
    let cells = || (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let at_start = |column: i32, row: i32| if colour == Colour::Black { row == 0 } else { column == 0 };
    let at_goal =
        |column: i32, row: i32| if colour == Colour::Black { row == height - 1 } else { column == width - 1 };
    let mut best = vec![u32::MAX; (width * height) as usize];
    loop {
        let mut changed = false;
        for (column, row) in cells() {
            let Some(cost) = cost(column, row) else { continue };
            let around = [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)]
                .map(|(right, down)| (column + right, row + down))
                .into_iter()
                .filter(|&(column, row)| (0..width).contains(&column) && (0..height).contains(&row))
                .map(|(column, row)| best[(row * width + column) as usize])
                .min()
                .unwrap_or(u32::MAX);
            let before = if at_start(column, row) { 0 } else { around };
            let here = before.saturating_add(cost);
            let known = &mut best[(row * width + column) as usize];
            if here < *known {
                *known = here;
                changed = true;
            }
        }
        if !changed {
            let goals = cells().filter(|&(column, row)| at_goal(column, row));
            return goals
                .map(|(column, row)| best[(row * width + column) as usize])
                .min()
                .filter(|&d| d < u32::MAX);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_full_board_has_exactly_one_winner(rules in any_rules(), seed in any::<u64>()) {
        let [black, white] = thrown(rules.size(), seed, 100);
        let connected = |stones: CellSet, colour| {
            let stones = if colour == Colour::Black { [stones, CellSet::EMPTY] } else { [CellSet::EMPTY, stones] };
            let board = Hex::from_stones(stones[0], stones[1], colour, false, rules).expect("a position");
            board.winner() == Some(colour)
        };
        prop_assert!(connected(black, Colour::Black) != connected(white, Colour::White));
    }

    #[test]
    fn distances_are_those_of_plain_relaxation(position in any_position()) {
        let Distances { black, white } = position.distances();
        prop_assert_eq!(black, relaxed_distance(&position, Colour::Black), "{:?}", position);
        prop_assert_eq!(white, relaxed_distance(&position, Colour::White), "{:?}", position);
    }

    #[test]
    fn the_winner_is_who_needs_no_stone_and_the_loser_cannot_connect(position in any_position()) {
        for colour in Colour::BOTH {
            prop_assert_eq!(position.winner() == Some(colour), position.distance(colour) == Some(0));
            prop_assert_eq!(position.winner() == Some(!colour), position.distance(colour).is_none());
        }
    }

    #[test]
    fn the_winning_chain_is_a_shortest_one_of_own_stones(position in any_position()) {
        let chain = position.winning_chain();
        prop_assert_eq!(chain.is_empty(), position.winner().is_none());
        let Some(colour) = position.winner() else { return Ok(()) };
        prop_assert!(chain.iter().all(|&cell| position.colour_on(cell) == Some(colour)));
        let mut alone = CellSet::EMPTY;
        for &cell in &chain {
            alone.insert(position.size().number(cell));
        }
        let stones = if colour == Colour::Black { [alone, CellSet::EMPTY] } else { [CellSet::EMPTY, alone] };
        let rules = Rules::without_swap(position.size());
        let board = Hex::from_stones(stones[0], stones[1], colour, false, rules).expect("a position");
        prop_assert_eq!(board.winner(), Some(colour));
        for &cell in &chain {
            let mut rest = Colour::BOTH.map(|colour| *board.stones(colour));
            rest[colour as usize] = CellSet::EMPTY;
            for &other in chain.iter().filter(|&&other| other != cell) {
                rest[colour as usize].insert(position.size().number(other));
            }
            let without = Hex::from_stones(rest[0], rest[1], colour, false, rules).expect("a position");
            prop_assert_eq!(without.winner(), None, "{} could be left out", cell);
        }
    }

    #[test]
    fn legal_moves_are_just_the_generated_ones(position in any_position()) {
        let legal: HashSet<_> = position.legal_moves().into_iter().collect();
        for mv in all_moves() {
            prop_assert_eq!(position.is_legal(mv), legal.contains(&mv), "{} in {:?}", mv, position);
            prop_assert_eq!(position.refusal(mv).is_none(), legal.contains(&mv), "{} in {:?}", mv, position);
        }
    }

    #[test]
    fn counting_and_sampling_agree_with_generating(position in any_position(), seed in any::<u64>()) {
        let legal = position.legal_moves();
        let random = position.random_move(&mut StdRng::seed_from_u64(seed));
        if position.outcome().is_some() {
            prop_assert!(legal.is_empty() && random.is_none());
        } else {
            prop_assert_eq!(position.count_moves(), legal.len());
            prop_assert_eq!(legal.iter().collect::<HashSet<_>>().len(), legal.len());
            prop_assert!(legal.contains(&random.expect("the game is not over")));
        }
    }

    #[test]
    fn a_position_played_to_equals_the_position_set_up(position in any_position()) {
        for mv in position.legal_moves() {
            let mut child = position;
            child.play_unchecked(mv);
            let [black, white] = Colour::BOTH.map(|colour| *child.stones(colour));
            let set_up = Hex::from_stones(black, white, child.turn(), child.swapped(), child.rules()).expect("a position");
            prop_assert_eq!(child, set_up);
            prop_assert_eq!(child.key(), set_up.key());
            prop_assert_eq!(child.outcome(), set_up.outcome());
            prop_assert!(position.history_slot(mv) < Hex::HISTORY_SLOTS);
        }
    }

    #[test]
    fn symmetries_keep_moves_and_outcome(position in any_position()) {
        for index in 0..position.symmetries() {
            let seen = position.transformed(index);
            let outcome = position.outcome().map(|outcome| match outcome {
                Outcome::Win(side) if position.exchanges_sides(index) => Outcome::Win(!side),
                other => other,
            });
            prop_assert_eq!(seen.outcome(), outcome);
            let moves: HashSet<_> = seen.legal_moves().into_iter().collect();
            let mapped = position.legal_moves().into_iter().map(|mv| position.transformed_move(mv, index));
            prop_assert_eq!(mapped.collect::<HashSet<_>>(), moves);
            for mv in position.legal_moves() {
                let (mut there, mut here) = (seen, position);
                there.play_unchecked(position.transformed_move(mv, index));
                here.play_unchecked(mv);
                prop_assert_eq!(there, here.transformed(index));
            }
            let distances = Colour::BOTH.map(|colour| position.distance(colour));
            let seen = Colour::BOTH.map(|colour| seen.distance(if position.exchanges_sides(index) { !colour } else { colour }));
            prop_assert_eq!(distances, seen);
        }
    }

    #[test]
    fn positions_and_moves_survive_writing_and_reading(position in any_position()) {
        prop_assert_eq!(Hex::from_text(&position.to_string(), position.rules()), Ok(position));
        prop_assert_eq!(position.rules().to_string().parse(), Ok(position.rules()));
        for mv in position.legal_moves() {
            let text = mv.to_string();
            prop_assert_eq!(position.read_move(&text), Ok(mv));
            prop_assert_eq!(position.read_move(&text.to_uppercase()), Ok(mv));
            prop_assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
    }

    #[test]
    fn text_that_is_nearly_right_is_read_or_refused(
        position in "[xo0-9/ swaped]{0,60}|\\PC{0,30}", mv in "[a-tA-T0-9-]{0,6}|\\PC{0,9}", words in "[a-z=,0-9x-]{0,40}", rules in any_rules(),
    ) {
        if let Ok(read) = Hex::from_text(&position, rules) {
            prop_assert_eq!(Hex::from_text(&read.to_string(), rules), Ok(read));
        }
        let _ = (Hex::start(rules).read_move(&mv), words.parse::<Rules>());
    }
}

#[test]
fn packed_moves_are_read_back_and_nonsense_is_refused() {
    assert_eq!(all_moves().count(), 361 + 2);
    assert!(all_moves().all(|mv| Move::from_bits(mv.to_bits()) == Some(mv)));
    assert_eq!([19, 1024, u32::MAX - 1].map(Move::from_bits), [None; 3]);
}

/// Every way the rest of a small board can be played move by move, and how many of them Black wins.
fn black_wins(position: &Hex) -> (u64, u64) {
    if let Some(outcome) = position.outcome() {
        let rest = position.empty_cells().count();
        let ways = (1..=u64::from(rest)).product();
        return if outcome == Outcome::Win(position.side_of(Colour::Black)) {
            (ways, ways)
        } else {
            (0, ways)
        };
    }
    position.legal_moves().into_iter().fold((0, 0), |(wins, ways), mv| {
        let mut child = *position;
        child.play_unchecked(mv);
        let (more_wins, more_ways) = black_wins(&child);
        (wins + more_wins, ways + more_ways)
    })
}

#[test]
fn random_filling_wins_as_often_as_move_by_move_play() {
    const FILLS: u32 = 40_000;
    for (text, rules) in [
        ("3/3/3 x", "size=3"),
        ("3/3/3 o", "size=3"),
        ("x3/1o2/4 x", "size=4x3"),
        ("4/1o2/x3/2x1 o", "size=4"),
        ("x1o2/1o3/xx1oo/1x1x1/oo1xx x", "size=5"),
        ("1x1/1o1/3 o swapped", "size=3,swap=sides"),
    ] {
        let position = Hex::from_text(text, rules.parse().expect("rules")).expect("a position");
        if position.empty_cells().count() > 10 {
            compare_with_games(&position, FILLS);
            continue;
        }
        let (wins, ways) = black_wins(&position);
        within_five_deviations(&position, wins as f64 / ways as f64, 0.0, FILLS);
    }
}

/// Where the ways are too many to count: as many games move by move.
fn compare_with_games(position: &Hex, games: u32) {
    let mut rng = StdRng::seed_from_u64(6);
    let wins = (0..games).filter(|_| {
        let mut game = *position;
        while let Some(mv) = game.random_move(&mut rng) {
            game.play_unchecked(mv);
        }
        game.winner() == Some(Colour::Black)
    });
    let share = wins.count() as f64 / f64::from(games);
    within_five_deviations(position, share, share * (1.0 - share) / f64::from(games), games);
}

fn within_five_deviations(position: &Hex, share: f64, variance: f64, fills: u32) {
    let mut rng = StdRng::seed_from_u64(5);
    let black = Outcome::Win(position.side_of(Colour::Black));
    let wins = (0..fills).filter(|_| position.random_fill(&mut rng) == black).count();
    let deviation = (share * (1.0 - share) / f64::from(fills) + variance).sqrt();
    let found = wins as f64 / f64::from(fills);
    assert!((found - share).abs() <= 5.0 * deviation, "{found} and not {share} in {position}");
}

#[test]
fn random_filling_of_a_finished_position_gives_its_result() {
    let position = Hex::from_text("x1/x1 o", "size=2".parse().expect("rules")).expect("a position");
    let mut rng = StdRng::seed_from_u64(1);
    assert!((0..20).all(|_| Some(position.random_fill(&mut rng)) == position.outcome()));
}
