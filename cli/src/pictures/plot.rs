//! A line over a band, on linear scales.

use std::fmt::Write;

/// A line over a band.
pub(super) struct Plot {
    pub(super) title: String,
    pub(super) x_label: String,
    pub(super) y_label: String,
    /// The ends of the vertical scale.
    pub(super) y: [f64; 2],
    /// The value that is even.
    pub(super) middle: f64,
    /// From left to right.
    pub(super) points: Vec<Point>,
}

pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    /// The ends of the band.
    pub(super) band: [f64; 2],
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
/// The edges of the area that is drawn in.
const LEFT: f64 = 76.0;
const RIGHT: f64 = 776.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 356.0;

const STYLE: &str = "text { font: 14px system-ui, 'DejaVu Sans', sans-serif; fill: #1d2129 }\n\
    .title { font-size: 16px; font-weight: 600 }\n.end { text-anchor: end }\n.centre { text-anchor: middle }\n\
    .ground { fill: #ffffff }\n.grid { stroke: #e1e4ea }\n.axis { stroke: #6b7280; fill: none }\n\
    .even { stroke: #6b7280; stroke-dasharray: 5 4 }\n.band { fill: #1f5fb4; opacity: 0.18 }\n\
    .line { stroke: #1f5fb4; fill: none; stroke-width: 2.2; stroke-linejoin: round }\n.dot { fill: #1f5fb4 }\n\
    @media (prefers-color-scheme: dark) {\ntext { fill: #e6e9ef }\n.ground { fill: #15181e }\n\
    .grid { stroke: #2c323c }\n.axis, .even { stroke: #8b93a1 }\n.band { fill: #7db2ff; opacity: 0.24 }\n\
    .line { stroke: #7db2ff }\n.dot { fill: #7db2ff }\n}\n";

impl Plot {
    /// The plot as a document; without points, with nothing but its title and its axes.
    pub(super) fn svg(&self) -> String {
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
            height=\"{HEIGHT}\" role=\"img\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
            <rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n"
        );
        // A long title is squeezed rather than cut.
        let squeezed = if title.chars().count() > 80 {
            format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", RIGHT - LEFT)
        } else {
            String::new()
        };
        let _ = writeln!(svg, "<text class=\"title\" x=\"{LEFT}\" y=\"32\"{squeezed}>{title}</text>");
        self.axes(&mut svg);
        self.data(&mut svg);
        svg + "</svg>\n"
    }

    /// The horizontal scale, wide enough for one point.
    fn x_range(&self) -> [f64; 2] {
        let ends = self.points.first().zip(self.points.last()).map(|(first, last)| [first.x, last.x]);
        let [low, high] = ends.unwrap_or([0.0, 1.0]);
        [low, high.max(low + 1.0)]
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let ([left, right], [bottom, top]) = (self.x_range(), self.y);
        let x = LEFT + (x - left) / (right - left) * (RIGHT - LEFT);
        (x, BOTTOM - (y - bottom) / (top - bottom) * (BOTTOM - TOP))
    }

    fn axes(&self, svg: &mut String) {
        for value in ticks(self.y) {
            let (_, y) = self.at(0.0, value);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>");
            let (x, y) = (LEFT - 10.0, y + 4.5);
            let _ = writeln!(svg, "<text class=\"end\" x=\"{x}\" y=\"{y:.1}\">{value}</text>");
        }
        let (_, even) = self.at(0.0, self.middle);
        let _ = writeln!(svg, "<path class=\"even\" d=\"M{LEFT} {even:.1}H{RIGHT}\"/>");
        for value in ticks(self.x_range()).into_iter().filter(|value| value.fract() == 0.0) {
            let (x, _) = self.at(value, 0.0);
            let y = BOTTOM + 22.0;
            let _ = writeln!(svg, "<path class=\"axis\" d=\"M{x:.1} {BOTTOM}v5\"/>");
            let _ = writeln!(svg, "<text class=\"centre\" x=\"{x:.1}\" y=\"{y}\">{value}</text>");
        }
        let _ = writeln!(svg, "<path class=\"axis\" d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\"/>");
        let (centre, below, x_label) = (f64::midpoint(LEFT, RIGHT), BOTTOM + 48.0, escaped(&self.x_label));
        let _ = writeln!(svg, "<text class=\"centre\" x=\"{centre}\" y=\"{below}\">{x_label}</text>");
        let (centre, y_label) = (f64::midpoint(TOP, BOTTOM), escaped(&self.y_label));
        let place = format!("translate(20 {centre}) rotate(-90)");
        let _ = writeln!(svg, "<text class=\"centre\" transform=\"{place}\">{y_label}</text>");
    }

    fn data(&self, svg: &mut String) {
        let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
            points.map(|(x, y)| format!("{x:.1} {y:.1}")).collect::<Vec<_>>().join("L")
        };
        let low = self.points.iter().map(|point| self.at(point.x, point.band[0]));
        let high = self.points.iter().rev().map(|point| self.at(point.x, point.band[1]));
        let Some(last) = self.points.last() else { return };
        let _ = writeln!(svg, "<path class=\"band\" d=\"M{}Z\"/>", path(&mut low.chain(high)));
        let mut line = self.points.iter().map(|point| self.at(point.x, point.y));
        let _ = writeln!(svg, "<path class=\"line\" d=\"M{}\"/>", path(&mut line));
        let (x, y) = self.at(last.x, last.y);
        let _ = writeln!(svg, "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
    }
}

/// At most nine round numbers from end to end.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    const MOST: f64 = 8.0;
    let power = 10_f64.powf(((high - low) / MOST).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| (high - low) / step <= MOST)
        .unwrap_or(high - low);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|number| number as f64 * step).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<Point>) -> Plot {
        let text = |text: &str| text.to_owned();
        Plot {
            title: text("a < b"),
            x_label: text("games"),
            y_label: text("score"),
            y: [0.0, 100.0],
            middle: 50.0,
            points,
        }
    }

    #[test]
    fn nothing_and_a_single_point_are_no_trouble() {
        for points in [vec![], vec![Point { x: 1.0, y: 50.0, band: [10.0, 90.0] }]] {
            let svg = plot(points).svg();
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn points_lie_between_the_axes() {
        let plot = plot(vec![
            Point { x: 2.0, y: 0.0, band: [0.0, 100.0] },
            Point { x: 10.0, y: 100.0, band: [50.0, 100.0] },
        ]);
        assert_eq!(plot.at(2.0, 0.0), (LEFT, BOTTOM));
        assert_eq!(plot.at(10.0, 100.0), (RIGHT, TOP));
        let svg = plot.svg();
        for part in ["a &lt; b", ">games<", ">score<", ">60<", "class=\"even\"", "prefers-color-scheme"] {
            assert!(svg.contains(part), "{part}");
        }
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks([0.0, 100.0]), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks([2.0, 9.0]), [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        assert_eq!(ticks([-33.0, 33.0]), [-30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0]);
    }
}
