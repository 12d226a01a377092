//! The pairing strategy: on a board that is broader than the way from edge to edge is long, the colour with
//! the short way wins, even if it moves second.
//!
//! It plays on a part of the board with `n` cells from edge to edge and `n + 1` across. The cells of that
//! part are in pairs, so that whoever has one cell of each pair has a chain from edge to edge: where the
//! opponent takes one, the colour takes the other (C. Shannon; M. Gardner, "The Scientific American book of
//! mathematical puzzles and diversions", 1959). There are two ways to pair them, each a reflection of one
//! half of the part onto the other: one exchanges the two corners with two neighbours, the other leaves each
//! where the edges meet.

use super::certain::Threat;
use crate::rules::bits::{Bits, Grid};
use crate::rules::cell::Colour;

/// What the pairs of one part of the board come to.
pub(crate) enum Paired<const N: usize> {
    /// The colour has a cell of each pair, or may have it: it leans on these empty cells and these stones.
    Whole(Bits<N>, Bits<N>),
    /// One stone more makes it so.
    OneShort(Threat<N>),
}

/// Every part of the board and every way to pair its cells that a colour can win by, or could with a stone
/// more.
pub(crate) fn paired<const N: usize>(
    grid: &Grid<N>,
    colour: Colour,
    stones: &[Bits<N>; 2],
) -> impl Iterator<Item = Paired<N>> {
    let (length, breadth) = match colour {
        Colour::Black => (grid.height() as usize, grid.width() as usize),
        Colour::White => (grid.width() as usize, grid.height() as usize),
    };
    let width = grid.width() as usize;
    let number = move |along: usize, across: usize| match colour {
        Colour::Black => along * width + across,
        Colour::White => across * width + along,
    };
    let [own, enemy] = [colour, !colour].map(|colour| stones[colour as usize]);
    let parts = 0..breadth.saturating_sub(length);
    parts.flat_map(move |offset| {
        [by_the_long_diagonal, by_the_short_diagonal].into_iter().filter_map(move |partner| {
            let pairs = (0..length).flat_map(move |along| {
                (0..=length).filter_map(move |across| {
                    partner(length, along, across).map(|other| [(along, across), other])
                })
            });
            of_pairs(pairs.map(|pair| pair.map(|(along, across)| number(along, across + offset))), own, enemy)
        })
    })
}

/// The pairs as they stand, each two cells; `None` if two of them are broken, or one for good.
fn of_pairs<const N: usize>(
    pairs: impl Iterator<Item = [usize; 2]>,
    own: Bits<N>,
    enemy: Bits<N>,
) -> Option<Paired<N>> {
    let (mut carrier, mut stones, mut repair) = (Bits::EMPTY, Bits::EMPTY, None);
    for pair in pairs {
        let of_pair = Bits::single(pair[0]) | Bits::single(pair[1]);
        if own.meets(of_pair) {
            stones |= own & of_pair;
            continue;
        }
        match pair.map(|cell| enemy.contains(cell)) {
            [false, false] => carrier |= of_pair,
            [true, true] => return None,
            _ if repair.is_some() => return None,
            [true, false] => repair = Some(pair[1]),
            [false, true] => repair = Some(pair[0]),
        }
    }
    Some(match repair {
        None => Paired::Whole(carrier, stones),
        Some(number) => Paired::OneShort(Threat { number, carrier, stones }),
    })
}

/// The cell that goes with a cell of the first half, if it is one: `along` of `length` steps from the first
/// edge, `across` of one more to the side.
fn by_the_long_diagonal(_length: usize, along: usize, across: usize) -> Option<(usize, usize)> {
    (across <= along).then_some((across, along + 1))
}

/// The same with the other diagonal for a mirror.
fn by_the_short_diagonal(length: usize, along: usize, across: usize) -> Option<(usize, usize)> {
    (along + across < length).then(|| (length - 1 - across, length - along))
}

#[cfg(test)]
mod tests {
    use super::{by_the_long_diagonal, by_the_short_diagonal};
    use crate::rules::bits::{Bits, Grid};

    /// Every choice of one cell out of each pair, White's on a board of `length` columns and one row more.
    fn every_choice_connects(length: usize, partner: fn(usize, usize, usize) -> Option<(usize, usize)>) {
        let grid = Grid::<1>::new(length as u8, length as u8 + 1);
        let number = |(along, across): (usize, usize)| across * length + along;
        let cells = (0..length).flat_map(|along| (0..=length).map(move |across| (along, across)));
        let pairs: Vec<_> =
            cells.filter_map(|cell| Some([number(cell), number(partner(length, cell.0, cell.1)?)])).collect();
        let all = pairs.as_flattened().iter().fold(Bits::EMPTY, |all, &cell| all | Bits::single(cell));
        assert!(all == grid.cells() && 2 * pairs.len() == length * (length + 1), "each cell once");
        for choice in 0..1_u32 << pairs.len() {
            let chosen = pairs.iter().enumerate().map(|(index, pair)| pair[(choice >> index & 1) as usize]);
            let stones = chosen.fold(Bits::EMPTY, |stones, cell| stones | Bits::single(cell));
            assert!(grid.connects(grid.left(), grid.right(), stones), "choice {choice} of length {length}");
        }
    }

    #[test]
    fn one_cell_of_each_pair_is_a_chain_from_edge_to_edge() {
        for length in 1..=5 {
            every_choice_connects(length, by_the_long_diagonal);
            every_choice_connects(length, by_the_short_diagonal);
        }
    }
}
