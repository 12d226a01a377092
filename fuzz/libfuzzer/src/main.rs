//! libFuzzer over the target that the variable `PLYWOOD_FUZZ` names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_fuzz::{Target, target};
use std::sync::LazyLock;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("PLYWOOD_FUZZ").expect("PLYWOOD_FUZZ names a target");
    target(&name).unwrap_or_else(|| panic!("there is no target {name}"))
});

fuzz_target!(|data: &[u8]| (TARGET.run)(data));
