//! Which moves to try first, without looking at more than the two squares.

use crate::moves::Move;
use crate::position::Loa;

/// How central a square is, by size of board less five: minus the squares of its distances from the middle of the board,
/// in quarters of a square.
static CENTRAL: [[i16; 64]; 4] = {
    let mut central = [[0; 64]; 4];
    let mut size = 5;
    while size <= 8 {
        let mut square = 0;
        while square < 64 {
            // Twice the distance from the middle, which on an even board lies between squares.
            let file = 2 * (square % 8) as i16 - (size as i16 - 1);
            let rank = 2 * (square / 8) as i16 - (size as i16 - 1);
            central[size - 5][square] = -(file * file + rank * rank);
            square += 1;
        }
        size += 1;
    }
    central
};

/// How early to try a legal move, greater is earlier, within -200 ..= 200: how much closer to the middle of the board it leads.
///
/// A connected group is mostly a central one, and a move from the edge inward is good early in the game.
#[inline]
pub fn priority(position: &Loa, mv: Move) -> i32 {
    let central = &CENTRAL[usize::from(position.rules().size.get() - 5)];
    i32::from(central[mv.to().index()] - central[mv.from().index()])
}
