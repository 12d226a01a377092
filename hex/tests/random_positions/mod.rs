//! Positions of random games.

use plywood_hex::{Hex, Rules};
use plywood_search::Position;
use rand::{SeedableRng, rngs::StdRng};

/// Unfinished positions of random games with at most as many empty cells, the game of each seed from 0 to
/// below `games`.
pub(crate) fn random_positions(rules: &str, games: u64, most_empty: usize) -> Vec<Hex> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = Hex::start(rules.parse::<Rules>().expect("rules"));
        while let Some(mv) = position.random_move(&mut rng) {
            if position.count_moves() <= most_empty {
                positions.push(position);
            }
            position.play_unchecked(mv);
        }
    }
    positions
}
