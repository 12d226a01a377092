//! `plywood proofs`: the library of proofs: listed, checked and made.

use crate::args::{Args, Command, ProofsAction, ProofsArgs, ProofsListArgs, ProofsMakeArgs};
use crate::commands::solve;
use crate::failure::Failure;
use crate::interrupt;
use crate::library;
use crate::output::{Output, grouped};
use clap::Parser;
use plywood_registry::proofs::{self, index, kept};
use plywood_search::StopHandle;
use plywood_solve::Claim;
use plywood_solve::library::Entry;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &ProofsArgs, out: &mut Output) -> Result<(), Failure> {
    match &args.action {
        ProofsAction::List(args) => list(args, out),
        ProofsAction::Check(args) => check(args, out),
        ProofsAction::Make(args) => make(args, out),
    }
}

fn list(args: &ProofsListArgs, out: &mut Output) -> Result<(), Failure> {
    let folder = library::folder();
    let is_wanted = |game: &str| args.game.as_ref().is_none_or(|name| name == game);
    let entries: Vec<&Entry> = index().entries.iter().filter(|entry| is_wanted(&entry.header.game)).collect();
    let missing = index().missing.iter().filter(|missing| {
        let game = missing.command.split_whitespace().nth(2).unwrap_or_default();
        is_wanted(game.split(':').next().unwrap_or_default())
    });
    if args.json {
        let entries: Vec<Value> = entries.iter().map(|entry| in_json(entry, folder.as_deref())).collect();
        let missing: Vec<Value> = missing
            .map(|missing| json!({"question": missing.question, "command": missing.command, "cost": missing.cost}))
            .collect();
        return Ok(out.json(&json!({"proofs": entries, "missing": missing}))?);
    }
    for entry in entries {
        let (header, place) = (&entry.header, place(entry, folder.as_deref()));
        let (game, rules, position) = (&header.game, &header.rules, &header.position);
        let (bytes, claim) = (grouped(entry.file_bytes()), header.claim);
        out.text(format!(
            "{:<24} {claim}; {bytes} bytes, {place}\n  {game}:{rules}, {position}",
            entry.name
        ))?;
    }
    for missing in missing {
        out.text(format!("missing: {}\n  {}: {}", missing.question, missing.command, missing.cost))?;
    }
    Ok(())
}

/// Where a file is.
fn place(entry: &Entry, folder: Option<&Path>) -> &'static str {
    if kept(&entry.name).is_some() {
        "in the program"
    } else if folder.is_some_and(|folder| folder.join(entry.file()).exists()) {
        "in your folder"
    } else {
        "not made"
    }
}

fn in_json(entry: &Entry, folder: Option<&Path>) -> Value {
    let header = &entry.header;
    json!({
        "name": entry.name,
        "game": header.game,
        "rules": header.rules,
        "position": header.position,
        "claim": header.claim.to_string(),
        "nodes": entry.nodes,
        "decisions": header.decisions,
        "bytes": entry.file_bytes(),
        "checksum": format!("{:016x}", header.checksum),
        "command": entry.command,
        "place": place(entry, folder),
    })
}

/// The proofs of these names; all if there are none.
fn chosen(names: &[String]) -> Result<Vec<&'static Entry>, Failure> {
    let named = |name: &String| {
        let unknown =
            || Failure::bad(format!("proof \"{}\": plywood proofs list shows all", name.escape_debug()));
        index().entry(name).ok_or_else(unknown)
    };
    if names.is_empty() { Ok(index().entries.iter().collect()) } else { names.iter().map(named).collect() }
}

/// Verifies certificates by the rules, and compares them with the index.
fn check(args: &ProofsMakeArgs, out: &mut Output) -> Result<(), Failure> {
    let (folder, stop) = (args.dir.clone().or_else(library::folder), interrupt::stop_handle());
    let mut all_hold = true;
    for entry in chosen(&args.names)? {
        let made = folder.as_deref().and_then(|folder| library::read(folder, entry).map(Cow::Owned));
        match made.or_else(|| kept(&entry.name).map(Cow::Borrowed)) {
            Some(file) => all_hold &= verdict(entry, &file, &stop, out)?,
            None if args.names.is_empty() => {}
            None => {
                let make = format!("plywood proofs make {} --dir DIR", entry.name);
                return Err(Failure::bad(format!("proof \"{}\" is not there: {make}", entry.name)));
            }
        }
    }
    if all_hold { Ok(()) } else { Err(Failure::No) }
}

/// Whether a certificate proves what the index says, or more; says so.
fn verdict(entry: &Entry, file: &[u8], stop: &StopHandle, out: &mut Output) -> Result<bool, Failure> {
    let proven = match proofs::check(entry, file, stop) {
        Ok(proven) => proven.header,
        Err(error) if stop.is_stopped() => return Err(library::failed(error)),
        Err(error) => {
            out.text(error.to_string())?;
            return Ok(false);
        }
    };
    let (wanted, name) = (&entry.header, &entry.name);
    let is_about = (&proven.rules, &proven.position) == (&wanted.rules, &wanted.position);
    if !is_about || !covers(proven.claim, wanted.claim) {
        out.text(format!("{name} holds, and is another proof: {}, from {}", proven.claim, proven.position))?;
        return Ok(false);
    }
    let same =
        if proven == *wanted { "the file of the index" } else { "another file than that of the index" };
    out.text(format!("{name} holds: {}, from {}; {same}", proven.claim, proven.position))?;
    Ok(true)
}

/// Whether one claim says as much as another.
fn covers(proven: Claim, wanted: Claim) -> bool {
    match (proven, wanted) {
        (Claim::Wins { side, within }, Claim::Wins { side: other, within: most }) => {
            side == other && within <= most
        }
        _ => proven == wanted,
    }
}

/// Makes proofs by their commands, into a folder.
fn make(args: &ProofsMakeArgs, out: &mut Output) -> Result<(), Failure> {
    let no_folder = || Failure::bad(format!("no folder: give --dir DIR, or set {}", library::FOLDER));
    let folder = args.dir.clone().or_else(library::folder).ok_or_else(no_folder)?;
    if args.names.is_empty() {
        return Err(Failure::bad("which proofs? plywood proofs list shows all"));
    }
    for entry in chosen(&args.names)? {
        let path = folder.join(entry.file());
        out.text(format!("{}, {} nodes", entry.command, grouped(entry.nodes)))?;
        solve_into(entry, path, out)?;
        let made = library::read(&folder, entry);
        let too_long =
            || Failure::bad(format!("{} is too long to be read at once: plywood verify", entry.file()));
        if !verdict(entry, &made.ok_or_else(too_long)?, &interrupt::stop_handle(), out)? {
            return Err(Failure::No);
        }
    }
    Ok(())
}

/// Runs the command of a proof with another file.
fn solve_into(entry: &Entry, path: PathBuf, out: &mut Output) -> Result<(), Failure> {
    match Args::try_parse_from(entry.command.split_whitespace()).map(|args| args.command) {
        Ok(Command::Solve(mut args)) => {
            args.proof = Some(path);
            solve::run(&args, out)
        }
        _ => Err(Failure::bad(format!("the command \"{}\" makes no proof", entry.command))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_index_makes_a_proof_of_its_name() {
        for entry in &index().entries {
            match Args::try_parse_from(entry.command.split_whitespace()).map(|args| args.command) {
                Ok(Command::Solve(args)) => {
                    assert_eq!(args.proof, Some(entry.file().into()), "{}", entry.name);
                }
                other => panic!("{}: {other:?}", entry.name),
            }
        }
        for missing in &index().missing {
            assert!(Args::try_parse_from(missing.command.split_whitespace()).is_ok(), "{}", missing.question);
        }
    }
}
