//! Cross-tables as SVG, readable in light and dark.

use crate::cross_table::{CrossTable, RankedEngine, share};
use crate::statistics::Interval;
use core::fmt::Write;

/// Height of a row, and width of a cell with a result.
const ROW: f64 = 34.0;
const CELL: f64 = 58.0;
/// The offset of the cells from the top and from the names.
const TOP: f64 = 64.0;
const LEFT: f64 = 16.0;
/// The width of a character of the names, and of the part with the ratings.
const CHARACTER: f64 = 7.6;
const RATINGS: f64 = 240.0;
/// The least width, for the title.
const TITLE: f64 = 570.0;

const STYLE: &str = "text { font: 13px system-ui, 'DejaVu Sans', sans-serif; fill: #1d2129 }\n\
    .title { font-size: 16px; font-weight: 600 }\n.middle { text-anchor: middle }\n.ground { fill: #ffffff }\n\
    .cell { fill: #f1f3f6 }\n.won { fill: #1f5fb4 }\n.lost { fill: #b3261e }\n.axis { stroke: #6b7280 }\n\
    .bar { stroke: #1f5fb4; stroke-width: 2 }\n.dot { fill: #1f5fb4 }\n\
    @media (prefers-color-scheme: dark) {\ntext { fill: #e6e9ef }\n.ground { fill: #15181e }\n.cell { fill: #22262e }\n\
    .won { fill: #7db2ff }\n.lost { fill: #ff8a80 }\n.bar { stroke: #7db2ff }\n.dot { fill: #7db2ff }\n}\n";

pub(crate) fn chart(table: &CrossTable) -> String {
    let standings = table.standings();
    let longest = table.engines().iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let cells = LEFT + 30.0 + CHARACTER * longest as f64;
    let ratings = cells + CELL * standings.len() as f64 + 24.0;
    let (width, height) = ((ratings + RATINGS + LEFT).max(TITLE), TOP + ROW * standings.len() as f64 + LEFT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
        role=\"img\">\n<title>Cross-table</title>\n<style>\n{STYLE}</style>\n\
        <rect class=\"ground\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n\
        <text class=\"title\" x=\"{LEFT}\" y=\"28\">Score in percent, and rating in Elo with its 95 % interval</text>\n"
    );
    for (place, standing) in standings.iter().enumerate() {
        let y = TOP + ROW * place as f64;
        let (number, name) = (place + 1, escaped(&table.engines()[standing.engine]));
        let baseline = y + ROW / 2.0 + 4.5;
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{baseline:.1}\">{number}. {name}</text>");
        let x = cells + CELL * (place as f64 + 0.5);
        let _ = writeln!(svg, "<text class=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{number}</text>", TOP - 8.0);
        row(table, standing, &standings, [cells, y], &mut svg);
    }
    bars(&standings, ratings, &mut svg);
    svg + "</svg>\n"
}

/// The results of one engine against all.
fn row(
    table: &CrossTable,
    standing: &RankedEngine,
    others: &[RankedEngine],
    [x, y]: [f64; 2],
    svg: &mut String,
) {
    for (column, other) in others.iter().enumerate() {
        let x = x + CELL * column as f64;
        let (w, h) = (CELL - 3.0, ROW - 3.0);
        let _ =
            writeln!(svg, "<rect class=\"cell\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w}\" height=\"{h}\"/>");
        let Some(results) = table.results(standing.engine, other.engine) else { continue };
        let share = share(results);
        let class = if share > 0.5 { "won" } else { "lost" };
        let opacity = 1.3 * (share - 0.5).abs();
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" opacity=\"{opacity:.2}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w}\" height=\"{h}\"/>"
        );
        let (middle, baseline) = (x + w / 2.0, y + ROW / 2.0 + 3.0);
        let [wins, draws, losses] = results;
        let _ = writeln!(
            svg,
            "<text class=\"middle\" x=\"{middle:.1}\" y=\"{baseline:.1}\">{:.1}<title>+{wins} ={draws} -{losses}</title></text>",
            100.0 * share
        );
    }
}

/// The ratings on a common scale.
fn bars(standings: &[RankedEngine], left: f64, svg: &mut String) {
    const TEXT: f64 = 52.0;
    let ratings =
        || standings.iter().enumerate().filter_map(|(place, standing)| Some((place, standing.rating?)));
    let low = ratings().map(|(_, rating)| rating.low).fold(0.0, f64::min);
    let high = ratings().map(|(_, rating)| rating.high).fold(0.0, f64::max);
    let x = |elo: f64| left + TEXT + (elo - low) / (high - low).max(1.0) * (RATINGS - TEXT);
    if ratings().next().is_some() {
        let (zero, bottom) = (x(0.0), TOP + ROW * standings.len() as f64);
        let _ = writeln!(svg, "<path class=\"axis\" d=\"M{zero:.1} {TOP}V{bottom:.1}\"/>");
    }
    for (place, Interval { value, low, high }) in ratings() {
        let y = TOP + ROW * (place as f64 + 0.5) - 1.5;
        let baseline = y + 4.5;
        let _ = writeln!(svg, "<text x=\"{left:.1}\" y=\"{baseline:.1}\">{value:+.0}</text>");
        let _ = writeln!(svg, "<path class=\"bar\" d=\"M{:.1} {y:.1}H{:.1}\"/>", x(low), x(high));
        let _ = writeln!(svg, "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/>", x(value));
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
