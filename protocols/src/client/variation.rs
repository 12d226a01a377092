//! Variations as engines write them, cut into turns.

use plywood_play::Session;

/// The plies of a variation from the current position of `session`, a text for each turn: as far as they can be played.
pub(super) fn turns(session: &dyn Session, plies: &str) -> Vec<String> {
    let mut session = session.fork();
    let mut turns: Vec<String> = Vec::new();
    let mut last = None;
    for ply in plies.split_whitespace() {
        let side = session.side_to_move();
        let Ok(written) = session.play(ply) else { break };
        match turns.last_mut() {
            Some(turn) if last == Some(side) => {
                turn.push(' ');
                turn.push_str(&written);
            }
            _ => turns.push(written),
        }
        last = Some(side);
    }
    turns
}
