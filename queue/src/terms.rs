//! The terms of a match as text: from a match and back to it, on another machine.

use crate::error::QueueError;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;
use plywood_arena::external::EXTERNAL;
use plywood_arena::{EngineMaker, Match, TimeControl};
use plywood_play::{Session, Spec, TextError, read_duration, write_duration};
use plywood_search::StopHandle;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a worker has to know of a match to play a pair of it, besides the opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Terms {
    game: String,
    rules: String,
    engines: [String; 2],
    builds: [String; 2],
    seed: u64,
    max_plies: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<Duration>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resign: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adjudicate: Option<String>,
    /// How fast the machine searches that times are meant for, in nodes per second of one thread: a faster
    /// one gives less time, a slower one more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    speed: Option<u64>,
}

impl Terms {
    /// The terms of a match that may be played elsewhere.
    pub(crate) fn of(contest: &Match, speed: Option<u64>) -> Result<Self, QueueError> {
        for engine in &contest.engines {
            travels(engine).map_err(|error| QueueError(error.to_string()))?;
        }
        let text = |rule: Option<&dyn fmt::Display>| rule.map(ToString::to_string);
        Ok(Self {
            game: contest.start().info().name.to_owned(),
            rules: contest.start().rules(),
            engines: contest.engines.each_ref().map(ToString::to_string),
            builds: contest.builds.clone(),
            seed: contest.seed,
            max_plies: contest.max_plies as u64,
            clock: text(contest.control.as_ref().map(|rule| rule as _)),
            margin: contest.margin,
            resign: text(contest.resign.as_ref().map(|rule| rule as _)),
            draw: text(contest.even_game.as_ref().map(|rule| rule as _)),
            adjudicate: text(contest.by_proof.as_ref().map(|rule| rule as _)),
            speed,
        })
    }

    /// The game after an opening.
    pub(crate) fn opening(&self, position: &str, moves: &[String]) -> Result<Box<dyn Session>, TextError> {
        let mut session = plywood_registry::find(&self.game)?.session(&self.rules, Some(position))?;
        moves.iter().try_for_each(|mv| session.play(mv).map(drop))?;
        Ok(session)
    }

    /// The match whose pairs are played from `opening` on a machine of this speed.
    pub(crate) fn contest(
        &self,
        opening: Box<dyn Session>,
        (make, speed): (&Arc<EngineMaker>, u64),
        stop: &StopHandle,
    ) -> Result<Match, TextError> {
        let (make, scale) = (Arc::clone(make), Scale::new(self.speed, speed));
        let mut contest = Match::new(opening, self.specs()?)
            .with_engine_maker(move |session, spec| make(session, &scale.engine(spec)));
        contest.builds.clone_from(&self.builds);
        contest.seed = self.seed;
        contest.max_plies = usize::try_from(self.max_plies).unwrap_or(usize::MAX);
        contest.control = parsed(self.clock.as_deref())?.map(|control| scale.control(control));
        contest.margin = self.margin.map(|margin| margin.saturating_add(scale.more(&contest.engines)));
        contest.resign = parsed(self.resign.as_deref())?;
        contest.even_game = parsed(self.draw.as_deref())?;
        contest.by_proof = parsed(self.adjudicate.as_deref())?;
        contest.stop = stop.clone();
        Ok(contest)
    }

    /// The engines, if a worker may play them.
    pub(crate) fn specs(&self) -> Result<[Spec; 2], TextError> {
        let [first, second] = self.engines.each_ref().map(|text| {
            let spec: Spec = text.parse()?;
            travels(&spec).map(|()| spec)
        });
        Ok([first?, second?])
    }
}

/// By how much times are longer on a machine than on the one that they are meant for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale(f64);

impl Scale {
    /// The most by which times are changed, either way: what says more is no measurement.
    const MOST: f64 = 16.0;

    fn new(meant: Option<u64>, speed: u64) -> Self {
        let factor = meant.map_or(1.0, |meant| meant.max(1) as f64 / speed.max(1) as f64);
        Self(factor.clamp(1.0 / Self::MOST, Self::MOST))
    }

    fn time(self, time: Duration) -> Duration {
        Duration::try_from_secs_f64(time.as_secs_f64() * self.0).unwrap_or(time)
    }

    /// The engine with its own time for a turn scaled.
    fn engine(self, spec: &Spec) -> Spec {
        let mut spec = spec.clone();
        let time = spec.get("time").and_then(|text| read_duration(text).ok());
        if let Some(time) = time.filter(|_| (self.0 - 1.0).abs() > f64::EPSILON) {
            spec.set("time", write_duration(self.time(time)));
        }
        spec
    }

    fn control(self, control: TimeControl) -> TimeControl {
        let base = self.time(control.base).max(Duration::from_millis(1));
        TimeControl { base, increment: self.time(control.increment), ..control }
    }

    /// By how much the longest of the engines' own times grows.
    fn more(self, engines: &[Spec; 2]) -> Duration {
        let times = engines.iter().filter_map(|spec| read_duration(spec.get("time")?).ok());
        let longest = times.max().unwrap_or_default();
        self.time(longest).saturating_sub(longest)
    }
}

fn parsed<T: FromStr<Err = TextError>>(text: Option<&str>) -> Result<Option<T>, TextError> {
    text.map(str::parse).transpose()
}

/// Whether an engine may be asked for over a queue: it is part of the program, and reads no file.
pub(crate) fn travels(spec: &Spec) -> Result<(), TextError> {
    let refuse = |reason: &str| Err(TextError::new("engine", spec.to_string(), reason));
    if spec.program().is_some() || spec.name() == EXTERNAL.name {
        return refuse("a worker starts no program that is named over the queue");
    }
    if spec.get("net").is_some() {
        return refuse("a worker reads no file that is named over the queue");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_scaled_by_the_speed_of_the_machine() {
        let spec: Spec = "pvs:time=100ms,hash=1MB".parse().unwrap();
        for (meant, speed, time) in [(None, 7, "100ms"), (Some(100), 100, "100ms"), (Some(300), 100, "0.3s")]
        {
            let scaled = Scale::new(meant, speed).engine(&spec);
            let time = read_duration(time).unwrap();
            assert_eq!(read_duration(scaled.get("time").unwrap()).unwrap(), time);
            assert_eq!(scaled.get("hash"), Some("1MB"));
        }
        assert_eq!(Scale::new(Some(u64::MAX), 0), Scale(16.0));
        let faster = Scale::new(Some(50), 100);
        let control = faster.control("60s+0.5s/40".parse().unwrap());
        assert_eq!(control.to_string(), "30s+0.25s/40");
        assert_eq!(faster.more(&[spec.clone(), spec.clone()]), Duration::ZERO);
        assert_eq!(Scale(3.0).more(&[spec.clone(), "random".parse().unwrap()]), Duration::from_millis(200));
    }
}
