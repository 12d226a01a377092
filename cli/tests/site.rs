//! `plywood site`: the page and its engines in a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MODULE: &[u8] = b"\0asm\x01\0\0\0";

/// What is written of these engines, and the folder with it.
fn written(name: &str, files: &[&str]) -> (String, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for file in files {
        fs::write(folder.join(file), MODULE).expect("a file");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.arg("site").arg(folder.join("new")).arg("--engines").arg(folder.join(files[0]));
    let done = command.output().expect("the program runs");
    assert!(done.status.success(), "{done:?}");
    (String::from_utf8(done.stdout).expect("a text"), folder.join("new"))
}

#[test]
fn the_folder_holds_the_page_and_the_engines() {
    let (said, folder) = written("site", &["engines.wasm"]);
    assert!(
        said.starts_with(
            "the engines have one thread: those compiled for wasm32-wasip1-threads are missing\n"
        ),
        "{said}"
    );
    assert!(said.contains("\nwrote 12 files, "), "{said}");
    assert_eq!(fs::read(folder.join("plywood.wasm")).expect("the engines"), MODULE);
    let page = fs::read_to_string(folder.join("index.html")).expect("the page");
    assert!(page.contains("data-desk=\"worker\"") && !page.contains("data-threads"), "{page}");
}

#[test]
fn engines_with_threads_are_found_beside_the_others() {
    let (said, folder) = written("site-threads", &["engines.wasm", "engines-threads.wasm"]);
    assert!(said.starts_with("wrote 13 files, "), "{said}");
    assert_eq!(fs::read(folder.join("plywood-threads.wasm")).expect("the engines"), MODULE);
    assert!(fs::read_to_string(folder.join("_headers")).expect("the headers").contains("same-origin"));
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
