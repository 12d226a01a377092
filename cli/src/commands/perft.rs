//! `plywood perft`: leaf counts.

use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress, grouped, per_second, seconds};
use crate::setup;
use crate::terminal::progress::Pace;
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
        Err(early) => return Err(early.failure(args, out)),
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
    let (count, time) = (grouped(nodes), seconds(elapsed));
    Ok(out.text(format!("perft {}: {count} leaves ({time}, {speed} leaves/s)", args.depth))?)
}

/// A count that ended early: why, and what had been counted.
struct Early {
    ended: Ended,
    divided: Vec<(String, u64)>,
    moves: usize,
}

impl Early {
    /// The failure, after the counts of the moves that were counted to the end.
    fn failure(self, args: &PerftArgs, out: &mut Output) -> Failure {
        let why = if self.ended == Ended::Time { "the time was up" } else { "interrupted" };
        let mut text = format!("perft {}: {why}", args.depth);
        if !self.divided.is_empty() {
            let leaves = grouped(self.divided.iter().map(|(_, leaves)| leaves).sum());
            text += &format!(" after {} of {} moves with {leaves} leaves", self.divided.len(), self.moves);
        }
        if args.divide && !args.json {
            let lines: String = self.divided.iter().map(|(mv, leaves)| format!("{mv}: {leaves}\n")).collect();
            if let Err(error) = out.part(&lines) {
                return error.into();
            }
        }
        Failure::Early(text)
    }
}

/// Counts move by move to show progress; empty at depth 0.
fn divide(session: &dyn Session, depth: u32, limits: &Limits) -> Result<Vec<(String, u64)>, Early> {
    const QUICK_DEPTH: u32 = 4;
    let moves = session.legal_moves();
    let early = |ended, divided| Early { ended, divided, moves: moves.len() };
    if depth <= QUICK_DEPTH {
        return session.divide(depth, limits).map_err(|ended| early(ended, Vec::new()));
    }
    let clock = SystemClock::start();
    let (mut progress, mut pace) = (Progress::new(), Pace::default());
    let mut divided = Vec::new();
    for mv in &moves {
        let (done, all, elapsed) = (divided.len() as u64, moves.len() as u64, clock.now());
        pace.note(done, elapsed);
        let text = format!("perft {depth}: {done} of {all} moves, now {mv}");
        progress.show_with(elapsed, &text, pace.left(done, all, elapsed));
        let mut child = session.fork();
        let leaves = match child.play(mv) {
            Ok(_) => child.perft(depth - 1, &limits.clone().after(0, elapsed)),
            Err(_) => Ok(0),
        };
        match leaves {
            Ok(leaves) => divided.push((mv.clone(), leaves)),
            Err(ended) => return Err(early(ended, divided)),
        }
    }
    Ok(divided)
}
