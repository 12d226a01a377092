//! The controller side of AEI.

use super::clocks::{Clocks, set_option};
use super::{Allowance, Answer, Client, Heard, News, no_thoughts, unknown_limit};
use core::time::Duration;
use plywood_arimaa::{Arimaa, Move, Rules};
use plywood_play::{EngineError, Fault, Session, TextError, Thoughts};
use plywood_search::{Line, Position, Score};

/// A client of an Arimaa engine that speaks [AEI](crate::aei).
///
/// AEI knows only whole turns: the engine cannot be asked in the middle of a turn or of a setup.
#[derive(Debug)]
pub struct AeiClient {
    /// Options to send to the engine: names and values.
    options: Vec<(String, String)>,
    /// The game as the engine knows it.
    told: Option<Story>,
    /// Whether it has been asked for a move in this game.
    has_thought: bool,
    /// The time as the engine knows it; `None` if it was never told any.
    clocks: Option<Clocks>,
    /// The depth as the engine knows it.
    depth: Option<u32>,
    /// The position that the engine searches, and its answers so far.
    asked: Option<Arimaa>,
    thoughts: Thoughts,
}

/// A position, the turns played from it in AEI's notation, and the resulting position.
#[derive(Clone, Debug)]
struct Story {
    start: String,
    turns: Vec<String>,
    position: Arimaa,
}

impl AeiClient {
    /// Makes a session that sends these options, names and values, in order.
    pub fn new(options: &[(String, String)]) -> Self {
        Self {
            options: options.to_vec(),
            told: None,
            has_thought: false,
            clocks: None,
            depth: None,
            asked: None,
            thoughts: no_thoughts(),
        }
    }

    fn greet(&self) -> Vec<String> {
        let set = self.options.iter().map(|(name, value)| set_option(name, value));
        set.chain(["isready".to_owned()]).collect()
    }

    /// What begins a game: the clocks before and after `newgame`. Some engines take their reserve from the
    /// options at `newgame`, others forget then what they were told.
    fn begin(&mut self, allowance: &Allowance) -> Vec<String> {
        self.clocks = self.clocks_of(allowance);
        self.has_thought = false;
        let of_game = self.clocks.map(|clocks| clocks.of_game()).unwrap_or_default();
        let at_first = self.clocks.map(|clocks| clocks.at_first()).unwrap_or_default();
        let begin = ["newgame".to_owned()];
        of_game.clone().into_iter().chain(begin).chain(of_game).chain(at_first).collect()
    }

    /// The limits in time; where there are none, what takes back those that the engine was told.
    fn clocks_of(&self, allowance: &Allowance) -> Option<Clocks> {
        Clocks::of(allowance).or(self.clocks.map(|_| Clocks::UNLIMITED))
    }

    /// What the engine has to hear in order to know this game and its clocks. Where nothing was asked since
    /// the last game began there is no need to begin one again, which may take the engine time.
    fn tell(&mut self, story: &Story, allowance: &Allowance) -> Vec<String> {
        let told = self.told.take();
        let is_begun = told.is_some() && !self.has_thought;
        let known = told.filter(|told| told.start == story.start && story.turns.starts_with(&told.turns));
        let mut lines =
            if known.is_some() || is_begun { self.change_clocks(allowance) } else { self.begin(allowance) };
        if known.is_none() {
            lines.push(format!("setposition {}", story.start));
        }
        let known = known.map_or(0, |known| known.turns.len());
        lines.extend(story.turns[known..].iter().map(|turn| format!("makemove {turn}")));
        self.told = Some(story.clone());
        lines
    }

    /// The options of the whole game that are others than the engine was told. Once it has thought, the
    /// reserve that the game began with stays.
    fn change_clocks(&mut self, allowance: &Allowance) -> Vec<String> {
        let told = self.clocks;
        let new = self.clocks_of(allowance);
        self.clocks = new.map(|new| if self.has_thought { new.in_the_game_of(told) } else { new });
        let known = told.map(|told| told.of_game()).unwrap_or_default();
        let mut lines = self.clocks.map(|new| new.of_game()).unwrap_or_default();
        lines.retain(|line| !known.contains(line));
        if !self.has_thought && self.clocks != told {
            lines.extend(self.clocks.iter().flat_map(Clocks::at_first));
        }
        lines
    }

    /// The options that say how long this turn may take.
    fn pace(&mut self, allowance: &Allowance, is_gold: bool) -> Vec<String> {
        let mut lines: Vec<String> = self.clocks.iter().flat_map(|clocks| clocks.now(is_gold)).collect();
        if allowance.depth != self.depth {
            let none = 0;
            lines.push(set_option("depth", &allowance.depth.unwrap_or(none).to_string()));
            self.depth = allowance.depth;
        }
        lines
    }

    /// Reads the words after `info`.
    fn learn(&mut self, text: &str) -> News {
        let (kind, value) = text.split_once(' ').unwrap_or((text, ""));
        let value = value.trim();
        let thoughts = &mut self.thoughts;
        match kind {
            "depth" => thoughts.depth = value.parse().unwrap_or(thoughts.depth),
            "nodes" => thoughts.nodes = value.parse().unwrap_or(thoughts.nodes),
            "time" => thoughts.elapsed = seconds(value).or(thoughts.elapsed),
            "score" => thoughts.score = value.parse().map_or(thoughts.score, score),
            "pv" if self.asked.is_some() => {
                thoughts.pv = turns(value);
                thoughts.best = thoughts.pv.first().cloned();
                thoughts.lines = vec![Line { score: thoughts.score, pv: thoughts.pv.clone() }];
                return News::Thoughts(Box::new(thoughts.clone()));
            }
            _ => {}
        }
        News::Nothing
    }

    /// Reads the turn after `bestmove`.
    fn conclude(&mut self, text: &str) -> Result<News, Fault> {
        let Some(position) = self.asked.take() else { return Ok(News::Noise) };
        if text.eq_ignore_ascii_case("resign") {
            return Ok(News::Answer(Answer::Resigns));
        }
        let mut thoughts = core::mem::replace(&mut self.thoughts, no_thoughts());
        thoughts.best = if text.is_empty() { None } else { Some(read_turn(&position, text)?) };
        Ok(News::Answer(Answer::Thoughts(Box::new(thoughts))))
    }
}

impl Client for AeiClient {
    fn open(&mut self) -> Vec<String> {
        vec!["aei".to_owned()]
    }

    fn new_game(&mut self, allowance: &Allowance) -> Vec<String> {
        let position = Arimaa::start(Rules::default());
        self.told = Some(Story { start: position.to_string(), turns: Vec::new(), position });
        let mut lines = self.begin(allowance);
        lines.push("isready".to_owned());
        lines
    }

    fn ask(&mut self, session: &dyn Session, allowance: &Allowance) -> Result<Vec<String>, EngineError> {
        if allowance.nodes.is_some() {
            return Err(unknown_limit("nodes", "AEI", "the engine may have an option for it"));
        }
        let story = Story::of(session)?;
        let mut lines = self.tell(&story, allowance);
        lines.extend(self.pace(allowance, session.side_to_move().index() == 0));
        lines.push("go".to_owned());
        self.has_thought = true;
        self.asked = Some(story.position);
        self.thoughts = no_thoughts();
        Ok(lines)
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
        let rest = rest.trim();
        Ok(match word {
            "aeiok" => Heard { say: self.greet(), news: News::Nothing },
            "readyok" => News::Ready.into(),
            "info" => self.learn(rest).into(),
            "bestmove" => self.conclude(rest)?.into(),
            "log" => match rest.strip_prefix("Error: ") {
                Some(answer) => {
                    let command = if self.asked.is_some() { "go" } else { "isready" }.to_owned();
                    return Err(Fault::Refusal { command, answer: answer.to_owned() });
                }
                None => News::Nothing.into(),
            },
            "protocol-version" | "id" | "" => News::Nothing.into(),
            _ => News::Noise.into(),
        })
    }
}

impl Story {
    /// The game of a session, in whole turns.
    fn of(session: &dyn Session) -> Result<Self, EngineError> {
        let asked = session.info().name;
        if asked != "arimaa" {
            return Err(EngineError::WrongGame { plays: "arimaa", asked });
        }
        let wrong = |text: &str, reason: String| EngineError::Spec(TextError::new("position", text, reason));
        let rules: Rules = session.rules().parse().unwrap_or_default();
        let start = session.start();
        let mut position =
            Arimaa::from_text(&start, rules).map_err(|error| wrong(&start, error.to_string()))?;
        let mut turns = Vec::new();
        let (mut before, mut turn) = (position.clone(), Vec::new());
        for ply in session.moves() {
            let mv = position.read_move(&ply).map_err(|error| wrong(&ply, error.to_string()))?;
            position.play_unchecked(mv);
            turn.push(mv);
            if position.turn() != before.turn() {
                turns.push(before.write_turn(&turn));
                (before, turn) = (position.clone(), Vec::new());
            }
        }
        if !turn.is_empty() || !is_whole(&position) {
            let reason = "it is in the middle of a turn, and AEI knows only whole turns".to_owned();
            return Err(wrong(&session.position(), reason));
        }
        Ok(Self { start, turns, position })
    }
}

/// Whether no step of a turn, and no piece of a setup, has been played in it.
fn is_whole(position: &Arimaa) -> bool {
    let own = position.pieces(position.turn());
    position.steps().is_empty() && !(position.is_setup() && own != 0)
}

/// The plies of a turn, its pass included.
fn read_turn(position: &Arimaa, text: &str) -> Result<String, Fault> {
    let illegal = |reason: String| Fault::IllegalMove { answer: text.to_owned(), reason };
    let moves = position.read_turn(text).map_err(|error| illegal(error.to_string()))?;
    Ok(moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "))
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

/// A score as AEI engines send it. Ours sends proven results as the numbers of [`Score`].
fn score(value: i32) -> Score {
    let size = value.unsigned_abs();
    let decisive = Score::WIN.value().unsigned_abs() - Score::MAX_PLIES..=Score::WIN.value().unsigned_abs();
    let plies = Score::WIN.value().unsigned_abs().saturating_sub(size);
    match (decisive.contains(&size), value > 0) {
        (false, _) => Score::heuristic(value),
        (true, true) => Score::win_in(plies),
        (true, false) => Score::loss_in(plies),
    }
}

/// The turns of a variation; from the second on, the side `g` or `s` stands before the turn.
fn turns(text: &str) -> Vec<String> {
    let mut turns = vec![String::new()];
    for word in text.split_whitespace() {
        match (word, turns.last_mut()) {
            ("g" | "s" | "w" | "b", _) => turns.push(String::new()),
            (_, Some(turn)) if !turn.is_empty() => turn.push_str(&format!(" {word}")),
            (_, Some(turn)) => turn.push_str(word),
            (_, None) => {}
        }
    }
    turns.retain(|turn| !turn.is_empty());
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_variations_are_read() {
        assert_eq!(score(120), Score::heuristic(120));
        assert_eq!(score(31_990), Score::win_in(10));
        assert_eq!(score(-32_000), Score::LOSS);
        assert_eq!(score(5_000_000), Score::MAX_HEURISTIC);
        assert_eq!(turns("Ed2n Ed3n s rd7s g Ed4n"), ["Ed2n Ed3n", "rd7s", "Ed4n"]);
    }
}
