//! `plywood play`: a game in the terminal.

use crate::args::PlayArgs;
use crate::commands::show::state;
use crate::failure::Failure;
use crate::output::Output;
use crate::setup;
use plywood_play::{Engine, Session, Spec};
use plywood_search::{Limits, Side, SystemClock};
use std::io::{self, BufRead};

const HELP: &str = "\
Type a move, or one of
  moves    list the legal moves
  hint     what an engine would play
  undo     take back your last move, and the answer to it
  board    draw the board again
  resign   give the game up
  quit     leave";

/// Who moves for a side.
enum Player {
    Human,
    Engine(Box<dyn Engine>),
}

/// What a human's line amounted to.
enum Turn {
    Played,
    Again,
    Over,
}

pub(crate) fn run(args: &PlayArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let players = [player(&args.first, &*session)?, player(&args.second, &*session)?];
    let mut table = Table { session, players, hints: None };
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
        let Some(line) = lines.next() else {
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

fn player(text: &str, session: &dyn Session) -> Result<Player, Failure> {
    if text == "human" {
        return Ok(Player::Human);
    }
    let spec: Spec = text.parse()?;
    Ok(Player::Engine(plywood_bench::engine(session, &spec)?))
}

/// The game on the table and those who sit at it.
struct Table {
    session: Box<dyn Session>,
    players: [Player; 2],
    /// The engine that gives hints, once one was asked for.
    hints: Option<Box<dyn Engine>>,
}

impl Table {
    fn name(&self, side: Side) -> &'static str {
        self.session.info().players[side.index()]
    }

    fn draw(&self, out: &mut Output) -> Result<(), Failure> {
        out.text(format!("\n{}", self.session.picture().trim_end()))?;
        Ok(out.text(format!("{}\n", state(&*self.session)))?)
    }

    /// Ctrl-C is left alone here: at a prompt it should end the program, and there is nothing to keep.
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

    /// Takes plies back until it is this human's turn again, or the start is reached.
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
