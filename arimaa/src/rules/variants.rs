//! The variants as values: one switch and its text form.

use core::fmt;
use core::str::FromStr;
use plywood_play::{Switch, SwitchError, read_switches};
use plywood_search::Repetition;

/// The rules in force. The default is the official game's.
///
/// As text `repetition=third`; the empty text is the default:
///
/// ```
/// use plywood_arimaa::Rules;
///
/// assert_eq!(Rules::default().to_string(), "repetition=third");
/// let free: Rules = "repetition=none".parse()?;
/// assert_ne!(free, Rules::default());
/// # Ok::<(), plywood_play::SwitchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", default, deny_unknown_fields)
)]
pub struct Rules {
    /// Which turns repeat a position too often.
    pub repetition: RepetitionRule,
}

/// Which turns repeat a position too often.
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
    summary: "which occurrence of a position no turn may bring about",
    values: &["third", "none"],
}];

const REPETITIONS: [RepetitionRule; 2] = [RepetitionRule::Third, RepetitionRule::None];

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&SWITCHES[0].setting(self.repetition as usize))
    }
}

impl FromStr for Rules {
    type Err = SwitchError;

    fn from_str(text: &str) -> Result<Self, SwitchError> {
        let [repetition] = read_switches(text, &SWITCHES)?;
        Ok(Self { repetition: REPETITIONS[repetition] })
    }
}
