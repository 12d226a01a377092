//! The variants as values: one switch and its text form.

use core::fmt;
use core::str::FromStr;
use plywood_play::{Switch, SwitchError, read_switches, write_switches};
use plywood_search::Repetition;

/// The rules in force. The default is the official game's.
///
/// As text `repetition=third`; the empty text is the default:
///
/// ```
/// use plywood_arimaa::{RepetitionRule, Rules};
///
/// assert_eq!(Rules::default().to_string(), "repetition=third");
/// let free: Rules = "repetition=none".parse()?;
/// assert_eq!(free, Rules::default().with_repetition(RepetitionRule::None));
/// # Ok::<(), plywood_play::SwitchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", default, deny_unknown_fields)
)]
pub struct Rules {
    /// The turns that repeat a position too often.
    pub(crate) repetition: RepetitionRule,
}

/// The turns that repeat a position too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RepetitionRule {
    /// A turn after which the same board with the same side to move occurs for the third time is illegal.
    #[default]
    Third,
    /// Positions may recur for ever: for tests, and for counting.
    None,
}

impl From<RepetitionRule> for Repetition {
    #[inline]
    fn from(rule: RepetitionRule) -> Self {
        match rule {
            RepetitionRule::Third => Self::Illegal(3),
            RepetitionRule::None => Self::Ignored,
        }
    }
}

/// The switches by name, their values in the order of the types above, the default first.
pub(crate) static SWITCHES: [Switch; 1] = [Switch {
    name: "repetition",
    summary: "occurrence of a position that no turn may lead to",
    values: &["third", "none"],
}];

const REPETITIONS: [RepetitionRule; 2] = [RepetitionRule::Third, RepetitionRule::None];

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_switches(f, &SWITCHES, [self.repetition as usize])
    }
}

impl FromStr for Rules {
    type Err = SwitchError;

    fn from_str(text: &str) -> Result<Self, SwitchError> {
        let [repetition] = read_switches(text, &SWITCHES)?;
        Ok(Self { repetition: REPETITIONS[repetition] })
    }
}

impl Rules {
    /// The turns that repeat a position too often.
    #[inline]
    pub const fn repetition(self) -> RepetitionRule {
        self.repetition
    }

    /// The same rules with another value of [`repetition`](Self::repetition).
    pub const fn with_repetition(self, repetition: RepetitionRule) -> Self {
        let mut rules = self;
        rules.repetition = repetition;
        rules
    }
}
