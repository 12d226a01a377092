//! `plywood play`: a game in the terminal.

mod clocks;

use crate::args::PlayArgs;
use crate::commands::show::state;
use crate::engines;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress, seconds};
use crate::setup;
use crate::terminal::board::{board, name, scored};
use crate::terminal::colour::{ANSWER, painted};
use crate::values::PlayerChoice;
use clocks::Clocks;
use plywood_arena::external::ExternalEngine;
use plywood_play::{AnyGame, Engine, Session, Spec};
use plywood_search::{Clock, Limits, PonderHandle, Side, StopHandle, SystemClock};
use std::io::{self, BufRead};
use std::thread;
use std::time::Duration;

const HELP: &str = "\
Type a move, or one of
  moves    list the legal moves
  hint     what an engine would play
  undo     take back your last move, and the answer to it
  board    draw the board again
  resign   give the game up
  quit     leave";

/// The player of a side.
enum Player {
    Human,
    Engine(Box<dyn Engine>),
}

/// The meaning of a human's input.
enum Turn {
    Played,
    Again,
    /// The game is over though the rules have not ended it.
    Over,
    /// The human is gone.
    Left,
}

pub(crate) fn run(args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let choices = [args.first.clone(), second(args)?];
    let players = [player(&choices[0], &*session)?, player(&choices[1], &*session)?];
    let (ponders, clocks) = (args.ponder, Clocks::new(args.clock));
    let game = args.position.game.game.game;
    let mut table = Table { game, session, players, clocks, hints: None, ponders, again: again(&choices) };
    let humans = table.players.iter().any(|player| matches!(player, Player::Human));
    table.draw(out)?;
    if humans {
        out.text(HELP)?;
    }
    let mut lines = io::stdin().lock().lines();
    while table.session.result().is_none() {
        let side = table.session.side_to_move();
        let turn = match table.players[side.index()] {
            Player::Engine(_) => table.engine_moves(side, out)?,
            Player::Human => table.human_moves(side, &mut lines, out)?,
        };
        match turn {
            Turn::Played => table.draw(out)?,
            Turn::Again => {}
            Turn::Over => return Ok(()),
            Turn::Left => {
                out.text("the game is left unfinished")?;
                return Ok(out.text(table.go_on())?);
            }
        }
    }
    Ok(())
}

/// The beginning of the command that goes on with the game.
fn again([first, second]: &[PlayerChoice; 2]) -> String {
    let player = |choice: &PlayerChoice| match choice {
        PlayerChoice::Human => "human".to_owned(),
        PlayerChoice::Engine(spec) => spec.to_string(),
    };
    format!("--first '{}' --second '{}'", player(first), player(second))
}

/// Who plays second: the strongest engine with a second for a move, where nobody is named.
fn second(args: &PlayArgs) -> Result<PlayerChoice, Failure> {
    let choice = args.second.clone().map(Ok);
    choice.unwrap_or_else(|| Ok(PlayerChoice::Engine(in_a_second(args.position.game.game.game)?)))
}

/// The strongest engine of a game, with a second for a move.
fn in_a_second(game: &dyn AnyGame) -> Result<Spec, Failure> {
    let mut spec = setup::engine(None, game)?;
    spec.set("time", "1s");
    Ok(spec)
}

fn player(choice: &PlayerChoice, session: &dyn Session) -> Result<Player, Failure> {
    match choice {
        PlayerChoice::Human => Ok(Player::Human),
        PlayerChoice::Engine(spec) => Ok(Player::Engine(engines::make(session, spec)?)),
    }
}

/// The game with its players.
struct Table {
    game: &'static dyn AnyGame,
    session: Box<dyn Session>,
    players: [Player; 2],
    clocks: Clocks,
    /// The engine for hints, once one was requested.
    hints: Option<Box<dyn Engine>>,
    /// Whether an engine ponders while it waits for a human.
    ponders: bool,
    /// The players as switches.
    again: String,
}

impl Table {
    fn name(&self, side: Side) -> String {
        name(&*self.session, side)
    }

    fn draw(&self, out: &mut Output) -> Result<(), Failure> {
        interrupt::say_at_the_end(self.go_on());
        let names = Side::BOTH.map(|side| self.name(side));
        out.text(format!("\n{}", board(&*self.session)))?;
        out.text(self.clocks.text(names.each_ref().map(String::as_str)))?;
        Ok(out.text(format!("{}\n", state(&*self.session)))?)
    }

    /// How to go on with the game later.
    fn go_on(&self) -> String {
        let session = &self.session;
        let (game, rules, start) = (session.info().name, session.rules(), session.start());
        let moves = session.moves().join(" ");
        let players = &self.again;
        format!("go on with: plywood play '{game}:{rules}' --position '{start}' --moves '{moves}' {players}")
    }

    /// Counts the time of the mover of a turn or a part of it. False if the time is up, which is said.
    fn spend(&mut self, side: Side, time: Duration, out: &mut Output) -> Result<bool, Failure> {
        let ends_turn = self.session.result().is_some() || self.session.side_to_move() != side;
        let is_in_time = self.clocks.spend(side, time, ends_turn);
        if !is_in_time {
            let text = format!("{} has exceeded the time: {} wins", self.name(side), self.name(!side));
            out.text(painted(ANSWER, text))?;
        }
        Ok(is_in_time)
    }

    /// Nothing stops these searches: a signal ends the program, which says how to go on.
    fn limits() -> Limits {
        Limits::none().with_clock(SystemClock::start())
    }

    fn engine_moves(&mut self, side: Side, out: &mut Output) -> Result<Turn, Failure> {
        let Player::Engine(engine) = &mut self.players[side.index()] else { return Ok(Turn::Again) };
        let clock = SystemClock::start();
        let limits = Limits::none().with_time_left(self.clocks.time_left(side), clock);
        let mut progress = Progress::of("thinking");
        let thoughts = engine.think(&*self.session, &limits, &mut |_| {});
        progress.clear();
        let (thoughts, elapsed) = (thoughts?, clock.now());
        let (name, score) = (self.name(side), scored(&*self.session, thoughts.score));
        let best = thoughts.best.unwrap_or_default();
        let played = self.session.play(&best)?;
        let in_time = self.spend(side, elapsed, out)?;
        let depth = thoughts.depth;
        out.text(format!(
            "{name} plays {} ({score}, depth {depth}, {})",
            painted(ANSWER, played),
            seconds(elapsed)
        ))?;
        Ok(if in_time { Turn::Played } else { Turn::Over })
    }

    /// Asks a human until there is a move, or something else that changes the game.
    fn human_moves<L>(
        &mut self,
        side: Side,
        lines: &mut impl Iterator<Item = io::Result<L>>,
        out: &mut Output,
    ) -> Result<Turn, Failure>
    where
        L: AsRef<str>,
    {
        out.part(&format!("{}> ", self.name(side)))?;
        out.flush()?;
        let clock = SystemClock::start();
        let Some(line) = self.listen(lines) else {
            out.text("")?;
            return Ok(Turn::Left);
        };
        let line = line.map_err(|error| Failure::bad(format!("cannot read the input: {error}")))?;
        let turn = self.human_says(side, line.as_ref().trim(), out)?;
        let is_over = matches!(turn, Turn::Over | Turn::Left);
        Ok(if is_over || self.spend(side, clock.now(), out)? { turn } else { Turn::Over })
    }

    /// What comes in next from a human. Meanwhile the engine of the other side, if it is one of ours, looks
    /// at the same position: what it finds about the answers is in its table when its turn comes. A program
    /// behind a protocol might not be stopped at once, and waits.
    fn listen<L>(&mut self, lines: &mut impl Iterator<Item = L>) -> Option<L> {
        let opponent = !self.session.side_to_move();
        let engine = match &mut self.players[opponent.index()] {
            Player::Engine(engine) if self.ponders && engine.spec().name() != ExternalEngine::NAME => engine,
            _ => return lines.next(),
        };
        let (session, stop) = (self.session.fork(), StopHandle::new());
        let limits = Self::limits().with_stop(stop.clone()).with_ponder(PonderHandle::new());
        thread::scope(|scope| {
            // If the system cannot start a thread, the engine does not ponder.
            let ponder = move || engine.think(&*session, &limits, &mut |_| {});
            let _ = thread::Builder::new().spawn_scoped(scope, ponder);
            let line = lines.next();
            stop.stop();
            line
        })
    }

    fn human_says(&mut self, side: Side, line: &str, out: &mut Output) -> Result<Turn, Failure> {
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "?" => out.text(HELP)?,
            "moves" => out.text(self.session.legal_moves().join(" "))?,
            "board" => self.draw(out)?,
            "hint" => {
                let hint = self.hint()?;
                out.text(hint)?;
            }
            "undo" => {
                self.undo(side, out)?;
            }
            "resign" => {
                out.text(format!("{} resigns: {} wins", self.name(side), self.name(!side)))?;
                return Ok(Turn::Over);
            }
            "quit" | "exit" => return Ok(Turn::Left),
            _ => match self.session.play(line) {
                Ok(_) => return Ok(Turn::Played),
                Err(error) => out.text(format!("{error}; `help` lists what can be typed"))?,
            },
        }
        Ok(Turn::Again)
    }

    fn hint(&mut self) -> Result<String, Failure> {
        if self.hints.is_none() {
            self.hints = Some(self.session.engine(&in_a_second(self.game)?)?);
        }
        let Some(engine) = &mut self.hints else { return Ok(String::new()) };
        let thoughts = engine.think(&*self.session, &Self::limits(), &mut |_| {})?;
        let best = painted(ANSWER, thoughts.best.unwrap_or_default());
        Ok(format!("try {best} ({}, depth {})", scored(&*self.session, thoughts.score), thoughts.depth))
    }

    /// Takes back plies until it is this human's turn again or the start is reached.
    fn undo(&mut self, side: Side, out: &mut Output) -> Result<(), Failure> {
        let mut taken = Vec::new();
        while let Some(mv) = self.session.undo() {
            taken.push(mv);
            if self.session.side_to_move() == side {
                break;
            }
        }
        if taken.is_empty() {
            return Ok(out.text("there is nothing to take back")?);
        }
        taken.reverse();
        out.text(format!("taken back: {}", taken.join(" ")))?;
        self.draw(out)
    }
}
