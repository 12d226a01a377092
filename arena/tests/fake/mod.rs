//! Where the example `fake_engine` is.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The program. Cargo builds it together with all tests, beside their folder; where a single test was built,
/// it is built here.
pub(crate) fn fake_engine() -> PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let find = || {
        let test = std::env::current_exe().expect("a path");
        let folder = test.parent().and_then(|deps| deps.parent()).expect("a folder");
        let program = folder.join("examples").join(format!("fake_engine{}", std::env::consts::EXE_SUFFIX));
        if !program.exists() {
            build();
        }
        assert!(program.exists(), "build it first: cargo build -p plywood-arena --examples");
        program
    };
    PROGRAM.get_or_init(find).clone()
}

fn build() {
    let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
    let status = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "--package",
            "plywood-arena",
            "--example",
            "fake_engine",
            "--profile",
            profile,
        ])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the fake engine cannot be built");
}
