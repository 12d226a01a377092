//! All variations of a tree.

use super::read::{Header, Line, moves, read_game, told_at, word};
use super::{GameTree, Node, Place, SgfError, letter, write_root};
use crate::rules::position::Hex;
use plywood_play::study::{Player, Study, StudyNode, Style, read};
use plywood_play::{Cause, RecordedResult};
use plywood_search::{Game, Position, Side};

/// What the root says that is not kept as a tag.
const KNOWN: [&str; 11] = ["FF", "GM", "CA", "AP", "SZ", "RU", "AB", "AW", "AE", "PL", "RE"];

/// Plays all variations of one game, comments, names and marks with them.
///
/// A game whose main line begins anew behind its root, as those with a pass do, is read without its
/// variations, and [`Study::left_out`] says so.
///
/// # Errors
///
/// If the game is another one, or its board or its first position is none of Hex here; with the place and the
/// text.
///
/// ```
/// use plywood_hex::sgf::{read_study, read_trees};
///
/// let tree = read_trees("(;GM[11]SZ[5];B[c3](;W[b2]C[too close])(;W[d4]TR[c3]))").next().unwrap()?;
/// let study = read_study(&tree)?;
/// assert_eq!(study.main_line(), ["c3", "b2"]);
/// assert_eq!((study.nodes[3].ply.as_str(), study.nodes[3].parent), ("d4", 1));
/// # Ok::<(), plywood_hex::sgf::SgfError>(())
/// ```
pub fn read_study(tree: &GameTree) -> Result<Study, SgfError> {
    let nodes: Vec<_> = tree.main_line().collect();
    let header = Header::read(&nodes)?;
    let mut line = Line::new(&header);
    if let Some(root) = nodes.first() {
        line.set_up(root)?;
    }
    let start = *line.game.start();
    let main = read_game(tree);
    if let Ok(main) = &main
        && *main.game.start() != start
    {
        return Ok(linear(&main.game, main.result, tree));
    }
    let study = read(tree, &mut Variations { line }, &KNOWN);
    let result = main.ok().and_then(|main| main.result).map(|result| result.to_string());
    Ok(Study { rules: start.rules().to_string(), start: start.to_string(), result, ..study })
}

/// The plies of a game. The sides alternate, from the first position on.
fn plies(game: &Game<Hex>) -> impl Iterator<Item = (Side, String)> + '_ {
    let first = game.start().side_to_move();
    let sides = [first, !first].into_iter().cycle();
    sides.zip(game.moves().map(|mv| mv.to_string()))
}

/// A game without variations.
fn linear(game: &Game<Hex>, result: Option<RecordedResult>, tree: &GameTree) -> Study {
    let plies = plies(game).enumerate().map(|(parent, (side, ply))| StudyNode {
        parent,
        ply,
        side: Some(side),
        ..StudyNode::default()
    });
    let sentence = "only the main line is read, for stones are set up or passes made behind the root";
    let place = Place { line: tree.line(), column: 1 };
    let left_out = SgfError::told(place, sentence, Cause::new("main-line-only", sentence));
    Study {
        rules: game.start().rules().to_string(),
        start: game.start().to_string(),
        result: result.map(|result| result.to_string()),
        nodes: core::iter::once(StudyNode::default()).chain(plies).collect(),
        left_out: vec![left_out],
        ..Study::default()
    }
}

/// A game that goes forth and back through the variations.
struct Variations<'a> {
    line: Line<'a>,
}

impl Player for Variations<'_> {
    fn play(&mut self, node: &Node, is_root: bool) -> Result<Vec<(Side, String)>, SgfError> {
        let before = self.line.game.moves().len();
        let played = self.play_node(node, is_root);
        if played.is_err() {
            while self.line.game.moves().len() > before {
                self.undo();
            }
        }
        played.map(|()| plies(&self.line.game).skip(before).collect())
    }

    fn undo(&mut self) {
        self.line.game.undo();
    }
}

impl Variations<'_> {
    /// Plays a node that does not begin the game anew.
    fn play_node(&mut self, node: &Node, is_root: bool) -> Result<(), SgfError> {
        let setup = |name: &&&str| !node.values(name).is_empty();
        if let Some(name) = ["AB", "AW", "AE", "PL"].iter().find(setup).filter(|_| !is_root) {
            let cause = Cause::new("set-up-later", "stones are set up behind the root");
            return Err(told_at(&node.values(name)[0], cause));
        }
        if let Some((written, value)) = moves(node).next() {
            let colour = self.line.header.colour(written);
            let position = self.line.game.position();
            let word = word(value);
            if matches!(word.as_str(), "" | "pass") {
                return Err(told_at(value, Cause::new("no-pass", "Hex has no pass")));
            }
            if position.outcome().is_none() && position.turn() != colour && !word.starts_with("swap") {
                let sentence = format!("{} is to move", position.turn());
                return Err(told_at(value, Cause::new("other-to-move", sentence)));
            }
        }
        self.line.play_node(node).map(drop)
    }
}

/// How Hex is written, with the colours that players have.
pub(crate) struct HexStyle;

impl Style<Hex> for HexStyle {
    fn root(&self, root: &mut Node, start: &Hex) {
        write_root(root, start);
    }

    fn letter(&self, position: &Hex) -> &'static str {
        letter(position.turn())
    }

    fn result(&self, end: &Hex, result: RecordedResult) -> String {
        super::write::result_text(end, result)
    }
}
