//! A game under watch: no move gets past that is not legal.

use core::ops::ControlFlow;
use plywood_search::{
    Candidates, ForcedWin, Game, Hints, Knowledge, Outcome, Position, Purpose, Recurring, Repetition, Score,
    Side,
};
use rand::Rng;

/// A position that panics when somebody plays a move that is not legal, and is the position itself in
/// everything else.
///
/// A game may do anything with an illegal move; so a search might play one unnoticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched<P>(pub P);

impl<P: Position> Watched<P> {
    /// The same game, under watch from its start.
    ///
    /// # Panics
    ///
    /// If a move of it was not legal.
    pub fn game(game: &Game<P>) -> Game<Self> {
        let mut watched = Game::new(Self(game.start().clone()));
        for mv in game.moves() {
            watched.play(mv).expect("the game was played before");
        }
        watched
    }
}

impl<P: Position> Position for Watched<P> {
    type Move = P::Move;

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        assert!(self.outcome().is_none(), "asked for the moves of a finished position: {self:?}");
        self.0.generate(visit)
    }

    fn is_legal(&self, mv: Self::Move) -> bool {
        self.0.is_legal(mv)
    }

    fn play_unchecked(&mut self, mv: Self::Move) {
        assert!(self.is_legal(mv), "{mv:?} was played but is not legal in {self:?}");
        self.0.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn canonical_key(&self) -> u64 {
        self.0.canonical_key()
    }

    fn expand<F>(&self, visit: &mut F) -> Option<Outcome>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        self.0.expand(visit)
    }

    fn count_moves(&self) -> usize {
        self.0.count_moves()
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Move> {
        self.0.random_move(rng)
    }

    fn is_irreversible(&self, mv: Self::Move) -> bool {
        self.0.is_irreversible(mv)
    }

    fn repetition_key(&self) -> Option<u64> {
        self.0.repetition_key()
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn recurring(&self) -> Recurring {
        self.0.recurring()
    }
}

impl<P: Hints> Hints for Watched<P> {
    const HISTORY_SLOTS: usize = P::HISTORY_SLOTS;
    const HAS_LONG_TURNS: bool = P::HAS_LONG_TURNS;

    fn moves_left(&self) -> u32 {
        self.0.moves_left()
    }

    fn is_in_vain(&self) -> bool {
        self.0.is_in_vain()
    }

    fn is_noisy(&self, mv: Self::Move) -> bool {
        self.0.is_noisy(mv)
    }

    fn history_slot(&self, mv: Self::Move) -> usize {
        self.0.history_slot(mv)
    }

    fn key_after(&self, mv: Self::Move) -> Option<u64> {
        assert!(self.is_legal(mv), "asked for the key after {mv:?}, which is not legal in {self:?}");
        self.0.key_after(mv)
    }

    fn null_move(&self) -> Option<Self> {
        assert!(self.outcome().is_none(), "asked to pass in a finished position: {self:?}");
        self.0.null_move().map(Self)
    }
}

/// Knowledge of the positions under watch. Asks about finished positions and illegal moves make it panic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfWatched<E>(pub(crate) E);

impl<P: Position, E: Knowledge<P>> Knowledge<Watched<P>> for OfWatched<E> {
    type State = E::State;

    fn start(&self, position: &Watched<P>) -> E::State {
        self.0.start(&position.0)
    }

    fn advance(&self, state: &mut E::State, parent: &Watched<P>, mv: Option<P::Move>, child: &Watched<P>) {
        assert!(child.outcome().is_none(), "advanced to a finished position: {child:?}");
        self.0.advance(state, &parent.0, mv, &child.0);
    }

    fn retreat(&self, state: &mut E::State) {
        self.0.retreat(state);
    }

    fn evaluate(&self, position: &Watched<P>, state: &mut E::State) -> Score {
        self.0.evaluate(&position.0, state)
    }

    fn margin(&self) -> i32 {
        self.0.margin()
    }

    fn forced_win(&self, position: &Watched<P>, state: &mut E::State) -> Option<ForcedWin> {
        assert!(position.outcome().is_none(), "asked for a forced win in a finished position: {position:?}");
        self.0.forced_win(&position.0, state)
    }

    fn winning_move(&self, position: &Watched<P>, state: &mut E::State) -> Option<P::Move> {
        assert!(position.outcome().is_none(), "asked for a win in a finished position: {position:?}");
        self.0.winning_move(&position.0, state)
    }

    fn candidates<'a>(
        &'a self,
        position: &'a Watched<P>,
        state: &'a mut E::State,
    ) -> Option<Candidates<impl Fn(P::Move) -> bool>> {
        self.0.candidates(&position.0, state)
    }

    fn is_threatened(&self, position: &Watched<P>, state: &mut E::State) -> bool {
        assert!(position.outcome().is_none(), "asked for threats in a finished position: {position:?}");
        self.0.is_threatened(&position.0, state)
    }

    fn threatens(&self, position: &Watched<P>, state: &mut E::State, mv: P::Move) -> bool {
        assert!(position.is_legal(mv), "asked what {mv:?} threatens, which is not legal in {position:?}");
        self.0.threatens(&position.0, state, mv)
    }

    fn tactics(&self, position: &Watched<P>, state: &mut E::State, visit: &mut dyn FnMut(P::Move)) {
        assert!(position.outcome().is_none(), "asked for tactics in a finished position: {position:?}");
        self.0.tactics(&position.0, state, visit);
    }

    fn has_lines(&self) -> bool {
        self.0.has_lines()
    }

    fn lines(
        &self,
        position: &Watched<P>,
        state: &mut E::State,
        purpose: Purpose,
        visit: &mut dyn FnMut(&[P::Move]),
    ) {
        assert!(position.outcome().is_none(), "asked for lines in a finished position: {position:?}");
        self.0.lines(&position.0, state, purpose, visit);
    }

    fn answers(&self, position: &Watched<P>, state: &mut E::State, visit: &mut dyn FnMut(&[P::Move])) {
        assert!(position.outcome().is_none(), "asked for answers in a finished position: {position:?}");
        self.0.answers(&position.0, state, visit);
    }

    fn look_ahead(
        &self,
        position: &Watched<P>,
        state: &mut E::State,
        visit: &mut dyn FnMut(&[P::Move]),
    ) -> Option<ForcedWin> {
        assert!(position.outcome().is_none(), "asked to look beyond a finished position: {position:?}");
        self.0.look_ahead(&position.0, state, visit)
    }

    fn priorities<'a>(
        &'a self,
        position: &'a Watched<P>,
        state: &'a mut E::State,
    ) -> impl Fn(P::Move) -> i32 {
        self.0.priorities(&position.0, state)
    }
}
