//! Descriptions: the text that identifies a match.

use crate::matches::Match;
use crate::openings::Openings;
use plywood_play::write_duration;

/// Everything that determines the games of a match, apart from the time that engines take. Two matches with
/// equal descriptions are the same match, and one continues the other's games.
///
/// The number of games, the test and the number of threads are not part of it: they determine how much is
/// played, not what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Description {
    /// The name of the game.
    pub game: String,
    /// Its rules in full, every option written out.
    pub rules: String,
    /// The position that games begin with, unless the openings come from a book.
    pub position: String,
    /// The moves played from there before the openings.
    pub moves: String,
    /// The engines.
    pub engines: [String; 2],
    /// Their builds; empty where they are not known.
    pub builds: [String; 2],
    /// The openings; for a book, its digest.
    pub openings: String,
    /// The seed.
    pub seed: u64,
    /// Clock, margin, adjudication and the greatest length, `name value` each, separated by semicolons.
    pub conditions: String,
}

impl Match {
    /// The text of everything that determines the games.
    pub fn description(&self) -> Description {
        Description::of(self)
    }
}

impl Description {
    fn of(contest: &Match) -> Self {
        let start = contest.start();
        let is_book = matches!(contest.openings, Openings::Book(_));
        let from_start = |text: String| if is_book { String::new() } else { text };
        Self {
            game: start.info().name.to_owned(),
            rules: start.rules(),
            position: from_start(start.start()),
            moves: from_start(start.moves().join(" ")),
            engines: contest.engines.each_ref().map(ToString::to_string),
            builds: contest.builds.clone(),
            openings: contest.openings.identity(),
            seed: contest.seed,
            conditions: conditions(contest),
        }
    }

    /// Whether the games have a clock.
    #[cfg(feature = "store")]
    pub(crate) fn has_clock(&self) -> bool {
        self.conditions.split("; ").any(|condition| condition.starts_with(CLOCK))
    }
}

const CLOCK: &str = "clock ";

fn conditions(contest: &Match) -> String {
    let mut words = vec![format!("max-plies {}", contest.max_plies)];
    words.extend(contest.control.map(|control| format!("{CLOCK}{control}")));
    words.extend(contest.margin.map(|margin| format!("margin {}", write_duration(margin))));
    words.extend(contest.resign.map(|rule| format!("resign {rule}")));
    words.extend(contest.even_game.map(|rule| format!("draw {rule}")));
    words.extend(contest.by_proof.map(|rule| format!("adjudicate {rule}")));
    words.join("; ")
}
