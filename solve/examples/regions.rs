//! Solves positions of Hex, writes their proofs by regions, and checks them: for each the bytes, the facts,
//! and the seconds of the processor.
//!
//! `cargo run --release -p plywood-solve --example regions -- size=7 empty a1 g2`: rules and positions, each
//! `empty` or a first move. `--dir DIR` among them writes the files that follow to a folder. Unix only.

use nix::time::{ClockId, clock_gettime};
use plywood_hex::eval::Strong;
use plywood_hex::{Hex, HexGame, Rules};
use plywood_search::{Dfpn, Limits, Outcome, Position, ProofTable, StopHandle};
use plywood_solve::{Claim, Form, certificate};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

fn processor() -> f64 {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(0.0, |time| Duration::from(time).as_secs_f64())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let rules: Rules = words.next().as_deref().unwrap_or("size=5").parse()?;
    let mut dir: Option<PathBuf> = None;
    while let Some(word) = words.next() {
        if word == "--dir" {
            dir = words.next().map(PathBuf::from);
            continue;
        }
        let mut position = Hex::start(rules);
        if word != "empty" {
            position.play_unchecked(position.read_move(&word)?);
        }
        let mut times = vec![processor()];
        let mut search = Dfpn::new(Strong, Arc::new(ProofTable::with_bytes(64 << 20)?));
        let solution = search.solve(&position, &Limits::none(), &mut |_| {});
        let (Some(Outcome::Win(side)), Some(within)) = (solution.value, solution.within) else {
            return Err(format!("{word} is not solved").into());
        };
        times.push(processor());
        let task = (Claim::Wins { side, within }, Form::Regions);
        let file = certificate::write::<HexGame, _>(&mut search, &position, task, &Limits::none())?;
        times.push(processor());
        let proven = certificate::verify::<HexGame>(&file, &StopHandle::new())?;
        times.push(processor());
        let [solved, written, checked] = [0, 1, 2].map(|step| times[step + 1] - times[step]);
        println!(
            "{word}: {}, {} nodes, {} facts, {} bytes; solved in {solved:.2} s, written in {written:.2} s, checked in {checked:.4} s",
            proven.header.claim,
            solution.nodes,
            proven.header.decisions,
            file.len()
        );
        if let Some(dir) = &dir {
            std::fs::write(dir.join(format!("{word}.proof")), &file)?;
        }
    }
    Ok(())
}
