//! Positions to learn from, out of records of games.

use crate::model::expected;
use crate::seed::mix;
use crate::self_play::{SCORES, UNSEARCHED, VISITS};
use crate::sets::Sets;
use core::fmt::Display;
use fxhash::FxHashSet;
use plywood_net::Features;
use plywood_play::{Definition, Notation, Record, RecordedResult, TextError, read_records};
use plywood_search::{Game, Hints, Outcome, Position, Score, Side};

/// Positions with what is to be learnt of them, as arrays.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The active features: two views a position, the mover's first.
    pub(crate) views: Sets,
    /// The points that a network's are added to, for the player who moves.
    pub(crate) bases: Vec<f32>,
    /// Whether the first player moves.
    pub(crate) firsts: Vec<bool>,
    /// The phase of each position.
    pub phases: Vec<u8>,
    /// The score of the search in points, for the player who moves; not a number where none is known.
    pub scores: Vec<f32>,
    /// The result of the game for the player who moves: 1, 0.5 or 0; not a number where none is known.
    pub results: Vec<f32>,
    /// The number of each position's game.
    pub games: Vec<u32>,
    /// The number of what is learnt from or kept for validation as a whole: a game, or up to a thousand
    /// positions after each other that have values of their own. They may be from one search, and alike.
    pub groups: Vec<u32>,
    /// The plies played before each position.
    pub plies: Vec<u16>,
}

impl Samples {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.phases.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.phases.is_empty()
    }

    /// The active features of a position in the view of the player who moves (0) or of the opponent (1).
    #[inline]
    pub fn view(&self, position: usize, view: usize) -> impl Iterator<Item = usize> {
        self.views.of(2 * position + view)
    }

    /// Whether a network's points are added to others.
    pub fn has_base(&self) -> bool {
        self.bases.iter().any(|&base| base != 0.0)
    }

    /// A number that stands for the content.
    pub fn digest(&self) -> u64 {
        let bytes = self.views.bytes().iter().map(|&byte| u64::from(byte));
        let numbers = |floats: &[f32]| floats.iter().fold(0, |state, x| mix(state ^ u64::from(x.to_bits())));
        let labels = [&self.scores, &self.results, &self.bases];
        let start = labels.into_iter().fold(0, |state, floats| mix(state ^ numbers(floats)));
        bytes.fold(start, |state, word| mix(state ^ word))
    }

    fn push<P: Position, F: Features<P>>(&mut self, features: &F, position: &P) {
        let (mover, seen) = (position.side_to_move(), features.see(position));
        for side in [mover, !mover] {
            let mut active = Vec::with_capacity(features.most_active());
            features.active(&seen, side, &mut |feature| active.push(feature as u16));
            self.views.push(&mut active);
        }
        self.phases.push(features.phase(&seen) as u8);
        self.bases.push(features.base(position) as f32);
        self.firsts.push(mover == Side::First);
    }

    /// Puts in place of each result the mean of what follows in the game: with weight 1 - `persistence` the
    /// score of the next position, and with weight `persistence` what stands in place of that one's result.
    /// That is the lambda-return of Sutton (1988): less noise than in results, more foresight than in scores.
    pub fn look_ahead(&mut self, persistence: f32, scale: f32) {
        for position in (1..self.len()).rev() {
            let before = position - 1;
            if self.games[before] != self.games[position] || self.scores[position].is_nan() {
                continue;
            }
            let guess = expected(self.scores[position] / scale);
            let later = Some(self.results[position]).filter(|result| !result.is_nan()).unwrap_or(guess);
            let seen = guess + persistence * (later - guess);
            let is_same_side = self.firsts[before] == self.firsts[position];
            self.results[before] = if is_same_side { seen } else { 1.0 - seen };
        }
    }
}

/// The tag of a record without moves that holds the value of its position, in points for the player who moves.
/// Another search or another program gives the value.
pub const VALUE: &str = "value";

/// Counts of what was read and what was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The games.
    pub games: usize,
    /// The games that the first player won, that were drawn, that the second player won, and the others.
    pub results: [usize; 4],
    /// The plies of all games.
    pub plies: usize,
    /// The positions with a value of their own, apart from any game.
    pub judged: usize,
    /// Positions left out because their move was not searched: of openings, and of random moves.
    pub unsearched: usize,
    /// Positions left out because the search had proven a win or loss.
    pub decisive: usize,
    /// Positions left out because the move that was played is a capture or the like.
    pub noisy: usize,
    /// Positions left out because the same position had occurred before, in any game.
    pub duplicates: usize,
}

/// The positions to leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Whether to leave out positions in which the search had proven a win or loss.
    pub decisive: bool,
    /// Whether to leave out positions in which a noisy move was played.
    pub noisy: bool,
    /// Whether to keep one of several equal positions.
    pub duplicates: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Self { decisive: true, noisy: false, duplicates: true }
    }
}

/// Reads games into [`Samples`], one text after the other.
#[derive(Debug)]
pub struct Reader<F> {
    features: F,
    filter: Filter,
    seen: FxHashSet<u64>,
    /// The number of the game that is read, or of the position that belongs to none.
    number: u32,
    /// The number of the group that is read.
    group: u32,
    /// The number of positions with values of their own since the last game.
    judged: usize,
    /// The positions read.
    pub samples: Samples,
    /// The counts of what was read.
    pub counts: Counts,
}

impl<F> Reader<F> {
    /// A reader for the inputs of a network.
    pub fn new(features: F, filter: Filter) -> Self {
        Self {
            features,
            filter,
            seen: FxHashSet::default(),
            number: 0,
            group: 0,
            judged: 0,
            samples: Samples::default(),
            counts: Counts::default(),
        }
    }

    /// Reads a text of records.
    ///
    /// Where a record has the tag [`SCORES`], only positions that were searched are taken; where it has none,
    /// all are.
    ///
    /// # Errors
    ///
    /// If the game has no networks for these rules; or, with its line, if a record cannot be read, is of
    /// another game or other rules, has other than a score for each ply, or has an illegal move.
    pub fn read<D: Definition>(&mut self, text: &str, rules: &str) -> Result<(), TextError>
    where
        F: Features<D::Position>,
    {
        let rules = rules_of::<D>(rules)?;
        let wanted = rules.to_string();
        if !D::has_networks(&rules) {
            return Err(TextError::new(
                "rules",
                wanted,
                format!("{} has no networks for them", D::INFO.name),
            ));
        }
        for record in read_records(text, D::INFO.players) {
            let at =
                |line: usize, reason: &dyn Display| TextError::new("games", format!("line {line}"), reason);
            let record = record.map_err(|error| at(error.line, &error.reason))?;
            self.read_game::<D>(&record, &wanted).map_err(|reason| at(record.line, &reason))?;
        }
        Ok(())
    }

    fn read_game<D: Definition>(&mut self, record: &Record, wanted: &str) -> Result<(), TextError>
    where
        F: Features<D::Position>,
    {
        if let Some(game) = record.tag("game").filter(|&game| game != D::INFO.name) {
            return Err(TextError::new("game", game, format!("{} is learnt", D::INFO.name)));
        }
        let rules = rules_of::<D>(record.tag("rules").unwrap_or_default())?;
        if rules.to_string() != wanted {
            return Err(TextError::new("rules", rules.to_string(), format!("{wanted} is learnt")));
        }
        let start = match record.tag("position") {
            None => D::Position::start(&rules),
            Some(text) => {
                D::Position::read(text, &rules).map_err(|reason| TextError::new("position", text, reason))?
            }
        };
        if let Some(value) = record.tag(VALUE) {
            return self.read_judged(&start, value, record.moves.len());
        }
        (self.group, self.judged) = (self.number, 0);
        let scores = record.tag(SCORES).map(|words| scores(words, record.moves.len())).transpose()?;
        let mut game = Game::new(start);
        for (ply, text) in record.moves.iter().enumerate() {
            let position = game.position().clone();
            let mv = position.read_move(text).map_err(|reason| TextError::new("move", text, reason))?;
            game.play(mv).map_err(|reason| TextError::new("move", text, reason))?;
            match scores.as_ref().map_or(Some(f32::NAN), |scores| scores[ply]) {
                Some(_) if self.filter.noisy && position.is_noisy(mv) => self.counts.noisy += 1,
                Some(score) => self.take(&position, score, ply),
                None => self.counts.unsearched += 1,
            }
        }
        let claimed = record.result.and_then(|result| match result {
            RecordedResult::Ended(outcome) => Some(outcome),
            RecordedResult::Unknown => None,
        });
        let outcome = game.outcome().or(claimed);
        self.end(outcome);
        let index = match outcome {
            Some(Outcome::Win(Side::First)) => 0,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Win(Side::Second)) => 2,
            None => 3,
        };
        self.counts.results[index] += 1;
        self.counts.games += 1;
        self.counts.plies += record.moves.len();
        Ok(())
    }

    /// The most positions with values of their own that are kept together.
    const ALIKE: usize = 1_000;

    /// Reads a position with a value of its own. Like a game it goes to one side of the split or the other.
    fn read_judged<P: Position>(&mut self, position: &P, value: &str, plies: usize) -> Result<(), TextError>
    where
        F: Features<P>,
    {
        if plies > 0 {
            return Err(TextError::new("moves", plies.to_string(), "follow a position with a value"));
        }
        let score = value.parse().ok().filter(|value: &f32| value.is_finite());
        let score = score.ok_or_else(|| TextError::new(VALUE, value, "is not a number"))?;
        self.counts.judged += 1;
        if self.judged.is_multiple_of(Self::ALIKE) {
            self.group = self.number;
        }
        self.judged += 1;
        self.take(position, score, 0);
        self.end(None);
        Ok(())
    }

    /// Takes a position unless it is to be left out. Its result is filled in when the game ends.
    fn take<P: Position>(&mut self, position: &P, score: f32, ply: usize)
    where
        F: Features<P>,
    {
        if self.filter.decisive && score.abs() > Score::MAX_HEURISTIC.value() as f32 {
            self.counts.decisive += 1;
        } else if self.filter.duplicates && !self.seen.insert(position.key()) {
            self.counts.duplicates += 1;
        } else {
            self.samples.push(&self.features, position);
            self.samples.scores.push(score);
            self.samples.plies.push(ply.min(usize::from(u16::MAX)) as u16);
            self.samples.games.push(self.number);
            self.samples.groups.push(self.group);
            // The side for now, the result as soon as it is known.
            self.samples.results.push(f32::from(position.side_to_move() == Side::First));
        }
    }

    /// Fills in the result of a game's positions, and goes on to the next game.
    fn end(&mut self, outcome: Option<Outcome>) {
        for (result, game) in self.samples.results.iter_mut().zip(&self.samples.games).rev() {
            if *game != self.number {
                break;
            }
            let side = if *result > 0.5 { Side::First } else { Side::Second };
            *result = match outcome {
                None => f32::NAN,
                Some(Outcome::Draw) => 0.5,
                Some(Outcome::Win(winner)) => f32::from(winner == side),
            };
        }
        self.number += 1;
    }
}

/// The scores of all plies of a game, from the words of the tag; `None` where a ply was not searched.
fn scores(words: &str, plies: usize) -> Result<Vec<Option<f32>>, TextError> {
    each_ply(SCORES, words, plies, |word| match word.parse::<f32>() {
        _ if word == UNSEARCHED => Ok(None),
        Ok(number) if number.is_finite() => Ok(Some(number)),
        _ => Err(TextError::new("score", word, "is not a number")),
    })
}

/// How often the search visited each move, by ply, from the tag [`VISITS`] of a record: none where no visits
/// were counted, or nobody asked for them.
///
/// # Errors
///
/// If there is other than a word for each ply, or a word is other than moves with numbers.
pub fn visits(record: &Record) -> Result<Vec<Vec<(&str, u32)>>, TextError> {
    fn of_move(text: &str) -> Option<(&str, u32)> {
        let (mv, visits) = text.rsplit_once('=')?;
        Some((mv, visits.parse().ok()?))
    }
    let plies = record.moves.len();
    let Some(words) = record.tag(VISITS) else { return Ok(vec![Vec::new(); plies]) };
    each_ply(VISITS, words, plies, |word| match word {
        UNSEARCHED => Ok(Vec::new()),
        _ => {
            word.split(',').map(of_move).collect::<Option<_>>().ok_or_else(|| {
                TextError::new(VISITS, word, "must be moves with numbers, such as d4=310,c3=290")
            })
        }
    })
}

/// Reads the words of a tag, of which there is one for each ply.
fn each_ply<'a, T>(
    tag: &'static str,
    words: &'a str,
    plies: usize,
    read: impl Fn(&'a str) -> Result<T, TextError>,
) -> Result<Vec<T>, TextError> {
    let read: Vec<_> =
        words.split(' ').filter(|word| !word.is_empty()).map(read).collect::<Result<_, _>>()?;
    if read.len() == plies {
        return Ok(read);
    }
    let reason = format!("the game has {plies} plies, and the {tag} are {}", read.len());
    Err(TextError::new(tag, words, reason))
}

fn rules_of<D: Definition>(text: &str) -> Result<<D::Position as Notation>::Rules, TextError> {
    text.parse().map_err(|reason| TextError::new("rules", text, reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_ahead_mixes_the_scores_that_follow_with_the_result() {
        // Two games of two positions with the players in turn; the second game has no result.
        let mut samples = Samples {
            scores: vec![0.0, 100.0 * 3.0_f32.ln(), 0.0, -100.0 * 3.0_f32.ln()],
            results: vec![0.0, 1.0, f32::NAN, f32::NAN],
            games: vec![0, 0, 1, 1],
            firsts: vec![true, false, true, false],
            phases: vec![0; 4],
            ..Samples::default()
        };
        samples.look_ahead(0.5, 100.0);
        assert!((samples.results[0] - 0.125).abs() < 1e-6);
        assert!((samples.results[1] - 1.0).abs() < 1e-6);
        assert!((samples.results[2] - 0.75).abs() < 1e-6);
        assert!(samples.results[3].is_nan());
    }
}
