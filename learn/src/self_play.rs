//! One game that an engine plays against itself, and its record.

use crate::net_file::NetFile;
use crate::seed::generator;
use core::fmt;
use core::str::FromStr;
use plywood_arena::EngineMaker;
use plywood_play::{
    AnyGame, Engine, EngineError, Record, RecordedResult, Session, Spec, TextError, Thoughts,
};
use plywood_search::{Ended, Limits, StopHandle};
use rand::RngExt;
use rand::rngs::StdRng;

/// The tag of a record that holds the scores: a word for each ply, `-` where the ply was not searched.
///
/// A score is in the units of the evaluation, seen by the player who moves.
pub const SCORES: &str = "scores";

/// The tag of a record that holds the visits, where they were asked for: a word for each ply, such as
/// `d4=310,c3=290`, the most visited move first; `-` where none were counted. Moves that were not visited are
/// left out. Where turns have several plies, the first ply of a turn has the word.
pub const VISITS: &str = "visits";

/// Settings of games for training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// The rules, as text; empty for the default.
    pub rules: String,
    /// The engine that plays both sides. Its limit should be one of nodes or depth: games then depend on the
    /// seed alone.
    pub engine: Spec,
    /// The network that the engine's option `net` names, if it has the option.
    pub network: Option<NetFile>,
    /// The seed of all games.
    pub seed: u64,
    /// The least and the greatest number of random plies that a game begins with.
    pub opening: OpeningPlies,
    /// Of a thousand later turns, how many are played at random.
    pub random_per_mille: u32,
    /// The length at which a game ends without a result, in plies.
    pub max_plies: u32,
    /// Whether to write how often the search visited each move: [`VISITS`]. Only `mcts` counts that.
    pub visits: bool,
}

impl SelfPlay {
    /// Games of this engine from openings of 4 to 12 random plies, with one later ply in fifty at random.
    pub fn new(engine: Spec) -> Self {
        Self {
            rules: String::new(),
            engine,
            network: None,
            seed: 1,
            opening: OpeningPlies(4, 12),
            random_per_mille: 20,
            max_plies: 300,
            visits: false,
        }
    }

    /// Makes a player of these games.
    ///
    /// # Errors
    ///
    /// If the rules cannot be read, there is no such engine, or it does not count the visits that are asked
    /// for.
    pub fn player(&self, game: &dyn AnyGame, stop: &StopHandle) -> Result<Player<'_>, EngineError> {
        let network = self.network.clone();
        self.player_with(game, stop, &move |session, spec| NetFile::engine(network.as_ref(), session, spec))
    }

    /// The same, with an engine that `make` makes.
    ///
    /// # Errors
    ///
    /// If the rules cannot be read, or the engine cannot be made.
    pub fn player_with(
        &self,
        game: &dyn AnyGame,
        stop: &StopHandle,
        make: &EngineMaker,
    ) -> Result<Player<'_>, EngineError> {
        if self.visits && self.engine.name() != "mcts" {
            let reason = "it counts no visits of moves; mcts does";
            return Err(TextError::new("engine", self.engine.to_string(), reason).into());
        }
        let start = game.session(&self.rules, None)?;
        let engine = make(&*start, &self.engine)?;
        let limits = Limits::none().with_stop(stop.clone());
        Ok(Player { settings: self, start, engine, limits })
    }
}

impl SelfPlay {
    /// The record of the game of this number that was played elsewhere, from its plies and the words of its
    /// scores. The game is played again, each random ply drawn again; that the engine would have chosen the
    /// others is believed.
    ///
    /// # Errors
    ///
    /// If it cannot be that game; the error says where it goes wrong.
    pub fn replay(
        &self,
        game: &dyn AnyGame,
        number: u64,
        moves: &[String],
        scores: &[String],
    ) -> Result<Record, TextError> {
        let session = game.session(&self.rules, None)?;
        let mut replay = Replay { session, moves, scores, done: 0 };
        replay.all(self, &mut generator(self.seed, number)).map_err(|reason| {
            let ply = replay.done + 1;
            TextError::new("game", number.to_string(), format!("ply {ply}: {reason}"))
        })?;
        Ok(record(&*replay.session, scores, None))
    }
}

/// A game that is played again.
struct Replay<'a> {
    session: Box<dyn Session>,
    moves: &'a [String],
    scores: &'a [String],
    /// The plies played.
    done: usize,
}

impl Replay<'_> {
    fn all(&mut self, settings: &SelfPlay, rng: &mut StdRng) -> Result<(), String> {
        let OpeningPlies(least, most) = settings.opening;
        for _ in 0..rng.random_range(least..=most.max(least)) {
            self.random(rng)?;
        }
        while self.session.result().is_none() && self.done < settings.max_plies as usize {
            if rng.random_range(0..1_000) < settings.random_per_mille {
                self.random(rng)?;
            } else {
                self.turn()?;
            }
        }
        let whole = self.done == self.moves.len() && self.done == self.scores.len();
        if whole { Ok(()) } else { Err("it goes on after its end".to_owned()) }
    }

    /// A ply that was drawn, unless the game is over.
    fn random(&mut self, rng: &mut StdRng) -> Result<(), String> {
        let legal = self.session.legal_moves();
        if legal.is_empty() {
            return Ok(());
        }
        if self.moves.get(self.done) != Some(&legal[rng.random_range(0..legal.len())]) {
            return Err("another move was drawn".to_owned());
        }
        self.ply(UNSEARCHED)
    }

    /// A turn of the engine.
    fn turn(&mut self) -> Result<(), String> {
        let mover = self.session.side_to_move();
        let score = self.scores.get(self.done).filter(|score| score.parse::<i32>().is_ok());
        self.ply(score.ok_or("a score is missing")?)?;
        while self.session.side_to_move() == mover && self.session.result().is_none() {
            self.ply(UNSEARCHED)?;
        }
        Ok(())
    }

    fn ply(&mut self, score: &str) -> Result<(), String> {
        let mv = self.moves.get(self.done).ok_or("the moves end there")?;
        if self.scores.get(self.done).map(String::as_str) != Some(score) {
            return Err(format!("its score should be {score}"));
        }
        let played = self.session.play(mv).map_err(|error| error.to_string())?;
        if played != *mv {
            return Err(format!("the move should be written {played}"));
        }
        self.done += 1;
        Ok(())
    }
}

/// Plays games by their numbers. One thread owns it.
pub struct Player<'a> {
    settings: &'a SelfPlay,
    start: Box<dyn Session>,
    engine: Box<dyn Engine>,
    limits: Limits,
}

impl fmt::Debug for Player<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("settings", self.settings).finish_non_exhaustive()
    }
}

impl Player<'_> {
    /// Plays the game of this number; `None` if the stop handle was pulled.
    ///
    /// # Errors
    ///
    /// If the engine fails or gives a move that cannot be played.
    pub fn play(&mut self, number: u64) -> Result<Option<Record>, EngineError> {
        let mut rng = generator(self.settings.seed, number);
        let mut session = self.start.fork();
        let mut words = Words::default();
        self.engine.new_game();
        let OpeningPlies(least, most) = self.settings.opening;
        for _ in 0..rng.random_range(least..=most.max(least)) {
            play_random(&mut *session, &mut rng, &mut words);
        }
        while session.result().is_none() && words.scores.len() < self.settings.max_plies as usize {
            if rng.random_range(0..1_000) < self.settings.random_per_mille {
                play_random(&mut *session, &mut rng, &mut words);
                continue;
            }
            if !self.play_turn(&mut *session, &mut words)? {
                return Ok(None);
            }
        }
        Ok(Some(record(&*session, &words.scores, self.settings.visits.then_some(&*words.visits))))
    }

    /// Lets the engine play a turn; false if it was told to stop.
    fn play_turn(&mut self, session: &mut dyn Session, words: &mut Words) -> Result<bool, EngineError> {
        let thoughts = self.engine.think(session, &self.limits, &mut |_| {})?;
        let stopped = thoughts.ended == Some(Ended::Stopped);
        let Some(best) = thoughts.best.as_ref().filter(|_| !stopped) else { return Ok(false) };
        session.play(best)?;
        words.searched(&thoughts);
        words.unsearched_up_to(session.moves().len());
        Ok(true)
    }
}

/// Stands in place of the score of a ply that was not searched.
pub(crate) const UNSEARCHED: &str = "-";

/// The words of a record: one for each ply.
#[derive(Default)]
struct Words {
    scores: Vec<String>,
    visits: Vec<String>,
}

impl Words {
    fn searched(&mut self, thoughts: &Thoughts) {
        self.scores.push(thoughts.score.value().to_string());
        let visits: Vec<_> = thoughts.visits.iter().map(|(mv, visits)| format!("{mv}={visits}")).collect();
        self.visits.push(if visits.is_empty() { UNSEARCHED.to_owned() } else { visits.join(",") });
    }

    fn unsearched_up_to(&mut self, plies: usize) {
        self.scores.resize(plies, UNSEARCHED.to_owned());
        self.visits.resize(plies, UNSEARCHED.to_owned());
    }
}

/// Plays a random ply, unless the game is over.
fn play_random(session: &mut dyn Session, rng: &mut StdRng, words: &mut Words) {
    let moves = session.legal_moves();
    if !moves.is_empty() {
        let mv = &moves[rng.random_range(0..moves.len())];
        session.play(mv).expect("the move is legal");
        words.unsearched_up_to(words.scores.len() + 1);
    }
}

fn record(session: &dyn Session, scores: &[String], visits: Option<&[String]>) -> Record {
    let ended = session.result().map(|result| RecordedResult::Ended(result.outcome));
    let tags =
        [("game", session.info().name.to_owned()), ("rules", session.rules()), (SCORES, scores.join(" "))];
    let visits = visits.map(|words| (VISITS, words.join(" ")));
    Record {
        line: 1,
        tags: tags.into_iter().chain(visits).map(|(name, value)| (name.to_owned(), value)).collect(),
        moves: session.moves(),
        result: ended.or(Some(RecordedResult::Unknown)),
    }
}

/// What the first line of a file of games says about them.
impl fmt::Display for SelfPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, seed, opening: OpeningPlies(least, most), random_per_mille, max_plies, .. } = self;
        let engine = NetFile::described(self.network.as_ref(), &self.engine);
        write!(f, "rules={rules} engine={engine} seed={seed} opening={least}..{most} ")?;
        write!(f, "random={random_per_mille}/1000 max-plies={max_plies}")?;
        f.write_str(if self.visits { " visits=on" } else { "" })
    }
}

/// The least and the greatest number of random plies of an opening: `4..12`, or `8` for just so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningPlies(pub u32, pub u32);

impl FromStr for OpeningPlies {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        const MOST: u32 = 1_000;
        let number = |part: &str| part.parse().ok().filter(|&plies| plies <= MOST);
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        match (number(least), number(most)) {
            (Some(least), Some(most)) if least <= most => Ok(Self(least, most)),
            _ => Err(TextError::new(
                "opening",
                text,
                "must be a number of plies, or two such as 4..12, up to 1000",
            )),
        }
    }
}
