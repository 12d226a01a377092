//! Search constants set by games: simultaneous perturbation stochastic approximation (SPSA; Spall 1992,
//! "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation").
//!
//! Each pair of games changes all constants at once, up or down by chance; one engine plays with the change,
//! the other with its opposite, and the result moves the constants towards the winner.

use crate::journal::{JobError, resume};
use crate::net_file::NetFile;
use crate::seed::generator;
use core::fmt;
use core::str::FromStr;
use plywood_arena::{Match, MatchError, Openings, Tally};
use plywood_play::{EngineError, Session, Spec, TextError};
use plywood_search::{Parameter, StopHandle};
use rand::RngExt;
use rand::rngs::StdRng;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Settings of the tuning of constants.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The engine, with a limit of nodes: the constants then depend on the seed alone. Constants that it sets
    /// are where the tuning begins.
    pub engine: Spec,
    /// The network that the engine's option `net` names, if it has the option.
    pub network: Option<NetFile>,
    /// The constants to tune; the others stay.
    pub parameters: Vec<Parameter>,
    /// The number of iterations.
    pub iterations: u64,
    /// The pairs of games of an iteration.
    pub pairs: usize,
    /// How far a pair that was won twice moves the constants, as a share of the change that it was played
    /// with.
    pub rate: f64,
    /// The number of random plies that the games of a pair begin with.
    pub opening: u32,
    /// The length at which a game ends without a result, in plies.
    pub max_plies: usize,
    /// The seed of everything.
    pub seed: u64,
}

/// The constants after an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// The values, in the order of [`Tuning::parameters`].
    pub values: Vec<f64>,
    /// The points of the games whose change was that of the first engine's, as a share of all points.
    pub score: f64,
}

impl Tuning {
    /// The values to begin with.
    fn start(&self) -> Vec<f64> {
        let begin = |parameter: &Parameter| {
            let given = self.engine.get(parameter.name()).and_then(|text| text.parse().ok());
            f64::from(given.unwrap_or(parameter.default_value()))
        };
        self.parameters.iter().map(begin).collect()
    }

    /// The size of the change in an iteration, in steps of a parameter: it shrinks slowly, as Spall advises.
    fn perturbation(number: u64) -> f64 {
        2.0 / (number as f64 + 1.0).powf(0.101)
    }

    /// The rate of an iteration: it shrinks faster, from a tenth of the run on.
    fn rate_of(&self, number: u64) -> f64 {
        let delay = self.iterations as f64 / 10.0;
        self.rate * ((delay + 1.0) / (delay + number as f64 + 1.0)).powf(0.602)
    }

    /// The engine with these values; a fraction is rounded up as often as it is large.
    fn engine(&self, values: &[f64], rng: &mut StdRng) -> Spec {
        let mut spec = self.engine.clone();
        for (parameter, value) in self.parameters.iter().zip(values) {
            let (least, most) = parameter.range();
            let rounded = (value + rng.random_range(0.0..1.0)).floor() as i32;
            spec.set(parameter.name(), rounded.clamp(least, most).to_string());
        }
        spec
    }
}

/// The settings that results depend on, as the first line of the file.
impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.parameters.iter().map(|parameter| parameter.name()).collect();
        let engine = NetFile::described(self.network.as_ref(), &self.engine);
        write!(f, "engine={engine} parameters={} iterations={} ", names.join(","), self.iterations)?;
        write!(f, "pairs={} rate={} seed={} ", self.pairs, self.rate, self.seed)?;
        write!(f, "opening={} max-plies={}", self.opening, self.max_plies)
    }
}

/// A line of the file.
impl fmt::Display for Iteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4}", self.score)?;
        self.values.iter().try_for_each(|value| write!(f, " {value:.4}"))
    }
}

impl FromStr for Iteration {
    type Err = TextError;

    fn from_str(line: &str) -> Result<Self, TextError> {
        let number = |word: &str| word.parse::<f64>().ok().filter(|number| number.is_finite());
        let numbers: Option<Vec<f64>> = line.split(' ').map(number).collect();
        let mut numbers = numbers
            .ok_or_else(|| TextError::new("iteration", line, "must be a score and values"))?
            .into_iter();
        Ok(Self { score: numbers.next().unwrap_or(0.5), values: numbers.collect() })
    }
}

/// Tunes constants in games from the position of `start`, and keeps each iteration in a file, so that a run
/// that was stopped or killed goes on. Returns the iterations of the file.
///
/// With an engine that is limited by nodes the file depends on the settings alone, and not on the number of
/// threads.
///
/// # Errors
///
/// If the file was made with other settings or cannot be written, or the engine fails.
pub fn tune(
    start: &dyn Session,
    tuning: &Tuning,
    (path, threads): (&Path, usize),
    stop: &StopHandle,
    observe: &mut dyn FnMut(u64, &Iteration),
) -> Result<Vec<Iteration>, JobError> {
    // An engine that cannot be made, or has no such constants, is told before a file is begun.
    let first = tuning.engine(&tuning.start(), &mut generator(tuning.seed, 0));
    for engine in [&tuning.engine, &first] {
        NetFile::engine(tuning.network.as_ref(), start, engine)?;
    }
    let header = format!("# plywood tuning of {} {}: {tuning}", start.info().name, start.rules());
    let (mut file, lines) = resume(path, &header)?;
    let text = std::fs::read_to_string(path)?;
    let count = tuning.parameters.len();
    let read = |line: &str| line.parse().ok().filter(|kept: &Iteration| kept.values.len() == count);
    let mut history: Vec<Iteration> = text.lines().skip(1).map_while(read).collect();
    if history.len() as u64 != lines {
        let reason = format!("line {} is no iteration", history.len() + 2);
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason).into());
    }
    let mut values = history.last().map_or_else(|| tuning.start(), |last| last.values.clone());
    for number in history.len() as u64..tuning.iterations {
        let Some(results) = play(start, tuning, (number, &values), threads, stop)? else { break };
        let rate = tuning.rate_of(number);
        for (change, difference) in &results {
            for (value, change) in values.iter_mut().zip(change) {
                *value += rate * difference * change;
            }
        }
        for (value, parameter) in values.iter_mut().zip(&tuning.parameters) {
            let (least, most) = parameter.range();
            *value = rounded(value.clamp(f64::from(least), f64::from(most)));
        }
        let mean = results.iter().map(|(_, difference)| difference).sum::<f64>() / results.len() as f64;
        let iteration = Iteration { values: values.clone(), score: rounded(0.5 + mean / 2.0) };
        file.write_all(format!("{iteration}\n").as_bytes())?;
        observe(number + 1, &iteration);
        history.push(iteration);
    }
    Ok(history)
}

/// A number as the file has it, so that a run that goes on is the same run.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

/// The change that a pair was played with, and the first engine's share of the points less the second's.
type PairResult = (Vec<f64>, f64);

/// Plays the pairs of an iteration; `None` if it was stopped.
fn play(
    start: &dyn Session,
    tuning: &Tuning,
    (number, values): (u64, &[f64]),
    threads: usize,
    stop: &StopHandle,
) -> Result<Option<Vec<PairResult>>, JobError> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Result<PairResult, JobError>)>> = Mutex::default();
    let work = |start: Box<dyn Session>| {
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= tuning.pairs || stop.is_stopped() {
                return;
            }
            let result = play_pair(&*start, tuning, (number, pair), values, stop);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((pair, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let start = start.fork();
            scope.spawn(|| work(start));
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(pair, _)| *pair);
    let results: Vec<PairResult> =
        results.into_iter().map(|(_, result)| result).collect::<Result<_, JobError>>()?;
    Ok((results.len() == tuning.pairs && !stop.is_stopped()).then_some(results))
}

fn play_pair(
    start: &dyn Session,
    tuning: &Tuning,
    (number, pair): (u64, usize),
    values: &[f64],
    stop: &StopHandle,
) -> Result<PairResult, JobError> {
    let game = number * tuning.pairs as u64 + pair as u64;
    let mut rng = generator(tuning.seed, game);
    let size = Tuning::perturbation(number);
    let change: Vec<f64> = tuning
        .parameters
        .iter()
        .map(|parameter| f64::from(parameter.step()) * if rng.random_bool(0.5) { size } else { -size })
        .collect();
    let with = |sign: f64| -> Vec<f64> {
        values.iter().zip(&change).map(|(value, change)| value + sign * change).collect()
    };
    let engines = [tuning.engine(&with(1.0), &mut rng), tuning.engine(&with(-1.0), &mut rng)];
    let network = tuning.network.clone();
    let mut contest = Match::new(start.fork(), engines)
        .with_engine_maker(move |session, spec| NetFile::engine(network.as_ref(), session, spec));
    contest.openings = Openings::Random { plies: tuning.opening };
    contest.max_plies = tuning.max_plies;
    contest.seed = rng.random();
    contest.stop = stop.clone();
    let summary = contest.run(&mut |_, _| ControlFlow::Continue(())).map_err(failure)?;
    let Tally { wins, losses, .. } = summary.tally;
    Ok((change, (wins as f64 - losses as f64) / 2.0))
}

fn failure(error: MatchError) -> JobError {
    match error {
        MatchError::Engine { error, .. } => JobError::Engine(error),
        error => JobError::Engine(EngineError::from(TextError::new("match", "tuning", error))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning() -> Tuning {
        Tuning {
            engine: "pvs:nodes=200,hash=1MB,margin=300".parse().expect("an engine"),
            network: None,
            parameters: vec![Parameter::Margin, Parameter::ReductionSlope],
            iterations: 3,
            pairs: 3,
            rate: 0.5,
            opening: 6,
            max_plies: 60,
            seed: 7,
        }
    }

    #[test]
    fn values_begin_where_the_engine_sets_them_and_are_rounded_up_as_often_as_their_fraction_says() {
        let tuning = tuning();
        assert_eq!(tuning.start(), [300.0, 50.0]);
        let mut rng = generator(1, 1);
        let slopes = (0..1_000).map(|_| tuning.engine(&[2_000.0, 50.25], &mut rng));
        let up = slopes
            .inspect(|spec| assert_eq!(spec.get("margin"), Some("1000"), "cut to the range"))
            .filter(|spec| spec.get("reduction-slope") == Some("51"));
        assert!((200..300).contains(&up.count()));
    }

    #[test]
    fn lines_of_the_file_are_read_as_they_were_written() {
        let iteration = Iteration { values: vec![100.25, 7.5], score: 0.625 };
        assert_eq!(iteration.to_string().parse(), Ok(iteration));
        assert!("0.5 x".parse::<Iteration>().is_err());
        assert!("0.5 inf".parse::<Iteration>().is_err());
    }
}
