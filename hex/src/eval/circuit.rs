//! A board as an electrical circuit: how much current flows from edge to edge, and through which cells.
//!
//! Each cell is a node. Own stones conduct as good as perfectly, an empty cell resists by one unit, enemy
//! stones block. V. Anshelevich, "The game of Hex: an automatic theorem proving approach to game
//! programming", 2000, after C. Shannon's machine of the 1950s.
//!
//! The potentials solve a system with one unknown a cell, in which cells only touch cells whose numbers
//! differ by the width of the board at most. So it is solved exactly, by elimination within that band
//! (symmetric Gauss elimination, which needs no pivots because the matrix is diagonally dominant): one pass,
//! the same for every position, and no start values to choose.

use crate::rules::bits::{Bits, Grid};

/// The cells of the greatest board.
pub(crate) const CELLS: usize = 361;

/// The resistance of half a stone: small, not nothing, so that stones are nodes like others.
const STONE: f64 = 1e-3;
/// The resistance of half an empty cell.
const EMPTY: f64 = 0.5;
/// By the number of stones among two cells: the conductance between them.
const BETWEEN: [f64; 3] = [0.5 / EMPTY, 1.0 / (EMPTY + STONE), 0.5 / STONE];
/// By the number of stones on a cell: its conductance to an edge, which resists nothing.
const AT_EDGE: [f64; 2] = [1.0 / EMPTY, 1.0 / STONE];

/// The numbers of a vector.
const LANES: usize = 4;

/// What a circuit of one colour shows.
pub(crate) struct Flow {
    /// The current from edge to edge at a voltage of one, in units of the conductance of an empty cell.
    pub(crate) current: f64,
    /// By cell: the share of that current which runs through it, 0 to 1.
    pub(crate) shares: [f32; CELLS],
}

/// The cells of one colour's circuit.
pub(crate) struct Circuit<const N: usize> {
    pub(crate) grid: Grid<N>,
    pub(crate) edges: [Bits<N>; 2],
    /// Cells that conduct perfectly.
    pub(crate) stones: Bits<N>,
    /// Cells that conduct at all, stones among them.
    pub(crate) open: Bits<N>,
}

impl<const N: usize> Circuit<N> {
    /// The current, and where it flows.
    pub(crate) fn flow(&self) -> Flow {
        match self.grid.width() {
            0..9 => Band::<N, 3>::of(self).flow(self),
            9..13 => Band::<N, 4>::of(self).flow(self),
            13..17 => Band::<N, 5>::of(self).flow(self),
            _ => Band::<N, 6>::of(self).flow(self),
        }
    }

    /// 1 for a stone, 0 for an empty cell.
    #[inline]
    fn stone(&self, number: usize) -> usize {
        usize::from(self.stones.contains(number))
    }

    /// Shows every pair of open cells that touch, the smaller number first, and its conductance.
    fn pairs(&self, mut show: impl FnMut(usize, usize, f64)) {
        for direction in [0, 4, 5] {
            let step = self.grid.step(direction);
            for one in (self.open & self.grid.beside(direction, self.open)).numbers() {
                let other = (one as i16 + step) as usize;
                show(one, other, BETWEEN[self.stone(one) + self.stone(other)]);
            }
        }
    }

    /// Shows every open cell at this edge and its conductance to it.
    fn contacts(&self, edge: usize, mut show: impl FnMut(usize, f64)) {
        for number in (self.edges[edge] & self.open).numbers() {
            show(number, AT_EDGE[self.stone(number)]);
        }
    }
}

/// A row of the matrix: `C` vectors. The first begins at the cell's own number, rounded down to a whole
/// vector, so that the same columns of different rows always lie in vectors as a whole. What stands left of
/// the diagonal means nothing.
type Row<const C: usize> = [[f64; LANES]; C];

/// The equations, for boards at most `LANES * (C - 1)` wide.
struct Band<const N: usize, const C: usize> {
    rows: [[Row<C>; 64]; N],
    /// By cell, with room for a row beyond the last: what flows in from the edge at the voltage of one, and
    /// in the end the potential.
    right: [[f64; LANES]; CELLS / LANES + 7],
}

impl<const N: usize, const C: usize> Band<N, C> {
    /// What every cell loses to the ground, so that one without any contact has a potential too.
    const LEAK: f64 = 1e-9;

    fn of(circuit: &Circuit<N>) -> Self {
        let mut band = Self { rows: [[[[0.0; LANES]; C]; 64]; N], right: [[0.0; LANES]; CELLS / LANES + 7] };
        let rows = band.rows.as_flattened_mut();
        let mut add = |row: usize, column: usize, conductance: f64| {
            rows[row].as_flattened_mut()[column - first_column(row)] += conductance;
        };
        circuit.open.numbers().for_each(|number| add(number, number, Self::LEAK));
        circuit.pairs(|one, other, conductance| {
            add(one, one, conductance);
            add(other, other, conductance);
            add(one, other, -conductance);
        });
        for edge in 0..2 {
            circuit.contacts(edge, |number, conductance| add(number, number, conductance));
        }
        let right = band.right.as_flattened_mut();
        circuit.contacts(0, |number, conductance| right[number] = conductance);
        band
    }

    /// Takes the unknowns out one after the other, each by its own equation.
    fn eliminate(&mut self, open: Bits<N>, width: usize) {
        let (rows, right) = (self.rows.as_flattened_mut(), self.right.as_flattened_mut());
        for number in open.numbers() {
            let row = rows[number];
            let first = first_column(number);
            let coefficients = &row.as_flattened()[number - first..];
            let inverse = 1.0 / coefficients[0];
            let in_flow = right[number] * inverse;
            let others = rows[number..].iter_mut().zip(&mut right[number..]).zip(coefficients);
            for (distance, ((below, right), &coefficient)) in others.enumerate().take(width + 1).skip(1) {
                if coefficient != 0.0 {
                    let skipped = (first_column(number + distance) - first) / LANES;
                    let factor = coefficient * inverse;
                    for (below, above) in below.iter_mut().zip(&row[skipped..]) {
                        *below = core::array::from_fn(|lane| below[lane] - factor * above[lane]);
                    }
                    *right -= coefficient * in_flow;
                }
            }
        }
    }

    /// The potentials, 0 to 1, in place of the right sides.
    fn substitute(&mut self, open: Bits<N>, cells: usize) {
        let rows = self.rows.as_flattened_mut();
        for number in (0..cells).rev().filter(|&number| open.contains(number)) {
            let row = &mut rows[number];
            let place = number - first_column(number);
            let diagonal = row[0][place];
            row[0][..=place].fill(0.0);
            let mut sums = [0.0; LANES];
            for (row, known) in row.iter().zip(&self.right[number / LANES..]) {
                sums = core::array::from_fn(|lane| sums[lane] + row[lane] * known[lane]);
            }
            let sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
            let right = &mut self.right[number / LANES][place];
            *right = (*right - sum) / diagonal;
        }
    }

    fn flow(mut self, circuit: &Circuit<N>) -> Flow {
        self.eliminate(circuit.open, circuit.grid.width() as usize);
        self.substitute(circuit.open, circuit.grid.cells().count() as usize);
        let potentials = self.right.as_flattened();
        let mut through = [[0.0; 64]; N];
        let through = through.as_flattened_mut();
        circuit.pairs(|one, other, conductance| {
            let current = conductance * (potentials[one] - potentials[other]).abs();
            through[one] += current;
            through[other] += current;
        });
        let mut total = 0.0;
        circuit.contacts(0, |number, conductance| {
            total += conductance * (1.0 - potentials[number]);
            through[number] += conductance * (1.0 - potentials[number]);
        });
        circuit.contacts(1, |number, conductance| through[number] += conductance * potentials[number]);
        let share = 1.0 / (2.0 * total + Self::LEAK);
        let mut shares = [0.0; CELLS];
        for (cell, current) in shares.iter_mut().zip(through) {
            *cell = (*current * share) as f32;
        }
        Flow { current: total, shares }
    }
}

/// The column at which the row of a cell begins.
const fn first_column(number: usize) -> usize {
    number / LANES * LANES
}

#[cfg(test)]
mod tests {
    use super::{Circuit, Flow};
    use crate::rules::bits::{Bits, Grid};
    use crate::rules::cell::Colour;

    fn circuit(width: u8, height: u8, stones: &[usize], blocked: &[usize]) -> Circuit<6> {
        let grid = Grid::new(width, height);
        let set = |cells: &[usize]| cells.iter().fold(Bits::EMPTY, |set, &cell| set | Bits::single(cell));
        let edges = grid.edges(Colour::Black);
        Circuit { grid, edges, stones: set(stones), open: grid.cells() & !set(blocked) }
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-5
    }

    #[test]
    fn cells_one_after_the_other_add_their_resistance() {
        for height in 1..=19 {
            let Flow { current, shares } = circuit(1, height, &[], &[]).flow();
            assert!(near(1.0 / current, height.into()), "{current} through {height}");
            assert!(shares[..height.into()].iter().all(|&share| near(share.into(), 1.0)));
        }
    }

    #[test]
    fn cells_side_by_side_add_their_conductance() {
        for width in 1..=19 {
            let Flow { current, shares } = circuit(width, 1, &[], &[]).flow();
            assert!(near(current, width.into()), "{current} through {width}");
            assert!(shares[..width.into()].iter().all(|&share| near(share.into(), 1.0 / f64::from(width))));
        }
    }

    #[test]
    fn what_is_blocked_cuts_and_what_is_cut_off_carries_nothing() {
        // The second row is blocked but for its last cell; the rest of the third row hangs on one side only.
        let Flow { current, shares } = circuit(3, 3, &[], &[3, 4, 5]).flow();
        assert!(near(current, 0.0), "{current}, {shares:?}");
        let whole = circuit(3, 3, &[], &[]).flow();
        assert!(whole.shares[..3].iter().sum::<f32>() > 0.99);
    }

    #[test]
    fn a_stone_lets_more_through_and_a_blocked_cell_less() {
        for (width, height) in [(5, 5), (8, 3), (9, 9), (12, 12), (13, 4), (16, 16), (17, 17), (19, 19)] {
            let current =
                |stones: &[usize], blocked: &[usize]| circuit(width, height, stones, blocked).flow().current;
            let empty = current(&[], &[]);
            for cell in 0..usize::from(width) * usize::from(height) {
                assert!(current(&[cell], &[]) > empty, "{cell} of {width}x{height}");
                assert!(current(&[], &[cell]) < empty, "{cell} of {width}x{height}");
            }
        }
    }

    #[test]
    fn as_much_flows_through_every_row() {
        let flow = circuit(7, 7, &[10, 17], &[24, 25]).flow();
        for number in [0, 42] {
            // Every way leads once through the first row, and once through the last, or comes back to it.
            assert!(flow.shares[number..number + 7].iter().sum::<f32>() > 0.999);
        }
    }
}
