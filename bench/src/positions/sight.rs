//! Which turns of a position win with the next one, whatever is replied, and which alone keep the other side
//! from winning at once: found by trying all turns, and all replies, where a game sees for certain that a win
//! is there.
//!
//! Made for Arimaa, where a guide sees every goal that the turn under way can bring, and where a search that
//! has to refute a win at any length does not end.

use super::Certainty;
use super::turns::{turns_of, visit_turns, written};
use super::wins::{Unfit, Wins};
use core::ops::ControlFlow::{Break, Continue};
use plywood_play::Notation;
use plywood_search::{Knowledge, Outcome, Position, Side};

/// The turns, `most` at most, after which the side to move wins with its next one: the guide sees it after
/// every reply. Others may win later.
///
/// # Errors
///
/// If there are none, or more, or a win is seen in the position as it is.
pub fn next_turn_wins<P: Notation, G: Knowledge<P>>(
    guide: &G,
    position: &P,
    most: usize,
) -> Result<Wins, Unfit> {
    let side = position.side_to_move();
    if is_won(guide, position, side) {
        return Err(Unfit::TooSoon);
    }
    let mut found = Wins { turns: Vec::new(), certainty: Certainty::Partial };
    for turn in turns_of(position) {
        if !wins_whatever_is_replied(guide, turn.position(), side) {
            continue;
        }
        if found.turns.len() == most {
            return Err(Unfit::TooMany);
        }
        found.turns.extend(written(&turn));
    }
    if found.turns.is_empty() { Err(Unfit::Open) } else { Ok(found) }
}

/// The turns, `most` at most, after which the guide does not see that the other side wins. Whether they lose
/// later is not asked.
///
/// # Errors
///
/// If there are none, or more, or a win is seen in the position as it is, or no turn loses.
pub fn defences<P: Notation, G: Knowledge<P>>(guide: &G, position: &P, most: usize) -> Result<Wins, Unfit> {
    let side = position.side_to_move();
    if is_won(guide, position, side) {
        return Err(Unfit::TooSoon);
    }
    let mut all = turns_of(position);
    let number = all.len();
    all.retain(|turn| !is_won(guide, turn.position(), !side));
    match all.len() {
        0 => Err(Unfit::NotWon),
        defences if defences > most || defences == number => Err(Unfit::TooMany),
        _ => Ok(Wins { turns: all.iter().filter_map(written).collect(), certainty: Certainty::Only }),
    }
}

fn wins_whatever_is_replied<P: Position, G: Knowledge<P>>(guide: &G, position: &P, side: Side) -> bool {
    if position.outcome().is_some() {
        return is_won(guide, position, side);
    }
    visit_turns(position, &mut |reply| {
        if is_won(guide, reply.position(), side) { Continue(()) } else { Break(()) }
    })
    .is_continue()
}

/// Whether `side` has won, or the guide sees that it will.
fn is_won<P: Position, G: Knowledge<P>>(guide: &G, position: &P, side: Side) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(side);
    }
    let win = guide.forced_win(position, &mut guide.start(position));
    win.is_some_and(|win| win.winner == side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_arimaa::Arimaa;
    use plywood_arimaa::eval::Strong;

    /// A board of the pieces on these squares, counted from a8 along the ranks, and the side to move.
    fn position(side: char, pieces: &[(usize, char)]) -> Arimaa {
        let mut board = [' '; 64];
        for &(square, piece) in pieces {
            board[square] = piece;
        }
        format!("{side} [{}]", board.iter().collect::<String>()).parse().unwrap()
    }

    const A6: usize = 16;
    const B6: usize = 17;
    const A5: usize = 24;
    const C5: usize = 26;
    const A3: usize = 40;
    const H7: usize = 15;
    const G7: usize = 14;
    const H2: usize = 55;
    const H1: usize = 63;

    #[test]
    fn the_only_defences_are_told_from_the_turns_that_lose() {
        let threat = position('s', &[(A6, 'R'), (C5, 'e'), (H7, 'r'), (H1, 'C')]);
        let Ok(Wins { turns, certainty: Certainty::Only }) = defences(&Strong, &threat, 1_000) else {
            panic!("there is a defence")
        };
        let frozen = position('g', &[(A6, 'R'), (B6, 'e'), (H7, 'r'), (H1, 'C')]);
        let idle = position('g', &[(A6, 'R'), (C5, 'e'), (G7, 'r'), (H1, 'C')]);
        let is_listed = |board: &Arimaa| {
            let found = turns_of(&threat).into_iter().find(|turn| turn.position() == board);
            found.is_some_and(|turn| turns.contains(&written(&turn).unwrap()))
        };
        assert_eq!((is_listed(&frozen), is_listed(&idle)), (true, false));
        assert_eq!(defences(&Strong, &threat, 1), Err(Unfit::TooMany));
    }

    #[test]
    fn a_turn_wins_if_no_reply_keeps_the_goal_away() {
        let race = position('g', &[(A3, 'R'), (H2, 'e'), (H7, 'r'), (H1, 'C')]);
        let Ok(Wins { turns, certainty: Certainty::Partial }) = next_turn_wins(&Strong, &race, 1_000) else {
            panic!("the rabbit arrives")
        };
        assert!(turns.iter().all(|turn| turn.contains('R')), "{turns:?}");
        assert_eq!(next_turn_wins(&Strong, &race, 0), Err(Unfit::TooMany));
    }

    #[test]
    fn positions_without_such_turns_say_why() {
        let goal = position('g', &[(A5, 'R'), (H2, 'e'), (H7, 'r'), (H1, 'C')]);
        assert_eq!(next_turn_wins(&Strong, &goal, 1_000), Err(Unfit::TooSoon));
        assert_eq!(defences(&Strong, &goal, 1_000), Err(Unfit::TooSoon));
        let lost = position('s', &[(A6, 'R'), (H2, 'e'), (H7, 'r'), (H1, 'C')]);
        assert_eq!(defences(&Strong, &lost, 1_000), Err(Unfit::NotWon));
    }
}
