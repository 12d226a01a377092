//! Any text is a legal move or an error; a move played is written as it is listed.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in plywood_registry::games() {
        let mut session = game.session("", None).expect("the start is a position");
        for word in text.split_whitespace() {
            let legal = session.legal_moves();
            match session.play(word) {
                Ok(written) => assert!(legal.contains(&written), "{written} is not among {legal:?}"),
                Err(error) => assert_eq!(error.to_string().lines().count(), 1),
            }
        }
    }
});
