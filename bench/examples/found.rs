//! What searches find: how many of the known positions of a game each engine answers with a best move, by the
//! time it has.
//!
//! `cargo run --release -p plywood-bench --example found -- loa --time 100ms,1s,5s --out found.csv`; with
//! `--nodes 20k,200k,1M` the figures are the same on every machine, and `--engines "pvs ids"` names others,
//! `--positions loa.txt` another file of positions. Engines have one thread and 32 MB unless they say
//! otherwise. On Unix the time is that of the processor, so that other work on the machine takes nothing from
//! a search.

use plywood_bench::positions::found::{Budget, Findings, details, look, shares};
use plywood_bench::positions::{KnownPosition, of_game, read};
use plywood_bench::tables::write_file;
use plywood_play::{EngineError, Spec};
use plywood_search::Clock;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What is to be measured.
struct Task {
    game: String,
    known: Vec<KnownPosition>,
    budgets: Vec<Budget>,
    engines: Vec<Spec>,
    out: Option<String>,
}

impl Task {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let game = words.next().ok_or("expected GAME")?;
        let (known, budgets) = (of_game(&game)?, Budget::times("100ms,1s,5s")?);
        let mut task = Self { game, known, budgets, engines: Vec::new(), out: None };
        let mut engines = "ids:hash=32MB pvs:hash=32MB,book=off".to_owned();
        while let Some(option) = words.next() {
            let value = words.next().ok_or_else(|| format!("{option} needs a value"))?;
            match option.as_str() {
                "--time" => task.budgets = Budget::times(&value)?,
                "--nodes" => task.budgets = Budget::nodes(&value)?,
                "--positions" => task.known = read(&std::fs::read_to_string(value)?)?,
                "--engines" => engines = value,
                "--out" => task.out = Some(value),
                _ => return Err(format!("no option: {option}").into()),
            }
        }
        task.engines = engines.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        Ok(task)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let task = Task::read(std::env::args().skip(1))?;
    let measure = |engine: &Spec| measure(engine, &task.known, &task.budgets);
    let findings = task.engines.iter().map(measure).collect::<Result<Vec<_>, _>>()?;
    print!("{}", shares(&task.game, &task.budgets, &findings).text());
    if let Some(file) = &task.out {
        write_file(Path::new(file), &details(&task.known, &task.budgets, &findings).csv())?;
    }
    Ok(())
}

fn measure(spec: &Spec, known: &[KnownPosition], budgets: &[Budget]) -> Result<Findings, EngineError> {
    let clock = clock();
    let look = |known: &KnownPosition| {
        let mut engine = known.session()?.engine(spec)?;
        look(known, &mut *engine, budgets, &clock)
    };
    Ok(Findings { engine: spec.clone(), rows: known.iter().map(look).collect::<Result<_, _>>()? })
}

/// The time that the processor has worked for this program.
#[cfg(unix)]
struct Processor;

#[cfg(unix)]
impl Clock for Processor {
    fn now(&self) -> Duration {
        use nix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
    }
}

#[cfg(unix)]
fn clock() -> Arc<dyn Clock> {
    Arc::new(Processor)
}

#[cfg(not(unix))]
fn clock() -> Arc<dyn Clock> {
    Arc::new(plywood_search::SystemClock::start())
}
