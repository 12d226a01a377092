//! Solves a position of Hex: who wins, and the move; writes the proof and checks it.
//!
//! `cargo run --release -p plywood-solve --example hex -- [RULES [POSITION]]`: say `size=5` and `5/5/2x2/5/5
//! o`

use plywood_hex::eval::Strong;
use plywood_hex::{Hex, HexGame, Rules};
use plywood_play::Notation;
use plywood_search::{Clock, Dfpn, Limits, Outcome, ProofTable, StopHandle, SystemClock};
use plywood_solve::{Claim, Form, certificate};
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rules: Rules = words.first().map_or("size=5", String::as_str).parse()?;
    let position = match words.get(1) {
        Some(text) => Hex::from_text(text, rules)?,
        None => Hex::start(rules),
    };
    println!("{}", position.picture(None));

    let mut search = Dfpn::new(Strong, Arc::new(ProofTable::with_bytes(256 << 20)?));
    let clock = SystemClock::start();
    let solution = search.solve(&position, &Limits::none(), &mut |_| {});
    println!("{solution:?}\nsolved in {:?}", clock.now());
    let (Some(Outcome::Win(side)), Some(within)) = (solution.value, solution.within) else {
        return Ok(());
    };
    let (claim, clock) = (Claim::Wins { side, within }, SystemClock::start());
    let task = (claim, Form::Conceding);
    let file = certificate::write::<HexGame, _>(&mut search, &position, task, &Limits::none())?;
    println!("written in {:?}", clock.now());
    let clock = SystemClock::start();
    let proven = certificate::verify::<HexGame>(&file, &StopHandle::new())?;
    println!("{}{} bytes, checked in {:?}", proven.header, file.len(), clock.now());
    Ok(())
}
