//! Plays one game of random moves and prints it.
//!
//! `cargo run -p plywood-loa --example loa_random_game -- 7`

use plywood_loa::{Loa, Rules};
use plywood_search::{Game, Position};
use rand::{SeedableRng, rngs::StdRng};

fn main() {
    let seed = std::env::args().nth(1).map_or(1, |text| text.parse().expect("a seed"));
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(Loa::start(Rules::default()));
    while game.outcome().is_none() {
        let mv = game.position().random_move(&mut rng).expect("the game is not over");
        print!("{} ", game.position().write_move(mv));
        game.play(mv).expect("a random move is legal");
    }
    println!("\n{}\n{:?}", game.position(), game.outcome());
}
