//! Plays one game of random moves and prints it.
//!
//! `cargo run -p plywood-hex --example hex_random_game -- 7 size=7,swap=pieces`

use plywood_hex::{Hex, Rules, hexworld, sgf};
use plywood_play::{Notation, RecordedResult};
use plywood_search::{Game, Position};
use rand::{SeedableRng, rngs::StdRng};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seed = arguments.next().map_or(1, |text| text.parse().expect("a seed"));
    let rules: Rules = arguments.next().unwrap_or_default().parse().expect("rules");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(Hex::start(rules));
    while let Some(mv) = game.position().random_move(&mut rng) {
        game.play(mv).expect("a random move is legal");
    }
    print!("{}", game.position().picture(game.last()));
    println!("{}", game.position().reason().map(|cause| cause.sentence).unwrap_or_default());
    print!("{}", sgf::write_game(&game, game.outcome().map(RecordedResult::Ended)));
    println!("{}", hexworld::write_link(&game, None).unwrap_or_default());
}
