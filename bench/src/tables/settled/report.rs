//! The report: Markdown, with the charts in files beside it.

use super::contest::time_text;
use super::{Bar, Contest, Group, Part, Settings, fragment, interval_chart};
use crate::tables::{Cell, Grid, Subject};
use plywood_arena::{CrossTable, Interval, Summary};
use std::path::Path;

/// What stands below the table of each group, in its order.
const NOTES: [(Group, &str, &str, &str); 3] = [
    (
        Group::Heuristics,
        "loa-heuristics",
        "The heuristics of Lines of Action against each other",
        "The seed's figures are two games a pairing, at ten seconds a move. Here both sides search by iterative deepening over a transposition \
        table (`ids`).",
    ),
    (
        Group::MonteCarlo,
        "loa-monte-carlo",
        "The heuristics of Lines of Action against a Monte-Carlo player",
        "The seed's opponent was \"MC Cloud\", a tree search with playouts of twenty plies biased by a heuristic, in ten games. Ours is `mcts`: playouts \
        of twenty plies at random and then the default evaluation, without RAVE or proven results. The rings are the seed's figures.",
    ),
    (
        Group::Evaluation,
        "evaluations",
        "The seeds' evaluations against ours",
        "Both sides are the strong search (`pvs`) and differ in the evaluation alone.",
    ),
];

/// The report and its charts: names, and what stands in them.
pub(super) fn files(
    parts: &[Part],
    settings: &Settings,
    folder: &Path,
    is_quick: bool,
) -> Vec<(String, String)> {
    let mut text = head(parts, settings);
    let mut files = Vec::new();
    for (group, name, title, note) in NOTES {
        let of: Vec<_> = contests(parts).filter(|(contest, _)| contest.group == group).collect();
        text.push_str(&format!("\n## {title}\n\n![{title}]({name}.svg)\n\n{}\n{note}\n", rows(&of)));
        files.push((format!("{name}.svg"), chart(group, title, &of)));
    }
    for subject in Subject::ALL {
        let tables = fragment::read(folder, subject, is_quick);
        let tables = tables.unwrap_or_else(|| "\nTo be computed.\n".to_owned());
        text.push_str(&format!("\n## Tables of {}\n{tables}", subject.name()));
    }
    files.push(("report.md".to_owned(), text));
    files
}

fn chart(group: Group, title: &str, contests: &[(&Contest, &Summary)]) -> String {
    if group == Group::Heuristics {
        return cross_table(contests).svg();
    }
    let bars: Vec<_> = contests.iter().map(|(contest, summary)| bar(contest, summary)).collect();
    interval_chart(title, &bars)
}

fn contests(parts: &[Part]) -> impl Iterator<Item = (&Contest, &Summary)> {
    parts.iter().filter_map(|part| match part {
        Part::Contest(contest, summary) => Some((contest, &**summary)),
        Part::Tables(..) => None,
    })
}

/// What this is, how it was made, and how far it is.
fn head(parts: &[Part], settings: &Settings) -> String {
    let done = parts.iter().filter(|part| part.is_done()).count();
    let mut text = format!(
        "# What the seeds claimed, settled\n\n{done} of {} parts are done. Matches have {} games at {} a move, in pairs from the same random \
        opening (seed {}) with colours swapped; intervals are of 95 %, from the pairs.\n\n",
        parts.len(),
        settings.games,
        time_text(settings.time),
        settings.seed
    );
    for part in parts {
        let mark = if part.is_done() { "x" } else { " " };
        let line = part.line();
        text.push_str(&format!(
            "- [{mark}] {}\n",
            line.split_once("  ").map_or(line.as_str(), |(_, rest)| rest)
        ));
    }
    text
}

/// A table with a row for each match.
fn rows(contests: &[(&Contest, &Summary)]) -> String {
    let columns =
        ["game", "first", "second", "seed", "games", "W-D-L", "score, %", "95 % interval", "Elo", "verdict"];
    let mut grid = Grid::new("", "", columns);
    grid.rows.extend(contests.iter().map(|(contest, summary)| row(contest, summary)));
    // The section has a title already.
    grid.markdown().split_once("\n\n").map_or_else(String::new, |(_, table)| table.to_owned())
}

fn row(contest: &Contest, summary: &Summary) -> Vec<Cell> {
    let tally = &summary.tally;
    let [first, second] = contest.names.each_ref().map(|name| Cell::Text(name.clone()));
    let mut row = vec![contest.game.into(), first, second, Cell::Text(contest.claim.to_string())];
    row.push(Cell::Count(tally.games()));
    row.push(Cell::Text(format!("{}-{}-{}", tally.wins, tally.draws, tally.losses)));
    let Some(estimates) = tally.estimates() else {
        row.extend([Cell::Blank, Cell::Blank, Cell::Blank, Cell::Blank]);
        return row;
    };
    let Interval { value, low, high } = estimates.score;
    row.push(Cell::Number(100.0 * value));
    row.push(Cell::Text(format!("{:.1}-{:.1}", 100.0 * low, 100.0 * high)));
    row.push(Cell::Text(format!("{:+.0}", estimates.elo.value)));
    row.push(Cell::Text(verdict(contest, &estimates.score)));
    row
}

/// Who is better, where the interval leaves no doubt, and whether the seed had it so.
fn verdict(contest: &Contest, score: &Interval) -> String {
    let (better, is_first) = if score.low > 0.5 {
        ("first better", true)
    } else if score.high < 0.5 {
        ("second better", false)
    } else {
        return "undecided".to_owned();
    };
    match contest.claim.favours_first() {
        None => better.to_owned(),
        Some(claimed) if claimed == is_first => format!("{better}, as claimed"),
        Some(_) => format!("{better}, not as claimed"),
    }
}

fn bar(contest: &Contest, summary: &Summary) -> Bar {
    let score = summary.tally.estimates().map(|estimates| estimates.score);
    Bar { name: contest.title(), score, claimed: contest.claim.share() }
}

fn cross_table(contests: &[(&Contest, &Summary)]) -> CrossTable {
    let mut names: Vec<&String> = contests.iter().flat_map(|(contest, _)| &contest.names).collect();
    names.sort();
    names.dedup();
    let mut table = CrossTable::new(names.iter().map(|name| (*name).clone()));
    for (contest, summary) in contests {
        let place = |name: &String| names.iter().position(|known| *known == name);
        if let [Some(first), Some(second)] = contest.names.each_ref().map(place) {
            table.set([first, second], summary.tally);
        }
    }
    table
}
