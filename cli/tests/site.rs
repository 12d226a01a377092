//! `plywood site`: the page and its engines in a folder.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_folder_holds_the_page_and_the_engines() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let engines = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engines.wasm");
    let _ = fs::remove_dir_all(&folder);
    fs::write(&engines, b"\0asm\x01\0\0\0").expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    let done = command.arg("site").arg(folder.join("new")).arg("--engines").arg(&engines).output();
    let done = done.expect("the program runs");
    assert!(done.status.success(), "{done:?}");
    assert!(done.stdout.starts_with(b"wrote 11 files, "), "{done:?}");
    assert_eq!(fs::read(folder.join("new/plywood.wasm")).expect("the engines"), b"\0asm\x01\0\0\0");
    let page = fs::read_to_string(folder.join("new/index.html")).expect("the page");
    assert!(page.contains("data-desk=\"worker\""), "{page}");
}

#[test]
fn without_engines_and_sources_it_says_what_is_missing() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    let done = command.current_dir("/").args(["site", "x"]).output().expect("the program runs");
    let message = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{message}");
    assert_eq!(
        message,
        "plywood: no plywood.wasm beside the program, and no sources of plywood here; name the file with --engines\n"
    );
}
