//! The rules, one by one, in their corner cases.

use plywood_loa::{Colour, IllegalMove, Loa, Move, MoveError, Refusal, Rules, Size};
use plywood_search::{Game, Outcome, Position, Repetition, Side};

fn with_rules(text: &str, rules: &str) -> Loa {
    let rules = rules.parse().expect("rules");
    Loa::from_text(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn position(text: &str) -> Loa {
    with_rules(text, "")
}

fn after(text: &str, rules: &str, mv: &str) -> Loa {
    let mut position = with_rules(text, rules);
    position.play_unchecked(position.read_move(mv).unwrap_or_else(|error| panic!("{error}")));
    position
}

fn moves(position: &Loa) -> Vec<String> {
    let mut texts: Vec<_> = position.legal_moves().iter().map(|&mv| position.write_move(mv)).collect();
    texts.sort();
    texts
}

fn moves_from(position: &Loa, square: &str) -> Vec<String> {
    moves(position).into_iter().filter(|text| text.starts_with(square)).collect()
}

fn refusal(position: &Loa, text: &str) -> String {
    match position.read_move(text) {
        Err(MoveError::Illegal(IllegalMove { reason, .. })) => reason.to_string(),
        other => panic!("{text} gives {other:?}"),
    }
}

const BLACK_WINS: Option<Outcome> = Some(Outcome::Win(Side::First));
const WHITE_WINS: Option<Outcome> = Some(Outcome::Win(Side::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

#[test]
fn the_start_has_thirty_six_moves_and_four_of_them_capture() {
    let start = Loa::start(Rules::default());
    assert_eq!(start.legal_moves().len(), 36);
    let captures: Vec<_> = moves(&start).into_iter().filter(|text| text.contains('x')).collect();
    assert_eq!(captures, ["c1xa3", "c8xa6", "f1xh3", "f8xh6"]);
}

#[test]
fn a_man_on_b1_can_go_to_b3_d3_and_h1() {
    assert_eq!(moves_from(&Loa::start(Rules::default()), "b1"), ["b1-b3", "b1-d3", "b1-h1"]);
}

#[test]
fn black_moves_first_and_then_white() {
    let mut game = Game::new(Loa::start(Rules::default()));
    assert_eq!(game.position().turn(), Colour::Black);
    game.play("b1-h1".parse().expect("a move")).expect("legal");
    assert_eq!(game.position().turn(), Colour::White);
}

#[test]
fn the_start_of_smaller_boards_follows_the_same_picture() {
    let starts = Size::ALL.map(|size| Loa::start(Rules::default().with_size(size)).to_string());
    assert_eq!(
        starts,
        [
            "1xxx1/o3o/o3o/o3o/1xxx1 x",
            "1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x",
            "1xxxxx1/o5o/o5o/o5o/o5o/o5o/1xxxxx1 x",
            "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"
        ]
    );
}

#[test]
fn a_man_jumps_its_own_men() {
    assert_eq!(moves_from(&position("x7/8/8/8/8/8/o6o/xx5o x"), "a1")[1], "a1-d1");
}

#[test]
fn a_man_does_not_jump_an_enemy() {
    let position = position("8/8/8/x7/8/8/7o/xo5o x");
    assert_eq!(refusal(&position, "a1-d1"), "the enemy man on b1 is in the way");
}

#[test]
fn a_man_does_not_land_on_its_own() {
    assert_eq!(refusal(&position("o7/8/8/8/8/8/8/x2x3o x"), "a1-d1"), "a man of one's own is on d1");
}

#[test]
fn men_on_the_whole_line_count_whether_ahead_or_behind() {
    let position = position("8/8/8/8/8/8/8/o2x2xo x");
    assert_eq!(moves_from(&position, "d1"), ["d1-c2", "d1-d2", "d1-e2", "d1xh1"]);
}

#[test]
fn a_line_of_eight_men_allows_no_move_along_it() {
    let position = position("8/8/8/8/8/8/8/xoxoxoxo x");
    assert!(moves(&position).iter().all(|text| text.ends_with('2')), "{:?}", moves(&position));
    assert_eq!(refusal(&position, "a1-h1"), "it goes 7 squares, and 8 men stand on that line");
}

#[test]
fn connecting_all_men_wins() {
    let text = "8/8/8/8/o6o/8/1x6/3x4 x";
    assert_eq!(after(text, "", "d1-c1").outcome(), BLACK_WINS);
    assert_eq!(after(text, "", "d1-e1").outcome(), None);
}

#[test]
fn men_that_touch_at_corners_are_connected() {
    assert_eq!(position("8/8/8/8/o6o/2x5/1x6/x7 o").outcome(), BLACK_WINS);
}

#[test]
fn the_board_does_not_wrap_around() {
    assert_eq!(position("8/8/8/8/3o3o/8/x7/7x o").outcome(), None);
}

#[test]
fn a_single_man_is_connected() {
    assert_eq!(position("8/8/8/8/o6o/8/8/x7 o").outcome(), BLACK_WINS);
}

#[test]
fn a_capture_that_connects_only_the_opponent_loses() {
    // White keeps a7 and b7 when h4 falls; Black stays apart.
    assert_eq!(after("8/oo6/8/8/5x1o/8/8/x5x1 x", "", "f4xh4").outcome(), WHITE_WINS);
}

#[test]
fn a_capture_down_to_one_man_connects_the_opponent() {
    assert_eq!(after("8/8/8/8/o4x1o/8/8/x5x1 x", "no-move=loses", "f4-c4").outcome(), None);
    assert_eq!(after("8/o7/8/8/5x1o/8/8/x5x1 x", "", "f4xh4").outcome(), WHITE_WINS);
}

#[test]
fn a_move_that_connects_both_draws_or_wins_for_the_mover() {
    let text = "8/oo6/8/8/5x1o/7x/8/8 x";
    assert_eq!(after(text, "", "f4xh4").outcome(), DRAW);
    assert_eq!(after(text, "connection=mover-wins", "f4xh4").outcome(), BLACK_WINS);
}

#[test]
fn in_a_position_with_both_connected_the_mover_is_the_opponent_of_the_side_to_move() {
    let rules = "connection=mover-wins";
    assert_eq!(with_rules("8/oo6/8/8/8/8/x7/x7 x", rules).outcome(), WHITE_WINS);
    assert_eq!(with_rules("8/oo6/8/8/8/8/x7/x7 o", rules).outcome(), BLACK_WINS);
}

#[test]
fn a_finished_position_has_no_legal_move() {
    let position = position("8/8/8/8/o6o/2x5/1x6/x7 o");
    assert!(position.legal_moves().is_empty());
    assert!(!position.is_legal("a4-c4".parse().expect("a move")));
    assert_eq!(position.refusal("a4-c4".parse().expect("a move")), Some(Refusal::GameOver));
}

/// Black's men all stand shut in by White's: no black move, many white ones.
const NO_BLACK_MOVE: &str = "2o3ox/6o1/7o/3o1o2/7o/6o1/6ox/2o1o1o1 x";

#[test]
fn a_player_without_a_move_passes() {
    let mut position = position(NO_BLACK_MOVE);
    assert_eq!(position.outcome(), None);
    assert_eq!(position.legal_moves().as_slice(), [Move::PASS]);
    assert_eq!(position.count_moves(), 1);
    assert!(position.is_legal(Move::PASS));
    assert_eq!(position.write_move(Move::PASS), "pass");
    let before = position.key();
    position.play_unchecked(position.read_move("PASS").expect("legal"));
    assert_eq!(position.turn(), Colour::White);
    assert_ne!(position.key(), before);
    assert!(position.count_moves() > 1);
}

#[test]
fn a_player_without_a_move_loses_where_the_rules_say_so() {
    let position = with_rules(NO_BLACK_MOVE, "no-move=loses");
    assert_eq!(position.outcome(), WHITE_WINS);
    assert!(position.legal_moves().is_empty());
    assert!(!position.is_legal(Move::PASS));
}

#[test]
fn a_player_with_a_move_may_not_pass() {
    let start = Loa::start(Rules::default());
    assert!(!start.is_legal(Move::PASS));
    assert_eq!(refusal(&start, "pass"), "a pass is not allowed here");
}

#[test]
fn two_players_without_a_move_draw() {
    // On a full board every line is as long as its count. Black's a1 and White's e5 are cut off.
    let text = "xxxxo/xxxxx/xxxxx/ooxxx/xoxxx x";
    let position = with_rules(text, "size=5");
    assert_eq!(Colour::BOTH.map(|colour| position.is_connected(colour)), [false, false]);
    assert_eq!(Colour::BOTH.map(|colour| position.mobility(colour)), [0, 0]);
    assert_eq!(position.outcome(), DRAW);
    assert!(position.legal_moves().is_empty());
    assert!(!position.is_legal(Move::PASS));
    assert_eq!(with_rules(text, "size=5,no-move=loses").outcome(), WHITE_WINS);
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let start = Loa::start(Rules::default());
    for (text, reason) in [
        ("d4-d5", "there is no man on d4"),
        ("a2-c2", "the man on a2 is the opponent's"),
        ("b1-c3", "the squares are not on one line"),
        ("b1-b4", "it goes 3 squares, and 2 men stand on that line"),
        ("b8-b7", "it goes 1 square, and 2 men stand on that line"),
    ] {
        assert_eq!(refusal(&start, text), reason, "{text}");
    }
    let small = Loa::start("size=5".parse().expect("rules"));
    assert_eq!(refusal(&small, "b1-b7"), "b7 is not on the board of 5x5");
}

#[test]
fn the_third_occurrence_draws_by_default() {
    let mut game = Game::new(Loa::start(Rules::default()));
    for text in ["b1-b3", "a2-c2", "b3-b1", "c2-a2", "b1-b3", "a2-c2", "b3-b1"] {
        let mv = game.position().read_move(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).expect("legal");
        assert_eq!(game.outcome(), None, "after {text}");
    }
    game.play("c2-a2".parse().expect("a move")).expect("legal");
    assert_eq!(game.outcome(), DRAW);
}

#[test]
fn the_second_occurrence_draws_whoever_is_to_move_where_the_rules_say_so() {
    let rules = "repetition=second-draw";
    let (black, white) =
        (with_rules("8/8/8/o6o/8/8/8/x6x x", rules), with_rules("8/8/8/o6o/8/8/8/x6x o", rules));
    assert_eq!(black.repetition(), Repetition::Draw(2));
    assert_eq!(black.repetition_key(), white.repetition_key());
    assert_ne!(black.key(), white.key());
    let (black, white) = (position("8/8/8/o6o/8/8/8/x6x x"), position("8/8/8/o6o/8/8/8/x6x o"));
    assert_ne!(black.repetition_key(), white.repetition_key());
    assert_eq!(with_rules("8/8/8/o6o/8/8/8/x6x x", "repetition=none").repetition(), Repetition::Ignored);
}

#[test]
fn equal_men_under_different_rules_are_different_positions_with_different_keys() {
    let keys: std::collections::HashSet<_> =
        ["", "connection=mover-wins", "no-move=loses", "repetition=none", "repetition=second-draw"]
            .map(|rules| Loa::start(rules.parse().expect("rules")).key())
            .into_iter()
            .collect();
    assert_eq!(keys.len(), 5);
}
