//! The engine side of UGI, the Universal Game Interface (kz04px, in the documents of `cutegames`; engines for
//! ataxx and Tak use it): UCI's shape for any game.
//!
//! ```
//! use plywood_play::Erased;
//! use plywood_protocols::{Conversation, Ugi};
//!
//! static LOA: Erased<plywood_loa::LinesOfAction> = Erased::new();
//! let mut ugi = Ugi::new(&LOA, "", &"pvs:hash=1MB".parse()?, |session, spec| session.engine(spec))?;
//! assert!(ugi.respond("position startpos moves b1-h1").lines.is_empty());
//! assert_eq!(ugi.respond("query p1turn").lines, ["response false"]);
//! assert_eq!(ugi.respond("query result").lines, ["response none"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod go;
mod pondering;

use crate::conversation::{Conversation, Finished, MakeEngine, Reply, Then};
use crate::seat::Seat;
use core::fmt;
use go::read_limits;
use plywood_play::{AnyGame, EngineError, Excerpt, Session, Spec, TextError, Thoughts, one_line};
use plywood_search::{Outcome, Score, Side};
use pondering::Pondering;

/// A session of UGI on the engine's side.
///
/// It is a [`Conversation`], which [`serve`](crate::serve) runs over a pipe. It answers lines that it does
/// not understand with `info string error: ...` and changes nothing.
pub struct Ugi {
    game: &'static dyn AnyGame,
    rules: String,
    session: Box<dyn Session>,
    seat: Seat,
    /// The build of the program, if it is known.
    build: Option<String>,
    /// Whether `bestmove` is followed by all plies of the turn.
    whole_turns: bool,
    /// Whether `bestmove` names the expected reply.
    names_answer: bool,
    pondering: Pondering,
}

impl fmt::Debug for Ugi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ugi").field("position", &self.session.position()).finish_non_exhaustive()
    }
}

impl Ugi {
    /// Makes a session at the start of a game under these rules, with the engine that `spec` describes, made
    /// by `make`.
    ///
    /// # Errors
    ///
    /// If there are no such rules, or no such engine.
    pub fn new(
        game: &'static dyn AnyGame,
        rules: &str,
        spec: &Spec,
        make: MakeEngine,
    ) -> Result<Self, EngineError> {
        let session = game.session(rules, None)?;
        let seat = Seat::new(make, spec, &*session)?;
        let rules = rules.to_owned();
        let (whole_turns, names_answer, pondering) = (false, false, Pondering::Off);
        Ok(Self { game, rules, session, seat, build: None, whole_turns, names_answer, pondering })
    }

    /// The same, which tells controllers `id build BUILD`.
    pub fn with_build(self, build: &str) -> Self {
        Self { build: Some(build.to_owned()), ..self }
    }

    fn identity(&self) -> Reply {
        let title = self.session.info().title;
        let mut lines = vec![
            format!("id name plywood {} ({title})", env!("CARGO_PKG_VERSION")),
            "id author the plywood authors".to_owned(),
        ];
        lines.extend(self.build.iter().map(|build| format!("id build {build}")));
        let options = [
            "option name hash type spin default 64 min 1 max 65536",
            "option name threads type spin default 1 min 1 max 256",
            "option name turns type check default false",
            "option name ponder type check default false",
            "ugiok",
        ];
        lines.extend(options.map(str::to_owned));
        lines.into()
    }

    fn new_game(&mut self) -> Reply {
        self.seat.new_game();
        answered(self.set_position("startpos"))
    }

    /// Reads `startpos` or `fen TEXT`, optionally followed by `moves` and plies. An error changes nothing.
    fn set_position(&mut self, text: &str) -> Result<Then, TextError> {
        let (position, moves) = split_moves(text);
        let position = match (position, position.strip_prefix("fen ")) {
            ("startpos", _) => None,
            (_, Some(fen)) => Some(fen.trim()),
            _ => return Err(TextError::new("position", text, "expected startpos or fen, and perhaps moves")),
        };
        let mut session = self.game.session(&self.rules, position)?;
        if !moves.is_empty() {
            session.play(moves)?;
        }
        self.session = session;
        self.pondering = Pondering::Off;
        Ok(self.seat.drop_search())
    }

    fn set_option(&mut self, text: &str) -> Reply {
        let parts = text.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
        let Some((name, value)) = parts else {
            return error(&format!(
                "\"setoption {}\" is not of the form \"setoption name ID value X\"",
                Excerpt(text)
            ));
        };
        let (key, value) = match name.trim().to_ascii_lowercase().as_str() {
            "hash" => ("hash", format!("{}MB", value.trim())),
            "threads" => ("threads", value.trim().to_owned()),
            "turns" => return set_check("turns", value.trim(), &mut self.whole_turns),
            "ponder" => return set_check("ponder", value.trim(), &mut self.names_answer),
            _ => return error(&format!("unknown option \"{}\"", Excerpt(name))),
        };
        self.seat
            .set(&*self.session, key, &value)
            .map_or_else(|reason| error(&reason.to_string()), |()| Reply::default())
    }

    fn go(&mut self, text: &str) -> Reply {
        if let Some(result) = self.session.result() {
            return error(&format!("the game is over ({})", result.reason));
        }
        match read_limits(text, self.session.side_to_move()) {
            Ok(limits) => {
                self.pondering = Pondering::of(&limits);
                self.seat.search(self.session.fork(), limits).into()
            }
            Err(reason) => error(&reason.to_string()),
        }
    }

    fn stop(&mut self) -> Reply {
        let lines = self.pondering.end();
        let then = if self.seat.is_busy() { self.seat.stop() } else { Then::Nothing };
        Reply { lines, then }
    }

    fn ponder_hit(&mut self) -> Reply {
        let lines = self.pondering.hit();
        lines.map_or_else(|| error("there was no \"go ponder\" before \"ponderhit\""), Reply::from)
    }

    /// The move or the whole turn, and the expected reply if requested.
    fn best_move(&self, session: &dyn Session, thoughts: &Thoughts) -> String {
        let best = thoughts.best.as_deref().unwrap_or("none");
        let turn = if self.whole_turns { best } else { first_word(best) };
        let answer = thoughts.pv.get(1).filter(|_| self.names_answer);
        let is_said = |answer: &&String| self.whole_turns || first_word(answer) == answer.as_str();
        match answer.filter(is_said).filter(|answer| leads_back(session, turn, answer)) {
            Some(answer) => format!("bestmove {turn} ponder {answer}"),
            None => format!("bestmove {turn}"),
        }
    }

    fn query(&self, text: &str) -> Reply {
        let result = self.session.result();
        let answer = match text {
            "p1turn" => (self.session.side_to_move() == Side::First).to_string(),
            "gameover" => result.is_some().to_string(),
            "result" => result_word(result.map(|result| result.outcome)).to_owned(),
            _ => {
                return error(&format!("a query is p1turn, gameover or result, not \"{}\"", Excerpt(text)));
            }
        };
        Reply::line(format!("response {answer}"))
    }
}

impl Conversation for Ugi {
    fn respond(&mut self, line: &str) -> Reply {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Reply::default(),
            "ugi" => self.identity(),
            "isready" => Reply::line("readyok"),
            "uginewgame" => self.new_game(),
            "position" => answered(self.set_position(rest)),
            "setoption" => self.set_option(rest),
            "go" => self.go(rest),
            "stop" => self.stop(),
            "ponderhit" => self.ponder_hit(),
            "query" => self.query(rest),
            "quit" => Reply::quit(),
            _ => error(&format!("unknown command \"{}\"", Excerpt(word))),
        }
    }

    fn observe(&mut self, thoughts: &Thoughts) -> Vec<String> {
        if self.seat.is_heard() { vec![information(thoughts)] } else { Vec::new() }
    }

    fn finish(&mut self, finished: Finished) -> Reply {
        let (answer, then) = self.seat.take_back(finished);
        let Some(answer) = answer else { return then.into() };
        let lines = match answer.thoughts {
            Ok(thoughts) => vec![information(&thoughts), self.best_move(&*answer.session, &thoughts)],
            Err(reason) => error(&reason.to_string()).lines,
        };
        Reply { lines: self.pondering.find(lines), then }
    }
}

fn error(reason: &str) -> Reply {
    Reply::line(format!("info string error: {}", one_line(reason)))
}

/// Sets an option that is `true` or `false`.
fn set_check(name: &str, value: &str, option: &mut bool) -> Reply {
    match value.parse() {
        Ok(value) => {
            *option = value;
            Reply::default()
        }
        Err(_) => error(&format!("{name} is true or false, not \"{}\"", Excerpt(value))),
    }
}

/// Whether the game goes on with the mover to move after its move and this reply; a variation may end within
/// a turn.
fn leads_back(session: &dyn Session, best: &str, answer: &str) -> bool {
    let (mut after, mover) = (session.fork(), session.side_to_move());
    after.play(best).is_ok()
        && after.side_to_move() != mover
        && after.play(answer).is_ok()
        && after.side_to_move() == mover
        && after.result().is_none()
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn answered(result: Result<Then, TextError>) -> Reply {
    result.map_or_else(|reason| error(&reason.to_string()), Reply::from)
}

/// Splits the position from the moves after the word `moves`.
fn split_moves(text: &str) -> (&str, &str) {
    if let Some((position, moves)) = text.split_once(" moves ") {
        return (position.trim_end(), moves.trim());
    }
    (text.strip_suffix(" moves").unwrap_or(text).trim_end(), "")
}

fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "none",
        Some(Outcome::Win(Side::First)) => "p1win",
        Some(Outcome::Win(Side::Second)) => "p2win",
        Some(Outcome::Draw) => "draw",
    }
}

/// The information in one line.
fn information(thoughts: &Thoughts) -> String {
    let milliseconds = thoughts.elapsed.unwrap_or_default().as_millis();
    let speed = u128::from(thoughts.nodes) * 1_000 / milliseconds.max(1);
    let mut text = format!(
        "info depth {} score {} time {milliseconds} nodes {} nps {speed} hashfull {}",
        thoughts.depth,
        score(thoughts.score),
        thoughts.nodes,
        thoughts.table.fill_permille
    );
    if !thoughts.pv.is_empty() {
        text.push_str(&format!(" pv {}", thoughts.pv.join(" ")));
    }
    text
}

/// A value in units of the evaluation, or a win or loss in plies.
fn score(score: Score) -> String {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => format!("mate {plies}"),
        (_, Some(plies)) => format!("mate -{plies}"),
        _ => format!("cp {}", score.value()),
    }
}
