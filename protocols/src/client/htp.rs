//! The controller side of HTP.

use super::{Allowance, Answer, Client, Heard, News, no_thoughts, unknown_limit};
use plywood_hex::{Colour, Hex, Move, Rules, Swap};
use plywood_play::{EngineError, Fault, Session, TextError, write_seconds};
use plywood_search::{Position, TimeLeft};
use std::collections::VecDeque;

/// A client of a Hex engine that speaks [HTP](crate::htp).
///
/// Commands are numbered. The board is sent once per game and then move by move. An engine that does not
/// support times or swaps plays without them. The only way to interrupt in HTP is the comment `# interrupt`,
/// which is sent to engines that know `gogui-interrupt`.
#[derive(Debug)]
pub struct HtpClient {
    /// Commands to send at the beginning, with their arguments.
    commands: Vec<(String, String)>,
    /// The engine's word for a swap, if it differs from the rules' word.
    swap_word: Option<String>,
    rules: Rules,
    /// The commands that the engine says it knows.
    known: Vec<String>,
    /// The stones and swaps on the engine's board; `None` if unknown.
    told: Option<Vec<Play>>,
    /// The time as the engine knows it.
    settings: Option<String>,
    /// The commands without an answer yet, in order.
    pending: VecDeque<Command>,
    /// The number of the next command.
    next: u32,
    /// The answer being read: its sign and its text so far.
    answer: Option<(char, String)>,
    /// The position that the engine searches.
    asked: Option<Hex>,
}

/// A stone or a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Play {
    colour: Colour,
    mv: Move,
}

#[derive(Clone, Debug)]
struct Command {
    id: u32,
    text: String,
    purpose: Purpose,
}

/// The purpose of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To learn which commands the engine knows.
    List,
    /// The engine must obey.
    Order,
    /// The engine may refuse.
    Wish,
    /// The answer is a move.
    Move,
}

impl HtpClient {
    /// Makes a session for games under the rules of `session`. It sends these commands at the beginning,
    /// names and arguments; `swap_word` is the engine's word for a swap if it is not the rules' own
    /// `swap-pieces` or `swap-sides`.
    ///
    /// # Errors
    ///
    /// If the game is not Hex.
    pub fn new(
        session: &dyn Session,
        commands: &[(String, String)],
        swap_word: Option<&str>,
    ) -> Result<Self, EngineError> {
        Ok(Self {
            commands: commands.to_vec(),
            swap_word: swap_word.map(str::to_owned),
            rules: rules(session)?,
            known: Vec::new(),
            told: None,
            settings: None,
            pending: VecDeque::new(),
            next: 1,
            answer: None,
            asked: None,
        })
    }

    /// Makes the line of a command, and records it until it is answered.
    fn command(&mut self, text: impl Into<String>, purpose: Purpose) -> String {
        let (id, text) = (self.next, text.into());
        self.next += 1;
        let line = format!("{id} {text}");
        self.pending.push_back(Command { id, text, purpose });
        line
    }

    fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|known| known == command)
    }

    /// The lines that set up the board, and whether players may swap.
    fn clear(&mut self) -> Vec<String> {
        let size = self.rules.size();
        let (width, height) = (size.width(), size.height());
        let size = if size.is_square() { width.to_string() } else { format!("{width} {height}") };
        let mut lines = vec![
            self.command(format!("boardsize {size}"), Purpose::Order),
            self.command("clear_board", Purpose::Order),
        ];
        if self.knows("param_game") {
            let may_swap = u8::from(self.rules.swap() != Swap::Off);
            lines.push(self.command(format!("param_game allow_swap {may_swap}"), Purpose::Wish));
        }
        self.told = Some(Vec::new());
        lines
    }

    /// The lines that tell the engine this game.
    fn tell(&mut self, plays: &[Play]) -> Vec<String> {
        let known = self.told.take().filter(|told| plays.starts_with(told));
        let mut lines = if known.is_none() { self.clear() } else { Vec::new() };
        for play in &plays[known.map_or(0, |known| known.len())..] {
            let text = format!("play {} {}", play.colour, self.word(play.mv));
            lines.push(self.command(text, Purpose::Order));
        }
        self.told = Some(plays.to_vec());
        lines
    }

    fn word(&self, mv: Move) -> String {
        match (&self.swap_word, mv) {
            (Some(word), Move::SwapPieces | Move::SwapSides) => word.clone(),
            _ => mv.to_string(),
        }
    }

    /// The lines that set the engine's time.
    fn pace(&mut self, allowance: &Allowance, colour: Colour) -> Vec<String> {
        let mut lines = Vec::new();
        let settings = match (allowance.time, &allowance.left) {
            (Some(time), None) => Some(format!("time_settings 0 {} 1", write_seconds(time))),
            _ => None,
        };
        if let Some(settings) = &settings
            && self.settings.as_ref() != Some(settings)
        {
            lines.push(self.command(settings.clone(), Purpose::Wish));
        }
        self.settings = settings;
        let left = allowance.left.or(allowance.time.map(|time| TimeLeft::new(time).with_moves_to_go(1)));
        if let Some(left) = left {
            let (time, stones) = (write_seconds(left.remaining), left.moves_to_go.unwrap_or(0));
            let text = format!("time_left {colour} {time} {stones}");
            lines.push(self.command(text, Purpose::Wish));
        }
        lines
    }

    /// Reads a whole answer.
    fn conclude(&mut self, sign: char, text: &str) -> Result<Heard, Fault> {
        let Some(command) = self.pending.pop_front() else { return Ok(News::Noise.into()) };
        let (id, text) = split_id(text);
        if id.is_some_and(|id| id != command.id) {
            return Err(Fault::Garbage(format!("{sign}{} {text}", id.unwrap_or_default())));
        }
        let news = match (sign, command.purpose) {
            ('=', Purpose::Move) => return self.read_move(text).map(Heard::from),
            (_, Purpose::Move) | ('?', Purpose::Order) => {
                return Err(Fault::Refusal { command: command.text, answer: text.to_owned() });
            }
            (_, Purpose::List) => {
                self.known = text.split_whitespace().map(str::to_owned).collect();
                News::Nothing
            }
            _ => News::Nothing,
        };
        let is_done = self.pending.is_empty() && self.asked.is_none();
        Ok(if is_done { News::Ready.into() } else { news.into() })
    }

    /// Reads the answer to `genmove`. The engine has played it on its own board.
    fn read_move(&mut self, text: &str) -> Result<News, Fault> {
        let Some(position) = self.asked.take() else { return Ok(News::Noise) };
        if text.eq_ignore_ascii_case("resign") {
            return Ok(News::Answer(Answer::Resigns));
        }
        let is_swap = text.to_ascii_lowercase().starts_with("swap")
            || self.swap_word.as_ref().is_some_and(|word| word.eq_ignore_ascii_case(text));
        let mv = match position.open_swap().filter(|_| is_swap) {
            Some(swap) => Ok(swap),
            None => position.read_move(text),
        };
        let illegal = |reason: String| Fault::IllegalMove { answer: text.to_owned(), reason };
        let mv = mv.map_err(|error| illegal(error.to_string()))?;
        if let Some(told) = &mut self.told {
            told.push(Play { colour: position.turn(), mv });
        }
        let mut thoughts = no_thoughts();
        thoughts.best = Some(position.write_move(mv));
        Ok(News::Answer(Answer::Thoughts(Box::new(thoughts))))
    }
}

impl Client for HtpClient {
    fn open(&mut self) -> Vec<String> {
        let list = self.command("list_commands", Purpose::List);
        let commands = core::mem::take(&mut self.commands);
        let orders = commands.iter().map(|(name, arguments)| {
            self.command(format!("{} {arguments}", name.replace('.', " ")), Purpose::Order)
        });
        let lines = [list].into_iter().chain(orders).collect();
        self.commands = commands;
        lines
    }

    fn new_game(&mut self, _: &Allowance) -> Vec<String> {
        self.settings = None;
        self.clear()
    }

    fn ask(&mut self, session: &dyn Session, allowance: &Allowance) -> Result<Vec<String>, EngineError> {
        const ADVICE: &str = "the engine may have a command for it";
        let limits = [("nodes", allowance.nodes.is_some()), ("depth", allowance.depth.is_some())];
        if let Some((limit, _)) = limits.iter().find(|(_, is_set)| *is_set) {
            return Err(unknown_limit(limit, "HTP", ADVICE));
        }
        let rules = rules(session)?;
        if rules != self.rules {
            (self.rules, self.told) = (rules, None);
        }
        let (plays, position) = plays(session, rules)?;
        let mut lines = self.tell(&plays);
        lines.extend(self.pace(allowance, position.turn()));
        lines.push(self.command(format!("genmove {}", position.turn()), Purpose::Move));
        self.asked = Some(position);
        Ok(lines)
    }

    fn stop(&mut self) -> Vec<String> {
        if self.knows("gogui-interrupt") { vec!["# interrupt".to_owned()] } else { Vec::new() }
    }

    fn quit(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }

    fn hear(&mut self, line: &str) -> Result<Heard, Fault> {
        let text = line.trim_end();
        match (&mut self.answer, text.chars().next()) {
            (Some((_, answer)), Some(_)) => {
                answer.push('\n');
                answer.push_str(text);
                Ok(News::Nothing.into())
            }
            (None, Some(sign @ ('=' | '?'))) => {
                self.answer = Some((sign, text[1..].to_owned()));
                Ok(News::Nothing.into())
            }
            (None, Some(_)) => Ok(News::Noise.into()),
            (Some(_), None) => {
                let (sign, text) = self.answer.take().unwrap_or_default();
                self.conclude(sign, text.trim())
            }
            (None, None) => Ok(News::Nothing.into()),
        }
    }
}

/// Splits the number from the front of an answer.
fn split_id(text: &str) -> (Option<u32>, &str) {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..digits].parse().ok(), text[digits..].trim())
}

fn rules(session: &dyn Session) -> Result<Rules, EngineError> {
    let asked = session.info().name;
    let text = session.rules();
    if asked != "hex" {
        return Err(EngineError::WrongGame { plays: "hex", asked });
    }
    text.parse().map_err(|error| EngineError::Spec(TextError::new("rules", text, error)))
}

/// The stones and swaps of a game, beginning with those of its first position, and the resulting position.
fn plays(session: &dyn Session, rules: Rules) -> Result<(Vec<Play>, Hex), EngineError> {
    let start = session.start();
    let mut position = Hex::from_text(&start, rules)
        .map_err(|error| EngineError::Spec(TextError::new("position", &start, error)))?;
    let mut plays = stones(&position);
    for ply in session.moves() {
        let mv = position
            .read_move(&ply)
            .map_err(|error| EngineError::Spec(TextError::new("move", &ply, error)))?;
        plays.push(Play { colour: position.turn(), mv });
        position.play_unchecked(mv);
    }
    Ok((plays, position))
}

/// The stones of a position, Black's first.
fn stones(position: &Hex) -> Vec<Play> {
    let size = position.size();
    let of_colour = |colour: Colour| {
        let cells = position.stones(colour).numbers().filter_map(move |number| size.cell(number));
        cells.map(move |cell| Play { colour, mv: Move::Place(cell) })
    };
    Colour::BOTH.into_iter().flat_map(of_colour).collect()
}
