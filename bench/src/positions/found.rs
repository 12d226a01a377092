//! How many known positions a search answers with a best move, by the time or the nodes that it has.

use super::{Certainty, KnownPosition, after};
use crate::tables::{Cell, Grid};
use core::fmt;
use core::time::Duration;
use plywood_play::{Engine, EngineError, Session, Spec, TextError, Thoughts, read_count, read_duration};
use plywood_search::{Clock, Ended, Limits};
use std::sync::Arc;

/// What a search may spend on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Time, on whatever clock the search is given.
    Time(Duration),
    /// Nodes, which are the same on every machine.
    Nodes(u64),
}

impl Budget {
    /// Reads budgets with commas between them, as times (`100ms,1s,5s`).
    ///
    /// # Errors
    ///
    /// If one of them is no time.
    pub fn times(text: &str) -> Result<Vec<Self>, TextError> {
        text.split(',').map(|word| read_duration(word).map(Self::Time)).collect()
    }

    /// Reads budgets with commas between them, as numbers of nodes (`20k,200k,1M`).
    ///
    /// # Errors
    ///
    /// If one of them is no number.
    pub fn nodes(text: &str) -> Result<Vec<Self>, TextError> {
        text.split(',').map(|word| read_count(word).map(Self::Nodes)).collect()
    }

    fn limits(self, clock: &Arc<dyn Clock>) -> Limits {
        match self {
            Self::Time(time) => Limits::none().with_time(time, Arc::clone(clock)),
            Self::Nodes(nodes) => Limits::nodes(nodes).with_clock(Arc::clone(clock)),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

/// What a search answered within a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The turn it would play.
    pub answer: String,
    /// Whether that is one of the best moves. Where others may win too, a turn that the search itself has
    /// proven to win is one.
    pub is_found: bool,
    /// Whether the search has proven that it wins.
    pub is_proven: bool,
    /// The depth in plies of its last whole iteration.
    pub depth: u32,
    /// Its nodes.
    pub nodes: u64,
}

/// What a search finds in a position within each of the budgets, the smallest first, each time from an empty
/// table. Where a search has ended by itself it is not repeated with more.
///
/// # Errors
///
/// If the position or an answer does not read, or the engine fails.
pub fn look(
    known: &KnownPosition,
    engine: &mut dyn Engine,
    budgets: &[Budget],
    clock: &Arc<dyn Clock>,
) -> Result<Vec<Finding>, EngineError> {
    let session = known.session()?;
    let best = known.reached()?;
    let mut findings: Vec<Finding> = Vec::new();
    let mut ended = None;
    for budget in budgets {
        if matches!(ended, None | Some(Ended::Time | Ended::Nodes)) {
            engine.new_game();
            let thoughts = engine.think(&*session, &budget.limits(clock), &mut |_| {})?;
            ended = thoughts.ended;
            findings.push(judge(known, (&*session, &best), &thoughts)?);
        } else if let Some(last) = findings.last().cloned() {
            findings.push(last);
        }
    }
    Ok(findings)
}

fn judge(
    known: &KnownPosition,
    (session, best): (&dyn Session, &[String]),
    thoughts: &Thoughts,
) -> Result<Finding, TextError> {
    let answer = thoughts.best.clone().unwrap_or_default();
    let is_best = best.contains(&after(session, &answer)?);
    let is_proven = thoughts.score.is_win();
    let is_found = is_best || (known.certainty != Certainty::Complete && is_proven);
    Ok(Finding { answer, is_found, is_proven, depth: thoughts.depth, nodes: thoughts.nodes })
}

/// What one engine found in positions of a game.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The engine.
    pub engine: Spec,
    /// For each position, what was found within each budget.
    pub rows: Vec<Vec<Finding>>,
}

impl Findings {
    /// In how many positions a best move was found within the budget of this number.
    pub fn found(&self, budget: usize) -> usize {
        self.rows.iter().filter(|row| row.get(budget).is_some_and(|finding| finding.is_found)).count()
    }

    /// In what share of the positions, in percent; 0 if there are none.
    fn percent(&self, budget: usize) -> f64 {
        100.0 * self.found(budget) as f64 / self.rows.len().max(1) as f64
    }
}

/// A row an engine: how many positions there were, and in what share of them it found a best move within each
/// budget.
pub fn shares(game: &str, budgets: &[Budget], findings: &[Findings]) -> Grid {
    let columns = ["engine".to_owned(), "positions".to_owned()];
    let found = budgets.iter().map(|budget| format!("% in {budget}|percent in {budget}"));
    let title = format!("{game}: positions in which a best move is found");
    let mut grid = Grid::new("found", title, columns.into_iter().chain(found));
    for findings in findings {
        let mut row = vec![Cell::Text(findings.engine.to_string()), Cell::Count(findings.rows.len() as u64)];
        row.extend((0..budgets.len()).map(|budget| Cell::Number(findings.percent(budget))));
        grid.rows.push(row);
    }
    grid
}

/// A row for each position, engine and budget.
pub fn details(known: &[KnownPosition], budgets: &[Budget], findings: &[Findings]) -> Grid {
    let columns = [
        "game",
        "position",
        "best",
        "certainty",
        "engine",
        "budget",
        "answer",
        "found",
        "proven",
        "depth",
        "nodes",
    ];
    let mut grid = Grid::new("found-details", "Answers by position, engine and budget", columns);
    for findings in findings {
        for (known, row) in known.iter().zip(&findings.rows) {
            for (budget, finding) in budgets.iter().zip(row) {
                grid.rows.push(detail(known, &findings.engine, *budget, finding));
            }
        }
    }
    grid
}

fn detail(known: &KnownPosition, engine: &Spec, budget: Budget, finding: &Finding) -> Vec<Cell> {
    let yes_or_no = |is: bool| Cell::from(if is { "yes" } else { "no" });
    vec![
        Cell::Text(known.game.clone()),
        Cell::Text(known.position.clone()),
        Cell::Text(known.best.join(", ")),
        known.certainty.word().into(),
        Cell::Text(engine.to_string()),
        Cell::Text(budget.to_string()),
        Cell::Text(finding.answer.clone()),
        yes_or_no(finding.is_found),
        yes_or_no(finding.is_proven),
        Cell::Count(u64::from(finding.depth)),
        Cell::Count(finding.nodes),
    ]
}
