//! Matches: how they are described, where they begin, and where they are kept.

use crate::is_a_message;
use core::fmt::{Debug, Display};
use core::str::FromStr;
use plywood_arena::external::Settings;
use plywood_arena::store::Store;
use plywood_arena::{Book, BookSource, EvenGame, Openings, Resign, Sprt, TimeControl};
use plywood_play::{Spec, TextError};
use std::cell::OnceCell;
use std::fs;
use std::str::from_utf8;

/// The first line is a game, the rest a book for it.
pub(crate) fn book(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    let (name, text) = text.split_once('\n').unwrap_or((text, ""));
    let Ok((game, rules)) = plywood_registry::parse(name) else { return };
    let source: BookSource = "file:book,plies=4".parse().expect("a source");
    match Book::read(source, game, &rules, text) {
        Ok(book) => assert_ne!(book.len(), 0),
        Err(error) => {
            assert!(error.line <= text.lines().count() + 1, "{error}");
            is_a_message(&error.to_string());
        }
    }
}

pub(crate) fn options(data: &[u8]) {
    let Ok(text) = from_utf8(data) else { return };
    reads_the_same::<TimeControl>(text);
    reads_the_same::<Resign>(text);
    reads_the_same::<EvenGame>(text);
    reads_the_same::<Sprt>(text);
    reads_the_same::<BookSource>(text);
    if let Err(error) = text.parse::<Openings>() {
        is_a_message(&error.to_string());
    }
    if let Some(Err(error)) = text.parse::<Spec>().ok().map(|spec| Settings::read(&spec)) {
        is_a_message(&error.to_string());
    }
}

fn reads_the_same<T: FromStr<Err = TextError> + Display + Debug + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again: T = written.parse().unwrap_or_else(|error| panic!("{written} of {text}: {error}"));
            assert_eq!(again.to_string(), written, "{text}");
        }
        Err(error) => is_a_message(&error.to_string()),
    }
}

/// The bytes of a file.
pub(crate) fn store(data: &[u8]) {
    thread_local! {
        static FOLDER: OnceCell<tempfile::TempDir> = const { OnceCell::new() };
    }
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(|| tempfile::tempdir().expect("a folder"));
        let path = folder.path().join("games.db");
        fs::write(&path, data).expect("a file");
        let opened = Store::open_existing(&path).and_then(|store| {
            store.matches()?;
            store.games(None, &mut |_| {})
        });
        if let Err(error) = opened {
            is_a_message(&error.to_string());
        }
        // What a store with a log may leave beside it.
        for rest in ["games.db-wal", "games.db-shm", "games.db-journal"] {
            let _ = fs::remove_file(folder.path().join(rest));
        }
    });
}
