//! `plywood tournament`: a match for each pairing of several engines, round by round.

use crate::args::TournamentArgs;
use crate::commands::matches::{self, Live};
use crate::contest::Contest;
use crate::failure::Failure;
use crate::output::{Output, grouped};
use crate::setup;
use crate::terminal::colour::{WARNING, painted};
use plywood_arena::{CrossTable, MatchEnd, RankedEngine, Summary, Tournament, TournamentFormat};
use plywood_bench::tables::write_file;
use plywood_play::{Spec, TextError};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

pub(crate) fn run(args: &TournamentArgs, out: &mut Output) -> Result<(), Failure> {
    let (engines, format) = (&args.engines, args.format);
    check(engines)?;
    setup::check_engines(&args.position, engines)?;
    let mut contest = Contest::new(&args.contest, &args.position)?;
    let model = contest.between([engines[0].clone(), engines[1].clone()])?;
    args.svg.as_deref().map_or(Ok(()), setup::check_writable)?;
    let mut tournament = Tournament::new(&model, engines, format);
    tournament.identify()?;
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    let summaries = play(&mut contest, &tournament)?;
    let results = Results::new(engines, &tournament, summaries);
    let value = results.in_json(format);
    if let Some(folder) = &args.out {
        results.write(folder, &value)?;
    }
    if let Some(file) = &args.svg {
        write_file(file, &results.table.svg()).map_err(|error| unwritable(file, &error.error))?;
    }
    if args.json {
        out.json(&value)?;
    } else {
        out.text(results.table.to_string().trim_end())?;
        for warning in results.warnings() {
            out.text(painted(WARNING, warning))?;
        }
    }
    if results.summaries.iter().all(|summary| summary.ended != Some(MatchEnd::Stopped)) {
        return Ok(());
    }
    let sum = |count: fn(&Summary) -> u64| results.summaries.iter().map(count).sum::<u64>();
    let (played, asked) = (sum(|summary| summary.tally.games()), sum(|summary| summary.games));
    Err(contest.early(&format!("{} of {} games", grouped(played), grouped(asked))))
}

/// Plays the rest of the tournament and shows progress.
fn play(contest: &mut Contest<'_>, tournament: &Tournament) -> Result<Vec<Summary>, Failure> {
    let pairings = tournament.pairings().len();
    let mut live = Live::new(pairings);
    let summaries = contest.play_all(tournament, &mut |pairing, standing| {
        let [first, second] = standing.engines.each_ref().map(ToString::to_string);
        let title = format!("pairing {} of {pairings}, {first} - {second}: ", pairing + 1);
        live.show(pairing, &title, standing);
    });
    live.clear();
    summaries
}

/// The same engine twice would be one name for two rows of the table.
fn check(engines: &[Spec]) -> Result<(), Failure> {
    for (index, engine) in engines.iter().enumerate() {
        if engines[..index].contains(engine) {
            return Err(TextError::new("engine", engine.to_string(), "it is given twice").into());
        }
    }
    if engines.len() < 2 {
        return Err(Failure::bad("a tournament takes two engines or more"));
    }
    Ok(())
}

/// The results of a tournament.
struct Results {
    table: CrossTable,
    /// How each pairing ended.
    summaries: Vec<Summary>,
}

impl Results {
    fn new(engines: &[Spec], tournament: &Tournament, summaries: Vec<Summary>) -> Self {
        let mut table = CrossTable::new(engines.iter().map(ToString::to_string));
        for (pairing, summary) in tournament.pairings().iter().zip(&summaries) {
            table.set(*pairing, summary.tally);
        }
        Self { table, summaries }
    }

    /// The standings, the best first, and the pairings as `plywood match --json` prints them.
    fn in_json(&self, format: TournamentFormat) -> Value {
        let engine = |standing: RankedEngine| {
            json!({
                "engine": self.table.engines()[standing.engine],
                "points": standing.points,
                "games": standing.games,
                "elo": standing.rating.map(|rating| rating.value),
                "interval": standing.rating.map(|rating| [rating.low, rating.high]),
            })
        };
        json!({
            "format": format.to_string(),
            "standings": self.table.standings().into_iter().map(engine).collect::<Vec<_>>(),
            "pairings": self.summaries.iter().map(matches::in_json).collect::<Vec<_>>(),
        })
    }

    /// What makes the results of pairings worth less than they seem.
    fn warnings(&self) -> Vec<String> {
        let warning = |summary: &Summary| {
            let [first, second] = summary.engines.each_ref().map(ToString::to_string);
            Some(format!("warning: {first} - {second}: {}", summary.warning()?))
        };
        self.summaries.iter().filter_map(warning).collect()
    }

    fn write(&self, folder: &Path, value: &Value) -> Result<(), Failure> {
        let files = [
            ("crosstable.txt", self.table.to_string()),
            ("crosstable.json", format!("{value:#}\n")),
            ("crosstable.csv", self.table.csv()),
            ("crosstable.svg", self.table.svg()),
        ];
        for (name, content) in files {
            let path = folder.join(name);
            write_file(&path, &content).map_err(|error| unwritable(&path, &error.error))?;
        }
        Ok(())
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::bad(format!("cannot write {}: {error}", path.display()))
}
