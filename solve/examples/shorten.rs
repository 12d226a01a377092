//! Looks for a win in fewer plies than that of a certificate of Gekitai or Lines of Action.
//!
//! `cargo run --release -p plywood-solve --example shorten -- FILE OUT [--nodes N] [--memory MEGABYTES]
//! [--seconds N]`: each search has at most so many nodes, a million unless said otherwise; after so many
//! seconds, if said, the shortest win so far is written.

use plywood_gekitai::GekitaiGame;
use plywood_loa::{LinesOfAction, ThreatGuide};
use plywood_play::Definition;
use plywood_search::{Clock, Dfpn, Knowledge, Limits, NoKnowledge, ProofTable, StopHandle, SystemClock};
use plywood_solve::certificate::{self, Header};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        words.get(place + 1)?.parse::<u64>().ok()
    };
    let [file, out, ..] = &words[..] else { return Err("FILE and OUT are missing".into()) };
    let limits = Limits::nodes(after("--nodes").unwrap_or(1_000_000));
    if let Some(seconds) = after("--seconds") {
        let stop = limits.stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(seconds));
            stop.stop();
        });
    }
    let file = std::fs::read(file)?;
    let bytes = (after("--memory").unwrap_or(256) as usize) << 20;
    let game = Header::read(&file)?.0.game;
    let shorter = match game.as_str() {
        "gekitai" => shorten::<GekitaiGame, _>(&file, NoKnowledge, bytes, &limits),
        "loa" => shorten::<LinesOfAction, _>(&file, ThreatGuide::default(), bytes, &limits),
        other => Err(format!("the game \"{other}\" is not one of gekitai and loa").into()),
    }?;
    std::fs::write(out, shorter)?;
    Ok(())
}

fn shorten<D: Definition, G: Knowledge<D::Position>>(
    file: &[u8],
    guide: G,
    bytes: usize,
    limits: &Limits,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let clock = SystemClock::start();
    let mut search = Dfpn::new(guide, Arc::new(ProofTable::with_bytes(bytes)?));
    let shorter = certificate::shorten::<D, G>(file, &mut search, limits, &mut |plies| {
        println!("{plies} plies after {:.0?}", clock.now());
    })?;
    let proven = certificate::verify::<D>(&shorter, &StopHandle::new())?;
    println!("{}written and checked after {:.0?}", proven.header, clock.now());
    Ok(shorter)
}
