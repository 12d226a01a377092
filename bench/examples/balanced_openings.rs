//! Openings from which neither player is ahead, as far as a search sees: random moves, of which those are
//! kept whose value is within the evaluation's margin. A match from openings that are decided tells nothing,
//! whoever plays.
//!
//! `cargo run --release -p plywood-bench --example balanced_openings -- gekitai 4 60 2M 1` for 60 openings of
//! four plies, judged even by a search of two million nodes, drawn from seed 1. The lines are a book:
//! `--openings file:PATH`.

use plywood_play::{Session, Spec, read_count};
use plywood_search::Limits;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, plies, openings, nodes, seed] = arguments.as_slice() else {
        return Err("expected GAME PLIES OPENINGS NODES SEED".into());
    };
    let (game, rules) = plywood_registry::parse(game)?;
    let start = game.session(&rules, None)?;
    let limits = Limits::nodes(read_count(nodes)?);
    let mut random = StdRng::seed_from_u64(read_count(seed)?);
    let mut known = HashSet::new();
    println!("# {openings} openings of {plies} random plies, even to a search of {nodes} nodes; seed {seed}");
    while (known.len() as u64) < read_count(openings)? {
        let opening = draw(&*start, read_count(plies)?, &mut random)?;
        if is_even(&*opening, &limits)? && known.insert(opening.position()) {
            println!("{}", opening.position());
        }
    }
    Ok(())
}

/// A game after so many random plies, or fewer where it ends.
fn draw(start: &dyn Session, plies: u64, random: &mut StdRng) -> Result<Box<dyn Session>, Box<dyn Error>> {
    let mut session = start.fork();
    for _ in 0..plies {
        let moves = session.legal_moves();
        if moves.is_empty() {
            break;
        }
        session.play(&moves[random.random_range(0..moves.len())])?;
    }
    Ok(session)
}

/// Whether a search sees neither side ahead by more than the evaluation's margin.
fn is_even(session: &dyn Session, limits: &Limits) -> Result<bool, Box<dyn Error>> {
    if session.result().is_some() {
        return Ok(false);
    }
    let spec: Spec = "pvs:book=off".parse()?;
    let thoughts = session.engine(&spec)?.think(session, limits, &mut |_| {})?;
    Ok(thoughts.score.value().abs() <= session.margin("default")?)
}
