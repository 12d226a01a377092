//! Text that is refused, and how: each message names the offending text and its place.

use plywood_hex::{CellSet, Colour, Hex, Move, Rules, SetupError, Size};

#[test]
fn the_start_is_written_as_runs_of_eleven() {
    assert_eq!(Hex::start(Rules::default()).to_string(), "11/11/11/11/11/11/11/11/11/11/11 x");
}

#[test]
fn runs_have_two_digits_where_they_are_that_long() {
    let text = "19/18x/o18/xo15xo x";
    assert_eq!(Hex::from_text(text, rules("size=19x4")).expect(text).to_string(), text);
}

#[test]
fn malformed_positions_are_refused_with_the_place() {
    for (text, message) in [
        ("", "1 rows where the board has 3"),
        ("3/3 x", "2 rows where the board has 3"),
        ("3/3/3/3 x", "4 rows where the board has 3"),
        ("3/xo/3 x", "row 2, \"xo\", has 2 cells where the board has 3"),
        ("3/3/xo11 x", "row 3, \"xo11\", has 13 cells where the board has 3"),
        (
            "3/3/99999999999999999999999 x",
            "row 3, \"99999999999999999999999\", has 18446744073709551615 cells where the board has 3",
        ),
        ("3/z2/3 x", "'z', character 1 of row 2, is not x, o or a number from 1 on"),
        ("03/3/3 x", "'0', character 1 of row 1, is not x, o or a number from 1 on"),
        ("3/3/3", "the side to move, x or o, is missing after the board"),
        ("3/3/3 w", "the side to move is x or o, not \"w\""),
        ("3/3/3  x", "the side to move is x or o, not \"\""),
        ("3/3/3 x 7", "unexpected \"7\" at character 9, after the side to move"),
        ("3/3/3 x swapped x", "unexpected \"swapped x\" at character 9, after the side to move"),
        ("3/1x1/3 o swapped", "players exchange colours only under swap=sides"),
    ] {
        let error = Hex::from_text(text, rules("size=3,swap=pieces")).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn malformed_moves_are_refused() {
    for (text, message) in [
        ("", "a move is missing"),
        ("t1", "\"t1\" is neither a cell from a1 to s19 nor a swap"),
        ("a20", "\"a20\" is neither a cell from a1 to s19 nor a swap"),
        ("a0", "\"a0\" is neither a cell from a1 to s19 nor a swap"),
        ("a01", "\"a01\" is neither a cell from a1 to s19 nor a swap"),
        ("a+1", "\"a+1\" is neither a cell from a1 to s19 nor a swap"),
        ("aa1", "\"aa1\" is neither a cell from a1 to s19 nor a swap"),
        ("f", "\"f\" is neither a cell from a1 to s19 nor a swap"),
        ("resign", "\"resign\" is neither a cell from a1 to s19 nor a swap"),
        ("\u{e9}1", "\"\u{e9}1\" is neither a cell from a1 to s19 nor a swap"),
    ] {
        assert_eq!(text.parse::<Move>().expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let position = Hex::from_text("3/1x1/3 o", rules("size=3,swap=sides")).expect("a position");
    for (text, message) in [
        ("b2", "b2 is not legal: a black stone is on b2"),
        ("d1", "d1 is not legal: d1 is not on the board of 3x3"),
        ("swap-pieces", "swap-pieces is not legal: the swap of these rules is swap-sides"),
    ] {
        assert_eq!(position.read_move(text).expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn unknown_rules_are_refused() {
    const SWITCHES: &str = "(the switches are size, swap)";
    const SIZE: &str = "is not a size: a number from 1 to 19, or two as in 7x9 (columns, rows)";
    for (text, message) in [
        ("size", format!("\"size\" is not of the form switch=value {SWITCHES}")),
        (",", format!("\"\" is not of the form switch=value {SWITCHES}")),
        ("colour=red", format!("unknown switch \"colour\" {SWITCHES}")),
        ("size=20", format!("\"20\" {SIZE}")),
        ("size=0x4", format!("\"0x4\" {SIZE}")),
        ("size=07", format!("\"07\" {SIZE}")),
        ("size=7x", format!("\"7x\" {SIZE}")),
        ("size=7x7x7", format!("\"7x7x7\" {SIZE}")),
        ("size=", format!("\"\" {SIZE}")),
        ("swap=on", "unknown value \"on\" of swap (it can be off, pieces, sides)".to_owned()),
        ("size=8,size=8", "the switch \"size\" is set twice".to_owned()),
    ] {
        assert_eq!(text.parse::<Rules>().expect_err(text).to_string(), message, "{text}");
    }
    assert_eq!("".parse(), Ok(Rules::default()));
}

#[test]
fn stones_that_make_no_position_are_refused() {
    let set = |numbers: &[usize]| {
        let mut set = CellSet::EMPTY;
        for &number in numbers {
            set.insert(number);
        }
        set
    };
    let small = Rules::without_swap(Size::square(3).expect("a size"));
    let set_up = |black: &[usize], white: &[usize], swapped| {
        Hex::from_stones(set(black), set(white), Colour::Black, swapped, small)
    };
    assert_eq!(set_up(&[1, 2], &[2], false), Err(SetupError::Shared("c1".parse().expect("a cell"))));
    assert_eq!(set_up(&[], &[9], false), Err(SetupError::OffBoard(9)));
    assert_eq!(set_up(&[383], &[], false), Err(SetupError::OffBoard(383)));
    assert_eq!(set_up(&[1], &[], true), Err(SetupError::Swapped));
}

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}
