//! Training: right gradients, the same network from the same data, whole again after a kill.

use plywood_learn::{
    CheckpointError, Filter, Model, Reader, Report, Samples, SelfPlay, State, Training, batch_gradient,
    fit_scale, split, train,
};
use plywood_loa::LinesOfAction;
use plywood_loa::eval::Inputs;
use plywood_net::{Features, Shape};
use plywood_play::Erased;
use plywood_search::StopHandle;
use rand::SeedableRng;
use rand::rngs::StdRng;

/// The records of a few quick games.
fn games(count: u64) -> String {
    let game = Erased::<LinesOfAction>::new();
    let settings = SelfPlay::new("pvs:nodes=100,hash=64KB".parse().unwrap());
    let mut player = settings.player(&game, &StopHandle::new()).unwrap();
    (0..count).map(|number| format!("{}\n", player.play(number).unwrap().unwrap())).collect()
}

fn reader(text: &str) -> Reader<Inputs> {
    let mut reader = Reader::new(Inputs, Filter::default());
    reader.read::<LinesOfAction>(text, "").unwrap();
    reader
}

fn samples(text: &str) -> Samples {
    reader(text).samples
}

fn training() -> Training {
    Training { epochs: 4, batch: 256, threads: 1, validation_per_mille: 200, ..Training::default() }
}

fn model(hidden: usize) -> Model {
    let shape = Shape { hidden, second: 8, ..Shape::of("loa", &Inputs) };
    Model::of(shape, &Inputs, &mut StdRng::seed_from_u64(3)).unwrap()
}

fn trained(samples: &Samples, training: &Training) -> State {
    let mut state = State::new(model(16));
    train::<()>(&mut state, samples, training, &StopHandle::new(), &mut |_| Ok(())).unwrap();
    state
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let samples = samples(&games(4));
    let mut model = model(16);
    let batch: Vec<u32> = (0..samples.len() as u32).collect();
    let (gradient, _) = batch_gradient(&model, &samples, &batch, &training());
    let greatest = gradient.iter().fold(0.0_f32, |most, slope| most.max(slope.abs()));
    // Every seventh parameter: weights of inputs, biases, outputs and their biases are among them.
    let last = model.parameters.len() - 1;
    for index in (0..last).step_by(7).chain(last - 30..=last) {
        let (here, step) = (model.parameters[index], 2e-3);
        let mut loss_at = |value: f32| {
            model.parameters[index] = value;
            batch_gradient(&model, &samples, &batch, &training()).1
        };
        let slope = (loss_at(here + step) - loss_at(here - step)) / f64::from(2.0 * step);
        model.parameters[index] = here;
        let error = (slope as f32 - gradient[index]).abs();
        assert!(error < 0.02 * greatest, "parameter {index}: {slope} by difference, {}", gradient[index]);
    }
}

#[test]
fn training_lowers_the_loss_and_does_not_depend_on_the_number_of_threads() {
    let samples = samples(&games(60));
    let one = trained(&samples, &training());
    let three = trained(&samples, &Training { threads: 3, ..training() });
    assert_eq!((&one.best, &one.history), (&three.best, &three.history));
    assert!(one.history[3].training < 0.8 * one.history[0].training, "{:?}", one.history);
}

#[test]
fn a_training_that_was_killed_ends_like_one_that_was_not() {
    let samples = samples(&games(30));
    let whole = trained(&samples, &training());
    let mut killed = State::new(model(16));
    let mut bytes = Vec::new();
    let _ = train(&mut killed, &samples, &training(), &StopHandle::new(), &mut |state| {
        bytes = state.to_bytes("this training");
        if state.history.len() == 2 { Err(()) } else { Ok(()) }
    });
    let mut state = State::new(model(16));
    assert_eq!(state.resume(&bytes, "another"), Err(CheckpointError::OtherTraining));
    assert_eq!(state.resume(&bytes[..bytes.len() - 1], "this training"), Err(CheckpointError::Damaged));
    state.resume(&bytes, "this training").unwrap();
    train::<()>(&mut state, &samples, &training(), &StopHandle::new(), &mut |_| Ok(())).unwrap();
    assert_eq!((state.best, state.history), (whole.best, whole.history));
}

#[test]
fn training_goes_on_from_the_weights_of_a_network() {
    let samples = samples(&games(60));
    let network = trained(&samples, &training()).best_model().network().unwrap();
    let mut model = model(16);
    assert!(Model::begin_with(&mut self::model(32), &network).is_err(), "another size");
    model.begin_with(&network).unwrap();
    assert_eq!(model.network(), Ok(network));
    let mut state = State::new(model);
    let gentle = Training { epochs: 1, rate: 1e-6, ..training() };
    train::<()>(&mut state, &samples, &gentle, &StopHandle::new(), &mut |_| Ok(())).unwrap();
    let before = trained(&samples, &training()).best_epoch().unwrap().validation;
    assert!((state.history[0].validation - before).abs() < 0.01 * before, "{:?} {before}", state.history);
}

#[test]
fn whole_games_are_kept_for_validation() {
    let samples = samples(&games(40));
    let [learning, validation] = split(&samples, &training());
    assert_eq!(learning.len() + validation.len(), samples.len());
    assert!(!validation.is_empty());
    let games = |positions: &[u32]| -> Vec<u32> {
        let mut games: Vec<_> = positions.iter().map(|&position| samples.games[position as usize]).collect();
        games.dedup();
        games
    };
    assert!(games(&learning).iter().all(|game| !games(&validation).contains(game)));
}

#[test]
fn a_report_catches_an_inverted_sign() {
    let reader = reader(&games(40));
    let scale = fit_scale(&reader.samples).unwrap();
    let training = Training { scale, ..training() };
    let report = Report::new(reader.counts, &reader.samples, Inputs.phases(), &training);
    assert_eq!(report.fault(), None, "{report}");
    let mut inverted = reader.samples.clone();
    inverted.scores.iter_mut().for_each(|score| *score = -*score);
    let report =
        Report::new(reader.counts, &inverted, Inputs.phases(), &Training { scale: 100.0, ..training });
    assert!(report.fault().unwrap().contains("is a sign inverted?"), "{report}");
}

#[test]
fn games_that_are_none_are_refused_with_their_line() {
    let refused = |text: &str| {
        let mut reader = Reader::new(Inputs, Filter::default());
        reader.read::<LinesOfAction>(text, "").unwrap_err().to_string()
    };
    assert!(refused("# games\nb1-b4").contains("line 2"));
    assert!(refused("# games\n\nscores=\"7 8").starts_with("games \"line 3\": a quotation mark"));
    assert!(refused("game=hex b1-b3").contains("hex"));
    assert!(refused("rules=size=6 b1-b3").contains("size=6"));
    assert!(refused("scores=\"x\" b1-b3").contains("\"x\""));
    assert!(refused("scores=inf b1-b3").contains("\"inf\": is not a number"));
    assert!(refused("scores=7 b1-b3 a2-c2").contains("the game has 2 plies, and the scores are 1"));
    assert!(refused("scores=\"7 8 9\" b1-b3 a2-c2").contains("the scores are 3"));
    assert!(refused("value=x").contains("value \"x\": is not a number"));
    assert!(refused("value=7 b1-b3").contains("moves \"1\": follow a position with a value"));
    assert!(refused("game=gekitai rules=\"both=draw\" a1").contains("game \"gekitai\": loa is learnt"));
}

#[test]
fn records_without_scores_are_learnt_from_by_their_results() {
    let reader = reader("b1-b3 a2-c2 1-0\nb1-d3 *\n");
    assert_eq!(reader.samples.results[..2], [1.0, 0.0]);
    assert!(reader.samples.results[2..].iter().all(|result| result.is_nan()) || reader.samples.len() == 2);
    assert!(reader.samples.scores.iter().all(|score| score.is_nan()));
}

#[test]
fn a_position_with_a_value_of_its_own_is_learnt_from_apart_from_games() {
    let start = "position=\"1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x\"";
    let other = start.replace(" x\"", " o\"");
    let text = format!("b1-b3 a2-c2 1-0\n{start} value=\"-12.5\"\n{other} value=7\n{start} value=3\n");
    let Reader { samples, counts, .. } = reader(&text);
    // The last one is the same position again, and the first of the game.
    assert_eq!((counts.games, counts.judged, counts.duplicates), (1, 3, 2));
    assert_eq!((samples.scores[2], samples.games[2], samples.groups[2]), (7.0, 2, 1));
    assert!(samples.results[2].is_nan());
}
