//! The variants as values: three switches and their text.

use core::fmt;
use core::str::FromStr;
use plywood_play::{Switch, SwitchError, read_switches, write_switches};
use plywood_search::Repetition;

/// The rules in force.
///
/// The text has every switch in this order. Any subset in any order is read; the empty text is the default:
///
/// ```
/// use plywood_gekitai::{Both, Opponent, Rules};
///
/// assert_eq!(Rules::default().to_string(), "both=draw,opponent=wins,repetition=third-draw");
/// let other: Rules = "opponent=play-on,both=mover-wins".parse()?;
/// assert_eq!(other.to_string(), "both=mover-wins,opponent=play-on,repetition=third-draw");
/// assert_eq!(other, Rules::default().with_both(Both::MoverWins).with_opponent(Opponent::PlayOn));
/// # Ok::<(), plywood_play::SwitchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", default, deny_unknown_fields)
)]
pub struct Rules {
    /// The result of a move after which both players meet a win condition.
    pub(crate) both: Both,
    /// The result of a move after which only the opponent meets one.
    pub(crate) opponent: Opponent,
    /// The rule for a position that occurs again.
    pub(crate) repetition: RepetitionRule,
}

/// The result when both players meet a win condition: three in line, or all eight pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Both {
    /// A draw: Ludii, the published solver.
    #[default]
    Draw,
    /// A win for the player who made the move: chessicals.com.
    MoverWins,
    /// Two lines are a draw; otherwise the line beats the eight pieces.
    ///
    /// Eight pieces of both players without a line, which no game can reach, are a draw too: this crate's
    /// reading.
    LinesFirst,
}

/// The result when only the opponent of the player who made the move meets a win condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Opponent {
    /// The opponent has won: all known sources but one.
    #[default]
    Wins,
    /// The game goes on: a win counts only at the end of one's own turn, a literal reading of the designer's
    /// sheet.
    ///
    /// A player to move with all eight pieces on the board, which no game can reach, has won nevertheless,
    /// because it has nothing to place: this crate's reading.
    PlayOn,
}

/// The rule for a position that occurs again with the same side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RepetitionRule {
    /// The third occurrence is a draw.
    #[default]
    ThirdDraw,
    /// The second occurrence is a draw, and rotated or mirrored positions count as the same: the published
    /// solver.
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

/// The switches by name, their values in the order of the types above, the default first.
pub(crate) static SWITCHES: [Switch; 3] = [
    Switch {
        name: "both",
        summary: "result when one move completes a win condition of both players",
        values: &["draw", "mover-wins", "lines-first"],
    },
    Switch {
        name: "opponent",
        summary: "result when a move completes a win condition of the opponent alone",
        values: &["wins", "play-on"],
    },
    Switch {
        name: "repetition",
        summary: "occurrence of a position that is a draw",
        values: &["third-draw", "second-draw", "none"],
    },
];

const BOTH: [Both; 3] = [Both::Draw, Both::MoverWins, Both::LinesFirst];
const OPPONENTS: [Opponent; 2] = [Opponent::Wins, Opponent::PlayOn];
const REPETITIONS: [RepetitionRule; 3] =
    [RepetitionRule::ThirdDraw, RepetitionRule::SecondDraw, RepetitionRule::None];

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = [self.both as usize, self.opponent as usize, self.repetition as usize];
        write_switches(f, &SWITCHES, values)
    }
}

impl FromStr for Rules {
    type Err = SwitchError;

    fn from_str(text: &str) -> Result<Self, SwitchError> {
        let [both, opponent, repetition] = read_switches(text, &SWITCHES)?;
        Ok(Self { both: BOTH[both], opponent: OPPONENTS[opponent], repetition: REPETITIONS[repetition] })
    }
}

impl Rules {
    /// The result of a move after which both players meet a win condition.
    #[inline]
    pub const fn both(self) -> Both {
        self.both
    }

    /// The result of a move after which only the opponent meets one.
    #[inline]
    pub const fn opponent(self) -> Opponent {
        self.opponent
    }

    /// The rule for a position that occurs again.
    #[inline]
    pub const fn repetition(self) -> RepetitionRule {
        self.repetition
    }

    /// The same rules with another value of [`both`](Self::both).
    pub const fn with_both(self, both: Both) -> Self {
        Self { both, ..self }
    }

    /// The same rules with another value of [`opponent`](Self::opponent).
    pub const fn with_opponent(self, opponent: Opponent) -> Self {
        Self { opponent, ..self }
    }

    /// The same rules with another value of [`repetition`](Self::repetition).
    pub const fn with_repetition(self, repetition: RepetitionRule) -> Self {
        Self { repetition, ..self }
    }

    /// A number below 18 that differs between different rules.
    pub(crate) const fn number(self) -> u64 {
        (self.both as u64 * 2 + self.opponent as u64) * 3 + self.repetition as u64
    }
}
