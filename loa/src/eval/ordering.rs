//! Move ordering by the origin and the target of a move alone.

use crate::rules::moves::Move;
use crate::rules::position::Loa;

/// How central each square is, by the size of the board minus five: minus the square of its distance from the
/// middle of the board, in quarters of a square.
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

/// The priorities of the legal moves of a position, within -2 000 ..= 4 000; greater is earlier. Ten for each
/// quarter of a square, squared, by which the man comes closer to the middle of the board, and 2 000 for a
/// capture.
///
/// A connected group is usually central, and a move from the edge inwards is good early in the game.
#[inline]
pub fn priorities(position: &Loa) -> impl Fn(Move) -> i32 {
    const CLOSER: i32 = 10;
    const CAPTURE: i32 = 2_000;
    let central = &CENTRAL[usize::from(position.rules().size.get() - 5)];
    let enemy = position.men(!position.turn());
    move |mv| {
        let closer = i32::from(central[mv.to().index()] - central[mv.from().index()]);
        let captures = enemy >> mv.to().index() & 1;
        CLOSER * closer + CAPTURE * captures as i32
    }
}
