//! A game that is held to the laws, and games of it played at random.

use crate::evaluation::{Accumulator, Hashed};
use crate::watched::{OfWatched, Watched};
use plywood_search::{AnyKnowledge, Game, Hints, Knowledge, Position};
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A game that is held to the laws: what must be known of it to do so.
#[derive(Clone, Debug)]
pub struct Subject<P: Position> {
    name: String,
    starts: Vec<P>,
    depth: u32,
    plies: usize,
    games: u32,
    has_results: bool,
    evaluators: Vec<(String, AnyKnowledge<Watched<P>>)>,
}

impl<P: Hints> Subject<P> {
    /// A game that begins at one of `starts` (at least one), where plain minimax looks `depth` plies ahead in
    /// about 20 000 nodes or less.
    ///
    /// Its evaluations are hashes of the position, narrow and wide, and one with a state.
    ///
    /// # Panics
    ///
    /// If there is no start.
    pub fn new(name: &str, starts: impl IntoIterator<Item = P>, depth: u32) -> Self {
        let starts: Vec<_> = starts.into_iter().collect();
        assert!(!starts.is_empty(), "{name} begins somewhere");
        let (name, evaluators) = (name.to_owned(), Vec::new());
        Self { name, starts, depth, plies: 40, games: 48, has_results: true, evaluators }
            .with_evaluator("hashed, narrow", Hashed::narrow(1))
            .with_evaluator("hashed, wide", Hashed::wide(2))
            .with_knowledge("accumulator", AnyKnowledge::new(Accumulator::new(3)))
    }
}

impl<P: Position> Subject<P> {
    /// The same with one more evaluation.
    pub fn with_evaluator(self, name: &str, evaluator: impl Knowledge<P> + 'static) -> Self {
        self.with_knowledge(name, AnyKnowledge::new(OfWatched(evaluator)))
    }

    fn with_knowledge(mut self, name: &str, knowledge: AnyKnowledge<Watched<P>>) -> Self {
        self.evaluators.push((name.to_owned(), knowledge));
        self
    }

    /// The same with random games of up to `plies` plies, instead of 40.
    pub fn with_plies(self, plies: usize) -> Self {
        Self { plies, ..self }
    }

    /// The same with about `games` random games for each law of searches, instead of 48: fewer if they are
    /// slow.
    pub fn with_games(self, games: u32) -> Self {
        Self { games, ..self }
    }

    /// The same for a game that only repetition ends, so that searches without it prove nothing.
    pub fn ended_by_repetition(self) -> Self {
        Self { has_results: false, ..self }
    }

    /// The least number of proofs that a law must compare with the truth, of this many if games have results
    /// without repetition.
    pub fn least_proofs(&self, least: u32) -> u32 {
        if self.has_results { least } else { 0 }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The positions that games begin with.
    pub fn starts(&self) -> &[P] {
        &self.starts
    }

    /// How deep plain minimax can look.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many random games a law of searches is held to.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The evaluations, by name.
    pub fn evaluators(&self) -> impl Iterator<Item = (&str, AnyKnowledge<Watched<P>>)> {
        self.evaluators.iter().map(|(name, evaluator)| (name.as_str(), evaluator.clone()))
    }

    /// Shows `check` the end of so many random games, some finished, most not; a game in which it panics is
    /// cut shorter as long as it still does.
    ///
    /// # Panics
    ///
    /// If `check` does, with the game's start, seed and length.
    pub fn for_random_games(&self, games: u32, check: impl Fn(&Game<P>)) {
        let config =
            Config { cases: games, max_shrink_iters: 64, failure_persistence: None, ..Config::default() };
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let strategy = (0..self.starts.len(), any::<u64>(), 0..=self.plies);
        let result = TestRunner::new_with_rng(config, rng).run(&strategy, |(start, seed, plies)| {
            check(&random_game(&self.starts[start], seed, plies));
            Ok(())
        });
        if let Err(error) = result {
            panic!("{}, as (start, seed, plies): {error}", self.name);
        }
    }

    /// The same with the end of each game left off that is over, and the rest under watch.
    ///
    /// # Panics
    ///
    /// If `check` does.
    pub fn for_unfinished_games(&self, games: u32, check: impl Fn(&Game<Watched<P>>)) {
        self.for_random_games(games, |game| {
            let mut game = game.clone();
            while game.outcome().is_some() && game.undo().is_some() {}
            if game.outcome().is_none() {
                check(&Watched::game(&game));
            }
        });
    }
}

/// Legal moves drawn at random, up to `plies` of them.
pub(crate) fn random_game<P: Position>(start: &P, seed: u64, plies: usize) -> Game<P> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = Game::new(start.clone());
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        game.play(mv).expect("a move out of the list of legal moves is legal");
    }
    game
}
