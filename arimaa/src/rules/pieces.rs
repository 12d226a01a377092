//! The pieces: who owns them, and how strong they are.

use core::fmt;

/// The colour of a piece. Gold sets up and moves first, plays north, and is written in capitals; Silver plays
/// south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Colour {
    /// At home on ranks 1 and 2.
    Gold,
    /// At home on ranks 7 and 8.
    Silver,
}

impl Colour {
    /// The colour of a letter: `g` or `s`, and `w` or `b` as older records have it.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'g' | 'w' => Some(Self::Gold),
            's' | 'b' => Some(Self::Silver),
            _ => None,
        }
    }
}

plywood_play::two_colours!(sides Colour: Gold "gold" 'g', Silver "silver" 's');

/// The kind of a piece, the weakest first. A piece is stronger than another if its kind is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Kind {
    /// Eight a side; never steps backward by itself, and wins on its goal rank.
    Rabbit,
    /// Two a side.
    Cat,
    /// Two a side.
    Dog,
    /// Two a side.
    Horse,
    /// One a side. Its letter is `M`.
    Camel,
    /// One a side, and nothing is stronger.
    Elephant,
}

impl Kind {
    /// Every kind, the weakest first.
    pub const ALL: [Self; 6] = [Self::Rabbit, Self::Cat, Self::Dog, Self::Horse, Self::Camel, Self::Elephant];

    /// The number of pieces of the kind that a side sets up.
    pub const fn count(self) -> u32 {
        match self {
            Self::Rabbit => 8,
            Self::Cat | Self::Dog | Self::Horse => 2,
            Self::Camel | Self::Elephant => 1,
        }
    }

    /// 1 for a rabbit to 6 for an elephant.
    #[inline]
    pub const fn strength(self) -> u8 {
        self as u8 + 1
    }

    /// The capital letter: `R`, `C`, `D`, `H`, `M` or `E`.
    pub const fn letter(self) -> char {
        match self {
            Self::Rabbit => 'R',
            Self::Cat => 'C',
            Self::Dog => 'D',
            Self::Horse => 'H',
            Self::Camel => 'M',
            Self::Elephant => 'E',
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rabbit => "rabbit",
            Self::Cat => "cat",
            Self::Dog => "dog",
            Self::Horse => "horse",
            Self::Camel => "camel",
            Self::Elephant => "elephant",
        })
    }
}

/// A piece of one side. Its text is a letter, a capital for Gold: `E`, `r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// The owner.
    pub colour: Colour,
    /// The kind.
    pub kind: Kind,
}

impl Piece {
    /// The number of different pieces.
    pub(crate) const COUNT: usize = 12;

    /// The letter of the piece.
    pub const fn letter(self) -> char {
        match self.colour {
            Colour::Gold => self.kind.letter(),
            Colour::Silver => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a letter, if there is one.
    pub fn from_letter(letter: char) -> Option<Self> {
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())?;
        let colour = if letter.is_ascii_uppercase() { Colour::Gold } else { Colour::Silver };
        Some(Self { colour, kind })
    }

    /// 0 to 5 for Gold's rabbit to elephant, 6 to 11 for Silver's.
    #[inline]
    pub(crate) const fn number(self) -> usize {
        self.colour as usize * 6 + self.kind as usize
    }

    /// The piece of a number below 12.
    #[inline]
    pub(crate) const fn of(number: usize) -> Self {
        let colour = if number < 6 { Colour::Gold } else { Colour::Silver };
        Self { colour, kind: Kind::ALL[number % 6] }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
