//! The engine side of AEI version 1, the Arimaa Engine Interface (Janzert, published with the Python package
//! `aei`).
//!
//! ```
//! use plywood_play::Erased;
//! use plywood_protocols::{Aei, Conversation};
//!
//! static ARIMAA: Erased<plywood_arimaa::ArimaaGame> = Erased::new();
//! let mut aei = Aei::new(&ARIMAA, &"pvs:hash=1MB".parse()?, 1, |session, spec| session.engine(spec))?;
//! assert_eq!(aei.respond("isready").lines, ["readyok"]);
//! let setup = aei.respond("go").lines;
//! assert!(setup[0].starts_with("bestmove R"));
//! assert!(aei.respond("makemove Ra1").lines[0].starts_with("log Error: nothing is set up on b1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod options;
mod time_control;

use crate::conversation::{Conversation, Finished, MakeEngine, Reply, Then};
use crate::pace::endless;
use crate::seat::Seat;
use core::fmt;
use options::{Effect, OptionError, Options};
use plywood_arimaa::{Arimaa, Move, Rules, setups};
use plywood_play::{AnyGame, EngineError, Excerpt, Session, Spec, TextError, Thoughts, one_line};
use plywood_search::Limits;
use rand::SeedableRng;
use rand::rngs::StdRng;

/// A session of AEI on the engine's side.
///
/// It is a [`Conversation`], which [`serve`](crate::serve) runs over a pipe. It answers lines that it does
/// not understand with `log Error: ...` and changes nothing.
pub struct Aei {
    /// Arimaa.
    game: &'static dyn AnyGame,
    session: Box<dyn Session>,
    seat: Seat,
    options: Options,
    rng: StdRng,
    state: State,
}

/// The answer that the controller waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// Nothing.
    Idle,
    /// The best move, as soon as it is found.
    Thinking,
    /// The best move, when the controller asks for it.
    Pondering,
    /// The best move, which is already known.
    Pondered(String),
}

impl fmt::Debug for Aei {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.session.position();
        f.debug_struct("Aei").field("position", &position).field("state", &self.state).finish_non_exhaustive()
    }
}

impl Aei {
    /// Makes a session of `game`, which is Arimaa, at the empty board, with the engine that `spec` describes,
    /// made by `make`. `seed` determines the setups.
    ///
    /// # Errors
    ///
    /// If there is no such engine.
    pub fn new(
        game: &'static dyn AnyGame,
        spec: &Spec,
        seed: u64,
        make: MakeEngine,
    ) -> Result<Self, EngineError> {
        let session = game.session("", None)?;
        Ok(Self {
            game,
            seat: Seat::new(make, spec, &*session)?,
            session,
            options: Options::default(),
            rng: StdRng::seed_from_u64(seed),
            state: State::Idle,
        })
    }

    fn position(&self) -> Option<Arimaa> {
        Arimaa::from_text(&self.session.position(), Rules::default()).ok()
    }

    /// Sets another position; a running search becomes obsolete.
    fn begin(&mut self, position: Option<&str>) -> Result<Then, TextError> {
        self.session = self.game.session("", position)?;
        Ok(self.drop_search())
    }

    fn drop_search(&mut self) -> Then {
        self.state = State::Idle;
        self.seat.drop_search()
    }

    fn new_game(&mut self) -> Reply {
        self.options.new_game();
        self.seat.new_game();
        answered(self.begin(None))
    }

    /// Plays a whole turn.
    fn make_move(&mut self, text: &str) -> Reply {
        match self.play(text) {
            Ok(()) => self.drop_search().into(),
            Err(reason) => error(&format!("{reason}; in \"{}\"", Excerpt(text))),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        if let Some(result) = self.session.result() {
            return Err(format!("the game is over ({})", result.reason));
        }
        let position = self.position().ok_or("the position cannot be read")?;
        let moves = position.read_turn(text).map_err(|error| error.to_string())?;
        let words: Vec<_> = moves.iter().map(Move::to_string).collect();
        self.session.play(&words.join(" ")).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn set_option(&mut self, text: &str) -> Reply {
        match self.try_option(text) {
            Ok(()) => Reply::default(),
            Err(error) => Reply::line(format!("log Warning: {}", one_line(&error.to_string()))),
        }
    }

    fn try_option(&mut self, text: &str) -> Result<(), OptionError> {
        match self.options.set(text)? {
            Effect::None => Ok(()),
            Effect::Engine { key, value } => {
                self.seat.set(&*self.session, key, &value).map_err(OptionError::Engine)
            }
        }
    }

    fn go(&mut self, text: &str) -> Reply {
        let ponder = match text {
            "" => false,
            "ponder" => true,
            _ => {
                return error(&format!(
                    "\"go\" is followed by nothing or \"ponder\", not \"{}\"",
                    Excerpt(text)
                ));
            }
        };
        if let Some(result) = self.session.result() {
            let lines =
                vec![format!("log Error: the game is over ({})", result.reason), "bestmove".to_owned()];
            return Reply { lines, then: self.drop_search() };
        }
        if let Some(setup) = self.setup() {
            let then = self.drop_search();
            return if ponder {
                self.state = State::Pondered(setup);
                then.into()
            } else {
                Reply { lines: vec![format!("bestmove {setup}")], then }
            };
        }
        let limits = if ponder { endless() } else { self.limits() };
        self.state = if ponder { State::Pondering } else { State::Thinking };
        self.seat.search(self.session.fork(), limits).into()
    }

    /// The setup, if one is due.
    fn setup(&mut self) -> Option<String> {
        let position = self.position().filter(Arimaa::is_setup)?;
        let moves = setups::winning(&position, &mut self.rng);
        Some(position.write_turn(&moves))
    }

    fn limits(&self) -> Limits {
        let mut limits = self.options.time.limits(self.session.side_to_move());
        limits.depth = self.options.depth;
        limits
    }

    fn stop(&mut self) -> Reply {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle => Reply::line("log Warning: there is no search to stop"),
            State::Pondered(best) => Reply::line(format!("bestmove {best}")),
            State::Thinking | State::Pondering => {
                self.state = State::Thinking;
                self.seat.stop().into()
            }
        }
    }
}

impl Conversation for Aei {
    fn respond(&mut self, line: &str) -> Reply {
        let line = line.trim_start();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = rest.trim();
        match word {
            "" => Reply::default(),
            "aei" => identity(),
            "isready" => Reply::line("readyok"),
            "newgame" => self.new_game(),
            "setposition" => answered(self.begin(Some(argument))),
            "setoption" => self.set_option(argument),
            "makemove" => self.make_move(argument),
            "go" => self.go(argument),
            "stop" => self.stop(),
            "quit" => Reply::quit(),
            _ => error(&format!("unknown message \"{}\"", Excerpt(word))),
        }
    }

    fn observe(&mut self, thoughts: &Thoughts) -> Vec<String> {
        if self.seat.is_heard() { information(thoughts, &*self.session) } else { Vec::new() }
    }

    fn finish(&mut self, finished: Finished) -> Reply {
        let (answer, then) = self.seat.take_back(finished);
        let Some(answer) = answer else { return then.into() };
        let thoughts = match answer.thoughts {
            Ok(thoughts) => thoughts,
            Err(reason) => return Reply { then, ..error(&reason.to_string()) },
        };
        let best = best_turn(&thoughts, &*answer.session);
        if self.state == State::Pondering {
            self.state = State::Pondered(best);
            return then.into();
        }
        self.state = State::Idle;
        let mut lines = information(&thoughts, &*answer.session);
        lines.push(format!("bestmove {best}"));
        Reply { lines, then }
    }
}

fn identity() -> Reply {
    let version = env!("CARGO_PKG_VERSION");
    let lines = ["protocol-version 1", "id name plywood", "id author the plywood authors"];
    let last = [format!("id version {version}"), "aeiok".to_owned()];
    lines.map(str::to_owned).into_iter().chain(last).collect::<Vec<_>>().into()
}

fn error(reason: &str) -> Reply {
    Reply::line(format!("log Error: {}", one_line(reason)))
}

fn answered(result: Result<Then, TextError>) -> Reply {
    result.map_or_else(|reason| error(&reason.to_string()), Reply::from)
}

/// The chosen turn, with its captures marked.
fn best_turn(thoughts: &Thoughts, session: &dyn Session) -> String {
    let best = thoughts.best.clone().unwrap_or_default();
    let written = || {
        let position = Arimaa::from_text(&session.position(), Rules::default()).ok()?;
        let moves = position.read_turn(&best).ok()?;
        Some(position.write_turn(&moves))
    };
    written().unwrap_or(best)
}

/// The information after an iteration, one line per kind.
fn information(thoughts: &Thoughts, session: &dyn Session) -> Vec<String> {
    vec![
        format!("info depth {}", thoughts.depth),
        format!("info time {}", thoughts.elapsed.unwrap_or_default().as_secs()),
        format!("info nodes {}", thoughts.nodes),
        format!("info score {}", thoughts.score.value()),
        format!("info pv {}", variation(thoughts, session)),
    ]
}

/// The turns of the principal variation without passes; from the second on, the side stands before the turn.
fn variation(thoughts: &Thoughts, session: &dyn Session) -> String {
    let mut side = session.side_to_move();
    let mut text = String::new();
    for turn in &thoughts.pv {
        if !text.is_empty() {
            text.push_str([" g ", " s "][side.index()]);
        }
        let steps: Vec<_> = turn.split(' ').filter(|&word| word != "pass").collect();
        text.push_str(&steps.join(" "));
        side = !side;
    }
    text
}
