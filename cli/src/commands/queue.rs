//! `plywood queue status`: what is going on on a queue.

use crate::args::{QueueAction, QueueArgs, QueueStatusArgs};
use crate::failure::Failure;
use crate::output::{Output, grouped};
use crate::queue::connect;
use plywood_play::Excerpt;
use plywood_queue::{Presence, RunState, Status};
use serde_json::json;

pub(crate) fn run(args: &QueueArgs, out: &mut Output) -> Result<(), Failure> {
    let QueueAction::Status(args) = &args.action;
    let status = Status::ask(&connect(&args.url)?)?;
    if args.json { in_json(&status, out) } else { in_words(args, &status, out) }
}

fn in_json(status: &Status, out: &mut Output) -> Result<(), Failure> {
    let run = |run: &RunState| json!({"title": run.title, "progress": run.progress, "build": run.build});
    let worker = |worker: &Presence| {
        json!({
            "name": worker.name,
            "worker": worker.worker,
            "build": worker.build,
            "kinds": worker.kinds.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "threads": worker.threads,
            "busy": worker.busy,
            "done": worker.done,
            "failed": worker.failed,
            "malformed": worker.malformed,
            "nodes_per_second": worker.speed,
        })
    };
    Ok(out.json(&json!({
        "runs": status.runs.iter().map(run).collect::<Vec<_>>(),
        "workers": status.workers.iter().map(worker).collect::<Vec<_>>(),
        "jobs": status.jobs,
        "results": status.results,
        "bytes": status.bytes,
    }))?)
}

/// What others wrote is shown as an excerpt.
fn in_words(args: &QueueStatusArgs, status: &Status, out: &mut Output) -> Result<(), Failure> {
    if status.runs.is_empty() && status.workers.is_empty() {
        out.text(format!("nobody works on {}", Excerpt(&args.url)))?;
    }
    for RunState { title, progress, .. } in &status.runs {
        let progress = if progress.is_empty() { "nothing counted yet" } else { progress };
        out.text(format!("{:.200}\n    {:.200}", Excerpt(title), Excerpt(progress)))?;
    }
    for Presence { name, threads, busy, done, failed, speed, build, .. } in &status.workers {
        let (name, build, speed) = (Excerpt(name).to_string(), Excerpt(build), grouped(*speed));
        let jobs = format!("{busy} of {threads} threads busy, {done} jobs done, {failed} failed");
        out.text(format!("{name:<20} {jobs}, {speed} nodes per second each, {build}"))?;
    }
    let (jobs, results, bytes) = (grouped(status.jobs), grouped(status.results), grouped(status.bytes));
    Ok(out.text(format!("{jobs} jobs and {results} results on the server, {bytes} bytes"))?)
}
