//! `plywood store`: lists, summarises and exports stored games.
//!
//! What can be read is shown, and what is damaged is named at the end, with status 2.

mod export;
mod own;

use crate::args::{StoreAction, StoreArgs, StoreExportArgs, StoreFilter, StoreListArgs};
use crate::commands::matches;
use crate::failure::Failure;
use crate::output::{Output, Progress};
use plywood_arena::store::{Contents, Damage, Store, StoreError, StoredSummary};
use plywood_arena::{Ending, PlayedGame};
use plywood_play::{RecordedResult, TextError};
use serde_json::{Value, json};

pub(crate) fn run(args: &StoreArgs, out: &mut Output) -> Result<(), Failure> {
    let store = Store::open_existing(&args.file)?;
    match &args.action {
        StoreAction::List(args) => list(&store, args, out),
        StoreAction::Stats(args) => stats(&store, args, out),
        StoreAction::Export(args) => export(&store, args, out),
    }
}

fn list(store: &Store, args: &StoreListArgs, out: &mut Output) -> Result<(), Failure> {
    let wanted = wanted(store, &args.filter)?;
    for found in &wanted.matches {
        if args.json {
            out.json(&in_json(found, &wanted.damage))?;
        } else {
            out.text(line(found))?;
        }
    }
    sound(store, &wanted.damage)
}

fn stats(store: &Store, args: &StoreListArgs, out: &mut Output) -> Result<(), Failure> {
    let wanted = wanted(store, &args.filter)?;
    for (index, found) in wanted.matches.iter().enumerate() {
        if args.json {
            out.json(&in_json(found, &wanted.damage))?;
            continue;
        }
        let blank = if index == 0 { "" } else { "\n" };
        out.text(format!("{blank}{}\n{}", heading(found), found.summary.to_string().trim_end()))?;
    }
    sound(store, &wanted.damage)
}

/// What is shown is shown; what is missing from it is an error.
fn sound(store: &Store, damage: &[Damage]) -> Result<(), Failure> {
    let path = store.path().to_owned();
    Damage::line(damage).map_or(Ok(()), |reason| Err(StoreError::Damaged { path, reason }.into()))
}

/// The matches that pass a filter. The number of a match that does not exist is an error.
fn wanted(store: &Store, filter: &StoreFilter) -> Result<Contents, Failure> {
    let missing = |id: u64| TextError::new("match", id.to_string(), "the store has no match of this number");
    let id = filter.match_id.map(|id| i64::try_from(id).map_err(|_| missing(id))).transpose()?;
    let mut progress = Progress::of(&format!("reading {}", store.path().display()));
    let contents = store.contents(id);
    progress.clear();
    let Contents { mut matches, mut damage } = contents?;
    if matches.is_empty()
        && damage.iter().all(|bad| bad.match_id.is_none())
        && let Some(id) = filter.match_id
    {
        return Err(missing(id).into());
    }
    let passes = |found: &StoredSummary| {
        filter.game.as_ref().is_none_or(|game| *game == found.description.game)
            && filter.engine.as_ref().is_none_or(|engine| {
                found.description.engines.iter().any(|known| known.contains(engine.as_str()))
            })
    };
    let others: Vec<i64> = matches.extract_if(.., |found| !passes(found)).map(|found| found.id).collect();
    damage.retain(|bad| bad.match_id.is_none_or(|id| !others.contains(&id)));
    Ok(Contents { matches, damage })
}

/// `match 1: loa, ...`.
fn heading(found: &StoredSummary) -> String {
    let description = &found.description;
    let heading = format!(
        "match {}: {}, openings {}, seed {}, {}",
        found.id, description.game, description.openings, description.seed, description.conditions
    );
    match &description.builds {
        [first, second] if first.is_empty() && second.is_empty() => heading,
        [first, second] if first == second => format!("{heading}, build {first}"),
        [first, second] => format!("{heading}, builds {first} and {second}"),
    }
}

fn line(found: &StoredSummary) -> String {
    let tally = &found.summary.tally;
    let [first, second] = &found.description.engines;
    let score = tally.estimates().map_or(String::new(), |estimates| {
        let [value, low, high] = [estimates.score.value, estimates.score.low, estimates.score.high];
        format!(" {:.1} % ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
    });
    format!(
        "{}\n  {first} - {second}\n  {} of {} games: +{} ={} -{}{score}",
        heading(found),
        tally.games(),
        found.summary.games,
        tally.wins,
        tally.draws,
        tally.losses
    )
}

/// The summary as `plywood match --json` prints it, with the match's description.
fn in_json(found: &StoredSummary, damage: &[Damage]) -> Value {
    let damaged = damage.iter().filter(|bad| bad.match_id == Some(found.id));
    let damaged: Vec<u64> = damaged.filter_map(|bad| bad.number).map(|number| number + 1).collect();
    let description = &found.description;
    let mut value = matches::in_json(&found.summary);
    value["match"] = found.id.into();
    value["game"] = description.game.clone().into();
    value["rules"] = description.rules.clone().into();
    value["position"] = description.position.clone().into();
    value["openings"] = description.openings.clone().into();
    value["seed"] = description.seed.into();
    value["conditions"] = description.conditions.clone().into();
    value["asked"] = found.summary.games.into();
    value["stored"] = found.stored.into();
    value["versions"] = found.versions.clone().into();
    value["builds"] = json!(found.builds);
    value["damaged"] = damaged.into();
    value
}

fn export(store: &Store, args: &StoreExportArgs, out: &mut Output) -> Result<(), Failure> {
    let result = args.result.as_deref().map(ResultFilter::read).transpose()?;
    let Contents { matches, damage } = wanted(store, &args.filter)?;
    if let Some(header) = export::header(args.format) {
        out.text(header)?;
    }
    for found in matches {
        let mut written = Ok(());
        // The damaged games are known already.
        let whole = store.games(Some(found.id), &mut |game| {
            let is_wanted = result.as_ref().is_none_or(|result| result.passes(&game.game));
            if is_wanted && written.is_ok() {
                written = export::write(&game, args.format).and_then(|text| Ok(out.text(text)?));
            }
        });
        written?;
        if damage.is_empty() {
            whole?;
        }
    }
    sound(store, &damage)
}

/// A result or a kind of ending.
enum ResultFilter {
    Result(RecordedResult),
    Ending(String),
}

impl ResultFilter {
    fn read(text: &str) -> Result<Self, Failure> {
        if Ending::KINDS.contains(&text) {
            return Ok(Self::Ending(text.to_owned()));
        }
        let known = format!("use 1-0, 0-1, 1/2-1/2, or one of {}", Ending::KINDS.join(", "));
        match RecordedResult::read(text, ["first", "second"]) {
            Some(result @ RecordedResult::Ended(_)) => Ok(Self::Result(result)),
            _ => Err(TextError::new("result", text, known).into()),
        }
    }

    fn passes(&self, game: &PlayedGame) -> bool {
        match self {
            Self::Result(result) => *result == RecordedResult::Ended(game.outcome),
            Self::Ending(kind) => *kind == game.ending.kind(),
        }
    }
}
