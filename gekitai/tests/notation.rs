//! Text that is refused, and how: each message names the offending text and its place.

use plywood_gekitai::{Gekitai, Move, Player, Rules, SetupError, Square};

#[test]
fn malformed_positions_are_refused_with_the_place() {
    for (text, message) in [
        ("", "1 ranks where the board has 6"),
        ("6/6/6/6/6 x", "5 ranks where the board has 6"),
        ("6/6/6/6/6/6/6 x", "7 ranks where the board has 6"),
        ("6/6/6/6/xo3/6 x", "rank 2, \"xo3\", has 5 squares where the board has 6"),
        ("6/6/6/6/6/xo41 x", "rank 1, \"xo41\", has 7 squares where the board has 6"),
        ("6/6/6/6/6/xoz3 x", "'z', character 3 of rank 1, is not x, o or a number from 1 on"),
        ("7/6/6/6/6/6 x", "rank 6, \"7\", has 7 squares where the board has 6"),
        ("6/6/6/6/6/X5 x", "'X', character 1 of rank 1, is not x, o or a number from 1 on"),
        ("6/6/6/6/6/6", "the side to move, x or o, is missing after the board"),
        ("6/6/6/6/6/6 w", "the side to move is x or o, not \"w\""),
        ("6/6/6/6/6/6  x", "the side to move is x or o, not \"\""),
        ("6/6/6/6/6/6 x 7", "unexpected \"7\" at character 15, after the side to move"),
        ("xxx3/3xxx/xxx3/6/6/6 x", "X has 9 pieces on the board, more than the 8 there are"),
        ("oooooo/oooooo/6/6/6/6 x", "O has 12 pieces on the board, more than the 8 there are"),
    ] {
        assert_eq!(text.parse::<Gekitai>().expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn malformed_moves_are_refused() {
    for (text, message) in [
        ("", "a square is missing"),
        ("g1", "\"g1\" is not a square from a1 to f6"),
        ("a7", "\"a7\" is not a square from a1 to f6"),
        ("a0", "\"a0\" is not a square from a1 to f6"),
        ("a", "\"a\" is not a square from a1 to f6"),
        ("a1-a2", "\"a1-a2\" is not a square from a1 to f6"),
        (" a1", "\" a1\" is not a square from a1 to f6"),
    ] {
        assert_eq!(text.parse::<Move>().expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn syntax_and_legality_are_different_errors() {
    let position: Gekitai = "6/6/6/2x3/6/6 o".parse().expect("a position");
    let text = |mv| position.read_move(mv).expect_err(mv).to_string();
    assert_eq!(text("h8"), "\"h8\" is not a square from a1 to f6");
    assert_eq!(text("c3"), "c3 is not legal: a piece of X is there");
}

#[test]
fn squares_are_numbered_from_a1_by_rank_with_a_ring_around_them() {
    let bits: Vec<_> = Square::all().map(|square| square.bit().trailing_zeros()).collect();
    assert_eq!(bits.len(), 36);
    assert_eq!((bits[0], bits[5], bits[6], bits[35]), (9, 14, 17, 54));
    let names: Vec<_> = Square::all().map(|square| square.to_string()).collect();
    assert_eq!(
        (names[0].as_str(), names[5].as_str(), names[6].as_str(), names[35].as_str()),
        ("a1", "f1", "a2", "f6")
    );
}

#[test]
fn unknown_rules_are_refused() {
    const SWITCHES: &str = "(the switches are both, opponent, repetition)";
    for (text, message) in [
        ("both", format!("\"both\" is not of the form switch=value {SWITCHES}")),
        (",", format!("\"\" is not of the form switch=value {SWITCHES}")),
        ("colour=red", format!("unknown switch \"colour\" {SWITCHES}")),
        (
            "both=x-wins",
            "unknown value \"x-wins\" of both (it can be draw, mover-wins, lines-first)".to_owned(),
        ),
        ("opponent=", "unknown value \"\" of opponent (it can be wins, play-on)".to_owned()),
        (
            "repetition=second",
            "unknown value \"second\" of repetition (it can be third-draw, second-draw, none)".to_owned(),
        ),
        ("both=draw,both=draw", "the switch \"both\" is set twice".to_owned()),
    ] {
        assert_eq!(text.parse::<Rules>().expect_err(text).to_string(), message, "{text}");
    }
    assert_eq!("".parse(), Ok(Rules::default()));
}

#[test]
fn pieces_that_make_no_position_are_refused() {
    let set_up = |x, o| Gekitai::from_bitboards(x, o, Player::X, Rules::default());
    assert_eq!(set_up(1 << 9, 1 << 9), Err(SetupError::Shared("a1".parse().expect("a square"))));
    assert_eq!(set_up(1 << 15, 0).expect_err("the ring").to_string(), "bit 15 is not a square of the board");
    assert_eq!(set_up(0, 1), Err(SetupError::OffBoard(0)));
    assert_eq!(set_up(0x7E7E << 8, 0), Err(SetupError::TooMany { player: Player::X, found: 12 }));
}
