//! Sixty positions a game whose best moves are known, and how many of them a search finds: selective search
//! is judged by what it finds, not by its nominal depth.
//!
//! `bench/positions` holds the files, a position a line; [`wins`] and [`sight`] are how the best moves became
//! known, [`found`] is how searches are judged by them.

pub mod found;
pub mod sight;
mod turns;
pub mod wins;

use core::fmt;
use plywood_play::{Session, TextError};
use plywood_registry::parse;

/// The files, by the name of their game.
const FILES: [(&str, &str); 4] = [
    ("loa", include_str!("../../positions/loa.txt")),
    ("gekitai", include_str!("../../positions/gekitai.txt")),
    ("hex", include_str!("../../positions/hex.txt")),
    ("arimaa", include_str!("../../positions/arimaa.txt")),
];

/// The certainty of the best moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// Those listed are proven to win, all others not to.
    Complete,
    /// Those listed are proven to win; others may win too, but no proof was found within its limits.
    Partial,
    /// All others are proven to lose at once; whether those listed hold the game is not known.
    Only,
    /// Those listed win, as their source has it; nothing is proven here.
    Recorded,
    /// Nothing is proven: two long searches, one of them full-width, agree on the one move listed.
    Agreed,
}

impl Certainty {
    const ALL: [Self; 5] = [Self::Complete, Self::Partial, Self::Only, Self::Recorded, Self::Agreed];

    /// The word for it in a file.
    const fn word(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Partial => "partial",
            Self::Only => "only",
            Self::Recorded => "recorded",
            Self::Agreed => "agreed",
        }
    }
}

/// A position and its best moves.
///
/// As text a line of five parts between bars: the game, with rules where they are not the default; the
/// position; the best moves, a whole turn each, with commas between them; how certain they are; and where the
/// position comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// The game's name, with rules where they are not the default.
    pub game: String,
    /// The position in the game's own text.
    pub position: String,
    /// The best moves, a whole turn each; one at least.
    pub best: Vec<String>,
    /// The certainty of the best moves.
    pub certainty: Certainty,
    /// Where the position comes from, and what was asked of the proof.
    pub source: String,
}

impl KnownPosition {
    /// Reads a line, and plays each of its best moves.
    fn read(line: &str) -> Result<Self, Reason> {
        let parts: Vec<_> = line.split(" | ").collect();
        let [game, position, best, certainty, source] = parts[..] else {
            return Err(Reason::Parts(parts.len()));
        };
        let word = Certainty::ALL.into_iter().find(|known| known.word() == certainty);
        let known = Self {
            game: game.to_owned(),
            position: position.to_owned(),
            best: best.split(", ").map(str::to_owned).collect(),
            certainty: word.ok_or_else(|| Reason::Certainty(certainty.to_owned()))?,
            source: source.to_owned(),
        };
        known.reached().map_err(Reason::Text)?;
        Ok(known)
    }

    /// A game that begins with the position.
    ///
    /// # Errors
    ///
    /// If the game, the rules or the position do not read.
    pub fn session(&self) -> Result<Box<dyn Session>, TextError> {
        let (game, rules) = parse(&self.game)?;
        game.session(&rules, Some(&self.position))
    }

    /// The positions after the best moves: where turns have several steps, one position may be reached in
    /// many ways.
    fn reached(&self) -> Result<Vec<String>, TextError> {
        let session = self.session()?;
        self.best.iter().map(|mv| after(&*session, mv)).collect()
    }
}

impl fmt::Display for KnownPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, position, best, certainty, source } = self;
        write!(f, "{game} | {position} | {} | {} | {source}", best.join(", "), certainty.word())
    }
}

/// The text of the position after a turn.
fn after(session: &dyn Session, turn: &str) -> Result<String, TextError> {
    let mut session = session.fork();
    session.play(turn)?;
    Ok(session.position())
}

/// A line that holds no position with its best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: Reason,
}

/// The error in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It has another number of parts than five.
    Parts(usize),
    /// It does not say how certain the moves are.
    Certainty(String),
    /// The game, the rules, the position or a move do not read, or the move cannot be played there.
    Text(TextError),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.reason {
            Reason::Parts(parts) => write!(
                f,
                "{parts} parts between bars; expected game | position | best moves | certainty | source"
            ),
            Reason::Certainty(word) => {
                write!(
                    f,
                    "\"{}\" is none of complete, partial, only, recorded and agreed",
                    word.escape_debug()
                )
            }
            Reason::Text(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for LineError {}

/// Reads a file of positions: a line each, but for empty ones and those that begin with `#`.
///
/// # Errors
///
/// The first line that is none, with its number.
pub fn read(text: &str) -> Result<Vec<KnownPosition>, LineError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let known = lines.map(|(index, line)| {
        KnownPosition::read(line).map_err(|reason| LineError { line: index + 1, reason })
    });
    known.collect()
}

/// The positions of a game, by its name; none if there is no such game.
///
/// # Errors
///
/// If the file of the game does not read; a test keeps that from happening.
pub fn of_game(name: &str) -> Result<Vec<KnownPosition>, LineError> {
    FILES.iter().find(|(game, _)| *game == name).map_or_else(|| Ok(Vec::new()), |(_, text)| read(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "gekitai | 6/1x4/3o2/6/6/6 x | c3, d2 | complete | a test";

    #[test]
    fn a_line_is_read_and_written() {
        let known = &read(&format!("# a comment\n\n{LINE}\n")).unwrap()[0];
        assert_eq!(known.best, ["c3", "d2"]);
        assert_eq!((known.certainty, known.source.as_str()), (Certainty::Complete, "a test"));
        assert_eq!(known.to_string(), LINE);
    }

    #[test]
    fn turns_that_reach_one_position_are_one_answer() {
        let line = "arimaa | g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR] \
            | Ed2n Ed3n Me2n pass | agreed | a test";
        let known = KnownPosition::read(line).unwrap();
        let other = after(&*known.session().unwrap(), "Me2n Ed2n Ed3n pass").unwrap();
        assert_eq!(known.reached().unwrap(), [other]);
    }

    #[test]
    fn errors_name_the_line_and_the_text() {
        for (line, part) in [
            ("gekitai | 6/6/6/6/6/6 x | c3", "line 2: 3 parts between bars"),
            ("chess | 8/8 w | e4 | complete | a test", "line 2: game \"chess\""),
            ("gekitai:both=none | 6/6/6/6/6/6 x | c3 | complete | a test", "line 2: rules \"both=none\""),
            ("gekitai | 6/6/6/6/6/7 x | c3 | complete | a test", "line 2: position \"6/6/6/6/6/7 x\""),
            ("gekitai | 6/6/6/6/6/6 x | c3, g7 | complete | a test", "line 2: move \"g7\""),
            ("gekitai | 6/1x4/6/6/6/6 o | b5 | complete | a test", "line 2: move \"b5\""),
            ("gekitai | 6/6/6/6/6/6 x |  | complete | a test", "line 2: move \"\""),
            ("gekitai | 6/6/6/6/6/6 x | c3 | sure | a test", "line 2: \"sure\" is none of"),
        ] {
            let error = read(&format!("{LINE}\n{line}\n")).expect_err(line).to_string();
            assert!(error.starts_with(part), "{error}");
        }
    }

    #[test]
    fn every_file_is_named_after_a_game_and_holds_its_positions() {
        for (name, text) in FILES {
            for known in read(text).unwrap() {
                let session = known.session().unwrap();
                assert_eq!(session.info().name, name);
                assert_eq!(session.position(), known.position);
                assert!(session.result().is_none(), "{known}");
            }
        }
    }
}
