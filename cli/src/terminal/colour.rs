//! Colours. Texts for people carry them always; `Output` and standard error take them out where they are not
//! wanted: in a file or a pipe, where `NO_COLOR` is set, and with `--color never`.

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use clap::builder::Styles;
use std::ffi::OsString;
use std::fmt::Display;

/// The choice of `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourChoice {
    /// Colours where the output is a terminal, unless the environment says otherwise (`NO_COLOR`)
    #[default]
    Auto,
    /// Colours everywhere
    Always,
    /// No colours
    Never,
}

impl ColourChoice {
    /// Makes the choice for the whole program.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }

    /// The choice of a command line that clap has not read, because it asks for help or is wrong.
    pub(crate) fn of_words(words: impl IntoIterator<Item = OsString>) -> Self {
        let mut words = words.into_iter().filter_map(|word| word.into_string().ok());
        while let Some(word) = words.next() {
            let value = match word.as_str() {
                "--color" => words.next(),
                word => word.strip_prefix("--color=").map(str::to_owned),
            };
            if let Some(choice) = value.and_then(|value| Self::from_str(&value, false).ok()) {
                return choice;
            }
        }
        Self::Auto
    }
}

/// Titles and headings.
pub(crate) const HEADING: Style = Style::new().bold().underline();
/// Names that can be typed.
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
/// Answers: the best move, a result.
pub(crate) const ANSWER: Style = AnsiColor::Green.on_default().bold();
/// What should not be overlooked.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// Errors.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What matters less than the rest.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// The pieces of the first and of the second side.
pub(crate) const SIDES: [Style; 2] =
    [AnsiColor::Cyan.on_default().bold(), AnsiColor::Magenta.on_default().bold()];

/// The colours of help.
pub(crate) const HELP: Styles =
    Styles::styled().header(HEADING).usage(HEADING).literal(NAME).placeholder(Style::new());

/// A text in a style.
pub(crate) fn painted(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_is_found_in_a_line_that_was_not_read() {
        let choice = |line: &str| ColourChoice::of_words(line.split(' ').map(OsString::from));
        assert_eq!(choice("plywood --color always --help"), ColourChoice::Always);
        assert_eq!(choice("plywood show loa --color=never -h"), ColourChoice::Never);
        for line in ["plywood --help", "plywood --color", "plywood --color=red"] {
            assert_eq!(choice(line), ColourChoice::Auto, "{line}");
        }
    }
}
