//! The variants as values: four switches and their text form.

use core::fmt;
use core::str::FromStr;
use plywood_search::Repetition;

/// The rules in force. The default is the Computer Olympiad's, on 8x8.
///
/// As text, every switch in this order; any subset in any order is read, and the empty text is the default:
///
/// ```
/// use plywood_loa::Rules;
///
/// assert_eq!(Rules::default().to_string(), "connection=draw,no-move=pass,repetition=third-draw,size=8");
/// let small: Rules = "size=5,no-move=loses".parse()?;
/// assert_eq!(small.to_string(), "connection=draw,no-move=loses,repetition=third-draw,size=5");
/// # Ok::<(), plywood_loa::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", default, deny_unknown_fields)
)]
pub struct Rules {
    /// What a move that connects both sides at once makes of the game.
    pub connection: Connection,
    /// What becomes of a player without a move.
    pub no_move: NoMove,
    /// What becomes of a position that occurs again.
    pub repetition: RepetitionRule,
    /// The size of the board.
    pub size: Size,
}

/// What a move that connects both sides at once makes of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Connection {
    /// A draw: Computer Olympiad, Mind Sports Olympiad, Ludii.
    #[default]
    Draw,
    /// A win for the player who made the move: "A Gamut of Games", second edition; `OpenSpiel`, `CodinGame`.
    MoverWins,
}

/// What becomes of a player without a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum NoMove {
    /// A pass is the one legal move; if the opponent has no move either, the game is a draw: Computer Olympiad, `CodinGame`.
    ///
    /// No source says what happens when both sides are stuck; the draw is this crate's reading.
    #[default]
    Pass,
    /// The player has lost: `OpenSpiel`.
    Loses,
}

/// What becomes of a position that occurs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RepetitionRule {
    /// The third occurrence with the same side to move is a draw: Computer Olympiad.
    #[default]
    ThirdDraw,
    /// The second occurrence of the same men is a draw, whoever is to move: `OpenSpiel`.
    ///
    /// Taken literally, a pass draws at once under this rule, for it leaves the men as they were. `OpenSpiel` knows no pass.
    SecondDraw,
    /// Positions may recur for ever.
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

    /// The size of this number, if it is 5 to 8.
    pub const fn new(size: u8) -> Option<Self> {
        if matches!(size, 5..=8) { Some(Self(size)) } else { None }
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
    type Error = RulesError;

    fn try_from(size: u8) -> Result<Self, RulesError> {
        Self::new(size).ok_or_else(|| RulesError::Value { switch: "size", value: size.to_string() })
    }
}

const SWITCHES: &str = "connection, no-move, repetition, size";

/// The words that a switch takes, as an error lists them.
fn values_of(switch: &str) -> &'static str {
    match switch {
        "connection" => "draw, mover-wins",
        "no-move" => "pass, loses",
        "repetition" => "third-draw, second-draw, none",
        _ => "5, 6, 7, 8",
    }
}

/// Why a text names no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// A word without `=`.
    NotASetting(String),
    /// A switch that does not exist.
    Switch(String),
    /// A switch set more than once.
    Twice(&'static str),
    /// A value that the switch does not have.
    Value {
        /// The switch.
        switch: &'static str,
        /// What it was to be set to.
        value: String,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASetting(word) => {
                write!(f, "\"{word}\" is not of the form switch=value (the switches are {SWITCHES})")
            }
            Self::Switch(word) => write!(f, "unknown switch \"{word}\" (the switches are {SWITCHES})"),
            Self::Twice(switch) => write!(f, "the switch \"{switch}\" is set twice"),
            Self::Value { switch, value } => {
                write!(f, "unknown value \"{value}\" of {switch} (it can be {})", values_of(switch))
            }
        }
    }
}

impl core::error::Error for RulesError {}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let connection = match self.connection {
            Connection::Draw => "draw",
            Connection::MoverWins => "mover-wins",
        };
        let no_move = match self.no_move {
            NoMove::Pass => "pass",
            NoMove::Loses => "loses",
        };
        let repetition = match self.repetition {
            RepetitionRule::ThirdDraw => "third-draw",
            RepetitionRule::SecondDraw => "second-draw",
            RepetitionRule::None => "none",
        };
        let size = self.size.get();
        write!(f, "connection={connection},no-move={no_move},repetition={repetition},size={size}")
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut rules = Self::default();
        let mut seen = Vec::new();
        for word in text.split(',').filter(|_| !text.is_empty()) {
            let (switch, value) =
                word.split_once('=').ok_or_else(|| RulesError::NotASetting(word.to_owned()))?;
            let switch = rules.set(switch, value)?;
            if seen.contains(&switch) {
                return Err(RulesError::Twice(switch));
            }
            seen.push(switch);
        }
        Ok(rules)
    }
}

impl Rules {
    /// Sets one switch and gives its name back.
    fn set(&mut self, switch: &str, value: &str) -> Result<&'static str, RulesError> {
        match switch {
            "connection" => {
                self.connection = match value {
                    "draw" => Connection::Draw,
                    "mover-wins" => Connection::MoverWins,
                    _ => return Err(unknown_value("connection", value)),
                };
                Ok("connection")
            }
            "no-move" => {
                self.no_move = match value {
                    "pass" => NoMove::Pass,
                    "loses" => NoMove::Loses,
                    _ => return Err(unknown_value("no-move", value)),
                };
                Ok("no-move")
            }
            "repetition" => {
                self.repetition = match value {
                    "third-draw" => RepetitionRule::ThirdDraw,
                    "second-draw" => RepetitionRule::SecondDraw,
                    "none" => RepetitionRule::None,
                    _ => return Err(unknown_value("repetition", value)),
                };
                Ok("repetition")
            }
            "size" => {
                self.size = match value {
                    "5" => Size::FIVE,
                    "6" => Size::SIX,
                    "7" => Size::SEVEN,
                    "8" => Size::EIGHT,
                    _ => return Err(unknown_value("size", value)),
                };
                Ok("size")
            }
            _ => Err(RulesError::Switch(switch.to_owned())),
        }
    }

    /// A number below 48 that differs between different rules.
    pub(crate) const fn number(self) -> u64 {
        let size = (self.size.get() - 5) as u64;
        ((size * 2 + self.connection as u64) * 2 + self.no_move as u64) * 3 + self.repetition as u64
    }
}

fn unknown_value(switch: &'static str, value: &str) -> RulesError {
    RulesError::Value { switch, value: value.to_owned() }
}
