//! Variations as engines write them, divided into turns.

use plywood_play::Session;

/// The legal beginning of a variation from the current position of `session`, one text per turn.
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
