//! Games whose type is unknown, as numbers: the one trait that is generic over games.
//!
//! A session is text to whoever does not know its game. Arrays of a thousand games need the concrete types,
//! so [`Numbers`] is implemented once, for every [`Definition`], and asked about sessions: the call is
//! dispatched once per position, never per move or cell.

use crate::frontier::{self, Ask, Best};
use crate::lanes::{Lanes, Plan, Typed};
use crate::picture::{board, observe, plane_names};
use core::marker::PhantomData;
use plywood_play::{Arrays, Definition, Session, game_of, game_of_mut};
use plywood_registry::{GameVisitor, visit_games};
use plywood_search::{Game, Outcome, Position, Rollout, Side, StopHandle};
use rand::rngs::SmallRng;

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
    fn outcome(&self, session: &dyn Session) -> Option<Outcome>;
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
    /// The games of a batch, which begin where the session is.
    fn lanes(&self, session: &dyn Session, plan: Plan) -> Box<dyn Lanes>;
    /// The best action by a search whose evaluation is asked about many positions at once.
    fn search_by_batches(&self, session: &dyn Session, depth: u32, ask: Ask<'_>) -> Option<Best>;
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
        Layout { grid: position.grid(), planes: plane_names::<D::Position>(), actions: position.actions() }
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

    fn outcome(&self, session: &dyn Session) -> Option<Outcome> {
        of::<D>(session).outcome()
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
        board(of::<D>(session).position(), out);
    }

    fn playouts(&self, session: &dyn Session, games: u64, rng: &mut SmallRng, stop: &StopHandle) -> [u64; 4] {
        let start = Rollout::from(of::<D>(session));
        let (mut game, mut counts) = (start.clone(), [0; 4]);
        for _ in 0..games {
            if stop.is_stopped() {
                break;
            }
            let (outcome, plies) = playout(&mut game, &start, rng);
            counts[outcome] += 1;
            counts[3] += plies;
        }
        counts
    }

    fn lanes(&self, session: &dyn Session, plan: Plan) -> Box<dyn Lanes> {
        Box::new(Typed::<D>::new(Rollout::from(of::<D>(session)), plan))
    }

    fn search_by_batches(&self, session: &dyn Session, depth: u32, ask: Ask<'_>) -> Option<Best> {
        frontier::search(of::<D>(session), depth, ask)
    }
}

/// Plays a game to its end at random, where `start` is; returns the index of its outcome and its plies.
fn playout<P: Position>(game: &mut Rollout<P>, start: &Rollout<P>, rng: &mut SmallRng) -> (usize, u64) {
    game.clone_from(start);
    let mut plies = 0;
    while let Some(mv) = game.random_move(rng) {
        game.play_unchecked(mv);
        plies += 1;
    }
    let index = match game.outcome() {
        Some(Outcome::Win(Side::First)) => 0,
        Some(Outcome::Win(Side::Second)) => 2,
        Some(Outcome::Draw) | None => 1,
    };
    (index, plies)
}
