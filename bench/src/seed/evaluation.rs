//! The seed's four evaluations as they were coded, which is not how they were described: compare
//! [`plywood_loa::eval`].

use super::board::Board;
use plywood_loa::Colour;

/// An evaluation of the seed. The value of a position is the value of one side's men less that of the
/// other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// The best group: a walk along the list of men that can lose its way, over the number of men, times
    /// twelve.
    H1,
    /// The nearest group: groups are gathered in the order of the list and never merged, so that one group
    /// can count as two.
    H2,
    /// The centre: square values alone; the bonus for neighbours never came to count.
    H3,
    /// The centre of mass: distances alone; the bonus for neighbours never came to count.
    H4,
}

impl Evaluation {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::H1, Self::H2, Self::H3, Self::H4];

    /// The name as it is typed: `h2-seed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::H1 => "h1-seed",
            Self::H2 => "h2-seed",
            Self::H3 => "h3-seed",
            Self::H4 => "h4-seed",
        }
    }

    /// The evaluation of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|evaluation| evaluation.name() == name)
    }

    /// The value of one colour's men, of which there is at least one.
    pub fn of(self, board: &Board, colour: Colour) -> i32 {
        let list = board.list(colour);
        match self {
            Self::H1 => h1(list, board.men(colour)),
            Self::H2 => h2(list, board.men(colour)),
            Self::H3 => list.iter().map(|&man| h3(man)).sum(),
            Self::H4 => h4(list),
        }
    }

    /// The value for `side`: that of its men less that of the opponent's.
    pub fn difference(self, board: &Board, side: Colour) -> i32 {
        self.of(board, side) - self.of(board, !side)
    }
}

/// A square and its neighbours in all eight directions.
const fn neighbourhood(set: u64) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let wide = set | ((set & !(FILE_A << 7)) << 1) | ((set & !FILE_A) >> 1);
    wide | (wide << 8) | (wide >> 8)
}

/// The number of squares between a square and the nearest edge.
const fn ring(square: u8) -> u8 {
    const fn from_edge(coordinate: u8) -> u8 {
        if coordinate < 4 { coordinate } else { 7 - coordinate }
    }
    let (file, rank) = (from_edge(square % 8), from_edge(square / 8));
    if file < rank { file } else { rank }
}

fn distance(a: u8, b: u8) -> u8 {
    (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8))
}

/// The best walk, over the number of men, times twelve; in single precision, and cut to a whole number.
fn h1(list: &[u8], men: u64) -> i32 {
    let mut seen = 0;
    let mut best = 1;
    for index in 0..list.len() {
        if seen >> index & 1 == 0 {
            best = best.max(walk(list, men, index, &mut seen));
        }
        seen |= 1_u64 << index;
    }
    (best as f32 / list.len() as f32 * 12.0) as i32
}

/// The worth of man `index`, and for every man after it that is its neighbour and not yet seen, a walk from
/// the man next in the list: not from the neighbour.
fn walk(list: &[u8], men: u64, index: usize, seen: &mut u64) -> i32 {
    let area = neighbourhood(1 << list[index]);
    let neighbours = (area & men).count_ones() as i32 - 1;
    let square_value = match ring(list[index]) {
        0 => 1,
        1 => 4,
        _ => 5,
    };
    let mut value = square_value * (1 + neighbours);
    for other in index + 1..list.len() {
        if area >> list[other] & 1 != 0 && *seen >> other & 1 == 0 {
            *seen |= 1 << other;
            value += walk(list, men, index + 1, seen);
        }
    }
    value
}

/// Over the groups, the greatest of minus the sum of the king's steps from the men outside to the nearest man
/// of the group.
fn h2(list: &[u8], men: u64) -> i32 {
    let steps_to = |group: &u64| {
        let (mut reached, mut sum) = (*group, 0);
        while men & !reached != 0 {
            sum += (men & !reached).count_ones() as i32;
            reached = neighbourhood(reached);
        }
        sum
    };
    -gather(list).as_slice().iter().map(steps_to).min().unwrap_or(0)
}

/// The groups as the seed gathers them: a man joins the first one that holds a neighbour of it, or begins
/// another.
fn gather(list: &[u8]) -> smallvec::SmallVec<[u64; 16]> {
    let mut groups = smallvec::SmallVec::new();
    for &man in list {
        let area = neighbourhood(1 << man);
        match groups.iter_mut().find(|group| **group & area != 0) {
            Some(group) => *group |= 1 << man,
            None => groups.push(1 << man),
        }
    }
    groups
}

fn h3(square: u8) -> i32 {
    match ring(square) {
        0 if [0, 7, 56, 63].contains(&square) => -50,
        0 => -30,
        1 => -20,
        2 => -10,
        _ => 0,
    }
}

fn h4(list: &[u8]) -> i32 {
    let mean = |coordinate: fn(u8) -> u8| {
        let sum: usize = list.iter().map(|&man| usize::from(coordinate(man))).sum();
        // A half is rounded up.
        ((2 * sum + list.len()) / (2 * list.len())) as u8
    };
    let centre = mean(|man| man / 8) * 8 + mean(|man| man % 8);
    list.iter().map(|&man| -10 * i32::from(distance(man, centre))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, colour: Colour) -> [i32; 4] {
        let board = Board::from_text(text).unwrap();
        Evaluation::ALL.map(|evaluation| evaluation.of(&board, colour))
    }

    #[test]
    fn a_lone_man_is_worth_its_square() {
        assert_eq!(values("8/8/8/3x4/8/8/8/o6o x", Colour::Black), [60, 0, 0, 0]);
        assert_eq!(values("x7/8/8/8/8/8/8/o6o x", Colour::Black), [12, 0, -50, 0]);
    }

    #[test]
    fn one_group_gathered_in_two_is_far_from_itself() {
        // Listed a1, c1, b2: a1 and c1 begin a group each, b2 joins a1's, and c1 stays a step away.
        assert_eq!(values("8/8/8/8/8/8/1x6/x1x4o x", Colour::Black)[1], -1);
    }

    #[test]
    fn names_are_read_back() {
        for evaluation in Evaluation::ALL {
            assert_eq!(Evaluation::named(evaluation.name()), Some(evaluation));
        }
        assert_eq!(Evaluation::named("h2"), None);
    }
}
