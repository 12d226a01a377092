//! Recorded games, as the game archive of arimaa.com and engines write them.
//!
//! ```text
//! # id 1 types h/h
//! # result s termination r
//! 1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2
//! 1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 da7 hb7 cc7 md7 ee7 cf7 hg7 dh7
//! 2g Ed2n Ed3n
//! 2s takeback
//! 2g resigns
//! ```
//!
//! Games are separated by empty lines. A line that begins with `#` is a comment and holds tags, a name and a
//! value each; `result` is the winner's letter, `termination` the letter of an [`Ending`]. A turn's line
//! begins with its number and side, `w` and `b` in older records. `takeback` takes the last turn back,
//! whatever its label; `resigns` ends the game. A label alone is a turn that was not made.

mod write;

pub(crate) use write::write_game;

use crate::rules::pieces::{Colour, Kind};
use crate::rules::position::Arimaa;
use crate::rules::variants::Rules;
use crate::text::turn_text::read_label;
use core::{fmt, iter};
use plywood_play::{Cause, Excerpt, RecordError, RecordLimits, Told};
use plywood_search::{Game, Outcome, Side};

/// A recorded game, replayed.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The game, from the setup to where the record ends.
    pub game: Game<Arimaa>,
    /// The number of the record's first line, from 1.
    pub line: usize,
    /// The tags in order, `result` and `termination` among them.
    pub tags: Vec<(String, String)>,
    /// The winner that the record states.
    pub winner: Option<Colour>,
    /// The ending that the record states.
    pub ending: Option<Ending>,
}

impl RecordedGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// The ending of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// `g`: a rabbit reached its goal.
    Goal,
    /// `e`: a side has lost all its rabbits.
    Elimination,
    /// `m`: a side has no legal turn.
    Immobilization,
    /// `t`: a player ran out of time.
    Time,
    /// `r`: a player resigned.
    Resigned,
    /// `i`: a player, a program as a rule, made an illegal turn.
    Illegal,
    /// `f`: a player did not appear, or left.
    Forfeit,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Self; 7] = [
        Self::Goal,
        Self::Elimination,
        Self::Immobilization,
        Self::Time,
        Self::Resigned,
        Self::Illegal,
        Self::Forfeit,
    ];

    /// The letter that records have for it.
    pub const fn letter(self) -> char {
        match self {
            Self::Goal => 'g',
            Self::Elimination => 'e',
            Self::Immobilization => 'm',
            Self::Time => 't',
            Self::Resigned => 'r',
            Self::Illegal => 'i',
            Self::Forfeit => 'f',
        }
    }

    /// The ending of a letter, if there is one.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| ending.letter() == letter)
    }

    /// Whether the rules of the game, and not the players or the clock, decide so.
    pub const fn is_by_rule(self) -> bool {
        matches!(self, Self::Goal | Self::Elimination | Self::Immobilization)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Goal => "goal",
            Self::Elimination => "elimination",
            Self::Immobilization => "immobilization",
            Self::Time => "time",
            Self::Resigned => "resigned",
            Self::Illegal => "illegal turn",
            Self::Forfeit => "forfeit",
        })
    }
}

/// Reads a text of records, and replays each under the default rules when it is asked for.
///
/// A game is refused whole, with the line, the turn and the step, if a turn of it is not legal, a capture
/// mark is not true, or the recorded result is not what the rules say. One bad game does not spoil the
/// others.
pub fn read_games(text: &str) -> impl Iterator<Item = Result<RecordedGame, RecordError>> + '_ {
    read_games_within(text, RecordLimits::default())
}

/// The same within other limits than the default ones.
pub fn read_games_within(
    text: &str,
    limits: RecordLimits,
) -> impl Iterator<Item = Result<RecordedGame, RecordError>> + '_ {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    let games = iter::from_fn(move || {
        loop {
            let (index, first) = lines.by_ref().find(|(_, line)| !line.is_empty())?;
            let block = lines.by_ref().take_while(|(_, line)| !line.is_empty());
            if let Some(game) = read_block(iter::once((index, first)).chain(block), limits) {
                return Some(game);
            }
        }
    });
    limits.end_of_games(games, |game| game.line)
}

/// The game of a block of lines, all of which are taken; `None` if they are nothing but comments.
fn read_block<'a>(
    mut lines: impl Iterator<Item = (usize, &'a str)>,
    limits: RecordLimits,
) -> Option<Result<RecordedGame, RecordError>> {
    let mut reader: Option<Reader> = None;
    while let Some((index, line)) = lines.next() {
        let number = index + 1;
        if let Err(cause) = reader.get_or_insert_with(|| Reader::new(number, limits)).read_line(line) {
            lines.for_each(drop);
            return Some(Err(RecordError::told(number, cause)));
        }
    }
    let reader = reader.filter(|reader| reader.last_line.is_some())?;
    Some(reader.finish())
}

/// A game whose record is being read.
struct Reader {
    record: RecordedGame,
    /// The number of plies of each turn.
    turns: Vec<usize>,
    /// What kept the game from going on.
    stopped: Option<Stopped>,
    /// The label of the last turn.
    last_line: Option<String>,
    limits: RecordLimits,
    /// What has been read by now, as the limits count it.
    bytes: usize,
    nodes: usize,
}

impl Reader {
    fn new(line: usize, limits: RecordLimits) -> Self {
        let game = Game::new(Arimaa::start(Rules::default()));
        let record = RecordedGame { game, line, tags: Vec::new(), winner: None, ending: None };
        Self { record, turns: Vec::new(), stopped: None, last_line: None, limits, bytes: 0, nodes: 0 }
    }

    fn read_line(&mut self, line: &str) -> Result<(), Cause> {
        const LONGEST_LABEL: usize = 12;
        self.bytes += line.len();
        self.nodes += line.split_whitespace().count();
        self.limits.refuse_bytes(self.bytes).map_or(Ok(()), Err)?;
        self.limits.refuse_nodes(self.nodes).map_or(Ok(()), Err)?;
        if let Some(comment) = line.strip_prefix('#') {
            return self.read_tags(comment);
        }
        let (label, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let label = Excerpt(label);
        let side = read_label(label.0).filter(|_| label.0.len() <= LONGEST_LABEL).ok_or_else(|| {
            Cause::new("not-a-label", format!("\"{label}\" is no label of a turn")).with("text", label)
        })?;
        self.read_turn(label.0, side, rest.trim()).map_err(|cause| {
            Cause { sentence: format!("turn {label}: {}", cause.sentence), ..cause }.with("turn", label)
        })
    }

    /// Reads what follows the label of a turn.
    fn read_turn(&mut self, label: &str, side: Colour, turn: &str) -> Result<(), Cause> {
        if let Some(stopped) = self.stopped {
            return Err(stopped.cause());
        }
        self.last_line = Some(label.to_owned());
        match turn {
            "takeback" => {
                let none = || Cause::new("no-turn-to-take-back", "there is no turn to take back");
                self.take_back().ok_or_else(none)
            }
            "resigns" => self.resign(side),
            "" => {
                self.stopped = Some(Stopped::TurnMissing);
                self.expect_label(label, side)
            }
            turn => self.expect_label(label, side).and_then(|()| self.play(turn)),
        }
    }

    /// Takes the tags of a comment: words in pairs.
    fn read_tags(&mut self, comment: &str) -> Result<(), Cause> {
        let words: Vec<&str> = comment.split_whitespace().collect();
        for pair in words.chunks_exact(2) {
            let (name, value) = (pair[0], pair[1]);
            let letter = || value.chars().next().filter(|_| value.chars().count() == 1);
            let wrong = || {
                let value = Excerpt(value);
                let cause = Cause::new("bad-tag", format!("\"{value}\" is no {name}"));
                cause.with("text", value).with("name", name)
            };
            match name {
                "result" => {
                    self.record.winner = Some(letter().and_then(Colour::from_letter).ok_or_else(wrong)?);
                }
                "termination" => {
                    self.record.ending = Some(letter().and_then(Ending::from_letter).ok_or_else(wrong)?);
                }
                _ => {}
            }
            self.record.tags.push((name.to_owned(), value.to_owned()));
        }
        Ok(())
    }

    /// Checks that a label is that of the next turn.
    fn expect_label(&self, label: &str, side: Colour) -> Result<(), Cause> {
        let (number, turn) = (self.turns.len() / 2 + 1, self.record.game.position().turn());
        let digits = label.trim_end_matches(char::is_alphabetic);
        if side == turn && digits.parse() == Ok(number) {
            return Ok(());
        }
        let next = format!("{number}{}", turn.letter());
        Err(Cause::new("other-turn", format!("turn {next} comes next")).with("next", next))
    }

    fn play(&mut self, turn: &str) -> Result<(), Cause> {
        let game = &mut self.record.game;
        let moves = game.position().read_turn(turn).map_err(|error| error.cause())?;
        for (index, &mv) in moves.iter().enumerate() {
            let number = index + 1;
            let repeats = |error| Cause {
                sentence: format!("step {number}: {mv}: {error}"),
                ..Cause::repeats().of_move(mv).with("step", number)
            };
            game.play(mv).map_err(repeats)?;
        }
        self.turns.push(moves.len());
        Ok(())
    }

    fn take_back(&mut self) -> Option<()> {
        for _ in 0..self.turns.pop()? {
            self.record.game.undo()?;
        }
        Some(())
    }

    fn resign(&mut self, loser: Colour) -> Result<(), Cause> {
        self.stopped = Some(Stopped::Resigned);
        let record = &mut self.record;
        let winner = *record.winner.get_or_insert(!loser);
        let ending = *record.ending.get_or_insert(Ending::Resigned);
        if winner == loser {
            let sentence = format!("{loser} resigns and is recorded to have won");
            return Err(Cause::new("resigned-and-won", sentence).with("player", loser));
        }
        if ending != Ending::Resigned {
            let sentence = format!("{loser} resigns, and the record has \"{ending}\"");
            let cause = Cause::new("other-ending", sentence).with("player", loser);
            return Err(cause.with("text", ending.letter()));
        }
        Ok(())
    }

    /// Compares what is recorded of the end with what the rules say.
    fn finish(self) -> Result<RecordedGame, RecordError> {
        let Self { record, last_line, .. } = self;
        let (outcome, ending) = (record.game.outcome(), ending_by_rule(&record.game));
        let winner = outcome.and_then(Outcome::winner).map(Colour::from);
        let recorded_by_rule = record.ending.filter(|ending| ending.is_by_rule());
        let agrees = match (ending, recorded_by_rule) {
            (None, None) => true,
            (Some(_), None) => {
                record.ending.is_none() && (record.winner.is_none() || record.winner == winner)
            }
            (ending, recorded) => {
                ending == recorded && record.winner.is_none_or(|recorded| Some(recorded) == winner)
            }
        };
        if agrees {
            return Ok(record);
        }
        let (recorded, found) = ((record.winner, record.ending), (winner, ending));
        let sentence = format!(
            "after turn {}: the record has {}, the rules {}",
            last_line.as_deref().unwrap_or_default(),
            described(recorded),
            described(found)
        );
        let cause = Cause::new("other-result", sentence).with("turn", last_line.unwrap_or_default());
        let cause = cause.with("recorded", lettered(recorded)).with("found", lettered(found));
        Err(RecordError::told(record.line, cause))
    }
}

/// Why no turn can follow.
#[derive(Clone, Copy)]
enum Stopped {
    TurnMissing,
    Resigned,
}

impl Stopped {
    fn cause(self) -> Cause {
        match self {
            Self::TurnMissing => Cause::new("turn-missing", "the turn before was not made"),
            Self::Resigned => Cause::new("has-resigned", "a player has resigned"),
        }
    }
}

/// A winner and an ending in words.
fn described(result: (Option<Colour>, Option<Ending>)) -> String {
    let (None, None) = result else {
        let winner = result.0.map_or("nobody".to_owned(), |colour| colour.to_string());
        let ending = result.1.map_or("an unknown ending".to_owned(), |ending| ending.to_string());
        return format!("{winner} by {ending}");
    };
    "no result".to_owned()
}

/// A winner and an ending in the letters of records, `-` for none.
fn lettered((winner, ending): (Option<Colour>, Option<Ending>)) -> String {
    let letter = |letter: Option<char>| letter.unwrap_or('-');
    format!("{} {}", letter(winner.map(Colour::letter)), letter(ending.map(Ending::letter)))
}

/// How the rules end a game, if they do.
fn ending_by_rule(game: &Game<Arimaa>) -> Option<Ending> {
    game.outcome()?;
    let position = game.position();
    let rabbits = |colour: Colour| position.pieces(colour) & position.pieces_of_kind(Kind::Rabbit);
    let arrived =
        |colour: Colour| rabbits(colour) & crate::rules::geometry::GOALS[Side::from(colour).index()] != 0;
    Some(if Colour::BOTH.into_iter().any(arrived) {
        Ending::Goal
    } else if Colour::BOTH.into_iter().any(|colour| rabbits(colour) == 0) {
        Ending::Elimination
    } else {
        Ending::Immobilization
    })
}
