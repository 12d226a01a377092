//! Plays one game of random steps from random setups and prints it, a turn a line.
//!
//! `cargo run -p plywood-arimaa --example arimaa_random_game -- 7`

use plywood_arimaa::{Arimaa, Rules};
use plywood_search::{Game, Position};
use rand::{SeedableRng, rngs::StdRng};

fn main() {
    let seed = std::env::args().nth(1).map_or(1, |text| text.parse().expect("a seed"));
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(Arimaa::start(Rules::default()));
    for half in 2.. {
        let (before, turn) = (game.position().clone(), game.side_to_move());
        let mut moves = Vec::new();
        while game.side_to_move() == turn {
            // The first move drawn that repetition does not forbid.
            let Some(mv) = game.position().random_move(&mut rng) else { break };
            if game.play(mv).is_ok() {
                moves.push(mv);
            } else if game.outcome().is_some() {
                break;
            }
        }
        if moves.is_empty() {
            break;
        }
        println!("{}{} {}", half / 2, before.turn().letter(), before.write_turn(&moves));
    }
    println!("{}\n{:?}", game.position(), game.outcome());
}
