//! A game as a tree.

use super::{GameTree, Node};
use crate::rules::cell::Colour;
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use crate::rules::variants::{Rules, Swap};
use plywood_play::RecordedResult;
use plywood_search::{Game, Outcome};

/// A game with its result, if that is to be recorded. [`read_game`](super::read_game) gives both back.
///
/// ```
/// use plywood_hex::sgf::write_game;
/// use plywood_hex::{Hex, Rules};
/// use plywood_search::Game;
///
/// let mut game = Game::new(Hex::start("size=5".parse::<Rules>()?));
/// game.play(game.position().read_move("c3")?)?;
/// assert_eq!(write_game(&game, None).to_string(), "(;FF[4]GM[11]SZ[5];B[c3])\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_game(game: &Game<Hex>, result: Option<RecordedResult>) -> GameTree {
    let mut tree = GameTree::default();
    let mut number = 0;
    if let Some(root) = tree.node_mut(number) {
        write_root(root, game.start());
        if let Some(result) = result {
            root.set("RE", &[result_text(game.position(), result)]);
        }
    }
    let mut turn = game.start().turn();
    for mv in game.moves() {
        number = tree.add(number).unwrap_or(number);
        if let Some(node) = tree.node_mut(number) {
            node.set(letter(turn), &[mv.to_string()]);
        }
        if mv != Move::SwapSides {
            turn = !turn;
        }
    }
    tree
}

/// Writes what the root says of a game that begins like this.
pub(crate) fn write_root(root: &mut Node, start: &Hex) {
    root.set("FF", &["4"]);
    root.set("GM", &["11"]);
    root.set("SZ", &[size(start.rules())]);
    if start.rules().swap() != Swap::Off {
        root.set("RU", &[rules(start)]);
    }
    if *start != Hex::with([crate::CellSet::EMPTY; 2], Colour::Black, start.swapped(), start.rules()) {
        for (name, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
            root.set(name, &points(start, colour));
        }
        root.set("PL", &[letter(start.turn())]);
    }
}

pub(crate) const fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

fn size(rules: Rules) -> String {
    rules.size().to_string().replace('x', ":")
}

fn rules(start: &Hex) -> &'static str {
    match (start.rules().swap(), start.swapped()) {
        (Swap::Pieces | Swap::Off, _) => "swap=pieces",
        (Swap::Sides, false) => "swap=sides",
        (Swap::Sides, true) => "swap=sides swapped",
    }
}

fn points(position: &Hex, colour: Colour) -> Vec<String> {
    let cells = position.stones(colour).numbers().filter_map(|number| position.size().cell(number));
    cells.map(|cell| cell.to_string()).collect()
}

/// The result with the colours that the players have at the end.
pub(crate) fn result_text(end: &Hex, result: RecordedResult) -> String {
    match result {
        RecordedResult::Ended(Outcome::Win(side)) => format!("{}+", letter(end.colour_of(side))),
        RecordedResult::Ended(Outcome::Draw) => "0".to_owned(),
        RecordedResult::Unknown => "?".to_owned(),
    }
}
