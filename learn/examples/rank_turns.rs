//! Trains a ranking of Arimaa's turns on recorded games and says where it puts the turns that were played.
//!
//! `cargo run --release -p plywood-learn --example rank_turns -- games.txt turns.choice 100`: the games, the
//! file that is written, and how many of a hundred turns are looked at. Every tenth game is kept apart.

use plywood_arimaa::eval::{Before, RankedTurn, Strong, TurnFeatures};
use plywood_arimaa::{Arimaa, Turn, read_games};
use plywood_learn::{ChoiceTraining, Decisions, train_choice};
use plywood_net::{Choice, MoveFeatures};
use plywood_search::{Game, Position};
use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The other turns of a decision: some of the first by static value, and as many of the rest.
const SAMPLE: usize = 80;
/// Of so many turns, one is among the first.
const FIRST: usize = 20;

/// A turn that was played: the positions before the turns before it, before and after it.
struct Played {
    earlier: [Option<Arimaa>; 2],
    before: Arimaa,
    after: Arimaa,
}

impl Played {
    fn earlier(&self) -> [Option<&Arimaa>; 2] {
        self.earlier.each_ref().map(Option::as_ref)
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games = std::fs::read_to_string(arguments.next().expect("games")).expect("a file of games");
    let output = arguments.next().expect("a file for the model");
    let share: u32 = arguments.next().map_or(Ok(100), |text| text.parse()).expect("a share of a hundred");
    let (mut decisions, mut kept, mut rng) = (Decisions::default(), Vec::new(), StdRng::seed_from_u64(1));
    for (number, game) in read_games(&games).filter_map(Result::ok).enumerate() {
        for played in turns_of(&game.game) {
            if rng.random_range(0..100) >= share {
                continue;
            }
            if number % 10 == 9 {
                kept.push(played);
            } else {
                add(&mut decisions, number as u32, &played, &mut rng);
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

/// The turns of a game, setups aside.
fn turns_of(game: &Game<Arimaa>) -> Vec<Played> {
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
    let earlier = |index: usize| Some(starts[index.checked_sub(1)?].clone());
    let played = |index: usize| Played {
        earlier: [earlier(index), index.checked_sub(1).and_then(earlier)],
        before: starts[index].clone(),
        after: starts[index + 1].clone(),
    };
    (0..starts.len().saturating_sub(1)).map(played).collect()
}

/// A turn that could be made.
struct Possible {
    value: i32,
    steps: usize,
    after: Arimaa,
}

/// All turns of a position in the order of their static values, and the place of the one that was played.
fn ranked(played: &Played) -> Option<(Vec<Possible>, usize)> {
    let turns = played.before.turns()?;
    let possible = |turn: Turn<'_>| {
        let after = turn.position();
        let value = if after.outcome().is_some() { -30_000 } else { Strong.value(&after).value() };
        Possible { value, steps: turn.steps(), after }
    };
    let mut all: Vec<_> = turns.iter().map(possible).collect();
    all.sort_by_key(|possible| possible.value);
    let place = all.iter().position(|possible| possible.after == played.after)?;
    Some((all, place))
}

fn turn<'a>(before: &'a Before, all: &'a [Possible], place: usize) -> RankedTurn<'a> {
    let Possible { value, steps, after } = &all[place];
    RankedTurn { before, after, steps: *steps, place, loss: value.saturating_sub(all[0].value) }
}

fn add(decisions: &mut Decisions, game: u32, played: &Played, rng: &mut StdRng) {
    let Some((all, place)) = ranked(played) else { return };
    if all.len() < 2 {
        return;
    }
    let before = Before::new(&played.before, all.len(), played.earlier());
    let first = all.len().div_ceil(FIRST);
    let mut options = vec![(1.0, place)];
    for range in [0..first, first..all.len()] {
        let number = range.len();
        let sample = (0..SAMPLE.min(number)).map(|_| rng.random_range(range.clone()));
        let others: Vec<_> = sample.filter(|&other| other != place).collect();
        let stands_for = (number - usize::from(range.contains(&place))) as f32 / others.len().max(1) as f32;
        options.extend(others.into_iter().map(|other| (stands_for, other)));
    }
    let features = |(stands_for, place): (f32, usize)| {
        let mut active = Vec::new();
        TurnFeatures.active(&played.before, turn(&before, &all, place), &mut |feature| active.push(feature));
        (stands_for, active)
    };
    decisions.add_sample(game, options.into_iter().map(features));
}

/// Prints how often the turn that was played is among the first turns, by static value and by the model.
fn gauge(choice: &Choice, kept: &[Played]) {
    let mut shares = [Vec::new(), Vec::new()];
    for played in kept {
        let Some((all, place)) = ranked(played) else { continue };
        let before = Before::new(&played.before, all.len(), played.earlier());
        let strength =
            |place: usize| choice.strength(&TurnFeatures, &played.before, turn(&before, &all, place));
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
