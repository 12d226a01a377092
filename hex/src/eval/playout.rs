//! Playouts that keep bridges, and reply beside the last stone.
//!
//! Two stones, or a stone and an edge, that have two empty neighbours in common are a bridge: whoever plays
//! on one of the two cells is answered on the other one. Random play cuts half of all bridges. Here each is
//! kept: a stone that intrudes on a bridge is answered at once (B. Arneson, R. Hayward and P. Henderson,
//! "Monte Carlo tree search in Hex", 2010). Other stones are answered beside them as often as in games
//! ([`Replies`]); all other moves are random.

use super::replies::Replies;
use crate::rules::bits::{Bits, Grid, with_words};
use crate::rules::cell::{Cell, CellSet, Colour};
use crate::rules::position::Hex;
use crate::rules::size::{GREATEST, Size};
use plywood_search::{Outcome, Position};
use rand::Rng;

/// The cells of a row with the border on both sides.
const STRIDE: usize = GREATEST as usize + 2;
const PLACES: usize = STRIDE * STRIDE;
/// The places from the one above a cell to the one below it.
const NEAR: usize = 2 * STRIDE + 1;

const EMPTY: u8 = 0;

/// What stands for a colour among the stones around a cell.
const fn stone(colour: Colour) -> u8 {
    colour as u8 + 1
}

/// What a step in each direction of [`Grid::RING`] adds to the number of a place.
const STEPS: [isize; 6] = {
    let mut steps = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        let (right, down) = Grid::<1>::RING[direction];
        steps[direction] = down as isize * STRIDE as isize + right as isize;
        direction += 1;
    }
    steps
};

/// A board with its border: an edge is a row of stones.
struct Bordered {
    stones: [u8; PLACES],
}

impl Bordered {
    fn of<const N: usize>(position: &Hex) -> Self {
        let size = position.size();
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let mut stones = [EMPTY; PLACES];
        for row in 1..=height {
            stones[row * STRIDE] = stone(Colour::White);
            stones[row * STRIDE + width + 1] = stone(Colour::White);
        }
        for row in [0, height + 1] {
            stones[row * STRIDE..][..width + 2].fill(stone(Colour::Black));
        }
        for colour in Colour::BOTH {
            places::<N>(position.stones(colour), size, |place| stones[place] = stone(colour));
        }
        Self { stones }
    }

    /// The cell where `colour` replies to a stone of its opponent on this place, if it does beside it, as
    /// these random bits say.
    #[inline]
    fn answer(&self, place: usize, colour: Colour, random: u32) -> Option<usize> {
        let around: &[u8; NEAR] =
            self.stones[place - STRIDE..].first_chunk().expect("a cell within a border");
        let digit = |direction: usize| usize::from(around[(STEPS[direction] + STRIDE as isize) as usize]);
        let around = (0..6).rev().fold(0, |around, direction| 3 * around + digit(direction));
        let direction = Replies::of(colour, around).draw(random)?;
        Some(place.wrapping_add_signed(STEPS[direction]))
    }
}

/// Shows the places of cells in order.
#[inline]
fn places<const N: usize>(cells: &CellSet, size: Size, mut show: impl FnMut(usize)) {
    let width = usize::from(size.width());
    let (mut end, mut ahead) = (width, STRIDE + 1);
    cells.bits::<N>().numbers().for_each(|number| {
        while number >= end {
            end += width;
            ahead += STRIDE - width;
        }
        show(number + ahead);
    });
}

fn place_of(cell: Cell) -> usize {
    (usize::from(cell.row()) + 1) * STRIDE + usize::from(cell.column()) + 1
}

fn cell_at(place: usize) -> Cell {
    Cell::of((place % STRIDE - 1) as u8, (place / STRIDE - 1) as u8)
}

/// Cells in random order, drawn one by one.
struct Lot {
    places: [u16; PLACES],
    rest: usize,
}

impl Lot {
    fn of<const N: usize>(cells: &CellSet, size: Size) -> Self {
        let mut lot = Self { places: [0; PLACES], rest: 0 };
        places::<N>(cells, size, |place| {
            lot.places[lot.rest] = place as u16;
            lot.rest += 1;
        });
        lot
    }

    /// One of the rest, as these random bits say.
    #[inline]
    fn draw(&mut self, random: u32) -> Option<usize> {
        let last = self.rest.checked_sub(1)?;
        let drawn = ((u64::from(random) * self.rest as u64) >> 32) as usize;
        let place = self.places[drawn];
        self.places[drawn] = self.places[last];
        self.rest = last;
        Some(usize::from(place))
    }
}

impl Hex {
    /// The result of play that is random but for bridges, which are kept, and replies beside the last stone:
    /// also after the `last` stone before it, if it is known. The board is filled to the end; `visit` is
    /// shown every stone in the order of play.
    pub(crate) fn play_keeping_bridges<R, F>(&self, last: Option<Cell>, rng: &mut R, visit: &mut F) -> Outcome
    where
        R: Rng + ?Sized,
        F: FnMut(Colour, Cell),
    {
        if let Some(outcome) = self.outcome() {
            return outcome;
        }
        let black_wins = with_words!(self.size(), N => {
            let grid = Grid::<N>::new(self.size().width(), self.size().height());
            grid.connects(grid.top(), grid.bottom(), self.black_after::<N, R, F>(last, rng, visit))
        });
        Outcome::Win(self.side_of(if black_wins { Colour::Black } else { Colour::White }))
    }

    /// The black stones of the full board.
    fn black_after<const N: usize, R, F>(&self, last: Option<Cell>, rng: &mut R, visit: &mut F) -> Bits<N>
    where
        R: Rng + ?Sized,
        F: FnMut(Colour, Cell),
    {
        let (mut board, mut lot) = (Bordered::of::<N>(self), Lot::of::<N>(&self.empty_cells(), self.size()));
        let mut black = self.stones(Colour::Black).bits::<N>();
        let mut turn = self.turn();
        let last = last.filter(|&cell| self.colour_on(cell) == Some(!turn)).map(place_of);
        let mut random = rng.next_u64();
        let mut reply = last.and_then(|place| board.answer(place, turn, (random >> 32) as u32));
        loop {
            let place = match reply {
                Some(reply) => reply,
                None => match lot.draw(random as u32) {
                    Some(place) if board.stones[place] == EMPTY => place,
                    Some(_) => {
                        random = rng.next_u64();
                        continue;
                    }
                    None => return black,
                },
            };
            let cell = cell_at(place);
            board.stones[place] = stone(turn);
            if turn == Colour::Black {
                black |= Bits::single(self.size().number(cell));
            }
            visit(turn, cell);
            turn = !turn;
            random = rng.next_u64();
            reply = board.answer(place, turn, (random >> 32) as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::cell::{Cell, Colour};
    use crate::rules::position::Hex;
    use plywood_search::{Outcome, Position, Side};
    use rand::{SeedableRng, rngs::StdRng};

    fn position(text: &str, rules: &str) -> Hex {
        Hex::from_text(text, rules.parse().unwrap()).unwrap()
    }

    /// The share of playouts that Black wins, as a number of 1 000.
    fn wins_of_black(position: &Hex) -> usize {
        let mut rng = StdRng::seed_from_u64(3);
        let black = Outcome::Win(position.side_of(Colour::Black));
        (0..1_000).filter(|_| position.play_keeping_bridges(None, &mut rng, &mut |_, _| ()) == black).count()
    }

    #[test]
    fn bridges_between_stones_and_to_edges_are_kept_whoever_moves() {
        // Where one stone intrudes on several bridges, only one is kept: all are, in nearly all playouts.
        // A stone on c2 and one on b4 are a bridge, and each has one to its edge.
        for (text, rules) in
            [("5/2x2/5/1x3/5 o", "size=5"), ("5/2x2/5/1x3/5 x", "size=5"), ("3/1x1/3 o", "size=3")]
        {
            let wins = wins_of_black(&position(text, rules));
            assert!(wins > 980, "{wins} of 1 000: {text}");
        }
        assert!(wins_of_black(&position("3/1o1/3 x", "size=3")) < 20);
    }

    #[test]
    fn an_intrusion_just_before_is_answered() {
        let start = position("3/1x1/1o1 x", "size=3");
        let last = "b3".parse().ok();
        let answered = |seed| {
            let mut first = None;
            let mut note = |_, cell: Cell| _ = first.get_or_insert(cell);
            start.play_keeping_bridges(last, &mut StdRng::seed_from_u64(seed), &mut note);
            first == "a3".parse().ok()
        };
        assert!((0..50).all(answered));
    }

    #[test]
    fn every_empty_cell_gets_a_stone_and_the_colours_take_turns() {
        for text in ["4/1x2/2o1/4 x", "4/4/4/4 o", "x3/1o2/2x1/o3 o"] {
            let start = position(text, "size=4");
            for seed in 0..50 {
                let (mut game, mut shown) = (start, 0);
                let outcome = start.play_keeping_bridges(
                    None,
                    &mut StdRng::seed_from_u64(seed),
                    &mut |colour, cell| {
                        shown += 1;
                        if game.outcome().is_none() {
                            assert_eq!(colour, game.turn());
                            assert!(game.is_legal(cell.into()));
                            game.play_unchecked(cell.into());
                        }
                    },
                );
                assert_eq!(game.outcome(), Some(outcome));
                assert_eq!(shown, start.empty_cells().count());
            }
        }
    }

    #[test]
    fn a_finished_position_has_its_result() {
        let mut rng = StdRng::seed_from_u64(1);
        let outcome =
            position("x1/x1 o", "size=2").play_keeping_bridges(None, &mut rng, &mut |_, _| panic!());
        assert_eq!(outcome, Outcome::Win(Side::First));
    }
}
