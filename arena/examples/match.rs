//! A search against random moves: forty games of Nim, stopped early if the test has seen enough.
//!
//! ```text
//! cargo run --release -p plywood-arena --example match
//! ```

#[path = "../tests/nim/mod.rs"]
mod nim;

use core::ops::ControlFlow;
use plywood_arena::{Match, Openings};
use plywood_play::AnyGame;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let start = nim::NIM.session("", None)?;
    let mut contest = Match::new(start, ["ids:depth=4,hash=1MB".parse()?, "random".parse()?]);
    contest.games = 40;
    contest.openings = Openings::Random { plies: 2 };
    contest.concurrency = 2;
    contest.sprt = Some("score0=0.5,score1=0.8".parse()?);
    let summary = contest.run(&mut |game, standing| {
        let share = standing.tally.estimates().map_or(50.0, |estimates| 100.0 * estimates.score.value);
        println!("game {:2}: {} ({}), now {share:.0} %", game.number + 1, game.record(), game.ending);
        ControlFlow::Continue(())
    })?;
    print!("{summary}");
    Ok(())
}
