//! The variants as values: four switches and their text.

use core::fmt;
use core::str::FromStr;
use plywood_play::{Switch, SwitchError, read_switches, write_switches};
use plywood_search::Repetition;

/// The rules in force. The default is the Computer Olympiad's, on 8x8.
///
/// The text has every switch in this order. Any subset in any order is read; the empty text is the default:
///
/// ```
/// use plywood_loa::{NoMove, Rules, Size};
///
/// assert_eq!(Rules::default().to_string(), "connection=draw,no-move=pass,repetition=third-draw,size=8");
/// let small: Rules = "size=5,no-move=loses".parse()?;
/// assert_eq!(small.to_string(), "connection=draw,no-move=loses,repetition=third-draw,size=5");
/// assert_eq!(small, Rules::default().with_size(Size::new(5)?).with_no_move(NoMove::Loses));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", default, deny_unknown_fields)
)]
pub struct Rules {
    /// The result of a move that connects both sides at once.
    pub(crate) connection: Connection,
    /// The rule for a player without a move.
    pub(crate) no_move: NoMove,
    /// The rule for a position that occurs again.
    pub(crate) repetition: RepetitionRule,
    /// The size of the board.
    pub(crate) size: Size,
}

/// The result of a move that connects both sides at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Connection {
    /// A draw: Computer Olympiad, Mind Sports Olympiad, Ludii.
    #[default]
    Draw,
    /// A win for the player who made the move: "A Gamut of Games", second edition; `OpenSpiel`, `CodinGame`.
    MoverWins,
}

/// The rule for a player without a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum NoMove {
    /// A pass is the only legal move. If the opponent has no move either, the game is a draw. Computer
    /// Olympiad, `CodinGame`.
    ///
    /// No source says what happens when both sides are stuck; the draw is this crate's reading.
    #[default]
    Pass,
    /// The player has lost: `OpenSpiel`.
    Loses,
}

/// The rule for a position that occurs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RepetitionRule {
    /// The third occurrence with the same side to move is a draw: Computer Olympiad.
    #[default]
    ThirdDraw,
    /// The second occurrence of the same men is a draw, whoever is to move: `OpenSpiel`.
    ///
    /// Taken literally, a pass draws at once under this rule, since it leaves the men where they are.
    /// `OpenSpiel` has no pass.
    SecondDraw,
    /// Positions may recur without limit.
    None,
}

impl From<RepetitionRule> for Repetition {
    #[inline]
    fn from(rule: RepetitionRule) -> Self {
        match rule {
            RepetitionRule::ThirdDraw => Self::Draw(3),
            RepetitionRule::SecondDraw => Self::Draw(2),
            RepetitionRule::None => Self::Ignored,
        }
    }
}

/// The number of files, and of ranks, of the board: 5 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct Size(u8);

impl Size {
    /// 5x5, with three men on each edge.
    pub const FIVE: Self = Self(5);
    /// 6x6, with four men on each edge.
    pub const SIX: Self = Self(6);
    /// 7x7, with five men on each edge.
    pub const SEVEN: Self = Self(7);
    /// 8x8, the board of the game.
    pub const EIGHT: Self = Self(8);
    /// Every size, in order.
    pub const ALL: [Self; 4] = [Self::FIVE, Self::SIX, Self::SEVEN, Self::EIGHT];

    /// The size with this number of files, and of ranks.
    ///
    /// # Errors
    ///
    /// If the number is not 5 to 8.
    pub const fn new(size: u8) -> Result<Self, SizeError> {
        if matches!(size, 5..=8) { Ok(Self(size)) } else { Err(SizeError(size)) }
    }

    /// The number of files, and of ranks.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::EIGHT
    }
}

impl From<Size> for u8 {
    fn from(size: Size) -> Self {
        size.0
    }
}

impl TryFrom<u8> for Size {
    type Error = SizeError;

    fn try_from(size: u8) -> Result<Self, SizeError> {
        Self::new(size)
    }
}

/// Error returned when a number is not the size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError(
    /// The number.
    pub u8,
);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a size from 5 to 8", self.0)
    }
}

impl core::error::Error for SizeError {}

/// The switches by name, their values in the order of the types above, the default first.
pub(crate) static SWITCHES: [Switch; 4] = [
    Switch {
        name: "connection",
        summary: "result when one move connects both sides",
        values: &["draw", "mover-wins"],
    },
    Switch { name: "no-move", summary: "rule for a player without a legal move", values: &["pass", "loses"] },
    Switch {
        name: "repetition",
        summary: "occurrence of a position that is a draw",
        values: &["third-draw", "second-draw", "none"],
    },
    Switch { name: "size", summary: "number of squares along a side", values: &["8", "5", "6", "7"] },
];

const CONNECTIONS: [Connection; 2] = [Connection::Draw, Connection::MoverWins];
const NO_MOVES: [NoMove; 2] = [NoMove::Pass, NoMove::Loses];
const REPETITIONS: [RepetitionRule; 3] =
    [RepetitionRule::ThirdDraw, RepetitionRule::SecondDraw, RepetitionRule::None];
const SIZES: [Size; 4] = [Size::EIGHT, Size::FIVE, Size::SIX, Size::SEVEN];

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = SIZES.iter().position(|&size| size == self.size).unwrap_or(0);
        let values = [self.connection as usize, self.no_move as usize, self.repetition as usize, size];
        write_switches(f, &SWITCHES, values)
    }
}

impl FromStr for Rules {
    type Err = SwitchError;

    fn from_str(text: &str) -> Result<Self, SwitchError> {
        let [connection, no_move, repetition, size] = read_switches(text, &SWITCHES)?;
        Ok(Self {
            connection: CONNECTIONS[connection],
            no_move: NO_MOVES[no_move],
            repetition: REPETITIONS[repetition],
            size: SIZES[size],
        })
    }
}

impl Rules {
    /// The result of a move that connects both sides at once.
    #[inline]
    pub const fn connection(self) -> Connection {
        self.connection
    }

    /// The rule for a player without a move.
    #[inline]
    pub const fn no_move(self) -> NoMove {
        self.no_move
    }

    /// The rule for a position that occurs again.
    #[inline]
    pub const fn repetition(self) -> RepetitionRule {
        self.repetition
    }

    /// The size of the board.
    #[inline]
    pub const fn size(self) -> Size {
        self.size
    }

    /// The same rules with another value of [`connection`](Self::connection).
    pub const fn with_connection(self, connection: Connection) -> Self {
        Self { connection, ..self }
    }

    /// The same rules with another value of [`no_move`](Self::no_move).
    pub const fn with_no_move(self, no_move: NoMove) -> Self {
        Self { no_move, ..self }
    }

    /// The same rules with another value of [`repetition`](Self::repetition).
    pub const fn with_repetition(self, repetition: RepetitionRule) -> Self {
        Self { repetition, ..self }
    }

    /// The same rules with another value of [`size`](Self::size).
    pub const fn with_size(self, size: Size) -> Self {
        Self { size, ..self }
    }

    /// A number below 48 that differs between different rules.
    pub(crate) const fn number(self) -> u64 {
        let size = (self.size.get() - 5) as u64;
        ((size * 2 + self.connection as u64) * 2 + self.no_move as u64) * 3 + self.repetition as u64
    }
}
