//! Which turns of a position win, by proof-number search.

use super::Certainty;
use super::turns::{turns_of, written};
use plywood_play::Definition;
use plywood_search::{Answer, Dfpn, Knowledge, Limits, Outcome, Position, Question};

/// What is asked of the proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The win must take more plies than this: that it does is proven.
    pub longer_than: u32,
    /// The nodes for the position.
    pub root_nodes: u64,
    /// The nodes for the position after each turn.
    pub turn_nodes: u64,
    /// The greatest number of winning turns.
    pub most: usize,
}

/// The turns of a position that win, or that alone do not lose, and what is proven of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wins {
    /// The turns as the game writes them, one for each position they lead to.
    pub turns: Vec<String>,
    /// [`Certainty::Complete`], [`Certainty::Partial`] or [`Certainty::Only`].
    pub certainty: Certainty,
}

/// The reason why a position has no [`Wins`] within the [`Bounds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The nodes were not enough to tell.
    Open,
    /// The side to move does not win.
    NotWon,
    /// It wins too soon.
    TooSoon,
    /// Too many turns win.
    TooMany,
}

/// The turns with which the side to move wins, each proven. The table of the search keeps what it learns.
///
/// # Errors
///
/// If the position does not fit the bounds.
pub fn wins<D: Definition, G: Knowledge<D::Position>>(
    search: &mut Dfpn<D::Position, G>,
    position: &D::Position,
    bounds: &Bounds,
) -> Result<Wins, Unfit> {
    let side = position.side_to_move();
    is_fit(search, position, bounds)?;
    let mut found = Wins { turns: Vec::new(), certainty: Certainty::Complete };
    let question = Question::wins(side);
    for turn in turns_of(position) {
        match answer(search, turn.position(), question, bounds.turn_nodes) {
            Some(true) if found.turns.len() == bounds.most => return Err(Unfit::TooMany),
            Some(true) => found.turns.extend(written(&turn)),
            Some(false) => {}
            None => found.certainty = Certainty::Partial,
        }
    }
    if found.turns.is_empty() { Err(Unfit::Open) } else { Ok(found) }
}

/// Whether the side to move wins, but not too soon.
fn is_fit<P: Position, G: Knowledge<P>>(
    search: &mut Dfpn<P, G>,
    position: &P,
    bounds: &Bounds,
) -> Result<(), Unfit> {
    let side = position.side_to_move();
    let nodes = bounds.root_nodes;
    if answer(search, position, Question::wins_within(side, bounds.longer_than), nodes).ok_or(Unfit::Open)? {
        return Err(Unfit::TooSoon);
    }
    // Looks at the rule of repetition too.
    match search.solve(position, &Limits::nodes(nodes), &mut |_| {}).value {
        Some(Outcome::Win(winner)) if winner == side => Ok(()),
        Some(_) => Err(Unfit::NotWon),
        None => Err(Unfit::Open),
    }
}

/// Whether what is asked is so; `None` if the nodes were not enough.
fn answer<P: Position, G: Knowledge<P>>(
    search: &mut Dfpn<P, G>,
    position: &P,
    question: Question,
    nodes: u64,
) -> Option<bool> {
    match search.ask(position, question, &Limits::nodes(nodes), &mut |_| {}).answer {
        Answer::Wins { .. } => Some(true),
        Answer::CannotWin { .. } => Some(false),
        Answer::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_gekitai::{Gekitai, GekitaiGame, ThreatGuide};
    use plywood_search::ProofTable;
    use std::sync::Arc;

    const BOUNDS: Bounds = Bounds { longer_than: 1, root_nodes: 1_000_000, turn_nodes: 1_000_000, most: 36 };

    fn winning(text: &str, bounds: &Bounds) -> Result<Wins, Unfit> {
        let table = Arc::new(ProofTable::with_bytes(1 << 22).unwrap());
        let position: Gekitai = text.parse().unwrap();
        wins::<GekitaiGame, _>(&mut Dfpn::new(ThreatGuide, table), &position, bounds)
    }

    /// X wins within three plies by two lines at once.
    const FORK: &str = "6/1x4/6/1x1o1x/6/2o3 o";

    #[test]
    fn every_turn_is_proven_to_win_or_not_to() {
        let found = winning(FORK, &BOUNDS).unwrap();
        assert_eq!(found, Wins { turns: vec!["e4".to_owned()], certainty: Certainty::Complete });
    }

    #[test]
    fn bounds_that_a_position_does_not_fit_are_named() {
        for (bounds, unfit) in [
            (Bounds { longer_than: 99, ..BOUNDS }, Unfit::TooSoon),
            (Bounds { most: 0, ..BOUNDS }, Unfit::TooMany),
            (Bounds { root_nodes: 1, ..BOUNDS }, Unfit::Open),
        ] {
            assert_eq!(winning(FORK, &bounds), Err(unfit));
        }
    }
}
