//! A crowd of simulated workers, to see what a coordinator and a server bear: each is a worker with a
//! connection of its own, whose engines play the first legal move at once.
//!
//! `cargo run --release -p plywood-queue --example crowd -- nats://127.0.0.1:4222 1000 "$(plywood --version |
//! cut -d' ' -f2)" 60`
//!
//! The last number says for how many seconds. Beside it runs a match of engines that workers take as they
//! are named, such as `plywood match hex:size=4 random random:seed=1 --games 20000 --queue ...`.

use plywood_play::{Engine, EngineError, Session, Spec, Thoughts};
use plywood_queue::{Access, Doer, Kind, Link, WorkerSettings, work};
use plywood_search::{Limits, Report, Score, StopHandle};
use std::thread;
use std::time::Duration;

/// Plays the first legal move.
struct First(Spec);

impl Engine for First {
    fn spec(&self) -> &Spec {
        &self.0
    }

    fn think(
        &mut self,
        session: &dyn Session,
        _: &Limits,
        _: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        let best = session.legal_moves().into_iter().next();
        let pv = best.iter().cloned().collect();
        Ok(Report { best, nodes: 1, pv, ..Report::of_root(Score::ZERO, None) })
    }

    fn new_game(&mut self) {}
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, workers, build, seconds] = arguments.as_slice() else {
        return Err("usage: crowd URL WORKERS BUILD SECONDS".into());
    };
    let (workers, seconds): (usize, u64) = (workers.parse()?, seconds.parse()?);
    let access = Access { url: url.clone(), ..Access::default() };
    let stop = StopHandle::new();
    let done = thread::scope(|scope| {
        let run = |number: usize| {
            let settings = WorkerSettings {
                name: format!("crowd-{number}"),
                build: build.clone(),
                threads: 1,
                kinds: vec![Kind::Match],
                speed: 1,
            };
            let doer = Doer::new(|_, spec| Ok(Box::new(First(spec.clone()))), 1 << 30, 1);
            let link = Link::connect(&access, &settings.name)?;
            work(&link, settings, doer, &stop, &mut |line| eprintln!("{line}"))
        };
        let handles: Vec<_> = (0..workers).map(|number| scope.spawn(move || run(number))).collect();
        println!("{workers} workers started");
        thread::sleep(Duration::from_secs(seconds));
        stop.stop();
        handles.into_iter().map(|handle| handle.join().expect("no worker panics")).collect::<Vec<_>>()
    });
    let pairs: u64 = done.iter().flatten().map(|work| work.done).sum();
    let failures: Vec<String> =
        done.iter().filter_map(|work| work.as_ref().err().map(ToString::to_string)).collect();
    println!("{pairs} pairs in {seconds} s; {} workers failed {:?}", failures.len(), failures.first());
    Ok(())
}
