//! Setups to begin a game with, as the placements of one side in order.
//!
//! ```
//! use plywood_arimaa::{Arimaa, Rules, setups};
//! use plywood_search::Position;
//! use rand::{SeedableRng, rngs::StdRng};
//!
//! let mut rng = StdRng::seed_from_u64(1);
//! let mut position = Arimaa::start(Rules::default());
//! for mv in setups::winning(&position, &mut rng) {
//!     position.play_unchecked(mv);
//! }
//! for mv in setups::random(&position, &mut rng) {
//!     position.play_unchecked(mv);
//! }
//! assert!(!position.is_setup());
//! ```

use crate::rules::moves::Move;
use crate::rules::pieces::{Colour, Kind, Piece};
use crate::rules::position::Arimaa;
use crate::rules::squares::Square;
use plywood_search::Side;
use rand::{Rng, RngExt};

/// What a side sets up on one file: the front rank, then the back rank.
type Rows = [[Kind; 8]; 2];

/// Front rank, back rank, from the a-file to the h-file. These are the arrangements that recur most in the
/// game archive of arimaa.com (games of February 2026), each with its mirror image and with cats and dogs
/// exchanged: horses on both wings, elephant and camel in the middle, rabbits behind them or on the edges,
/// cats or dogs next to the traps.
const SOUND: [(&str, &str); 4] =
    [("DHCEMCHD", "RRRRRRRR"), ("RHDEMDHR", "RRRCCRRR"), ("RDHEMHDR", "RRRCCRRR"), ("CDHEMHDC", "RRRRRRRR")];

/// The book: what scored best for both colours where 14 setups of Gold played 28 of Silver, as the README
/// says. All rabbits stand behind.
const WINNING: [(&str, &str); 2] = [("CDHEMHDC", "RRRRRRRR"), ("CHDEMDHC", "RRRRRRRR")];

/// A setup of the side to move, drawn from all 64 864 800 with equal chances. Empty if no setup of a whole
/// side is due.
pub fn random<R: Rng + ?Sized>(position: &Arimaa, rng: &mut R) -> Vec<Move> {
    let mut kinds: Vec<Kind> =
        Kind::ALL.into_iter().flat_map(|kind| (0..kind.count()).map(move |_| kind)).collect();
    for last in (1..kinds.len()).rev() {
        kinds.swap(last, rng.random_range(0..=last));
    }
    let (front, back) = kinds.split_at(8);
    let row = |kinds: &[Kind]| core::array::from_fn(|file| kinds[file]);
    placements(position, [row(front), row(back)])
}

/// A setup of the side to move as people play it: one of a few arrangements, mirrored and varied by chance.
/// Empty if no setup of a whole side is due.
///
/// Silver, who sees Gold's setup, keeps its camel off the wing of Gold's elephant.
pub fn sound<R: Rng + ?Sized>(position: &Arimaa, rng: &mut R) -> Vec<Move> {
    let (front, back) = SOUND[rng.random_range(0..SOUND.len())];
    let mut rows = [row(front), row(back)];
    if rng.random_range(0..2) == 0 {
        rows = rows.map(|row| row.map(exchanged));
    }
    facing(position, rows, rng)
}

/// A setup of the side to move that scored well: one of a small book made by matches, mirrored as [`sound`]
/// does. Empty if no setup of a whole side is due.
pub fn winning<R: Rng + ?Sized>(position: &Arimaa, rng: &mut R) -> Vec<Move> {
    let (front, back) = WINNING[rng.random_range(0..WINNING.len())];
    facing(position, [row(front), row(back)], rng)
}

/// The placements of two rows or their mirror image: by chance, or with Silver's camel off the wing of Gold's
/// elephant.
fn facing<R: Rng + ?Sized>(position: &Arimaa, mut rows: Rows, rng: &mut R) -> Vec<Move> {
    let by_chance = rng.random_range(0..2) == 0;
    let mirror =
        wing_of_gold_elephant(position).map_or(by_chance, |elephant| wing(&rows, Kind::Camel) == elephant);
    if mirror {
        for row in &mut rows {
            row.reverse();
        }
    }
    placements(position, rows)
}

/// The cat for the dog, and the other way round.
fn exchanged(kind: Kind) -> Kind {
    match kind {
        Kind::Cat => Kind::Dog,
        Kind::Dog => Kind::Cat,
        other => other,
    }
}

/// Whether Gold's elephant stands on the files e to h, if Gold has set up one.
fn wing_of_gold_elephant(position: &Arimaa) -> Option<bool> {
    let elephants = position.pieces(Colour::Gold) & position.pieces_of_kind(Kind::Elephant);
    Square::all_of(elephants).next().map(|square| square.file() >= 4)
}

/// Whether a kind stands on the files e to h.
fn wing(rows: &Rows, kind: Kind) -> bool {
    rows.iter().any(|row| row[4..].contains(&kind))
}

/// Letters to kinds.
fn row(letters: &str) -> [Kind; 8] {
    let mut letters = letters.chars();
    let kind = |letter| Piece::from_letter(letter).map(|piece| piece.kind);
    core::array::from_fn(|_| letters.next().and_then(kind).unwrap_or(Kind::Rabbit))
}

/// The placements of two rows on the home squares of the side to move.
fn placements(position: &Arimaa, rows: Rows) -> Vec<Move> {
    let colour = position.turn();
    let front_rank = if Side::from(colour) == Side::First { 1 } else { 6 };
    let begins = position.is_setup() && position.pieces(colour) == 0;
    let place = |square: Square| {
        let row = usize::from(square.rank() != front_rank);
        Move::place(Piece { colour, kind: rows[row][usize::from(square.file())] }, square)
    };
    Arimaa::home_squares(colour).filter(|_| begins).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_is_an_army() {
        for (front, back) in SOUND.into_iter().chain(WINNING) {
            let kinds: Vec<Kind> = row(front).into_iter().chain(row(back)).collect();
            for kind in Kind::ALL {
                let count = kinds.iter().filter(|&&other| other == kind).count();
                assert_eq!(count as u32, kind.count(), "{kind} in {front}/{back}");
            }
        }
    }
}
