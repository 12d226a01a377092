//! Solves a position of Lines of Action: who wins, the move, and within how many plies; writes the proof and
//! checks it.
//!
//! `cargo run --release -p plywood-solve --example loa -- [RULES [POSITION]] [--seconds N] [--memory
//! MEGABYTES] [--shortest]`

use plywood_loa::{LinesOfAction, Loa, Rules, ThreatGuide};
use plywood_play::Notation;
use plywood_search::{Clock, Dfpn, Limits, Outcome, ProofTable, StopHandle, SystemClock};
use plywood_solve::{Claim, Form, certificate};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        words.get(place + 1)?.parse::<u32>().ok()
    };
    let plain: Vec<&String> = words.iter().take_while(|word| !word.starts_with("--")).collect();
    let rules: Rules = plain.first().map_or("", |word| word.as_str()).parse()?;
    let position = match plain.get(1) {
        Some(text) => Loa::from_text(text, rules)?,
        None => Loa::start(rules),
    };
    println!("{}", position.picture(None));

    let table = Arc::new(ProofTable::with_bytes((after("--memory").unwrap_or(256) as usize) << 20)?);
    let mut search = Dfpn::new(ThreatGuide::default(), table);
    let time = Duration::from_secs(after("--seconds").unwrap_or(60).into());
    let limits = Limits::time(time);
    let solution = search.solve(&position, &limits, &mut |_| {});
    println!("{solution:?}");
    if let Some(mv) = solution.best {
        println!("best: {mv}");
    }
    let mut plies = solution.within;
    if let (Some(Outcome::Win(side)), Some(within)) = (solution.value, solution.within)
        && words.iter().any(|word| word == "--shortest")
    {
        let length = search.shortest(&position, (side, within), &limits, &mut |_| {});
        println!("{length:?}");
        plies = Some(length.at_most);
    }
    println!("{} positions in {} bytes", search.table().entries(), search.table().bytes());
    let claim = match (solution.value, plies) {
        (Some(Outcome::Win(side)), Some(within)) => Claim::Wins { side, within },
        (Some(Outcome::Draw), _) => Claim::Draw,
        _ => return Ok(()),
    };
    let task = (claim, Form::Symmetric);
    let file = certificate::write::<LinesOfAction, _>(&mut search, &position, task, &Limits::none())?;
    let clock = SystemClock::start();
    let proven = certificate::verify::<LinesOfAction>(&file, &StopHandle::new())?;
    println!("{}{} bytes, checked in {:?}", proven.header, file.len(), clock.now());
    Ok(())
}
