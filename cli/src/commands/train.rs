//! `plywood train`: a network for a game, from records of games.

use crate::args::TrainArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress, grouped, seconds};
use crate::setup;
use crate::terminal::progress::Pace;
use plywood_learn::{
    Filter, Model, NetFile, Reader, Report, Samples, State, Training, fit_scale, loss_curves, split, train,
};
use plywood_net::{Features, ModelError, Network, Shape};
use plywood_play::{Definition, FeaturesVisitor, TextError};
use plywood_registry::GameVisitor;
use plywood_search::{Clock, Position, SystemClock};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::io;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &TrainArgs, out: &mut Output) -> Result<(), Failure> {
    let (game, rules) = setup::game(&args.game);
    let name = game.info().name;
    let mut trainer = Trainer { args, name, rules, out, result: None };
    plywood_registry::visit_games(&mut trainer);
    trainer.result.unwrap_or_else(|| Err(Failure::bad(format!("game \"{name}\": it has no networks"))))
}

/// Trains for the game of a name.
struct Trainer<'a> {
    args: &'a TrainArgs,
    name: &'static str,
    rules: &'a str,
    out: &'a mut Output,
    result: Option<Result<(), Failure>>,
}

impl GameVisitor for Trainer<'_> {
    fn visit<D: Definition>(&mut self) {
        if D::INFO.name == self.name {
            let Self { args, rules, out, .. } = self;
            let typed = Typed::<D> { args, rules, out, game: std::marker::PhantomData };
            self.result = D::features(typed);
        }
    }
}

/// Trains for a game with its own inputs.
struct Typed<'a, D> {
    args: &'a TrainArgs,
    rules: &'a str,
    out: &'a mut Output,
    game: std::marker::PhantomData<D>,
}

impl<D: Definition> FeaturesVisitor<D::Position> for Typed<'_, D> {
    type Output = Result<(), Failure>;

    fn visit<F: Features<D::Position>>(self, features: F) -> Self::Output {
        let Self { args, rules, out, game: _ } = self;
        // What cannot be trained or written is told before the work begins.
        let from = args.from.as_deref().map(|path| network(path, D::INFO.name, &features)).transpose()?;
        let (hidden, second) = (args.hidden as usize, args.second as usize);
        let shape = Shape { hidden, second, ..Shape::of(D::INFO.name, &features) };
        let shape = from.as_ref().map_or(shape, |network| network.shape().clone());
        model(&shape, &features, args)?;
        [&args.out, &args.curve].into_iter().flatten().try_for_each(|path| setup::check_writable(path))?;
        let filter = Filter { noisy: args.quiet, ..Filter::default() };
        let mut reader = Reader::new(features.clone(), filter);
        for file in &args.files {
            let text = setup::read_text(file)?;
            reader
                .read::<D>(&text, rules)
                .map_err(|error| Failure::bad(format!("{}: {error}", file.display())))?;
        }
        let training = training(args, from.as_ref(), &reader.samples);
        let report = Report::new(reader.counts, &reader.samples, features.phases(), &training);
        out.text(report.to_string())?;
        if let Some(fault) = report.fault() {
            return Err(Failure::bad(fault));
        }
        let Some(path) = &args.out else { return Ok(()) };
        if args.persistence < 1.0 {
            reader.samples.look_ahead(args.persistence, training.scale);
        }
        let mut model = model(&Shape { scale: training.scale, ..shape }, &features, args)?;
        if let Some(network) = &from {
            model.begin_with(network).map_err(Failure::bad)?;
        } else {
            model.forget_unseen(&reader.samples);
            if reader.samples.has_base() {
                model.begin_with_base();
            }
        }
        let from = from.map(|network| NetFile::new(network.write()).checksum());
        Run { args, training, path, from, samples: reader.samples }.run(State::new(model), out)
    }
}

/// The model that the training begins with.
fn model<P: Position, F: Features<P>>(
    shape: &Shape,
    features: &F,
    args: &TrainArgs,
) -> Result<Model, Failure> {
    Model::of(shape.clone(), features, &mut StdRng::seed_from_u64(args.seed)).map_err(|error| match error {
        ModelError::Header(reason) => TextError::new("--hidden", args.hidden.to_string(), reason).into(),
        error => Failure::bad(error),
    })
}

/// The network of a file, which must be one for these inputs.
fn network<P: Position, F: Features<P>>(path: &str, game: &str, features: &F) -> Result<Network, Failure> {
    let bytes = plywood_engines::read_network(path)?;
    Network::for_features(&bytes, game, features).map_err(|error| Failure::bad(format!("{path}: {error}")))
}

fn training(args: &TrainArgs, from: Option<&Network>, samples: &Samples) -> Training {
    let default = Training::default();
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    Training {
        epochs: args.epochs as usize,
        batch: args.batch as usize,
        rate: args.rate,
        decay: args.decay,
        result_share: args.result_share,
        scale: args
            .scale
            .or_else(|| from.map(|network| network.shape().scale))
            .or_else(|| fit_scale(samples))
            .unwrap_or(default.scale),
        seed: args.seed,
        threads: args.threads.map_or_else(processors, |threads| threads as usize),
        ..default
    }
}

/// A training with its files.
struct Run<'a> {
    args: &'a TrainArgs,
    training: Training,
    path: &'a Path,
    /// The checksum of the network that it begins with, if there is one.
    from: Option<u64>,
    samples: Samples,
}

impl Run<'_> {
    fn run(&self, mut state: State, out: &mut Output) -> Result<(), Failure> {
        let (stop, clock) = (interrupt::stop_handle(), SystemClock::start());
        let (checkpoint, description) = (with_suffix(self.path, ".state"), self.description(&state));
        match std::fs::read(&checkpoint) {
            Ok(bytes) => state
                .resume(&bytes, &description)
                .map_err(|error| Failure::bad(format!("{}: {error}", checkpoint.display())))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(cannot("read", &checkpoint, &error)),
        }
        let [learning, validation] = split(&self.samples, &self.training).map(|part| part.len() as u64);
        out.text(format!("learning     {}, validation {}", grouped(learning), grouped(validation)))?;
        let mut line = Progress::of("the first epoch");
        let mut pace = Pace::default();
        train(&mut state, &self.samples, &self.training, &stop, &mut |state: &State| {
            replace(&checkpoint, &state.to_bytes(&description))?;
            let epoch = state.history.last().expect("an epoch is over");
            line.clear();
            out.text(format!(
                "epoch {:<6} loss {:.5}, validation {:.5}, {}",
                epoch.number,
                epoch.training,
                epoch.validation,
                seconds(clock.now())
            ))?;
            let (done, all, elapsed) = (epoch.number as u64, self.training.epochs as u64, clock.now());
            pace.note(done, elapsed);
            line.show_with(elapsed, &format!("epoch {} of {all}", done + 1), pace.left(done, all, elapsed));
            Ok::<(), Failure>(())
        })?;
        line.clear();
        if stop.is_stopped() {
            return Err(Failure::Early(format!(
                "interrupted after {} of {} epochs; the same command goes on",
                state.history.len(),
                self.training.epochs
            )));
        }
        self.finish(&state, &checkpoint, out)
    }

    /// Writes the network and the curves, and removes what only a killed training needs.
    fn finish(&self, state: &State, checkpoint: &Path, out: &mut Output) -> Result<(), Failure> {
        let network = state.best_model().network().map_err(Failure::bad)?;
        let bytes = network.write();
        replace(self.path, &bytes)?;
        if let Some(curve) = &self.args.curve {
            replace(curve, loss_curves(&self.path.display().to_string(), &state.history).as_bytes())?;
        }
        std::fs::remove_file(checkpoint).map_err(|error| cannot("remove", checkpoint, &error))?;
        let best = state.best_epoch().expect("an epoch is over");
        out.text(format!(
            "{} of {} bytes, from epoch {} with validation loss {:.5}",
            self.path.display(),
            grouped(bytes.len() as u64),
            best.number,
            best.validation
        ))?;
        Ok(())
    }

    /// What tells one training from another. The number of threads does not matter.
    fn description(&self, state: &State) -> String {
        let Training { batch, rate, decay, result_share, scale, epochs, seed, .. } = self.training;
        let shape = state.model.shape();
        let from = self.from.map(|checksum| format!(" from={checksum:016x}")).unwrap_or_default();
        format!(
            "game={} features={} hidden={} second={} positions={} digest={:016x} batch={batch} rate={rate} \
             decay={decay} result-share={result_share} scale={scale} epochs={epochs} seed={seed}{from}",
            shape.game,
            shape.features,
            shape.hidden,
            shape.second,
            self.samples.len(),
            self.samples.digest()
        )
    }
}

/// Writes a file so that a kill leaves the old content or the new one.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let new = with_suffix(path, ".new");
    std::fs::write(&new, bytes)
        .and_then(|()| std::fs::rename(&new, path))
        .map_err(|error| cannot("write", path, &error))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn cannot(verb: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::bad(format!("cannot {verb} {}: {error}", path.display()))
}
