//! Plays one game of random moves and draws it.
//!
//! `cargo run -p plywood-gekitai --example gekitai_random_game -- 7`

use plywood_gekitai::{Gekitai, Rules};
use plywood_play::Notation;
use plywood_search::{Game, Position};
use rand::{SeedableRng, rngs::StdRng};

fn main() {
    let seed = std::env::args().nth(1).map_or(1, |text| text.parse().expect("a seed"));
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(Gekitai::start(Rules::default()));
    while game.outcome().is_none() {
        let mv = game.position().random_move(&mut rng).expect("the game is not over");
        game.play(mv).expect("a random move is legal");
        println!("{mv}\n{}", game.position().picture(game.last()));
    }
    println!(
        "{:?}: {}",
        game.outcome(),
        game.position().reason().map_or_else(|| "repetition".to_owned(), |cause| cause.sentence)
    );
}
