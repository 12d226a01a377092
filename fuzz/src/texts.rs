//! Texts that people write.

use crate::is_a_message;
use plywood_hex::sgf;
use plywood_play::study::{Study, StudyNode};
use plywood_play::{AnyGame, RecordLimits, Spec, TextError, read_records};
use std::str::from_utf8;

const PLAYERS: [&str; 2] = ["Black", "White"];
/// The refused moves after which a game is left: what comes after them is the start of another input.
const MOST_REFUSED: usize = 8;

fn one_line(error: &TextError) {
    is_a_message(&error.to_string());
}

pub(crate) fn position(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    for game in plywood_registry::games() {
        match game.session("", Some(text)) {
            Ok(session) => {
                let written = session.position();
                let again = game.session("", Some(&written)).expect("what is written is read");
                assert_eq!(again.position(), written);
                let _ = (session.picture(), session.result(), session.legal_moves());
            }
            Err(error) => one_line(&error),
        }
    }
}

pub(crate) fn moves(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    for game in plywood_registry::games() {
        let mut session = game.session("", None).expect("the start is a position");
        let (mut plies, mut refused) = (0, 0);
        for word in text.split_whitespace() {
            match session.play(word) {
                // A remark, such as the number of a turn.
                Ok(written) if written.is_empty() => {}
                Ok(written) => {
                    plies += 1;
                    assert_eq!(session.undo().as_ref(), Some(&written));
                    let legal = session.legal_moves();
                    assert!(legal.contains(&written), "{written} is not among {legal:?}");
                    assert_eq!(session.play(word), Ok(written));
                }
                Err(error) => {
                    one_line(&error);
                    refused += 1;
                }
            }
            if refused == MOST_REFUSED {
                break;
            }
        }
        assert_eq!(session.moves().len(), plies, "{text}");
    }
}

pub(crate) fn rules(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    for game in plywood_registry::games() {
        match game.session(text, None) {
            Ok(session) => {
                let again = game.session(&session.rules(), None).expect("what is written is read");
                assert_eq!(again.rules(), session.rules());
            }
            Err(error) => one_line(&error),
        }
    }
    if let Err(error) = plywood_registry::parse(text) {
        one_line(&error);
    }
}

pub(crate) fn records(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    for record in read_records(text, PLAYERS) {
        match record {
            Ok(record) => {
                let line = record.to_string();
                if let Some(again) = read_records(&line, PLAYERS).next() {
                    let again = again.expect("what is written is read");
                    assert_eq!((again.moves, again.result), (record.moves, record.result), "{line}");
                }
            }
            Err(error) => is_a_message(&error.to_string()),
        }
    }
}

pub(crate) fn sgf(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let limits = RecordLimits { bytes: 2_000, nodes: 200, games: 20 };
    for game in sgf::read_games_within(text, limits) {
        match game {
            Ok(game) => {
                let written = sgf::write_game(&game.game, game.result).to_string();
                let again =
                    sgf::read_games(&written).next().expect("a game").expect("what is written is read");
                assert_eq!(
                    (again.game.start(), again.game.position()),
                    (game.game.start(), game.game.position()),
                    "{written}"
                );
                assert!(again.game.moves().eq(game.game.moves()), "{written}");
            }
            Err(error) => is_a_message(&error.to_string()),
        }
    }
    for tree in sgf::read_trees(text).flatten() {
        let written = tree.to_string();
        let again = sgf::read_trees(&written).next().expect("a tree").expect("what is written is read");
        assert_eq!(again.to_string(), written);
    }
}

pub(crate) fn study(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let limits = RecordLimits { bytes: 2_000, nodes: 200, games: 5 };
    for game in plywood_registry::games() {
        for study in game.studies(text, limits).into_iter().flatten() {
            match study {
                Ok((_, study)) => is_written_and_read(*game, &study),
                Err(error) => is_a_message(&error.to_string()),
            }
        }
    }
}

/// What is written is read again: the game, its plies and its comments. A mark without a cell, a tag that was
/// named before, and what was left out are lost.
fn is_written_and_read(game: &dyn AnyGame, study: &Study) {
    study.left_out.iter().for_each(|left| is_a_message(&left.to_string()));
    let written = game.write_study(study).expect("what is read is written");
    let limits = RecordLimits { bytes: usize::MAX, nodes: usize::MAX, games: 1 };
    let again = game.studies(&written, limits).and_then(|mut studies| studies.next());
    let (_, again) = again.expect("SGF").expect("what is written is read");
    let head = |study: &Study| (study.rules.clone(), study.start.clone(), study.result.clone());
    assert_eq!(head(&again), head(study), "{written}");
    let line = |node: &StudyNode| (node.parent, node.ply.clone(), node.comment.clone());
    assert!(again.nodes.iter().map(line).eq(study.nodes.iter().map(line)), "{written}");
}

pub(crate) fn archive(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let lines = text.lines().count();
    for game in plywood_arimaa::read_games(text) {
        match game {
            Ok(game) => assert!((1..=lines).contains(&game.line)),
            Err(error) => {
                assert!((1..=lines).contains(&error.line), "{error}");
                is_a_message(&error.to_string());
            }
        }
    }
}

pub(crate) fn engine(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let mut spec = match text.parse::<Spec>() {
        Ok(spec) => spec,
        Err(error) => return one_line(&error),
    };
    assert_eq!(spec.to_string().parse(), Ok(spec.clone()), "{spec}");
    // Whatever is asked for, this machine should not run out of memory or time for it.
    if spec.get("hash").is_some() || matches!(spec.name(), "pvs" | "ids" | "mcts") {
        spec.set("hash", "64kB");
    }
    if matches!(spec.name(), "pvs" | "mcts") {
        spec.set("book", "off");
    }
    for game in plywood_registry::games() {
        let session = game.session("", None).expect("the start is a position");
        if let Err(error) = session.engine(&spec) {
            is_a_message(&error.to_string());
        }
    }
}
