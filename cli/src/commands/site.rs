//! `plywood site`: writes the page as a static site, with its engines as WebAssembly.

use crate::args::SiteArgs;
use crate::failure::Failure;
use crate::output::{Output, grouped};
use crate::setup::cannot_write;
use plywood_web::Engines;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The engines, as releases have them beside the program. Those with threads lie beside them.
const BESIDE: &str = "plywood.wasm";
/// What the engines are compiled for.
const TARGET: &str = "wasm32-unknown-unknown";
/// The same for the engines with threads.
const THREADS: &str = "wasm32-wasip1-threads";

/// The files of the engines. Without the target for threads there are none of that kind.
struct Found {
    single: PathBuf,
    threads: Option<PathBuf>,
}

pub(crate) fn run(args: &SiteArgs, out: &mut Output) -> Result<(), Failure> {
    let found = args.engines.clone().map_or_else(engines, |single| Ok(Found::with_its_neighbour(single)))?;
    let bad = |path: &Path, reason: &dyn std::fmt::Display| {
        Failure::bad(format!("cannot use {}: {reason}", path.display()))
    };
    let read = |path: &Path| fs::read(path).map_err(|error| bad(path, &error));
    let threads = found.threads.as_deref().map(read).transpose()?;
    let engines = Engines { single: read(&found.single)?, threads };
    let files = plywood_web::site(engines).map_err(|error| bad(&found.single, &error))?;
    fs::create_dir_all(&args.dir).map_err(|error| cannot_write(&args.dir, &error))?;
    for (name, bytes) in &files {
        let path = args.dir.join(name);
        fs::write(&path, bytes).map_err(|error| cannot_write(&path, &error))?;
    }
    if found.threads.is_none() {
        out.text(format!("the engines have one thread: those compiled for {THREADS} are missing"))?;
    }
    let size = files.iter().map(|file| file.1.len() as u64).sum();
    Ok(out.text(format!(
        "wrote {} files, {} bytes, to {}",
        files.len(),
        grouped(size),
        args.dir.display()
    ))?)
}

impl Found {
    /// These engines, and those with threads if they lie beside them: `NAME-threads.wasm` beside `NAME.wasm`.
    fn with_its_neighbour(single: PathBuf) -> Self {
        let mut name = single.file_stem().unwrap_or_default().to_owned();
        name.push("-threads.wasm");
        let threads = Some(single.with_file_name(name)).filter(|path| path.is_file());
        Self { single, threads }
    }
}

/// The files of the engines: those beside the program, or else made from the sources that the command is
/// given in.
fn engines() -> Result<Found, Failure> {
    let beside = env::current_exe()?.with_file_name(BESIDE);
    if beside.is_file() {
        return Ok(Found::with_its_neighbour(beside));
    }
    let here = env::current_dir()?;
    let sources = here.ancestors().find(|folder| folder.join("desk/worker/Cargo.toml").is_file());
    let sources = sources.ok_or_else(|| {
        Failure::bad(format!(
            "no {BESIDE} beside the program, and no sources of plywood here; name the file with --engines"
        ))
    })?;
    add_target(TARGET, sources);
    add_target(THREADS, sources);
    let threads = has_target(THREADS, sources).then(|| compiled(THREADS, sources)).transpose()?;
    Ok(Found { single: compiled(TARGET, sources)?, threads })
}

/// Brings the standard library for a target. Without rustup, it has come with the compiler or cannot be
/// brought.
fn add_target(target: &str, sources: &Path) {
    let _ = command("rustup", sources).args(["--quiet", "target", "add", target]).status();
}

/// Whether the compiler has the standard library for a target.
fn has_target(target: &str, sources: &Path) -> bool {
    let mut compiler = command("rustc", sources);
    let folder =
        compiler.args(["--print", "target-libdir", "--target", target]).stdout(Stdio::piped()).output();
    folder.is_ok_and(|folder| Path::new(String::from_utf8_lossy(&folder.stdout).trim()).is_dir())
}

/// Compiles the engines from these sources.
fn compiled(machine: &str, sources: &Path) -> Result<PathBuf, Failure> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| sources.join("target"), PathBuf::from);
    let target = if target.is_absolute() { target } else { env::current_dir()?.join(target) };
    let mut cargo = command("cargo", sources);
    cargo.args(["build", "--quiet", "--profile", "site", "--target", machine, "-p", "plywood-worker"]);
    let built = cargo.arg("--target-dir").arg(&target).status();
    match built {
        Ok(status) if status.success() => Ok(target.join(machine).join("site/plywood_worker.wasm")),
        Ok(_) => Err(Failure::bad(format!("cargo cannot compile plywood-worker for {machine}"))),
        Err(error) => Err(Failure::bad(format!("cannot run cargo: {error}"))),
    }
}

/// A command in the folder of the sources that says nothing but what went wrong.
fn command(program: &str, sources: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(sources).stdin(Stdio::null()).stdout(Stdio::null());
    command
}
