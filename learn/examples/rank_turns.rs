//! Trains a ranking of Arimaa's turns on recorded games and says where it puts the turns that were played.
//!
//! `cargo run --release -p plywood-learn --example rank_turns -- games.txt turns.choice 35`: the games, the
//! file that is written, and how many of a hundred turns are looked at. Every tenth game is kept apart.

use plywood_arimaa::eval::{RankedTurn, Strong, TurnFeatures};
use plywood_arimaa::{Arimaa, Turn, read_games};
use plywood_learn::{ChoiceTraining, Decisions, train_choice};
use plywood_net::{Choice, MoveFeatures};
use plywood_search::{Game, Position};
use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The other turns of a decision.
const SAMPLE: usize = 60;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games = std::fs::read_to_string(arguments.next().expect("games")).expect("a file of games");
    let output = arguments.next().expect("a file for the model");
    let share: u32 = arguments.next().map_or(Ok(100), |text| text.parse()).expect("a share of a hundred");
    let (mut decisions, mut kept, mut rng) = (Decisions::default(), Vec::new(), StdRng::seed_from_u64(1));
    for (number, game) in read_games(&games).filter_map(Result::ok).enumerate() {
        for (before, after) in turns_of(&game.game) {
            if rng.random_range(0..100) >= share {
                continue;
            }
            if number % 10 == 9 {
                kept.push((before, after));
            } else {
                add(&mut decisions, number as u32, &before, &after, &mut rng);
            }
        }
    }
    println!("{} turns to learn from, {} kept apart", decisions.len(), kept.len());
    let features = TurnFeatures.count();
    let weights = train_choice(&decisions, features, &ChoiceTraining::default(), &mut |epoch| {
        println!("epoch {}: loss {:.3}, validation {:.3}", epoch.number, epoch.training, epoch.validation);
    });
    let choice = Choice::from_weights("arimaa", &TurnFeatures, &weights);
    std::fs::write(&output, choice.write()).expect("the file can be written");
    gauge(&choice, &kept);
}

/// The positions before and after each turn of a game, setups aside.
fn turns_of(game: &Game<Arimaa>) -> Vec<(Arimaa, Arimaa)> {
    let mut line = Game::new(game.start().clone());
    let mut starts = Vec::new();
    for mv in game.moves() {
        let position = line.position();
        if position.steps().is_empty() && !position.is_setup() {
            starts.push(position.clone());
        }
        if line.play(mv).is_err() {
            break;
        }
    }
    starts.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

/// All turns of a position in the order of their static values, and the place of one of them.
fn ranked(before: &Arimaa, played: &Arimaa) -> Option<(Vec<(i32, Arimaa)>, usize)> {
    let turns = before.turns()?;
    let after = |turn: Turn<'_>| {
        let position = turn.position();
        let value = if position.outcome().is_some() { -30_000 } else { Strong.value(&position).value() };
        (value, position)
    };
    let mut all: Vec<_> = turns.iter().map(after).collect();
    all.sort_by_key(|&(value, _)| value);
    let place = all.iter().position(|(_, position)| position == played)?;
    Some((all, place))
}

fn turn(all: &[(i32, Arimaa)], place: usize) -> RankedTurn<'_> {
    RankedTurn { after: &all[place].1, place, loss: all[place].0.saturating_sub(all[0].0) }
}

fn add(decisions: &mut Decisions, game: u32, before: &Arimaa, played: &Arimaa, rng: &mut StdRng) {
    let Some((all, place)) = ranked(before, played) else { return };
    if all.len() < 2 {
        return;
    }
    let others = (0..SAMPLE).map(|_| rng.random_range(0..all.len())).filter(|&other| other != place);
    let places: Vec<usize> = core::iter::once(place).chain(others).collect();
    let stands_for = (all.len() - 1) as f32 / (places.len() - 1).max(1) as f32;
    let features = |&place: &usize| {
        let mut active = Vec::new();
        TurnFeatures.active(before, turn(&all, place), &mut |feature| active.push(feature));
        active
    };
    decisions.add(game, stands_for, places.iter().map(features));
}

/// Prints how often the turn that was played is among the first turns, by static value and by the model.
fn gauge(choice: &Choice, kept: &[(Arimaa, Arimaa)]) {
    let mut shares = [Vec::new(), Vec::new()];
    for (before, played) in kept {
        let Some((all, place)) = ranked(before, played) else { continue };
        let strength = |place: usize| choice.strength(&TurnFeatures, before, turn(&all, place));
        let own = strength(place);
        let ahead = (0..all.len()).filter(|&other| strength(other) > own).count();
        shares[0].push(place as f64 / all.len() as f64);
        shares[1].push(ahead as f64 / all.len() as f64);
    }
    for (name, shares) in ["static value", "ranking"].into_iter().zip(shares) {
        let within = |limit: f64| {
            100.0 * shares.iter().filter(|&&share| share < limit).count() as f64 / shares.len().max(1) as f64
        };
        println!(
            "{name}: of {} turns within the first 1 % {:.1} %, 5 % {:.1} %, 20 % {:.1} %",
            shares.len(),
            within(0.01),
            within(0.05),
            within(0.2)
        );
    }
}
