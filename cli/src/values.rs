//! What stands behind the switches, read and checked by clap before a command begins. The errors say why;
//! `usage` adds the switch.

use crate::engines;
use plywood_arena::{BookSource, Openings};
use plywood_bench::tables::Subject;
use plywood_hex::Rules;
use plywood_play::{AnyGame, ENGINES, Excerpt, Spec, TextError, did_you_mean, read_count};
use plywood_search::Parameter;
use std::fmt;
use std::str::FromStr;

/// A game with the text of its rules, which can be read.
#[derive(Clone)]
pub(crate) struct GameChoice {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) rules: String,
}

impl fmt::Debug for GameChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.game.info().name, self.rules)
    }
}

impl FromStr for GameChoice {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (game, rules) = plywood_registry::parse(text)?;
        game.session(&rules, None)?;
        Ok(Self { game, rules })
    }
}

/// The name of a game, without rules.
pub(crate) fn game_name(text: &str) -> Result<String, TextError> {
    Ok(plywood_registry::find(text)?.info().name.to_owned())
}

/// The game that a command is for, with its rules.
pub(crate) fn only(name: &'static str) -> impl Fn(&str) -> Result<GameChoice, TextError> + Clone {
    move |text| {
        let choice: GameChoice = text.parse()?;
        if choice.game.info().name == name {
            return Ok(choice);
        }
        Err(TextError::new("game", text, format!("this command is for {name}")))
    }
}

/// The rules of Hex, behind its name.
pub(crate) fn hex_rules(text: &str) -> Result<Rules, TextError> {
    let GameChoice { rules, .. } = only("hex")(text)?;
    rules.parse().map_err(|error| TextError::new("rules", rules, error))
}

/// An engine that there is. Its options are read where the game is known.
pub(crate) fn engine(text: &str) -> Result<Spec, TextError> {
    let spec: Spec = text.parse()?;
    let beside = engines::beside_the_games();
    let known: Vec<_> = ENGINES.iter().chain(&beside).map(|engine| engine.name).collect();
    // Another build may have engines that this one lacks.
    if spec.program().is_some() || known.contains(&spec.name()) {
        return Ok(spec);
    }
    let meant = did_you_mean(spec.name(), known.iter().copied());
    let reason = format!("{meant}known are {}", known.join(", "));
    Err(TextError::new("engine", spec.name(), reason))
}

/// Whoever moves for a side.
#[derive(Clone, Debug)]
pub(crate) enum PlayerChoice {
    Human,
    Engine(Spec),
}

impl FromStr for PlayerChoice {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "human" => Ok(Self::Human),
            _ => engine(text).map(Self::Engine),
        }
    }
}

/// Where games begin. A file is read later.
#[derive(Clone, Debug)]
pub(crate) enum OpeningsChoice {
    /// A text that [`Openings`] reads.
    Made(String),
    File(BookSource),
}

impl FromStr for OpeningsChoice {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if text.starts_with("file:") {
            return text.parse().map(Self::File);
        }
        text.parse::<Openings>().map(|_| Self::Made(text.to_owned()))
    }
}

/// The tables of a game.
pub(crate) fn subject(text: &str) -> Result<Subject, TextError> {
    let found = Subject::ALL.into_iter().find(|subject| subject.name() == text);
    found.ok_or_else(|| match game_name(text) {
        Ok(_) => TextError::new("game", text, "there are no tables of it"),
        Err(error) => error,
    })
}

/// A constant of the search, by its name.
pub(crate) fn parameter(text: &str) -> Result<Parameter, TextError> {
    let names = Parameter::ALL.map(Parameter::name);
    Parameter::named(text).ok_or_else(|| {
        let meant = did_you_mean(text, names);
        TextError::new("constant", text, format!("{meant}known are {}", names.join(", ")))
    })
}

/// A whole number in a range.
pub(crate) fn within(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, TextError> + Clone {
    move |text| {
        let value = read_count(text)?;
        if (least..=most).contains(&value) {
            return Ok(value);
        }
        Err(TextError::new("number", text, format!("must be {least} to {most}")))
    }
}

/// A number in a range.
pub(crate) fn between(least: f32, most: f32) -> impl Fn(&str) -> Result<f32, TextError> + Clone {
    move |text| {
        let value = text.parse().ok().filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| TextError::new("number", text, format!("must be {least} to {most}")))
    }
}

/// A text that can be read, for those who want it as it was written.
pub(crate) fn checked<T>(
    read: impl Fn(&str) -> Result<T, TextError> + Clone,
) -> impl Fn(&str) -> Result<String, TextError> + Clone {
    move |text| read(text).map(|_| text.to_owned())
}

/// The error about a value as a line that begins with where the value stands: `--games "abc": expected a
/// whole number`.
pub(crate) fn complaint(place: &str, value: &str, error: &TextError) -> String {
    if !place.starts_with('-') {
        return error.to_string();
    }
    let value_is_all = error.text == value;
    let detail = if value_is_all { error.reason.clone() } else { error.to_string() };
    format!("{place} \"{}\": {detail}", Excerpt(value))
}
