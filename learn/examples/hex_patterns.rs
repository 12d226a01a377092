//! Trains the patterns of moves in Hex on games of the engine `mcts` against itself.
//!
//! `cargo run --release -p plywood-learn --example hex_patterns -- games.txt patterns.choice 300
//! mcts:nodes=4k`: the file of the games, which is made or continued until it has so many, the file that is
//! written, and the engine that plays; without one, a quick engine that knows no patterns. A game begins with
//! two random stones and ends when its result is proven. Every tenth game is kept apart. `learn/run` does it
//! all.

use plywood_hex::eval::{MovePatterns, Surroundings};
use plywood_hex::{Hex, HexGame, Move, Rules};
use plywood_learn::{ChoiceTraining, Decisions, resume, train_choice};
use plywood_net::{Choice, MoveFeatures};
use plywood_play::{AnyGame, Erased, Spec};
use plywood_search::{Limits, Position};
use rand::{SeedableRng, rngs::StdRng};
use std::io::Write;
use std::path::Path;
use std::thread;

const RULES: &str = "size=11";
/// The engine, unless another one is given: without the priors that it makes.
const ENGINE: &str = "mcts:nodes=600,rave=1000,inherit=30,expand=8,ask=100,judge=0,prior=0,bias=0.5";
/// The first stones of a game, which are random.
const RANDOM: usize = 2;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file of games");
    let output = arguments.next().expect("a file for the model");
    let games: u64 = arguments.next().map_or(Ok(300), |text| text.parse()).expect("a number of games");
    let engine = arguments.next().unwrap_or_else(|| ENGINE.to_owned());
    let header = format!("# games of hex:{RULES} by {engine}, {RANDOM} random stones first");
    let (mut out, known) = resume(Path::new(&file), &header).expect("a file of such games");
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    for first in (known..games).step_by(threads as usize) {
        let lines = thread::scope(|scope| {
            let seeds = first..games.min(first + threads);
            let players: Vec<_> = seeds
                .map(|seed| {
                    scope.spawn({
                        let engine = &engine;
                        move || play(engine, seed)
                    })
                })
                .collect();
            players.into_iter().map(|player| player.join().expect("a game") + "\n").collect::<String>()
        });
        // One call for these games: a kill leaves at most one torn line.
        out.write_all(lines.as_bytes()).expect("the file can be written");
    }
    let text = std::fs::read_to_string(&file).expect("a file of games");
    let (mut decisions, mut kept) = (Decisions::default(), Vec::new());
    for (number, line) in text.lines().skip(1).enumerate() {
        for decision in decisions_of(line) {
            if number % 10 == 9 {
                kept.push(decision);
            } else {
                decisions.add(number as u32, 1.0, decision.features());
            }
        }
    }
    println!("{} moves to learn from, {} kept apart", decisions.len(), kept.len());
    let training = ChoiceTraining { decay: 0.000_3, ..ChoiceTraining::default() };
    let weights = train_choice(&decisions, MovePatterns.count(), &training, &mut |epoch| {
        println!("epoch {}: loss {:.3}, validation {:.3}", epoch.number, epoch.training, epoch.validation);
    });
    let choice = Choice::from_weights("hex", &MovePatterns, &weights);
    std::fs::write(&output, choice.write()).expect("the file can be written");
    gauge(&choice, &kept);
}

/// A game of the engine against itself, as a line of moves.
fn play(engine: &str, seed: u64) -> String {
    let mut session = Erased::<HexGame>::new().session(RULES, None).expect("rules");
    let spec: Spec = format!("{engine},seed={seed}").parse().expect("an engine");
    let mut engine = session.engine(&spec).expect("an engine");
    let mut position = Hex::start(RULES.parse::<Rules>().expect("rules"));
    let mut rng = StdRng::seed_from_u64(seed);
    let mut line = Vec::new();
    while position.outcome().is_none() {
        let mv = if line.len() < RANDOM {
            position.random_move(&mut rng).expect("a move").to_string()
        } else {
            let thoughts = engine.think(&*session, &Limits::none(), &mut |_| {}).expect("an answer");
            if thoughts.score.is_decisive() {
                break;
            }
            thoughts.best.expect("a move")
        };
        session.play(&mv).expect("a legal move");
        position.play_unchecked(position.read_move(&mv).expect("a legal move"));
        line.push(mv);
    }
    line.join(" ")
}

/// A choice: a position, the move before it, and the move that was played.
struct Decision {
    position: Hex,
    last: Option<Move>,
    played: Move,
}

impl Decision {
    /// The features of all moves, those of the played one first.
    fn features(&self) -> Vec<Vec<usize>> {
        let around = Surroundings::of(&self.position, self.last);
        let of_move = |mv: Move| {
            let mut features = Vec::new();
            MovePatterns.active(&self.position, (&around, mv), &mut |feature| features.push(feature));
            features
        };
        let others = self.position.legal_moves().into_iter().filter(|&mv| mv != self.played);
        core::iter::once(self.played).chain(others).map(of_move).collect()
    }
}

/// The choices of the engine in a game.
fn decisions_of(line: &str) -> Vec<Decision> {
    let mut position = Hex::start(RULES.parse::<Rules>().expect("rules"));
    let (mut decisions, mut last) = (Vec::new(), None);
    for word in line.split_whitespace() {
        let played = position.read_move(word).expect("a legal move");
        decisions.push(Decision { position, last, played });
        position.play_unchecked(played);
        last = Some(played);
    }
    decisions.split_off(decisions.len().min(RANDOM))
}

/// Prints how often the move that was played is among the first ones by the model.
fn gauge(choice: &Choice, kept: &[Decision]) {
    let mut places = Vec::new();
    for Decision { position, last, played } in kept {
        let around = Surroundings::of(position, *last);
        let strength = |mv: Move| choice.strength(&MovePatterns, position, (&around, mv));
        let own = strength(*played);
        places.push(position.legal_moves().into_iter().filter(|&mv| strength(mv) > own).count());
    }
    for first in [1, 3, 5, 10, 20] {
        let among = places.iter().filter(|&&place| place < first).count();
        println!("among the first {first}: {:.1} %", 100.0 * among as f64 / places.len().max(1) as f64);
    }
}
