//! H-search for boards of every size, and from position to position.

use super::connections::{Connections, Limits};
use crate::rules::bits::{Bits, Grid};
use crate::rules::cell::{CellSet, Colour};
use crate::rules::position::Hex;
use crate::rules::size::Size;
use core::fmt;

/// The connections of both colours on a board: what the opponent cannot cut.
///
/// [`set`](Self::set) moves from one position to another by the stones that they differ in, so that going up
/// and down a tree costs little.
///
/// ```
/// use plywood_hex::{Colour, HSearch, Hex, Rules};
///
/// // A stone in the middle of 5x5 is connected to both edges by templates.
/// let position = Hex::from_text("5/5/2x2/5/5 o", "size=5".parse::<Rules>()?)?;
/// let mut search = HSearch::new(position.size());
/// search.set(&position);
/// assert!(search.connection(Colour::Black).is_some());
/// assert!(search.connection(Colour::White).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HSearch(pub(super) Words);

/// The connections of both colours, Black's first, in as many words as the board needs.
#[derive(Clone)]
pub(super) enum Words {
    One([Connections<1>; 2]),
    Two([Connections<2>; 2]),
    Three([Connections<3>; 2]),
    Four([Connections<4>; 2]),
    Six([Connections<6>; 2]),
}

/// Evaluates an expression with the connections of both colours.
macro_rules! with_connections {
    ($words:expr, $both:ident => $body:expr) => {
        match $words {
            $crate::knowledge::h_search::Words::One($both) => $body,
            $crate::knowledge::h_search::Words::Two($both) => $body,
            $crate::knowledge::h_search::Words::Three($both) => $body,
            $crate::knowledge::h_search::Words::Four($both) => $body,
            $crate::knowledge::h_search::Words::Six($both) => $body,
        }
    };
}
pub(super) use with_connections;

fn waiting<const N: usize>(size: Size) -> [Connections<N>; 2] {
    let grid = Grid::new(size.width(), size.height());
    Colour::BOTH.map(|colour| Connections::waiting(&grid, colour, Limits::PLAY))
}

impl HSearch {
    /// On an empty board of this size.
    pub fn new(size: Size) -> Self {
        let mut search = Self::waiting(size);
        with_connections!(&mut search.0, both => for connections in both {
            connections.set(Bits::EMPTY, Bits::EMPTY);
        });
        search
    }

    /// On a board of this size, with the stones that come first for a start.
    pub(crate) fn waiting(size: Size) -> Self {
        Self(match size.words() {
            1 => Words::One(waiting(size)),
            2 => Words::Two(waiting(size)),
            3 => Words::Three(waiting(size)),
            4 => Words::Four(waiting(size)),
            _ => Words::Six(waiting(size)),
        })
    }

    /// Puts the stones of a position on the board, which must have its size.
    pub fn set(&mut self, position: &Hex) {
        with_connections!(&mut self.0, both => {
            let stones = Colour::BOTH.map(|colour| position.stones(colour).bits());
            both[0].set(stones[0], stones[1]);
            both[1].set(stones[1], stones[0]);
        });
    }

    /// The empty cells that the smallest connection of a colour from edge to edge leans on, if it has one: it
    /// wins, whoever is to move.
    pub fn connection(&self, colour: Colour) -> Option<CellSet> {
        with_connections!(&self.0, both => both[colour as usize].connection().map(CellSet::from))
    }

    /// What the colour would be connected with after one move more, if it is its turn.
    pub fn threats(&self, colour: Colour) -> Vec<CellSet> {
        with_connections!(&self.0, both => {
            both[colour as usize].threats().iter().map(|semi| semi.carrier.into()).collect()
        })
    }

    /// The number of virtual connections and of semi-connections between all points, of both colours
    /// together.
    pub fn counts(&self) -> [usize; 2] {
        with_connections!(&self.0, both => {
            let [black, white] = both.each_ref().map(Connections::counts);
            [black[0] + white[0], black[1] + white[1]]
        })
    }

    /// The bytes that the connections of both colours take, and those that it takes to come back to the empty
    /// board.
    pub fn bytes(&self) -> [usize; 2] {
        with_connections!(&self.0, both => {
            let [black, white] = both.each_ref().map(Connections::bytes);
            [black[0] + white[0], black[1] + white[1]]
        })
    }
}

impl fmt::Debug for HSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HSearch").field("counts", &self.counts()).finish_non_exhaustive()
    }
}
