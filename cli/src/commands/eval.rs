//! `plywood eval`: static evaluations of a position.

use crate::args::EvalArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::setup;
use crate::terminal::board::name;
use serde_json::json;

pub(crate) fn run(args: &EvalArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    if args.json {
        let name = args.eval.as_deref().unwrap_or("default");
        let value = session.evaluate(name)?.value();
        return Ok(out.json(&json!({"eval": name, "value": value}))?);
    }
    if let Some(name) = &args.eval {
        return Ok(out.text(session.evaluate(name)?.to_string())?);
    }
    let mover = name(&*session, session.side_to_move());
    out.text(format!("Points for {mover}, to move; 0 is an even game\n"))?;
    for evaluation in session.info().evaluations {
        let value = session.evaluate(evaluation.name)?;
        out.text(format!("{:<12} {value:>8}   {}", evaluation.name, evaluation.summary))?;
    }
    Ok(())
}
