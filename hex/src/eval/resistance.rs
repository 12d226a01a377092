//! The resistance of the board, for a colour and for the other (C. Shannon in the 1950s; V. Anshelevich
//! 2000).

use super::circuit::Circuit;
use super::currents::Currents;
use crate::rules::bits::{Bits, Grid, with_words};
use crate::rules::cell::Colour;
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_search::{Knowledge, Score};

/// The logarithm of the currents through both colours' circuits, compared, in three-hundredths for the side
/// to move.
///
/// In the circuit of a colour its stones conduct, empty cells resist, and enemy stones block. So do the cells
/// of bridges, between groups or to an edge, each as if it had the stone that it will have: the player of the
/// bridge's colour answers every stone there. A cell in bridges of both colours is left as it is.
///
/// Moves are tried in order of the current that flows through their cells, in both circuits together, as in
/// the program Wolve (B. Arneson, R. Hayward and P. Henderson, 2009).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resistance;

impl Knowledge<Hex> for Resistance {
    type State = ();

    #[inline]
    fn start(&self, _position: &Hex) {}

    fn evaluate(&self, position: &Hex, (): &mut ()) -> Score {
        Score::heuristic(currents(position).value)
    }

    fn margin(&self) -> i32 {
        MARGIN
    }

    fn priorities(&self, position: &Hex, (): &mut ()) -> impl Fn(Move) -> i32 {
        let currents = currents(position);
        let size = position.size();
        move |mv| mv.cell().map_or(0, |cell| currents.priority(size.number(cell)))
    }
}

/// The unit of futility pruning.
pub(super) const MARGIN: i32 = 120;

/// What the circuits of a position say.
pub(super) fn currents(position: &Hex) -> Currents {
    with_words!(position.size(), N => {
        let bridged = Colour::BOTH.map(|colour| bridged::<N>(position, colour));
        let [own, enemy] =
            [position.turn(), !position.turn()].map(|colour| circuit(position, &bridged, colour).flow());
        Currents::of_flows(&own, &enemy)
    })
}

/// The empty cells of bridges between groups of a colour, or between a group and an edge: all common
/// liberties, where there are two at least.
fn bridged<const N: usize>(position: &Hex, colour: Colour) -> Bits<N> {
    let grid = Grid::<N>::new(position.size().width(), position.size().height());
    let own = position.stones(colour).bits();
    let empty = position.empty_cells().bits();
    let liberties = |stones: Bits<N>, at: Bits<N>| (grid.neighbours(stones) | at) & empty;
    let edges = grid.edges(colour);
    let mut known = edges.map(|edge| liberties(grid.flood(edge & own, own), edge)).to_vec();
    let mut rest =
        own & !edges.into_iter().fold(Bits::EMPTY, |held, edge| held | grid.flood(edge & own, own));
    let mut bridged = Bits::EMPTY;
    while let Some(stone) = rest.first() {
        let group = grid.flood(Bits::single(stone), own);
        rest &= !group;
        let here = liberties(group, Bits::EMPTY);
        for common in known.iter().map(|&other| other & here).filter(|common| common.count() > 1) {
            bridged |= common;
        }
        known.push(here);
    }
    bridged
}

fn circuit<const N: usize>(position: &Hex, bridged: &[Bits<N>; 2], colour: Colour) -> Circuit<N> {
    let grid = Grid::new(position.size().width(), position.size().height());
    let [own, enemy] = [colour, !colour].map(|colour| bridged[colour as usize]);
    let stones = position.stones(colour).bits() | (own & !enemy);
    let blocked = position.stones(!colour).bits() | (enemy & !own);
    Circuit { grid, edges: grid.edges(colour), stones, open: grid.cells() & !blocked }
}
