//! `plywood site`: writes the page as a static site, with its engines as WebAssembly.

use crate::args::SiteArgs;
use crate::failure::Failure;
use crate::output::{Output, grouped};
use crate::setup::cannot_write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The engines, as releases have them beside the program.
const BESIDE: &str = "plywood.wasm";
/// What the engines are compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

pub(crate) fn run(args: &SiteArgs, out: &mut Output) -> Result<(), Failure> {
    let engines = args.engines.clone().map_or_else(engines, Ok)?;
    let bad = |path: &Path, reason: &dyn std::fmt::Display| {
        Failure::bad(format!("cannot use {}: {reason}", path.display()))
    };
    let bytes = fs::read(&engines).map_err(|error| bad(&engines, &error))?;
    let files = plywood_web::site(bytes).map_err(|error| bad(&engines, &error))?;
    fs::create_dir_all(&args.dir).map_err(|error| cannot_write(&args.dir, &error))?;
    for (name, bytes) in &files {
        let path = args.dir.join(name);
        fs::write(&path, bytes).map_err(|error| cannot_write(&path, &error))?;
    }
    let size = files.iter().map(|file| file.1.len() as u64).sum();
    Ok(out.text(format!(
        "wrote {} files, {} bytes, to {}",
        files.len(),
        grouped(size),
        args.dir.display()
    ))?)
}

/// The file of the engines: the one beside the program, or else made from the sources that the command is
/// given in.
fn engines() -> Result<PathBuf, Failure> {
    let beside = env::current_exe()?.with_file_name(BESIDE);
    if beside.is_file() {
        return Ok(beside);
    }
    let here = env::current_dir()?;
    let sources = here.ancestors().find(|folder| folder.join("desk/worker/Cargo.toml").is_file());
    compiled(sources.ok_or_else(|| {
        Failure::bad(format!(
            "no {BESIDE} beside the program, and no sources of plywood here; name the file with --engines"
        ))
    })?)
}

/// Compiles the engines from these sources.
fn compiled(sources: &Path) -> Result<PathBuf, Failure> {
    // Without rustup, the target has come with the compiler or cannot be brought.
    let _ = command("rustup", sources).args(["--quiet", "target", "add", TARGET]).status();
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| sources.join("target"), PathBuf::from);
    let target = if target.is_absolute() { target } else { env::current_dir()?.join(target) };
    let mut cargo = command("cargo", sources);
    cargo.args(["build", "--quiet", "--profile", "site", "--target", TARGET, "-p", "plywood-worker"]);
    let built = cargo.arg("--target-dir").arg(&target).status();
    match built {
        Ok(status) if status.success() => Ok(target.join(TARGET).join("site/plywood_worker.wasm")),
        Ok(_) => Err(Failure::bad(format!("cargo cannot compile plywood-worker for {TARGET}"))),
        Err(error) => Err(Failure::bad(format!("cannot run cargo: {error}"))),
    }
}

/// A command in the folder of the sources that says nothing but what went wrong.
fn command(program: &str, sources: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(sources).stdin(Stdio::null()).stdout(Stdio::null());
    command
}
