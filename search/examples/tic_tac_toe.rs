//! The whole contract of `Position` in about a hundred lines: tic-tac-toe, played out by the search.
//!
//! `cargo run -p plywood-search --example tic_tac_toe`

use plywood_search::{
    Game, Hints, Iterative, Limits, NoKnowledge, Outcome, PackedMove, Position, Search, Side, Table,
};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The squares are numbered 0 to 8 from the top left; a player's marks are a set of nine bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe {
    marks: [u16; 2],
}

/// The square to mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark(pub u8);

impl PackedMove for Mark {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < 9).then_some(Self(bits as u8))
    }
}

const FULL: u16 = 0b111_111_111;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }
}

impl Position for TicTacToe {
    type Move = Mark;

    fn side_to_move(&self) -> Side {
        if self.taken().count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |side: &Side| LINES.iter().any(|&line| self.marks[side.index()] & line == line);
        match Side::BOTH.into_iter().find(has_line) {
            Some(winner) => Some(Outcome::Win(winner)),
            None => (self.taken() == FULL).then_some(Outcome::Draw),
        }
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        (0..9).map(Mark).filter(|mark| self.taken() >> mark.0 & 1 == 0).try_for_each(visit)
    }

    fn is_legal(&self, mark: Self::Move) -> bool {
        mark.0 < 9 && self.taken() >> mark.0 & 1 == 0 && self.outcome().is_none()
    }

    fn play_unchecked(&mut self, mark: Self::Move) {
        self.marks[self.side_to_move().index()] |= 1 << mark.0;
    }

    fn key(&self) -> u64 {
        u64::from(self.marks[0]) << 9 | u64::from(self.marks[1])
    }
}

// What helps an engine, and nothing of it is needed.
impl Hints for TicTacToe {}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..9 {
            let mark = match self.marks.map(|marks| marks >> square & 1) {
                [1, _] => 'X',
                [_, 1] => 'O',
                _ => '.',
            };
            write!(f, "{mark}{}", if square % 3 == 2 { "\n" } else { " " })?;
        }
        Ok(())
    }
}

#[allow(dead_code)] // The tests use the game without its program.
fn main() {
    let table = Arc::new(Table::with_bytes(1 << 20).expect("a megabyte can be had"));
    let mut search = Iterative::new(NoKnowledge, table);
    let mut game = Game::new(TicTacToe::default());
    while game.outcome().is_none() {
        let report = search.run(&game, &Limits::depth(9));
        let mark = report.best.expect("the game is not over");
        println!("{:?} is worth {} after {} nodes", mark, report.score, report.nodes);
        game.play(mark).expect("a search answers with a legal move");
        println!("{}", game.position());
    }
    println!("{:?}: with perfect play nobody wins.", game.outcome());
}
