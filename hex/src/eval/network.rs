//! A circuit in which every virtual connection conducts.
//!
//! The nodes are the points of H-search: empty cells, groups and edges. Two of them with a virtual connection
//! are joined by a conductor: of the strength that two cells of their kind have that touch, divided by one
//! and the number of cells that all connections of the two lean on. So B. Arneson, R. Hayward and P.
//! Henderson, "Wolve 2008 wins Hex tournament" (2009), after V. Anshelevich 2000.
//!
//! The potentials solve a system of as many equations as there are nodes, by symmetric elimination without
//! pivots.

use super::circuit::{CELLS, Flow};

/// The resistance of half a stone, and of half an empty cell.
const HALF: [f32; 2] = [1e-3, 0.5];
/// What every node loses to the ground, so that one without any conductor has a potential too.
const LEAK: f32 = 1e-7;

/// The equations, and the memory that they need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Network {
    /// By point: its row, if it is an inner node.
    rows: Vec<Option<u16>>,
    points: Vec<u16>,
    matrix: Vec<f32>,
    right: Vec<f32>,
    /// Between inner nodes, and from an inner node to the edges.
    conductors: Vec<(u16, u16, f32)>,
    contacts: Vec<(u16, [f32; 2])>,
}

impl Network {
    /// Begins with so many cells, of which these are nodes.
    pub(crate) fn clear(&mut self, cells: usize, nodes: impl Iterator<Item = usize>) {
        self.rows.clear();
        self.rows.resize(cells, None);
        self.points.clear();
        for (row, point) in nodes.enumerate() {
            self.rows[point] = Some(row as u16);
            self.points.push(point as u16);
        }
        self.conductors.clear();
        self.contacts.clear();
        self.contacts.extend((0..self.points.len()).map(|row| (row as u16, [0.0; 2])));
    }

    /// Joins two points, each empty or not, that have so many cells in common.
    pub(crate) fn join(
        &mut self,
        (one, one_is_empty): (usize, bool),
        (other, other_is_empty): (usize, bool),
        common: u32,
    ) {
        let cells = self.rows.len();
        let half =
            |point: usize, is_empty: bool| if point >= cells { 0.0 } else { HALF[usize::from(is_empty)] };
        let resistance = (half(one, one_is_empty) + half(other, other_is_empty)) * (1 + common) as f32;
        let conductance = 1.0 / resistance;
        match (one.checked_sub(cells), other.checked_sub(cells)) {
            (None, None) => {
                if let (Some(one), Some(other)) = (self.rows[one], self.rows[other]) {
                    self.conductors.push((one.min(other), one.max(other), conductance));
                }
            }
            (None, Some(edge)) => self.contact(one, edge, conductance),
            (Some(edge), None) => self.contact(other, edge, conductance),
            _ => {}
        }
    }

    fn contact(&mut self, point: usize, edge: usize, conductance: f32) {
        if let Some(row) = self.rows[point] {
            self.contacts[usize::from(row)].1[edge] += conductance;
        }
    }

    /// The currents.
    pub(crate) fn flow(&mut self) -> Flow {
        let count = self.points.len();
        self.fill(count);
        self.eliminate(count);
        self.substitute(count);
        let potentials = &self.right;
        let mut through = vec![0.0; count];
        for &(one, other, conductance) in &self.conductors {
            let (one, other) = (usize::from(one), usize::from(other));
            let current = conductance * (potentials[one] - potentials[other]).abs();
            through[one] += current;
            through[other] += current;
        }
        let mut total = 0.0;
        for &(row, [first, second]) in &self.contacts {
            let row = usize::from(row);
            total += first * (1.0 - potentials[row]);
            through[row] += first * (1.0 - potentials[row]) + second * potentials[row];
        }
        let share = 1.0 / (2.0 * total + LEAK);
        let mut shares = [0.0; CELLS];
        for (&point, &through) in self.points.iter().zip(&through) {
            shares[usize::from(point)] = through * share;
        }
        Flow { current: total.into(), shares }
    }

    fn fill(&mut self, count: usize) {
        self.matrix.clear();
        self.matrix.resize(count * count, 0.0);
        self.right.clear();
        for &(row, [first, second]) in &self.contacts {
            self.right.push(first);
            self.matrix[usize::from(row) * (count + 1)] = first + second + LEAK;
        }
        for &(one, other, conductance) in &self.conductors {
            let (one, other) = (usize::from(one), usize::from(other));
            self.matrix[one * (count + 1)] += conductance;
            self.matrix[other * (count + 1)] += conductance;
            self.matrix[one * count + other] -= conductance;
        }
    }

    /// Takes the unknowns out one after the other. Only what is right of the diagonal is kept up.
    fn eliminate(&mut self, count: usize) {
        for row in 0..count {
            let (done, below) = self.matrix.split_at_mut((row + 1) * count);
            let pivot = &done[row * count..];
            let inverse = 1.0 / pivot[row];
            for (distance, line) in below.chunks_exact_mut(count).enumerate() {
                let column = row + 1 + distance;
                let factor = pivot[column] * inverse;
                if factor != 0.0 {
                    for (entry, &above) in line[column..].iter_mut().zip(&pivot[column..]) {
                        *entry -= factor * above;
                    }
                    self.right[column] -= factor * self.right[row];
                }
            }
        }
    }

    fn substitute(&mut self, count: usize) {
        for row in (0..count).rev() {
            let line = &self.matrix[row * count..][..count];
            let known: f32 =
                line[row + 1..].iter().zip(&self.right[row + 1..]).map(|(entry, known)| entry * known).sum();
            self.right[row] = (self.right[row] - known) / line[row];
        }
    }
}
