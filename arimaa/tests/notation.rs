//! Texts in their forms; and text that is refused, and how: each message names the offending text and its
//! place.

use crate::boards::{after, board, pieces};
use plywood_arimaa::{Arimaa, Colour, Ending, Kind, Move, Piece, Rules};
use plywood_search::Position;

const START: &str = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";

fn start() -> Arimaa {
    START.parse().expect("a position")
}

#[test]
fn a_position_is_read_in_the_short_form_with_blanks_or_dots() {
    let dotted = START.replacen(' ', "|", 1).replace(' ', ".").replacen('|', " ", 1);
    assert_eq!(dotted.parse(), Ok(start()));
    assert_eq!(start().to_string(), START);
    for text in [START.replacen('g', "12g", 1), START.replacen('g', "w", 1), START.replacen("g ", "g", 1)] {
        assert_eq!(text.parse(), Ok(start()), "{text}");
    }
    assert_eq!(START.replacen('g', "b", 1).parse::<Arimaa>().expect("a position").turn(), Colour::Silver);
}

#[test]
fn the_text_in_the_middle_of_a_turn_is_its_start_and_the_steps_so_far() {
    let position = after(start(), "Ed2n Da2n");
    assert_eq!(position.to_string(), format!("{START} Ed2n Da2n"));
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
    assert!(position.long_form().ends_with("a b c d e f g h\nEd2n Da2n\n"));
}

#[test]
fn the_text_in_the_middle_of_a_turn_may_mark_captures() {
    let position = board('g', "Ed4 cd3 Ra2 rh7");
    let marked = format!("{position} cd3w cc3x Ed4s");
    assert_eq!(marked.parse(), Ok(after(position.clone(), "cd3w Ed4s")));
    let error = format!("{position} cd3w rc3x").parse::<Arimaa>().expect_err("no rabbit falls");
    assert_eq!(error.to_string(), "after the board: \"rc3x\" marks a capture that is not made");
}

#[test]
fn the_text_of_a_setup_under_way_is_the_empty_board_and_the_pieces_so_far() {
    let empty = format!("g [{}]", " ".repeat(64));
    assert_eq!(Arimaa::start(Rules::default()).to_string(), empty);
    let position = after(Arimaa::start(Rules::default()), "Ra1 Cb1");
    assert_eq!(position.to_string(), format!("{empty} Ra1 Cb1"));
    assert_eq!(position.to_string().parse(), Ok(position));
}

#[test]
fn the_empty_board_with_silver_to_move_is_a_finished_game() {
    let position: Arimaa = format!("s [{}]", ".".repeat(64)).parse().expect("a position");
    assert!(!position.is_setup() && position.outcome().is_some());
}

#[test]
fn a_game_that_ends_with_an_empty_board_is_not_the_start_of_the_setup() {
    let position = after(board('s', "de3 Rd3 rf3"), "Rd3w de3w dd3w pass");
    assert_eq!(pieces(&position), "");
    assert!(position.outcome().is_some());
    assert_eq!(position.to_string(), format!("s [{}] pass", " ".repeat(64)));
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
    assert_eq!(position.long_form().parse(), Ok(position.clone()));
    assert_ne!(position, Arimaa::start(Rules::default()));
    assert_ne!(position.key(), Arimaa::start(Rules::default()).key());
}

#[test]
fn the_long_form_is_read_with_or_without_a_number_and_files() {
    let long = after(start(), "Ed2n pass").long_form();
    let expected = after(start(), "Ed2n pass");
    let forms = [
        long.clone(),
        format!("2{long}"),
        long.replace("   a b c d e f g h\n", ""),
        long.replace('\n', "\r\n"),
        long.lines().map(|line| format!("{}\n", line.trim_start())).collect(),
    ];
    for form in forms {
        assert_eq!(form.parse(), Ok(expected.clone()), "{form}");
    }
}

#[test]
fn malformed_positions_are_refused_with_the_place() {
    let blank = " ".repeat(64);
    let frame = |ranks: &str| format!("g\n +-----------------+\n{ranks}");
    for (text, message) in [
        (String::new(), "the side to move, g or s, is missing"),
        ("x [ ]".to_owned(), "the side to move is g or s, not \"x\""),
        ("gg [ ]".to_owned(), "the side to move is g or s, not \"gg\""),
        ("g".to_owned(), "a board in brackets is missing after the side to move"),
        ("g rrr".to_owned(), "a board in brackets is missing after the side to move"),
        (format!("g [{blank}"), "the bracket after the board is missing"),
        ("g [r]".to_owned(), "1 squares where the board has 64"),
        (format!("g [{blank} ]"), "65 squares where the board has 64"),
        (format!("s [{}z{}]", &blank[..9], &blank[..54]), "'z' on b7 is neither a piece nor empty"),
        (format!("s [x{}]", &blank[..63]), "'x' on a8 is neither a piece nor empty"),
        (frame("8|                 |\n +---+"), "1 ranks where the board has 8"),
        (frame("8| r r |\n"), "rank 8 is not eight squares in a frame: \"8| r r |\""),
        (frame("7|                 |\n"), "rank 8 is not eight squares in a frame: \"7|                 |\""),
        (frame("8| x               |\n"), "'x' on a8 is neither a piece nor empty"),
        (format!("{START} Ha2n"), "move 1 after the board: Ha2n is not legal: on a2 stands D"),
        (
            format!("{START} Ed2n Ed3"),
            "move 2 after the board: Ed3 is not legal: the pieces have been set up",
        ),
        (
            format!("{START} Ed2n Ed"),
            "move 2 after the board: \"Ed\" is not written like a move (Ra2n, Ra1 or pass)",
        ),
    ] {
        let error = text.parse::<Arimaa>().expect_err(&text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn malformed_moves_are_refused() {
    for (text, message) in [
        ("", "a move is missing"),
        ("Xa1n", "\"Xa1n\" does not begin with a piece (one of RCDHME or rcdhme)"),
        ("Ri1n", "\"i1\" is not a square from a1 to h8"),
        ("Ra9n", "\"a9\" is not a square from a1 to h8"),
        ("Ra", "\"Ra\" is not written like a move (Ra2n, Ra1 or pass)"),
        ("Ra1u", "\"Ra1u\" is not written like a move (Ra2n, Ra1 or pass)"),
        ("Ra1nn", "\"Ra1nn\" is not written like a move (Ra2n, Ra1 or pass)"),
        ("PASS", "\"PASS\" does not begin with a piece (one of RCDHME or rcdhme)"),
        ("Ra1w", "Ra1w leads off the board"),
        ("rc3x", "rc3x marks a capture and is not a move"),
    ] {
        assert_eq!(text.parse::<Move>().expect_err(text).to_string(), message, "{text}");
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let stuck = "Dd4 hd5 cc4 Ra2 rh7";
    for (position, text, message) in [
        (board('g', stuck), "Dd4s", "Dd4s is not legal: the piece on d4 is frozen"),
        (
            board('g', stuck),
            "cc4n",
            "cc4n is not legal: the stronger pieces next to the enemy piece on c4 are frozen",
        ),
        (
            board('g', stuck),
            "hd5n",
            "hd5n is not legal: no stronger piece stands next to the enemy piece on d5",
        ),
        (board('g', stuck), "Ra2s", "Ra2s is not legal: a rabbit does not step backward"),
        (board('g', stuck), "Ra3n", "Ra3n is not legal: a3 is empty"),
        (board('g', stuck), "Ca2n", "Ca2n is not legal: on a2 stands R"),
        (board('g', stuck), "Dd4n", "Dd4n is not legal: d5 is not empty"),
        (board('g', stuck), "pass", "pass is not legal: a turn has one step at least"),
        (board('g', stuck), "Ra1", "Ra1 is not legal: the pieces have been set up"),
        (board('g', "Ra8 rh7"), "Ra8e", "Ra8e is not legal: the game is over"),
        (
            after(board('g', "Ed4 hd5 Ra2 rh7"), "hd5n"),
            "Ra2n",
            "Ra2n is not legal: the enemy piece pushed out of d5 has to be followed first",
        ),
        (
            after(board('g', "Ed4 De5 hd5 Ra2 rh7"), "hd5n"),
            "De5w",
            "De5w is not legal: only a stronger piece that is not frozen can follow to d5",
        ),
        (
            after(board('g', "Ed4 hd5 Ra2 rh7"), "Ra2n Ra3n Ra4n"),
            "hd5n",
            "hd5n is not legal: a push cannot begin on the fourth step",
        ),
        (
            after(board('g', "Ed4 hd3 Ra2 rh7"), "Ed4n hd3n"),
            "hd4s",
            "hd4s is not legal: the push cannot be finished",
        ),
        (
            after(board('g', "Ed4 Ra2 rh7"), "Ed4n Ed5s"),
            "pass",
            "pass is not legal: the turn would leave the board unchanged",
        ),
        (Arimaa::start(Rules::default()), "Ra1n", "Ra1n is not legal: the pieces are still being set up"),
        (Arimaa::start(Rules::default()), "Rb1", "Rb1 is not legal: a1 is set up next"),
        (Arimaa::start(Rules::default()), "ra1", "ra1 is not legal: r is the opponent's"),
        (
            after(Arimaa::start(Rules::default()), "Ea1"),
            "Eb1",
            "Eb1 is not legal: there is no elephant left to be set up",
        ),
    ] {
        assert_eq!(position.read_move(text).expect_err(text).to_string(), message, "{position}");
    }
}

#[test]
fn a_turn_is_read_with_or_without_its_label_and_marks() {
    let position = board('g', "Ed4 cd3 Ra2 rh7");
    let turn = position.read_turn("cd3w Ed4s").expect("a turn");
    assert_eq!(turn.last(), Some(&Move::PASS));
    for text in ["12g cd3w cc3x Ed4s", "12w cd3w Ed4s", "cd3w cc3x Ed4s pass", "  cd3w  Ed4s\t"] {
        assert_eq!(position.read_turn(text), Ok(turn.clone()), "{text}");
    }
    assert_eq!(position.write_turn(&turn), "cd3w cc3x Ed4s");
}

#[test]
fn the_rest_of_a_turn_is_a_turn() {
    let position = after(board('g', "Ed4 Ra2 rh7"), "Ed4n");
    assert_eq!(position.read_turn("pass"), Ok(vec![Move::PASS]));
    assert_eq!(position.read_turn("Ra2n").map(|turn| turn.len()), Ok(2));
}

#[test]
fn a_whole_setup_is_read_in_any_order_of_squares() {
    let start = Arimaa::start(Rules::default());
    let line = "1g Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2 Rh1 Rg1 Rf1 Re1 Rd1 Rc1 Rb1 Ra1";
    let turn = start.read_turn(line).expect("a setup");
    let text = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2";
    assert_eq!(start.write_turn(&turn), text);
    let begun = after(start, "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1");
    assert_eq!(begun.read_turn("Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2").map(|turn| turn.len()), Ok(8));
}

#[test]
fn turns_are_refused_with_the_number_of_the_step() {
    let setup = |text: &str| (Arimaa::start(Rules::default()), text.to_owned());
    let turn = |text: &str| (board('g', "Ed4 cd3 Ra2 rh7"), text.to_owned());
    let rabbits: String = ('a'..='h').map(|file| format!(" R{file}1")).collect();
    for ((position, text), message) in [
        (turn(""), "a turn has one step at least"),
        (turn("12g"), "a turn has one step at least"),
        (turn("12s Ed4n"), "\"12s\" is not the turn of gold"),
        (turn("12x Ed4n"), "step 1: \"12x\" does not begin with a piece (one of RCDHME or rcdhme)"),
        (turn("Ed4n Ed5n Ed6x"), "after step 2: \"Ed6x\" marks a capture that is not made"),
        (turn("rc3x Ed4n"), "after step 0: \"rc3x\" marks a capture that is not made"),
        (turn("cd3w cc3x cc3x Ed4s"), "after step 1: \"cc3x\" marks a capture that is not made"),
        (turn("cd3w Ed4s cc3x"), "after step 2: \"cc3x\" marks a capture that is not made"),
        (turn("Ed4n Ra2s"), "step 2: Ra2s is not legal: a rabbit does not step backward"),
        (turn("Ed4n Ed5n Ed6n Ed7n Ra2n"), "\"Ra2n\" follows step 4, which ends the turn"),
        (turn("Ed4n pass Ra2n"), "\"Ra2n\" follows step 2, which ends the turn"),
        (
            turn("cd3e"),
            "the turn cannot end after step 1: the enemy piece pushed out of d3 has to be followed first",
        ),
        (turn("Ed4n Ed5s"), "the turn cannot end after step 2: the turn would leave the board unchanged"),
        (setup("Ra1 Rb1"), "nothing is set up on c1"),
        (setup("Ra1 Ra1"), "step 2: Ra1 is not legal: a1 is not empty"),
        (setup("Ra1n"), "step 1: Ra1n is not legal: the pieces are still being set up"),
        (setup("ra1"), "step 1: ra1 is not legal: r is the opponent's"),
        (
            setup(&format!("{rabbits} Ra2 Eb2")),
            "step 9: Ra2 is not legal: there is no rabbit left to be set up",
        ),
        (
            setup(&format!("{rabbits} Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2 Ra3")),
            "\"Ra3\" follows step 16, which ends the turn",
        ),
    ] {
        assert_eq!(position.read_turn(&text).expect_err(&text).to_string(), message, "{text}");
    }
}

#[test]
fn unknown_rules_are_refused() {
    for (text, message) in [
        ("repetition", "\"repetition\" is not of the form switch=value (the switches are repetition)"),
        ("size=8", "unknown switch \"size\" (the switches are repetition)"),
        ("repetition=second", "unknown value \"second\" of repetition (it can be third, none)"),
    ] {
        assert_eq!(text.parse::<Rules>().expect_err(text).to_string(), message, "{text}");
    }
    assert_eq!("".parse(), Ok(Rules::default()));
}

#[test]
fn letters_name_colours_kinds_and_endings() {
    for kind in Kind::ALL {
        for colour in Colour::BOTH {
            let piece = Piece { colour, kind };
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
    }
    assert_eq!(['w', 'b', 'x'].map(Colour::from_letter), [Some(Colour::Gold), Some(Colour::Silver), None]);
    assert!(Ending::ALL.into_iter().all(|ending| Ending::from_letter(ending.letter()) == Some(ending)));
    assert_eq!(pieces(&start()).split(' ').next(), Some("Ra1"));
}
