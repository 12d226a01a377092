//! `plywood show`, `moves` and `result`: shows a position without a search.

use crate::args::ShowArgs;
use crate::commands::{result_json, result_sentence};
use crate::failure::Failure;
use crate::output::Output;
use crate::setup;
use crate::terminal::board::{board, name};
use crate::terminal::colour::{ANSWER, painted};
use crate::terminal::numbers::counted;
use plywood_play::Session;
use serde_json::json;

pub(crate) fn run(args: &ShowArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    if args.json {
        let mut value = result_json(&*session);
        value["position"] = json!(session.position());
        value["rules"] = json!(session.rules());
        value["to_move"] = json!(mover(&*session).to_lowercase());
        value["moves"] = json!(session.moves());
        value["legal_moves"] = json!(session.legal_moves().len());
        return Ok(out.json(&value)?);
    }
    out.text(board(&*session))?;
    out.text(format!("\n{}", session.position()))?;
    Ok(out.text(state(&*session))?)
}

/// The side to move, or the result.
pub(crate) fn state(session: &dyn Session) -> String {
    if let Some(result) = session.result() {
        return painted(ANSWER, result_sentence(session.info(), &result));
    }
    let mover = name(session, session.side_to_move());
    format!("{mover} to move, {}", counted(session.legal_moves().len() as u64, "legal move"))
}

fn mover(session: &dyn Session) -> &'static str {
    session.info().players[session.side_to_move().index()]
}

pub(crate) fn moves(args: &ShowArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let moves = session.legal_moves();
    if args.json {
        return Ok(out.json(&json!({"moves": moves}))?);
    }
    for mv in moves {
        out.part(&mv)?;
        out.part("\n")?;
    }
    Ok(())
}

pub(crate) fn result(args: &ShowArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    if args.json {
        return Ok(out.json(&result_json(&*session))?);
    }
    Ok(out.text(match session.result() {
        Some(result) => result_sentence(session.info(), &result),
        None => "the game goes on".to_owned(),
    })?)
}
