//! The report: Markdown, with the charts in files beside it.

use super::contest::time_text;
use super::{Bar, Claim, Contest, Group, Part, Settings, fragment, interval_chart};
use crate::tables::{Cell, Grid, Subject};
use plywood_arena::{CrossTable, Interval, Summary};
use std::path::Path;

/// The report and its charts: names, and what stands in them.
pub(super) fn files(
    parts: &[Part],
    settings: &Settings,
    folder: &Path,
    is_quick: bool,
) -> Vec<(&'static str, String)> {
    let contests: Vec<_> = contests(parts).collect();
    let mut text = head(parts, settings);
    text.push_str("\n## Lines of Action\n\n![The heuristics against each other](loa-heuristics.svg)\n\n");
    let of = |group: Group| contests.iter().copied().filter(move |(contest, _)| contest.group == group);
    text.push_str(
        &grid("loa-heuristics", "The heuristics against each other", of(Group::Heuristics)).markdown(),
    );
    text.push_str(
        "\nThe seed's figures are two games a pairing, at ten seconds a move. Here both sides search by iterative deepening over a \
        transposition table (`ids`).\n\n![The heuristics against a Monte-Carlo player](loa-monte-carlo.svg)\n\n",
    );
    text.push_str(
        &grid("loa-monte-carlo", "The heuristics against a Monte-Carlo player", of(Group::MonteCarlo))
            .markdown(),
    );
    text.push_str(
        "\nThe seed's opponent was \"MC Cloud\", a tree search with playouts of twenty plies, in ten games; ours is `mcts`. The rings of the \
        chart are the seed's figures.\n\n## The seeds' evaluations against ours\n\n![The seeds' evaluations](evaluations.svg)\n\n",
    );
    text.push_str(
        &grid("evaluations", "The seeds' evaluations against ours", of(Group::Evaluation)).markdown(),
    );
    text.push_str("\nBoth sides are the strong search (`pvs`) and differ in the evaluation alone.\n");
    for subject in Subject::ALL {
        let tables = fragment::read(folder, subject, is_quick);
        let tables = tables.unwrap_or_else(|| "\nTo be computed.\n".to_owned());
        text.push_str(&format!("\n## Tables of {}\n{tables}", subject.name()));
    }
    let chart = |group: Group, title: &str| {
        let bars: Vec<_> = of(group).map(|(contest, summary)| bar(contest, summary)).collect();
        interval_chart(title, &bars)
    };
    vec![
        ("report.md", text),
        ("loa-heuristics.svg", cross_table(of(Group::Heuristics)).svg()),
        (
            "loa-monte-carlo.svg",
            chart(Group::MonteCarlo, "Heuristics of Lines of Action against Monte-Carlo tree search"),
        ),
        ("evaluations.svg", chart(Group::Evaluation, "The seeds' evaluations against ours")),
    ]
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

/// A row for each match.
fn grid<'a>(
    name: &'static str,
    title: &str,
    contests: impl Iterator<Item = (&'a Contest, &'a Summary)>,
) -> Grid {
    let columns =
        ["game", "first", "second", "seed", "games", "W-D-L", "score, %", "95 % interval", "Elo", "verdict"];
    let mut grid = Grid::new(name, title, columns);
    for (contest, summary) in contests {
        let tally = &summary.tally;
        let [first, second] = contest.names.each_ref().map(|name| Cell::Text(name.clone()));
        let mut row = vec![contest.game.into(), first, second, Cell::Text(contest.claim.to_string())];
        row.push(Cell::Count(tally.games()));
        row.push(Cell::Text(format!("{}-{}-{}", tally.wins, tally.draws, tally.losses)));
        match tally.estimates() {
            Some(estimates) => {
                let Interval { value, low, high } = estimates.score;
                row.push(Cell::Number(100.0 * value));
                row.push(Cell::Text(format!("{:.1}-{:.1}", 100.0 * low, 100.0 * high)));
                row.push(Cell::Text(format!("{:+.0}", estimates.elo.value)));
                row.push(verdict(contest, &estimates.score).into());
            }
            None => row.extend([Cell::Blank, Cell::Blank, Cell::Blank, Cell::Blank]),
        }
        grid.rows.push(row);
    }
    grid
}

/// Who is better, where the interval leaves no doubt, and whether the seed had it so.
fn verdict(contest: &Contest, score: &Interval) -> &'static str {
    let claimed = match contest.claim {
        Claim::First => 1.0,
        Claim::Second => 0.0,
        Claim::OfTen(points) => f64::from(points) / 10.0,
        Claim::None => 0.5,
    };
    let claims_nothing = (claimed - 0.5_f64).abs() < 0.05;
    if score.low > 0.5 {
        if claims_nothing {
            "first better"
        } else if claimed > 0.5 {
            "first better, as claimed"
        } else {
            "first better, not as claimed"
        }
    } else if score.high < 0.5 {
        if claims_nothing {
            "second better"
        } else if claimed < 0.5 {
            "second better, as claimed"
        } else {
            "second better, not as claimed"
        }
    } else {
        "undecided"
    }
}

fn bar(contest: &Contest, summary: &Summary) -> Bar {
    let claimed = match contest.claim {
        Claim::OfTen(points) => Some(f64::from(points) / 10.0),
        Claim::First => Some(1.0),
        Claim::Second => Some(0.0),
        Claim::None => None,
    };
    let score = summary.tally.estimates().map(|estimates| estimates.score);
    Bar { name: contest.title(), score, claimed }
}

fn cross_table<'a>(contests: impl Iterator<Item = (&'a Contest, &'a Summary)>) -> CrossTable {
    let contests: Vec<_> = contests.collect();
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
