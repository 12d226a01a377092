//! `plywood perft`: leaf counts.

use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress, grouped, per_second, seconds};
use crate::setup;
use plywood_play::Session;
use plywood_search::{Clock, Ended, Limits, SystemClock};
use serde_json::{Map, json};

pub(crate) fn run(args: &PerftArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let clock = SystemClock::start();
    let limits = Limits::none().with_time(args.time, clock).with_stop(interrupt::stop_handle());
    let depth = args.depth as u32;
    let divided = match divide(&*session, depth, &limits) {
        Ok(divided) => divided,
        Err(ended) => {
            let why = if ended == Ended::Time { "the time was up" } else { "interrupted" };
            return Err(Failure::Early(format!("perft {}: {why}", args.depth)));
        }
    };
    let nodes: u64 = if args.depth == 0 { 1 } else { divided.iter().map(|(_, leaves)| leaves).sum() };
    let elapsed = clock.now();
    if args.json {
        let mut answer = json!({"depth": args.depth, "nodes": nodes, "seconds": elapsed.as_secs_f64()});
        if args.divide {
            let map: Map<_, _> = divided.into_iter().map(|(mv, leaves)| (mv, json!(leaves))).collect();
            answer["divide"] = map.into();
        }
        return Ok(out.json(&answer)?);
    }
    if args.divide {
        for (mv, leaves) in divided {
            out.part(&format!("{mv}: {leaves}\n"))?;
        }
    }
    let speed = grouped(per_second(nodes, elapsed));
    Ok(out.text(format!(
        "perft {}: {} ({}, {speed} a second)",
        args.depth,
        grouped(nodes),
        seconds(elapsed)
    ))?)
}

/// Counts move by move to show progress; empty at depth 0.
fn divide(session: &dyn Session, depth: u32, limits: &Limits) -> Result<Vec<(String, u64)>, Ended> {
    const QUICK_DEPTH: u32 = 4;
    if depth <= QUICK_DEPTH {
        return session.divide(depth, limits);
    }
    let clock = SystemClock::start();
    let mut progress = Progress::new();
    let mut divided = Vec::new();
    let moves = session.legal_moves();
    for mv in &moves {
        let done = divided.len();
        progress.show(clock.now(), &format!("perft {depth}: {done} of {} moves, now {mv}", moves.len()));
        let mut child = session.fork();
        let leaves = match child.play(mv) {
            Ok(_) => child.perft(depth - 1, &limits.clone().after(0, clock.now()))?,
            Err(_) => 0,
        };
        divided.push((mv.clone(), leaves));
    }
    Ok(divided)
}
