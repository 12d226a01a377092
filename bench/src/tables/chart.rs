//! Line charts with a logarithmic scale, as SVG: readable at 800 pixels, in light and in dark.

use core::fmt::Write;

/// Lines over a common pair of axes; the vertical one is logarithmic.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name of its file, without an ending.
    pub name: &'static str,
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub x_label: String,
    /// The label of the vertical axis.
    pub y_label: String,
    /// The lines.
    pub series: Vec<Series>,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its colour and the shape of its marks, 0 to 5: what is of a kind looks alike in every chart.
    pub style: usize,
    /// Whether it is drawn in dashes.
    pub dashed: bool,
    /// Its points from left to right. Those that are not above zero have no place on a logarithmic axis and
    /// are left out.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 480.0;
/// The edges of the area that the lines are drawn in.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 620.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 416.0;

/// Colours of the lines on a light ground and on a dark one, told apart also by the marks on them.
const COLOURS: [(&str, &str); 6] = [
    ("#5f6672", "#aab2bf"),
    ("#b3261e", "#ff8a80"),
    ("#1f5fb4", "#7db2ff"),
    ("#b85c00", "#ffb057"),
    ("#1b7a4b", "#5fd39a"),
    ("#7a3ea8", "#cf9bf5"),
];

/// The scales of a chart: from its numbers to the picture.
struct Scales {
    x: (f64, f64),
    /// Decades: powers of ten.
    y: (i32, i32),
}

impl Scales {
    /// `None` if there is nothing to draw.
    fn new(series: &[Series]) -> Option<Self> {
        let points = || series.iter().flat_map(|line| &line.points).filter(|point| point.1 > 0.0);
        points().next()?;
        let least = |number: fn(&(f64, f64)) -> f64| points().map(number).fold(f64::INFINITY, f64::min);
        let most = |number: fn(&(f64, f64)) -> f64| points().map(number).fold(f64::NEG_INFINITY, f64::max);
        let low = least(|point| point.1).log10().floor() as i32;
        let high = most(|point| point.1).log10().ceil() as i32;
        Some(Self { x: (least(|point| point.0), most(|point| point.0)), y: (low, high.max(low + 1)) })
    }

    fn x(&self, x: f64) -> f64 {
        const MARGIN: f64 = 14.0;
        let span = (self.x.1 - self.x.0).max(f64::MIN_POSITIVE);
        LEFT + MARGIN + (x - self.x.0) / span * (RIGHT - LEFT - 2.0 * MARGIN)
    }

    fn y(&self, y: f64) -> f64 {
        let (low, high) = (f64::from(self.y.0), f64::from(self.y.1));
        BOTTOM - (y.log10() - low) / (high - low) * (BOTTOM - TOP)
    }
}

impl Chart {
    /// The chart as a document. Empty axes are left out: with nothing to draw there is only the title.
    pub fn svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
            role=\"img\">\n<title>{}</title>\n<style>\n{}</style>\n\
            <rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n",
            escaped(&self.title),
            style()
        );
        let title = LEFT;
        let _ = writeln!(svg, "<text class=\"title\" x=\"{title}\" y=\"32\">{}</text>", escaped(&self.title));
        if let Some(scales) = Scales::new(&self.series) {
            self.axes(&scales, &mut svg);
            for series in &self.series {
                line(series, &scales, &mut svg);
            }
            self.legend(&mut svg);
        }
        svg + "</svg>\n"
    }

    fn axes(&self, scales: &Scales, svg: &mut String) {
        for decade in scales.y.0..=scales.y.1 {
            let y = scales.y(10_f64.powi(decade));
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>");
            let (x, y, text) = (LEFT - 10.0, y + 4.5, decade_text(decade));
            let _ = writeln!(svg, "<text class=\"end\" x=\"{x}\" y=\"{y:.1}\">{text}</text>");
        }
        let _ = writeln!(svg, "<path class=\"axis\" d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\"/>");
        let longest = self.series.iter().max_by_key(|series| series.points.len());
        for &(number, _) in longest.map_or(&[][..], |series| &series.points) {
            let (x, y) = (scales.x(number), BOTTOM + 22.0);
            let _ = writeln!(svg, "<path class=\"axis\" d=\"M{x:.1} {BOTTOM}v5\"/>");
            let _ = writeln!(svg, "<text class=\"middle\" x=\"{x:.1}\" y=\"{y}\">{number}</text>");
        }
        let (middle, below) = (f64::midpoint(LEFT, RIGHT), BOTTOM + 48.0);
        let x_label = escaped(&self.x_label);
        let _ = writeln!(svg, "<text class=\"middle\" x=\"{middle}\" y=\"{below}\">{x_label}</text>");
        let (middle, y_label) = (f64::midpoint(TOP, BOTTOM), escaped(&self.y_label));
        let _ = writeln!(
            svg,
            "<text class=\"middle\" transform=\"translate(20 {middle}) rotate(-90)\">{y_label}</text>"
        );
    }

    /// The names, the line that ends highest first.
    fn legend(&self, svg: &mut String) {
        const X: f64 = RIGHT + 24.0;
        const STEP: f64 = 26.0;
        let mut order: Vec<_> = self.series.iter().collect();
        let last = |series: &Series| series.points.last().map_or(0.0, |point| point.1);
        order.sort_by(|a, b| last(b).total_cmp(&last(a)));
        for (place, series) in order.into_iter().enumerate() {
            let y = TOP + 14.0 + STEP * place as f64;
            let _ = writeln!(svg, "<path class=\"{}\" d=\"M{X} {y}h28\"/>", line_class(series));
            svg.push_str(&mark(series, X + 14.0, y));
            let (x, y, name) = (X + 38.0, y + 4.5, escaped(&series.name));
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{name}</text>");
        }
    }
}

/// A line with a mark at each point.
fn line(series: &Series, scales: &Scales, svg: &mut String) {
    let points =
        || series.points.iter().filter(|point| point.1 > 0.0).map(|&(x, y)| (scales.x(x), scales.y(y)));
    let path: Vec<_> = points().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let _ = writeln!(svg, "<path class=\"{}\" d=\"M{}\"/>", line_class(series), path.join("L"));
    for (x, y) in points() {
        svg.push_str(&mark(series, x, y));
    }
}

fn line_class(series: &Series) -> String {
    let dashed = if series.dashed { " dashed" } else { "" };
    format!("line c{}{dashed}", series.style % COLOURS.len())
}

/// The mark of a line: filled, or hollow on dashes.
fn mark(series: &Series, x: f64, y: f64) -> String {
    let style = series.style % COLOURS.len();
    let shape = match style {
        0 => "m-4 -4h8v8h-8z",
        1 => "m0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
        2 => "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
        3 => "m0 -5.5l5 9h-10z",
        4 => "m0 5.5l5 -9h-10z",
        _ => "m-5 -1.2h3.8v-3.8h2.4v3.8h3.8v2.4h-3.8v3.8h-2.4v-3.8h-3.8z",
    };
    let hollow = if series.dashed { " hollow" } else { "" };
    format!("<path class=\"mark c{style}{hollow}\" d=\"M{x:.1} {y:.1}{shape}\"/>\n")
}

/// A power of ten: `1`, `10 k`, `100 M`.
fn decade_text(decade: i32) -> String {
    const UNITS: [&str; 5] = ["", " k", " M", " G", " T"];
    match usize::try_from(decade) {
        Ok(decade) if decade < 3 * UNITS.len() => {
            format!("{}{}", 10_u32.pow(decade as u32 % 3), UNITS[decade / 3])
        }
        _ => format!("1e{decade}"),
    }
}

fn style() -> String {
    let colours = |dark: bool| {
        let mut css = String::new();
        for (index, (on_light, on_dark)) in COLOURS.iter().enumerate() {
            let colour = if dark { on_dark } else { on_light };
            let _ = writeln!(css, ".c{index} {{ stroke: {colour} }} .mark.c{index} {{ fill: {colour} }}");
        }
        css
    };
    format!(
        "text {{ font: 14px system-ui, 'DejaVu Sans', sans-serif; fill: #1d2129 }}\n\
        .title {{ font-size: 17px; font-weight: 600 }}\n.end {{ text-anchor: end }}\n.middle {{ text-anchor: middle }}\n\
        .ground {{ fill: #ffffff }}\n.grid {{ stroke: #e1e4ea }}\n.axis {{ stroke: #6b7280; fill: none }}\n\
        .line {{ fill: none; stroke-width: 2.2; stroke-linejoin: round }}\n.dashed {{ stroke-dasharray: 6 4 }}\n{}\
        .mark.hollow {{ fill: #ffffff; stroke-width: 1.6 }}\n\
        @media (prefers-color-scheme: dark) {{\ntext {{ fill: #e6e9ef }}\n.ground {{ fill: #15181e }}\n\
        .grid {{ stroke: #2c323c }}\n.axis {{ stroke: #8b93a1 }}\n{}\
        .mark.hollow {{ fill: #15181e }}\n}}\n",
        colours(false),
        colours(true)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, f64)>) -> Chart {
        let series = vec![Series { name: "a < b".to_owned(), style: 7, dashed: true, points }];
        let (x_label, y_label) = ("depth".to_owned(), "nodes".to_owned());
        Chart { name: "test", title: "A & B".to_owned(), x_label, y_label, series }
    }

    #[test]
    fn labels_are_there_and_escaped() {
        let svg = chart(vec![(1.0, 30.0), (2.0, 900.0)]).svg();
        for part in ["A &amp; B", "a &lt; b", ">depth<", ">nodes<", ">10<", ">1 k<", "prefers-color-scheme"] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn nothing_to_draw_and_a_single_point_are_no_trouble() {
        for points in [vec![], vec![(1.0, 0.0)], vec![(3.0, 1.0)]] {
            let svg = chart(points).svg();
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn decades_are_written_with_their_unit() {
        assert_eq!(
            [0, 2, 3, 7, 12, 15, -1].map(decade_text),
            ["1", "100", "1 k", "10 M", "1 T", "1e15", "1e-1"]
        );
    }
}
