//! Solves first moves one by one, each with an empty table: for each the seconds of the processor.
//!
//! `cargo run --release -p plywood-hex --example first_moves -- 7 60 empty a1 g1 a2`: board, seconds, moves.
//! Unix only.

use plywood_hex::eval::Strong;
use plywood_hex::{Hex, Rules, Size};
use plywood_search::{Answer, Clock, Dfpn, Limits, Position, ProofTable, Question, Side};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

struct Processor;

impl Clock for Processor {
    fn now(&self) -> Duration {
        use nix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let side: u8 = words.next().map_or(Ok(5), |text| text.parse())?;
    let seconds: f64 = words.next().map_or(Ok(10.0), |text| text.parse())?;
    let start = Hex::start(Rules::without_swap(Size::square(side)?));
    for word in words {
        let mut position = start;
        if word != "empty" {
            position.play_unchecked(position.read_move(&word)?);
        }
        let mut search = Dfpn::new(Strong, Arc::new(ProofTable::with_bytes(16 << 20)?));
        let limits = Limits::none().with_time(Duration::from_secs_f64(seconds), Processor);
        let verdict = search.ask(&position, Question::wins(Side::First), &limits, &mut |_| {});
        let answer = match verdict.answer {
            Answer::Wins { .. } => "wins",
            Answer::Unknown => "open",
            Answer::CannotWin { .. } => "loses",
        };
        println!(
            "{word} {answer}: {} nodes, {:.2} s",
            verdict.progress.nodes,
            verdict.progress.elapsed.unwrap_or_default().as_secs_f64()
        );
    }
    Ok(())
}
