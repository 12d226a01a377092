//! Has the linker make the engines with threads a library that is set up by one call, `_initialize`: by itself
//! it sets up a library of WASI anew in each call, and its first thread not at all. Their memory never grows,
//! for the reason that `web/client/src/api/crew.ts` gives.

use std::path::Path;
use std::process::Command;
use std::{env, str};

fn main() {
    const TARGET: &str = "wasm32-wasip1-threads";
    // In bytes: what `PAGES` there has.
    const MEMORY: usize = 512 << 20;
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("TARGET").is_ok_and(|target| target == TARGET) {
        let compiler = env::var("RUSTC").expect("cargo names the compiler");
        let found = Command::new(compiler).args(["--print", "target-libdir", "--target", TARGET]).output();
        let found = found.expect("cargo has found the compiler");
        let folder = str::from_utf8(&found.stdout).expect("a path").trim();
        let start = Path::new(folder).join("self-contained/crt1-reactor.o");
        println!("cargo::rustc-link-arg-cdylib={}", start.display());
        for size in ["initial", "max"] {
            println!("cargo::rustc-link-arg-cdylib=--{size}-memory={MEMORY}");
        }
    }
}
