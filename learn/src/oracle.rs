//! Losses and gradients held against those of a library that differentiates by itself. Its numbers are in
//! `tests/data/gradients.txt`; `oracle/` makes them.

use crate::{Decisions, Model, Samples, Training, batch_gradient, choice_gradient};
use core::fmt::Debug;
use core::str::FromStr;
use plywood_net::{Shape, Sharing};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// The networks of the file, and its choices.
fn parts() -> (&'static str, &'static str) {
    include_str!("../tests/data/gradients.txt").split_once("\nchoices ").expect("two parts")
}

/// What follows a word at the beginning of lines.
fn after<'a>(part: &'a str, word: &str) -> impl Iterator<Item = &'a str> {
    part.lines().filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '))
}

fn numbers<T: FromStr<Err: Debug>>(text: &str, between: char) -> Vec<T> {
    text.split(between).map(|word| word.parse().expect("a number")).collect()
}

/// A number of the only line that begins with a word, or all of them.
fn line<T: FromStr<Err: Debug>>(part: &str, word: &str) -> Vec<T> {
    numbers(after(part, word).next().expect("a line"), ' ')
}

/// Fails unless a loss and its gradient are those of the file, up to a hundred-thousandth of the greatest.
fn compare(part: &str, loss: f64, gradient: &[f32]) {
    let (wanted_loss, wanted) = (line::<f64>(part, "loss")[0], line::<f32>(part, "gradient"));
    let greatest = wanted.iter().fold(0.0_f32, |most, slope| most.max(slope.abs()));
    assert!((loss - wanted_loss).abs() < 1e-5 * wanted_loss, "loss {loss}, {wanted_loss} by the library");
    assert!(greatest > 0.5 && gradient.len() == wanted.len());
    for (index, (slope, wanted)) in gradient.iter().zip(wanted).enumerate() {
        let error = (slope - wanted).abs();
        assert!(error < 1e-5 * greatest, "parameter {index}: {slope}, {wanted} by the library");
    }
}

#[test]
fn the_gradient_of_a_network_is_the_library_s() {
    let part = parts().0;
    let header = after(part, "network").next().expect("a line");
    let sizes: Vec<f32> = header.split(' ').filter_map(|word| word.split_once('=')?.1.parse().ok()).collect();
    let [inputs, hidden, second, phases, scale, result_share] = sizes[..] else { panic!("six numbers") };
    let [inputs, hidden, second, phases] = [inputs, hidden, second, phases].map(|size| size as usize);
    let names = || "test".to_owned();
    let (game, features, most_active) = (names(), names(), 3);
    let shape = Shape { game, features, checksum: 0, inputs, most_active, hidden, second, phases, scale };
    let images = after(part, "images").map(|line| numbers(line, ' ')).collect();
    let sharing = Sharing::new(images).expect("a group");
    let mut model = Model::random(shape, sharing, &mut StdRng::seed_from_u64(1)).expect("a model");
    let parameters = line(part, "parameters");
    assert_eq!(parameters.len(), model.parameters.len());
    model.parameters = parameters;
    let mut samples = Samples::default();
    let known = |word: &str| if word == "-" { f32::NAN } else { word.parse().expect("a number") };
    for position in after(part, "position") {
        let words: Vec<_> = position.split(' ').collect();
        for view in &words[..2] {
            samples.views.push(&mut numbers::<u16>(view, ','));
        }
        samples.bases.push(0.0);
        samples.phases.push(words[2].parse().expect("a phase"));
        samples.scores.push(known(words[3]));
        samples.results.push(known(words[4]));
    }
    let all: Vec<u32> = (0..samples.len() as u32).collect();
    let training = Training { result_share, scale, ..Training::default() };
    let (gradient, loss) = batch_gradient(&model, &samples, &all, &training);
    compare(part, loss, &gradient);
}

#[test]
fn the_gradient_of_choices_is_the_library_s() {
    let part = parts().1;
    let mut decisions = Decisions::default();
    let options = |words: &[&str]| words.iter().map(|word| numbers(word, ',')).collect::<Vec<_>>();
    for text in part.lines() {
        let words: Vec<_> = text.split(' ').collect();
        match words[0] {
            "chosen" => decisions.add(0, words[1].parse().expect("a number"), options(&words[2..])),
            "counted" => {
                decisions.add_counted(0, numbers(words[1], ',').into_iter().zip(options(&words[2..])));
            }
            _ => {}
        }
    }
    let all: Vec<_> = (0..decisions.len()).collect();
    let (gradient, loss) = choice_gradient(&decisions, &line::<f32>(part, "weights"), &all);
    compare(part, f64::from(loss), &gradient);
}
