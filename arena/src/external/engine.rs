//! External engines.

use super::log::{Journal, Log};
use super::process::Process;
use super::settings::Settings;
use super::watch::{Step, Watch};
use crate::playing::play_turn;
use core::fmt;
use core::time::Duration;
use plywood_play::{Engine, EngineError, Fault, Session, Spec, Thoughts};
use plywood_protocols::client::{Allowance, Answer, Client, News};
use plywood_search::{Limits, StopHandle, TimeLeft};

/// The time that a program has to exit after it was told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// An engine that is another program; see the [module](super).
///
/// The program runs as long as this value lives. A program that fails is ended, and restarted at the next
/// game or question.
pub struct ExternalEngine {
    spec: Spec,
    settings: Settings,
    /// What goes into a log.
    journal: Journal,
    /// A game of the kind that it will be asked about.
    game: Box<dyn Session>,
    running: Option<Running>,
    /// The reason why it could not be started for this game.
    failure: Option<Fault>,
    /// Whether it was told nothing since its last game began.
    is_fresh: bool,
    /// The clock that the next game begins with.
    clock: Option<TimeLeft>,
}

/// A program with its protocol client.
struct Running {
    process: Process,
    client: Box<dyn Client>,
}

impl fmt::Debug for ExternalEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_running = self.running.is_some();
        f.debug_struct("ExternalEngine")
            .field("settings", &self.settings)
            .field("is_running", &is_running)
            .finish_non_exhaustive()
    }
}

impl ExternalEngine {
    /// The name of the engine on a command line.
    pub const NAME: &'static str = "external";

    /// Starts the program that `spec` describes, for games like that of `session`, and waits until it is
    /// ready.
    ///
    /// # Errors
    ///
    /// If an option is missing or invalid, the protocol does not support the game, or the program does not
    /// start properly.
    pub fn new(session: &dyn Session, spec: &Spec) -> Result<Self, EngineError> {
        Self::with_log(session, spec, None)
    }

    /// The same, with a log of what is said. Without one the file that the spec names, if it does, gets it.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), or if the file of the spec cannot be written.
    pub fn with_log(session: &dyn Session, spec: &Spec, log: Option<Log>) -> Result<Self, EngineError> {
        Self::with_settings(session, spec, Settings::read(spec)?, log)
    }

    /// The same for a program that is described by `settings`, whatever it was asked for as.
    ///
    /// # Errors
    ///
    /// If the protocol does not know the game, the program does not start as it should, or the log cannot be
    /// written.
    pub fn with_settings(
        session: &dyn Session,
        spec: &Spec,
        settings: Settings,
        log: Option<Log>,
    ) -> Result<Self, EngineError> {
        let log = log.map_or_else(|| settings.open_log(), |log| Ok(Some(log)))?;
        let mut engine = Self {
            spec: spec.clone(),
            journal: Journal::new(log, settings.name()),
            settings,
            game: session.fork(),
            running: None,
            failure: None,
            is_fresh: false,
            clock: None,
        };
        engine.start()?;
        Ok(engine)
    }

    /// Restarts the program.
    fn start(&mut self) -> Result<(), EngineError> {
        self.running = None;
        let mut client = self.settings.client(&*self.game)?;
        let process = Process::start(&self.settings, self.journal.clone())?;
        let lines = client.open();
        self.running = Some(Running { process, client });
        self.order(lines)?;
        self.begin_game()?;
        Ok(())
    }

    /// Tells the program that another game begins.
    fn begin_game(&mut self) -> Result<(), Fault> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let clock = Allowance { left: self.clock, ..Allowance::default() };
        let lines = running.client.new_game(&clock.or(self.settings.limits));
        self.order(lines)?;
        self.is_fresh = true;
        Ok(())
    }

    /// Sends a command and waits until it is done.
    fn order(&mut self, lines: Vec<String>) -> Result<(), Fault> {
        let watch = Watch::new(self.settings.patience, Duration::ZERO, None);
        self.converse(lines, watch, &mut |news| match news {
            News::Ready => Step::Done(()),
            _ => Step::Wait,
        })
        .map(|((), _)| ())
    }

    /// Sends a command and reads lines until `judge` accepts them; returns its result and the time taken. A
    /// program that fails is ended.
    fn converse<T>(
        &mut self,
        lines: Vec<String>,
        mut watch: Watch<'_>,
        judge: &mut dyn FnMut(News) -> Step<T>,
    ) -> Result<(T, Duration), Fault> {
        let Some(mut running) = self.running.take() else {
            return Err(Fault::Start("it does not run".to_owned()));
        };
        for line in lines {
            running.process.say(line);
        }
        match watch.wait(&mut running.process, &mut *running.client, judge) {
            Ok(done) => {
                self.running = Some(running);
                Ok((done, watch.elapsed()))
            }
            Err(Some(fault)) => {
                running.process.journal.note(&format!("fault: it {fault}"));
                Err(fault)
            }
            Err(None) => Err(running.process.post_mortem()),
        }
    }

    /// Makes the watch over one answer.
    fn watch<'a>(&self, allowance: &Allowance, stop: &'a StopHandle) -> Watch<'a> {
        match allowance.deadline() {
            Some(limit) => Watch::new(limit, self.settings.margin, Some(stop)),
            None => Watch::new(self.settings.patience, Duration::ZERO, Some(stop)),
        }
    }

    /// The report, if its move can be played.
    fn checked(&mut self, thoughts: Thoughts, session: &dyn Session) -> Result<Thoughts, Fault> {
        let played = thoughts.best.as_ref().map(|answer| (answer, play_turn(&mut *session.fork(), answer)));
        if let Some((answer, Err(reason))) = played {
            self.running = None;
            return Err(Fault::IllegalMove { answer: answer.clone(), reason });
        }
        Ok(thoughts)
    }
}

impl Engine for ExternalEngine {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        observe: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        if let Some(failure) = self.failure.take() {
            return Err(failure.into());
        }
        if self.running.is_none() {
            self.start()?;
        }
        self.is_fresh = false;
        let allowance = Allowance::of(limits).or(self.settings.limits);
        let Some(running) = &mut self.running else { return Err(Fault::Exit.into()) };
        running.process.forget();
        let lines = running.client.ask(session, &allowance)?;
        let watch = self.watch(&allowance, &limits.stop);
        let (answer, elapsed) = self.converse(lines, watch, &mut |news| match news {
            News::Answer(answer) => Step::Done(answer),
            News::Thoughts(thoughts) => {
                observe(&thoughts);
                Step::Wait
            }
            _ => Step::Wait,
        })?;
        match answer {
            Answer::Resigns => Err(Fault::Resignation.into()),
            Answer::Thoughts(thoughts) => {
                Ok(self.checked(Thoughts { elapsed: Some(elapsed), ..*thoughts }, session)?)
            }
        }
    }

    fn label_game(&mut self, label: &str) {
        self.journal.set_game(label);
        if let Some(running) = &mut self.running {
            running.process.journal.set_game(label);
        }
    }

    fn set_clock(&mut self, left: Option<TimeLeft>) {
        // A program that was told another clock has to hear of the game again.
        self.is_fresh &= self.clock == left;
        self.clock = left;
    }

    fn build(&self) -> Option<String> {
        // A program that does not say which build it is, is not of ours.
        let said = self.running.as_ref().and_then(|running| running.client.build());
        Some(said.unwrap_or_else(|| "unknown".to_owned()))
    }

    fn new_game(&mut self) {
        self.failure = None;
        let begun = match &self.running {
            Some(_) if self.is_fresh => Ok(()),
            Some(_) => self.begin_game(),
            None => Err(Fault::Exit),
        };
        // A failed program is restarted here, not on the time of its first move.
        if begun.is_err()
            && let Err(EngineError::Fault(fault)) = self.start()
        {
            self.failure = Some(fault);
        }
    }
}

/// Tells the program to exit, and ends it if it does not.
impl Drop for ExternalEngine {
    fn drop(&mut self) {
        if let Some(Running { mut process, mut client }) = self.running.take() {
            for line in client.quit() {
                process.say(line);
            }
            process.farewell(FAREWELL);
        }
    }
}
