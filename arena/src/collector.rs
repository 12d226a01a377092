//! Brings games that finish in any order into the order of their numbers, and counts them in it.
//!
//! Whatever is decided here, the end of a sequential test above all, depends on that order and not on which game was done first.

use crate::played::PlayedGame;
use crate::sprt::Verdict;
use crate::statistics::Points;
use crate::summary::{MatchEnd, Summary};
use core::ops::ControlFlow;
use core::time::Duration;
use std::collections::BTreeMap;

/// Who is told about a game, and may end the match.
pub(crate) type Observer<'a> = dyn FnMut(PlayedGame, &Summary) -> ControlFlow<()> + 'a;

pub(crate) struct Collector<'a, 'b> {
    summary: Summary,
    limits: [Option<Duration>; 2],
    observe: &'a mut Observer<'b>,
    /// Games that wait for one with a smaller number.
    waiting: BTreeMap<u64, PlayedGame>,
    /// The number of the next game to count.
    next: u64,
    /// The last game counted, if its reverse is to come.
    half: Option<(u64, Points)>,
}

impl<'a, 'b> Collector<'a, 'b> {
    pub(crate) fn new(
        summary: Summary,
        limits: [Option<Duration>; 2],
        observe: &'a mut Observer<'b>,
    ) -> Self {
        Self { summary, limits, observe, waiting: BTreeMap::new(), next: 0, half: None }
    }

    /// Takes a game at the time `elapsed` of the match, and counts what can be counted now.
    pub(crate) fn add(&mut self, game: PlayedGame, elapsed: Duration) {
        self.summary.elapsed = elapsed;
        self.waiting.insert(game.number, game);
        while let Some(game) = self.waiting.remove(&self.next) {
            self.count(game);
        }
    }

    /// Whether the match has been ended by what was counted.
    pub(crate) fn has_ended(&self) -> bool {
        self.summary.ended.is_some()
    }

    /// The summary at the end: a match that was stopped keeps the games that wait in vain for one that will never be finished.
    pub(crate) fn finish(mut self, elapsed: Duration) -> Summary {
        self.summary.elapsed = elapsed;
        while let Some((_, game)) = self.waiting.pop_first() {
            self.count(game);
        }
        let complete = self.summary.tally.games() >= self.summary.games;
        let ended = if complete { MatchEnd::Completed } else { MatchEnd::Stopped };
        self.summary.ended.get_or_insert(ended);
        self.summary
    }

    /// Counts a game, unless the match has ended before it.
    fn count(&mut self, game: PlayedGame) {
        self.next = game.number + 1;
        if self.has_ended() {
            return;
        }
        let points = game.points();
        self.summary.tally.add_game(points);
        for (engine, limit) in self.limits.into_iter().enumerate() {
            self.summary.usage[engine] = self.summary.usage[engine].plus(&game.usage(engine, limit));
        }
        match self.half.take() {
            Some((pair, first)) if pair == game.pair() => self.count_pair([first, points]),
            _ => self.half = Some((game.pair(), points)),
        }
        if (self.observe)(game, &self.summary).is_break() {
            self.summary.ended.get_or_insert(MatchEnd::Stopped);
        }
    }

    fn count_pair(&mut self, games: [Points; 2]) {
        self.summary.tally.add_pair(games);
        let Some(state) = &mut self.summary.sprt else { return };
        state.update(&self.summary.tally.pairs);
        if state.verdict != Verdict::Continue {
            self.summary.ended = Some(MatchEnd::Decided);
        }
    }
}
