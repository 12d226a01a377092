//! What is said for certain about the rest of a turn, against all turns.

use crate::boards::{after, board};
use crate::scattered::scattered;
use plywood_arimaa::eval::{Learned, Strong};
use plywood_arimaa::{Action, Arimaa, Colour, Kind, Move, Piece, Rules, Turn, Turns};
use plywood_search::{
    Game, Iterative, Knowledge, Limits, Position, Score, Search, SearchOptions, Symmetry, Table, WholeTurns,
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn recorded() -> impl Iterator<Item = (Arimaa, serde_json::Value)> {
    include_str!("data/positions.jsonl").lines().map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let field = |name: &str| record[name].as_str().expect(name).to_owned();
        let text = format!("{} [{}]", field("side"), field("board"));
        (text.parse().expect("a position"), record)
    })
}

fn enemies(position: &Arimaa, of: Colour) -> u32 {
    position.pieces(!of).count_ones()
}

/// Compares the answers with those of all turns.
fn compare(position: &Arimaa) {
    let turns = position.turns().expect("a turn begins");
    let side = position.turn();
    let before = enemies(position, side);
    assert_eq!(position.can_reach_goal(), turns.iter().any(|turn| turn.reaches_goal()), "{position}");
    let captures = turns.iter().any(|turn| enemies(&turn.position(), side) < before);
    assert_eq!(position.can_capture(), captures, "{position}");
}

/// Whether some moves that end the turn lead to what is asked for, by trying all.
fn some_end(position: &Arimaa, side: Colour, asked: &impl Fn(&Arimaa) -> bool) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        if child.turn() == side { some_end(&child, side, asked) } else { asked(&child) }
    })
}

/// Compares the answers in the middle of a turn with those of all its ends.
fn compare_within(position: &Arimaa) {
    let side = position.turn();
    let rank = if side == Colour::Gold { 0xFF << 56 } else { 0xFF };
    let arrived = |end: &Arimaa| end.pieces(side) & end.pieces_of_kind(Kind::Rabbit) & rank != 0;
    assert_eq!(position.can_reach_goal(), some_end(position, side, &arrived), "{position}");
    let before = enemies(position, side);
    let captured = |end: &Arimaa| enemies(end, side) < before;
    assert_eq!(position.can_capture(), some_end(position, side, &captured), "{position}");
}

#[test]
fn the_recorded_goals_are_seen_and_no_others() {
    let mut goals = 0;
    for (position, record) in recorded() {
        let expected = record["turns_goal"].as_u64().expect("a number") > 0;
        assert_eq!(position.can_reach_goal(), expected, "{position}");
        goals += u32::from(expected);
    }
    assert!(goals > 20, "{goals}");
}

#[test]
fn a_position_without_a_recorded_capture_has_none() {
    for (position, record) in recorded() {
        let any = record["turns_capture"].as_u64().expect("a number") > 0;
        assert!(any || !position.can_capture(), "{position}");
    }
}

#[test]
fn goals_and_captures_of_recorded_positions_are_those_of_all_turns() {
    recorded().step_by(3).for_each(|(position, _)| compare(&position));
}

#[test]
fn goals_and_captures_of_scattered_pieces_are_those_of_all_turns() {
    const COUNT: u32 = 1_500;
    let mut rng = StdRng::seed_from_u64(1);
    let mut goals = 0;
    for _ in 0..COUNT {
        let position = scattered(&mut rng);
        compare(&position);
        goals += u32::from(position.can_reach_goal());
    }
    assert!((COUNT / 5..COUNT / 2).contains(&goals), "{goals}");
}

#[test]
fn goals_and_captures_in_the_middle_of_a_turn_are_those_of_all_its_ends() {
    let mut rng = StdRng::seed_from_u64(2);
    for _ in 0..600 {
        let mut position = scattered(&mut rng);
        let side = position.turn();
        for _ in 0..3 {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
            if position.turn() != side {
                break;
            }
            if position.steps_left() <= 2 {
                compare_within(&position);
            }
        }
    }
}

/// The fewest steps with which the rest of a turn brings the enemy below so many pieces, a push completed; by
/// trying all.
fn fewest_steps(position: &Arimaa, side: Colour, before: u32) -> Option<u32> {
    if enemies(position, side) < before && position.pending_push().is_none() {
        return Some(0);
    }
    let steps = position.legal_moves().into_iter().filter(|_| position.turn() == side);
    steps.filter_map(|mv| fewest_steps(&played(position, mv), side, before)).min().map(|rest| rest + 1)
}

fn played(position: &Arimaa, mv: Move) -> Arimaa {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}

#[test]
fn the_first_steps_of_captures_are_those_of_the_shortest_sequences() {
    let mut rng = StdRng::seed_from_u64(23);
    let (mut some, mut none) = (0, 0);
    while some < 150 || none < 150 {
        let start = scattered(&mut rng);
        let (side, before) = (start.turn(), enemies(&start, start.turn()));
        let Some(mv) = start.random_move(&mut rng) else { continue };
        let position = played(&start, mv);
        if position.turn() != side || enemies(&position, side) < before {
            continue;
        }
        let fewest = fewest_steps(&position, side, before);
        let begins = |mv: &Move| {
            let child = played(&position, *mv);
            let rest = fewest.and_then(|fewest| fewest.checked_sub(1)).filter(|&rest| rest > 0);
            rest.is_some() && child.turn() == side && fewest_steps(&child, side, before) == rest
        };
        let expected: Vec<_> = position.legal_moves().into_iter().filter(begins).collect();
        let mut shown = Vec::new();
        position.first_steps_of_captures(&mut |mv| shown.push(mv));
        assert_eq!(shown, expected, "{position}");
        if expected.is_empty() { none += 1 } else { some += 1 }
    }
}

/// Whether some rest of the turn keeps the enemy from its goal: any, or one of the steps that are named.
fn defends(position: &Arimaa, only_named: bool) -> bool {
    let mut known = Strong.start(position);
    let matters = only_named.then(|| Strong.candidates(position, &mut known)).flatten();
    let is_one = |mv: &Move| matters.as_ref().is_none_or(|matters| (matters.is_one)(*mv));
    position.legal_moves().into_iter().filter(is_one).any(|mv| {
        let child = played(position, mv);
        if child.turn() == position.turn() {
            defends(&child, only_named)
        } else {
            !child.threatens_goal(!position.turn())
        }
    })
}

#[test]
fn the_steps_named_under_a_goal_threat_hold_a_defence_if_there_is_one() {
    let mut rng = StdRng::seed_from_u64(3);
    let (mut threats, mut defended) = (0, 0);
    while threats < 300 {
        let position = scattered(&mut rng);
        let enemy = !position.turn();
        if position.can_reach_goal() || position.outcome().is_some() || !position.threatens_goal(enemy) {
            continue;
        }
        threats += 1;
        let turns = position.turns().expect("a turn begins");
        let defence = turns.iter().any(|turn| !turn.position().threatens_goal(enemy));
        assert_eq!(defends(&position, true), defence, "{position}");
        let holds = |turn: Turn<'_>| match turn.position().outcome() {
            Some(outcome) => outcome.winner() == Some(position.side_to_move()),
            None => !turn.position().threatens_goal(enemy),
        };
        assert_eq!(position.is_goal_unstoppable(), !turns.iter().any(holds), "{position}");
        defended += u32::from(defence);
    }
    assert!((50..250).contains(&defended), "{defended}");
}

/// In the first two positions the piece on the trap would fall with any other first step: it has to pull now.
#[test]
fn in_the_middle_of_a_turn_the_steps_named_hold_a_defence_too() {
    for text in [
        "g [         rM               e    rc   H     E R     r             ] Ec3n",
        "s [          R       h c      Mm  R er M  M  E Rd e h   C   ce    c] hc6e",
    ] {
        let position: Arimaa = text.parse().expect("a position");
        assert!(defends(&position, false) && defends(&position, true), "{position}");
    }
    let mut rng = StdRng::seed_from_u64(29);
    let mut answers = [0, 0];
    while answers.iter().any(|&answers| answers < 150) {
        let start = scattered(&mut rng);
        let Some(position) = start.random_move(&mut rng).map(|mv| played(&start, mv)) else { continue };
        let is_open = position.turn() == start.turn() && !position.can_reach_goal();
        if is_open && position.threatens_goal(!position.turn()) {
            let defence = defends(&position, false);
            assert_eq!(defends(&position, true), defence, "{position}");
            answers[usize::from(defence)] += 1;
        }
    }
}

#[test]
fn no_turn_that_threatens_a_goal_is_left_out() {
    let mut rng = StdRng::seed_from_u64(17);
    let scattered = std::iter::repeat_with(|| scattered(&mut rng)).take(300);
    let (mut threats, mut left_out) = (0, 0);
    for position in recorded().map(|(position, _)| position).step_by(8).chain(scattered) {
        let side = position.turn();
        let threatening = |turns: Turns| -> BTreeSet<String> {
            let after = turns.iter().map(|turn| turn.position());
            after.filter(|after| after.threatens_goal(side)).map(|after| after.to_string()).collect()
        };
        let (all, some) = (position.turns(), position.turns_that_may_threaten());
        let (all, some) = (all.expect("a turn begins"), some.expect("a turn begins"));
        left_out += all.len() - some.len();
        let found = threatening(some);
        threats += found.len();
        assert_eq!(threatening(all), found, "{position}");
    }
    assert!(threats > 100_000 && left_out > 100_000, "{threats} {left_out}");
}

/// Positions of lost games. The turn played after each let the opponent play one that nothing stops, which
/// seemed quiet to the search.
#[test]
fn a_long_search_avoids_a_turn_after_which_a_reply_cannot_be_stopped() {
    for text in [
        "g [      m   r rErr h c  H cR     dRH  Ch R    erRR RDM R    Rd    ]",
        "s [      r  rrrHe r d  R R      E     M c  rR    h RRm    R  D     ]",
    ] {
        let position: Arimaa = text.parse().expect("a position");
        let table = Arc::new(Table::with_bytes(1 << 24).expect("16 megabytes"));
        let mut search = Iterative::with_options(Learned::default(), table, SearchOptions::SELECTIVE);
        let report = search.run(&Game::new(position.clone()), &Limits::nodes(150_000));
        let mut after = position.clone();
        for &mv in &report.pv {
            if after.turn() == position.turn() {
                after.play_unchecked(mv);
            }
        }
        assert_eq!(Learned::default().certain_win(&after, &mut Vec::new()), None, "{report:?}");
    }
}

/// In positions after turns of one position, most of which lose.
#[test]
fn a_turn_that_won_elsewhere_is_taken_only_where_it_wins() {
    let text = "g [      m   r rErr h c  H cR     dRH  Ch R    erRR RDM R    Rd    ]";
    let position: Arimaa = text.parse().expect("a position");
    let turns = position.turns().expect("a turn begins");
    let mut known: Vec<Vec<_>> = Vec::new();
    let (mut found, mut none) = (0, 0);
    let some = turns.iter().step_by(turns.len() / 100).map(|turn| turn.position());
    for after in some.filter(|after| !after.can_reach_goal()) {
        let alone = Strong.certain_win(&after, &mut Vec::new());
        let win = Strong.certain_win(&after, &mut known);
        // A look may be given up.
        assert!(alone.is_none() || win.is_some(), "{after}");
        let wins = |turn: &&Vec<_>| {
            let mut game = Game::new(after.clone());
            turn.iter().all(|&mv| game.play(mv).is_ok()) && game.position().is_goal_unstoppable()
        };
        let latest = known.iter().rev().find(wins);
        assert_eq!(win, latest.map(|turn| turn.len() as u32 + 8), "{after}");
        *if win.is_some() { &mut found } else { &mut none } += 1;
    }
    assert!(none > 0 && 4 * known.len() < found, "{none} {found} {}", known.len());
}

#[test]
fn the_turns_begin_with_one_that_no_reply_stops_if_there_is_one() {
    let is_forced = |turn: &Turn<'_>| {
        let after = turn.position();
        after.outcome().is_none() && after.is_goal_unstoppable()
    };
    let mut forced = 0;
    for (position, _) in recorded().filter(|(position, _)| !position.can_reach_goal()).step_by(4) {
        let turns = position.turns().expect("a turn begins");
        if !turns.iter().any(|turn| is_forced(&turn)) {
            continue;
        }
        forced += 1;
        let game = Game::new(position.clone());
        let WholeTurns { turns: ordered, win } = Strong.turns(&game, &mut Strong.start(&position), u64::MAX);
        assert_eq!(ordered.len(), turns.len(), "{position}");
        let without_effort = Strong.turns(&game, &mut Strong.start(&position), 0);
        assert_eq!((without_effort.turns.len(), without_effort.win), (turns.len(), None), "{position}");
        let first = turns.iter().find(|turn| turn.moves() == ordered[0]).expect("one of the turns");
        assert!(is_forced(&first), "{position}");
        let within = ordered[0].len() as u32 + 8;
        assert_eq!(win, Some(within), "{position}");
        // A long search takes it without a look of its own.
        let table = Arc::new(Table::with_bytes(1 << 20).unwrap());
        let mut search = Iterative::with_options(Strong, table, SearchOptions::SELECTIVE);
        let report = search.search(&game, &Limits::nodes(1_000_000), &mut |_| {});
        assert_eq!((report.score, report.pv), (Score::win_in(within), ordered[0].clone()), "{position}");
    }
    assert!(forced > 0);
}

/// The captures of every sequence of steps of a turn: by where the victim stood at its start and its trap,
/// the fewest steps.
fn captures_by_steps(position: &Arimaa) -> BTreeMap<(usize, usize), u32> {
    fn follow(
        position: &Arimaa,
        came_from: &[usize; 64],
        colour: Colour,
        steps: u32,
        found: &mut BTreeMap<(usize, usize), u32>,
    ) {
        for mv in position.legal_moves() {
            let Action::Step { from, direction, .. } = mv.action() else { continue };
            let to = from.next(direction).expect("a legal step stays on the board");
            let mut came_from = *came_from;
            came_from[to.index()] = came_from[from.index()];
            let mut child = position.clone();
            child.play_unchecked(mv);
            // A push has to be finished, and what falls with its first step counts with the second.
            let used = steps + 1 + u32::from(child.turn() == colour && child.pending_push().is_some());
            for (_, trap) in position.captures(mv).filter(|(piece, _)| piece.colour != colour) {
                let fewest = found.entry((came_from[trap.index()], trap.index())).or_insert(used);
                *fewest = (*fewest).min(used);
            }
            if child.turn() == colour {
                follow(&child, &came_from, colour, steps + 1, found);
            }
        }
    }
    let mut found = BTreeMap::new();
    follow(position, &core::array::from_fn(|square| square), position.turn(), 0, &mut found);
    found
}

#[test]
fn the_possible_captures_are_those_of_all_sequences_of_steps() {
    let mut rng = StdRng::seed_from_u64(4);
    let (mut compared, mut captures) = (0, 0);
    while compared < 400 {
        let position = sparse(&mut rng);
        if position.outcome().is_some() {
            continue;
        }
        compared += 1;
        let expected = captures_by_steps(&position);
        let found = position.possible_captures(position.turn());
        let found: BTreeMap<_, _> = found
            .into_iter()
            .map(|capture| ((capture.victim.index(), capture.trap.index()), capture.steps))
            .collect();
        assert_eq!(found, expected, "{position}");
        captures += found.len();
    }
    assert!(captures > 100, "{captures}");
}

#[test]
fn what_can_be_captured_in_the_rest_of_a_turn_is_what_some_sequence_of_steps_captures() {
    let mut rng = StdRng::seed_from_u64(5);
    let (mut compared, mut captures) = (0, 0);
    while compared < 600 {
        let (mut position, mut left) = (sparse(&mut rng), None);
        for _ in 0..rng.random_range(0..4) {
            if position.outcome().is_none()
                && let Some(mv) = position.random_move(&mut rng)
            {
                left = if let Action::Step { from, .. } = mv.action() { Some(from) } else { None };
                position.play_unchecked(mv);
            }
        }
        if position.outcome().is_some() {
            continue;
        }
        compared += 1;
        let expected = captures_by_steps(&position).keys().fold(0_u64, |all, (victim, _)| all | 1 << victim);
        let found = position.capturable();
        assert_eq!(found & !expected, 0, "{position}");
        // What goes on from a pull, of an enemy piece to the square that was left, is left out.
        let may_pull = position.legal_moves().into_iter().any(|mv| match mv.action() {
            Action::Step { from, direction, .. } => left.is_some() && from.next(direction) == left,
            _ => false,
        });
        assert!(found == expected || may_pull, "{position}");
        captures += found.count_ones();
    }
    assert!(captures > 100, "{captures}");
}

/// A dozen pieces around the traps, none of them unsupported on one.
fn sparse(rng: &mut StdRng) -> Arimaa {
    loop {
        let mut pieces = [None; 64];
        for _ in 0..rng.random_range(5..12) {
            let kind = Kind::ALL[rng.random_range(0..6_usize)];
            let colour = Colour::BOTH[rng.random_range(0..2_usize)];
            pieces[rng.random_range(9..47_usize)] = Some(Piece { colour, kind });
        }
        pieces[0] = Some(Piece { colour: Colour::Gold, kind: Kind::Rabbit });
        pieces[63] = Some(Piece { colour: Colour::Silver, kind: Kind::Rabbit });
        let position = Arimaa::from_pieces(&pieces, Colour::Gold, Rules::default());
        let is_held = |trap: usize| {
            let friend = |beside: usize| {
                pieces[beside]
                    .is_some_and(|piece: Piece| Some(piece.colour) == pieces[trap].map(|piece| piece.colour))
            };
            pieces[trap].is_none() || [trap - 8, trap - 1, trap + 1, trap + 8].into_iter().any(friend)
        };
        if [18, 21, 42, 45].into_iter().all(is_held) {
            return position.transformed(rng.random_range(0..4));
        }
    }
}

#[test]
fn a_friend_who_clears_the_way_may_free_the_rabbit_with_the_same_step() {
    // The dog steps to e7: d7 is free, and the rabbit is no longer frozen.
    assert!(board('g', "Re6 Dd7 mf6 ef5 Mf7 de8 rh1").can_reach_goal());
}

#[test]
fn a_friend_on_a_trap_supports_the_rabbit_that_defends_it() {
    // The camel comes to f6, held there by the rabbit, which it frees.
    assert!(board('g', "Re6 dd6 Mg7 rh2").can_reach_goal());
}

#[test]
fn a_rabbit_walks_home_past_its_friends() {
    assert!(board('g', "Ra4 rh7").can_reach_goal());
    assert!(!board('g', "Ra3 rh7").can_reach_goal());
    assert!(board('s', "rh5 Ra2").can_reach_goal());
    // A friend in the way has to step aside, and does.
    assert!(board('g', "Ra6 Ca7 rh7").can_reach_goal());
    assert!(!board('g', "Ra5 Ca7 Cb7 rh7 mb8").can_reach_goal());
}

#[test]
fn a_frozen_rabbit_needs_a_friend() {
    assert!(!board('g', "Ra6 cb6 rh7").can_reach_goal());
    assert!(board('g', "Ra6 cb6 Cc5 rh7").can_reach_goal());
}

#[test]
fn a_blocker_is_pulled_out_of_the_way() {
    assert!(board('g', "Ra7 ca8 Hb8 rh7").can_reach_goal());
    assert!(!board('g', "Ra7 ca8 Cb8 rh7 cb7").can_reach_goal());
}

#[test]
fn a_push_that_was_begun_counts_with_its_second_step() {
    // Two steps for the push, one for the rabbit, and one is left; a slower rabbit comes too late.
    let pushing = after(board('g', "Rd7 cc4 Hc3 Cb3 rh7"), "cc4w");
    assert_eq!(pushing.steps_left(), 3);
    assert!(pushing.can_reach_goal());
    assert!(!after(board('g', "Rd5 cc4 Hc3 Cb3 rh7"), "cc4w").can_reach_goal());
}

#[test]
fn nothing_is_reached_or_captured_in_the_setup() {
    let setup = Arimaa::start(Rules::default());
    assert!(!setup.can_reach_goal() && !setup.can_capture());
}
