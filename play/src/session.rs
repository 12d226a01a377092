//! The object-safe layer: sessions of games whose type is unknown.
//!
//! Front ends use text. Dispatch happens once per call, never in the nodes of a search.

use crate::board::{Board, BoardView, Piece, PieceKind};
use crate::cause::Cause;
use crate::choice::{self, Choice, Ply};
use crate::definition::{Definition, GameInfo, Opening, RecordedGame};
use crate::engine::{Asked, Engine, EngineError, Evaluate, Evaluation};
use crate::error::TextError;
use crate::nearest::did_you_mean;
use crate::notation::Notation;
use crate::proof::{self, Solver};
use crate::record::{Record, RecordError, RecordLimits, RecordedResult};
use crate::sgf::{GameTree, SgfError, read_trees_within};
use crate::spec::Spec;
use crate::study::Study;
use core::any::Any;
use core::fmt;
use plywood_search::{
    AnyKnowledge, EndReason, Ended, Game, Knowledge, Limits, Outcome, Position, Repetition, Score, Side,
    divide_within, perft_within,
};

/// The result of a game, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The result.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Cause,
}

/// Error returned when playing a move.
pub type PlayError = TextError;

/// A game in progress: a position, the moves that led to it, and everything that a front end asks about them.
pub trait Session: Send {
    /// The game that is played.
    fn info(&self) -> &'static GameInfo;
    /// The rules in full, every option written out.
    fn rules(&self) -> String;
    /// The current position as one line of text.
    fn position(&self) -> String;
    /// The first position of the game as one line of text.
    fn start(&self) -> String;
    /// The player whose move it is.
    fn side_to_move(&self) -> Side;
    /// The moves played, one per ply.
    fn moves(&self) -> Vec<String>;
    /// The legal moves, one per ply; none if the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// The result, if the game is over.
    fn result(&self) -> Option<GameResult>;
    /// Plays one move, or several separated by blanks, with remarks such as marks of captures between them:
    /// all, or none if one cannot be played. Returns them in the game's notation.
    ///
    /// # Errors
    ///
    /// If a text is not a move, or a move is not legal; the error says which one and why.
    fn play(&mut self, text: &str) -> Result<String, PlayError>;
    /// Takes back the last ply and returns it; `None` at the start of the game.
    fn undo(&mut self) -> Option<String>;
    /// The game as a record: in the game's own format if that can hold it, else as a line. `result` is for
    /// games that the rules have not ended.
    fn record(&self, result: Option<RecordedResult>) -> String;
    /// The board as several lines of text, with the last move marked.
    fn picture(&self) -> String;
    /// Whose pieces the letters of the picture are, a line a side; empty if the picture needs no words.
    fn legend(&self) -> String;
    /// The side whose piece a letter of the picture stands for; `None` for what is no piece.
    fn owner(&self, letter: char) -> Option<Side>;
    /// The board as front ends draw it, or `None` if the game has none.
    fn board(&self) -> Option<Board>;
    /// The legal plies, and the clicks that make them; none if the game is over.
    fn choices(&self) -> Vec<Choice>;
    /// The plies played.
    fn plies(&self) -> Vec<Ply>;
    /// The plies of a line from the current position, up to the first that cannot be played. Repetition is
    /// ignored.
    fn follow(&self, line: &[&str]) -> Vec<Ply>;
    /// The reason why no legal ply begins with these clicks; `None` if one does.
    fn explain(&self, clicks: &[&str]) -> Option<Cause>;
    /// The cells that decided the game, if it is over and cells did.
    fn decisive_cells(&self) -> Vec<String>;
    /// The number of steps left in the turn, if turns have several steps.
    fn steps_left(&self) -> Option<u32>;
    /// Counts leaves; see [`plywood_search::perft`].
    ///
    /// # Errors
    ///
    /// If the limits ended the count early.
    fn perft(&self, depth: u32, limits: &Limits) -> Result<u64, Ended>;
    /// Counts leaves for each legal move; see [`plywood_search::divide`].
    ///
    /// # Errors
    ///
    /// If the limits ended the count early.
    fn divide(&self, depth: u32, limits: &Limits) -> Result<Vec<(String, u64)>, Ended>;
    /// The static value of the position for the side to move. Whether the game is over is ignored.
    ///
    /// # Errors
    ///
    /// If the game has no evaluation of this name.
    fn evaluate(&self, evaluation: &str) -> Result<Score, TextError>;
    /// By how much one quiet ply seldom changes the value of a position, as an evaluation says; 0 if it does
    /// not say.
    ///
    /// # Errors
    ///
    /// If the game has no evaluation of this name.
    fn margin(&self, evaluation: &str) -> Result<i32, TextError>;
    /// Makes the engine for this game that `spec` describes.
    ///
    /// # Errors
    ///
    /// If the engine, evaluation or option does not exist, or the value of an option is invalid.
    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, EngineError>;
    /// A solver of games like this one, with a table of so many bytes.
    ///
    /// # Errors
    ///
    /// If there is no table of this size.
    fn solver(&self, bytes: usize) -> Result<Box<dyn Solver>, TextError>;
    /// The same with a network in place of the evaluation: the bytes of its file, whose name is the option
    /// `net`.
    ///
    /// # Errors
    ///
    /// As [`engine`](Self::engine), or if the game has no networks, or the bytes are none of its own.
    fn engine_with(&self, spec: &Spec, network: &[u8]) -> Result<Box<dyn Engine>, EngineError>;
    /// The same with a function in place of the evaluation, and the [margin](Knowledge::margin) of its
    /// values. The function is asked about sessions that begin with the position to be valued.
    ///
    /// # Errors
    ///
    /// As [`engine`](Self::engine).
    fn engine_by(&self, spec: &Spec, evaluate: Evaluate, margin: i32)
    -> Result<Box<dyn Engine>, EngineError>;
    /// An independent copy.
    fn fork(&self) -> Box<dyn Session>;
    /// The session as `Any`, for those who know its type: see [`game_of`].
    fn as_any(&self) -> &dyn Any;
    /// The same, to be changed: see [`game_of_mut`].
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// A game whose type is unknown.
pub trait AnyGame: Sync {
    /// The facts about the game.
    fn info(&self) -> &'static GameInfo;

    /// Begins a game under `rules` (text; empty for the default) from `position`, or from the start.
    ///
    /// # Errors
    ///
    /// If the rules or the position cannot be read.
    fn session(&self, rules: &str, position: Option<&str>) -> Result<Box<dyn Session>, TextError>;

    /// Begins a game from the position with these pieces and this side to move.
    ///
    /// # Errors
    ///
    /// If the rules cannot be read, or the pieces are not a position.
    fn arrange(&self, rules: &str, pieces: &[Piece], side: Side) -> Result<Box<dyn Session>, TextError>;

    /// The kinds of pieces of the game.
    fn kinds(&self) -> &'static [PieceKind];

    /// The number of steps of the longest turn, if turns have several steps.
    fn steps(&self) -> Option<u32>;

    /// The kinds of the causes that the game has besides [`Cause::KINDS`].
    fn causes(&self) -> &'static [&'static str];

    /// Engine specs for people to play against: beginner, easy, medium and hard.
    fn levels(&self) -> [&'static str; 4];

    /// The name of the strongest engine: what plays where nobody names an engine.
    fn strongest(&self) -> &'static str;

    /// Reads a text of games in the game's own record format, and replays each when it is asked for; `None`
    /// if it is not in one.
    fn own_records<'a>(&self, text: &'a str, limits: RecordLimits) -> Option<Replays<'a>>;

    /// Reads a text of games in SGF, variations included, each when it is asked for; `None` if it is not SGF,
    /// which begins with a parenthesis.
    fn studies<'a>(&self, text: &'a str, limits: RecordLimits) -> Option<Studies<'a>>;

    /// Writes a game with its variations in SGF, so that [`studies`](Self::studies) reads it back.
    ///
    /// # Errors
    ///
    /// If the rules, the start or a ply cannot be read.
    fn write_study(&self, study: &Study) -> Result<String, TextError>;
}

/// The studies of a text, one at a time with the lines on which they begin, or the reasons why they are none.
pub type Studies<'a> = Box<dyn Iterator<Item = Result<(usize, Study), SgfError>> + 'a>;

/// The games of a text, one at a time, or the reasons why they are none.
pub type Replays<'a> = Box<dyn Iterator<Item = Result<Replayed, RecordError>> + 'a>;

/// A recorded game, replayed to its end.
pub struct Replayed {
    /// The number of the line on which the record begins, from 1.
    pub line: usize,
    /// The game at the end of the record.
    pub session: Box<dyn Session>,
    /// The result that the record claims.
    pub recorded: Option<RecordedResult>,
}

impl fmt::Debug for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replayed")
            .field("line", &self.line)
            .field("moves", &self.session.moves())
            .field("recorded", &self.recorded)
            .finish()
    }
}

/// Makes what engines play without a search, from a seed: as [`Definition::opening`].
pub type MakeOpening<P> = fn(u64) -> Option<Box<dyn Opening<P>>>;

/// A game's definition as an [`AnyGame`].
pub struct Erased<D: Definition> {
    opening: MakeOpening<D::Position>,
}

impl<D: Definition> Erased<D> {
    /// The game as it is defined.
    pub const fn new() -> Self {
        Self { opening: D::opening }
    }

    /// The same with another opening than the game's own: a book, say.
    #[must_use]
    pub const fn with_opening(self, opening: MakeOpening<D::Position>) -> Self {
        Self { opening }
    }

    /// A session of this game.
    fn begin(&self, game: Game<D::Position>) -> Box<dyn Session> {
        Box::new(Typed::<D> { game, opening: self.opening })
    }
}

impl<D: Definition> Default for Erased<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Definition> fmt::Debug for Erased<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Erased").field(&D::INFO.name).finish()
    }
}

impl<D: Definition> AnyGame for Erased<D> {
    fn info(&self) -> &'static GameInfo {
        &D::INFO
    }

    fn session(&self, rules: &str, position: Option<&str>) -> Result<Box<dyn Session>, TextError> {
        let parsed = read_rules::<D>(rules)?;
        let position = match position {
            None => D::Position::start(&parsed),
            Some(text) => D::Position::read(text, &parsed).map_err(|error| {
                let cause = D::Position::position_cause(&error);
                TextError::new("position", text, error).because(cause)
            })?,
        };
        Ok(self.begin(Game::new(position)))
    }

    fn arrange(&self, rules: &str, pieces: &[Piece], side: Side) -> Result<Box<dyn Session>, TextError> {
        let position = D::Position::arrange(pieces, side, &read_rules::<D>(rules)?)
            .map_err(|cause| TextError::new("pieces", words_of(pieces), &cause).because(cause))?;
        Ok(self.begin(Game::new(position)))
    }

    fn kinds(&self) -> &'static [PieceKind] {
        D::Position::KINDS
    }

    fn steps(&self) -> Option<u32> {
        D::Position::STEPS
    }

    fn causes(&self) -> &'static [&'static str] {
        D::Position::CAUSES
    }

    fn levels(&self) -> [&'static str; 4] {
        D::LEVELS
    }

    fn strongest(&self) -> &'static str {
        D::STRONGEST
    }

    fn own_records<'a>(&self, text: &'a str, limits: RecordLimits) -> Option<Replays<'a>> {
        let opening = self.opening;
        let replayed = move |RecordedGame { line, game, result }: RecordedGame<D::Position>| Replayed {
            line,
            session: Box::new(Typed::<D> { game, opening }),
            recorded: result,
        };
        Some(Box::new(D::own_records(text, limits)?.map(move |game| game.map(replayed))))
    }

    fn studies<'a>(&self, text: &'a str, limits: RecordLimits) -> Option<Studies<'a>> {
        let is_sgf = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').starts_with('(');
        let study = move |tree: Result<GameTree, SgfError>| {
            let tree = tree?;
            D::read_study(&tree).map(|study| (tree.line(), study))
        };
        is_sgf.then(|| Box::new(read_trees_within(text, limits).map(study)) as Studies<'a>)
    }

    fn write_study(&self, study: &Study) -> Result<String, TextError> {
        D::write_study(study).map(|tree| tree.to_string())
    }
}

/// The pieces as errors quote them.
fn words_of(pieces: &[Piece]) -> String {
    let words: Vec<_> = pieces.iter().map(|piece| format!("{} {}", piece.kind, piece.cell)).collect();
    words.join(", ")
}

fn read_rules<D: Definition>(text: &str) -> Result<<D::Position as Notation>::Rules, TextError> {
    text.parse().map_err(|error| TextError::told("rules", text, D::Position::rules_cause(&error)))
}

/// A session whose game is known.
pub(crate) struct Typed<D: Definition> {
    pub(crate) game: Game<D::Position>,
    /// What engines for it play without a search.
    pub(crate) opening: MakeOpening<D::Position>,
}

impl<D: Definition> fmt::Debug for Typed<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<D: Definition> Typed<D> {
    /// Plays a ply, or accepts a remark on the last one and returns `None`.
    fn play_word(&mut self, text: &str) -> Result<Option<String>, PlayError> {
        match self.game.position().remark(text, self.game.last()) {
            Some(Ok(())) => Ok(None),
            Some(Err(cause)) => Err(TextError::told("move", text, cause)),
            None => self.play_ply(text).map(Some),
        }
    }

    /// Writes the game as a line with its rules, and with its first position if that is not the start of the
    /// game.
    fn line_record(&self, result: Option<RecordedResult>) -> Record {
        let (rules, start) = (self.game.start().rules(), self.game.start());
        let mut tags =
            vec![("game".to_owned(), D::INFO.name.to_owned()), ("rules".to_owned(), rules.to_string())];
        if *start != D::Position::start(&rules) {
            tags.push(("position".to_owned(), start.to_string()));
        }
        Record { line: 1, tags, moves: write_plies(&self.game), result }
    }

    fn play_ply(&mut self, text: &str) -> Result<String, PlayError> {
        let position = self.game.position();
        if let Some(result) = self.result() {
            let reason = format!("the game is over ({})", result.reason);
            return Err(TextError::new("move", text, reason).because(Cause::over().of_move(text)));
        }
        let refused = |error| TextError::new("move", text, &error).because(D::Position::cause(&error));
        let mv = position.read_move(text).map_err(refused)?;
        let written = position.write_move(mv);
        let repeats = |error| TextError::new("move", text, error).because(Cause::repeats().of_move(text));
        self.game.play(mv).map_err(repeats)?;
        Ok(written)
    }
}

impl<D: Definition> Session for Typed<D> {
    fn info(&self) -> &'static GameInfo {
        &D::INFO
    }

    fn rules(&self) -> String {
        self.game.position().rules().to_string()
    }

    fn position(&self) -> String {
        self.game.position().to_string()
    }

    fn start(&self) -> String {
        self.game.start().to_string()
    }

    fn side_to_move(&self) -> Side {
        self.game.side_to_move()
    }

    fn moves(&self) -> Vec<String> {
        write_plies(&self.game)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves().into_iter().map(|mv| self.game.position().write_move(mv)).collect()
    }

    fn result(&self) -> Option<GameResult> {
        let (outcome, reason) = self.game.end()?;
        let reason = match reason {
            EndReason::Position => self.game.position().reason().unwrap_or_else(Cause::over),
            EndReason::Repetition => match self.game.position().repetition() {
                Repetition::Draw(2) => Cause::new("occurred-twice", "the position has occurred before"),
                Repetition::Draw(3) => {
                    Cause::new("occurred-thrice", "the position has occurred for the third time")
                }
                _ => Cause::new("occurred-often", "the position has occurred too often"),
            },
            EndReason::NoMoveButRepetition => {
                Cause::new("only-repetition", "every move would repeat a position too often")
            }
        };
        Some(GameResult { outcome, reason })
    }

    fn play(&mut self, text: &str) -> Result<String, PlayError> {
        let mut written: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match self.play_word(word) {
                Ok(ply) => written.extend(ply),
                Err(error) => {
                    for _ in written {
                        self.game.undo();
                    }
                    return Err(error);
                }
            }
        }
        if text.trim().is_empty() {
            return Err(TextError::told("move", text, Cause::no_move()));
        }
        Ok(written.join(" "))
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.game.undo()?;
        Some(self.game.position().write_move(mv))
    }

    fn record(&self, result: Option<RecordedResult>) -> String {
        let ended = self.result().map(|result| RecordedResult::Ended(result.outcome));
        let result = ended.or(result);
        D::write_record(&self.game, result).unwrap_or_else(|| format!("{}\n", self.line_record(result)))
    }

    fn picture(&self) -> String {
        self.game.position().picture(self.game.last())
    }

    fn legend(&self) -> String {
        self.game.position().legend()
    }

    fn owner(&self, letter: char) -> Option<Side> {
        self.game.position().owner(letter)
    }

    fn board(&self) -> Option<Board> {
        self.game.position().board()
    }

    fn choices(&self) -> Vec<Choice> {
        choice::choices(&self.game)
    }

    fn plies(&self) -> Vec<Ply> {
        choice::plies(&self.game)
    }

    fn follow(&self, line: &[&str]) -> Vec<Ply> {
        choice::follow(&self.game, line)
    }

    fn explain(&self, clicks: &[&str]) -> Option<Cause> {
        choice::explain(&self.game, clicks)
    }

    fn decisive_cells(&self) -> Vec<String> {
        self.game.position().decisive_cells()
    }

    fn steps_left(&self) -> Option<u32> {
        self.game.position().steps_left()
    }

    fn perft(&self, depth: u32, limits: &Limits) -> Result<u64, Ended> {
        perft_within(self.game.position(), depth, limits)
    }

    fn divide(&self, depth: u32, limits: &Limits) -> Result<Vec<(String, u64)>, Ended> {
        let position = self.game.position();
        let divided = divide_within(position, depth, limits)?;
        Ok(divided.into_iter().map(|(mv, leaves)| (position.write_move(mv), leaves)).collect())
    }

    fn evaluate(&self, evaluation: &str) -> Result<Score, TextError> {
        Ok(find_evaluation::<D>(evaluation)?.value_of(self.game.position()))
    }

    fn margin(&self, evaluation: &str) -> Result<i32, TextError> {
        Ok(find_evaluation::<D>(evaluation)?.margin())
    }

    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
        match spec.get("net") {
            None => crate::engine::build::<D>(spec, self.opening, Evaluation::Named),
            Some(path) => {
                Err(TextError::told("net", path, Cause::new("no-file", "no file is read here")).into())
            }
        }
    }

    fn engine_with(&self, spec: &Spec, network: &[u8]) -> Result<Box<dyn Engine>, EngineError> {
        if !D::has_networks(&self.game.position().rules()) {
            let reason = format!("{} has no networks for {}", D::INFO.name, self.rules());
            return Err(TextError::new("net", spec.get("net").unwrap_or_default(), reason).into());
        }
        crate::engine::build::<D>(spec, self.opening, Evaluation::Network(network))
    }

    fn engine_by(
        &self,
        spec: &Spec,
        evaluate: Evaluate,
        margin: i32,
    ) -> Result<Box<dyn Engine>, EngineError> {
        let asked = Asked { evaluate, margin, opening: self.opening };
        crate::engine::build::<D>(spec, self.opening, Evaluation::Asked(asked))
    }

    fn solver(&self, bytes: usize) -> Result<Box<dyn Solver>, TextError> {
        proof::solver::<D>(bytes)
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(Self { game: self.game.clone(), opening: self.opening })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The game behind a session, for those who know its type; `None` if the session is of another game.
pub fn game_of<D: Definition>(session: &dyn Session) -> Option<&Game<D::Position>> {
    session.as_any().downcast_ref::<Typed<D>>().map(|typed| &typed.game)
}

/// The game behind a session, to play on in it.
pub fn game_of_mut<D: Definition>(session: &mut dyn Session) -> Option<&mut Game<D::Position>> {
    session.as_any_mut().downcast_mut::<Typed<D>>().map(|typed| &mut typed.game)
}

/// The evaluation of this name.
pub(crate) fn find_evaluation<D: Definition>(name: &str) -> Result<AnyKnowledge<D::Position>, TextError> {
    D::evaluation(name).ok_or_else(|| {
        let known: Vec<_> = D::INFO.evaluations.iter().map(|evaluation| evaluation.name).collect();
        let meant = did_you_mean(name, known.iter().copied());
        let reason = format!("{meant}{} has {}", D::INFO.name, known.join(", "));
        TextError::told("evaluation", name, Cause::unknown_name(name, &known, reason))
    })
}

/// The moves of a whole game as texts, one per ply.
fn write_plies<P: Notation>(game: &Game<P>) -> Vec<String> {
    let mut position = game.start().clone();
    let mut texts = Vec::new();
    for mv in game.moves() {
        texts.push(position.write_move(mv));
        position.play_unchecked(mv);
    }
    texts
}
