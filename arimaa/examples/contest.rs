//! Plays the strongest evaluation against the seed's: pairs of games from a sensible setup of each side,
//! colours swapped in the second.
//!
//! `cargo run --release -p plywood-arimaa --example contest -- 100 20 1`: milliseconds a step, games, and the
//! seed of the setups.

use plywood_arimaa::eval::{Seed, Strong};
use plywood_arimaa::{Arimaa, Rules, setups};
use plywood_search::{Game, Iterative, Knowledge, Limits, Outcome, Search, SearchOptions, Side, Table};
use rand::{SeedableRng, rngs::StdRng};
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let limits = Limits::time(Duration::from_millis(arguments.next().unwrap_or(100)));
    let (games, seed) = (arguments.next().unwrap_or(20), arguments.next().unwrap_or(1));
    let mut points = 0.0;
    for number in 0..games {
        let side = Side::BOTH[number as usize % 2];
        points += match play(opening(seed + number / 2), side, &limits) {
            Some(Outcome::Win(winner)) if winner == side => 1.0,
            Some(Outcome::Win(_)) => 0.0,
            Some(Outcome::Draw) | None => 0.5,
        };
        println!("{points} of {} for the strongest evaluation", number + 1);
    }
}

/// A game after both setups.
fn opening(seed: u64) -> Game<Arimaa> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(Arimaa::start(Rules::default()));
    for _ in Side::BOTH {
        for mv in setups::sound(game.position(), &mut rng) {
            game.play(mv).expect("a setup is legal");
        }
    }
    game
}

/// Plays on to the end, 600 steps at most, with the strongest evaluation on this side.
fn play(mut game: Game<Arimaa>, strong_side: Side, limits: &Limits) -> Option<Outcome> {
    let (mut strong, mut seed) = (player(Strong), player(Seed));
    for _ in 0..600 {
        if game.outcome().is_some() {
            break;
        }
        let player = if game.side_to_move() == strong_side { &mut strong } else { &mut seed };
        let best = player.run(&game, limits).best.expect("the game goes on");
        game.play(best).expect("a search plays legal moves");
    }
    game.outcome()
}

fn player<E: Knowledge<Arimaa> + 'static>(evaluator: E) -> Box<dyn Search<Arimaa>> {
    let table = Arc::new(Table::with_bytes(32 << 20).expect("32 megabytes can be had"));
    Box::new(Iterative::with_options(evaluator, table, SearchOptions::SELECTIVE))
}
