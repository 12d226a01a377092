//! Games for training, played on several threads and written in order, so that a killed run goes on where it was.

use crate::journal::{JobError, resume};
use crate::self_play::SelfPlay;
use plywood_play::{AnyGame, EngineError, Record};
use plywood_search::StopHandle;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The games in the file.
    pub games: u64,
    /// The games of the file that this run has played.
    pub played: u64,
    /// The plies of those.
    pub plies: u64,
}

/// Brings a file to `games` games of `game`. Games that are in it stay, so that a run that was stopped or killed goes on.
///
/// The file begins with a line of the settings; then comes a record a line, in the order of the games' numbers. It depends on the
/// settings alone, and not on the number of threads, if the engine is limited by nodes or depth.
///
/// # Errors
///
/// If the file was made with other settings or cannot be written, or the engine fails. Finished games stay in the file.
pub fn generate(
    game: &dyn AnyGame,
    settings: &SelfPlay,
    (games, threads): (u64, usize),
    path: &Path,
    stop: &StopHandle,
    observe: &mut dyn FnMut(&Progress),
) -> Result<Progress, JobError> {
    settings.player(game, stop)?;
    let (mut file, done) = resume(path, &format!("# plywood games of {}: {settings}", game.info().name))?;
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

/// A game and its number, or why there is none.
type Message = (u64, Result<Record, EngineError>);

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
            Err(error) => sender.send((number, Err(error))),
        };
        if played.is_err() {
            return;
        }
    }
}

/// Writes games as soon as all before them are written.
fn write_in_order(
    receiver: &Receiver<Message>,
    file: &mut File,
    progress: &mut Progress,
    observe: &mut dyn FnMut(&Progress),
) -> Result<(), JobError> {
    let mut waiting = BTreeMap::new();
    for (number, played) in receiver {
        waiting.insert(number, played?);
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
