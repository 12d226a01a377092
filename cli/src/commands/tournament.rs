//! `plywood tournament`: more than two engines, each pairing a match of its own.

use crate::args::TournamentArgs;
use crate::commands::matches;
use crate::contest::Contest;
use crate::failure::Failure;
use crate::output::{Output, Progress};
use plywood_arena::{CrossTable, Format, Match, MatchEnd, Standing, Summary};
use plywood_bench::tables::write_file;
use plywood_play::{Spec, TextError};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

pub(crate) fn run(args: &TournamentArgs, out: &mut Output) -> Result<(), Failure> {
    let engines = engines(&args.engines)?;
    let format: Format = args.format.parse()?;
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    let mut tournament = Tournament {
        contest: Contest::new(&args.contest, &args.position)?,
        table: CrossTable::new(engines.iter().map(ToString::to_string)),
        summaries: Vec::new(),
        games: 0,
    };
    let pairings = format.pairings(engines.len());
    let of = |pairing: &[usize; 2]| tournament.contest.between(pairing.map(|engine| engines[engine].clone()));
    let matches = pairings.iter().map(of).collect::<Result<Vec<_>, _>>()?;
    // So that the last engine's mistake is told at once.
    matches.iter().try_for_each(Match::check)?;
    let has_ended = tournament.play_all(&pairings, &matches)?;
    let value = tournament.in_json(format);
    if let Some(folder) = &args.out {
        tournament.write(folder, &value)?;
    }
    if args.json {
        out.json(&value)?;
    } else {
        out.text(tournament.table.to_string().trim_end())?;
    }
    if has_ended {
        return Ok(());
    }
    let asked: u64 = matches.iter().map(|contest| contest.games.next_multiple_of(2)).sum();
    Err(tournament.contest.early(&format!("{} of {asked} games", tournament.games)))
}

/// The engines; the same one twice would be one name for two rows of the table.
fn engines(texts: &[String]) -> Result<Vec<Spec>, Failure> {
    for (index, text) in texts.iter().enumerate() {
        if texts[..index].contains(text) {
            return Err(TextError::new("engine", text, "it is given twice").into());
        }
    }
    if texts.len() < 2 {
        return Err(Failure::bad("a tournament takes two engines or more"));
    }
    texts.iter().map(|text| Ok(text.parse()?)).collect()
}

/// A tournament under way.
struct Tournament<'a> {
    contest: Contest<'a>,
    table: CrossTable,
    summaries: Vec<([usize; 2], Summary)>,
    games: u64,
}

impl Tournament<'_> {
    /// Plays the pairings one after the other. False if that was ended early.
    fn play_all(&mut self, pairings: &[[usize; 2]], matches: &[Match]) -> Result<bool, Failure> {
        for (pairing, contest) in pairings.iter().zip(matches) {
            if !self.play(*pairing, contest, pairings.len())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays a pairing, or what is left of it. False if it was ended early.
    fn play(&mut self, pairing: [usize; 2], contest: &Match, pairings: usize) -> Result<bool, Failure> {
        let mut progress = Progress::new();
        let number = self.summaries.len() + 1;
        let [first, second] = contest.engines.each_ref().map(ToString::to_string);
        let summary = self.contest.play(contest, &mut |standing| {
            let score = matches::progress_line(standing);
            progress.show(
                standing.elapsed,
                &format!("pairing {number} of {pairings}, {first} - {second}: {score}"),
            );
        });
        progress.clear();
        let summary = summary?;
        let ended = summary.ended != Some(MatchEnd::Stopped);
        self.games += summary.tally.games();
        self.table.set(pairing, summary.tally);
        self.summaries.push((pairing, summary));
        Ok(ended)
    }

    /// The standings, the best first, and the pairings as `plywood match --json` gives them.
    fn in_json(&self, format: Format) -> Value {
        let engine = |standing: Standing| {
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
            "pairings": self.summaries.iter().map(|(_, summary)| matches::in_json(summary)).collect::<Vec<_>>(),
        })
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
