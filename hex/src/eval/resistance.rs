//! The resistance of the board, for a colour and for the other (C. Shannon in the 1950s; V. Anshelevich 2000).

use super::circuit::{CELLS, Circuit};
use crate::bits::{Bits, Grid, with_words};
use crate::cell::{CellSet, Colour};
use crate::links::Links;
use crate::moves::Move;
use crate::position::Hex;
use plywood_search::{Knowledge, Score};

/// The logarithm of the currents through both colours' circuits, compared, in three-hundredths for the side to move.
///
/// In the circuit of a colour its stones conduct, empty cells resist, and enemy stones block. So do the cells of bridges, between groups or to
/// an edge, each as if it had the stone that it will have: the player of the bridge's colour answers every stone there. A cell in bridges of
/// both colours is left as it is.
///
/// Moves are tried in order of the current that flows through their cells, in both circuits together, as in the program Wolve (B. Arneson,
/// R. Hayward and P. Henderson, 2009).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resistance;

impl Knowledge<Hex> for Resistance {
    type State = ();

    #[inline]
    fn start(&self, _position: &Hex) {}

    fn evaluate(&self, position: &Hex, (): &mut ()) -> Score {
        Score::heuristic(Currents::of(position, &bridged(position)).value)
    }

    fn margin(&self) -> i32 {
        MARGIN
    }

    fn priorities(&self, position: &Hex, (): &mut ()) -> impl Fn(Move) -> i32 {
        let currents = Currents::of(position, &bridged(position));
        let size = position.size();
        move |mv| mv.cell().map_or(0, |cell| currents.priority(size.number(cell)))
    }
}

/// The unit of futility pruning.
pub(super) const MARGIN: i32 = 120;

/// By colour, Black first: the empty cells of its bridges.
fn bridged(position: &Hex) -> [CellSet; 2] {
    with_words!(position.size(), N => {
        Colour::BOTH.map(|colour| Links::<N>::new(position, colour).bridged().into())
    })
}

/// What both circuits say.
#[derive(Clone, Debug)]
pub(super) struct Currents {
    /// For the side to move.
    pub(super) value: i32,
    /// By cell: the shares of both currents that run through it, in units of 1/15 000.
    shares: [i16; CELLS],
}

impl Currents {
    pub(super) fn of(position: &Hex, bridged: &[CellSet; 2]) -> Self {
        with_words!(position.size(), N => Self::in_words::<N>(position, bridged))
    }

    fn in_words<const N: usize>(position: &Hex, bridged: &[CellSet; 2]) -> Self {
        const UNIT: f64 = 300.0;
        const TO_MOVE: i32 = 60;
        const SHARE: f32 = 15_000.0;
        /// Less flows only where a colour has as good as lost.
        const LEAST: f64 = 1e-3;
        let [own, enemy] =
            [position.turn(), !position.turn()].map(|colour| circuit::<N>(position, bridged, colour).flow());
        let value = UNIT * (own.current.max(LEAST).ln() - enemy.current.max(LEAST).ln());
        let mut shares = [0; CELLS];
        for (share, (own, enemy)) in shares.iter_mut().zip(own.shares.iter().zip(&enemy.shares)) {
            *share = ((own + enemy) * SHARE) as i16;
        }
        Self { value: value.round() as i32 + TO_MOVE, shares }
    }

    /// How early to play on the cell of this number, 0 to 30 000.
    #[inline]
    pub(super) fn priority(&self, number: usize) -> i32 {
        i32::from(self.shares[number])
    }
}

fn circuit<const N: usize>(position: &Hex, bridged: &[CellSet; 2], colour: Colour) -> Circuit<N> {
    let grid = Grid::new(position.size().width(), position.size().height());
    let [own, enemy]: [Bits<N>; 2] = [colour, !colour].map(|colour| bridged[colour as usize].bits());
    let stones = position.stones(colour).bits() | (own & !enemy);
    let blocked = position.stones(!colour).bits() | (enemy & !own);
    Circuit { grid, edges: grid.edges(colour), stones, open: grid.cells() & !blocked }
}
