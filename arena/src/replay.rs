//! Replaying: whether a game that was played elsewhere can be one of a match, by everything that can be
//! checked without the engines.
//!
//! Every ply is played again by the rules, and the rules of the match are asked after every turn: a game must
//! end where they end it, with their result and their reason. That an engine has crashed, or answered
//! nothing, is believed; so are scores, nodes and times.

use crate::adjudication::Judge;
use crate::ending::Ending;
use crate::matches::Match;
use crate::pairing::Pairing;
use crate::played::{PlayedGame, Turn};
use crate::playing::{Conditions, play_turn, standing_end};
use core::fmt;
use core::time::Duration;
use plywood_play::{Excerpt, Session};
use plywood_search::{Outcome, Side};

/// The most nodes and the longest time of a turn, so that sums over many games stay numbers.
const MOST_NODES: u64 = 1 << 40;
const MOST_TIME: Duration = Duration::from_secs(366 * 24 * 3_600);

/// Error returned when a game cannot be one of a match: the reason in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit(String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Unfit {}

impl Match {
    /// Checks whether a game can be the one of its number in this match, played on from the current position
    /// of `opening`: the facts about it, its moves, its result and the way in which it ended.
    ///
    /// # Errors
    ///
    /// If it cannot; the error names the first thing that is wrong.
    pub fn check_game(&self, opening: &dyn Session, game: &PlayedGame) -> Result<(), Unfit> {
        let conditions = self.conditions();
        self.check_facts(&self.pairing(&conditions), opening, game)?;
        let mut replay = Replay::new(opening, game, &conditions);
        replay.turns()?;
        replay.check_end()
    }

    fn check_facts(
        &self,
        pairing: &Pairing<'_>,
        opening: &dyn Session,
        game: &PlayedGame,
    ) -> Result<(), Unfit> {
        same("game", game.game.as_str(), opening.info().name)?;
        same("rules", &game.rules, &opening.rules())?;
        same("first position", &game.position, &opening.start())?;
        same("first player", &game.first, &Pairing::first(game.number))?;
        let engines = pairing.specs(game.number);
        for (engine, spec) in engines.iter().enumerate() {
            same("engine", &game.engines[engine], &spec.to_string())?;
            same("build", &game.builds[engine], &self.builds[engine])?;
        }
        if game.turns.iter().any(|turn| turn.nodes > MOST_NODES || turn.elapsed > MOST_TIME) {
            return Err(Unfit("a turn took more nodes or time than there are".to_owned()));
        }
        let moves = opening.moves();
        same("number of opening plies", &game.opening_plies, &moves.len())?;
        if game.moves.starts_with(&moves) { Ok(()) } else { Err(Unfit("it has another opening".to_owned())) }
    }
}

/// A game that is played again, without its engines.
struct Replay<'a> {
    game: &'a PlayedGame,
    conditions: &'a Conditions,
    session: Box<dyn Session>,
    judge: Judge,
    /// The plies so far.
    plies: usize,
}

impl<'a> Replay<'a> {
    fn new(opening: &dyn Session, game: &'a PlayedGame, conditions: &'a Conditions) -> Self {
        let judge = Judge::new(conditions.resign, conditions.even_game);
        Self { game, conditions, session: opening.fork(), judge, plies: opening.moves().len() }
    }

    fn turns(&mut self) -> Result<(), Unfit> {
        self.game.turns.iter().enumerate().try_for_each(|(index, turn)| self.turn(index, turn))?;
        same("number of plies of all turns", &self.plies, &self.game.moves.len())
    }

    fn turn(&mut self, index: usize, turn: &Turn) -> Result<(), Unfit> {
        if self.end().is_some() {
            return Err(self.unfit("the game goes on after its end"));
        }
        if turn.engine != self.engine_to_move() {
            return Err(self.unfit("the wrong engine moves"));
        }
        if turn.plies == 0 && index + 1 == self.game.turns.len() {
            return Ok(());
        }
        let plies = self.game.moves.get(self.plies..self.plies.saturating_add(turn.plies));
        let plies = plies.ok_or_else(|| self.unfit("moves are missing"))?.join(" ");
        let played = play_turn(&mut *self.session, &plies);
        let played = played.map_err(|reason| self.unfit(&format!("`{}`: {reason}", Excerpt(&plies))))?;
        same("number of plies of a turn", &turn.plies, &played)?;
        self.plies += played;
        self.judge.hear(turn.engine, (turn.depth > 0).then_some(turn.score));
        Ok(())
    }

    /// The result by the rules of the game and of the match, if there is one.
    fn end(&self) -> Option<(Outcome, Ending)> {
        standing_end(&*self.session, self.plies, self.conditions.max_plies, &self.judge, self.game.first)
    }

    fn engine_to_move(&self) -> usize {
        if self.session.side_to_move() == Side::First { self.game.first } else { 1 - self.game.first }
    }

    fn check_end(&self) -> Result<(), Unfit> {
        let PlayedGame { outcome, ending, .. } = self.game;
        if let Some((ruled, reason)) = self.end() {
            same("result", outcome, &ruled)?;
            return same("ending", ending, &reason);
        }
        if matches!(ending, Ending::Proof { .. }) {
            return self.check_proof();
        }
        let loser = self.engine_to_move();
        if ending.loser() != Some(loser) || !self.can_break_off(ending) {
            return Err(self.unfit(&format!("the game is not over, but ends so: {ending}")));
        }
        same("result", outcome, &Outcome::Win(!self.session.side_to_move()))
    }

    /// Whether the engine to move can lose in this way here.
    fn can_break_off(&self, ending: &Ending) -> bool {
        match ending {
            Ending::IllegalMove { answer, .. } => play_turn(&mut *self.session.fork(), answer).is_err(),
            Ending::Time { .. } => self.conditions.control.is_some() || self.conditions.margin.is_some(),
            Ending::GaveUp { .. } | Ending::NoMove { .. } | Ending::Crash { .. } | Ending::Failure { .. } => {
                true
            }
            _ => false,
        }
    }

    /// What was proven is believed, if the match ends games by proof.
    fn check_proof(&self) -> Result<(), Unfit> {
        let PlayedGame { outcome, ending, first, .. } = self.game;
        let Some(loser) = ending.loser().filter(|&loser| loser < 2 && self.conditions.by_proof.is_some())
        else {
            return Err(self.unfit("nothing is proven in this match"));
        };
        let winner = if loser == *first { Side::Second } else { Side::First };
        same("result", outcome, &Outcome::Win(winner))
    }

    fn unfit(&self, reason: &str) -> Unfit {
        Unfit(format!("ply {}: {reason}", self.plies + 1))
    }
}

fn same<T: PartialEq + fmt::Debug + ?Sized>(what: &str, found: &T, wanted: &T) -> Result<(), Unfit> {
    if found == wanted {
        return Ok(());
    }
    let [found, wanted] = [found, wanted].map(|value| format!("{value:?}"));
    Err(Unfit(format!("the {what} is {} and should be {}", Excerpt(&found), Excerpt(&wanted))))
}
