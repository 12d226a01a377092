//! Any text is a list of records and errors; a record is written as a line that reads as the same record.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_play::read_records;

const PLAYERS: [&str; 2] = ["Black", "White"];

fuzz_target!(|text: &str| {
    for record in read_records(text, PLAYERS).flatten() {
        let line = record.to_string();
        if let Some(Ok(again)) = read_records(&line, PLAYERS).next() {
            assert_eq!(again.moves, record.moves);
            assert_eq!(again.result, record.result);
        }
    }
});
