//! `plywood work`: this machine as a worker of a queue.

use crate::args::WorkArgs;
use crate::at_worker;
use crate::engines;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, grouped, per_second};
use crate::queue::{connect, say};
use crate::{build, setup};
use plywood_play::{Session, Spec};
use plywood_queue::{Doer, Kind, WorkerSettings, processors, work};
use plywood_search::{Clock, Limits, SystemClock};

pub(crate) fn run(args: WorkArgs, out: &mut Output) -> Result<(), Failure> {
    let link = connect(&args.url)?;
    let threads = args.threads.map_or_else(processors, |threads| threads as usize);
    let settings = WorkerSettings {
        name: args.name.unwrap_or_else(setup::machine),
        build: String::from(build::ID),
        threads,
        kinds: if args.only.is_empty() { Kind::ALL.to_vec() } else { args.only },
        speed: speed()?,
    };
    let WorkerSettings { name, build, kinds, .. } = &settings;
    let speed = settings.speed;
    let kinds: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    let (kinds, fast) = (kinds.join(", "), grouped(speed));
    out.text(format!("{name}: {kinds} on {threads} threads of {fast} nodes per second, build {build}"))?;
    let named = args.engines;
    let make = move |session: &dyn Session, spec: &Spec| at_worker::make(session, spec, &named);
    let doer = Doer::new(make, args.memory / threads, speed);
    let done = work(&link, settings, doer, &interrupt::stop_handle(), &mut say)?;
    let (failed, malformed) = (done.failed, done.malformed);
    Ok(out.text(format!("{} jobs done, {failed} failed, {malformed} malformed", grouped(done.done)))?)
}

/// How fast this machine searches, in nodes per second of one thread: a fixed search, timed.
pub(crate) fn speed() -> Result<u64, Failure> {
    let session = plywood_registry::find("loa")?.session("", None)?;
    let spec: Spec = "pvs:nodes=100k,hash=4MB".parse()?;
    let mut engine = engines::make(&*session, &spec)?;
    let clock = SystemClock::start();
    let thoughts = engine.think(&*session, &Limits::none(), &mut |_| {})?;
    Ok(per_second(thoughts.nodes, clock.now()))
}
