//! Any text is a set of rules or an error; rules are written as a text that reads as the same rules.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in plywood_registry::games() {
        if let Ok(session) = game.session(text, None) {
            let again = game.session(&session.rules(), None).expect("what is written is read");
            assert_eq!(again.rules(), session.rules());
        }
    }
    let _ = plywood_registry::parse(text);
});
