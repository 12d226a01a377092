//! Text that is refused, and how: each message names the offending text and its place.

use plywood_loa::{Colour, Loa, Move, Rules, SetupError};

#[test]
fn malformed_positions_are_refused_with_the_place() {
    for (text, message) in [
        ("", "1 ranks where the board has 8"),
        ("8/8/8/8/8/8/8 x", "7 ranks where the board has 8"),
        ("8/8/8/8/8/8/8/8/8 x", "9 ranks where the board has 8"),
        ("8/8/8/8/8/8/xo5/8 x", "rank 2, \"xo5\", has 7 squares where the board has 8"),
        ("8/8/8/8/8/8/8/xo61 x", "rank 1, \"xo61\", has 9 squares where the board has 8"),
        ("8/8/8/8/8/8/8/xoz5 x", "'z', character 3 of rank 1, is not x, o or a number from 1 on"),
        ("9/8/8/8/8/8/8/xo6 x", "rank 8, \"9\", has 9 squares where the board has 8"),
        ("8/8/8/8/8/8/8/xo6", "the side to move, x or o, is missing after the board"),
        ("8/8/8/8/8/8/8/xo6 w", "the side to move is x or o, not \"w\""),
        ("8/8/8/8/8/8/8/xo6  x", "the side to move is x or o, not \"\""),
        ("8/8/8/8/8/8/8/xo6 x 7", "unexpected \"7\" at character 21, after the side to move"),
        ("8/8/8/8/8/8/8/x7 x", "white has no men"),
        ("8/8/8/8/8/8/8/o7 x", "black has no men"),
    ] {
        assert_eq!(text.parse::<Loa>().expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn malformed_moves_are_refused() {
    for (text, message) in [
        ("", "a move is missing"),
        ("i1-a1", "\"i1\" is not a square from a1 to h8"),
        ("a1-a9", "\"a9\" is not a square from a1 to h8"),
        ("a1", "\"a1\" is not written like a move (b1-h1, c1xa3 or pass)"),
        ("a1=a2", "\"a1=a2\" is not written like a move (b1-h1, c1xa3 or pass)"),
        ("a1--a2", "\"a1--a2\" is not written like a move (b1-h1, c1xa3 or pass)"),
        ("c3-c3", "a move from c3 to c3 goes nowhere"),
    ] {
        assert_eq!(text.parse::<Move>().expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn unknown_rules_are_refused() {
    const SWITCHES: &str = "(the switches are connection, no-move, repetition, size)";
    for (text, message) in [
        ("size", format!("\"size\" is not of the form switch=value {SWITCHES}")),
        (",", format!("\"\" is not of the form switch=value {SWITCHES}")),
        ("colour=red", format!("unknown switch \"colour\" {SWITCHES}")),
        ("size=9", "unknown value \"9\" of size (it can be 8, 5, 6, 7)".to_owned()),
        ("no-move=", "unknown value \"\" of no-move (it can be pass, loses)".to_owned()),
        ("size=8,size=8", "the switch \"size\" is set twice".to_owned()),
    ] {
        assert_eq!(text.parse::<Rules>().expect_err(text).to_string(), message, "{text}");
    }
    assert_eq!("".parse(), Ok(Rules::default()));
}

#[test]
fn men_that_make_no_position_are_refused() {
    let set_up = |black, white, rules: &str| {
        Loa::from_bitboards(black, white, Colour::Black, rules.parse().expect("rules"))
    };
    assert_eq!(set_up(3, 2, ""), Err(SetupError::Shared("b1".parse().expect("a square"))));
    let error = set_up(1 << 5, 2, "size=5").expect_err("f1");
    assert_eq!(error.to_string(), "a man on f1 is not on the board of 5x5");
    assert_eq!(set_up(1, 0, ""), Err(SetupError::NoMen(Colour::White)));
}
