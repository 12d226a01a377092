//! `plywood distance`: the fewest stones that each side of Hex still needs.

use crate::args::ShowArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::setup;
use plywood_hex::{Distances, Hex};
use serde_json::json;

pub(crate) fn run(args: &ShowArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let rules = session.rules().parse().map_err(Failure::bad)?;
    let Distances { black, white } =
        Hex::from_text(&session.position(), rules).map_err(Failure::bad)?.distances();
    if args.json {
        return Ok(out.json(&json!({"black": black, "white": white}))?);
    }
    for (name, distance) in [("black", black), ("white", white)] {
        out.text(match distance {
            Some(stones) => format!("{name} {stones}"),
            None => format!("{name} cannot connect"),
        })?;
    }
    Ok(())
}
