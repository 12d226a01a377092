//! `plywood games`: lists games, evaluations and engines.

use crate::args::GamesArgs;
use crate::engines;
use crate::failure::Failure;
use crate::output::Output;
use plywood_play::{ENGINES, GameInfo, Named};
use serde_json::{Value, json};

pub(crate) fn run(args: GamesArgs, out: &mut Output) -> Result<(), Failure> {
    let games = plywood_registry::games().iter().map(|game| game.info());
    if args.json {
        let games: Vec<_> = games.map(in_json).collect();
        let engines: Vec<_> = ENGINES.iter().copied().chain(engines::beside_the_games()).collect();
        return Ok(out.json(&json!({"games": games, "engines": names(&engines)}))?);
    }
    for info in games {
        out.text(in_text(info))?;
    }
    out.text("Engines\n")?;
    out.part(&list(ENGINES))?;
    out.text(list(&engines::beside_the_games()).trim_end())?;
    Ok(())
}

fn in_text(info: &GameInfo) -> String {
    let mut text = format!("{}: {}\n  {}\n", info.name, info.title, info.summary);
    text.push_str("\n  Rules\n");
    for switch in info.switches {
        text.push_str(&format!("    {:<12} {}\n", switch.name, switch.summary));
        text.push_str(&format!("    {:<12} {} (the first is the default)\n", "", switch.values.join(", ")));
    }
    text.push_str("\n  Evaluations\n");
    for line in list(info.evaluations).lines() {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

fn list(named: &[Named]) -> String {
    named.iter().map(|entry| format!("  {:<12} {}\n", entry.name, entry.summary)).collect()
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
