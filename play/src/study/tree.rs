//! Trees of properties to studies, and back.

use super::notes::texts;
use super::{Study, StudyNode};
use crate::error::TextError;
use crate::notation::Notation;
use crate::record::RecordedResult;
use crate::sgf::{GameTree, Node, SgfError};
use plywood_search::Side;

/// Plays the nodes of a tree, forwards and backwards.
pub trait Player {
    /// Plays what a node says, and gives its plies. `is_root` tells the root, whose setup is played
    /// already.
    ///
    /// # Errors
    ///
    /// If it cannot be played, with its place; nothing of the node is played then.
    fn play(&mut self, node: &Node, is_root: bool) -> Result<Vec<(Side, String)>, SgfError>;

    /// Takes back the last ply.
    fn undo(&mut self);
}

/// What is still to be done in a walk through a tree.
enum Step {
    /// Play a node, whose parent has this number in the study.
    Enter { node: usize, parent: usize, is_main: bool },
    /// Take back so many plies.
    Leave(usize),
}

/// Plays all variations of a tree. `known` are the properties of the root that the player has read; its other
/// ones, its moves apart, are tags.
pub fn read(tree: &GameTree, player: &mut impl Player, known: &[&str]) -> Study {
    let mut study = Study { nodes: vec![StudyNode::default()], ..Study::default() };
    let mut steps = vec![Step::Enter { node: 0, parent: 0, is_main: true }];
    while let Some(step) = steps.pop() {
        let (number, parent, is_main) = match step {
            Step::Enter { node, parent, is_main } => (node, parent, is_main),
            Step::Leave(plies) => {
                (0..plies).for_each(|_| player.undo());
                continue;
            }
        };
        let Some(node) = tree.node(number) else { continue };
        match player.play(node, number == 0) {
            Ok(plies) => {
                steps.push(Step::Leave(plies.len()));
                let here = study.add(node, number == 0, parent, plies, known);
                let children = node.children().iter().enumerate().rev();
                steps.extend(children.map(|(index, &child)| Step::Enter {
                    node: child,
                    parent: here,
                    is_main: is_main && index == 0,
                }));
            }
            Err(error) => {
                study.left_out.push(error);
                study.is_cut |= is_main;
            }
        }
    }
    study
}

impl Study {
    /// Adds the plies of a node behind `parent`, and gives the number of the last one.
    fn add(
        &mut self,
        node: &Node,
        is_root: bool,
        parent: usize,
        plies: Vec<(Side, String)>,
        known: &[&str],
    ) -> usize {
        let mut here = parent;
        for (side, ply) in plies {
            self.nodes.push(StudyNode { parent: here, ply, side: Some(side), ..StudyNode::default() });
            here = self.nodes.len() - 1;
        }
        for property in node.properties() {
            let notes = ["C", "N", "CR", "TR", "SQ", "MA", "LB", "AR", "LN"];
            // A node without a ply says more about the root, if that has none either.
            if (!is_root && here > 0) || notes.contains(&property.name()) {
                self.nodes[here].note(property);
            } else if !known.contains(&property.name()) && !["B", "W"].contains(&property.name()) {
                let values = texts(property).into_iter();
                self.tags.extend(values.map(|value| (property.name().to_owned(), value)));
            }
        }
        here
    }

    /// The plies of the main line.
    pub fn main_line(&self) -> Vec<String> {
        let mut firsts: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            if let Some(first) = firsts.get_mut(node.parent).filter(|first| first.is_none()) {
                *first = Some(number);
            }
        }
        let next = |&number: &usize| firsts.get(number).copied().flatten();
        core::iter::successors(next(&0), next).map(|number| self.nodes[number].ply.clone()).collect()
    }
}

/// How a game writes itself into a tree.
pub trait Style<P> {
    /// Writes what the root says of a game that begins like this.
    fn root(&self, root: &mut Node, start: &P);

    /// The property of a ply by whoever is to move.
    fn letter(&self, position: &P) -> &'static str;

    /// The result, of a game whose main line ends like this.
    fn result(&self, end: &P, result: RecordedResult) -> String;
}

/// The property of a ply where the first player is Black, as in most games of SGF.
pub(super) const fn letter_of(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}

/// Makes the tree of a study.
///
/// # Errors
///
/// If the rules, the start or a ply cannot be read, or a node does not come after its parent.
pub fn write<P: Notation>(study: &Study, style: &impl Style<P>) -> Result<GameTree, TextError> {
    let start = start_of::<P>(&study.rules, &study.start)?;
    let mut tree = GameTree::default();
    let mut positions = vec![start];
    for (number, written) in study.nodes.iter().enumerate().skip(1) {
        let before = positions.get(written.parent).ok_or_else(|| {
            TextError::new("node", number.to_string(), "a node comes after the one before it")
        })?;
        let mv =
            before.read_move(&written.ply).map_err(|error| TextError::new("move", &written.ply, error))?;
        let text = before.write_move(mv);
        let letter = style.letter(before);
        let mut after = before.clone();
        after.play_unchecked(mv);
        positions.push(after);
        let added = tree.add(written.parent).unwrap_or_default();
        if let Some(node) = tree.node_mut(added) {
            node.set(letter, &[text]);
            written.write_notes(node);
        }
    }
    let end = study.main_end(&positions);
    if let Some(root) = tree.node_mut(0) {
        style.root(root, &positions[0]);
        if let Some(result) = study.result.as_deref().and_then(|text| RecordedResult::read(text, ["", ""])) {
            root.set("RE", &[style.result(end, result)]);
        }
        study.write_tags(root);
    }
    Ok(tree)
}

impl Study {
    fn write_tags(&self, root: &mut Node) {
        for property in self.tags.chunk_by(|(one, _), (other, _)| one == other) {
            let name = &property[0].0;
            if root.values(name).is_empty() {
                root.set(name, &property.iter().map(|(_, value)| value).collect::<Vec<_>>());
            }
        }
        if let Some(first) = self.nodes.first() {
            first.write_notes(root);
        }
    }

    /// The position at the end of the main line.
    fn main_end<'a, P>(&self, positions: &'a [P]) -> &'a P {
        let mut end = 0;
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            // The first child of a node is the first that names it.
            if node.parent == end {
                end = number;
            }
        }
        &positions[end.min(positions.len() - 1)]
    }
}

/// The position with which a game begins.
pub(super) fn start_of<P: Notation>(rules: &str, start: &str) -> Result<P, TextError> {
    let parsed: P::Rules =
        rules.parse().map_err(|error| TextError::told("rules", rules, P::rules_cause(&error)))?;
    if start.is_empty() {
        return Ok(P::start(&parsed));
    }
    P::read(start, &parsed).map_err(|error| TextError::told("position", start, P::position_cause(&error)))
}
