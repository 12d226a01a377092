//! Proves who wins Gekitai from the empty board, writes the proof to a file, and checks it.
//!
//! `cargo run --release -p plywood-solve --example gekitai -- [--plies N] [--memory MEGABYTES] [--threads N]
//! [--exact] [FILE]`
//!
//! If the first player does not win within N plies, that is proven to FILE, and checked.

use plywood_gekitai::{Gekitai, GekitaiGame, Rules, ThreatGuide};
use plywood_search::{
    Answer, Clock, Dfpn, Limits, Progress, ProofTable, Question, Side, StopHandle, SystemClock,
};
use plywood_solve::{Claim, Form, certificate};
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
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
    let Answer::Wins { within: Some(within) } = verdict.answer else {
        let file = words.iter().last().filter(|word| word.contains('/'));
        return file.zip(plies).map_or(Ok(()), |(file, plies)| refute(&mut search, (plies, form), file));
    };

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

/// Proves to a file that the first player does not win within so many plies, and checks the file.
fn refute(
    search: &mut Dfpn<Gekitai, ThreatGuide>,
    (plies, form): (u32, Form),
    name: &str,
) -> Result<(), Box<dyn Error>> {
    let claim = Claim::CannotWinWithin { side: Side::First, plies };
    let part = format!("{name}.part");
    let mut scratch = File::options().read(true).write(true).create(true).truncate(true).open(&part)?;
    let mut out = BufWriter::new(File::create(name)?);
    let clock = SystemClock::start();
    let (start, files) = (Gekitai::start(Rules::default()), (&mut scratch, &mut out));
    let header =
        certificate::write_bounded::<GekitaiGame, _>(search, &start, (claim, form), &Limits::none(), files)?;
    println!("written: {header}in {:?}", clock.now());
    std::fs::remove_file(part)?;
    let clock = SystemClock::start();
    certificate::verify_stream::<GekitaiGame>(File::open(name)?, &StopHandle::new())?;
    println!("verified in {:?}", clock.now());
    Ok(())
}
