//! The turns of a position, in the order in which a search looks at them.
//!
//! All are valued by [`Strong`]; the best of them are then ranked by a choice model, which sees what a turn
//! has done as well as its value.

use super::ranking::{Before, RankedTurn, TurnFeatures};
use super::strong::Strong;
use crate::knowledge::{Defence, played};
use crate::rules::moves::Move;
use crate::rules::position::{Arimaa, LONGEST_TURN};
use crate::rules::turns::{Turn, Turns};
use plywood_net::{Choice, MoveFeatures};
use plywood_search::{Game, Position, WholeTurns};
use std::sync::LazyLock;

/// The choice model. The example `rank_turns` of `plywood-learn` trained it, as the README says.
static MODEL: LazyLock<Option<Choice>> = LazyLock::new(|| {
    let bytes = include_bytes!("turns.choice");
    let name = <TurnFeatures as MoveFeatures<Arimaa, RankedTurn<'_>>>::NAME;
    Choice::for_features(bytes, "arimaa", name, TurnFeatures.count()).ok()
});

/// How many of the turns are ranked by the model, those of the best values; the others follow by value.
const RANKED: usize = 4_096;

/// How many positions the search for an unstoppable goal looks at after one turn, in its first round and in
/// its second.
const LOOKS: [u64; 2] = [64, 16_384];

/// How many it looks at in all: 40 to 200 milliseconds.
const ALL_LOOKS: u64 = 81_920;

/// How many turns are valued: about 100 milliseconds. A few of the open positions at the end of games have
/// more; their other turns, of the most steps, follow without any order.
const VALUED: u64 = 40_960;

/// All turns, the most promising first; none in the middle of a turn or of the setup. A turn after which
/// nothing can keep a rabbit from its goal comes first, and wins within two turns more. The others are then
/// not put into any order.
pub(super) fn turns(game: &Game<Arimaa>, effort: u64) -> WholeTurns<Move> {
    /// The positions that are looked at for a defence in the time in which a turn is valued and ranked.
    const VALUE: u64 = 8;
    let position = game.position();
    let Some(turns) = position.turns() else { return WholeTurns::NONE };
    if let Some(place) = unstoppable(position, &turns, effort.min(ALL_LOOKS)) {
        let mut moves: Vec<_> = turns.iter().map(|turn| turn.moves()).collect();
        moves[..=place].rotate_right(1);
        let win = moves.first().map(|turn| plies_to_win(turn));
        return WholeTurns { turns: moves, win };
    }
    let first = (effort / VALUE).min(VALUED) as usize;
    let mut valued: Vec<_> =
        turns.iter().take(first).map(|turn| (value_after(&turn.position()), turn)).collect();
    valued.sort_by_key(|&(value, _)| value);
    if let Some(model) = MODEL.as_ref() {
        let earlier = earlier(game);
        let before = Before::new(position, valued.len(), earlier);
        rank(position, model, &before, &mut valued);
    }
    let rest = turns.iter().skip(first);
    let turns = valued.into_iter().map(|(_, turn)| turn).chain(rest).map(|turn| turn.moves()).collect();
    WholeTurns { turns, win: None }
}

/// The plies to the goal, at most, if there is a turn after which the enemy cannot keep a rabbit from it: one
/// of the known turns, or one that a look finds, which is then known.
pub(super) fn certain_win(position: &Arimaa, known: &mut Vec<Vec<Move>>) -> Option<u32> {
    if position.can_reach_goal() {
        return None;
    }
    if let Some(turn) = known.iter().rev().find(|turn| wins(position, turn)) {
        return Some(plies_to_win(turn));
    }
    let turns = position.turns_that_may_threaten()?;
    let place = unstoppable(position, &turns, ALL_LOOKS)?;
    known.push(turns.iter().nth(place)?.moves());
    known.last().map(|turn| plies_to_win(turn))
}

/// Whether these moves are a legal turn after which the enemy cannot keep a rabbit from its goal.
fn wins(position: &Arimaa, turn: &[Move]) -> bool {
    let side = position.turn();
    let [_, most] = LOOKS;
    played(position, turn).is_some_and(|after| {
        after.turn() != side
            && after.threatens_goal(side)
            && Defence::default().exists(&after, most) == Some(false)
    })
}

/// The most plies from the start of an unstoppable turn to the goal: its own, the defence and the next turn.
fn plies_to_win(turn: &[Move]) -> u32 {
    turn.len() as u32 + 2 * u32::from(LONGEST_TURN)
}

/// The place of a turn after which the enemy cannot keep a rabbit from its goal, if there is one and none
/// wins at once, as far as about so many looks show.
fn unstoppable(position: &Arimaa, turns: &Turns, looks: u64) -> Option<usize> {
    if position.can_reach_goal() {
        return None;
    }
    let side = position.turn();
    let threatens = |(_, turn): &(usize, Turn<'_>)| turn.position().threatens_goal(side);
    let mut unclear: Vec<_> = turns.iter().enumerate().filter(threatens).collect();
    let mut defence = Defence::default();
    for most in LOOKS {
        for (place, turn) in core::mem::take(&mut unclear) {
            if defence.looks() >= looks {
                return None;
            }
            match defence.exists(&turn.position(), most) {
                Some(true) => {}
                Some(false) => return Some(place),
                None => unclear.push((place, turn)),
            }
        }
    }
    None
}

/// The positions before the last two turns, as far as they belong to the game.
fn earlier(game: &Game<Arimaa>) -> [Option<&Arimaa>; 2] {
    let begins = |position: &&Arimaa| position.steps().is_empty() && !position.is_setup();
    let mut starts = game.earlier().filter(begins);
    [starts.next(), starts.next()]
}

/// The value for whoever is to move after a turn; what is decided, or certain, goes beyond what is not.
fn value_after(position: &Arimaa) -> i32 {
    match position.outcome() {
        Some(outcome) if outcome.winner() == Some(position.side_to_move()) => i32::MAX,
        Some(_) => i32::MIN,
        None if position.can_reach_goal() => i32::MAX,
        None => Strong.value(position).value(),
    }
}

/// Puts those of the best values into the order of the model. Where a turn wins,
/// nothing needs an order, and turns that lose stay last.
fn rank(position: &Arimaa, model: &Choice, before: &Before, valued: &mut [(i32, Turn<'_>)]) {
    let best = valued.first().map_or(i32::MIN, |&(value, _)| value);
    if best == i32::MIN {
        return;
    }
    let open = valued.partition_point(|&(value, _)| value < i32::MAX);
    let ranked = &mut valued[..open.min(RANKED)];
    let mut strengths: Vec<_> = ranked
        .iter()
        .enumerate()
        .map(|(place, &(value, turn))| {
            let (after, steps, loss) = (&turn.position(), turn.steps(), value.saturating_sub(best));
            let turn = RankedTurn { before, after, steps, place, loss };
            (model.strength(&TurnFeatures, position, turn), place)
        })
        .collect();
    strengths.sort_by_key(|&(strength, place)| (-strength, place));
    let order: Vec<_> = strengths.iter().map(|&(_, place)| ranked[place]).collect();
    ranked.copy_from_slice(&order);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_that_of_the_features_and_says_something() {
        let start: Arimaa = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]"
            .parse()
            .expect("a position");
        let value = |turn: &Vec<Move>| {
            let mut after = start.clone();
            for &mv in turn {
                after.play_unchecked(mv);
            }
            value_after(&after)
        };
        assert!(MODEL.is_some());
        let values: Vec<_> = turns(&Game::new(start.clone()), u64::MAX).turns.iter().map(value).collect();
        assert!(!values.is_sorted());
    }
}
