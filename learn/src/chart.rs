//! The losses of a training as a picture in SVG.

use crate::train::Epoch;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 360.0;
const MARGIN: f32 = 48.0;

/// The curves of the training loss (grey) and the validation loss (blue) over the epochs.
pub fn loss_curves(title: &str, history: &[Epoch]) -> String {
    let losses = || history.iter().flat_map(|epoch| [epoch.training, epoch.validation]);
    let (low, high) = (losses().fold(f32::MAX, f32::min), losses().fold(0.0, f32::max));
    let at = |number: usize, loss: f32| {
        let along = (number as f32 - 1.0) / (history.len() as f32 - 1.0).max(1.0);
        let up = (loss - low) / (high - low).max(1e-9);
        (MARGIN + along * (WIDTH - 2.0 * MARGIN), HEIGHT - MARGIN - up * (HEIGHT - 2.0 * MARGIN))
    };
    let curve = |colour: &str, of: &dyn Fn(&Epoch) -> f32| {
        let point = |epoch: &Epoch| {
            let (x, y) = at(epoch.number, of(epoch));
            format!("{x:.1},{y:.1}")
        };
        let points: Vec<_> = history.iter().map(point).collect();
        format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>\n",
            points.join(" ")
        )
    };
    let text = |x: f32, y: f32, words: &str| format!("<text x=\"{x}\" y=\"{y}\">{}</text>\n", escaped(words));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    svg += &text(MARGIN, 20.0, &format!("{title}: loss by epoch; grey training, blue validation"));
    svg += &text(4.0, MARGIN, &format!("{high:.4}"));
    svg += &text(4.0, HEIGHT - MARGIN, &format!("{low:.4}"));
    svg += &text(WIDTH - MARGIN, HEIGHT - MARGIN / 2.0, &history.len().to_string());
    svg += &curve("grey", &|epoch| epoch.training);
    svg += &curve("steelblue", &|epoch| epoch.validation);
    svg + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_have_a_point_for_each_epoch_and_titles_are_escaped() {
        let epoch = |number| Epoch { number, training: 0.1 / number as f32, validation: 0.2 };
        let svg = loss_curves("a<b", &[epoch(1), epoch(2), epoch(3)]);
        assert!(svg.contains("a&lt;b"));
        let points = svg.lines().filter_map(|line| line.split("points=\"").nth(1));
        assert!(points.map(|points| points.split(' ').count()).eq([3, 3]));
        assert!(loss_curves("none", &[]).ends_with("</svg>\n"));
    }
}
