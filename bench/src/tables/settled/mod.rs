//! What the programs that plywood grew out of claimed by ten games or two, settled by hundreds.
//!
//! The matches go on from a store in a folder, so that they can be ended at any moment; beside it stands a
//! report, which is written anew after each of them. The tables of the four games belong to it, each computed
//! once.

mod contest;
mod fragment;
mod interval_chart;
mod report;

pub use contest::{Claim, Contest, Group};
pub use interval_chart::{Bar, interval_chart};

use super::{Options, Subject, Tables, TablesError, write_file};
use core::time::Duration;
use plywood_arena::store::Store;
use plywood_arena::{MatchEnd, Summary};
use std::path::{Path, PathBuf};
use std::thread;

/// How the matches are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The games of each match, an even number.
    pub games: u64,
    /// The time for a move.
    pub time: Duration,
    /// The seed of the openings.
    pub seed: u64,
    /// The games at once.
    pub threads: usize,
    /// The build of the program, by which its games are known; empty if it is not known.
    pub build: &'static str,
}

impl Settings {
    /// 200 games at a tenth of a second a move or, if it has to be quick, 10 games at a hundredth.
    pub fn new(quick: bool) -> Self {
        let (games, milliseconds) = if quick { (10, 10) } else { (200, 100) };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Self { games, time: Duration::from_millis(milliseconds), seed: 1, threads, build: "" }
    }
}

/// A part of the work.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A match, and how it stands.
    Contest(Contest, Box<Summary>),
    /// The tables of a game, and whether they are there.
    Tables(Subject, bool),
}

impl Part {
    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        match self {
            Self::Contest(_, summary) => summary.tally.games() >= summary.games,
            Self::Tables(_, is_there) => *is_there,
        }
    }

    /// A line: what it is, and what of it is done.
    pub fn line(&self) -> String {
        let mark = if self.is_done() { "done" } else { "left" };
        match self {
            Self::Contest(contest, summary) => {
                let (played, of) = (summary.tally.games(), summary.games);
                format!("{mark}  {}: {played} of {of} games", contest.title())
            }
            Self::Tables(subject, _) => format!("{mark}  {}: tables of nodes and turns", subject.name()),
        }
    }
}

/// The whole work in a folder.
#[derive(Clone, Debug)]
pub struct Work {
    settings: Settings,
    is_quick: bool,
    folder: PathBuf,
    /// The parts in the order in which they are done.
    pub parts: Vec<Part>,
}

impl Work {
    /// The name of the store, and of the report.
    const STORE: &'static str = "games.db";
    const REPORT: &'static str = "report.md";

    /// Looks into an existing folder for what is done under these settings; `is_quick` is about the tables of
    /// the games.
    ///
    /// # Errors
    ///
    /// If the store or a file cannot be read.
    pub fn new(settings: Settings, is_quick: bool, folder: &Path) -> Result<Self, TablesError> {
        let store = Store::open(&folder.join(Self::STORE))?;
        let known = store.matches()?;
        let mut parts = Vec::new();
        for contest in Contest::all(&settings) {
            let game = contest.game(&settings)?;
            let description = game.description();
            let found = known.iter().find(|stored| stored.description == description);
            let mut summary = found.map_or_else(|| game.summary(), |stored| stored.summary.clone());
            summary.games = settings.games;
            parts.push(Part::Contest(contest, Box::new(summary)));
        }
        for subject in Subject::ALL {
            parts.push(Part::Tables(subject, fragment::is_there(folder, subject, is_quick)));
        }
        Ok(Self { settings, is_quick, folder: folder.to_owned(), parts })
    }

    /// The file of the report.
    pub fn report(&self) -> PathBuf {
        self.folder.join(Self::REPORT)
    }

    /// Does what is left, and calls `finished` with the line of each part that comes to its end. The report
    /// is up to date whenever this returns or a part has been finished. When the stop handle of `options` is
    /// pulled, finished games are kept.
    ///
    /// # Errors
    ///
    /// If a match cannot be played, or a file not be written.
    pub fn run(
        &mut self,
        options: &mut Options<'_>,
        finished: &mut dyn FnMut(&str),
    ) -> Result<(), TablesError> {
        self.write_report()?;
        for index in 0..self.parts.len() {
            if options.stop.is_stopped() {
                break;
            }
            if self.parts[index].is_done() {
                continue;
            }
            let part = self.do_part(index, options)?;
            self.parts[index] = part;
            self.write_report()?;
            if self.parts[index].is_done() {
                finished(&self.parts[index].line());
            }
        }
        Ok(())
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.parts.iter().all(Part::is_done)
    }

    fn do_part(&self, index: usize, options: &mut Options<'_>) -> Result<Part, TablesError> {
        let place = format!("{} of {}", index + 1, self.parts.len());
        match &self.parts[index] {
            Part::Contest(contest, _) => {
                let summary = self.play(contest, &place, options)?;
                Ok(Part::Contest(contest.clone(), Box::new(summary)))
            }
            Part::Tables(subject, _) => {
                let tables = Tables::compute(*subject, options, &mut |_| {})?;
                let is_whole = !options.stop.is_stopped();
                if is_whole {
                    fragment::write(&self.folder, *subject, self.is_quick, &tables)?;
                }
                Ok(Part::Tables(*subject, is_whole))
            }
        }
    }

    fn play(
        &self,
        contest: &Contest,
        place: &str,
        options: &mut Options<'_>,
    ) -> Result<Summary, TablesError> {
        let mut game = contest.game(&self.settings)?;
        game.stop = options.stop.clone();
        let ledger = Store::open(&self.folder.join(Self::STORE))?.ledger(&game)?;
        let title = contest.title();
        let summary = game.run_with(&ledger, &mut |_, standing| {
            let (played, of) = (standing.tally.games(), standing.games);
            options.goes_on(format_args!("{place}: {title}, {played} of {of} games"));
            core::ops::ControlFlow::Continue(())
        })?;
        debug_assert!(summary.ended != Some(MatchEnd::Decided), "there is no test");
        Ok(summary)
    }

    fn write_report(&self) -> Result<(), TablesError> {
        for (name, content) in report::files(&self.parts, &self.settings, &self.folder, self.is_quick) {
            write_file(&self.folder.join(name), &content)?;
        }
        Ok(())
    }
}
