//! Any text is a position or an error; a position is written as a text that reads as the same position.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in plywood_registry::games() {
        match game.session("", Some(text)) {
            Ok(session) => {
                let written = session.position();
                let again = game.session("", Some(&written)).expect("what is written is read");
                assert_eq!(again.position(), written);
                let _ = (session.picture(), session.result(), session.legal_moves());
            }
            Err(error) => assert_eq!(error.to_string().lines().count(), 1),
        }
    }
});
