//! `plywood play`: a game in the terminal.

use crate::args::PlayArgs;
use crate::commands::show::state;
use crate::engines;
use crate::failure::Failure;
use crate::output::Output;
use crate::setup;
use crate::values::PlayerChoice;
use plywood_arena::external::ExternalEngine;
use plywood_play::{Engine, Session};
use plywood_search::{Limits, PonderHandle, Side, StopHandle, SystemClock};
use std::io::{self, BufRead};
use std::thread;

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
    Over,
}

pub(crate) fn run(args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let players = [player(&args.first, &*session)?, player(&args.second, &*session)?];
    let mut table = Table { session, players, hints: None, ponders: args.ponder };
    let humans = table.players.iter().any(|player| matches!(player, Player::Human));
    table.draw(out)?;
    if humans {
        out.text(HELP)?;
    }
    let mut lines = io::stdin().lock().lines();
    while table.session.result().is_none() {
        let side = table.session.side_to_move();
        if matches!(table.players[side.index()], Player::Engine(_)) {
            table.engine_moves(side, out)?;
            continue;
        }
        out.part(&format!("{}> ", table.name(side)))?;
        out.flush()?;
        let Some(line) = table.listen(&mut lines) else {
            out.text("")?;
            return Ok(out.text("the game is left unfinished")?);
        };
        let line = line.map_err(|error| Failure::bad(format!("cannot read the input: {error}")))?;
        match table.human_says(side, line.trim(), out)? {
            Turn::Played => table.draw(out)?,
            Turn::Again => {}
            Turn::Over => return Ok(()),
        }
    }
    Ok(())
}

fn player(choice: &PlayerChoice, session: &dyn Session) -> Result<Player, Failure> {
    match choice {
        PlayerChoice::Human => Ok(Player::Human),
        PlayerChoice::Engine(spec) => Ok(Player::Engine(engines::make(session, spec)?)),
    }
}

/// The game with its players.
struct Table {
    session: Box<dyn Session>,
    players: [Player; 2],
    /// The engine for hints, once one was requested.
    hints: Option<Box<dyn Engine>>,
    /// Whether an engine ponders while it waits for a human.
    ponders: bool,
}

impl Table {
    fn name(&self, side: Side) -> &'static str {
        self.session.info().players[side.index()]
    }

    fn draw(&self, out: &mut Output) -> Result<(), Failure> {
        out.text(format!("\n{}", self.session.picture().trim_end()))?;
        Ok(out.text(format!("{}\n", state(&*self.session)))?)
    }

    /// Ctrl-C keeps its default here: at a prompt it ends the program, and there is nothing to keep.
    fn limits() -> Limits {
        Limits::none().with_clock(SystemClock::start())
    }

    fn engine_moves(&mut self, side: Side, out: &mut Output) -> Result<(), Failure> {
        let Player::Engine(engine) = &mut self.players[side.index()] else { return Ok(()) };
        let thoughts = engine.think(&*self.session, &Self::limits(), &mut |_| {})?;
        let best = thoughts.best.unwrap_or_default();
        let played = self.session.play(&best)?;
        out.text(format!(
            "{} plays {played} ({}, depth {})",
            self.name(side),
            thoughts.score,
            thoughts.depth
        ))?;
        self.draw(out)
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
            "quit" | "exit" => return Ok(Turn::Over),
            _ => match self.session.play(line) {
                Ok(_) => return Ok(Turn::Played),
                Err(error) => out.text(format!("{error}; `help` lists what can be typed"))?,
            },
        }
        Ok(Turn::Again)
    }

    fn hint(&mut self) -> Result<String, Failure> {
        if self.hints.is_none() {
            self.hints = Some(self.session.engine(&"pvs:time=1s".parse()?)?);
        }
        let Some(engine) = &mut self.hints else { return Ok(String::new()) };
        let thoughts = engine.think(&*self.session, &Self::limits(), &mut |_| {})?;
        Ok(format!(
            "try {} ({}, depth {})",
            thoughts.best.unwrap_or_default(),
            thoughts.score,
            thoughts.depth
        ))
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
