//! Counting: adds up games in the order of their numbers, and decides tests.

use crate::control::time_limit;
use crate::played::PlayedGame;
use crate::seed::digest;
use crate::sprt::Verdict;
use crate::statistics::Points;
use crate::summary::{MatchEnd, Summary};
use core::time::Duration;
use fxhash::FxHashSet;

/// The games that are remembered to find repetitions: 16 MB at most for a match. Later games are compared
/// with these.
const MOST_DIGESTS: usize = 1 << 20;

/// The results so far.
pub(crate) struct Count {
    pub(crate) summary: Summary,
    /// The engines' time limits for a turn; none under a game clock, which takes their place.
    limits: [Option<Duration>; 2],
    /// The last game counted, if its reverse is still missing.
    half: Option<(u64, Points)>,
    /// The number of the next game, if none is missing.
    next: u64,
    /// The digests of the games so far, as many as [`MOST_DIGESTS`], by which a game is known that repeats
    /// another.
    seen: FxHashSet<u64>,
    /// Whether no game was missing. A test does not decide on games with gaps.
    is_gapless: bool,
}

impl Count {
    /// Begins with an empty summary.
    pub(crate) fn new(summary: Summary, has_clock: bool) -> Self {
        let limits = summary.engines.each_ref().map(|engine| time_limit(engine).filter(|_| !has_clock));
        Self { summary, limits, half: None, next: 0, seen: FxHashSet::default(), is_gapless: true }
    }

    /// Whether the match has ended by what was counted.
    pub(crate) const fn has_ended(&self) -> bool {
        self.summary.ended.is_some()
    }

    /// The number of the game after the last one counted.
    pub(crate) const fn next(&self) -> u64 {
        self.next
    }

    /// Counts a game; its number must be greater than all before.
    pub(crate) fn add(&mut self, game: &PlayedGame) {
        self.is_gapless &= game.number == self.next;
        self.next = game.number + 1;
        let points = game.points();
        self.summary.tally.add_game(points);
        self.summary.repeats += u64::from(self.is_repeated(game));
        for (engine, limit) in self.limits.into_iter().enumerate() {
            self.summary.usage[engine] = self.summary.usage[engine].plus(&game.usage(engine, limit));
        }
        match self.half.take() {
            Some((pair, first)) if pair == game.pair() => self.add_pair([first, points]),
            _ => self.half = Some((game.pair(), points)),
        }
    }

    /// Whether a game has the moves of an earlier one with the same engine as first player, from the same
    /// position.
    fn is_repeated(&mut self, game: &PlayedGame) -> bool {
        let text = format!("{} {}\n{}", game.first, game.position, game.moves.join(" "));
        let digest = digest(text.as_bytes());
        if self.seen.len() < MOST_DIGESTS { !self.seen.insert(digest) } else { self.seen.contains(&digest) }
    }

    fn add_pair(&mut self, games: [Points; 2]) {
        self.summary.tally.add_pair(games);
        let Some(state) = &mut self.summary.sprt else { return };
        state.update(&self.summary.tally.pairs);
        if state.verdict != Verdict::Continue && self.is_gapless {
            self.summary.ended.get_or_insert(MatchEnd::Decided);
        }
    }

    /// The summary, when there are no more games.
    pub(crate) fn finish(mut self) -> Summary {
        let complete = self.summary.tally.games() >= self.summary.games;
        let ended = if complete { MatchEnd::Completed } else { MatchEnd::Stopped };
        self.summary.ended.get_or_insert(ended);
        self.summary
    }
}
