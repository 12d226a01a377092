//! Games for training, played on several threads and written in order, so that a killed run goes on where it
//! was.

use crate::journal::{JobError, resume};
use crate::self_play::SelfPlay;
use plywood_play::{AnyGame, Record};
use plywood_search::StopHandle;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The games in the file.
    pub games: u64,
    /// The games of the file that this run has played.
    pub played: u64,
    /// The plies of those.
    pub plies: u64,
}

/// Brings a file to `games` games of `game`. Games that are in it stay, so that a run that was stopped or
/// killed goes on.
///
/// The file begins with a line of the settings; then comes a record a line, in the order of the games'
/// numbers. It depends on the settings alone, and not on the number of threads, if the engine is limited by
/// nodes or depth.
///
/// # Errors
///
/// If the file was made with other settings or cannot be written, or the engine fails. Finished games stay in
/// the file.
pub fn generate(
    game: &dyn AnyGame,
    settings: &SelfPlay,
    (games, threads): (u64, usize),
    path: &Path,
    stop: &StopHandle,
    observe: &mut dyn FnMut(&Progress),
) -> Result<Progress, JobError> {
    settings.player(game, stop)?;
    let (mut file, done) = resume(path, &header(game, settings))?;
    let mut progress = Progress { games: done, ..Progress::default() };
    let next = AtomicU64::new(done);
    let (sender, receiver) = sync_channel(64);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || work(game, settings, (next, games), stop, &sender));
        }
        drop(sender);
        let written = write_in_order(&receiver, &mut file, &mut progress, observe);
        if written.is_err() {
            stop.stop();
            // Workers that wait for a place in the channel are let go.
            while receiver.recv().is_ok() {}
        }
        written
    })?;
    file.flush()?;
    Ok(progress)
}

/// The first line of a file of games.
fn header(game: &dyn AnyGame, settings: &SelfPlay) -> String {
    format!("# plywood games of {}: {settings}", game.info().name)
}

/// Brings a file on with games that are played elsewhere, as [`generate`] does with its own. `begin` is told
/// how many games the file holds, and gives those that follow, in any order, perhaps some of them twice;
/// whoever gives them has [replayed](SelfPlay::replay) them.
///
/// # Errors
///
/// As [`generate`], and those that are given.
pub fn gather<I: IntoIterator<Item = (u64, Result<Record, JobError>)>>(
    game: &dyn AnyGame,
    settings: &SelfPlay,
    path: &Path,
    begin: impl FnOnce(u64) -> I,
    observe: &mut dyn FnMut(&Progress),
) -> Result<Progress, JobError> {
    let (mut file, done) = resume(path, &header(game, settings))?;
    let mut progress = Progress { games: done, ..Progress::default() };
    write_in_order(begin(done), &mut file, &mut progress, observe)?;
    file.flush()?;
    Ok(progress)
}

/// A game and its number, or why there is none.
type Message = (u64, Result<Record, JobError>);

/// Plays games of numbers not yet taken until there are enough.
fn work(
    game: &dyn AnyGame,
    settings: &SelfPlay,
    (next, games): (&AtomicU64, u64),
    stop: &StopHandle,
    sender: &SyncSender<Message>,
) {
    let Ok(mut player) = settings.player(game, stop) else { return };
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= games || stop.is_stopped() {
            return;
        }
        let played = match player.play(number) {
            Ok(None) => return,
            Ok(Some(record)) => sender.send((number, Ok(record))),
            Err(error) => sender.send((number, Err(error.into()))),
        };
        if played.is_err() {
            return;
        }
    }
}

/// Writes games as soon as all before them are written.
fn write_in_order(
    games: impl IntoIterator<Item = Message>,
    file: &mut File,
    progress: &mut Progress,
    observe: &mut dyn FnMut(&Progress),
) -> Result<(), JobError> {
    let mut waiting = BTreeMap::new();
    for (number, played) in games {
        let played = played?;
        if number >= progress.games {
            waiting.insert(number, played);
        }
        while let Some(record) = waiting.remove(&progress.games) {
            // One call a line: a kill leaves at most one torn line, the last.
            file.write_all(format!("{record}\n").as_bytes())?;
            progress.games += 1;
            progress.played += 1;
            progress.plies += record.moves.len() as u64;
            observe(progress);
        }
    }
    Ok(())
}
