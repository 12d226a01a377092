//! The same engine of another build: a program of plywood's at a path, asked in UGI.

use core::time::Duration;
use plywood_arena::external::{ExternalEngine, Log, Settings};
use plywood_play::{Engine, EngineError, Named, Session, Spec, TextError, Thoughts, read_duration};
use plywood_search::{Limits, TimeLeft};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The engine as front ends list it.
pub const OTHER_BUILD: Named = Named {
    name: "NAME@PATH",
    summary: "the engine NAME of another build, the program plywood at PATH: its own options, and patience",
};

/// An engine of another build: `NAME@PATH:OPTIONS`, see the crate's documentation.
#[derive(Debug)]
pub struct OtherBuild {
    program: ExternalEngine,
    /// A number over the program's file, in case the program does not say which build it is.
    file: String,
}

impl OtherBuild {
    /// How much longer than its time an answer may take, unless `patience` is given.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Starts the program for games like that of `session`; what is said goes to the log, if there is one.
    ///
    /// # Errors
    ///
    /// If no program is named, it does not start, or it does not know the game, the engine or an option.
    pub fn new(session: &dyn Session, spec: &Spec, log: Option<Log>) -> Result<Self, EngineError> {
        let Some((name, path)) = spec.program() else {
            return Err(TextError::new("engine", spec.to_string(), "write NAME@PATH").into());
        };
        let file = file_digest(path)
            .map_err(|error| TextError::new("program", path, format!("it cannot be read: {error}")))?;
        let mut settings = Settings::read(&"external:cmd=plywood,protocol=ugi".parse()?)?;
        // A name alone is a file beside us, as everywhere in this text, and no command to be looked for.
        let program = Path::new(".").join(path).display().to_string();
        settings.command =
            [&program, "ugi", &game(session), "--engine", &engine(name, spec)?].map(str::to_owned).to_vec();
        settings.patience = patience(spec)?;
        let program = ExternalEngine::with_settings(session, spec, settings, log)?;
        Ok(Self { program, file })
    }
}

/// The game as the command line names it.
fn game(session: &dyn Session) -> String {
    let (name, rules) = (session.info().name, session.rules());
    if rules.is_empty() { name.to_owned() } else { format!("{name}:{rules}") }
}

/// What the other program is asked for.
fn engine(name: &str, spec: &Spec) -> Result<String, TextError> {
    let mut asked = Spec::new(name)?;
    for (key, value) in spec.options().filter(|(key, _)| *key != "patience") {
        asked.set(key, value);
    }
    Ok(asked.to_string())
}

fn patience(spec: &Spec) -> Result<Duration, TextError> {
    let patience = spec.get("patience").map_or(Ok(OtherBuild::PATIENCE), read_duration)?;
    let time = spec.get("time").map_or(Ok(Duration::ZERO), read_duration)?;
    Ok(patience.saturating_add(time))
}

/// A number over a file that hardly two builds share (the hash FNV-1a).
fn file_digest(path: &str) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut block = vec![0; 1 << 16];
    let mut digest: u64 = 0xcbf2_9ce4_8422_2325;
    loop {
        let length = file.read(&mut block)?;
        if length == 0 {
            return Ok(format!("file-{digest:016x}"));
        }
        for byte in &block[..length] {
            digest = (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Engine for OtherBuild {
    fn spec(&self) -> &Spec {
        self.program.spec()
    }

    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        observe: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        self.program.think(session, limits, observe)
    }

    fn new_game(&mut self) {
        self.program.new_game();
    }

    fn label_game(&mut self, label: &str) {
        self.program.label_game(label);
    }

    fn set_clock(&mut self, left: Option<TimeLeft>) {
        self.program.set_clock(left);
    }

    fn build(&self) -> Option<String> {
        // The name alone, as version 0.1 says it, is the same for all builds.
        let said = self.program.build().filter(|build| build.contains('+'));
        Some(said.unwrap_or_else(|| self.file.clone()))
    }
}
