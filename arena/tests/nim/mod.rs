//! Nim with up to three piles of up to fifteen stones: a game small enough that a hundred matches of it take
//! no time.
//!
//! A move `b2` takes two stones from the second pile. Whoever takes the last stone wins.

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;
use plywood_play::{Arrays, BoardView, Cause, Definition, Erased, GameInfo, Named, Notation};
use plywood_search::{AnyKnowledge, Hints, NoKnowledge, Outcome, PackedMove, Position, Side, Symmetry};

/// The game behind its object-safe face.
pub(crate) static NIM: Erased<Nim> = Erased::new();

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piles {
    stones: [u8; 3],
    mover: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Take {
    pile: u8,
    stones: u8,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nim;

/// Nim has one set of rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rules;

#[derive(Debug)]
pub(crate) struct Refused(&'static str);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for Refused {}

impl fmt::Display for Rules {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        if text.is_empty() { Ok(Self) } else { Err(Refused("nim has no variants")) }
    }
}

impl PackedMove for Take {
    fn to_bits(self) -> u32 {
        u32::from(self.pile) * 16 + u32::from(self.stones)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < 48).then_some(Self { pile: (bits / 16) as u8, stones: (bits % 16) as u8 })
    }
}

impl Position for Piles {
    type Move = Take;

    fn side_to_move(&self) -> Side {
        self.mover
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == [0; 3]).then_some(Outcome::Win(!self.mover))
    }

    fn generate<F: FnMut(Take) -> ControlFlow<()>>(&self, visit: &mut F) -> ControlFlow<()> {
        for pile in 0..3 {
            for stones in 1..=self.stones[pile as usize] {
                visit(Take { pile, stones })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_legal(&self, mv: Take) -> bool {
        mv.pile < 3 && (1..=self.stones[mv.pile as usize]).contains(&mv.stones)
    }

    fn play_unchecked(&mut self, mv: Take) {
        self.stones[mv.pile as usize] -= mv.stones;
        self.mover = !self.mover;
    }

    fn key(&self) -> u64 {
        let word = self.stones.iter().fold(self.mover.index() as u64, |word, &n| word * 16 + u64::from(n));
        (word + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl Hints for Piles {}

impl Symmetry for Piles {
    fn symmetries(&self) -> usize {
        1
    }

    fn exchanges_sides(&self, _: usize) -> bool {
        false
    }

    fn transformed(&self, _: usize) -> Self {
        *self
    }

    fn transformed_move(&self, mv: Take, _: usize) -> Take {
        mv
    }
}

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.stones;
        write!(f, "{a}-{b}-{c}-{}", self.mover.index() + 1)
    }
}

impl Notation for Piles {
    type Rules = Rules;
    type PositionError = Refused;
    type MoveError = Refused;

    fn start(_: &Rules) -> Self {
        Self { stones: [5, 6, 7], mover: Side::First }
    }

    fn rules(&self) -> Rules {
        Rules
    }

    fn read(text: &str, _: &Rules) -> Result<Self, Refused> {
        let refused = || Refused("a position is three piles of 0 to 15 and the mover, such as 5-6-7-1");
        let numbers: Result<Vec<u8>, _> = text.split('-').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[a, b, c, mover @ 1..=2]) if a.max(b).max(c) < 16 => {
                let mover = Side::BOTH[usize::from(mover) - 1];
                Ok(Self { stones: [a, b, c], mover })
            }
            _ => Err(refused()),
        }
    }

    fn read_move(&self, text: &str) -> Result<Take, Refused> {
        let refused = || Refused("a move is a pile and a number, such as b2");
        let (pile, stones) = text.split_at_checked(1).ok_or_else(refused)?;
        let pile = "abc".find(pile).filter(|_| !pile.is_empty()).ok_or_else(refused)? as u8;
        let mv = Take { pile, stones: stones.parse().map_err(|_| refused())? };
        if self.is_legal(mv) { Ok(mv) } else { Err(Refused("the pile does not have that many stones")) }
    }

    fn write_move(&self, mv: Take) -> String {
        format!("{}{}", ["a", "b", "c"][mv.pile as usize], mv.stones)
    }

    fn reason(&self) -> Option<Cause> {
        self.outcome().map(|_| Cause::new("last-stone", "the last stone is taken"))
    }

    fn picture(&self, _: Option<(&Self, Take)>) -> String {
        self.to_string()
    }
}

impl BoardView for Piles {}

impl Arrays for Piles {
    fn actions(&self) -> usize {
        1 << 16
    }
}

impl Definition for Nim {
    type Position = Piles;
    type Knowledge = NoKnowledge;
    type Proofs = NoKnowledge;

    const INFO: GameInfo = GameInfo {
        name: "nim",
        title: "Nim",
        summary: "take the last stone",
        players: ["First", "Second"],
        switches: &[],
        evaluations: &[Named { name: "default", summary: "nothing is known" }],
    };

    fn evaluation(name: &str) -> Option<AnyKnowledge<Piles>> {
        (name == "default").then(|| AnyKnowledge::new(NoKnowledge))
    }
}
