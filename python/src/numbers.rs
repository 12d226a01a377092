//! Games whose type is unknown, as numbers: the one trait that is generic over games.
//!
//! A session is text to whoever does not know its game. Arrays of a thousand games need the concrete types,
//! so [`Numbers`] is implemented once, for every [`Definition`], and asked about sessions: the call is
//! dispatched once per position, never per move or cell.

use crate::frontier::{self, Ask, Best};
use core::marker::PhantomData;
use plywood_play::{Arrays, BoardView, Definition, Session, game_of, game_of_mut};
use plywood_registry::{GameVisitor, visit_games};
use plywood_search::{Game, Outcome, Position, Side, StopHandle};
use plywood_solve::certificate::{Proven, VerifyError};
use plywood_solve::{Form, Request, Solved};
use rand::rngs::SmallRng;
use std::sync::Arc;

/// The sizes of a game's arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Rows and columns of the board.
    pub(crate) grid: [usize; 2],
    /// What the planes of an observation show.
    pub(crate) planes: Vec<String>,
    /// The number of different actions.
    pub(crate) actions: usize,
}

impl Layout {
    /// The number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.grid[0] * self.grid[1]
    }

    /// The numbers of an observation.
    pub(crate) fn observation(&self) -> usize {
        self.planes.len() * self.cells()
    }
}

/// What a game says of its sessions in numbers. Every session must be of the game.
pub(crate) trait Numbers: Sync {
    fn layout(&self, session: &dyn Session) -> Layout;
    /// The actions of the legal moves.
    fn legal(&self, session: &dyn Session, visit: &mut dyn FnMut(usize));
    /// The text of an action, if it is legal.
    fn text(&self, session: &dyn Session, action: usize) -> Option<String>;
    /// The action of a legal move's text.
    fn action(&self, session: &dyn Session, text: &str) -> Result<usize, String>;
    fn play(&self, session: &mut dyn Session, action: i64) -> Result<(), String>;
    /// The actions played.
    fn played(&self, session: &dyn Session) -> Vec<usize>;
    /// A legal action drawn uniformly; `None` if the game is over.
    fn random(&self, session: &dyn Session, rng: &mut SmallRng) -> Option<usize>;
    fn outcome(&self, session: &dyn Session) -> Option<Outcome>;
    fn plies(&self, session: &dyn Session) -> usize;
    fn key(&self, session: &dyn Session) -> u64;
    /// Whether two sessions are in equal positions, whatever came before.
    fn equal(&self, one: &dyn Session, other: &dyn Session) -> bool;
    /// Writes an observation into an array of zeros.
    fn observe(&self, session: &dyn Session, out: &mut [f32]);
    /// Writes the board into an array of zeros: kinds from 1, those of the second colour negative.
    fn board(&self, session: &dyn Session, out: &mut [i8]);
    /// Plays games to their ends at random, by all rules, repetition included; counts wins of the first
    /// player, draws, wins of the second player, and plies.
    fn playouts(&self, session: &dyn Session, games: u64, rng: &mut SmallRng, stop: &StopHandle) -> [u64; 4];
    /// The best action by a search whose evaluation is asked about many positions at once.
    fn search_by_batches(&self, session: &dyn Session, depth: u32, ask: Ask<'_>) -> Option<Best>;
    fn solve(&self, bytes: usize, request: &Request) -> Result<Solved, String>;
    fn verify(&self, file: &[u8], stop: &StopHandle) -> Result<Proven, VerifyError>;
}

/// The numbers of the game of this name.
pub(crate) fn numbers(name: &str) -> Option<&'static dyn Numbers> {
    let mut finder = Finder { name, found: None };
    visit_games(&mut finder);
    finder.found
}

/// Performs an operation on the game of this name.
pub(crate) fn visit<V: GameVisitor>(name: &str, visitor: &mut V) {
    visit_games(&mut Only { name, visitor });
}

struct Finder<'a> {
    name: &'a str,
    found: Option<&'static dyn Numbers>,
}

impl GameVisitor for Finder<'_> {
    fn visit<D: Definition>(&mut self) {
        if D::INFO.name == self.name {
            self.found = Some(&Of::<D>(PhantomData));
        }
    }
}

struct Only<'a, V> {
    name: &'a str,
    visitor: &'a mut V,
}

impl<V: GameVisitor> GameVisitor for Only<'_, V> {
    fn visit<D: Definition>(&mut self) {
        if D::INFO.name == self.name {
            self.visitor.visit::<D>();
        }
    }
}

/// The numbers of one game.
struct Of<D>(PhantomData<fn() -> D>);

/// The game of a session.
fn of<D: Definition>(session: &dyn Session) -> &Game<D::Position> {
    game_of::<D>(session).expect("a session is asked about with the numbers of its own game")
}

impl<D: Definition> Numbers for Of<D> {
    fn layout(&self, session: &dyn Session) -> Layout {
        let position = of::<D>(session).position();
        Layout { grid: position.grid(), planes: planes::<D>(), actions: position.actions() }
    }

    fn legal(&self, session: &dyn Session, visit: &mut dyn FnMut(usize)) {
        let game = of::<D>(session);
        game.legal_moves().into_iter().for_each(|mv| visit(game.position().action(mv)));
    }

    fn text(&self, session: &dyn Session, action: usize) -> Option<String> {
        let position = of::<D>(session).position();
        let mv = position.at_action(action).filter(|&mv| position.is_legal(mv))?;
        Some(plywood_play::Notation::write_move(position, mv))
    }

    fn action(&self, session: &dyn Session, text: &str) -> Result<usize, String> {
        let position = of::<D>(session).position();
        match plywood_play::Notation::read_move(position, text) {
            Ok(mv) => Ok(position.action(mv)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn play(&self, session: &mut dyn Session, action: i64) -> Result<(), String> {
        let game = game_of_mut::<D>(session).ok_or("the state is of another game")?;
        let position = game.position();
        let mv = usize::try_from(action).ok().and_then(|action| position.at_action(action));
        let mv = mv.ok_or_else(|| format!("action {action} is none of the {} here", position.actions()))?;
        game.play(mv).map_err(|reason| format!("action {action} ({mv:?}): {reason}"))
    }

    fn played(&self, session: &dyn Session) -> Vec<usize> {
        let game = of::<D>(session);
        let mut position = game.start().clone();
        let number = |mv| {
            let action = position.action(mv);
            position.play_unchecked(mv);
            action
        };
        game.moves().map(number).collect()
    }

    fn random(&self, session: &dyn Session, rng: &mut SmallRng) -> Option<usize> {
        let game = of::<D>(session);
        game.random_move(rng).map(|mv| game.position().action(mv))
    }

    fn outcome(&self, session: &dyn Session) -> Option<Outcome> {
        of::<D>(session).outcome()
    }

    fn plies(&self, session: &dyn Session) -> usize {
        of::<D>(session).moves().len()
    }

    fn key(&self, session: &dyn Session) -> u64 {
        of::<D>(session).position().key()
    }

    fn equal(&self, one: &dyn Session, other: &dyn Session) -> bool {
        game_of::<D>(one).map(Game::position) == game_of::<D>(other).map(Game::position)
    }

    fn observe(&self, session: &dyn Session, out: &mut [f32]) {
        observe(of::<D>(session).position(), out);
    }

    fn board(&self, session: &dyn Session, out: &mut [i8]) {
        of::<D>(session).position().each_piece(&mut |colour, kind, cell| {
            let number = kind as i8 + 1;
            out[cell] = if colour == 0 { number } else { -number };
        });
    }

    fn playouts(&self, session: &dyn Session, games: u64, rng: &mut SmallRng, stop: &StopHandle) -> [u64; 4] {
        let start = of::<D>(session);
        let mut counts = [0; 4];
        for _ in 0..games {
            if stop.is_stopped() {
                break;
            }
            let (outcome, plies) = playout(start, rng);
            counts[outcome] += 1;
            counts[3] += plies;
        }
        counts
    }

    fn search_by_batches(&self, session: &dyn Session, depth: u32, ask: Ask<'_>) -> Option<Best> {
        frontier::search(of::<D>(session), depth, ask)
    }

    fn solve(&self, bytes: usize, request: &Request) -> Result<Solved, String> {
        let table = plywood_search::ProofTable::with_bytes(bytes).map_err(|error| error.to_string())?;
        let mut request = request.clone();
        if request.certificate.is_some() {
            request.certificate = Some(Form::smallest::<D>());
        }
        plywood_solve::solve::<D, _>(D::Proofs::default(), Arc::new(table), &request, &mut |_| {})
            .map_err(|error| error.to_string())
    }

    fn verify(&self, file: &[u8], stop: &StopHandle) -> Result<Proven, VerifyError> {
        plywood_solve::certificate::verify::<D>(file, stop)
    }
}

/// The names of the planes: the pieces of the colour that begins by kind, those of the other colour, marks,
/// facts, and the side to move.
fn planes<D: Definition>() -> Vec<String> {
    let kinds = <D::Position as BoardView>::KINDS.iter();
    let of_colour = |colour: &'static str| kinds.clone().map(move |kind| format!("{colour} {}", kind.name));
    let rest = <D::Position as Arrays>::MARKS.iter().chain(<D::Position as Arrays>::FACTS);
    of_colour("first")
        .chain(of_colour("second"))
        .chain(rest.map(ToString::to_string))
        .chain(["second player to move".to_owned()])
        .collect()
}

/// Writes the planes of a position into zeros.
pub(crate) fn observe<P: Arrays>(position: &P, out: &mut [f32]) {
    let [rows, columns] = position.grid();
    let (cells, kinds) = (rows * columns, P::KINDS.len());
    position.each_piece(&mut |colour, kind, cell| out[(colour * kinds + kind) * cells + cell] = 1.0);
    position.each_mark(&mut |mark, cell| out[(2 * kinds + mark) * cells + cell] = 1.0);
    let facts = 2 * kinds + P::MARKS.len();
    let mut fill = |plane: usize, value: f32| {
        if value != 0.0 {
            out[plane * cells..][..cells].fill(value);
        }
    };
    (0..P::FACTS.len()).for_each(|fact| fill(facts + fact, position.fact(fact)));
    fill(facts + P::FACTS.len(), f32::from(u8::from(position.side_to_move() == Side::Second)));
}

/// Plays a game to its end at random; returns the index of its outcome and its plies.
fn playout<P: Position>(start: &Game<P>, rng: &mut SmallRng) -> (usize, u64) {
    let mut game = start.clone();
    let mut plies = 0;
    while let Some(mv) = game.random_move(rng) {
        if game.play(mv).is_err() {
            break;
        }
        plies += 1;
    }
    let index = match game.outcome() {
        Some(Outcome::Win(Side::First)) => 0,
        Some(Outcome::Win(Side::Second)) => 2,
        Some(Outcome::Draw) | None => 1,
    };
    (index, plies)
}
