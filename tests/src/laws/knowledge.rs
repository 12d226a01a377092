//! Laws of what is known of positions: the state that follows a line of play changes no answer.

use crate::Subject;
use plywood_search::{Candidates, Hints, Knowledge, Needs, PackedMove, Position, Purpose, Side};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// All answers about a position, those about moves in their order.
fn answers<P: Hints, K: Knowledge<P>>(knowledge: &K, position: &P, state: &mut K::State) -> String {
    let moves = position.legal_moves();
    let win = knowledge.forced_win(position, state);
    let needs = win.and_then(|_| knowledge.needs(position, state));
    let winning = knowledge.winning_move(position, state).map(PackedMove::to_bits);
    let candidates = knowledge.candidates(position, state).map(|Candidates { is_one, plies }| {
        let chosen: Vec<bool> = moves.iter().map(|&mv| is_one(mv)).collect();
        (chosen, plies)
    });
    let numbers = Side::BOTH.map(|side| knowledge.numbers(position, state, side));
    let threats: Vec<bool> = moves.iter().map(|&mv| knowledge.threatens(position, state, mv)).collect();
    let tactics = tactics(knowledge, position, state);
    let threatened = win.is_none() && knowledge.is_threatened(position, state);
    let lines = lines(knowledge, position, state);
    let order: Vec<i32> = {
        let priority = knowledge.priorities(position, state);
        moves.iter().map(|&mv| priority(mv)).collect()
    };
    let value = knowledge.evaluate(position, state);
    let beside = knowledge.needs_beside(position, state, Needs::NOTHING);
    format!(
        "{win:?} {needs:?} {winning:?} {candidates:?} {numbers:?} {threats:?} {tactics:?} {threatened} {lines:?} {order:?} {value:?} {beside:?}"
    )
}

/// The numbers of the moves that begin what changes the balance later in the turn: legal ones, each shown
/// once.
fn tactics<P: Hints, K: Knowledge<P>>(knowledge: &K, position: &P, state: &mut K::State) -> Vec<u32> {
    let mut shown = Vec::new();
    knowledge.tactics(position, state, &mut |mv| {
        assert!(position.is_legal(mv), "{mv:?} is not legal in {position:?}");
        assert!(!shown.contains(&mv.to_bits()), "{mv:?} is shown twice in {position:?}");
        shown.push(mv.to_bits());
    });
    shown
}

/// The lines of each purpose: moves that are legal one after the other, within the turn, each line once.
fn lines<P: Hints, K: Knowledge<P>>(knowledge: &K, position: &P, state: &mut K::State) -> Vec<Vec<Vec<u32>>> {
    use Purpose::{Attack, Follow, Gain, Guard, Plain, Press, Rest, Threat};
    let lines = |purpose| {
        let mut shown = Vec::new();
        knowledge.lines(position, state, purpose, &mut |line| note_line(position, line, &mut shown));
        shown
    };
    [Gain, Guard, Threat, Attack, Press, Follow, Rest, Plain].map(lines).into()
}

/// Who wins for certain, as far as a look beyond the turn shows: the mover with the turn that is shown, or
/// its opponent. What answers a threat is shown too.
fn winner_ahead<P: Hints, K: Knowledge<P>>(
    knowledge: &K,
    position: &P,
    state: &mut K::State,
) -> Option<Side> {
    if knowledge.forced_win(position, state).is_some() {
        return None;
    }
    if knowledge.is_threatened(position, state) {
        let mut answers = Vec::new();
        knowledge.answers(position, state, &mut |line| note_line(position, line, &mut answers));
    }
    let mut turns = Vec::new();
    let win = knowledge.look_ahead(position, state, &mut |line| note_line(position, line, &mut turns));
    let winner = win.map(|win| win.winner);
    let wins = winner == Some(position.side_to_move());
    assert_eq!(turns.len(), usize::from(wins), "{turns:?} in {position:?}");
    winner
}

/// Whether two answers name different winners.
fn differ([one, other]: [Option<Side>; 2]) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

/// Notes a line of a position as the numbers of its moves.
fn note_line<P: Position>(position: &P, line: &[P::Move], shown: &mut Vec<Vec<u32>>) {
    let mut after = position.clone();
    assert!(!line.is_empty(), "an empty line is shown in {position:?}");
    for &mv in line {
        let in_turn = after.side_to_move() == position.side_to_move() && after.outcome().is_none();
        assert!(in_turn && after.is_legal(mv), "{line:?} is no line of a turn of {position:?}");
        after.play_unchecked(mv);
    }
    let line: Vec<u32> = line.iter().map(|mv| mv.to_bits()).collect();
    assert!(!shown.contains(&line), "{line:?} is shown twice in {position:?}");
    shown.push(line);
}

/// After any walk of advances and retreats, null moves among them, every answer is that of a fresh start; and
/// a move that is said to win at once does. Gives the number of positions that were compared.
pub fn a_walk_changes_no_answer<P: Hints, K: Knowledge<P>>(
    start: &P,
    knowledge: &K,
    seed: u64,
    steps: usize,
) -> usize {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut line = vec![start.clone()];
    if start.outcome().is_some() {
        return 0;
    }
    let mut state = knowledge.start(start);
    let mut compared = 0;
    for _ in 0..steps {
        let here = line.last().expect("a line has a position").clone();
        if line.len() > 1 && rng.random_range(0..3) == 0 {
            line.pop();
            knowledge.retreat(&mut state);
        } else {
            let passed = here.null_move().filter(|_| rng.random_range(0..8) == 0);
            let (mv, child) = match (passed, here.random_move(&mut rng)) {
                (Some(passed), _) => (None, passed),
                (None, Some(mv)) => {
                    let mut child = here.clone();
                    child.play_unchecked(mv);
                    (Some(mv), child)
                }
                (None, None) => continue,
            };
            if child.outcome().is_some() {
                continue;
            }
            knowledge.advance(&mut state, &here, mv, &child);
            line.push(child);
        }
        // Some positions are passed without a question, as in a search.
        if rng.random_range(0..3) > 0 {
            let here = line.last().expect("a line has a position");
            let fresh = &mut knowledge.start(here);
            let ahead = [&mut state, &mut *fresh].map(|state| winner_ahead(knowledge, here, state));
            assert!(!differ(ahead), "{ahead:?} win {here:?} after {line:?}");
            if K::IS_PATH_FREE {
                let fresh = answers(knowledge, here, fresh);
                assert_eq!(answers(knowledge, here, &mut state), fresh, "{here:?} after {line:?}");
            } else {
                let winners =
                    [&mut state, fresh].map(|state| knowledge.forced_win(here, state).map(|win| win.winner));
                assert!(!differ(winners), "{winners:?} win {here:?} after {line:?}");
            }
            compared += 1;
        }
    }
    compared
}

/// Holds the knowledge of a game to the law, from its starts and from positions of random games.
///
/// # Panics
///
/// If it does not hold, or nothing was compared.
pub fn hold<P: Hints>(subject: &Subject<P>, knowledge: &impl Knowledge<P>) {
    let compared = core::cell::Cell::new(0);
    for (seed, start) in subject.starts().iter().enumerate() {
        compared.set(compared.get() + a_walk_changes_no_answer(start, knowledge, seed as u64, 30));
    }
    subject.for_random_games(8, |game| {
        compared.set(compared.get() + a_walk_changes_no_answer(game.position(), knowledge, 7, 30));
    });
    assert!(compared.get() > 30, "{}: {} positions were compared", subject.name(), compared.get());
}
