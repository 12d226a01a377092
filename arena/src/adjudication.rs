//! Adjudication: ending games early by the scores that the engines report.

use crate::ending::Ending;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;
use plywood_play::{Excerpt, TextError, read_bytes, read_count, read_duration, write_duration};
use plywood_search::{Outcome, Score, Side};

/// The rule by which a game is resigned for an engine.
///
/// ```
/// use plywood_arena::Resign;
///
/// let rule: Resign = "score=600,moves=3,both".parse().unwrap();
/// assert_eq!((rule.score, rule.moves, rule.both), (600, 3, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resign {
    /// The score, in units of the evaluations, from 1 to 30 000. The loser's score is at most its negative.
    pub score: i32,
    /// The number of consecutive turns of the loser, at least 1.
    pub moves: u32,
    /// Whether the winner too must have seen at least this score for as many turns.
    pub both: bool,
}

/// The rule by which a game is drawn: both engines see about zero for long enough.
///
/// ```
/// let rule: plywood_arena::EvenGame = "score=10,moves=8,after=60".parse().unwrap();
/// assert_eq!(rule.after, 60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EvenGame {
    /// The greatest absolute score, in units of the evaluations, that counts as zero; 0 to 30 000.
    pub score: i32,
    /// The number of consecutive turns of each engine, at least 1.
    pub moves: u32,
    /// The number of plies from the start of the game before which the rule does not apply.
    pub after: usize,
}

/// The rule by which a game goes to whoever is proven to win it. It holds for games that an engine resigns,
/// or loses by a crash, an illegal answer or on time, and before each turn of other games.
///
/// ```
/// use plywood_arena::ByProof;
///
/// let rule: ByProof = "solve=2s".parse().unwrap();
/// assert_eq!(rule.to_string(), "solve=2s,early=10,hash=16MB");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByProof {
    /// The time for a proof about a game that was broken off.
    pub time: Option<Duration>,
    /// The nodes for it. Without a `time` games do not depend on how fast the machine is.
    pub nodes: Option<u64>,
    /// So many hundredths of these limits are spent before each turn, 0 to 100. No engine's clock runs then.
    pub early: u32,
    /// The memory for a proof in bytes, whole megabytes.
    pub hash: usize,
}

/// `solve=2s,early=10,hash=16MB`, with `nodes=1000000` beside or in place of `solve=2s`.
impl fmt::Display for ByProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(time) = self.time {
            write!(f, "solve={},", write_duration(time))?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, "nodes={nodes},")?;
        }
        write!(f, "early={},hash={}MB", self.early, self.hash >> 20)
    }
}

/// Reads what `Display` writes, in any order; `early` is 10 and `hash` 16MB if they are left out.
impl FromStr for ByProof {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        const MEGABYTE: usize = 1 << 20;
        let words = Words::read("adjudicate", text, &["solve", "nodes", "early", "hash"])?;
        let wrong = |error: TextError| words.error(error.to_string());
        let time = words.get("solve").map(read_duration).transpose().map_err(wrong)?;
        let nodes = words.get("nodes").map(read_count).transpose().map_err(wrong)?;
        if time.is_none() && nodes.is_none() {
            return Err(words.error("`solve` or `nodes` is missing, such as solve=2s".to_owned()));
        }
        let early = if words.get("early").is_some() { words.number("early", 0, 100)? as u32 } else { 10 };
        let hash = words.get("hash").map_or(Ok(16 * MEGABYTE), read_bytes).map_err(wrong)?;
        if hash < MEGABYTE {
            return Err(words.error("`hash` should be a megabyte or more".to_owned()));
        }
        Ok(Self { time, nodes, early, hash: hash - hash % MEGABYTE })
    }
}

/// Writes `score=600,moves=3`, with `,both` if both engines must agree.
impl fmt::Display for Resign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = if self.both { ",both" } else { "" };
        write!(f, "score={},moves={}{both}", self.score, self.moves)
    }
}

/// Writes `score=10,moves=8,after=60`.
impl fmt::Display for EvenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score={},moves={},after={}", self.score, self.moves, self.after)
    }
}

/// Reads what `Display` writes, in any order.
impl FromStr for Resign {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let words = Words::read("resign", text, &["score", "moves", "both"])?;
        let score = words.number("score", 1, Score::MAX_HEURISTIC.value() as u64)? as i32;
        let moves = words.number("moves", 1, u64::from(u32::MAX))? as u32;
        let both = match words.get("both") {
            None => false,
            Some("") => true,
            Some(value) => {
                return Err(words.error(format!("`both={}`: `both` takes no value", Excerpt(value))));
            }
        };
        Ok(Self { score, moves, both })
    }
}

/// Reads what `Display` writes, in any order; `after` is 0 if it is left out.
impl FromStr for EvenGame {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let words = Words::read("draw", text, &["score", "moves", "after"])?;
        let score = words.number("score", 0, Score::MAX_HEURISTIC.value() as u64)? as i32;
        let moves = words.number("moves", 1, u64::from(u32::MAX))? as u32;
        let after =
            if words.get("after").is_some() { words.number("after", 0, u64::from(u32::MAX))? } else { 0 };
        Ok(Self { score, moves, after: after as usize })
    }
}

/// The words of a rule: `name=value`, or a name alone.
struct Words<'a> {
    what: &'static str,
    text: &'a str,
    given: Vec<(&'a str, &'a str)>,
}

impl<'a> Words<'a> {
    fn read(what: &'static str, text: &'a str, names: &[&str]) -> Result<Self, TextError> {
        let mut read = Self { what, text, given: Vec::new() };
        for word in text.split(',') {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            if !names.contains(&name) {
                return Err(read.error(format!("`{}` is none of {}", Excerpt(name), names.join(", "))));
            }
            if read.get(name).is_some() {
                return Err(read.error(format!("`{}` is given twice", Excerpt(name))));
            }
            read.given.push((name, value));
        }
        Ok(read)
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        self.given.iter().find(|(word, _)| *word == name).map(|(_, value)| *value)
    }

    fn number(&self, name: &str, least: u64, most: u64) -> Result<u64, TextError> {
        let value = self.get(name).ok_or_else(|| self.error(format!("`{name}` is missing")))?;
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.error(format!("`{name}={}` should be {least} to {most}", Excerpt(value))))
    }

    fn error(&self, reason: String) -> TextError {
        TextError::new(self.what, self.text, reason)
    }
}

/// The number of consecutive turns for which each condition has held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Streaks {
    hopeless: u32,
    winning: u32,
    even: u32,
}

/// Watches the scores of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    resign: Option<Resign>,
    even: Option<EvenGame>,
    streaks: [Streaks; 2],
}

impl Judge {
    pub(crate) fn new(resign: Option<Resign>, even: Option<EvenGame>) -> Self {
        Self { resign, even, streaks: Default::default() }
    }

    /// Records an engine's score of its turn; `None` if it has none, as for a move from a book.
    pub(crate) fn hear(&mut self, engine: usize, score: Option<Score>) {
        let longer = |streak: u32, goes_on: bool| if goes_on { streak.saturating_add(1) } else { 0 };
        let value = score.map(Score::value);
        let resign = self.resign.map_or(i32::MAX, |rule| rule.score);
        let even = self.even.map_or(-1, |rule| rule.score);
        let streaks = &mut self.streaks[engine];
        streaks.hopeless = longer(streaks.hopeless, value.is_some_and(|value| value <= -resign));
        streaks.winning = longer(streaks.winning, value.is_some_and(|value| value >= resign));
        streaks.even = longer(streaks.even, value.is_some_and(|value| value.abs() <= even));
    }

    /// The result of a game of this many plies, if it need not be continued. `first` is the engine that plays
    /// first.
    pub(crate) fn verdict(&self, plies: usize, first: usize) -> Option<(Outcome, Ending)> {
        if let Some(loser) = self.loser() {
            let winner = if loser == first { Side::Second } else { Side::First };
            return Some((Outcome::Win(winner), Ending::Resignation { engine: loser }));
        }
        let rule = self.even?;
        let is_even = plies >= rule.after && self.streaks.iter().all(|streaks| streaks.even >= rule.moves);
        is_even.then_some((Outcome::Draw, Ending::EvenScores))
    }

    fn loser(&self) -> Option<usize> {
        let rule = self.resign?;
        (0..2).find(|&engine| {
            let agreed = !rule.both || self.streaks[1 - engine].winning >= rule.moves;
            agreed && self.streaks[engine].hopeless >= rule.moves
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(resign: Option<&str>, even: Option<&str>) -> Judge {
        Judge::new(resign.map(|text| text.parse().unwrap()), even.map(|text| text.parse().unwrap()))
    }

    /// The verdict after scores of engines 0 and 1 in turn; engine 0 is the first player.
    fn after(mut judge: Judge, scores: &[i32]) -> Option<Ending> {
        for (turn, &score) in scores.iter().enumerate() {
            judge.hear(turn % 2, Some(Score::heuristic(score)));
        }
        judge.verdict(scores.len(), 0).map(|(_, ending)| ending)
    }

    #[test]
    fn texts_are_read_back() {
        for text in ["score=600,moves=3", "score=1,moves=1,both"] {
            assert_eq!(text.parse::<Resign>().unwrap().to_string(), text);
        }
        let text = "score=0,moves=8,after=60";
        assert_eq!(text.parse::<EvenGame>().unwrap().to_string(), text);
        for text in [
            "solve=2s,early=10,hash=16MB",
            "solve=0.5s,nodes=7,early=0,hash=1MB",
            "nodes=9,early=100,hash=2MB",
        ] {
            assert_eq!(text.parse::<ByProof>().unwrap().to_string(), text);
        }
        assert_eq!("moves=8,score=0".parse::<EvenGame>().unwrap().after, 0);
    }

    #[test]
    fn errors_name_the_word() {
        for (text, part) in [
            ("", "`` is none of score, moves, both"),
            ("score=5", "`moves` is missing"),
            ("score=5,score=5", "`score` is given twice"),
            ("score=0,moves=3", "`score=0` should be 1 to 30000"),
            ("score=5,moves=-1", "`moves=-1` should"),
            ("score=5,moves=1,both=off", "`both` takes no value"),
        ] {
            let error = text.parse::<Resign>().expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
        assert!("score=30001,moves=3".parse::<EvenGame>().is_err());
        for (text, part) in [
            ("early=5", "`solve` or `nodes` is missing"),
            ("solve=soon", "\"soon\""),
            ("solve=1s,early=101", "`early=101` should be 0 to 100"),
            ("solve=1s,hash=1kB", "a megabyte or more"),
        ] {
            let error = text.parse::<ByProof>().expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn an_engine_resigns_after_so_many_hopeless_scores_in_a_row() {
        let rule = || judge(Some("score=100,moves=2"), None);
        assert_eq!(after(rule(), &[-100, 0, 0, 0, -100]), None);
        assert_eq!(after(rule(), &[-100, 0, -300]), Some(Ending::Resignation { engine: 0 }));
        assert_eq!(after(rule(), &[0, -100, 0, -100]), Some(Ending::Resignation { engine: 1 }));
    }

    #[test]
    fn the_winner_may_have_to_agree() {
        let rule = || judge(Some("score=100,moves=2,both"), None);
        assert_eq!(after(rule(), &[-100, 100, -100, 99]), None);
        assert_eq!(after(rule(), &[-100, 100, -100, 100]), Some(Ending::Resignation { engine: 0 }));
    }

    #[test]
    fn the_other_side_wins_a_game_that_is_resigned() {
        let mut judge = judge(Some("score=100,moves=1"), None);
        judge.hear(1, Some(Score::loss_in(5)));
        assert_eq!(judge.verdict(1, 1).unwrap().0, Outcome::Win(Side::Second));
        assert_eq!(judge.verdict(1, 0).unwrap().0, Outcome::Win(Side::First));
    }

    #[test]
    fn an_even_game_is_drawn_when_both_have_said_so_and_it_is_late_enough() {
        let rule = || judge(None, Some("score=10,moves=2,after=6"));
        assert_eq!(after(rule(), &[5, -10, 10, 0]), None);
        assert_eq!(after(rule(), &[5, -10, 10, 0, 11, 0, 1]), None);
        assert_eq!(after(rule(), &[5, -10, 10, 0, 3, 0]), Some(Ending::EvenScores));
    }

    #[test]
    fn an_engine_without_an_opinion_has_none_that_counts() {
        let mut judge = judge(None, Some("score=10,moves=1"));
        judge.hear(0, Some(Score::ZERO));
        judge.hear(1, None);
        assert_eq!(judge.verdict(9, 0), None);
    }

    #[test]
    fn without_rules_every_game_goes_on() {
        assert_eq!(after(judge(None, None), &[0, 0, -30_000, 30_000]), None);
    }
}
