//! What clap says of a command line that it cannot read, in one line that names the offending text.

use crate::failure::Failure;
use crate::output::Output;
use crate::values::complaint;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use plywood_play::{Excerpt, TextError};
use std::error::Error as _;

/// Prints help and version as they are, and every error in one line.
pub(crate) fn answer(error: &Error, out: &mut Output) -> Result<(), Failure> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return Ok(out.text(error.render().ansi().to_string().trim_end())?);
    }
    Err(Failure::bad(reason(error).unwrap_or_else(|| first_lines(error))))
}

/// The line for the kinds of errors that people make; `None` for the others.
fn reason(error: &Error) -> Option<String> {
    let text = |kind| context(error, kind).into_iter().next();
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let place = text(ContextKind::InvalidArg).map(|argument| name(&argument));
    Some(match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            "a command is missing; `plywood --help` lists them".to_owned()
        }
        ErrorKind::InvalidSubcommand => {
            let command = text(ContextKind::InvalidSubcommand)?;
            let meant = meant(error, ContextKind::SuggestedSubcommand);
            format!(
                "unknown command \"{}\"{}",
                Excerpt(&command),
                meant.unwrap_or("; `plywood --help` lists them".to_owned())
            )
        }
        ErrorKind::UnknownArgument => {
            let argument = text(ContextKind::InvalidArg)?;
            let what =
                if argument.starts_with('-') { "unknown switch" } else { "there is one argument too many:" };
            let meant = meant(error, ContextKind::SuggestedArg).unwrap_or_default();
            format!("{what} \"{}\"{meant}", Excerpt(&argument))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<_> =
                context(error, ContextKind::InvalidArg).iter().map(|argument| name(argument)).collect();
            let verb = if missing.len() == 1 { "is" } else { "are" };
            format!("{} {verb} missing", missing.join(" and "))
        }
        ErrorKind::ValueValidation => {
            match error.source().and_then(|source| source.downcast_ref::<TextError>()) {
                Some(error) => complaint(&place?, &value, error),
                None => format!("{} \"{}\": {}", place?, Excerpt(&value), error.source()?),
            }
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("{}: its value is missing", place?),
        ErrorKind::InvalidValue => {
            let known = context(error, ContextKind::ValidValue).join(", ");
            let meant = meant(error, ContextKind::SuggestedValue).unwrap_or_default();
            format!("{} \"{}\": known are {known}{meant}", place?, Excerpt(&value))
        }
        ErrorKind::ArgumentConflict => {
            let other = context(error, ContextKind::PriorArg)
                .iter()
                .map(|argument| name(argument))
                .collect::<Vec<_>>();
            match &other[..] {
                [] => return None,
                [other] if *other == place.clone()? => format!("{other} is given twice"),
                _ => format!("{} and {} do not go together", place?, other.join(", ")),
            }
        }
        _ => return None,
    })
}

/// The texts that clap gives with an error.
fn context(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// `; did you mean "x"?`, if clap has an idea.
fn meant(error: &Error, kind: ContextKind) -> Option<String> {
    context(error, kind).first().map(|text| format!("; did you mean \"{text}\"?"))
}

/// An argument without the name of its value: `--games` for `--games <N>`, `GAME` for `<GAME>`.
fn name(argument: &str) -> String {
    let word = argument.split([' ', '=']).next().unwrap_or(argument);
    word.trim_matches(|c: char| matches!(c, '<' | '>' | '[' | ']' | '.')).to_owned()
}

/// What clap writes before the usage.
fn first_lines(error: &Error) -> String {
    let text = error.to_string();
    let lines: Vec<_> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let message = lines.join(" ");
    message.strip_prefix("error: ").unwrap_or(&message).to_owned()
}
