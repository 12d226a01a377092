//! Positions of pieces scattered over the board, where goals and captures are near.

use plywood_arimaa::{Arimaa, Colour, Kind, Piece, Rules};
use plywood_search::Symmetry;
use rand::RngExt;
use rand::rngs::StdRng;

/// Pieces on a part of the board, with rabbits of Gold's far advanced, seen under a random symmetry.
pub(crate) fn scattered(rng: &mut StdRng) -> Arimaa {
    let mut pieces = [None; 64];
    let percent = rng.random_range(5..60);
    let first_rank = rng.random_range(2..6);
    for (square, piece) in pieces.iter_mut().enumerate() {
        if square / 8 >= first_rank && rng.random_range(0..100) < percent {
            let kind = Kind::ALL[rng.random_range(0..6_usize)];
            let colour = Colour::BOTH[rng.random_range(0..2_usize)];
            // A rabbit on its goal would end the game.
            let kind = if kind == Kind::Rabbit && square >= 56 { Kind::Cat } else { kind };
            *piece = Some(Piece { colour, kind });
        }
    }
    pieces[8 + rng.random_range(0..8_usize)] = Some(Piece { colour: Colour::Silver, kind: Kind::Rabbit });
    let position = Arimaa::from_pieces(&pieces, Colour::Gold, Rules::default());
    position.transformed(rng.random_range(0..4))
}
