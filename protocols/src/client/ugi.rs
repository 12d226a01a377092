//! The controller side of UGI.

use super::variation::turns;
use super::{Allowance, Answer, Client, Heard, News, no_thoughts};
use core::time::Duration;
use plywood_play::{EngineError, Fault, Session, Thoughts};
use plywood_search::{Line, Score, Side};

/// A client of an engine that speaks [UGI](crate::ugi).
///
/// Positions are sent as `position fen START moves ...`, from the start of the game, so that the engine knows
/// about repetitions. An answer is a ply; an engine with the option `turns`, such as ours, answers with whole
/// turns.
pub struct UgiClient {
    /// Options to send to the engine: names and values.
    options: Vec<(String, String)>,
    /// Whether the engine can answer with whole turns.
    has_turns: bool,
    /// What it calls itself, and its build.
    name: Option<String>,
    build: Option<String>,
    /// The game that it searches, and its answers so far.
    session: Option<Box<dyn Session>>,
    thoughts: Thoughts,
}

impl core::fmt::Debug for UgiClient {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("UgiClient").field("options", &self.options).finish_non_exhaustive()
    }
}

impl UgiClient {
    /// Makes a session that sends these options, names and values, in order.
    pub fn new(options: &[(String, String)]) -> Self {
        Self {
            options: options.to_vec(),
            has_turns: false,
            name: None,
            build: None,
            session: None,
            thoughts: no_thoughts(),
        }
    }

    /// The engine has introduced itself.
    fn greet(&self) -> Vec<String> {
        let turns = self.has_turns.then(|| ("turns".to_owned(), "true".to_owned()));
        let options = turns.iter().chain(&self.options);
        let set = options.map(|(name, value)| format!("setoption name {name} value {value}"));
        set.chain(["isready".to_owned()]).collect()
    }

    /// Takes the words behind `id`: `name` and what follows, or `build`, as ours says it.
    fn identify(&mut self, text: &str) -> News {
        const LONGEST: usize = 200;
        let shortened = |text: &str| Some(text.trim().chars().take(LONGEST).collect());
        match text.split_once(char::is_whitespace) {
            Some(("name", name)) => self.name = shortened(name),
            Some(("build", build)) => self.build = shortened(build),
            _ => {}
        }
        News::Nothing
    }

    /// Reads the words after `info`.
    fn learn(&mut self, text: &str) -> Result<News, Fault> {
        if let Some(answer) = text.strip_prefix("string error: ") {
            let command = if self.session.is_some() { "position" } else { "setoption" };
            return Err(Fault::Refusal { command: command.to_owned(), answer: answer.to_owned() });
        }
        let (facts, variation) = text.split_once(" pv ").unwrap_or((text, ""));
        let mut words = facts.split_whitespace();
        let mut is_news = false;
        while let Some(word) = words.next() {
            is_news |= match word {
                "depth" => set(&mut self.thoughts.depth, words.next()),
                "nodes" => set(&mut self.thoughts.nodes, words.next()),
                "time" => {
                    let mut milliseconds = 0;
                    let is_set = set(&mut milliseconds, words.next());
                    self.thoughts.elapsed = Some(Duration::from_millis(milliseconds));
                    is_set
                }
                "score" => read_score(&mut words).is_some_and(|score| set_score(&mut self.thoughts, score)),
                "string" => return Ok(News::Nothing),
                _ => false,
            };
        }
        let Some(session) = self.session.as_deref().filter(|_| is_news) else { return Ok(News::Nothing) };
        if !variation.is_empty() {
            let pv = turns(session, variation);
            self.thoughts.best = pv.first().cloned();
            self.thoughts.lines = vec![Line { score: self.thoughts.score, pv: pv.clone() }];
            self.thoughts.pv = pv;
        }
        Ok(News::Thoughts(Box::new(self.thoughts.clone())))
    }

    /// Reads the words after `bestmove`: the move, and optionally `ponder` and another.
    fn conclude(&mut self, text: &str) -> Result<News, Fault> {
        if self.session.take().is_none() {
            return Ok(News::Noise);
        }
        let best = text.split(" ponder ").next().unwrap_or_default().trim();
        if best.is_empty() {
            return Err(Fault::Garbage("bestmove".to_owned()));
        }
        if best == "resign" {
            return Ok(News::Answer(Answer::Resigns));
        }
        let has_none = matches!(best, "none" | "(none)" | "0000");
        let mut thoughts = core::mem::replace(&mut self.thoughts, no_thoughts());
        thoughts.best = (!has_none).then(|| best.to_owned());
        Ok(News::Answer(Answer::Thoughts(Box::new(thoughts))))
    }
}

impl Client for UgiClient {
    fn open(&mut self) -> Vec<String> {
        vec!["ugi".to_owned()]
    }

    fn new_game(&mut self, _: &Allowance) -> Vec<String> {
        vec!["uginewgame".to_owned(), "isready".to_owned()]
    }

    fn ask(&mut self, session: &dyn Session, allowance: &Allowance) -> Result<Vec<String>, EngineError> {
        let mut position = format!("position fen {}", session.start());
        let moves = session.moves();
        if !moves.is_empty() {
            position.push_str(&format!(" moves {}", moves.join(" ")));
        }
        self.session = Some(session.fork());
        self.thoughts = no_thoughts();
        Ok(vec![position, go(allowance, session.side_to_move())])
    }

    fn stop(&mut self) -> Vec<String> {
        vec!["stop".to_owned()]
    }

    fn quit(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }

    fn hear(&mut self, line: &str) -> Result<Heard, Fault> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(match word {
            "ugiok" => Heard { say: self.greet(), news: News::Nothing },
            "readyok" => News::Ready.into(),
            "info" => self.learn(rest)?.into(),
            "bestmove" => self.conclude(rest)?.into(),
            "option" => {
                self.has_turns |= rest.starts_with("name turns ");
                News::Nothing.into()
            }
            "id" => self.identify(rest).into(),
            "response" | "" => News::Nothing.into(),
            _ => News::Noise.into(),
        })
    }

    fn build(&self) -> Option<String> {
        self.build.clone().or_else(|| self.name.clone())
    }
}

/// The command that asks for a move within these limits.
fn go(allowance: &Allowance, side: Side) -> String {
    let mut text = "go".to_owned();
    let mut add = |name: &str, value: u128| text.push_str(&format!(" {name} {value}"));
    if let Some(time) = allowance.time {
        add("movetime", time.as_millis());
    }
    if let Some(left) = &allowance.left {
        let number = side.index() + 1;
        add(&format!("p{number}time"), left.remaining.as_millis());
        add(&format!("p{number}inc"), left.increment.as_millis());
        if let Some(moves) = left.moves_to_go {
            add("movestogo", u128::from(moves));
        }
    }
    if let Some(nodes) = allowance.nodes {
        add("nodes", u128::from(nodes));
    }
    if let Some(depth) = allowance.depth {
        add("depth", u128::from(depth));
    }
    text
}

/// Sets a number from a word; returns false if the word is not a number.
fn set<T: core::str::FromStr>(number: &mut T, word: Option<&str>) -> bool {
    let read = word.and_then(|word| word.parse().ok());
    let is_read = read.is_some();
    if let Some(read) = read {
        *number = read;
    }
    is_read
}

fn set_score(thoughts: &mut Thoughts, score: Score) -> bool {
    thoughts.score = score;
    true
}

/// `cp 35`, `mate 5` or `mate -4`, in plies.
fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Score> {
    let kind = words.next()?;
    let number = words.next()?;
    let value: i32 = number.parse().ok()?;
    let plies = value.unsigned_abs().min(Score::MAX_PLIES);
    match kind {
        "cp" => Some(Score::heuristic(value)),
        "mate" if number.starts_with('-') => Some(Score::loss_in(plies)),
        "mate" => Some(Score::win_in(plies)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_has_its_word() {
        let second = Duration::from_secs(1);
        let none = Allowance::default();
        let left = Minute(second);
        for (allowance, side, text) in [
            (none, Side::First, "go"),
            (Allowance { time: Some(second), ..none }, Side::First, "go movetime 1000"),
            (Allowance { nodes: Some(5), depth: Some(3), ..none }, Side::First, "go nodes 5 depth 3"),
            (left.allowance(None), Side::First, "go p1time 60000 p1inc 1000"),
            (left.allowance(Some(9)), Side::Second, "go p2time 60000 p2inc 1000 movestogo 9"),
        ] {
            assert_eq!(go(&allowance, side), text);
        }
    }

    /// A clock with a minute left, and this increment.
    struct Minute(Duration);

    impl Minute {
        fn allowance(&self, moves_to_go: Option<u32>) -> Allowance {
            let left = plywood_search::TimeLeft::new(self.0 * 60).with_increment(self.0);
            let left = plywood_search::TimeLeft { moves_to_go, ..left };
            Allowance { left: Some(left), ..Allowance::default() }
        }
    }

    #[test]
    fn an_engine_is_known_by_its_build_or_else_its_name() {
        let mut client = UgiClient::new(&[]);
        assert_eq!(client.build(), None);
        client.hear("id name plywood 0.1.0 (Hex)").unwrap();
        assert_eq!(client.build().as_deref(), Some("plywood 0.1.0 (Hex)"));
        client.hear("id build 0.1.0+50e466c21d07.x86_64").unwrap();
        client.hear("id author somebody").unwrap();
        assert_eq!(client.build().as_deref(), Some("0.1.0+50e466c21d07.x86_64"));
    }

    #[test]
    fn scores_are_read() {
        for (text, score) in [
            ("cp 35", Some(Score::heuristic(35))),
            ("cp -99999", Some(Score::heuristic(-30_000))),
            ("mate 5", Some(Score::win_in(5))),
            ("mate -4", Some(Score::loss_in(4))),
            ("mate -0", Some(Score::LOSS)),
            ("mate", None),
            ("wdl 3", None),
            ("cp x", None),
        ] {
            assert_eq!(read_score(&mut text.split(' ')), score, "{text}");
        }
    }
}
