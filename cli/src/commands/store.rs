//! `plywood store`: what a file of finished games holds.

mod own;

use crate::args::{StoreAction, StoreArgs, StoreExportArgs, StoreFilter, StoreListArgs};
use crate::commands::matches;
use crate::failure::Failure;
use crate::output::Output;
use plywood_arena::store::{Store, StoredGame, StoredSummary};
use plywood_arena::{Ending, PlayedGame};
use plywood_play::{RecordedResult, TextError, read_count};
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
    for found in wanted(store, &args.filter)? {
        if args.json {
            out.json(&in_json(&found))?;
        } else {
            out.text(line(&found))?;
        }
    }
    Ok(())
}

fn stats(store: &Store, args: &StoreListArgs, out: &mut Output) -> Result<(), Failure> {
    for (index, found) in wanted(store, &args.filter)?.iter().enumerate() {
        if args.json {
            out.json(&in_json(found))?;
            continue;
        }
        let blank = if index == 0 { "" } else { "\n" };
        out.text(format!("{blank}{}\n{}", heading(found), found.summary.to_string().trim_end()))?;
    }
    Ok(())
}

/// The matches that a filter lets pass. A number that no match has is an error, since it was meant.
fn wanted(store: &Store, filter: &StoreFilter) -> Result<Vec<StoredSummary>, Failure> {
    let id = filter.match_id.as_deref().map(read_count).transpose()?;
    let matches = store.matches()?;
    if let (Some(id), Some(text)) = (id, &filter.match_id)
        && !matches.iter().any(|found| found.id as u64 == id)
    {
        return Err(TextError::new("match", text, "the store has no match of this number").into());
    }
    let passes = |found: &StoredSummary| {
        id.is_none_or(|id| id == found.id as u64)
            && filter.game.as_ref().is_none_or(|game| *game == found.description.game)
            && filter.engine.as_ref().is_none_or(|engine| {
                found.description.engines.iter().any(|known| known.contains(engine.as_str()))
            })
    };
    Ok(matches.into_iter().filter(passes).collect())
}

/// `match 1: loa, ...`.
fn heading(found: &StoredSummary) -> String {
    let description = &found.description;
    format!(
        "match {}: {}, openings {}, seed {}, {}",
        found.id, description.game, description.openings, description.seed, description.conditions
    )
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

/// The summary as `plywood match --json` gives it, and what the match is.
fn in_json(found: &StoredSummary) -> Value {
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
    value
}

/// How games are written.
#[derive(Clone, Copy)]
enum Format {
    Records,
    Own,
    Json,
}

fn export(store: &Store, args: &StoreExportArgs, out: &mut Output) -> Result<(), Failure> {
    let format = match args.format.as_str() {
        "records" => Format::Records,
        "own" => Format::Own,
        "json" => Format::Json,
        other => return Err(TextError::new("format", other, "use records, own or json").into()),
    };
    let result = args.result.as_deref().map(ResultFilter::read).transpose()?;
    for found in wanted(store, &args.filter)? {
        let mut written = Ok(());
        store.games(Some(found.id), &mut |game| {
            let is_wanted = result.as_ref().is_none_or(|result| result.passes(&game.game));
            if is_wanted && written.is_ok() {
                written = write(&game, format).and_then(|text| Ok(out.text(text)?));
            }
        })?;
        written?;
    }
    Ok(())
}

/// A result, or a kind of ending.
enum ResultFilter {
    Result(RecordedResult),
    Ending(String),
}

impl ResultFilter {
    const ENDINGS: [&str; 10] = [
        "rules",
        "length",
        "resignation",
        "gave-up",
        "even-scores",
        "no-move",
        "illegal-move",
        "time",
        "crash",
        "failure",
    ];

    fn read(text: &str) -> Result<Self, Failure> {
        if Self::ENDINGS.contains(&text) {
            return Ok(Self::Ending(text.to_owned()));
        }
        let known = format!("use 1-0, 0-1, 1/2-1/2, or one of {}", Self::ENDINGS.join(", "));
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

fn write(found: &StoredGame, format: Format) -> Result<String, Failure> {
    match format {
        Format::Records => Ok(found.game.record.to_string()),
        Format::Json => Ok(game_json(found).to_string()),
        Format::Own => own::write(&found.game).map_err(|reason| {
            let number = found.game.number + 1;
            Failure::bad(format!("match {}, game {number}: {reason}", found.match_id))
        }),
    }
}

fn game_json(found: &StoredGame) -> Value {
    let game = &found.game;
    let tag = |name: &str| game.record.tag(name).map(str::to_owned);
    let turns: Vec<_> = game
        .turns
        .iter()
        .map(|turn| {
            json!({
                "engine": turn.engine + 1,
                "plies": turn.plies,
                "score": turn.score.value(),
                "depth": turn.depth,
                "nodes": turn.nodes,
                "seconds": turn.elapsed.as_secs_f64(),
            })
        })
        .collect();
    json!({
        "match": found.match_id,
        "number": game.number + 1,
        "engines": found.engines,
        "game": tag("game"),
        "rules": tag("rules"),
        "position": tag("position"),
        "first": tag("first"),
        "second": tag("second"),
        "first_engine": game.first + 1,
        "opening_plies": game.opening_plies,
        "moves": game.record.moves,
        "result": game.record.result.map(|result| result.to_string()),
        "ending": game.ending.kind(),
        "loser": loser(&game.ending),
        "reason": game.ending.to_string(),
        "turns": turns,
        "version": found.version,
        "stored": found.stored,
    })
}

/// The engine, 1 or 2, that lost by something else than the rules.
fn loser(ending: &Ending) -> Option<usize> {
    match ending {
        Ending::Resignation { engine } => Some(engine + 1),
        _ => ending.forfeited_by().map(|engine| engine + 1),
    }
}
