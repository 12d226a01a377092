//! Proves who wins Gekitai from the empty board, writes the proof to a file, and checks it.
//!
//! `cargo run --release -p plywood-solve --example gekitai -- [--plies N] [--memory MEGABYTES] [--threads N]
//! [--exact] [FILE]`

use plywood_gekitai::{Gekitai, GekitaiGame, Rules, ThreatGuide};
use plywood_search::{
    Answer, Clock, Dfpn, Limits, Progress, ProofTable, Question, Side, StopHandle, SystemClock,
};
use plywood_solve::{Claim, Form, certificate};
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        words.get(place + 1)?.parse().ok()
    };
    let (plies, memory): (Option<u32>, usize) = (after("--plies"), after("--memory").unwrap_or(64) as usize);
    let form = if words.iter().any(|word| word == "--exact") { Form::Exact } else { Form::Symmetric };

    let table = Arc::new(ProofTable::with_bytes(memory << 20)?);
    let mut search = Dfpn::new(ThreatGuide, table).with_threads(after("--threads").unwrap_or(1) as usize);
    let start = Gekitai::start(Rules::default());
    let limits = Limits::none().with_clock(SystemClock::start());
    let question = Question { attacker: Side::First, within: plies };
    let mut next = 0;
    let verdict = search.ask(&start, question, &limits, &mut |progress: Progress| {
        if progress.nodes >= next {
            println!("{progress:?}");
            next = progress.nodes + 10_000_000;
        }
    });
    println!("{verdict:?}, {} positions in {} bytes", search.table().entries(), search.table().bytes());
    let Answer::Wins { within: Some(within) } = verdict.answer else { return Ok(()) };

    let claim = Claim::Wins { side: Side::First, within };
    let clock = SystemClock::start();
    let file = certificate::write::<GekitaiGame, _>(&mut search, &start, (claim, form), &limits)?;
    println!("written: {} bytes in {:?}", file.len(), clock.now());
    let clock = SystemClock::start();
    let proven = certificate::verify::<GekitaiGame>(&file, &StopHandle::new())?;
    println!("{}verified: {:?} plies in {:?}", proven.header, proven.plies, clock.now());
    if let Some(name) = words.iter().last().filter(|word| word.contains('/')) {
        std::fs::write(name, file)?;
    }
    Ok(())
}
