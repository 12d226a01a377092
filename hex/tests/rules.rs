//! The rules, sentence by sentence, and the recorded games.

use plywood_hex::{
    Cell, CellSet, Colour, Distances, Hex, IllegalMove, Move, MoveError, Refusal, Rules, Size, Swap,
};
use plywood_search::{Game, Hints, Outcome, Position, Side};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::Value;

fn start(rules: &str) -> Hex {
    Hex::start(rules.parse().expect("rules"))
}

fn position(text: &str, rules: &str) -> Hex {
    let rules = rules.parse().expect("rules");
    Hex::from_text(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn played(start: Hex, moves: &str) -> Hex {
    moves.split_whitespace().fold(start, |before, text| {
        let mut after = before;
        after.play_unchecked(before.read_move(text).unwrap_or_else(|error| panic!("{error}")));
        after
    })
}

fn refusal(position: &Hex, text: &str) -> Refusal {
    match position.read_move(text) {
        Err(MoveError::Illegal(IllegalMove { reason, .. })) => reason,
        other => panic!("{text} gives {other:?}"),
    }
}

fn cell(text: &str) -> Cell {
    text.parse().expect("a cell")
}

const FIRST_WINS: Option<Outcome> = Some(Outcome::Win(Side::First));
const SECOND_WINS: Option<Outcome> = Some(Outcome::Win(Side::Second));

#[test]
fn the_board_is_a_rhombus_of_any_size_from_1_to_19() {
    for width in 1..=19 {
        for height in 1..=19 {
            let size = Size::new(width, height).expect("a size");
            let board = Hex::start(Rules::without_swap(size));
            assert_eq!(board.count_moves(), usize::from(width) * usize::from(height));
            assert_eq!(board.outcome(), None);
        }
    }
    let error = |size: Result<Size, plywood_hex::SizeError>| size.unwrap_err().0;
    assert_eq!([Size::new(0, 5), Size::new(5, 20), Size::square(20)].map(error), ["0x5", "5x20", "20x20"]);
}

#[test]
fn a1_is_the_top_left_corner_letters_are_columns_and_numbers_are_rows_from_the_top() {
    let board = position("x2/2o x", "size=3x2");
    assert_eq!(board.colour_on(cell("a1")), Some(Colour::Black));
    assert_eq!(board.colour_on(cell("c2")), Some(Colour::White));
    assert_eq!(board.colour_on(cell("b3")), None);
}

/// On a board of two rows, two black stones connect the edges just if they touch; likewise two white ones on
/// two columns.
#[test]
fn a_cell_touches_up_to_six_others() {
    let stones = |size: Size, cells: [Cell; 2]| {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(size.number(cell));
        }
        set
    };
    let cell = |column, row| Cell::new(column, row).expect("a cell");
    let (wide, tall) = (Size::new(5, 2).expect("a size"), Size::new(2, 5).expect("a size"));
    for (from, to) in (0..5).flat_map(|from| (0..5).map(move |to| (from, to))) {
        let touches = to == from || to + 1 == from;
        let black = stones(wide, [cell(from, 0), cell(to, 1)]);
        let board = Hex::from_stones(black, CellSet::EMPTY, Colour::White, false, Rules::without_swap(wide));
        assert_eq!(
            board.expect("a position").winner().is_some(),
            touches,
            "column {from} to column {to} of the next row"
        );
        let white = stones(tall, [cell(0, from), cell(1, to)]);
        let board = Hex::from_stones(CellSet::EMPTY, white, Colour::Black, false, Rules::without_swap(tall));
        assert_eq!(
            board.expect("a position").winner().is_some(),
            touches,
            "row {from} to row {to} of the next column"
        );
    }
}

#[test]
fn black_moves_first() {
    let start = start("");
    assert_eq!(
        (start.turn(), start.side_to_move(), start.side_of(Colour::Black)),
        (Colour::Black, Side::First, Side::First)
    );
}

#[test]
fn black_owns_the_top_and_bottom_edges() {
    assert_eq!(played(start("size=3"), "b1 a1 b2 a2 b3").outcome(), FIRST_WINS);
    assert_eq!(played(start("size=3"), "a2 a1 b2 b1 c2").outcome(), None);
}

#[test]
fn white_owns_left_and_right() {
    assert_eq!(played(start("size=3"), "a1 a2 b1 b2 a3 c2").outcome(), SECOND_WINS);
    assert_eq!(played(start("size=3"), "a1 b1 a2 b2 c3 b3").outcome(), None);
}

#[test]
fn a_move_puts_one_stone_of_ones_colour_on_an_empty_cell() {
    let after = played(start("size=3"), "b2 c1");
    assert_eq!(after.to_string(), "2o/1x1/3 x");
    assert_eq!(refusal(&after, "c1"), Refusal::Occupied(cell("c1"), Colour::White));
    assert_eq!(refusal(&after, "b2"), Refusal::Occupied(cell("b2"), Colour::Black));
    assert_eq!(refusal(&after, "d1"), Refusal::OffBoard(cell("d1"), Size::square(3).expect("a size")));
}

#[test]
fn stones_never_move() {
    let mut game = Game::new(start("size=5"));
    let mut before = [0, 0];
    for text in ["c3", "b2", "d4", "a5", "e1"] {
        let mv = game.position().read_move(text).expect("a legal move");
        game.play(mv).expect("legal");
        let stones = Colour::BOTH.map(|colour| game.position().stones(colour).words()[0]);
        assert!(stones[0] & before[0] == before[0] && stones[1] & before[1] == before[1]);
        before = stones;
    }
}

#[test]
fn a_player_whose_stones_connect_both_own_edges_wins_and_nothing_is_played_on() {
    let won = played(start("size=2"), "b1 a1 a2");
    assert_eq!(won.outcome(), FIRST_WINS);
    assert_eq!(refusal(&won, "b2"), Refusal::GameOver);
    assert!(won.legal_moves().is_empty());
    assert_eq!(won.winning_chain(), [cell("b1"), cell("a2")]);
}

#[test]
fn edges_that_touch_at_the_acute_corner_only_are_not_connected() {
    assert_eq!(played(start("size=2"), "a1 b1 b2").outcome(), None);
}

#[test]
fn one_stone_connects_a_board_of_one_row_and_one_column() {
    assert_eq!(played(start("size=1"), "a1").outcome(), FIRST_WINS);
    assert_eq!(played(start("size=4x1"), "c1").outcome(), FIRST_WINS);
    assert_eq!(played(start("size=1x4"), "a2 a3").outcome(), SECOND_WINS);
}

#[test]
fn any_arrangement_of_stones_is_a_position() {
    for (text, outcome) in [
        ("xxx/xxx/xxx o", FIRST_WINS),
        ("ooo/ooo/ooo x", SECOND_WINS),
        ("oxo/xoo/ooo x", SECOND_WINS),
        ("o1o/1o1/o1o o", SECOND_WINS),
        ("x1o/1x1/o1x x", None),
        ("3/3/3 o", None),
    ] {
        assert_eq!(position(text, "size=3").outcome(), outcome, "{text}");
    }
}

#[test]
fn swap_is_off_by_default() {
    assert_eq!(Rules::default().swap(), Swap::Off);
    let after = played(start(""), "f6");
    assert_eq!(after.count_moves(), 120);
    assert_eq!(refusal(&after, "swap-pieces"), Refusal::NoSuchSwap(Swap::Off));
}

#[test]
fn the_second_player_may_answer_the_first_stone_by_swapping() {
    for (rules, swap) in [("size=4,swap=pieces", Move::SwapPieces), ("size=4,swap=sides", Move::SwapSides)] {
        let after = played(start(rules), "b1");
        assert_eq!(after.open_swap(), Some(swap));
        assert_eq!(after.count_moves(), 16);
        assert!(after.legal_moves().contains(&swap));
    }
}

#[test]
fn nobody_swaps_before_the_first_stone_or_after_the_second() {
    for rules in ["size=4,swap=pieces", "size=4,swap=sides"] {
        let swap = rules.replace("size=4,swap=", "swap-");
        assert_eq!(refusal(&start(rules), &swap), Refusal::SwapClosed);
        assert_eq!(refusal(&played(start(rules), "b1 b2"), &swap), Refusal::SwapClosed);
        assert_eq!(refusal(&played(start(rules), "b1 b2 c3"), &swap), Refusal::SwapClosed);
    }
}

#[test]
fn the_swap_is_offered_once() {
    for (rules, swap) in [("size=4,swap=pieces", "swap-pieces"), ("size=4,swap=sides", "swap-sides")] {
        let swapped = played(start(rules), &format!("b1 {swap}"));
        assert_eq!(swapped.open_swap(), None);
        assert_eq!(refusal(&swapped, swap), Refusal::SwapClosed);
        assert_eq!(swapped.count_moves(), 15);
    }
}

#[test]
fn swap_pieces_changes_the_colour_of_the_stone_and_mirrors_it_across_the_long_diagonal() {
    let swapped = played(start("size=4,swap=pieces"), "b1 swap-pieces");
    assert_eq!(swapped.to_string(), "4/o3/4/4 x");
    let on_the_diagonal = played(start("size=4,swap=pieces"), "c3 swap-pieces");
    assert_eq!(on_the_diagonal.to_string(), "4/4/2o1/4 x");
}

#[test]
fn after_swap_pieces_each_player_keeps_the_own_edges() {
    let swapped = played(start("size=3,swap=pieces"), "b1 swap-pieces");
    assert_eq!((swapped.side_to_move(), swapped.side_of(Colour::White)), (Side::First, Side::Second));
    assert_eq!(played(swapped, "c3 b2 c2 c1").outcome(), SECOND_WINS);
}

#[test]
fn swap_sides_exchanges_the_players_colours() {
    let swapped = played(start("size=3,swap=sides"), "b1 swap-sides");
    assert_eq!(swapped.to_string(), "1x1/3/3 o swapped");
    assert_eq!((swapped.side_to_move(), swapped.side_of(Colour::White)), (Side::First, Side::First));
    assert_eq!(swapped.colour_of(Side::Second), Colour::Black);
    assert_eq!(played(swapped, "a1 b2 a2 b3").outcome(), SECOND_WINS);
}

#[test]
fn each_rule_has_its_own_swap() {
    let after = |rules| played(start(rules), "b1");
    assert_eq!(refusal(&after("size=4,swap=pieces"), "swap-sides"), Refusal::NoSuchSwap(Swap::Pieces));
    assert_eq!(refusal(&after("size=4,swap=sides"), "swap-pieces"), Refusal::NoSuchSwap(Swap::Sides));
}

#[test]
fn pieces_are_swapped_on_square_boards_only() {
    let size = Size::new(7, 9).expect("a size");
    assert!(Rules::new(size, Swap::Pieces).is_err());
    assert!(Rules::new(size, Swap::Sides).is_ok());
}

#[test]
fn with_one_stone_on_the_board_and_no_such_word_the_swap_is_still_open() {
    assert_eq!(position("1x1/3/3 o", "size=3,swap=sides").open_swap(), Some(Move::SwapSides));
    assert_eq!(position("1x1/3/3 o swapped", "size=3,swap=sides").open_swap(), None);
    assert_eq!(position("1x1/3/3 o", "size=3,swap=pieces").open_swap(), Some(Move::SwapPieces));
    assert_eq!(position("3/o2/3 x", "size=3,swap=pieces").open_swap(), None);
}

#[test]
fn size_is_width_by_height() {
    let size: Size = "7x9".parse().expect("a size");
    assert_eq!((size.width(), size.height()), (7, 9));
}

/// The winner and both distances after every move of the recorded games.
#[test]
fn winners_and_distances_of_recorded_games() {
    let mut positions = 0;
    for line in include_str!("data/random_positions.jsonl").lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let mut board = start(&format!("size={}", record["size"]));
        assert_eq!(record["first"], "black");
        for (ply, text) in record["moves"].as_array().expect("moves").iter().enumerate() {
            board = played(board, text.as_str().expect("a text"));
            let winner = board.winner().map_or_else(|| "none".to_owned(), |colour| colour.to_string());
            assert_eq!(record["winner_after"][ply], winner.as_str(), "{board}");
            let Distances { black, white } = board.distances();
            assert_eq!(record["dist_black_white_after"][ply], serde_json::json!([black, white]), "{board}");
            positions += 1;
        }
        let winner = board.winner().map_or_else(|| "none".to_owned(), |colour| colour.to_string());
        assert_eq!(record["winner"], winner.as_str());
    }
    assert!(positions > 5_000, "{positions}");
}

/// A playout that may fill the board does what the moves that it shows do; one that may not plays so many
/// moves.
#[test]
fn a_random_playout_is_a_game() {
    for (rules, text) in
        [("size=4", "4/4/4/4 x"), ("size=4", "4/1x2/2o1/4 x"), ("size=5,swap=sides", "5/5/5/5/5 x")]
    {
        let start = position(text, rules);
        for seed in 0..200 {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut shown = [0_u32; 2];
            let outcome = start.clone().random_playout(None, 1_000, &mut rng, &mut |side, slot| {
                assert!(slot < Hex::HISTORY_SLOTS);
                shown[side.index()] += 1;
            });
            assert!(outcome == FIRST_WINS || outcome == SECOND_WINS, "{outcome:?}");
            assert!(shown[0].abs_diff(shown[1]) <= 1, "{shown:?}");
        }
        let mut short = start;
        let mut rng = StdRng::seed_from_u64(1);
        let mut moves = 0;
        assert_eq!(short.random_playout(None, 3, &mut rng, &mut |_, _| moves += 1), None);
        assert_eq!(moves, 3);
    }
}
