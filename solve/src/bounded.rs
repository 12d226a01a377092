//! Walks through a strategy that keeps the other side from winning for a number of plies. A walk knows the
//! rules and no search.
//!
//! # Ply by ply
//!
//! What a strategy of this kind does depends on the plies left. So the walk goes ply by ply: a *layer* holds
//! the positions that can arise after so many plies, each once. Only one layer and the next are in memory.
//! The last [`SEEN_THROUGH`] plies need no strategy: the walk tries all moves.
//!
//! # Why it cannot be wrong
//!
//! Call a position safe for some number of plies if the other side has not won in it, and if one move of the
//! strategy's side, or all moves of the other side, lead to positions that are safe for one ply less. The
//! walk shows that of every position of every layer, beginning with the start. The number of plies falls with
//! every move, so lines cannot cycle.

use crate::identity::{Form, Identity};
use crate::walk::{Flaw, after, successors};
use core::mem;
use plywood_play::Notation;
use plywood_search::{Outcome, Position, Repetition, Side, StopHandle, Symmetry};
use std::collections::HashSet;

/// The number of plies before the bound that the walk sees through by trying all moves.
pub(crate) const SEEN_THROUGH: u32 = 2;

/// A source of moves that keep the other side from winning.
pub(crate) trait Defender<P: Position> {
    /// Error returned when the source has no move, or when the strategy has a flaw.
    type Error: From<Flaw>;

    /// The move for a position with so many plies left.
    fn choose(&mut self, position: &P, left: u32) -> Result<P::Move, Self::Error>;
}

/// The state of a walk.
struct Walk<'a, P> {
    side: Side,
    form: Form,
    stop: &'a StopHandle,
    /// The positions of the next layer, in the order of their arrival, and whether they are there.
    layer: Vec<P>,
    met: HashSet<Identity<P>>,
}

/// Follows a strategy of `side` from `start` through every reply, for so many plies. The number of decisions.
///
/// The strategy is asked for each position of a layer in which its side is to move; the order depends on the
/// rules and the strategy alone.
pub(crate) fn hold_out<P: Notation + Symmetry, S: Defender<P>>(
    start: &P,
    (side, plies, form): (Side, u32, Form),
    strategy: &mut S,
    stop: &StopHandle,
) -> Result<u64, S::Error> {
    if matches!(start.repetition(), Repetition::Illegal(_)) {
        // The strategy's move might be forbidden, depending on the line that led to it.
        return Err(Flaw::Repetition { position: start.to_string() }.into());
    }
    let mut walk = Walk { side, form, stop, layer: Vec::new(), met: HashSet::new() };
    let (mut left, mut decisions) = (plies, 0);
    walk.arrive(start, left)?;
    while !walk.layer.is_empty() {
        left -= 1;
        walk.met.clear();
        for position in mem::take(&mut walk.layer) {
            if position.side_to_move() == side {
                decisions += 1;
                let mv = strategy.choose(&position, left + 1)?;
                if !position.is_legal(mv) {
                    return Err(Flaw::IllegalMove { position: position.to_string() }.into());
                }
                walk.arrive(&after(&position, mv), left)?;
            } else {
                successors(&position).try_for_each(|next| walk.arrive(&next, left))?;
            }
        }
    }
    Ok(decisions)
}

impl<P: Notation + Symmetry> Walk<'_, P> {
    /// Puts a position into the next layer, unless it is there or all its moves can be tried.
    fn arrive(&mut self, position: &P, left: u32) -> Result<(), Flaw> {
        if position.outcome().is_some() || left <= SEEN_THROUGH {
            let is_safe = is_safe(position, self.side, left);
            return if is_safe { Ok(()) } else { Err(Flaw::WrongEnd { position: position.to_string() }) };
        }
        let identity = self.form.representative(position);
        if self.met.contains(&identity) {
            return Ok(());
        }
        if self.stop.is_stopped() {
            return Err(Flaw::Stopped);
        }
        self.layer.push(identity.0.clone());
        self.met.insert(identity);
        Ok(())
    }
}

/// Whether `side` can keep the other side from winning for so many plies, by trying all moves.
fn is_safe<P: Position>(position: &P, side: Side, left: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome != Outcome::Win(!side);
    }
    let mut next = successors(position);
    left == 0
        || if position.side_to_move() == side {
            next.any(|next| is_safe(&next, side, left - 1))
        } else {
            next.all(|next| is_safe(&next, side, left - 1))
        }
}
