//! Facts are true: they are played out, and held against a search of all play.

use super::check::{Rule, read_rule};
use super::fact::{Fact, Ground, Way};
use super::{check, write};
use crate::rules::bits::Bits;
use crate::rules::position::Hex;
use crate::rules::variants::Rules;
use plywood_play::RegionsError;
use plywood_search::{Dfpn, Limits, NoKnowledge, Outcome, Position, ProofTable, Question, Side};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::sync::Arc;

fn start(rules: &str) -> Hex {
    Hex::start(rules.parse::<Rules>().unwrap())
}

fn after(position: &Hex, text: &str) -> Hex {
    let mut next = *position;
    next.play_unchecked(position.read_move(text).unwrap());
    next
}

/// Who wins, and the proof, by a search that knows nothing of connections.
fn proof(position: &Hex) -> (Side, Vec<u8>) {
    let mut search = Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(1 << 20).unwrap()));
    let value = search.solve(position, &Limits::none(), &mut |_| {}).value;
    let Some(Outcome::Win(side)) = value else { panic!("{position}") };
    let mut reply =
        |position: &Hex| search.ask(position, Question::wins(side), &Limits::none(), &mut |_| {}).best;
    (side, write(position, side, &mut reply).unwrap())
}

/// Positions with their proofs: the empty board and all first moves.
fn proofs(rules: &str) -> Vec<(Hex, Side, Vec<u8>)> {
    let start = start(rules);
    let firsts = start.legal_moves().into_iter().map(|mv| after(&start, &mv.to_string()));
    let positions = [start].into_iter().chain(firsts);
    let proven = positions.map(|position| {
        let (side, bytes) = proof(&position);
        (position, side, bytes)
    });
    proven.collect()
}

/// The facts of a proof, and what they follow from.
fn facts(ground: &Ground<1>, mut bytes: &[u8]) -> (Vec<Fact<1>>, Vec<Rule<1>>) {
    let (mut facts, mut rules) = (Vec::new(), Vec::new());
    while !bytes.is_empty() {
        let (ends, ways) = read_rule(ground.cells, facts.len(), &mut bytes).unwrap();
        facts.push(ground.follow(&facts, ends, &ways).unwrap());
        rules.push((ends, ways));
    }
    (facts, rules)
}

/// Whether the winner joins the ends, though the opponent moves first, by a look at all play.
fn is_true(ground: &Ground<1>, ends: [usize; 2], own: Bits<1>, empty: Bits<1>, known: &mut Known) -> bool {
    if ground.joins(ends, own, &[]) {
        return true;
    }
    if let Some(&answer) = known.get(&(own.0, empty.0)) {
        return answer;
    }
    let answer = !empty.is_empty()
        && empty.numbers().all(|intrusion| {
            let left = empty & !Bits::single(intrusion);
            left.numbers().any(|reply| {
                let stone = Bits::single(reply);
                is_true(ground, ends, own | stone, left & !stone, known)
            })
        });
    known.insert((own.0, empty.0), answer);
    answer
}

type Known = HashMap<([u64; 1], [u64; 1]), bool>;

#[test]
fn every_fact_of_a_proof_is_true() {
    let mut seen = 0;
    for rules in ["size=3", "size=4", "size=4x3", "size=3x5"] {
        for (position, side, bytes) in proofs(rules) {
            let ground = Ground::new(&position, position.colour_of(side));
            for fact in facts(&ground, &bytes).0 {
                assert!(is_true(&ground, fact.ends, fact.own, fact.carrier, &mut Known::new()), "{fact:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// Whatever the rule lets pass is true, also what no writer would write.
#[test]
fn every_fact_that_follows_is_true() {
    let mut rng = StdRng::seed_from_u64(21);
    let [mut followed, mut refused, mut with_moves] = [0; 3];
    for round in 0..60 {
        let mut position = start(["size=3", "size=4x2", "size=3x4"][round % 3]);
        for _ in 0..round % 4 {
            position.play_unchecked(position.random_move(&mut rng).unwrap());
        }
        let ground = Ground::new(&position, position.turn());
        let mut facts: Vec<Fact<1>> = Vec::new();
        for _ in 0..1_500 {
            let (ends, ways) = random_rule(&ground, &facts, &mut rng);
            let Ok(fact) = ground.follow(&facts, ends, &ways) else {
                refused += 1;
                continue;
            };
            assert!(!fact.own.meets(fact.carrier) && ground.given.is_subset(fact.own));
            assert!(is_true(&ground, ends, fact.own, fact.carrier, &mut Known::new()), "{fact:?} {ways:?}");
            with_moves += usize::from(ways[0].mv.is_some() && !fact.carrier.is_empty());
            followed += 1;
            if facts.len() < 12 || !fact.carrier.is_empty() && rng.random_ratio(1, 2) {
                facts.push(fact);
            }
        }
    }
    assert!(followed > 5_000 && refused > 5_000 && with_moves > 500, "{followed} {refused} {with_moves}");
}

fn random_rule(ground: &Ground<1>, facts: &[Fact<1>], rng: &mut StdRng) -> Rule<1> {
    let model = facts.choose(rng).filter(|_| rng.random_ratio(2, 3));
    let mut end = || rng.random_range(0..ground.cells + 2);
    let ends = model.map_or_else(|| [end(), end()], |fact| fact.ends);
    let moves = rng.random_range(0..4);
    let ways = (0..moves.max(1)).map(|_| {
        let mv = (moves > 0).then(|| rng.random_range(0..ground.cells));
        let mut stones = Bits::EMPTY;
        for _ in 0..rng.random_range(0..3) {
            stones |= Bits::single(rng.random_range(0..ground.cells));
        }
        let count = if facts.is_empty() { 0 } else { rng.random_range(0..4) };
        Way { mv, stones, facts: (0..count).map(|_| rng.random_range(0..facts.len())).collect() }
    });
    (ends, ways.collect())
}

/// The winner plays as the facts say against every order of intrusions. The cells that no fact leans on are
/// the opponent's from the start.
struct Player<'a> {
    ground: &'a Ground<1>,
    facts: &'a [Fact<1>],
    rules: &'a [Rule<1>],
    lines: u64,
}

impl Player<'_> {
    fn play(&mut self, open: &[usize], own: Bits<1>, enemy: Bits<1>) {
        let leant = open.iter().fold(Bits::EMPTY, |leant, &fact| leant | self.facts[fact].carrier) & !own;
        assert!(!leant.meets(enemy), "a promise is broken");
        for intrusion in leant.numbers() {
            let enemy = enemy | Bits::single(intrusion);
            let broken = |fact: &&usize| self.facts[**fact].carrier.contains(intrusion);
            let &fact = open.iter().find(broken).unwrap();
            assert_eq!(open.iter().filter(broken).count(), 1, "two facts lean on one cell");
            let way = self.rules[fact].1.iter().find(|way| {
                let facts = way.facts.iter().map(|&fact| &self.facts[fact]).collect();
                let named = Way { mv: way.mv, stones: way.stones, facts };
                let leant = self.ground.lean(self.facts[fact].ends, &named).unwrap().carrier;
                !(leant & !self.facts[fact].own).contains(intrusion)
            });
            let way = way.expect("a way that does not lean on the cell");
            let mut next: Vec<usize> = open.iter().copied().filter(|&other| other != fact).collect();
            next.extend(self.opened(&way.facts));
            self.play(&next, own | way.mv.map_or(Bits::EMPTY, Bits::single), enemy);
        }
        if leant.is_empty() {
            assert!(self.ground.joins(self.ground.edges(), own, &[]));
            self.lines += 1;
        }
    }

    /// These facts, and instead of one with a way without a move the facts of that way.
    fn opened(&self, facts: &[usize]) -> Vec<usize> {
        let opened = facts.iter().flat_map(|&fact| match &self.rules[fact].1[..] {
            [Way { mv: None, facts, .. }] => self.opened(facts),
            _ => vec![fact],
        });
        opened.collect()
    }
}

#[test]
fn play_by_the_facts_wins_against_every_order_of_intrusions() {
    let mut lines = 0;
    for rules in ["size=2", "size=3", "size=4", "size=4x3"] {
        for (position, side, bytes) in proofs(rules) {
            let ground = Ground::new(&position, position.colour_of(side));
            let (facts, rules) = facts(&ground, &bytes);
            let last = facts.len() - 1;
            let enemy = ground.grid.cells() & !(facts[last].own | facts[last].carrier);
            let mut player = Player { ground: &ground, facts: &facts, rules: &rules, lines: 0 };
            let open = player.opened(&[last]);
            player.play(&open, facts[last].own, enemy);
            lines += player.lines;
        }
    }
    assert!(lines > 1_000, "{lines}");
}

#[test]
fn numbers_that_make_no_fact_are_refused() {
    let position = start("size=2");
    let fault = |bytes: &[u8]| check(&position, Side::First, bytes, &|| false).unwrap_err();
    let malformed = |number| RegionsError::Fact { number, reason: "a number is missing or too large" };
    let not_earlier = RegionsError::Fact { number: 0, reason: "it names no earlier fact" };
    assert_eq!(fault(&[]), RegionsError::End("there is none"));
    // Ends, ways, stones, facts.
    assert_eq!(fault(&[6, 0, 0, 0, 0]), malformed(0));
    assert_eq!(fault(&[0, 1, 5, 0, 0]), malformed(0));
    assert_eq!(fault(&[0, 1, 0, 1, 4, 0]), malformed(0));
    assert_eq!(fault(&[0, 1, 0, 0, 0x80, 0]), malformed(0));
    assert_eq!(fault(&[0, 1, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xF]), malformed(0));
    assert_eq!(fault(&[0, 1, 0, 0, 1, 1]), malformed(0));
    assert_eq!(fault(&[0, 1, 0, 0, 1, 0]), not_earlier, "a fact that names itself");
    assert_eq!(fault(&[0, 1, 0, 0, 0, 0]), malformed(1), "the second fact is cut short");
    assert_eq!(fault(&[0, 1, 0, 0, 0]), RegionsError::End("it does not join the edges"));
    let away = RegionsError::Fact { number: 0, reason: "a way does not join the ends" };
    assert_eq!(fault(&[0, 3, 0, 0, 0]), away);
    // a1 and a2 join the edges, and two stones are one too many.
    assert_eq!(fault(&[4, 5, 0, 2, 0, 2, 0]), RegionsError::End("it needs stones that are not there"));
    let stopped = check(&position, Side::First, &[0, 1, 0, 0, 0], &|| true);
    assert_eq!(stopped, Err(RegionsError::Stopped));
    let swap = start("size=2,swap=pieces");
    assert_eq!(check(&swap, Side::First, &[], &|| false), Err(RegionsError::NoSuchProofs));
}

#[test]
fn each_reason_for_refusal_is_given() {
    let position = start("size=2");
    let ground = Ground::<1>::new(&position, position.turn());
    let way = |mv, facts: &[usize]| Way { mv, stones: Bits::EMPTY, facts: facts.to_vec() };
    // b1 and a2 join a1 with b2, and with the edges.
    let cross = ground.follow(&[], [0, 3], &[way(Some(1), &[]), way(Some(2), &[])]).unwrap();
    assert_eq!((cross.own, cross.carrier), (Bits([0b1001]), Bits([0b0110])));
    let edge = ground.follow(&[], [1, 5], &[way(Some(2), &[]), way(Some(3), &[])]).unwrap();
    let facts = [cross, edge];
    let reason = |ends, ways: &[Way<1, usize>]| ground.follow(&facts, ends, ways).unwrap_err();
    assert_eq!(reason([0, 3], &[]), "there is no way");
    assert_eq!(reason([0, 3], &[way(Some(1), &[])]), "all ways lean on one cell");
    assert_eq!(reason([0, 3], &[way(None, &[0]), way(Some(1), &[])]), "one of several ways has no move");
    assert_eq!(reason([4, 5], &[way(None, &[0, 0])]), "two facts of a way lean on one cell");
    assert_eq!(reason([4, 5], &[way(None, &[7])]), "it names no earlier fact");
    let taken = Ground::<1>::new(&after(&position, "b1"), position.turn());
    assert_eq!(taken.follow(&[], [0, 3], &[way(Some(1), &[])]), Err("the move is on a stone"));
}
