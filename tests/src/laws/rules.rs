//! Laws of a game's rules, whatever is thought of its positions.

use crate::Subject;
use crate::subject::random_game;
use core::ops::ControlFlow;
use plywood_search::{
    EndReason, Game, Hints, IllegalMove, Limits, PackedMove, Position, Recurring, Repetition, Rollout,
    divide, perft, perft_within,
};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::collections::{HashMap, HashSet};

/// Holds a game to all laws of this module.
pub fn hold<P: Hints>(subject: &Subject<P>) {
    subject.for_random_games(64, |game| {
        moves_are_unique_legal_and_playable(game.position());
        generation_depends_on_the_position_alone(game.position());
        counting_and_expanding_agree_with_generating(game.position());
        generation_stops_when_told(game.position());
        just_the_unfinished_positions_have_moves(game.position());
        moves_pack_and_unpack(game.position());
        history_slots_are_in_range(game.position());
        keys_after_moves_are_foretold(game.position());
        a_null_move_changes_the_side_to_move(game.position());
        the_game_plays_its_legal_moves_and_no_others(game);
        every_other_move_is_refused(game, &foreign_moves(subject));
    });
    subject.for_random_games(16, |game| {
        random_moves_are_legal_and_reach_every_move(game.position());
        a_game_draws_its_legal_moves(game);
        undo_restores_everything(game);
        repetition_is_counted_right(game);
        a_rollout_is_the_same_game(game);
        irreversible_moves_are(game);
    });
    subject.for_random_games(4, |game| {
        perft_agrees_with_itself(game.position(), 3);
        equal_keys_mean_equal_positions(&neighbourhood(game.position(), 1_000));
    });
    for start in subject.starts() {
        equal_keys_mean_equal_positions(&neighbourhood(start, 600));
    }
    what_recurs_is_stated(subject);
}

/// A game played as a rollout has the same moves and the same result after every ply, from the start or from
/// any later position on; it begins again where it is told to.
pub fn a_rollout_is_the_same_game<P: Position>(game: &Game<P>) {
    let (mut same, mut rollout) = (Game::new(game.start().clone()), Rollout::new(game.start().clone()));
    let start = rollout.clone();
    for mv in game.moves() {
        assert_eq!(rollout.check(mv), Ok(()), "{mv:?} in {:?}", same.position());
        rollout.play_unchecked(mv);
        same.play(mv).expect("the game has been played");
        rollout_is_at(&rollout, &same);
        rollout_is_at(&Rollout::from(&same), &same);
    }
    rollout.clone_from(&start);
    rollout_is_at(&rollout, &Game::new(game.start().clone()));
    let mut last = Rollout::from(game);
    let drawn = last.random_move(&mut StdRng::seed_from_u64(1));
    assert_eq!(drawn.is_none(), game.outcome().is_some(), "a move drawn in {:?}", game.position());
    if let Some(mv) = drawn {
        let mut game = game.clone();
        last.play_unchecked(mv);
        game.play(mv).expect("a rollout draws legal moves");
        rollout_is_at(&last, &game);
    }
}

fn rollout_is_at<P: Position>(rollout: &Rollout<P>, game: &Game<P>) {
    assert_eq!(rollout.position(), game.position());
    assert_eq!(rollout.outcome(), game.outcome(), "in {:?}", game.position());
    assert_eq!(rollout.legal_moves(), game.legal_moves(), "in {:?}", game.position());
}

/// Moves to try where they are not legal: what small numbers unpack to, and moves of other positions.
fn foreign_moves<P: Hints>(subject: &Subject<P>) -> Vec<P::Move> {
    let small = (0..4_096).chain([u32::MAX - 1]).filter_map(P::Move::from_bits);
    let games =
        subject.starts().iter().take(4).flat_map(|start| (0..8).map(|seed| random_game(start, seed, 30)));
    let met = games.flat_map(|game| {
        let legal = game.legal_moves();
        game.moves().chain(legal).collect::<Vec<_>>()
    });
    let unique: HashSet<_> = small.chain(met).collect();
    unique.into_iter().collect()
}

/// Positions around this one, those after fewer moves first, many of them met on several ways.
fn neighbourhood<P: Hints>(start: &P, size: usize) -> Vec<P> {
    let mut positions = vec![start.clone()];
    let mut next = 0;
    while next < positions.len() && positions.len() < size {
        for mv in positions[next].legal_moves() {
            let mut child = positions[next].clone();
            child.play_unchecked(mv);
            positions.push(child);
        }
        next += 1;
    }
    positions
}

fn after<P: Hints>(position: &P, mv: P::Move) -> P {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}

/// The first `limit` moves that the generator shows, and how it ended.
fn generated<P: Hints>(position: &P, limit: usize) -> (Vec<P::Move>, ControlFlow<()>) {
    let mut moves = Vec::new();
    let flow = position.generate(&mut |mv| {
        moves.push(mv);
        if moves.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (moves, flow)
}

/// Every legal move is generated once, is legal when asked, and can be played.
pub fn moves_are_unique_legal_and_playable<P: Hints>(position: &P) {
    let moves = position.legal_moves();
    let unique: HashSet<_> = moves.iter().collect();
    assert_eq!(unique.len(), moves.len(), "a move was generated twice in {position:?}: {moves:?}");
    for &mv in &moves {
        assert!(position.is_legal(mv), "{mv:?} was generated but is not legal in {position:?}");
        let child = after(position, mv);
        assert_ne!(&child, position, "{mv:?} leaves {position:?} as it was");
    }
}

/// A random move of a game is one that repetition allows too, and there is one unless the game is over.
pub fn a_game_draws_its_legal_moves<P: Hints>(game: &Game<P>) {
    let legal = game.legal_moves();
    let mut rng = StdRng::seed_from_u64(game.position().key());
    for _ in 0..8 {
        match game.random_move(&mut rng) {
            Some(mv) => assert!(legal.contains(&mv), "{mv:?} was drawn in {:?}", game.position()),
            None => assert!(legal.is_empty(), "no move was drawn in {:?}", game.position()),
        }
    }
}

/// The same position generates the same moves in the same order.
pub fn generation_depends_on_the_position_alone<P: Hints>(position: &P) {
    assert_eq!(position.legal_moves(), position.clone().legal_moves(), "{position:?}");
}

/// Counting gives the number of generated moves; expanding gives the outcome, or else these moves.
pub fn counting_and_expanding_agree_with_generating<P: Hints>(position: &P) {
    let mut expanded = Vec::new();
    let outcome = position.expand(&mut |mv| {
        expanded.push(mv);
        ControlFlow::Continue(())
    });
    assert_eq!(outcome, position.outcome(), "expanding gives another outcome in {position:?}");
    assert_eq!(position.legal_moves().to_vec(), expanded, "two lists of legal moves of {position:?}");
    if outcome.is_some() {
        assert!(expanded.is_empty(), "a finished position has moves: {position:?}");
        return;
    }
    let (moves, flow) = generated(position, usize::MAX);
    assert_eq!(flow, ControlFlow::Continue(()), "nobody stopped the generation of {position:?}");
    assert_eq!(moves, expanded, "expanding shows other moves in {position:?}");
    assert_eq!(position.count_moves(), moves.len(), "moves are counted wrong in {position:?}");
}

/// The generator shows no move after it was told to stop.
pub fn generation_stops_when_told<P: Hints>(position: &P) {
    if position.outcome().is_some() {
        return;
    }
    let all = generated(position, usize::MAX).0;
    for limit in 1..=all.len() {
        let (moves, flow) = generated(position, limit);
        assert_eq!(flow, ControlFlow::Break(()), "the stop is not passed on in {position:?}");
        assert_eq!(moves, all[..limit], "stopped after {limit} moves of {position:?}");
    }
}

/// A position without an outcome has a move; one with an outcome has none.
pub fn just_the_unfinished_positions_have_moves<P: Hints>(position: &P) {
    let finished = position.outcome().is_some();
    assert_eq!(position.legal_moves().is_empty(), finished, "{position:?}");
    let drawn = position.random_move(&mut StdRng::seed_from_u64(0));
    assert_eq!(drawn.is_none(), finished, "{position:?}");
}

/// A move comes back from its number, different moves have different numbers, and the greatest number is left
/// free.
pub fn moves_pack_and_unpack<P: Hints>(position: &P) {
    let mut numbers = HashSet::new();
    for mv in position.legal_moves() {
        let bits = mv.to_bits();
        assert_ne!(bits, u32::MAX, "{mv:?} takes the number that means none");
        assert_eq!(P::Move::from_bits(bits), Some(mv), "number {bits}");
        assert!(numbers.insert(bits), "two moves of {position:?} have the number {bits}");
    }
}

/// Every legal move has its slot within the history table.
pub fn history_slots_are_in_range<P: Hints>(position: &P) {
    for mv in position.legal_moves() {
        let slot = position.history_slot(mv);
        assert!(slot < P::HISTORY_SLOTS, "{mv:?} of {position:?} has slot {slot} of {}", P::HISTORY_SLOTS);
    }
}

/// Where a key is foretold, it is the one after the move.
pub fn keys_after_moves_are_foretold<P: Hints>(position: &P) {
    for mv in position.legal_moves() {
        if let Some(key) = position.key_after(mv) {
            assert_eq!(key, after(position, mv).key(), "after {mv:?} in {position:?}");
        }
    }
}

/// A null move gives the other player the move, and two of them give back the position.
pub fn a_null_move_changes_the_side_to_move<P: Hints>(position: &P) {
    if position.outcome().is_some() {
        return;
    }
    let Some(passed) = position.null_move() else { return };
    assert_ne!(passed.side_to_move(), position.side_to_move(), "{position:?}");
    assert_ne!(passed.key(), position.key(), "{position:?}");
    if passed.outcome().is_none()
        && let Some(back) = passed.null_move()
    {
        assert_eq!((&back, back.key()), (position, position.key()));
    }
}

/// A game plays what it calls legal, refuses for repetition what only the position calls legal, and is over
/// when nothing is left.
pub fn the_game_plays_its_legal_moves_and_no_others<P: Hints>(game: &Game<P>) {
    let legal = game.legal_moves();
    for mv in game.position().legal_moves() {
        let mut copy = game.clone();
        let played = copy.play(mv);
        if legal.contains(&mv) {
            assert_eq!(played, Ok(()), "{mv:?} in {:?}", game.position());
            assert_eq!(copy.position(), &after(game.position(), mv));
            let stuck = copy.end().is_some_and(|(_, reason)| reason == EndReason::NoMoveButRepetition);
            let between_turns = copy.position().repetition_key().is_some();
            assert!(
                !stuck || between_turns,
                "{mv:?} cannot be followed by an end of the turn: {:?}",
                game.position()
            );
        } else {
            let reason = if game.outcome().is_some() && !legal.is_empty() { None } else { played.err() };
            let expected = [IllegalMove::Repetition, IllegalMove::GameOver];
            assert!(
                reason.is_some_and(|reason| expected.contains(&reason)),
                "{mv:?} in {:?}",
                game.position()
            );
        }
    }
    assert_eq!(legal.is_empty(), game.outcome().is_some(), "over, or not, in {:?}", game.position());
}

/// A move that was not generated is not legal, and playing it gives a reason and changes nothing.
pub fn every_other_move_is_refused<P: Hints>(game: &Game<P>, candidates: &[P::Move]) {
    let position = game.position();
    let generated = position.legal_moves();
    let mut copy = game.clone();
    for &mv in candidates.iter().filter(|mv| !generated.contains(mv)) {
        assert!(!position.is_legal(mv), "{mv:?} is legal in {position:?} but was not generated");
        let expected = if game.outcome().is_some() { IllegalMove::GameOver } else { IllegalMove::NotLegal };
        let refused = copy.play(mv);
        let in_any_case = refused == Err(IllegalMove::NotLegal);
        assert!(refused == Err(expected) || in_any_case, "{mv:?} in {position:?}: {refused:?}");
    }
    assert_eq!(copy.position(), position, "a refused move has changed the position");
    assert_eq!(copy.moves().len(), game.moves().len(), "a refused move was written down");
    assert_eq!(copy.history().len(), game.history().len(), "a refused move is in the history");
}

/// Random moves are legal, each move is drawn, and none is drawn far more or less often than its share.
pub fn random_moves_are_legal_and_reach_every_move<P: Hints>(position: &P) {
    const SHARE: usize = 64;
    let moves = position.legal_moves();
    let mut rng = StdRng::seed_from_u64(position.key());
    let mut drawn = HashMap::new();
    for _ in 0..moves.len() * SHARE {
        let mv = position.random_move(&mut rng).expect("an unfinished position has a move");
        *drawn.entry(mv).or_insert(0) += 1;
    }
    for mv in &moves {
        let times = drawn.remove(mv).unwrap_or(0);
        assert!((SHARE / 4..SHARE * 4).contains(&times), "{mv:?} drawn {times} times in {position:?}");
    }
    assert!(drawn.is_empty(), "illegal moves drawn in {position:?}: {drawn:?}");
}

/// Taking back gives the position, the history and the legal moves that were there before, down to the start.
pub fn undo_restores_everything<P: Hints>(game: &Game<P>) {
    let mut replayed = Game::new(game.start().clone());
    let mut before = Vec::new();
    for mv in game.moves() {
        before.push((replayed.clone(), mv));
        replayed.play(mv).expect("the game was played before");
    }
    let seen: Vec<P> = replayed.earlier().cloned().collect();
    assert_eq!(seen.len(), before.len(), "positions before the current one");
    for ((earlier, mv), seen) in before.into_iter().rev().zip(seen) {
        assert_eq!(&seen, earlier.position(), "a position before the current one");
        assert_eq!(replayed.undo(), Some(mv), "taken back");
        assert_eq!(replayed.position(), earlier.position());
        assert_eq!(replayed.legal_moves(), earlier.legal_moves(), "after taking back {mv:?}");
        assert_eq!(replayed.end(), earlier.end(), "after taking back {mv:?}");
        assert_eq!(replayed.history().len(), earlier.history().len(), "after taking back {mv:?}");
        assert_eq!(format!("{:?}", replayed.history()), format!("{:?}", earlier.history()));
    }
    assert_eq!(replayed.undo(), None, "nothing is left to take back");
}

/// The game ends, and moves are forbidden, just when a plain count of the positions says so.
pub fn repetition_is_counted_right<P: Hints>(game: &Game<P>) {
    let mut replayed = Game::new(game.start().clone());
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut count = |position: &P| {
        position.repetition_key().map_or(0, |key| {
            let times = seen.entry(key).or_default();
            *times += 1;
            *times
        })
    };
    count(game.start());
    for mv in game.moves() {
        replayed.play(mv).expect("the game was played before");
        let times = count(replayed.position());
        let by_repetition = replayed.end().is_some_and(|(_, reason)| reason == EndReason::Repetition);
        match replayed.position().repetition() {
            Repetition::Ignored => assert!(!by_repetition, "ended by a rule that is not in force"),
            Repetition::Draw(limit) => {
                let drawn = times >= usize::from(limit) && replayed.position().outcome().is_none();
                assert_eq!(by_repetition, drawn, "occurrence {times} of {:?}", replayed.position());
            }
            Repetition::Illegal(limit) => {
                assert!(times < usize::from(limit), "occurrence {times} of {:?}", replayed.position());
            }
        }
    }
    let Repetition::Illegal(limit) = replayed.position().repetition() else { return };
    for mv in replayed.position().legal_moves() {
        let child = after(replayed.position(), mv);
        let Some(key) = child.repetition_key() else { continue };
        let allowed = seen.get(&key).copied().unwrap_or(0) + 1 < usize::from(limit);
        let ended = replayed.outcome().is_some();
        assert_eq!(
            replayed.legal_moves().contains(&mv),
            allowed && !ended,
            "{mv:?} in {:?}",
            replayed.position()
        );
    }
}

/// Where nothing recurs every move is irreversible; where whole positions do, equal repetition keys mean
/// equal canonical keys; and where parts of positions do, some positions have equal repetition keys only.
pub fn what_recurs_is_stated<P: Hints>(subject: &Subject<P>) {
    let mut reversible = 0;
    for start in subject.starts() {
        let positions = met_and_passed(start);
        let mut keys = HashMap::new();
        let differs = |position: &P| {
            let key = position.canonical_key();
            position.repetition_key().is_some_and(|repeated| *keys.entry(repeated).or_insert(key) != key)
        };
        let differ = positions.iter().map(differs).filter(|&differs| differs).count();
        let moves =
            positions.iter().flat_map(|here| here.legal_moves().into_iter().map(move |mv| (here, mv)));
        let found = moves.filter(|(position, mv)| !position.is_irreversible(*mv)).count();
        let (is_nothing, is_parts) =
            (start.recurring() == Recurring::Nothing, start.recurring() == Recurring::Parts);
        assert_eq!(differ > 0, is_parts, "{differ} repetition keys of different positions from {start:?}");
        assert!(!is_nothing || found == 0, "{found} reversible moves from {start:?}");
        reversible += usize::from(is_nothing || found > 0);
    }
    assert!(reversible > 0, "{}: nothing recurs", subject.name());
}

/// The positions of random games, each also with the other side to move where the game has a null move.
fn met_and_passed<P: Hints>(start: &P) -> Vec<P> {
    let mut positions = vec![start.clone()];
    for game in (0..4).map(|seed| random_game(start, seed, 60)) {
        let mut position = start.clone();
        for mv in game.moves() {
            position.play_unchecked(mv);
            positions.extend(position.outcome().is_none().then(|| position.null_move()).flatten());
            positions.push(position.clone());
        }
    }
    positions
}

/// After a move that calls itself irreversible, no earlier position of the game comes again.
pub fn irreversible_moves_are<P: Hints>(game: &Game<P>) {
    let mut position = game.start().clone();
    let mut forbidden = HashSet::new();
    let mut since = vec![position.key()];
    for mv in game.moves() {
        if position.is_irreversible(mv) {
            forbidden.extend(since.drain(..));
        }
        position.play_unchecked(mv);
        assert!(!forbidden.contains(&position.key()), "back in {position:?} across an irreversible move");
        since.push(position.key());
    }
}

/// Perft is the sum of its parts, and has the same value with limits that are not reached.
pub fn perft_agrees_with_itself<P: Hints>(position: &P, depth: u32) {
    for depth in 1..=depth {
        let leaves = perft(position, depth);
        let parts: u64 = divide(position, depth).into_iter().map(|(_, leaves)| leaves).sum();
        let children = position.legal_moves().into_iter().map(|mv| perft(&after(position, mv), depth - 1));
        assert_eq!(leaves, parts, "divide of {position:?} at depth {depth}");
        assert_eq!(leaves, children.sum::<u64>(), "perft of {position:?} at depth {depth}");
        assert_eq!(perft_within(position, depth, &Limits::none()), Ok(leaves), "{position:?}");
    }
}

/// Two positions have the same key if and only if they are equal; and then they have the same moves in the
/// same order.
pub fn equal_keys_mean_equal_positions<P: Hints>(positions: &[P]) {
    let moves: Vec<_> = positions.iter().map(Position::legal_moves).collect();
    for (index, position) in positions.iter().enumerate() {
        let key = position.key();
        for (other, its_moves) in positions[..index].iter().zip(&moves) {
            assert_eq!(position == other, key == other.key(), "{position:?} and {other:?}");
            if position == other {
                assert_eq!(&moves[index], its_moves, "two orders of generation for {position:?}");
                assert_eq!(position.repetition_key(), other.repetition_key(), "{position:?}");
            }
        }
    }
}
