//! Setup: from arguments to a session.

use crate::args::{GameArgs, PositionArgs};
use crate::engines;
use crate::failure::Failure;
use crate::replacement::beside;
use plywood_arena::external::{EXTERNAL, Settings};
use plywood_learn::NetFile;
use plywood_play::{AnyGame, Session, Spec, read_bytes};
use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

/// The named game, and the text of its rules.
pub(crate) fn game(args: &GameArgs) -> (&'static dyn AnyGame, &str) {
    (args.game.game, &args.game.rules)
}

/// The engine that was asked for, or the strongest of the game.
pub(crate) fn engine(asked: Option<&Spec>, game: &dyn AnyGame) -> Result<Spec, Failure> {
    asked.map_or_else(|| Ok(game.strongest().parse()?), |spec| Ok(spec.clone()))
}

/// The file of the network that an engine plays with, if its option `net` names one.
pub(crate) fn network(engine: &Spec) -> Result<Option<NetFile>, Failure> {
    let read = |path| Ok(NetFile::new(plywood_engines::read_network(path)?));
    engine.get("net").map(read).transpose()
}

/// The session at the requested position, after the requested moves.
pub(crate) fn session(args: &PositionArgs) -> Result<Box<dyn Session>, Failure> {
    let (game, rules) = game(&args.game);
    let mut session = game.session(rules, args.position.as_deref())?;
    for (index, mv) in args.moves.as_deref().unwrap_or_default().split_whitespace().enumerate() {
        let number = index + 1;
        session.play(mv).map_err(|error| Failure::bad(format!("--moves, ply {number}: {error}")))?;
    }
    Ok(session)
}

/// Finds out whether each engine can be made for the game.
pub(crate) fn check_engines<'a>(
    position: &PositionArgs,
    engines: impl IntoIterator<Item = &'a Spec>,
) -> Result<(), Failure> {
    let session = session(position)?;
    engines.into_iter().try_for_each(|engine| check_engine(&*session, engine))
}

/// Finds out whether an engine with these options can be made for a game, before anything else is done: it is
/// made with next to no memory, and let go. A program of somebody else is not started.
fn check_engine(session: &dyn Session, spec: &Spec) -> Result<(), Failure> {
    if spec.name() == EXTERNAL.name {
        Settings::read(spec)?;
        return Ok(());
    }
    if spec.program().is_some() {
        return Ok(());
    }
    if let Some(size) = spec.get("hash") {
        read_bytes(size)?;
    }
    let mut small = spec.clone();
    if matches!(spec.name(), "pvs" | "ids" | "mcts") {
        small.set("hash", "64kB");
    }
    if matches!(spec.name(), "pvs" | "mcts") && spec.get("book").is_none_or(|book| book == "on") {
        small.set("book", "off");
    }
    engines::make(session, &small)?;
    Ok(())
}

/// Finds out before long work whether its result can be written there. What the file holds stays, and a file
/// that does not exist never shows, so that a kill leaves no empty one: another name beside it is tried.
pub(crate) fn check_writable(file: &Path) -> Result<(), Failure> {
    let open = |tried: &Path| OpenOptions::new().create(true).append(true).open(tried);
    let failed = |error| cannot_write(file, &error);
    if file.exists() {
        return open(file).map(drop).map_err(failed);
    }
    let beside = beside(file, ".new");
    let is_new = !beside.exists();
    open(&beside).map_err(failed)?;
    if is_new {
        let _ = std::fs::remove_file(&beside);
    }
    Ok(())
}

pub(crate) fn cannot_write(file: &Path, error: &std::io::Error) -> Failure {
    Failure::bad(format!("cannot write {}: {error}", file.display()))
}

/// The text of a file of a gibibyte at most; `-` is standard input.
pub(crate) fn read_text(file: &Path) -> Result<String, Failure> {
    const LONGEST: u64 = 1 << 30;
    let cannot = |error| Failure::bad(format!("cannot read {}: {error}", file.display()));
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().take(LONGEST + 1).read_to_end(&mut bytes).map_err(cannot)?;
    } else {
        let file = std::fs::File::open(file).map_err(cannot)?;
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(cannot)?;
    }
    if bytes.len() as u64 > LONGEST {
        return Err(Failure::bad(format!("{} has more than {LONGEST} bytes: split it", file.display())));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::bad(format!("{} is no text: byte {at} is not UTF-8", file.display()))
    })
}

/// What this machine is called, where the system tells.
#[cfg(feature = "queue")]
pub(crate) fn machine() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).ok());
    told.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or("worker".to_owned())
}
