//! Summaries: the state of a match as numbers and as a table.

use crate::played::Usage;
use crate::sprt::{Sprt, Verdict};
use crate::statistics::{Estimates, Interval, PairCounts, Tally};
use core::fmt;
use core::time::Duration;
use plywood_play::{Spec, grouped};

/// The state of a match, or its end. `Display` writes a table of several lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The engines as they were requested.
    pub engines: [Spec; 2],
    /// The number of games to be played, even.
    pub games: u64,
    /// The results so far, from the first engine's view.
    pub tally: Tally,
    /// The games that are the same, move by move, as an earlier one with the same engine as first player.
    /// They say nothing new, but count: where there are many, the intervals are too narrow.
    pub repeats: u64,
    /// The sequential test and its state, if there is one.
    pub sprt: Option<SprtState>,
    /// The usage of each engine, and its forfeits.
    pub usage: [Usage; 2],
    /// The time since the match began, by its clock; zero if it is unknown.
    pub elapsed: Duration,
    /// The reason why the match has ended; `None` while it goes on.
    pub ended: Option<MatchEnd>,
}

impl Summary {
    /// The summary of a match without games.
    pub(crate) fn new(engines: [Spec; 2], games: u64, sprt: Option<Sprt>) -> Self {
        Self {
            engines,
            games,
            tally: Tally::default(),
            repeats: 0,
            sprt: sprt.map(SprtState::new),
            usage: Default::default(),
            elapsed: Duration::ZERO,
            ended: None,
        }
    }

    /// A line about what makes the statistics worth less than they seem, if there is something.
    pub fn warning(&self) -> Option<String> {
        let (repeats, games) = (self.repeats, self.tally.games());
        let text = "repeat earlier ones: the intervals are too narrow; use more openings";
        (repeats > 0).then(|| format!("{repeats} of {games} games {text}"))
    }
}

/// The reason why a match has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchEnd {
    /// All games were played.
    Completed,
    /// The sequential test accepted a hypothesis.
    Decided,
    /// The stop handle was pulled, or the observer stopped the match.
    Stopped,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio of the pairs so far.
    pub ratio: f64,
    /// The verdict.
    pub verdict: Verdict,
}

impl SprtState {
    /// The state before the first pair.
    pub(crate) fn new(test: Sprt) -> Self {
        Self { test, ratio: 0.0, verdict: Verdict::Continue }
    }

    pub(crate) fn update(&mut self, pairs: &PairCounts) {
        self.ratio = self.test.log_likelihood_ratio(pairs);
        self.verdict = self.test.verdict(pairs);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.tally;
        row(f, "engine 1", &self.engines[0])?;
        row(f, "engine 2", &self.engines[1])?;
        let pairs = tally.complete_pairs();
        row(
            f,
            "games",
            &format_args!(
                "{} of {}, {} complete pairs",
                grouped(tally.games()),
                grouped(self.games),
                grouped(pairs)
            ),
        )?;
        let [wins, draws, losses] = [tally.wins, tally.draws, tally.losses].map(grouped);
        row(f, "results", &format_args!("{wins} won, {draws} drawn, {losses} lost by engine 1"))?;
        let [ll, ld, even, wd, ww] = tally.pairs.map(grouped);
        row(f, "pairs", &format_args!("LL {ll}, LD {ld}, DD+WL {even}, WD {wd}, WW {ww}"))?;
        if let Some(warning) = self.warning() {
            row(f, "warning", &warning)?;
        }
        if let Some(estimates) = tally.estimates() {
            write_estimates(f, &estimates)?;
        }
        if let Some(state) = &self.sprt {
            write_sprt(f, state)?;
        }
        for (name, usage) in ["time 1", "time 2"].into_iter().zip(&self.usage) {
            write_usage(f, name, usage)?;
        }
        let ended = match self.ended {
            None => "under way",
            Some(MatchEnd::Completed) => "all games played",
            Some(MatchEnd::Decided) => "decided by the test",
            Some(MatchEnd::Stopped) => "stopped",
        };
        if self.elapsed.is_zero() {
            return row(f, "match", &ended);
        }
        row(f, "match", &format_args!("{ended} after {:.1} s", self.elapsed.as_secs_f64()))
    }
}

/// A line of the table.
fn row(f: &mut fmt::Formatter<'_>, name: &str, value: &dyn fmt::Display) -> fmt::Result {
    writeln!(f, "{name:<10} {value}")
}

fn write_estimates(f: &mut fmt::Formatter<'_>, estimates: &Estimates) -> fmt::Result {
    let Interval { value, low, high } = estimates.score;
    let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
    row(f, "score", &format_args!("{value:.1} %, 95 % interval {low:.1} to {high:.1} %"))?;
    let signed = |interval: &Interval| {
        let Interval { value, low, high } = interval;
        format!("{value:+.1}, 95 % interval {low:+.1} to {high:+.1}")
    };
    row(f, "Elo", &signed(&estimates.elo))?;
    if let Some(normalized) = &estimates.normalized_elo {
        row(f, "norm. Elo", &signed(normalized))?;
    }
    row(f, "LOS", &format_args!("{:.2} %", 100.0 * estimates.superiority))
}

fn write_sprt(f: &mut fmt::Formatter<'_>, state: &SprtState) -> fmt::Result {
    let [lower, upper] = state.test.bounds();
    let verdict = state.verdict.accepted().map_or("undecided".to_owned(), |name| format!("{name} accepted"));
    let ratio = state.ratio;
    row(f, "SPRT", &format_args!("{}: LLR {ratio:.2} in {lower:.2} to {upper:.2}, {verdict}", state.test))
}

fn write_usage(f: &mut fmt::Formatter<'_>, name: &str, usage: &Usage) -> fmt::Result {
    let (seconds, turns, nodes) = (usage.time.as_secs_f64(), grouped(usage.turns), grouped(usage.nodes));
    let milliseconds = |time: Duration| format!("{:.1} ms", 1_000.0 * time.as_secs_f64());
    let longest = milliseconds(usage.longest);
    write!(f, "{name:<10} {seconds:.1} s, {turns} turns, {nodes} nodes, longest turn {longest}")?;
    if usage.overshoot > Duration::ZERO {
        write!(f, ", over its limit by up to {}", milliseconds(usage.overshoot))?;
    }
    if usage.forfeits > 0 {
        write!(f, ", {} games forfeited", usage.forfeits)?;
    }
    writeln!(f)
}
