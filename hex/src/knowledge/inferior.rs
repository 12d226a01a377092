//! Cells that need no stone: dead ones, and those that a colour has captured.
//!
//! An empty cell is dead if no filling of the board makes its colour matter. It is captured by a colour if
//! that colour can make every enemy stone on it dead at once. Filling a dead cell with either colour, or a
//! captured one with its captor's, changes no winner (R. Hayward and J. van Rijswijck, "Hex and
//! combinatorics", 2006; P. Henderson, "Playing and solving the game of Hex", 2010).
//!
//! What is found here is found in the six neighbours alone. Let all of them have a colour. If the stones of
//! each colour among them are in one piece around the ring, they touch whether or not the cell does anything,
//! and so do those of the other colour: the cell joins nothing. So a cell is dead if the ring, however its
//! empty cells are filled, changes its colour twice at most. A pair of neighbouring empty cells is captured
//! if a stone on each of the two makes the other dead.
//!
//! All cells are looked at together: a plane of bits for each direction.

use crate::rules::bits::{Bits, Grid, with_words};
use crate::rules::cell::{CellSet, Colour};
use crate::rules::position::Hex;

/// The empty cells of a position that need no stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inferior {
    /// The dead cells, as far as their neighbours show it.
    pub dead: CellSet,
    /// By colour, Black first: the cells of the pairs that it has captured. The two sets may overlap, and may
    /// then not be filled both.
    pub captured: [CellSet; 2],
}

impl Hex {
    /// The empty cells that need no stone, by a look at the neighbours of each. Less than a microsecond on
    /// 11x11.
    ///
    /// ```
    /// use plywood_hex::{Hex, Rules};
    ///
    /// // b1 touches a1, a2 and the top edge, which are connected without it.
    /// let position = Hex::from_text("x3/x3/4/4 o", "size=4".parse::<Rules>()?)?;
    /// let dead: Vec<_> = position.inferior().dead.numbers().collect();
    /// assert_eq!(dead, [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inferior(&self) -> Inferior {
        with_words!(self.size(), N => {
            let rings = Rings::<N>::of(self);
            Inferior {
                dead: rings.dead().into(),
                captured: Colour::BOTH.map(|colour| rings.captured(colour).into()),
            }
        })
    }

    /// The stones of both colours, Black first, with all that need no stone filled in, until nothing more is
    /// found: captured cells with their captor's colour, dead cells with that of the player who is not to
    /// move. Whoever wins the position wins it so filled.
    ///
    /// A few microseconds on 11x11.
    pub fn filled(&self) -> [CellSet; 2] {
        with_words!(self.size(), N => Filled::<N>::of(self).stones().map(CellSet::from))
    }
}

/// A board with all filled in that needs no stone.
pub(crate) struct Filled<const N: usize> {
    rings: Rings<N>,
    turn: Colour,
    /// By colour: the filled cells that it has captured. Of a pair it needs the second cell when its opponent
    /// takes the first; the dead ones it does not need.
    captured: [Bits<N>; 2],
    /// The filled cells that are dead: they may as well have the other colour.
    dead: Bits<N>,
}

impl<const N: usize> Filled<N> {
    /// Fills until nothing more is found.
    pub(crate) fn of(position: &Hex) -> Self {
        let turn = position.turn();
        let mut filled =
            Self { rings: Rings::of(position), turn, captured: [Bits::EMPTY; 2], dead: Bits::EMPTY };
        loop {
            let before = filled.rings.empty();
            let dead = filled.rings.dead();
            filled.dead |= dead;
            filled.rings.fill(!turn, dead);
            for colour in [!turn, turn] {
                let cells = filled.rings.captured(colour);
                filled.rings.fill(colour, cells);
                filled.captured[colour as usize] |= cells;
            }
            if filled.rings.empty() == before {
                return filled;
            }
        }
    }

    /// [`Hex::filled`], in the words of the board.
    pub(crate) fn stones(&self) -> [Bits<N>; 2] {
        self.rings.stones
    }

    /// The stones of a colour and those of the other one, with all dead cells for the colour.
    pub(crate) fn seen_by(&self, colour: Colour) -> [Bits<N>; 2] {
        let [own, enemy] = [colour, !colour].map(|colour| self.rings.stones[colour as usize]);
        [own | self.dead, enemy & !self.dead]
    }

    /// The cells that a colour has captured.
    #[cfg(test)]
    pub(crate) fn captured(&self, colour: Colour) -> Bits<N> {
        self.captured[colour as usize]
    }

    /// The empty cells that a colour needs for connections from edge to edge with this carrier, which lean on
    /// these stones beside the groups that they touch: the carrier, and the captured cells of the groups.
    /// Whether a cell is dead or captured depends on its neighbours alone, so that no group needs the cells
    /// of another one.
    pub(crate) fn needed(&self, colour: Colour, carrier: Bits<N>, stones: Bits<N>) -> Bits<N> {
        carrier | (self.groups(colour, carrier, stones) & self.captured[colour as usize])
    }

    /// The same, and the stones of the groups. What shows that a cell of a group is dead or captured is a
    /// stone of the group.
    pub(crate) fn leant(&self, colour: Colour, carrier: Bits<N>, stones: Bits<N>) -> Bits<N> {
        carrier | (self.groups(colour, carrier, stones) & !self.dead)
    }

    /// The groups that connections touch or lean on.
    fn groups(&self, colour: Colour, carrier: Bits<N>, stones: Bits<N>) -> Bits<N> {
        let grid = &self.rings.grid;
        let [own, _] = self.seen_by(colour);
        let [start, goal] = grid.edges(colour);
        if carrier.is_empty() {
            let groups = grid.flood(start & own, own);
            return grid.flood(groups & goal, own);
        }
        grid.flood((grid.neighbours(carrier) | stones) & own, own)
    }

    /// What the opponent of the mover leans on for moves on these cells to be of no use: its captured cells
    /// among the filled ones that they reach over filled ones, its stones around, and for each vulnerable
    /// cell one that makes it dead, of those in `against` if there is one.
    pub(crate) fn shown_by(&self, cells: Bits<N>, against: Bits<N>) -> Bits<N> {
        let (grid, winner) = (&self.rings.grid, !self.turn);
        let filled = self.captured[0] | self.captured[1] | self.dead;
        let reached = grid.flood(cells, filled);
        let stones = self.rings.stones[winner as usize] & !filled;
        let mut shown = (reached & self.captured[winner as usize]) | (grid.neighbours(reached) & stones);
        let mut open = cells;
        for among in [against, Bits::ALL] {
            for direction in 0..6 {
                let killed = open & self.vulnerable(direction) & grid.beside(direction, among);
                shown |= grid.beside((direction + 3) % 6, killed);
                open &= !killed;
            }
        }
        shown
    }

    /// The cells that need a stone, without those that another one dominates: a cell that is dead after a
    /// stone of the mover beside it is no better for the mover than the cell of that stone, for it can have
    /// both (R. Hayward and J. van Rijswijck 2006).
    ///
    /// At least one of cells that dominate each other is kept: whatever goes has a dominating cell that is
    /// there until then, and in one direction a row of such cells ends with one that stays.
    pub(crate) fn undominated(&self) -> Bits<N> {
        self.without_dominated(self.rings.empty())
    }

    fn without_dominated(&self, cells: Bits<N>) -> Bits<N> {
        let rings = &self.rings;
        (0..6).fold(cells, |kept, direction| {
            kept & !(rings.dead_beside(direction, self.turn) & rings.grid.beside(direction, kept))
        })
    }

    /// The cells that a prover has to look at: neither dominated nor vulnerable.
    ///
    /// A cell is vulnerable if the opponent can make it dead by a stone beside it. A move there only gives
    /// the opponent that stone: what wins afterwards wins at once. Of the cells that win then, take one that
    /// is live: it is not vulnerable, for its killer would still be there. So if the mover wins, it wins on a
    /// cell that is not vulnerable, and on whatever dominates that. No vulnerable cell counts as dominating.
    pub(crate) fn worth_proving(&self) -> Bits<N> {
        let vulnerable = (0..6).fold(Bits::EMPTY, |all, direction| all | self.vulnerable(direction));
        self.without_dominated(self.rings.empty() & !vulnerable)
    }

    /// The cells that the opponent of the mover makes dead by a stone beside them in this direction.
    fn vulnerable(&self, direction: usize) -> Bits<N> {
        let rings = &self.rings;
        rings.dead_beside(direction, !self.turn) & rings.grid.beside(direction, rings.empty())
    }
}

/// The stones as seen from the cells that they touch.
struct Rings<const N: usize> {
    grid: Grid<N>,
    stones: [Bits<N>; 2],
    /// By colour and direction: the cells whose neighbour there has the colour, or is the edge of that
    /// colour.
    around: [[Bits<N>; 6]; 2],
}

impl<const N: usize> Rings<N> {
    fn of(position: &Hex) -> Self {
        let grid = Grid::new(position.size().width(), position.size().height());
        let around = Colour::BOTH.map(|colour| beyond(&grid, colour));
        let mut rings = Self { grid, stones: [Bits::EMPTY; 2], around };
        for colour in Colour::BOTH {
            rings.fill(colour, position.stones(colour).bits());
        }
        rings
    }

    fn fill(&mut self, colour: Colour, cells: Bits<N>) {
        self.stones[colour as usize] |= cells;
        for (direction, plane) in self.around[colour as usize].iter_mut().enumerate() {
            *plane |= self.grid.beside(direction, cells);
        }
    }

    fn empty(&self) -> Bits<N> {
        self.grid.cells() & !(self.stones[0] | self.stones[1])
    }

    fn dead(&self) -> Bits<N> {
        self.empty() & !live(&self.around)
    }

    /// The empty cells that would be dead if their neighbour in this direction were of this colour.
    fn dead_beside(&self, direction: usize, colour: Colour) -> Bits<N> {
        let mut around = self.around;
        around[colour as usize][direction] = self.grid.cells();
        self.empty() & !live(&around)
    }

    fn captured(&self, colour: Colour) -> Bits<N> {
        (0..3).fold(Bits::EMPTY, |captured, direction| {
            let opposite = direction + 3;
            let first = self.dead_beside(direction, colour)
                & self.grid.beside(direction, self.dead_beside(opposite, colour));
            captured | first | self.grid.beside(opposite, first)
        })
    }
}

/// By direction: the cells that have an edge of this colour there. Where two edges meet in a corner, either
/// colour says the same.
fn beyond<const N: usize>(grid: &Grid<N>, colour: Colour) -> [Bits<N>; 6] {
    let (top, bottom, left, right) = (grid.top(), grid.bottom(), grid.left(), grid.right());
    let none = Bits::EMPTY;
    match colour {
        Colour::Black => [none, top, top, none, bottom, bottom],
        Colour::White => [right, right & !top, none, left, left & !bottom, none],
    }
}

/// The cells around which the colours may come to change four times.
fn live<const N: usize>([black, white]: &[[Bits<N>; 6]; 2]) -> Bits<N> {
    let (perhaps_black, perhaps_white) = (white.map(|plane| !plane), black.map(|plane| !plane));
    alternate(&perhaps_black, &perhaps_white) | alternate(&perhaps_white, &perhaps_black)
}

/// The cells around which a neighbour of the one kind, one of the other, one of the one and one of the other
/// stand in this order.
fn alternate<const N: usize>(one: &[Bits<N>; 6], other: &[Bits<N>; 6]) -> Bits<N> {
    let mut found = [Bits::EMPTY; 4];
    for (one, other) in one.iter().zip(other) {
        found[3] |= found[2] & *other;
        found[2] |= found[1] & *one;
        found[1] |= found[0] & *other;
        found[0] |= *one;
    }
    found[3]
}
