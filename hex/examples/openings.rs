//! Solves every first move on a board of some size by proof-number search: after which of them Black wins.
//!
//! `cargo run --release -p plywood-hex --example openings -- 5`

use plywood_hex::eval::Strong;
use plywood_hex::{Hex, Rules, Size};
use plywood_search::{
    Answer, Clock, Dfpn, Limits, Position, ProofTable, Question, Side, Symmetry, SystemClock,
};
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let side: u8 = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    let start = Hex::start(Rules::without_swap(Size::square(side)?));
    let mut search = Dfpn::new(Strong, Arc::new(ProofTable::with_bytes(256 << 20)?));
    let (clock, mut nodes, mut winning) = (SystemClock::start(), 0, Vec::new());
    for mv in start.legal_moves() {
        let turned = start.transformed_move(mv, 1);
        let mut position = start;
        position.play_unchecked(mv);
        let verdict = search.ask(&position, Question::wins(Side::First), &Limits::none(), &mut |_| {});
        nodes += verdict.progress.nodes;
        let word = if matches!(verdict.answer, Answer::Wins { .. }) { "wins" } else { "loses" };
        println!("{mv} {word}, like {turned}: {} nodes", verdict.progress.nodes);
        if word == "wins" {
            winning.push(mv.to_string());
        }
    }
    println!("{} winning of {}: {}", winning.len(), start.count_moves(), winning.join(" "));
    println!("{nodes} nodes, {:.2} s", clock.now().as_secs_f64());
    Ok(())
}
