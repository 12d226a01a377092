//! From arguments to a game under way.

use crate::args::{GameArgs, PositionArgs};
use crate::failure::Failure;
use plywood_play::{AnyGame, Session};
use std::io::Read;
use std::path::Path;

/// The game named, and the text of its rules.
pub(crate) fn game(args: &GameArgs) -> Result<(&'static dyn AnyGame, String), Failure> {
    Ok(plywood_registry::parse(&args.game)?)
}

/// The game at the position asked for, with the moves asked for played.
pub(crate) fn session(args: &PositionArgs) -> Result<Box<dyn Session>, Failure> {
    let (game, rules) = game(&args.game)?;
    let mut session = game.session(&rules, args.position.as_deref())?;
    for (index, mv) in args.moves.as_deref().unwrap_or_default().split_whitespace().enumerate() {
        let number = index + 1;
        session.play(mv).map_err(|error| Failure::bad(format!("--moves, ply {number}: {error}")))?;
    }
    Ok(session)
}

/// The same for a command that knows one game only.
pub(crate) fn session_of(game: &'static str, args: &PositionArgs) -> Result<Box<dyn Session>, Failure> {
    let session = session(args)?;
    if session.info().name == game {
        return Ok(session);
    }
    Err(Failure::bad(format!("game \"{}\": this command is for {game}", session.info().name)))
}

/// The text of a file; `-` is standard input.
pub(crate) fn read_text(file: &Path) -> Result<String, Failure> {
    let cannot = |error| Failure::bad(format!("cannot read {}: {error}", file.display()));
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes).map_err(cannot)?;
    } else {
        bytes = std::fs::read(file).map_err(cannot)?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::bad(format!("{} is no text: byte {at} is not UTF-8", file.display()))
    })
}
