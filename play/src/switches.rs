//! Switches: the options of a game's rules, and the text that sets them: `connection=draw,size=6`.

use crate::cause::{Cause, Told};
use crate::excerpt::Excerpt;
use crate::nearest::nearest;
use core::fmt;

/// An option of a game's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The name as it is typed.
    pub name: &'static str,
    /// The meaning, in one line.
    pub summary: &'static str,
    /// The possible values, the default first.
    pub values: &'static [&'static str],
}

/// Error returned when reading switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchError {
    /// A word without `=`.
    NotASetting {
        /// The word.
        word: String,
        /// The switches of the game.
        switches: &'static [Switch],
    },
    /// The switch does not exist.
    Unknown {
        /// The unknown name.
        word: String,
        /// The switches of the game.
        switches: &'static [Switch],
    },
    /// The switch is set twice.
    Twice(&'static str),
    /// The switch does not have this value.
    Value {
        /// The switch.
        switch: &'static Switch,
        /// The value.
        value: String,
    },
}

impl fmt::Display for SwitchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names =
            |switches: &[Switch]| switches.iter().map(|switch| switch.name).collect::<Vec<_>>().join(", ");
        let meant =
            |meant: Option<&str>| meant.map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default();
        match self {
            Self::NotASetting { word, switches } => {
                let (word, names) = (Excerpt(word), names(switches));
                write!(f, "\"{word}\" is not of the form switch=value (the switches are {names})")
            }
            Self::Unknown { word, switches } => {
                let meant = meant(nearest(word, switches.iter().map(|switch| switch.name)));
                let (word, names) = (Excerpt(word), names(switches));
                write!(f, "unknown switch \"{word}\" (the switches are {names}){meant}")
            }
            Self::Twice(switch) => write!(f, "the switch \"{switch}\" is set twice"),
            Self::Value { switch, value } => {
                let meant = meant(nearest(value, switch.values.iter().copied()));
                let (value, values) = (Excerpt(value), switch.values.join(", "));
                write!(f, "unknown value \"{value}\" of {} (it can be {values}){meant}", switch.name)
            }
        }
    }
}

impl core::error::Error for SwitchError {}

impl Told for SwitchError {
    fn cause(&self) -> Cause {
        let names = |switches: &[Switch]| switches.iter().map(|switch| switch.name).collect::<Vec<_>>();
        match self {
            Self::NotASetting { word, .. } => Cause::new("not-a-setting", self).with("text", Excerpt(word)),
            Self::Unknown { word, switches } => Cause::unknown_name(word, &names(switches), self),
            Self::Twice(switch) => Cause::new("set-twice", self).with("text", switch),
            Self::Value { switch, value } => Cause::unknown_value(switch.name, value, switch.values, self),
        }
    }
}

/// Reads settings of `switches` in any order; the empty text sets none.
///
/// Returns the number of the value of each switch; 0 is the default.
///
/// ```
/// use plywood_play::{Switch, read_switches};
///
/// static SWITCHES: [Switch; 2] = [
///     Switch { name: "size", summary: "squares along a side", values: &["8", "6"] },
///     Switch { name: "swap", summary: "the second player may exchange colours", values: &["off", "on"] },
/// ];
/// assert_eq!(read_switches("swap=on", &SWITCHES), Ok([0, 1]));
/// let error = read_switches("size=7", &SWITCHES).unwrap_err();
/// assert_eq!(error.to_string(), "unknown value \"7\" of size (it can be 8, 6)");
/// ```
///
/// # Errors
///
/// If a word is not a setting, names an unknown switch or value, or a switch is set twice.
pub fn read_switches<const N: usize>(
    text: &str,
    switches: &'static [Switch; N],
) -> Result<[usize; N], SwitchError> {
    let mut values = [None; N];
    for word in text.split(',').filter(|_| !text.is_empty()) {
        let Some((name, value)) = word.split_once('=') else {
            return Err(SwitchError::NotASetting { word: word.to_owned(), switches });
        };
        let Some(number) = switches.iter().position(|switch| switch.name == name) else {
            return Err(SwitchError::Unknown { word: name.to_owned(), switches });
        };
        let switch = &switches[number];
        let Some(chosen) = switch.values.iter().position(|&known| known == value) else {
            return Err(SwitchError::Value { switch, value: value.to_owned() });
        };
        if values[number].replace(chosen).is_some() {
            return Err(SwitchError::Twice(switch.name));
        }
    }
    Ok(values.map(Option::unwrap_or_default))
}

/// Writes every switch with the value of this number, in the form that [`read_switches`] reads; the default
/// where the number is out of range.
///
/// # Errors
///
/// If writing to `f` fails.
pub fn write_switches<const N: usize>(
    f: &mut fmt::Formatter<'_>,
    switches: &[Switch; N],
    values: [usize; N],
) -> fmt::Result {
    for (number, (switch, value)) in switches.iter().zip(values).enumerate() {
        let text = switch.values.get(value).or(switch.values.first()).unwrap_or(&"");
        write!(f, "{}{}={text}", if number > 0 { "," } else { "" }, switch.name)?;
    }
    Ok(())
}
