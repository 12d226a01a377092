//! `plywood games`: lists games, evaluations and engines.

use crate::args::GamesArgs;
use crate::engines;
use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::colour::{HEADING, NAME, painted};
use plywood_play::{ENGINES, GameInfo, Named};
use serde_json::{Value, json};

pub(crate) fn run(args: &GamesArgs, out: &mut Output) -> Result<(), Failure> {
    let is_wanted = |info: &&GameInfo| args.game.as_ref().is_none_or(|name| name == info.name);
    let games = plywood_registry::games().iter().map(|game| game.info()).filter(is_wanted);
    if args.json {
        let games: Vec<_> = games.map(in_json).collect();
        let engines: Vec<_> = ENGINES.iter().copied().chain(engines::beside_the_games()).collect();
        return Ok(out.json(&json!({"games": games, "engines": names(&engines)}))?);
    }
    for info in games {
        out.text(in_text(info))?;
    }
    out.text(painted(HEADING, "Engines") + "\n")?;
    out.part(&list(ENGINES))?;
    out.text(list(&engines::beside_the_games()).trim_end())?;
    Ok(())
}

fn in_text(info: &GameInfo) -> String {
    let heading = painted(HEADING, format_args!("{}: {}", info.name, info.title));
    let mut text = format!("{heading}\n  {}\n", info.summary);
    text.push_str("\n  Rules\n");
    for switch in info.switches {
        text.push_str(&format!("    {} {}\n", entry(switch.name), switch.summary));
        text.push_str(&format!("    {:<12} {} (the first is the default)\n", "", switch.values.join(", ")));
    }
    text.push_str("\n  Evaluations\n");
    for line in list(info.evaluations).lines() {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

fn list(named: &[Named]) -> String {
    named.iter().map(|named| format!("  {} {}\n", entry(named.name), named.summary)).collect()
}

/// A name that can be typed, in a column of twelve.
fn entry(name: &str) -> String {
    let gap = 12_usize.saturating_sub(name.len());
    format!("{}{:gap$}", painted(NAME, name), "")
}

fn names(named: &[Named]) -> Value {
    named.iter().map(|entry| json!({"name": entry.name, "summary": entry.summary})).collect()
}

fn in_json(info: &GameInfo) -> Value {
    let switch = |switch: &plywood_play::Switch| {
        json!({
            "name": switch.name,
            "summary": switch.summary,
            "values": switch.values,
            "default": switch.values.first(),
        })
    };
    json!({
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "players": info.players,
        "rules": info.switches.iter().map(switch).collect::<Vec<_>>(),
        "evaluations": names(info.evaluations),
    })
}
