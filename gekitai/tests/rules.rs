//! The rules, one by one, in their corner cases.

use plywood_gekitai::{Gekitai, IllegalMove, MoveError, Player, Push, Rules};
use plywood_play::Notation;
use plywood_search::{EndReason, Game, Outcome, Position, Side};

fn with_rules(text: &str, rules: &str) -> Gekitai {
    let rules = rules.parse().expect("rules");
    Gekitai::from_text(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn position(text: &str) -> Gekitai {
    with_rules(text, "")
}

fn after(text: &str, rules: &str, mv: &str) -> Gekitai {
    let mut position = with_rules(text, rules);
    position.play_unchecked(position.read_move(mv).unwrap_or_else(|error| panic!("{error}")));
    position
}

/// The board after a move under the default rules, as text without the side to move.
fn board_after(text: &str, mv: &str) -> String {
    let text = after(text, "", mv).to_string();
    text.split(' ').next().expect("a board").to_owned()
}

fn refusal(position: &Gekitai, text: &str) -> String {
    match position.read_move(text) {
        Err(MoveError::Illegal(IllegalMove { reason, .. })) => reason.to_string(),
        other => panic!("{text} gives {other:?}"),
    }
}

const X_WINS: Option<Outcome> = Some(Outcome::Win(Side::First));
const O_WINS: Option<Outcome> = Some(Outcome::Win(Side::Second));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

#[test]
fn the_board_begins_empty_with_eight_pieces_in_each_hand_and_x_to_move() {
    let start = Gekitai::start(Rules::default());
    assert_eq!(start.to_string(), "6/6/6/6/6/6 x");
    assert_eq!(Player::BOTH.map(|player| start.hand(player)), [8, 8]);
    assert_eq!(start.legal_moves().len(), 36);
}

#[test]
fn a_placed_piece_leaves_the_hand_and_the_turn_passes() {
    let position = after("6/6/6/6/6/6 x", "", "c3");
    assert_eq!(position.to_string(), "6/6/6/2x3/6/6 o");
    assert_eq!(Player::BOTH.map(|player| position.hand(player)), [7, 8]);
}

#[test]
fn a_piece_is_not_placed_on_another() {
    assert_eq!(refusal(&position("6/6/6/2x3/6/6 o"), "c3"), "a piece of X is there");
    assert_eq!(refusal(&position("6/6/6/2o3/6/6 o"), "c3"), "a piece of O is there");
}

#[test]
fn all_eight_neighbours_are_repelled_one_square_straight_away() {
    assert_eq!(board_after("6/6/1oxo2/1x1x2/1oxo2/6 x", "c3"), "6/o1x1o1/6/x1x1x1/6/o1x1o1");
}

#[test]
fn pieces_that_are_not_neighbours_stay() {
    assert_eq!(board_after("6/o1o1o1/6/o3o1/6/6 x", "c3"), "6/o1o1o1/6/o1x1o1/6/6");
}

#[test]
fn own_pieces_are_pushed_too() {
    assert_eq!(board_after("6/6/6/2x3/6/6 x", "c2"), "6/6/2x3/6/2x3/6");
}

#[test]
fn a_push_is_blocked_by_a_piece_behind() {
    assert_eq!(board_after("6/6/2x3/2o3/6/6 x", "c2"), "6/6/2x3/2o3/2x3/6");
    assert_eq!(board_after("6/6/2o3/2o3/6/6 x", "c2"), "6/6/2o3/2o3/2x3/6");
}

#[test]
fn a_blocked_piece_does_not_keep_its_neighbours() {
    assert_eq!(board_after("6/6/2o3/1oo3/6/6 x", "c2"), "6/6/o1o3/2o3/2x3/6");
}

#[test]
fn a_piece_pushed_off_an_edge_returns_to_its_owners_hand() {
    let position = after("6/6/6/o5/6/6 x", "", "b3");
    assert_eq!(position.to_string(), "6/6/6/1x4/6/6 o");
    assert_eq!(Player::BOTH.map(|player| position.hand(player)), [7, 8]);
    let own = after("6/6/6/x5/6/6 x", "", "b2");
    assert_eq!((own.to_string().as_str(), own.hand(Player::X)), ("6/6/6/6/1x4/6 o", 7));
}

#[test]
fn a_piece_pushed_off_a_corner_returns_to_its_owners_hand() {
    for (corner, mv, expected) in [
        ("6/6/6/6/6/o5 x", "b2", "6/6/6/6/1x4/6"),
        ("6/6/6/6/6/o5 x", "b1", "6/6/6/6/6/1x4"),
        ("5o/6/6/6/6/6 x", "e5", "6/4x1/6/6/6/6"),
        ("o5/6/6/6/6/6 x", "a5", "6/x5/6/6/6/6"),
        ("6/6/6/6/6/5o x", "e2", "6/6/6/6/4x1/6"),
    ] {
        let position = after(corner, "", mv);
        assert_eq!(position.to_string(), format!("{expected} o"));
        assert_eq!(position.hand(Player::O), 8);
    }
}

#[test]
fn a_piece_on_the_edge_is_pushed_along_it() {
    assert_eq!(board_after("6/6/6/6/6/1o4 x", "a1"), "6/6/6/6/6/x1o3");
}

#[test]
fn the_pushes_of_a_move_are_listed_with_where_they_lead() {
    let position = position("6/6/6/o1x3/6/1o4 x");
    let square = |text: &str| text.parse().expect("a square");
    let pushes: Vec<_> = position.pushes("b2".parse().expect("a move")).collect();
    let expected = [
        Push { player: Player::O, from: square("b1"), to: None },
        Push { player: Player::O, from: square("a3"), to: None },
        Push { player: Player::X, from: square("c3"), to: Some(square("d4")) },
    ];
    assert_eq!(pushes, expected);
}

#[test]
fn three_in_a_row_a_column_or_a_diagonal_win() {
    for (text, mv) in [
        ("6/6/6/xx4/6/6 x", "c3"),
        ("6/6/6/6/2x3/2x3 x", "c3"),
        ("6/6/6/6/1x4/x5 x", "c3"),
        ("6/6/6/6/3x2/4x1 x", "c3"),
    ] {
        assert_eq!(after(text, "", mv).outcome(), X_WINS, "{text}");
    }
}

#[test]
fn a_pair_is_continued_because_the_farther_piece_holds_the_nearer() {
    let position = after("6/6/6/1oo3/6/6 o", "", "d3");
    assert_eq!((position.to_string().as_str(), position.outcome()), ("6/6/6/1ooo2/6/6 x", O_WINS));
}

#[test]
fn filling_a_gap_pushes_both_pieces_away() {
    let position = after("6/6/6/1x1x2/6/6 x", "", "c3");
    assert_eq!((position.to_string().as_str(), position.outcome()), ("6/6/6/x1x1x1/6/6 o", None));
}

#[test]
fn filling_a_gap_between_pieces_that_are_held_makes_a_line() {
    assert_eq!(after("6/6/6/ox1xo1/6/6 x", "", "c3").outcome(), X_WINS);
}

#[test]
fn gaps_are_no_line() {
    for text in ["6/6/6/xx1x2/6/6 o", "6/6/6/x1x1x1/6/6 o", "6/6/4xx/6/6/xx4 o", "5x/x5/1x4/6/6/6 o"] {
        assert_eq!(position(text).outcome(), None, "{text}");
    }
}

#[test]
fn lines_do_not_go_around_the_edge_of_the_board() {
    for text in ["6/6/4xx/x5/6/6 o", "6/5x/x5/1x4/6/6 o", "4x1/5x/6/x5/6/6 o"] {
        assert_eq!(position(text).outcome(), None, "{text}");
    }
}

#[test]
fn a_line_of_pushed_pieces_wins() {
    // c3 repels the pieces on b4 and d4 to a5 and e5; b5 and d5 have been there.
    let position = after("6/2xx2/3x2/6/6/6 x", "", "c3");
    assert_eq!((position.to_string().as_str(), position.outcome()), ("6/2xxx1/6/2x3/6/6 o", X_WINS));
}

#[test]
fn a_line_broken_by_the_push_that_makes_another() {
    // X has been given the line a1, b1, c1. It is sent home by the placement on b2, which makes X's line b2,
    // b3, b4.
    let position = after("6/6/1x4/1x4/6/xxx3 x", "opponent=play-on", "b2");
    assert_eq!((position.to_string().as_str(), position.outcome()), ("6/6/1x4/1x4/1x4/6 o", X_WINS));
}

#[test]
fn a_line_for_the_opponent_only() {
    // X pushes O's piece from c3 to c4, between b4 and d4.
    const BEFORE: &str = "6/6/1o1o2/2o3/6/6 x";
    const AFTER: &str = "6/6/1ooo2/6/2x3/6 o";
    let wins = after(BEFORE, "", "c2");
    assert_eq!((wins.to_string().as_str(), wins.outcome()), (AFTER, O_WINS));
    let plays_on = after(BEFORE, "opponent=play-on", "c2");
    assert_eq!((plays_on.to_string().as_str(), plays_on.outcome()), (AFTER, None));
}

#[test]
fn a_line_given_by_the_opponent_wins_at_the_end_of_ones_own_turn_if_it_is_still_there() {
    const GIVEN: &str = "6/6/1ooo2/6/2x3/6 o";
    assert_eq!(after(GIVEN, "opponent=play-on", "f1").outcome(), O_WINS);
    // The placement on c5 pushes the middle of the line away.
    let broken = after(GIVEN, "opponent=play-on", "c5");
    assert_eq!((broken.to_string().as_str(), broken.outcome()), ("6/2o3/6/o1o1o1/2x3/6 x", None));
}

/// X places c2: the piece on c3 goes to c4 and completes O's line; c2 itself completes a2, b2, c2.
const BOTH_LINES: &str = "6/6/1o1o2/2o3/xx4/6 x";
/// X's eighth piece, on c2, pushes O into a line.
const EIGHT_AND_OPPONENTS_LINE: &str = "x1x3/6/xo1o1x/2o3/5x/x3x1 x";
/// X's eighth piece, on c2, makes a line and gives O one.
const LINE_AND_EIGHT_AND_OPPONENTS_LINE: &str = "x1x2x/6/1o1o1x/2o3/xx4/5x x";

#[test]
fn both_players_get_a_line_at_once() {
    for (rules, outcome) in
        [("", DRAW), ("both=mover-wins", X_WINS), ("both=lines-first", DRAW), ("opponent=play-on", DRAW)]
    {
        let position = after(BOTH_LINES, rules, "c2");
        assert_eq!(Player::BOTH.map(|player| position.has_line(player)), [true, true]);
        assert_eq!(position.outcome(), outcome, "{rules}");
    }
}

#[test]
fn eight_on_the_board_against_a_line() {
    for (rules, outcome) in [("", DRAW), ("both=mover-wins", X_WINS), ("both=lines-first", O_WINS)] {
        let position = after(EIGHT_AND_OPPONENTS_LINE, rules, "c2");
        assert!(
            position.has_eight(Player::X) && !position.has_line(Player::X) && position.has_line(Player::O)
        );
        assert_eq!(position.outcome(), outcome, "{rules}");
    }
}

#[test]
fn two_lines_draw_under_lines_first_whoever_has_eight() {
    for (rules, outcome) in [("", DRAW), ("both=mover-wins", X_WINS), ("both=lines-first", DRAW)] {
        let position = after(LINE_AND_EIGHT_AND_OPPONENTS_LINE, rules, "c2");
        assert!(
            position.has_eight(Player::X) && position.has_line(Player::X) && position.has_line(Player::O)
        );
        assert_eq!(position.outcome(), outcome, "{rules}");
    }
}

/// Seven pieces of X, no two of which stand next to each other in line with a third.
const SEVEN: &str = "x1x1x1/6/x1x1x1/6/6/x5 x";

#[test]
fn eight_on_the_board_win_without_a_line() {
    let position = after(SEVEN, "", "f1");
    assert!(position.has_eight(Player::X) && !position.has_line(Player::X));
    assert_eq!(position.outcome(), X_WINS);
    assert_eq!(
        position.reason().map(|cause| cause.sentence).as_deref(),
        Some("X has all eight pieces on the board")
    );
}

#[test]
fn the_last_piece_placed_does_not_win_if_it_sends_another_one_home() {
    // The eighth piece leaves the hand, and repels the piece on a1 off the board.
    let position = after(SEVEN, "", "b1");
    assert_eq!((position.hand(Player::X), position.outcome()), (1, None));
}

#[test]
fn the_last_piece_placed_leaves_an_empty_hand_and_a_finished_game() {
    let position = after(SEVEN, "", "f1");
    assert_eq!(position.hand(Player::X), 0);
    assert!(position.legal_moves().is_empty());
    assert_eq!(refusal(&position, "f3"), "the game is over");
}

#[test]
fn a_move_never_gives_the_opponent_eight_pieces() {
    let before = position("o1o1o1/6/o1o1o1/6/6/o5 x");
    for mv in before.legal_moves() {
        let mut position = before.clone();
        position.play_unchecked(mv);
        assert!(position.hand(Player::O) >= 1, "{mv}");
    }
}

#[test]
fn a_player_to_move_with_eight_pieces_on_the_board_has_won_under_every_rule() {
    for rules in ["", "both=mover-wins,opponent=play-on", "both=lines-first"] {
        assert_eq!(with_rules("x1x1x1/6/x1x1x1/6/6/x4x x", rules).outcome(), X_WINS, "{rules}");
    }
}

#[test]
fn eight_of_both_players_are_decided_though_no_game_reaches_them() {
    const BOTH_EIGHT: &str = "x1x1x1/o1o1o1/x1x1x1/o1o1o1/6/xo2xo x";
    for (rules, outcome) in [("", DRAW), ("both=mover-wins", X_WINS), ("both=lines-first", DRAW)] {
        let position = with_rules(BOTH_EIGHT, rules);
        assert_eq!(Player::BOTH.map(|player| position.has_line(player)), [false, false]);
        // O has made the last move, as X is to make the next one.
        let outcome = if rules == "both=mover-wins" { O_WINS } else { outcome };
        assert_eq!(position.outcome(), outcome, "{rules}");
    }
}

#[test]
fn reasons_say_who_has_what() {
    for (text, rules, mv, reason) in [
        ("6/6/6/xx4/6/6 x", "", "c3", "X has three in line"),
        ("6/6/1o1o2/2o3/6/6 x", "", "c2", "O has three in line"),
        (BOTH_LINES, "", "c2", "both players have three in line"),
        (
            EIGHT_AND_OPPONENTS_LINE,
            "both=lines-first",
            "c2",
            "X has all eight pieces on the board, and O has three in line",
        ),
    ] {
        assert_eq!(
            after(text, rules, mv).reason().map(|cause| cause.sentence).as_deref(),
            Some(reason),
            "{text}"
        );
    }
    assert_eq!(position("6/6/6/6/6/6 x").reason(), None);
}

/// Plays a cycle of moves, at most forty, until the game ends: how many were played, and how it ended.
fn cycle(start: &str, rules: &str, moves: &[&str]) -> Option<(usize, (Outcome, EndReason))> {
    let mut game = Game::new(with_rules(start, rules));
    for (played, text) in moves.iter().cycle().take(40).enumerate() {
        if let Some(end) = game.end() {
            return Some((played, end));
        }
        let mv = game.position().read_move(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    None
}

/// O's piece on b1 is sent home from a2, X's on a2 from b1: the same position after two plies.
const CYCLE: (&str, [&str; 2]) = ("6/6/6/6/6/1o4 x", ["a2", "b1"]);
const REPEATED: (Outcome, EndReason) = (Outcome::Draw, EndReason::Repetition);

#[test]
fn the_third_occurrence_is_a_draw_by_default() {
    assert_eq!(cycle(CYCLE.0, "", &CYCLE.1), Some((4, REPEATED)));
}

#[test]
fn the_second_occurrence_is_a_draw_under_second_draw() {
    assert_eq!(cycle(CYCLE.0, "repetition=second-draw", &CYCLE.1), Some((2, REPEATED)));
}

#[test]
fn positions_recur_for_ever_without_a_repetition_rule() {
    assert_eq!(cycle(CYCLE.0, "repetition=none", &CYCLE.1), None);
}

#[test]
fn a_mirrored_position_is_a_second_occurrence_and_no_third() {
    // X on b2 sends both pieces home; O on c1 pushes b2 to a3: the same position, mirrored at the long
    // diagonal.
    const MIRROR: [&str; 2] = ["b2", "c1"];
    let start = "6/6/6/o5/6/2x3 x";
    let mut mirrored = position(start);
    for text in MIRROR {
        mirrored.play_unchecked(text.parse().expect("a move"));
    }
    assert_eq!(mirrored.to_string(), "6/6/6/x5/6/2o3 x");
    assert_eq!(mirrored.canonical_key(), position(start).canonical_key());
    assert_ne!(mirrored.key(), position(start).key());
    assert_eq!(cycle(start, "repetition=second-draw", &MIRROR), Some((2, REPEATED)));
    let mut game = Game::new(position(start));
    for text in MIRROR {
        game.play(text.parse().expect("a move")).expect("legal");
    }
    assert_eq!(game.end(), None);
}

#[test]
fn the_other_side_to_move_is_another_position() {
    let [x, o] = ["6/6/6/6/6/1o4 x", "6/6/6/6/6/1o4 o"].map(position);
    assert_ne!(x.canonical_key(), o.canonical_key());
    assert_ne!(x.repetition_key(), o.repetition_key());
}
