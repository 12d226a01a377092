//! The evaluation, number by number, and against the symmetries of the rules.

use crate::boards;
use crate::boards::board;
use plywood_arimaa::eval::{Seed, Strong};
use plywood_arimaa::{Arimaa, ArimaaGame, Colour, Kind, Move, Rules, setups};
use plywood_play::Definition;
use plywood_search::{
    Clock, Game, Iterative, Knowledge, Limits, Position, Score, Search, SearchOptions, Symmetry, Table,
    WholeTurns,
};
use rand::{SeedableRng, rngs::StdRng};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

fn gold(pieces: &str) -> i32 {
    Seed::of(&board('g', pieces), Colour::Gold)
}

fn value(position: &Arimaa) -> Score {
    Seed.value_of(position)
}

#[test]
fn a_piece_is_worth_its_strength_squared() {
    for (piece, squared) in [("R", 1), ("C", 4), ("D", 9), ("H", 16), ("M", 25), ("E", 36)] {
        // It can move, for half a rabbit, and stands on its first rank at the edge.
        assert_eq!(gold(&format!("{piece}a1")), 10 * squared + 5, "{piece}");
    }
}

#[test]
fn a_central_square_is_worth_half_a_rabbit() {
    for (square, central) in
        [("c4", true), ("d5", true), ("e6", true), ("b4", false), ("d7", false), ("d2", false)]
    {
        assert_eq!(gold(&format!("E{square}")), 365 + if central { 5 } else { 0 }, "{square}");
    }
}

#[test]
fn a_rabbit_is_worth_a_tenth_for_each_rank_it_has_advanced() {
    for rank in 1..=7 {
        assert_eq!(gold(&format!("Ra{rank}")), 15 + rank - 1);
        let silver = board('g', &format!("ra{}", 9 - rank));
        assert_eq!(Seed::of(&silver, Colour::Silver), 15 + rank - 1);
    }
}

#[test]
fn a_frozen_or_blocked_piece_loses_half_a_rabbit() {
    assert_eq!(gold("Ha4 ea5"), 160 - 5);
    assert_eq!(gold("Ra1 Ca2 Rb1"), (10 - 5) + (40 + 5) + (10 + 5));
    assert_eq!(gold("Ra8"), 10 + 7 + 5);
}

#[test]
fn the_value_is_the_own_sum_less_the_opponents() {
    let position = board('s', "Ra2 ha8");
    assert_eq!(value(&position), Score::heuristic((160 + 5) - (10 + 1 + 5)));
}

#[test]
fn no_colour_is_worth_more_than_the_documented_range() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut position = Arimaa::start(Rules::default());
    while let Some(mv) = position.random_move(&mut rng) {
        position.play_unchecked(mv);
        assert!(Colour::BOTH.iter().all(|&colour| (-80..=1_600).contains(&Seed::of(&position, colour))));
    }
    let army: i32 =
        Kind::ALL.iter().map(|kind| kind.count() as i32 * i32::from(kind.strength()).pow(2)).sum();
    assert!(10 * army + 16 * 10 + 8 * 7 <= 1_600);
}

#[test]
fn exchanging_the_colours_keeps_the_value_for_the_side_to_move() {
    let mut rng = StdRng::seed_from_u64(4);
    let mut position = Arimaa::start(Rules::default());
    while let Some(mv) = position.random_move(&mut rng) {
        for index in 0..position.symmetries() {
            assert_eq!(value(&position), value(&position.transformed(index)), "{position}");
        }
        position.play_unchecked(mv);
    }
}

fn strong(turn: char, pieces: &str) -> i32 {
    Strong.value(&board(turn, pieces)).value()
}

/// What an army is worth as it stands, with the rabbits that keep the game going.
fn standing(gold: &str) -> i32 {
    Strong::of(&board('g', &format!("Rh1 rh8 {gold}")), Colour::Gold)
}

/// The legal moves in the order in which the strongest evaluation would try them.
fn ordered(position: &Arimaa) -> Vec<String> {
    let known = &mut Strong.start(position);
    let priority = Strong.priorities(position, known);
    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    moves.sort_by_key(|&mv| -priority(mv));
    moves.iter().map(ToString::to_string).collect()
}

/// The positions of a random game, from a sensible setup on.
fn random_game(seed: u64) -> Vec<(Arimaa, Option<Move>)> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut position = Arimaa::start(Rules::default());
    for _ in Colour::BOTH {
        for mv in setups::sound(&position, &mut rng) {
            position.play_unchecked(mv);
        }
    }
    let mut positions = Vec::new();
    loop {
        let mv = position.random_move(&mut rng);
        positions.push((position.clone(), mv));
        let Some(mv) = mv else { return positions };
        position.play_unchecked(mv);
    }
}

#[test]
fn the_strongest_evaluation_knows_no_colours_and_no_wings() {
    for (position, _) in random_game(6) {
        for index in 0..position.symmetries() {
            assert_eq!(Strong.value(&position), Strong.value(&position.transformed(index)), "{position}");
        }
    }
}

#[test]
fn what_is_known_of_a_turn_is_carried_from_step_to_step() {
    for (position, mv) in (0..20).flat_map(random_game) {
        let Some(mv) = mv else { continue };
        let mut child = position.clone();
        child.play_unchecked(mv);
        let known = &mut Strong.start(&position);
        Strong.forced_win(&position, known);
        Strong.advance(known, &position, Some(mv), &child);
        let fresh = Strong.forced_win(&child, &mut Strong.start(&child));
        assert_eq!(Strong.forced_win(&child, known), fresh, "{child}");
    }
}

#[test]
fn the_values_of_whole_armies_stay_far_from_the_bounds() {
    for (position, _) in random_game(8) {
        assert!(Strong.value(&position).value().abs() < 6_000, "{position}");
    }
}

#[test]
fn a_piece_is_worth_more_when_fewer_enemies_are_stronger() {
    let against = |enemy: &str| standing(&format!("Hb2 {enemy}"));
    assert!(against("cd7 mg7") > against("mg7 ed7"));
    assert!(against("cd7 dg7") > against("cd7 mg7"));
}

#[test]
fn a_stronger_piece_is_worth_more() {
    let worths: Vec<i32> = ["C", "D", "H", "M", "E"]
        .iter()
        .map(|piece| standing(&format!("{piece}b2 ra7 cb7 dc7 hd7 me7 eg7")))
        .collect();
    assert!(worths.is_sorted(), "{worths:?}");
}

#[test]
fn an_elephant_in_the_middle_is_worth_more_than_one_in_a_corner() {
    assert!(standing("Ed5") > standing("Ea8"));
}

#[test]
fn a_frozen_piece_is_worth_less() {
    assert!(standing("Hd4 ed5") < standing("Hd4 ed6"));
}

#[test]
fn pieces_next_to_a_trap_hold_it() {
    assert!(standing("Cc2 Cb3") > standing("Cd2 Cb2"));
}

#[test]
fn a_rabbit_with_nobody_ahead_is_worth_more() {
    assert!(standing("Ra5 ch7") > standing("Ra5 ca7"));
}

#[test]
fn what_stands_at_a_trap_alone_with_an_enemy_beside_it_is_in_danger() {
    assert!(strong('s', "Hc4 Cb3 Rh1 ed4 rh8") < strong('s', "Hc4 Ca1 Rh1 ed4 rh8"));
}

#[test]
fn a_goal_that_the_enemy_threatens_costs_more_the_fewer_steps_are_left() {
    let threatened = board('s', "Ra4 Rh1 rh8 ee4");
    let value = |moves: &str| Strong.value(&boards::after(threatened.clone(), moves)).value();
    assert!(value("ee4n") < value("") && value("ee4n ee5n") < value("ee4n"));
}

#[test]
fn captures_are_tried_first_and_steps_back_last() {
    let pushing = board('g', "Ed4 Rh1 cc4 Ca1 rh8");
    assert_eq!(ordered(&pushing)[0], "cc4s");
    let moved = boards::after(board('g', "Ed4 Rh1 rh8"), "Ed4n");
    assert_eq!(ordered(&moved).last().map(String::as_str), Some("Ed5s"));
}

#[test]
fn the_strong_search_finds_every_goal_of_this_turn_at_depth_four() {
    let table = Arc::new(Table::with_bytes(1 << 20).expect("a megabyte"));
    let mut found = 0;
    for line in include_str!("data/positions.jsonl").lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |name: &str| record[name].as_str().expect(name).to_owned();
        let position: Arimaa = format!("{} [{}]", text("side"), text("board")).parse().expect("a position");
        if record["turns_goal"].as_u64() == Some(0) || position.outcome().is_some() {
            continue;
        }
        let mut search = Iterative::with_options(Strong, Arc::clone(&table), SearchOptions::SELECTIVE);
        let mut game = Game::new(position.clone());
        while game.side_to_move() == position.side_to_move() && game.outcome().is_none() {
            let report = search.run(&game, &Limits::depth(4));
            assert!(report.score.is_win(), "{position}: {}", report.score);
            game.play(report.best.expect("the game goes on")).expect("a legal move");
        }
        let winner = game.outcome().and_then(plywood_search::Outcome::winner);
        assert_eq!(winner, Some(position.side_to_move()), "{position}");
        found += 1;
    }
    assert!(found >= 10, "{found}");
}

#[test]
fn every_turn_is_named_once_those_that_win_first_and_those_that_lose_last() {
    let winning = board('g', "Ed4 Ra7 Hb3 Rh1 ee6 rh8 cc4");
    let threatened = board('g', "Ed4 Ra3 Hb3 Rh1 ee6 rg2 rh8 cc4");
    for position in [&winning, &threatened] {
        let turns = Strong.turns(&Game::new(position.clone()), &mut Strong.start(position), u64::MAX).turns;
        assert_eq!(turns.len(), position.turns().expect("a turn begins").len());
        let after: Vec<_> = turns.iter().map(|turn| played(position, turn)).collect();
        let boards: std::collections::HashSet<_> = after.iter().map(|game| game.position().key()).collect();
        assert_eq!(boards.len(), turns.len());
        assert!(after.iter().all(|game| game.side_to_move() != position.side_to_move()));
        let result = |game: &Game<Arimaa>| match game.outcome() {
            Some(outcome) => i32::from(outcome.winner() == Some(position.side_to_move())) * 2,
            None => i32::from(!game.position().can_reach_goal()),
        };
        let results: Vec<_> = after.iter().map(result).map(|result| -result.max(1)).collect();
        assert!(results.is_sorted(), "{position}");
        let lost = after.iter().map(result).position(|result| result == 0).unwrap_or(after.len());
        assert!(after[lost..].iter().all(|game| result(game) == 0), "{position}");
        assert_eq!(lost < after.len(), position == &threatened);
    }
}

/// A game after these moves.
fn played(start: &Arimaa, moves: &[Move]) -> Game<Arimaa> {
    let mut game = Game::new(start.clone());
    for &mv in moves {
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn a_search_of_turns_finds_a_forced_goal_and_answers_with_a_whole_turn() {
    let position = board('g', "Ra6 Ed4 Rh1 rh8 ee3 cd8");
    let game = Game::new(position);
    let table = Arc::new(Table::with_bytes(1 << 20).expect("a megabyte"));
    let mut search = Iterative::with_options(Strong, table, SearchOptions::SELECTIVE);
    let report = search.run(&game, &Limits::nodes(60_000));
    assert!(report.score.is_win(), "{report:?}");
    let after = played(game.position(), &report.pv);
    assert!(after.side_to_move() != game.side_to_move() || after.outcome().is_some());
}

/// Values by key, and the number of positions, of all that so many steps lead to.
fn values_by_key(position: &Arimaa, depth: u32, values: &mut HashMap<u64, Score>) -> usize {
    let value = Strong.value(position);
    let key = Strong.value_key(position).expect("a key");
    assert_eq!(*values.entry(key).or_insert(value), value, "{position}");
    let moves =
        if depth == 0 || position.outcome().is_some() { Vec::new() } else { position.legal_moves().to_vec() };
    let after = |mv| played(position, &[mv]);
    1 + moves.into_iter().map(|mv| values_by_key(after(mv).position(), depth - 1, values)).sum::<usize>()
}

#[test]
fn positions_of_one_value_key_have_one_value() {
    let mut values = HashMap::new();
    let count = values_by_key(&board('g', "Ed4 Ra6 Hb3 Rh1 ee6 rh8 cc4 rd5"), 3, &mut values);
    assert!(values.len() > 500 && values.len() < count / 2, "{} of {count}", values.len());
}

/// The values of the strongest evaluation, kept or not, and how often they are asked for.
struct Counted {
    keeps: bool,
    asked: Arc<AtomicUsize>,
}

impl Knowledge<Arimaa> for Counted {
    type State = ();

    fn start(&self, _position: &Arimaa) {}

    fn evaluate(&self, position: &Arimaa, (): &mut ()) -> Score {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Strong.value(position)
    }

    fn value_key(&self, position: &Arimaa) -> Option<u64> {
        Strong.value_key(position).filter(|_| self.keeps)
    }
}

#[test]
fn values_that_are_kept_change_no_search_and_spare_evaluations() {
    let game = Game::new(board('s', "Ed4 Ra6 Hb3 Rh1 Ce2 Df3 ee6 rh8 cc4 dc7 hg6 re8"));
    let [(kept, few), (fresh, many)] = [true, false].map(|keeps| {
        let asked = Arc::new(AtomicUsize::new(0));
        let table = Arc::new(Table::with_bytes(1 << 20).expect("a megabyte"));
        let knowledge = Counted { keeps, asked: Arc::clone(&asked) };
        let mut search = Iterative::with_options(knowledge, table, SearchOptions::SELECTIVE);
        let report = search.run(&game, &Limits::nodes(5_000));
        ((report.nodes, report.depth, report.score, report.pv), asked.load(Ordering::Relaxed))
    });
    assert_eq!(kept, fresh);
    assert!(few < many, "{few} of {many}");
}

/// A clock that goes on by as many microseconds as it is told.
#[derive(Clone, Default)]
struct Told(Arc<AtomicU64>);

impl Clock for Told {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}

/// The strongest evaluation, which takes a tenth of a millisecond, and 20 milliseconds to list turns.
struct Slow(Told);

impl Knowledge<Arimaa> for Slow {
    type State = ();

    fn start(&self, _position: &Arimaa) {}

    fn evaluate(&self, position: &Arimaa, (): &mut ()) -> Score {
        self.0.0.fetch_add(100, Ordering::Relaxed);
        Strong.value(position)
    }

    fn turns(&self, game: &Game<Arimaa>, (): &mut (), effort: u64) -> WholeTurns<Move> {
        self.0.0.fetch_add(20_000, Ordering::Relaxed);
        Strong.turns(game, &mut Strong.start(game.position()), effort)
    }
}

/// A list of turns comes once in a search: it is no sign of how long the next nodes will take.
#[test]
fn a_search_that_has_listed_turns_uses_its_time() {
    let clock = Told::default();
    let table = Arc::new(Table::with_bytes(1 << 20).expect("a megabyte"));
    let mut search = Iterative::with_options(Slow(clock.clone()), table, SearchOptions::SELECTIVE);
    let game = Game::new(board('s', "Ed4 Ra6 Hb3 Rh1 Ce2 Df3 ee6 rh8 cc4 dc7 hg6 re8"));
    search.run(&game, &Limits::none().with_time(Duration::from_millis(200), clock.clone()));
    assert!((195..=200).contains(&clock.now().as_millis()), "{:?}", clock.now());
}

#[test]
fn every_evaluation_that_is_listed_exists() {
    for named in ArimaaGame::INFO.evaluations {
        assert!(ArimaaGame::evaluation(named.name).is_some(), "{}", named.name);
    }
    assert!(ArimaaGame::evaluation("other").is_none());
}
