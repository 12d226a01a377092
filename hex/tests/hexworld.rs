//! Links to `HexWorld`: both ways, and what is refused.

use plywood_hex::hexworld::{LinkedGame, read_link, write_link};
use plywood_hex::{Colour, Hex, Rules, Size, Swap};
use plywood_play::RecordedResult;
use plywood_search::{Game, Outcome, Position, Side};
use proptest::prelude::*;
use rand::{SeedableRng, rngs::StdRng};

fn read(text: &str) -> LinkedGame {
    read_link(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(linked: &LinkedGame) -> Vec<String> {
    linked.game.moves().map(|mv| mv.to_string()).collect()
}

const FIRST_WON: Option<RecordedResult> = Some(RecordedResult::Ended(Outcome::Win(Side::First)));
const SECOND_WON: Option<RecordedResult> = Some(RecordedResult::Ended(Outcome::Win(Side::Second)));

#[test]
fn links_in_use_are_read() {
    for (text, size, expected, result) in [
        ("https://hexworld.org/board/#9r9c1,e5c6b3d2a9", 9, "e5 c6 b3 d2 a9", None),
        ("https://hexworld.org/board/#9r9c1,b3:sc6d2c4", 9, "b3 swap-pieces c6 d2 c4", None),
        ("https://hexworld.org/board/#9r9c1,b3:sc6:rw", 9, "b3 swap-pieces c6", FIRST_WON),
        ("https://hexworld.org/board/#11r9c1,b3c11:fb", 11, "b3 c11", SECOND_WON),
        ("11nc1,h4e7f9,b9c3", 11, "h4 e7 f9 b9 c3", None),
        ("11", 11, "", None),
        ("11,", 11, "", None),
    ] {
        let linked = read(text);
        assert_eq!(linked.game.position().size(), Size::square(size).expect("a size"), "{text}");
        assert_eq!(moves(&linked).join(" "), expected, "{text}");
        assert_eq!(linked.result, result, "{text}");
    }
}

#[test]
fn the_first_colour_connects_the_first_row_and_the_last() {
    let linked = read("3c1,b1a1b2a2b3");
    assert_eq!(linked.game.position().winner(), Some(Colour::Black));
}

#[test]
fn two_numbers_are_columns_and_rows() {
    let size = read("7x9c1,g9").game.position().size();
    assert_eq!((size.width(), size.height()), (7, 9));
}

#[test]
fn all_up_to_the_last_pass_is_the_start() {
    let linked = read("3c1,a1:pb2c1:pa2");
    assert_eq!(linked.game.start().to_string(), "x1o/1x1/3 o");
    assert_eq!(moves(&linked), ["a2"]);
}

#[test]
fn malformed_links_are_refused_with_the_place() {
    for (text, message) in [
        ("", "\"\" is not a size: a number from 1 to 19, or two as in 7x9 (columns, rows)"),
        (
            "https://hexworld.org/board/#30c1,a1",
            "\"30\" is not a size: a number from 1 to 19, or two as in 7x9 (columns, rows)",
        ),
        (
            "https://hexworld.org/board/",
            "\"\" is not a size: a number from 1 to 19, or two as in 7x9 (columns, rows)",
        ),
        ("5-1,a1", "\"-1,a1\" at character 2 is no move of a link"),
        ("5,a1:x", "\":x\" at character 5 is no move of a link"),
        ("5,aa1", "\"aa1\" at character 3 is no move of a link"),
        ("5,a", "\"a\" at character 3 is no move of a link"),
        ("5,\u{e9}1", "\"\u{e9}1\" at character 3 is no move of a link"),
        ("#5,a1a1", "character 6: a1 is not legal: a black stone is on a1"),
        ("5,f1", "character 3: f1 is not legal: f1 is not on the board of 5x5"),
        (
            "5,a1b2:s",
            "character 7: swap-pieces is not legal: only the second player may swap, once, in answer to the first stone",
        ),
        ("5,a1:rwb2", "character 8: the game has been given up before"),
        ("5,a1a1:p", "character 5: a1 is not legal: a black stone is on a1"),
        (
            "5x6,a1:s",
            "swap=pieces needs as many columns as rows, and the board is 5x6: the swapped stone is mirrored across the long diagonal",
        ),
    ] {
        assert_eq!(read_link(text).expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn players_who_have_exchanged_colours_have_no_link() {
    let mut game = Game::new(Hex::start("size=5,swap=sides".parse::<Rules>().expect("rules")));
    for text in ["b1", "swap-sides"] {
        let mv = game.position().read_move(text).expect("a legal move");
        game.play(mv).expect("legal");
    }
    assert_eq!(write_link(&game, None), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_that_is_written_is_read_back(
        (width, height) in (1_u8..=19, 1_u8..=19), swap in any::<bool>(), seed in any::<u64>(), before in 0_usize..40, plies in 0_usize..60,
    ) {
        let size = Size::new(width, if swap { width } else { height }).expect("a size");
        let rules = Rules::new(size, if swap { Swap::Pieces } else { Swap::Off }).expect("square");
        let mut rng = StdRng::seed_from_u64(seed);
        let mut start = Hex::start(rules);
        for _ in 0..if seed.is_multiple_of(2) { 0 } else { before } {
            let Some(mv) = start.random_move(&mut rng) else { break };
            start.play_unchecked(mv);
        }
        let mut game = Game::new(start);
        for _ in 0..plies {
            let Some(mv) = game.position().random_move(&mut rng) else { break };
            game.play(mv).expect("a legal move");
        }
        let link = write_link(&game, Some(Side::Second)).expect("a link");
        let read = read(&link);
        prop_assert_eq!(read.game.start().to_string(), game.start().to_string(), "{}", link);
        prop_assert_eq!(read.game.moves().collect::<Vec<_>>(), game.moves().collect::<Vec<_>>(), "{}", link);
        prop_assert_eq!(read.game.position().to_string(), game.position().to_string());
        prop_assert_eq!(read.result, FIRST_WON);
    }

    #[test]
    fn no_text_does_harm(text in "#?[0-9]{0,2}x?[0-9]{0,2}[a-z0-9,:#]{0,30}|\\PC{0,30}") {
        if let Ok(linked) = read_link(&text) {
            let link = write_link(&linked.game, None).expect("nobody exchanges colours in a link");
            let again = read(&link);
            prop_assert_eq!(again.game.position().to_string(), linked.game.position().to_string());
        } else {
            let error = read_link(&text).expect_err("it has just been refused").to_string();
            prop_assert_eq!(error.lines().count(), 1);
        }
    }
}
