//! Matches and tournaments from the command line, with or without a store.

use crate::args::{ContestArgs, PositionArgs};
use crate::build;
use crate::engines;
use crate::failure::Failure;
use crate::interrupt;
#[cfg(feature = "queue")]
use crate::queue;
use crate::setup::{self, cannot_write, check_writable};
use crate::values::OpeningsChoice;
use plywood_arena::external::Log;
use plywood_arena::store::{Store, StoreError};
use plywood_arena::{
    Book, Ledger, Match, MatchError, MemoryLedger, Openings, PlayedGame, Summary, Tournament,
};
use plywood_play::Spec;
use plywood_search::StopHandle;
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Plays matches under the same arguments.
pub(crate) struct Contest<'a> {
    args: &'a ContestArgs,
    position: &'a PositionArgs,
    openings: Openings,
    stop: StopHandle,
    records: Option<Records<'a>>,
    log: Option<Log>,
    /// The error of writing the record of a game.
    unwritten: Option<Failure>,
}

impl<'a> Contest<'a> {
    pub(crate) fn new(args: &'a ContestArgs, position: &'a PositionArgs) -> Result<Self, Failure> {
        let stop = interrupt::stop_handle();
        Ok(Self {
            args,
            position,
            openings: openings(args, position)?,
            stop,
            records: args.records.as_deref().map(Records::new),
            log: args.log.as_deref().map(create_log).transpose()?,
            unwritten: None,
        })
    }

    /// A match of two engines.
    pub(crate) fn between(&self, engines: [Spec; 2]) -> Result<Match, Failure> {
        let args = self.args;
        let start = setup::session(self.position)?;
        let log = self.log.clone();
        let mut contest = Match::new(start, engines)
            .with_engine_maker(move |session, spec| engines::make_with_log(session, spec, log.clone()));
        contest.build = String::from(build::ID);
        contest.any_build = args.any_build;
        contest.games = args.games;
        contest.concurrency = args.concurrency as usize;
        contest.seed = args.seed;
        contest.openings = self.openings.clone();
        contest.control = args.clock;
        contest.time = args.time;
        contest.margin = args.margin;
        contest.resign = args.resign;
        contest.even_game = args.draw;
        contest.by_proof = args.adjudicate;
        contest.max_plies = args.max_plies as usize;
        contest.stop = self.stop.clone();
        args.records.as_deref().map_or(Ok(()), check_writable)?;
        Ok(contest)
    }

    /// Plays a match, or the games that its store lacks, and shows the score after each game.
    pub(crate) fn play(
        &mut self,
        contest: &mut Match,
        show: &mut dyn FnMut(&Summary),
    ) -> Result<Summary, Failure> {
        contest.identify()?;
        contest.check()?;
        let args = self.args;
        let stored = args.store.as_deref().map(|path| Store::open(path)?.ledger(contest)).transpose()?;
        let memory = MemoryLedger::default();
        let ledger: &dyn Ledger = stored.as_ref().map_or(&memory, |stored| stored);
        let mut observe = |game: PlayedGame, standing: &Summary| {
            show(standing);
            self.note(&game)
        };
        #[cfg(feature = "queue")]
        if let Some(url) = &args.queue {
            let summary = queue::count((url, args.scale_time), contest, ledger, &mut observe);
            self.written()?;
            return summary;
        }
        let summary = contest.run_with(ledger, &mut observe);
        self.written()?;
        Ok(summary?)
    }

    /// The same for a tournament whose engines have been identified: `show` gets the number of the pairing
    /// too.
    pub(crate) fn play_all(
        &mut self,
        tournament: &Tournament,
        show: &mut dyn FnMut(usize, &Summary),
    ) -> Result<Vec<Summary>, Failure> {
        tournament.matches().iter().try_for_each(Match::check)?;
        let args = self.args;
        let open = |path: &PathBuf| Store::open(path)?.ledgers(tournament.matches());
        let stored = args.store.as_ref().map(open).transpose()?;
        let memories: Vec<MemoryLedger> =
            tournament.matches().iter().map(|_| MemoryLedger::default()).collect();
        let ledgers: Vec<&dyn Ledger> = match &stored {
            None => memories.iter().map(|memory| memory as &dyn Ledger).collect(),
            Some(stored) => stored.iter().map(|stored| stored as &dyn Ledger).collect(),
        };
        let mut observe = |pairing: usize, game: PlayedGame, standing: &Summary| {
            show(pairing, standing);
            self.note(&game)
        };
        #[cfg(feature = "queue")]
        if let Some(url) = &args.queue {
            let summaries = queue::count_all((url, args.scale_time), tournament, &ledgers, &mut observe);
            self.written()?;
            return summaries;
        }
        let summaries = tournament.run_with(&ledgers, &mut observe);
        self.written()?;
        Ok(summaries?)
    }

    /// Writes the record of a game that has been counted.
    fn note(&mut self, game: &PlayedGame) -> ControlFlow<()> {
        if let Some(records) = &mut self.records {
            self.unwritten = records.add(game).err();
        }
        if self.unwritten.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// What kept a record or the log from being written.
    fn written(&mut self) -> Result<(), Failure> {
        let log = self.log.as_ref().and_then(Log::failure);
        let log = log.map(|reason| Failure::bad(format!("cannot write the log: {reason}")));
        self.unwritten.take().or(log).map_or(Ok(()), Err)
    }

    /// The failure of work that ended early, with what was done.
    pub(crate) fn early(&self, done: &str) -> Failure {
        let why = if self.stop.is_stopped() { "interrupted" } else { "the time was up" };
        let go_on = match self.args.store {
            Some(_) => "the same command goes on",
            None => "with --store FILE games are kept, and the same command goes on",
        };
        Failure::Early(format!("{why} after {done}; {go_on}"))
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        Self::bad(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::bad(error)
    }
}

fn openings(args: &ContestArgs, position: &PositionArgs) -> Result<Openings, Failure> {
    let source = match &args.openings {
        OpeningsChoice::Made(text) => return Ok(text.parse()?),
        OpeningsChoice::File(source) => source.clone(),
    };
    if position.position.is_some() || position.moves.is_some() {
        return Err(Failure::bad(
            "--openings: a file has its own positions; leave --position and --moves out",
        ));
    }
    let path = PathBuf::from(&source.path);
    let text = setup::read_text(&path)?;
    let (game, rules) = setup::game(&position.game);
    let book = Book::read(source, game, rules, &text);
    Ok(Openings::Book(book.map_err(|error| Failure::bad(format!("{}: {error}", path.display())))?))
}

fn create_log(path: &Path) -> Result<Log, Failure> {
    Log::create(path).map_err(|error| cannot_write(path, &error))
}

/// The file of records, to which each game is written when it is counted.
struct Records<'a> {
    path: &'a Path,
    file: Option<File>,
}

impl<'a> Records<'a> {
    fn new(path: &'a Path) -> Self {
        Self { path, file: None }
    }

    fn add(&mut self, game: &PlayedGame) -> Result<(), Failure> {
        let written = self.file().and_then(|file| writeln!(file, "{}", game.record()));
        written.map_err(|error| cannot_write(self.path, &error))
    }

    fn file(&mut self) -> io::Result<&mut File> {
        match &mut self.file {
            Some(file) => Ok(file),
            none => Ok(none.insert(File::create(self.path)?)),
        }
    }
}
