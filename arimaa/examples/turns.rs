//! Counts the different turns of a position, and prints some of them.
//!
//! `cargo run --release -p plywood-arimaa --example turns -- "g [rrrrrrrrdhcmechd
//! DHCEMCHDRRRRRRRR]"`

use plywood_arimaa::{Arimaa, TurnCounts};

const START: &str = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";

fn main() {
    let text = std::env::args().nth(1);
    let position: Arimaa = text.as_deref().unwrap_or(START).parse().expect("a position");
    let (Some(turns), Some(counts)) = (position.turns(), TurnCounts::of(&position)) else {
        println!("no turn begins in this position");
        return;
    };
    for turn in turns.iter().step_by(turns.len().max(20) / 20) {
        println!("{}", position.write_turn(&turn.moves()));
    }
    println!("{counts:?}");
}
