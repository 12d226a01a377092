//! Sessions: begin, play, take back, end.

use super::App;
use super::records::first_game;
use crate::answers::{self, Explanation};
use crate::refused::Refused;
use crate::requests::{Body, Clicks, Id, MoveLine, NewSession, Plies, Undo};
use crate::sessions::Entry;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use core::num::NonZeroU32;
use plywood_play::Session;

type StateAnswer = Result<Json<answers::State>, Refused>;

fn state(entry: &Entry) -> Json<answers::State> {
    Json(answers::State::of(&entry.id, &**entry.session()))
}

pub(super) async fn create(
    State(shared): App,
    Body(new): Body<NewSession>,
) -> Result<(StatusCode, Json<answers::State>), Refused> {
    let most = shared.settings.plies;
    let session = match &new.record {
        Some(_) if new.rules.is_some() || new.position.is_some() || new.moves.is_some() => {
            return Err(Refused::unprocessable(
                "a record holds rules, position and moves: give one or the other",
            ));
        }
        Some(record) => first_game(&new.game, record, most)?,
        None => {
            let game = plywood_registry::find(&new.game)?;
            let rules = new.rules.as_deref().unwrap_or_default();
            let mut session = game.session(rules, new.position.as_deref())?;
            play_all(&mut *session, new.moves.as_deref().unwrap_or_default(), most)?;
            session
        }
    };
    let entry = shared.sessions.add(session)?;
    Ok((StatusCode::CREATED, state(&entry)))
}

pub(super) async fn read(State(shared): App, Id(id): Id) -> StateAnswer {
    Ok(state(&*shared.sessions.get(&id)?))
}

pub(super) async fn end(State(shared): App, Id(id): Id) -> Result<StatusCode, Refused> {
    shared.sessions.remove(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn play(State(shared): App, Id(id): Id, Body(plies): Body<Plies>) -> StateAnswer {
    let entry = shared.sessions.get(&id)?;
    {
        let mut session = entry.session();
        let before = session.moves().len();
        session.play(&plies.text)?;
        if let Err(refused) = few_enough(&**session, shared.settings.plies) {
            take_back(&mut **session, before);
            return Err(refused);
        }
    }
    Ok(state(&entry))
}

pub(super) async fn undo(State(shared): App, Id(id): Id, Body(undo): Body<Undo>) -> StateAnswer {
    let entry = shared.sessions.get(&id)?;
    {
        let mut session = entry.session();
        let plies = session.plies();
        let left = match (undo.turn, undo.plies) {
            (Some(true), _) => {
                let last = plies.last().map(|ply| ply.side);
                plies.iter().rposition(|ply| Some(ply.side) != last).map_or(0, |index| index + 1)
            }
            (_, count) => plies.len().saturating_sub(count.map_or(1, NonZeroU32::get) as usize),
        };
        take_back(&mut **session, left);
    }
    Ok(state(&entry))
}

/// Takes back plies until so many are left.
fn take_back(session: &mut dyn Session, left: usize) {
    for _ in left..session.moves().len() {
        session.undo();
    }
}

pub(super) async fn set_line(State(shared): App, Id(id): Id, Body(line): Body<MoveLine>) -> StateAnswer {
    let entry = shared.sessions.get(&id)?;
    {
        let mut session = entry.session();
        let mut other = session.fork();
        take_back(&mut *other, 0);
        play_all(&mut *other, &line.moves, shared.settings.plies)?;
        *session = other;
    }
    Ok(state(&entry))
}

pub(super) async fn explain(
    State(shared): App,
    Id(id): Id,
    Body(clicks): Body<Clicks>,
) -> Result<Json<Explanation>, Refused> {
    const MOST: usize = 8;
    if clicks.clicks.is_empty() || clicks.clicks.len() > MOST {
        return Err(Refused::unprocessable(format!("a ply is 1 to {MOST} clicks")));
    }
    let entry = shared.sessions.get(&id)?;
    let clicks: Vec<&str> = clicks.clicks.iter().map(String::as_str).collect();
    let reason = entry.session().explain(&clicks);
    Ok(Json(Explanation { reason }))
}

/// Plays all plies of a line from the start of a game, up to `most` of them; the error tells the number of
/// the one that cannot be played.
pub(super) fn play_all(session: &mut dyn Session, texts: &[String], most: usize) -> Result<(), Refused> {
    let words = texts.iter().flat_map(|text| text.split_whitespace());
    let mut plies = 0;
    for (index, word) in words.enumerate() {
        let played = session.play(word).map_err(|error| Refused::from(error).at(index + 1))?;
        // A remark on the ply before is no ply.
        plies += usize::from(!played.is_empty());
        if plies > most {
            return Err(too_many_plies(most));
        }
    }
    Ok(())
}

/// Refuses a session that is longer than allowed.
pub(super) fn few_enough(session: &dyn Session, most: usize) -> Result<(), Refused> {
    if session.moves().len() <= most {
        return Ok(());
    }
    Err(too_many_plies(most))
}

fn too_many_plies(most: usize) -> Refused {
    Refused::unprocessable(format!("a session has {most} plies at most"))
}
