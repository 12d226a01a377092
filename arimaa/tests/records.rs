//! Recorded games replay to their recorded results; and records that are refused, with line, turn and step.

use plywood_arimaa::{Colour, Ending, RecordedGame, read_games, read_games_within};
use plywood_play::RecordLimits;
use plywood_search::{Outcome, Position};

const GAMES: &str = include_str!("data/games.txt");

const SETUP: &str = "\
1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2
1s da7 hb7 cc7 md7 ee7 cf7 hg7 dh7 ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8
";

/// The record of one game that begins with the usual setup.
fn read(tags: &str, turns: &str) -> Result<RecordedGame, String> {
    let text = format!("{tags}{SETUP}{turns}");
    let mut games: Vec<_> = read_games(&text).collect();
    assert_eq!(games.len(), 1);
    games.remove(0).map_err(|error| error.to_string())
}

fn games() -> impl Iterator<Item = RecordedGame> {
    read_games(GAMES).map(|game| game.unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn recorded_games_replay_to_their_results() {
    let mut endings = [0; 7];
    for game in games() {
        let ending = game.ending.expect("an ending");
        endings[ending as usize] += 1;
        let winner = game.game.outcome().and_then(Outcome::winner).map(Colour::from);
        assert_eq!(winner.is_some(), ending.is_by_rule(), "line {}", game.line);
        assert!(winner.is_none() || winner == game.winner, "line {}", game.line);
        assert!(game.winner.is_some() && game.tag("id").is_some());
    }
    // Goal, elimination, immobilization, time, resigned, illegal, forfeit.
    assert_eq!(endings, [44, 2, 2, 15, 9, 1, 0]);
}

#[test]
fn recorded_games_are_written_as_they_were_read() {
    let mut written = 0;
    let lines: Vec<&str> = GAMES.lines().collect();
    for game in games() {
        let record = lines[game.line - 1..].iter().take_while(|line| !line.is_empty());
        let mut position = game.game.start().clone();
        for line in record.filter(|line| !line.starts_with('#')) {
            let Some((label, turn)) = line.split_once(' ') else { continue };
            let moves = position.read_turn(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            if !label.starts_with("1g") && !label.starts_with("1s") {
                assert_eq!(position.write_turn(&moves), turn.trim(), "{label}");
                written += 1;
            }
            for mv in moves {
                position.play_unchecked(mv);
            }
        }
        assert_eq!(&position, game.game.position());
    }
    assert!(written > 4_000, "{written} turns");
}

#[test]
fn older_labels_and_comments_are_read() {
    let game = read("# id 7\n# a word too many\n", "2w Ed2n\n2b ee7s\n").expect("a game");
    assert_eq!((game.tag("id"), game.tag("a")), (Some("7"), Some("word")));
    assert_eq!(game.game.position().turn(), Colour::Gold);
    assert_eq!((game.winner, game.ending), (None, None));
}

#[test]
fn a_takeback_takes_the_last_turn_back() {
    let position = |turns: &str| read("", turns).expect(turns).game.position().clone();
    assert_eq!(position("2g Ed2n\n2s takeback\n2g Me2n\n"), position("2g Me2n\n"));
    assert_eq!(position("2g Ed2n\n2s ee7s\n3g takeback\n2s takeback\n2g Ed2n\n"), position("2g Ed2n\n"));
    assert_eq!(position("2g Ed2n Ed3n Ed4n Ed5n\n2s takeback\n"), position(""));
    let setup = position("2g takeback\n");
    assert!(setup.is_setup() && setup.turn() == Colour::Silver);
}

#[test]
fn a_player_who_resigns_has_lost() {
    let game = read("", "2g Ed2n\n2s resigns\n").expect("a game");
    assert_eq!((game.winner, game.ending), (Some(Colour::Gold), Some(Ending::Resigned)));
    let game = read("# result s termination r\n", "2g resigns\n").expect("a game");
    assert_eq!((game.winner, game.ending), (Some(Colour::Silver), Some(Ending::Resigned)));
}

#[test]
fn a_label_alone_is_a_turn_that_was_not_made() {
    let game = read("# result s termination t\n", "2g\n").expect("a game");
    assert_eq!((game.winner, game.ending), (Some(Colour::Silver), Some(Ending::Time)));
    assert_eq!(game.game.moves().len(), 32);
}

#[test]
fn one_bad_game_does_not_spoil_the_others() {
    let text = format!("{SETUP}\n\n# only a comment\n\n{SETUP}2g Xa1\n2s ee7s\n\n{SETUP}2g Ed2n\n");
    let games: Vec<_> = read_games(&text).collect();
    let lines: Vec<_> = games.iter().map(|game| game.as_ref().map(|game| game.line)).collect();
    assert_eq!(lines[0], Ok(1));
    assert_eq!(lines[1].as_ref().map_err(|error| error.line), Err(9));
    assert_eq!(lines[2], Ok(12));
    assert_eq!(lines.len(), 3);
    assert_eq!(read_games("").count(), 0);
}

#[test]
fn a_game_is_refused_at_the_line_that_goes_beyond_a_limit() {
    let text = format!("{SETUP}2g Ed2n\n\n{SETUP}\n{SETUP}\n{SETUP}");
    let read = |limits| -> Vec<_> {
        let games = read_games_within(&text, limits);
        games.map(|game| game.map(|game| game.line).map_err(|error| error.to_string())).collect()
    };
    let all = RecordLimits::default();
    let long = "line 3: the record has more than 138 bytes".to_owned();
    assert_eq!(read(RecordLimits { bytes: 138, ..all }), [Err(long), Ok(5), Ok(8), Ok(11)]);
    let wide = "line 3: the record has more than 35 moves, variations and tags".to_owned();
    assert_eq!(read(RecordLimits { nodes: 35, ..all }), [Err(wide), Ok(5), Ok(8), Ok(11)]);
    let many = "line 8: the text has more than 2 records".to_owned();
    assert_eq!(read(RecordLimits { games: 2, ..all }), [Ok(1), Ok(5), Err(many)]);
}

#[test]
fn bad_records_are_refused_with_line_turn_and_step() {
    let shuffle = "2g Ed2n\n2s ee7s\n3g Ed3s\n3s ee6n\n4g Ed2n\n4s ee7s\n5g Ed3s\n5s ee6n\n";
    for (tags, turns, message) in [
        ("", "2g Ed2n Ed4n\n", "line 3: turn 2g: step 2: Ed4n is not legal: d4 is empty"),
        ("", "2g Ed2n\n3g Ed3n\n", "line 4: turn 3g: turn 2s comes next"),
        ("", "3g Ed2n\n", "line 3: turn 3g: turn 2g comes next"),
        ("", "2s Ed2n\n", "line 3: turn 2s: turn 2g comes next"),
        ("", "Ed2n\n", "line 3: \"Ed2n\" is no label of a turn"),
        ("", "2g Ed2n rc3x\n", "line 3: turn 2g: after step 1: \"rc3x\" marks a capture that is not made"),
        ("", "2g Cc2n Cc3s\n", "line 3: turn 2g: step 2: Cc3s is not legal: c3 is empty"),
        (
            "",
            "2g Ed2n Ed3s\n",
            "line 3: turn 2g: the turn cannot end after step 2: the turn would leave the board unchanged",
        ),
        ("", shuffle, "line 10: turn 5s: step 2: pass: it repeats a position too often"),
        ("", "2g takeback\n1s takeback\n1g takeback\n", "line 5: turn 1g: there is no turn to take back"),
        ("", "2g resigns\n2g Ed2n\n", "line 4: turn 2g: a player has resigned"),
        ("", "2g\n2g Ed2n\n", "line 4: turn 2g: the turn before was not made"),
        ("# result x\n", "", "line 1: \"x\" is no result"),
        ("# termination ge\n", "", "line 1: \"ge\" is no termination"),
        (
            "# result g termination r\n",
            "2g resigns\n",
            "line 4: turn 2g: gold resigns and is recorded to have won",
        ),
        (
            "# result s termination g\n",
            "2g resigns\n",
            "line 4: turn 2g: gold resigns, and the record has \"goal\"",
        ),
        (
            "# result g termination g\n",
            "2g Ed2n\n",
            "line 1: after turn 2g: the record has gold by goal, the rules no result",
        ),
    ] {
        assert_eq!(read(tags, turns).expect_err(turns), message, "{turns}");
    }
}

#[test]
fn a_result_that_the_rules_contradict_is_refused() {
    let text = GAMES.split("\n\n").find(|game| game.contains("# result g termination g")).expect("a game");
    let refused =
        |text: String| read_games(&text).next().expect("an item").expect_err("another result").to_string();
    let other_winner = refused(text.replacen("# result g", "# result s", 1));
    assert!(
        other_winner.ends_with("the record has silver by goal, the rules gold by goal"),
        "{other_winner}"
    );
    for letter in ["t", "e"] {
        let other_ending = refused(text.replacen("termination g", &format!("termination {letter}"), 1));
        assert!(other_ending.ends_with("the rules gold by goal"), "{other_ending}");
    }
}
