//! Scores with their intervals beside each other, as SVG.

use core::fmt::Write;
use plywood_arena::Interval;

/// A score to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it is the score of.
    pub name: String,
    /// The score and its bounds, 0 to 1; `None` draws the name alone.
    pub score: Option<Interval>,
    /// Another score to mark, 0 to 1: what somebody else has published.
    pub claimed: Option<f64>,
}

const ROW: f64 = 30.0;
const TOP: f64 = 64.0;
const LEFT: f64 = 240.0;
const RIGHT: f64 = 700.0;
const WIDTH: f64 = 800.0;

const STYLE: &str = "text { font: 14px system-ui, 'DejaVu Sans', sans-serif; fill: #1d2129 }\n\
    .title { font-size: 17px; font-weight: 600 }\n.middle { text-anchor: middle }\n.end { text-anchor: end }\n\
    .ground { fill: #ffffff }\n.grid { stroke: #e1e4ea }\n.even { stroke: #6b7280 }\n\
    .bar { stroke: #1f5fb4; stroke-width: 3 }\n.dot { fill: #1f5fb4 }\n.claim { stroke: #b3261e; stroke-width: 2; fill: none }\n\
    @media (prefers-color-scheme: dark) {\ntext { fill: #e6e9ef }\n.ground { fill: #15181e }\n.grid { stroke: #2c323c }\n\
    .even { stroke: #8b93a1 }\n.bar { stroke: #7db2ff }\n.dot { fill: #7db2ff }\n.claim { stroke: #ff8a80 }\n}\n";

/// Draws scores, one below the other, on a scale from 0 to 100 %. A ring is what was claimed.
pub fn interval_chart(title: &str, bars: &[Bar]) -> String {
    let bottom = TOP + ROW * bars.len() as f64;
    let height = bottom + 40.0;
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
        <title>{title}</title>\n<style>\n{STYLE}</style>\n<rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
        <text class=\"title\" x=\"16\" y=\"32\">{title}</text>\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let (x, below) = (across(f64::from(percent) / 100.0), bottom + 24.0);
        let class = if percent == 50 { "even" } else { "grid" };
        let _ = writeln!(svg, "<path class=\"{class}\" d=\"M{x:.1} {TOP}V{bottom:.1}\"/>");
        let _ = writeln!(svg, "<text class=\"middle\" x=\"{x:.1}\" y=\"{below:.1}\">{percent} %</text>");
    }
    for (place, bar) in bars.iter().enumerate() {
        draw(bar, TOP + ROW * (place as f64 + 0.5), &mut svg);
    }
    svg + "</svg>\n"
}

fn across(share: f64) -> f64 {
    LEFT + share.clamp(0.0, 1.0) * (RIGHT - LEFT)
}

fn draw(bar: &Bar, y: f64, svg: &mut String) {
    let (name, baseline) = (escaped(&bar.name), y + 5.0);
    let _ = writeln!(svg, "<text class=\"end\" x=\"{:.1}\" y=\"{baseline:.1}\">{name}</text>", LEFT - 16.0);
    if let Some(claimed) = bar.claimed {
        let _ =
            writeln!(svg, "<circle class=\"claim\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"7\"/>", across(claimed));
    }
    let Some(Interval { value, low, high }) = bar.score else { return };
    let _ = writeln!(svg, "<path class=\"bar\" d=\"M{:.1} {y:.1}H{:.1}\"/>", across(low), across(high));
    let _ = writeln!(svg, "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"/>", across(value));
    let (x, percent) = (RIGHT + 16.0, 100.0 * value);
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{baseline:.1}\">{percent:.1} %</text>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_scores_and_claims_are_drawn() {
        let score = Some(Interval { value: 0.25, low: 0.0, high: 0.5 });
        let bars = [
            Bar { name: "a < b".to_owned(), score, claimed: Some(1.0) },
            Bar { name: "to come".to_owned(), score: None, claimed: None },
        ];
        let svg = interval_chart("A & B", &bars);
        for part in ["A &amp; B", "a &lt; b", ">25.0 %<", "M240.0 79.0H470.0", "cx=\"700.0\"", ">to come<"] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert!(interval_chart("nothing", &[]).ends_with("</svg>\n"));
    }
}
