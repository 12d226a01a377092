//! Plays games of Hex for a convolutional network to learn from: every position with what the search
//! thought.
//!
//! `cargo run --release -p plywood-learn --example hex_games -- games.txt size=11 300 mcts:nodes=4k 1`: the
//! file, which is made or continued until it has so many games, the rules, the engine that plays, and the
//! first seed. It plays on one core; several can run beside each other with seeds that are far apart.
//!
//! A game begins with one to four random stones, and a move in twenty is drawn by the visits of the search, as
//! are half of those before the tenth. A line is a game: moves, each with the score of the search in
//! thousandths for the mover and the visits of its likeliest moves, in hundredths. A random move has neither.
//! It ends when its result is proven.

use plywood_hex::{Hex, HexGame, Rules};
use plywood_learn::resume;
use plywood_play::{AnyGame, Erased, Spec};
use plywood_search::{Limits, Position};
use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = |what: &str| arguments.next().unwrap_or_else(|| panic!("an argument is missing: {what}"));
    let (file, rules) = (next("a file of games"), next("rules"));
    let games: u64 = next("a number of games").parse().expect("a number of games");
    let engine = next("an engine");
    let seed: u64 = next("a seed").parse().expect("a seed");
    let header = format!("# games of hex:{rules} by {engine}, from seed {seed} on");
    let (mut out, known) = resume(Path::new(&file), &header).expect("a file of such games");
    for number in known..games {
        let line = play(&rules, &engine, seed + number) + "\n";
        out.write_all(line.as_bytes()).expect("the file can be written");
    }
}

/// A game of the engine against itself, as a line.
fn play(rules: &str, engine: &str, seed: u64) -> String {
    let rules = format!("{rules},swap=off");
    let mut session = Erased::<HexGame>::new().session(&rules, None).expect("rules");
    let spec: Spec = format!("{engine},seed={seed}").parse().expect("an engine");
    let mut engine = session.engine(&spec).expect("an engine");
    let mut position = Hex::start(rules.parse::<Rules>().expect("rules"));
    let mut rng = StdRng::seed_from_u64(seed);
    let random = rng.random_range(1..=4);
    let mut line = String::new();
    for number in 0.. {
        let mv = if number < random {
            let mv = position.random_move(&mut rng).expect("a move").to_string();
            let _ = write!(line, "{mv} ");
            mv
        } else {
            let thoughts = engine.think(&*session, &Limits::none(), &mut |_| {}).expect("an answer");
            let best = thoughts.best.expect("a move");
            let all = thoughts.visits.iter().map(|&(_, visits)| u64::from(visits)).sum::<u64>().max(1);
            let is_decided = thoughts.score.is_decisive();
            let score =
                if is_decided { 1_000 * thoughts.score.value().signum() } else { thoughts.score.value() };
            let chosen = if !is_decided && rng.random_bool(if number < 10 { 0.5 } else { 0.05 }) {
                drawn(&thoughts.visits, all, &mut rng).unwrap_or_else(|| best.clone())
            } else {
                best.clone()
            };
            let _ = write!(line, "{chosen}:{score}");
            let shares = thoughts.visits.iter().map(|(mv, visits)| (mv, u64::from(*visits) * 100 / all));
            if is_decided && score > 0 {
                let _ = write!(line, ":{best}=100");
            } else {
                shares.filter(|&(_, share)| share > 0).for_each(|(mv, share)| {
                    let _ = write!(line, ":{mv}={share}");
                });
            }
            if is_decided {
                break;
            }
            line.push(' ');
            chosen
        };
        session.play(&mv).expect("a legal move");
        position.play_unchecked(position.read_move(&mv).expect("a legal move"));
        if position.outcome().is_some() {
            break;
        }
    }
    line.trim_end().to_owned()
}

/// A move drawn by the visits.
fn drawn(visits: &[(String, u32)], all: u64, rng: &mut impl Rng) -> Option<String> {
    let mut rest = rng.random_range(0..all);
    for (mv, count) in visits {
        match rest.checked_sub(u64::from(*count)) {
            Some(less) => rest = less,
            None => return Some(mv.clone()),
        }
    }
    None
}
