//! Where positions come from before anything is proven about them.

use plywood_arimaa::{Arimaa, ArimaaGame};
use plywood_bench::positions::wins::{Unfit, Wins};
use plywood_bench::positions::{Certainty, KnownPosition};
use plywood_hex::{Cell, CellSet, Colour, Hex, Rules, Size};
use plywood_play::{Definition, Notation, RecordLimits, Session, Spec, TextError};
use plywood_search::{Game, Limits, Position};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::error::Error;

/// The seed of all that is random.
const SEED: u64 = 7;

/// Where the positions of a game come from.
#[derive(Clone, Copy)]
pub(crate) enum Candidates {
    /// Games of an engine against itself after some random plies: the position so many turns of the winner
    /// before its last.
    SelfPlay { engine: &'static str, random_plies: usize, before_the_last: usize },
    /// The puzzles of the Hex package that ask for a winning move, on boards of 7x7 and more.
    Puzzles,
    /// The recorded games of the Arimaa package: the positions in which a goal is threatened, and those a
    /// turn before one could be made.
    Games,
}

/// What a candidate is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// To win.
    Win,
    /// To win with the next turn.
    WinNextTurn,
    /// Not to lose at once.
    Defend,
}

/// A position that may do.
pub(crate) struct Candidate {
    /// The game's name, with rules where they are not the default.
    pub(crate) game: String,
    /// What is to be found in it.
    pub(crate) aim: Aim,
    /// Its text.
    pub(crate) text: String,
    /// Moves that are said to win; none where nobody has said so.
    pub(crate) recorded: Vec<String>,
    /// Where it comes from.
    pub(crate) source: String,
}

impl Candidate {
    /// The position itself.
    pub(crate) fn position<D: Definition>(&self) -> Result<D::Position, Box<dyn Error>> {
        type RulesOf<D> = <<D as Definition>::Position as Notation>::Rules;
        let (_, rules) = plywood_registry::parse(&self.game)?;
        let rules: RulesOf<D> = rules.parse().map_err(|error| TextError::new("rules", &rules, error))?;
        Ok(D::Position::read(&self.text, &rules).map_err(|error| error.to_string())?)
    }
}

impl Candidate {
    /// The position with what was proven about it, or else with what is recorded; `None` if it will not do.
    pub(crate) fn known(self, found: Result<Wins, Unfit>, most: usize) -> Option<KnownPosition> {
        let Wins { turns: best, certainty } = match found {
            Ok(wins) => wins,
            Err(Unfit::Open) if (1..=most).contains(&self.recorded.len()) => {
                Wins { turns: self.recorded, certainty: Certainty::Recorded }
            }
            Err(_) => return None,
        };
        let Self { game, text: position, source, .. } = self;
        Some(KnownPosition { game, position, best, certainty, source })
    }
}

/// Is shown candidates until it has enough.
type Visit<'a> = dyn FnMut(Candidate) -> Result<bool, Box<dyn Error>> + 'a;

impl Candidates {
    /// Sets how many turns before the winner's last the positions are taken, where they come from games.
    pub(crate) fn set_before_the_last(&mut self, number: usize) {
        if let Self::SelfPlay { before_the_last, .. } = self {
            *before_the_last = number;
        }
    }

    /// Shows the candidates to `visit` until it says that it has enough, or there are no more.
    pub(crate) fn show(&self, game: &'static str, visit: &mut Visit<'_>) -> Result<(), Box<dyn Error>> {
        match *self {
            Self::SelfPlay { engine, random_plies, before_the_last } => {
                show_games_of(game, engine, [random_plies, before_the_last], visit)
            }
            Self::Puzzles => show_puzzles(visit),
            Self::Games => show_recorded(visit),
        }
    }
}

fn show_games_of(
    game: &'static str,
    engine: &'static str,
    [random_plies, before_the_last]: [usize; 2],
    visit: &mut Visit<'_>,
) -> Result<(), Box<dyn Error>> {
    const GAMES: usize = 1_000;
    let spec: Spec = engine.parse()?;
    let mut random = StdRng::seed_from_u64(SEED);
    for number in 1..=GAMES {
        let mut session = plywood_registry::find(game)?.session("", None)?;
        play_at_random(&mut *session, random_plies, &mut random)?;
        play_to_the_end(&mut *session, &spec)?;
        let Some(text) = before_the_last_turns(&mut *session, before_the_last) else { continue };
        let source = format!("game {number} of {engine} with itself");
        if !visit(Candidate { game: game.to_owned(), aim: Aim::Win, text, recorded: Vec::new(), source })? {
            break;
        }
    }
    Ok(())
}

fn play_at_random(session: &mut dyn Session, plies: usize, random: &mut StdRng) -> Result<(), TextError> {
    for _ in 0..plies {
        let moves = session.legal_moves();
        if !moves.is_empty() {
            session.play(&moves[random.random_range(0..moves.len())])?;
        }
    }
    Ok(())
}

fn play_to_the_end(session: &mut dyn Session, spec: &Spec) -> Result<(), Box<dyn Error>> {
    let mut engine = session.engine(spec)?;
    while session.result().is_none() {
        let best = engine.think(session, &Limits::none(), &mut |_| {})?.best;
        session.play(&best.ok_or("a game that is not over has a move")?)?;
    }
    Ok(())
}

/// The position in which the winner began its turn, so many of its turns before its last one.
fn before_the_last_turns(session: &mut dyn Session, turns: usize) -> Option<String> {
    let winner = session.result()?.outcome.winner()?;
    let mut begun = 0;
    while begun <= turns {
        session.undo()?;
        let mut before = session.fork();
        before.undo()?;
        begun += usize::from(session.side_to_move() == winner && before.side_to_move() != winner);
    }
    Some(session.position())
}

fn show_puzzles(visit: &mut Visit<'_>) -> Result<(), Box<dyn Error>> {
    /// The least side of a board.
    const LEAST: u8 = 7;
    for line in include_str!("../../../hex/tests/data/puzzles.jsonl").lines() {
        let puzzle: Value = serde_json::from_str(line)?;
        let position = puzzle_of(&puzzle).ok_or_else(|| format!("no puzzle: {line}"))?;
        let size = position.size();
        let recorded = words(&puzzle["winning_moves"]);
        if puzzle["kind"] != "find-winning" || recorded.is_empty() || size.width().min(size.height()) < LEAST
        {
            continue;
        }
        let candidate = Candidate {
            game: format!("hex:size={}", position.size()),
            aim: Aim::Win,
            text: position.to_string(),
            recorded,
            source: format!("puzzle {} of hex/tests/data/puzzles.jsonl", puzzle["id"]),
        };
        if !visit(candidate)? {
            break;
        }
    }
    Ok(())
}

/// The texts of a list, none if it is no list.
fn words(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
}

/// The position that a puzzle is about.
fn puzzle_of(puzzle: &Value) -> Option<Hex> {
    let number = |name: &str| u8::try_from(puzzle[name].as_u64()?).ok();
    let size = Size::new(number("width")?, number("height")?).ok()?;
    let stones = |colour: &str| {
        let mut set = CellSet::EMPTY;
        for text in words(&puzzle[colour]) {
            let cell: Cell = text.parse().ok()?;
            set.insert(size.number(cell));
        }
        Some(set)
    };
    let turn = if puzzle["to_move"] == "black" { Colour::Black } else { Colour::White };
    Hex::from_stones(stones("black")?, stones("white")?, turn, false, Rules::without_swap(size)).ok()
}

fn show_recorded(visit: &mut Visit<'_>) -> Result<(), Box<dyn Error>> {
    let games = include_str!("../../../arimaa/tests/data/games.txt");
    let games = ArimaaGame::own_records(games, RecordLimits::default());
    for recorded in games.into_iter().flatten() {
        let recorded = recorded?;
        let source = format!("line {} of arimaa/tests/data/games.txt", recorded.line);
        for (aim, position) in worth_while(recorded.game) {
            let (game, text) = (ArimaaGame::INFO.name.to_owned(), position.to_string());
            if !visit(Candidate { game, aim, text, recorded: Vec::new(), source: source.clone() })? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The positions at the beginning of a turn in which the side to move has no goal, but the other one
/// threatens one, or it had one itself with its next turn; from the end of the game on.
fn worth_while(mut game: Game<Arimaa>) -> Vec<(Aim, Arimaa)> {
    let mut begins = Vec::new();
    while game.undo().is_some() {
        let position = game.position();
        if position.steps().is_empty() && position.outcome().is_none() {
            begins.push(position.clone());
        }
    }
    let mut found = Vec::new();
    for (index, position) in begins.iter().enumerate().filter(|(_, position)| !position.can_reach_goal()) {
        if index.checked_sub(2).is_some_and(|next| begins[next].can_reach_goal()) {
            found.push((Aim::WinNextTurn, position.clone()));
        }
        if position.threatens_goal(!position.turn()) {
            found.push((Aim::Defend, position.clone()));
        }
    }
    found
}
