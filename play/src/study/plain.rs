//! Studies of games that have no format of their own.

use super::tree::{Player, Style, letter_of, start_of};
use super::{Study, read};
use crate::cause::Cause;
use crate::error::TextError;
use crate::notation::Notation;
use crate::record::RecordedResult;
use crate::sgf::{GameTree, Node, Place, SgfError, Value};
use plywood_search::{Game, IllegalMove, Side};

/// The style of games that have no format of their own: the root names the game, its rules, and the position
/// at the start where that is another one than usual.
#[derive(Clone, Copy, Debug)]
pub struct Plain(pub &'static str);

/// What the root of such a study says.
const KNOWN: [&str; 7] = ["FF", "CA", "AP", "GAME", "RULES", "POSITION", "RE"];

impl<P: Notation> Style<P> for Plain {
    fn root(&self, root: &mut Node, start: &P) {
        root.set("FF", &["4"]);
        root.set("GAME", &[self.0]);
        root.set("RULES", &[start.rules().to_string()]);
        if *start != P::start(&start.rules()) {
            root.set("POSITION", &[start.to_string()]);
        }
    }

    fn letter(&self, position: &P) -> &'static str {
        letter_of(position.side_to_move())
    }

    fn result(&self, _end: &P, result: RecordedResult) -> String {
        result.to_string()
    }
}

/// Plays plies in the game's own notation.
#[derive(Debug)]
pub struct PlainPlayer<P: Notation> {
    game: Game<P>,
}

impl<P: Notation> Player for PlainPlayer<P> {
    fn play(&mut self, node: &Node, _is_root: bool) -> Result<Vec<(Side, String)>, SgfError> {
        let values =
            ["B", "W"].into_iter().flat_map(|name| node.values(name).iter().map(move |value| (name, value)));
        let mut plies = Vec::new();
        for (name, value) in values {
            let side = self.game.side_to_move();
            match self.play_value(name, value) {
                Ok(ply) => plies.push((side, ply)),
                Err((reason, cause)) => {
                    for _ in plies {
                        self.undo();
                    }
                    return Err(SgfError { place: value.place(), reason, cause: cause.map(Box::new) });
                }
            }
        }
        Ok(plies)
    }

    fn undo(&mut self) {
        self.game.undo();
    }
}

impl<P: Notation> PlainPlayer<P> {
    fn play_value(&mut self, name: &str, value: &Value) -> Result<String, (String, Option<Cause>)> {
        let position = self.game.position();
        if letter_of(position.side_to_move()) != name {
            let side = if position.side_to_move() == Side::First { "first" } else { "second" };
            let sentence = format!("the {side} player is to move");
            let cause = Cause::new("other-to-move", &sentence);
            return Err((sentence, Some(cause)));
        }
        let text = value.text();
        let refused = |error: P::MoveError| (error.to_string(), Some(P::cause(&error)));
        let mv = position.read_move(text.trim()).map_err(refused)?;
        let written = position.write_move(mv);
        self.game.play(mv).map_err(|error| {
            let cause = if error == IllegalMove::GameOver { Cause::over() } else { Cause::repeats() };
            (error.to_string(), Some(cause.of_move(&written)))
        })?;
        Ok(written)
    }
}

/// Reads a study of the game of this name, in the [plain](Plain) style.
///
/// # Errors
///
/// If the file is of another game, or its rules or its first position cannot be read.
pub(crate) fn read_plain<P: Notation>(name: &str, tree: &GameTree) -> Result<Study, SgfError> {
    let said = |property: &str| {
        let value = tree.node(0).and_then(|root| root.values(property).first());
        value.map(|value| (value.place(), value.text()))
    };
    let text = |property: &str| said(property).map(|(_, text)| text).unwrap_or_default();
    let at = |property: &str, reason: String, cause: Option<Box<Cause>>| SgfError {
        place: said(property).map_or(Place::START, |(place, _)| place),
        reason,
        cause,
    };
    if text("GAME") != name {
        let sentence = format!("the file does not say GAME[{name}]");
        let cause = Cause::new("other-game", &sentence);
        return Err(at("GAME", sentence, Some(Box::new(cause))));
    }
    let start: P = start_of(&text("RULES"), &text("POSITION")).map_err(
        |TextError { what, reason, cause, .. }| {
            at(if what == "rules" { "RULES" } else { "POSITION" }, reason, cause)
        },
    )?;
    let (rules, first) = (start.rules().to_string(), start.to_string());
    let mut player = PlainPlayer { game: Game::new(start) };
    let study = read(tree, &mut player, &KNOWN);
    let result = said("RE").and_then(|(_, text)| RecordedResult::read(&text, ["", ""]));
    Ok(Study { rules, start: first, result: result.map(|result| result.to_string()), ..study })
}
