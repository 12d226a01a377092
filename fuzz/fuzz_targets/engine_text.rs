//! Any text is an engine or an error of one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_play::Spec;

fuzz_target!(|text: &str| {
    let Ok(mut spec) = text.parse::<Spec>() else { return };
    let session = plywood_registry::games()[0].session("", None).expect("the start is a position");
    if spec.get("hash").is_some() {
        // Whatever size is asked for, this machine should not run out of memory for it.
        spec.set("hash", "1MB");
    }
    if let Err(error) = session.engine(&spec) {
        assert_eq!(error.to_string().lines().count(), 1);
    }
});
