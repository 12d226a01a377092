//! `plywood turns`: counts the different turns of a position of Arimaa.

use crate::args::ShowArgs;
use crate::failure::Failure;
use crate::output::{Output, grouped};
use crate::setup;
use plywood_arimaa::{Arimaa, TurnCounts};
use serde_json::json;

pub(crate) fn run(args: &ShowArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let rules = session.rules().parse().map_err(Failure::bad)?;
    let position = Arimaa::from_text(&session.position(), rules).map_err(Failure::bad)?;
    let counts = TurnCounts::of(&position).ok_or_else(|| {
        let text = session.position();
        Failure::bad(format!("position \"{text}\": turns are counted at the start of one, after the setup"))
    })?;
    let hash = format!("{:016x}", counts.hash);
    if args.json {
        return Ok(out.json(&json!({
            "first_steps": counts.first_steps,
            "pushes": counts.pushes,
            "pulls": counts.pulls,
            "turns": counts.turns,
            "turns_goal": counts.turns_goal,
            "turns_capture": counts.turns_capture,
            "hash": hash,
        }))?);
    }
    for (name, count) in [
        ("first steps", counts.first_steps),
        ("pushes", counts.pushes),
        ("pulls", counts.pulls),
        ("turns", counts.turns),
        ("to the goal", counts.turns_goal),
        ("with a capture", counts.turns_capture),
    ] {
        out.text(format!("{name:<15} {:>9}", grouped(count)))?;
    }
    Ok(out.text(format!("hash            {hash}"))?)
}
