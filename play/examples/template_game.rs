//! A whole game in one file, to be copied to begin another: Treblecross, on a strip of squares. Both players
//! place crosses; whoever makes three in a row wins.
//!
//! `cargo run -p plywood-play --example template_game` plays it. `CONTRIBUTING.md` says how a copy of this
//! file becomes a crate, and `tests/tests/template.rs` holds it to the laws that every game obeys.
//!
//! 1. the move and the rules ([`Mark`], [`Strip`], [`Position`]),
//! 2. what helps an engine ([`Hints`]) and what is known of positions ([`Knowledge`]),
//! 3. text and looks ([`Notation`], [`Symmetry`], [`BoardView`], [`Arrays`]),
//! 4. the facts ([`Definition`]).

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;
use plywood_play::{Arrays, BoardView, Cause, Definition, GameInfo, Named, Notation};
use plywood_search::{AnyKnowledge, Hints, Knowledge, Outcome, PackedMove, Position, Score, Side, Symmetry};

const SQUARES: u32 = 11;

// 1. The move and the rules.

/// A move: the square to mark, from 0 on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark(u8);

impl PackedMove for Mark {
    fn to_bits(self) -> u32 {
        self.0.into()
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < SQUARES).then_some(Self(bits as u8))
    }
}

/// A position: the crosses as a set of bits. Who is to move follows from their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    crosses: u16,
}

impl Strip {
    fn is_free(self, square: u32) -> bool {
        square < SQUARES && self.crosses >> square & 1 == 0
    }

    fn has_three_in_a_row(self) -> bool {
        self.crosses & self.crosses >> 1 & self.crosses >> 2 != 0
    }
}

impl Position for Strip {
    type Move = Mark;

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.crosses.count_ones() as usize % 2]
    }

    fn outcome(&self) -> Option<Outcome> {
        self.has_three_in_a_row().then(|| Outcome::Win(!self.side_to_move()))
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Mark) -> ControlFlow<()>,
    {
        (0..SQUARES).filter(|&square| self.is_free(square)).try_for_each(|square| visit(Mark(square as u8)))
    }

    fn is_legal(&self, mv: Mark) -> bool {
        self.is_free(mv.0.into()) && self.outcome().is_none()
    }

    fn play_unchecked(&mut self, mv: Mark) {
        self.crosses |= 1 << mv.0;
    }

    fn key(&self) -> u64 {
        // Small games can spread their bits by a multiplication; larger ones use the tables of
        // `plywood-zobrist`.
        u64::from(self.crosses + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

// 2. What helps an engine, and what is known.

/// Every hint has a default.
impl Hints for Strip {}

/// The evaluation `default`: a cross next to another, or one square away, lets the opponent win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spacing;

impl Knowledge<Strip> for Spacing {
    // Nothing is carried along the line of play: see `Knowledge` for knowledge that is.
    type State = ();

    fn start(&self, _position: &Strip) {}

    fn evaluate(&self, position: &Strip, (): &mut ()) -> Score {
        let near = position.crosses & (position.crosses >> 1 | position.crosses >> 2);
        Score::heuristic(near.count_ones() as i32)
    }

    fn winning_move(&self, position: &Strip, (): &mut ()) -> Option<Mark> {
        let wins = |mark: &Mark| Strip { crosses: position.crosses | 1 << mark.0 }.has_three_in_a_row();
        position.legal_moves().into_iter().find(wins)
    }
}

// 3. Text and looks.

/// The rules, of which there is one set. A game with variants has switches here, and `FromStr` reads them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules;

/// Error returned when a text is refused, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused(&'static str);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for Refused {}

impl fmt::Display for Rules {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        if text.is_empty() { Ok(Self) } else { Err(Refused("there are no variants")) }
    }
}

/// A cross is `x`, a free square `-`.
impl fmt::Display for Strip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..SQUARES).try_for_each(|square| f.write_str(if self.is_free(square) { "-" } else { "x" }))
    }
}

impl Notation for Strip {
    type Rules = Rules;
    type PositionError = Refused;
    type MoveError = Refused;

    fn start(_rules: &Rules) -> Self {
        Self::default()
    }

    fn rules(&self) -> Rules {
        Rules
    }

    fn read(text: &str, _rules: &Rules) -> Result<Self, Refused> {
        let bit = |(square, letter)| match letter {
            '-' => Some(0),
            'x' => Some(1_u16 << square),
            _ => None,
        };
        if text.len() != SQUARES as usize {
            return Err(Refused("a position has eleven squares"));
        }
        let bits: Option<Vec<u16>> = text.chars().enumerate().map(bit).collect();
        let bits = bits.ok_or(Refused("a square is x or -"))?;
        Ok(Self { crosses: bits.into_iter().sum() })
    }

    fn read_move(&self, text: &str) -> Result<Mark, Refused> {
        let number: u32 = text.parse().map_err(|_| Refused("a move is the number of a square, from 1"))?;
        let mark = number.checked_sub(1).and_then(Mark::from_bits).ok_or(Refused("no such square"))?;
        if self.is_legal(mark) { Ok(mark) } else { Err(Refused("the square is marked, or the game over")) }
    }

    fn write_move(&self, mv: Mark) -> String {
        (mv.0 + 1).to_string()
    }

    const CAUSES: &'static [&'static str] = &["three-in-a-row"];

    fn reason(&self) -> Option<Cause> {
        self.outcome().map(|_| Cause::new("three-in-a-row", "three crosses stand in a row"))
    }

    fn picture(&self, _last: Option<(&Self, Mark)>) -> String {
        format!("{self}\n")
    }
}

/// The strip and its mirror image. A game without symmetries says 1 and gives itself back.
impl Symmetry for Strip {
    fn symmetries(&self) -> usize {
        2
    }

    fn exchanges_sides(&self, _index: usize) -> bool {
        false
    }

    fn transformed(&self, index: usize) -> Self {
        if index == 0 { *self } else { Self { crosses: self.crosses.reverse_bits() >> (16 - SQUARES) } }
    }

    fn transformed_move(&self, mv: Mark, index: usize) -> Mark {
        if index == 0 { mv } else { Mark(SQUARES as u8 - 1 - mv.0) }
    }
}

/// Front ends show buttons: a game that draws its board says more here.
impl BoardView for Strip {}

/// Programs that learn ask for moves by numbers: here the square's, as it is packed.
impl Arrays for Strip {
    fn actions(&self) -> usize {
        SQUARES as usize
    }
}

// 4. The facts.

/// The game under its name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Treblecross;

impl Definition for Treblecross {
    type Position = Strip;
    type Knowledge = Spacing;
    type Proofs = Spacing;

    const INFO: GameInfo = GameInfo {
        name: "treblecross",
        title: "Treblecross",
        summary: "Make three crosses in a row; both players place crosses.",
        players: ["First", "Second"],
        switches: &[],
        evaluations: &[Named { name: "default", summary: "crosses close to each other" }],
    };

    fn evaluation(name: &str) -> Option<AnyKnowledge<Strip>> {
        (name == "default").then(|| AnyKnowledge::new(Spacing))
    }
}

#[allow(dead_code, clippy::print_stdout)] // The tests use the game without its program.
fn main() -> Result<(), Box<dyn core::error::Error>> {
    use plywood_play::{AnyGame, Erased};
    use plywood_search::Limits;

    let mut session = Erased::<Treblecross>::new().session("", None)?;
    let mut engine = session.engine(&"pvs:depth=11".parse()?)?;
    while session.result().is_none() {
        let best = engine.think(session.as_ref(), &Limits::none(), &mut |_| {})?.best;
        session.play(&best.ok_or("the game goes on")?)?;
        println!("{}", session.position());
    }
    println!("{}", session.result().map(|result| result.reason.sentence).unwrap_or_default());
    Ok(())
}
