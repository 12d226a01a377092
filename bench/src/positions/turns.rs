//! The whole turns of a position, one for each position that they lead to.

use core::ops::ControlFlow;
use plywood_play::Notation;
use plywood_search::{Game, Position};
use std::collections::HashSet;

/// Shows the games that the turns lead to until `visit` answers with a break. Turns that lead to the same
/// position are shown once.
pub(super) fn visit_turns<P: Position>(
    position: &P,
    visit: &mut dyn FnMut(Game<P>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    go_on(&Game::new(position.clone()), &mut HashSet::new(), visit)
}

/// The games that the turns lead to.
pub(super) fn turns_of<P: Position>(position: &P) -> Vec<Game<P>> {
    let mut turns = Vec::new();
    let _ = visit_turns(position, &mut |game| {
        turns.push(game);
        ControlFlow::Continue(())
    });
    turns
}

/// A turn as the game writes it.
pub(super) fn written<P: Notation>(turn: &Game<P>) -> Option<String> {
    let plies: Vec<_> = turn.moves().collect();
    turn.start().write_line(&plies).pop()
}

/// Shows the turns that go on from the plies played so far.
fn go_on<P: Position>(
    game: &Game<P>,
    seen: &mut HashSet<u64>,
    visit: &mut dyn FnMut(Game<P>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for mv in game.legal_moves() {
        let mut game = game.clone();
        if game.play(mv).is_err() || !seen.insert(game.position().key()) {
            continue;
        }
        let is_whole =
            game.side_to_move() != game.start().side_to_move() || game.position().outcome().is_some();
        if is_whole { visit(game)? } else { go_on(&game, seen, visit)? }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_arimaa::Arimaa;

    #[test]
    fn turns_of_several_steps_are_one_for_each_position_after_them() {
        let text = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
        let position: Arimaa = text.parse().unwrap();
        let mut boards: Vec<_> =
            turns_of(&position).into_iter().map(|turn| turn.position().to_string()).collect();
        assert_eq!(boards.len(), position.turns().unwrap().len());
        boards.sort_unstable();
        boards.dedup();
        assert_eq!(boards.len(), position.turns().unwrap().len());
    }
}
