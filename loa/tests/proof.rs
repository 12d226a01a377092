//! Endgames won by proof-number search.

use plywood_loa::{Loa, Rules, ThreatGuide};
use plywood_search::{Dfpn, Limits, Outcome, Position, ProofTable, Question, Side, Symmetry};
use serde_json::Value;
use std::sync::Arc;

fn search() -> Dfpn<Loa, ThreatGuide> {
    Dfpn::new(ThreatGuide::default(), Arc::new(ProofTable::with_bytes(1 << 24).unwrap()))
}

#[test]
fn endgames_of_engine_games_are_won_by_the_side_that_won_them() {
    const NODES: u64 = 100_000;
    let lines = include_str!("data/endgames.txt").lines().filter(|line| !line.starts_with('#'));
    let mut solved = 0;
    for line in lines.take(30) {
        let position = Loa::from_text(line, Rules::default()).unwrap();
        let solution = search().solve(&position, &Limits::nodes(NODES), &mut |_| {});
        if let Some(value) = solution.value {
            assert_eq!(value, Outcome::Win(position.side_to_move()), "{line}");
            solved += 1;
        }
    }
    assert!(solved >= 8, "{solved}");
}

/// Every win that a recorded position has within three plies is found, and no other: by trying all moves.
#[test]
fn wins_near_the_end_are_those_that_trying_all_moves_finds() {
    let mut wins = 0;
    for line in include_str!("data/positions.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let turn = if record["to_move"] == "black" { "x" } else { "o" };
        let text = format!("{} {turn}", record["board"].as_str().unwrap());
        let Ok(position) = Loa::from_text(&text, Rules::default()) else { continue };
        if position.outcome().is_some() {
            continue;
        }
        let side = position.side_to_move();
        let question = plywood_search::Question::wins_within(side, 3);
        let verdict = search().ask(&position, question, &Limits::none(), &mut |_| {});
        let found = matches!(verdict.answer, plywood_search::Answer::Wins { .. });
        assert_eq!(found, forces(&position, side, 3), "{text}");
        wins += u32::from(found);
    }
    assert!(wins >= 5, "{wins}");
}

fn forces(position: &Loa, side: Side, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Win(side);
    }
    let mut after = position.legal_moves().into_iter().map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after
    });
    plies > 0
        && if position.side_to_move() == side {
            after.any(|after| forces(&after, side, plies - 1))
        } else {
            after.all(|after| forces(&after, side, plies - 1))
        }
}

#[test]
fn black_wins_on_five_by_five_in_eleven_plies() {
    let start = Loa::start("size=5".parse().unwrap());
    let mut search = search();
    let solution = search.solve(&start, &Limits::none(), &mut |_| {});
    assert_eq!(solution.value, Some(Outcome::Win(Side::First)));
    let length =
        search.shortest(&start, (Side::First, solution.within.unwrap()), &Limits::none(), &mut |_| {});
    assert_eq!((length.at_least, length.at_most), (11, 11));
}

#[test]
fn positions_turned_or_mirrored_have_one_key_and_others_have_not() {
    let position: Loa = "1xx5/8/3o4/8/5x2/8/8/6o1 x".parse().unwrap();
    let ways = (0..position.symmetries()).filter(|&way| !position.exchanges_sides(way));
    for way in ways {
        assert_eq!(position.transformed(way).canonical_key(), position.canonical_key(), "way {way}");
    }
    for other in ["1xx5/8/3o4/8/5x2/8/8/6o1 o", "1xx5/8/3x4/8/5o2/8/8/6o1 x", "1xx5/8/4o3/8/5x2/8/8/6o1 x"] {
        let other: Loa = other.parse().unwrap();
        assert_ne!(other.canonical_key(), position.canonical_key(), "{other}");
    }
}

/// Under this rule the same men with either side to move are one position, so that a line of a proof may be
/// cut short by a draw.
#[test]
fn no_proof_is_believed_where_the_rule_of_repetition_might_spoil_it() {
    let keeps = |rules: &str| search().keeps_wins(&Loa::start(rules.parse().unwrap()));
    assert!(keeps("size=5"));
    assert!(!keeps("size=5,repetition=second-draw"));
}

/// From the start of 6x6 the search stays below one move for longer than anyone waits: its progress must not
/// be that of the last time it was at the root.
#[test]
fn progress_is_told_below_one_move_of_the_root() {
    const NODES: u64 = 1_000_000;
    let position = Loa::start("size=6".parse().unwrap());
    let (mut told, mut longest) = (0, 0);
    search().ask(&position, Question::wins(Side::First), &Limits::nodes(NODES), &mut |progress| {
        longest = longest.max(progress.nodes - told);
        told = progress.nodes;
    });
    assert!(longest.max(NODES - told) < 300_000, "{longest} nodes, the last time {told}");
}
