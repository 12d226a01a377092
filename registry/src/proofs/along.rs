//! What the certificate of a game's start proves while the game goes on.

use super::{Known, ProofError, index, kept};
use crate::{GameVisitor, visit_games};
use plywood_play::{Definition, Notation, Session, game_of};
use plywood_search::{Game, Outcome, Position, Side};
use plywood_solve::{Book, Claim, Form};

/// Longer certificates are not looked at: each is verified again for each answer.
const MOST_DECISIONS: u64 = 5_000;

/// What a certificate of the start proves of a session's position: the winner is the side that has followed
/// it up to here. `None` if there is no such certificate, or it was left, or the game is over.
///
/// The certificate is verified, and every move of its side compared: some milliseconds.
///
/// # Errors
///
/// If a certificate does not prove its claim.
pub fn along(session: &dyn Session) -> Result<Option<Known>, ProofError> {
    let mut follower = Follower { session, found: Ok(None) };
    if session.result().is_none() {
        visit_games(&mut follower);
    }
    follower.found
}

struct Follower<'a> {
    session: &'a dyn Session,
    found: Result<Option<Known>, ProofError>,
}

impl GameVisitor for Follower<'_> {
    fn visit<D: Definition>(&mut self) {
        if let Some(game) = game_of::<D>(self.session) {
            self.found = along_of::<D>(game);
        }
    }
}

fn along_of<D: Definition>(game: &Game<D::Position>) -> Result<Option<Known>, ProofError> {
    let (rules, start) = (game.start().rules().to_string(), game.start().to_string());
    for entry in &index().entries {
        let header = &entry.header;
        let is_about = header.game == D::INFO.name && header.rules == rules && header.position == start;
        let is_book = header.form != Form::Regions;
        let (Claim::Wins { side, within }, true) = (header.claim, is_about && is_book) else { continue };
        let Some(file) = kept(&entry.name).filter(|_| header.decisions <= MOST_DECISIONS) else { continue };
        let book = Book::<D>::read(file).map_err(|error| ProofError { name: entry.name.clone(), error })?;
        if follows(&book, game, side) {
            let position = game.position();
            let mover = position.side_to_move();
            let best = book.choose(position).filter(|_| mover == side);
            return Ok(Some(Known {
                mover,
                value: Some(Outcome::Win(side)),
                best: best.map(|mv| position.write_move(mv)),
                plies: Some(within.saturating_sub(game.moves().len() as u32)),
                nobody_within: None,
                sources: vec![entry.name.clone()],
            }));
        }
    }
    Ok(None)
}

/// Whether a side has played the moves of a book.
fn follows<D: Definition>(book: &Book<D>, game: &Game<D::Position>, side: Side) -> bool {
    let mut position = game.start().clone();
    game.moves().all(|mv| {
        let by_the_book = position.side_to_move() != side || book.choose(&position) == Some(mv);
        position.play_unchecked(mv);
        by_the_book
    })
}
