//! `Search`: a search that runs while Python goes on.

use crate::engine::{Taken, failed};
use crate::error::misused;
use crate::opinion::Opinion;
use crate::report::Report;
use crate::run::{Heard, listen};
use plywood_play::{EngineError, Session, Thoughts};
use plywood_search::{Limits, StopHandle};
use pyo3::prelude::*;
use std::process;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What the thread of a search sends.
enum News {
    Report(Thoughts),
    End(Result<Thoughts, EngineError>),
}

/// A search that runs on another thread: an iterator of its reports.
///
/// It ends at its limits, by `stop()`, at the end of a `with` block, or when it is dropped.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct Search {
    stop: StopHandle,
    opinion: Option<Opinion>,
    /// Threads do not live on in a forked process.
    process: u32,
    /// `None` while a thread waits for news.
    receiver: Mutex<Option<Receiver<News>>>,
    last: Mutex<Option<Report>>,
}

impl Search {
    pub(crate) fn begin(
        mut engine: Taken,
        session: Box<dyn Session>,
        limits: Limits,
        opinion: Option<Opinion>,
    ) -> Self {
        let (sender, receiver) = channel();
        let stop = limits.stop.clone();
        thread::spawn(move || {
            let done = engine.think(&*session, &limits, &mut |thoughts| {
                let _ = sender.send(News::Report(thoughts.clone()));
            });
            // The engine is free before the end is heard of.
            drop(engine);
            let _ = sender.send(News::End(done));
        });
        let (receiver, process) = (Mutex::new(Some(receiver)), process::id());
        Self { stop, opinion, process, receiver, last: Mutex::new(None) }
    }

    /// Waits for the next report; `None` at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        if self.process != process::id() {
            return Err(misused("the search runs in the process that was forked"));
        }
        let taken = self.receiver.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut receiver = taken.ok_or_else(|| misused("another thread waits for this search"))?;
        let heard = listen(py, &mut receiver);
        *self.receiver.lock().unwrap_or_else(PoisonError::into_inner) = Some(receiver);
        let report = match heard.inspect_err(|_| self.stop.stop())? {
            Heard::End => None,
            Heard::Message(News::Report(thoughts)) => Some(thoughts.into()),
            Heard::Message(News::End(done)) => {
                if let Some(failure) = self.opinion.as_ref().and_then(Opinion::take_failure) {
                    return Err(failure);
                }
                Some(done.map_err(failed)?.into())
            }
        };
        if report.is_some() {
            self.last.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&report);
        }
        Ok(report)
    }
}

#[pymethods]
impl Search {
    /// Ends the search at its next node. Its last report is still to come.
    fn stop(&self) {
        self.stop.stop();
    }

    /// Waits for the end and returns the last report.
    fn result(&self, py: Python<'_>) -> PyResult<Report> {
        while self.next(py)?.is_some() {}
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        last.ok_or_else(|| misused("the search has failed inside"))
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        self.next(py)
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, py: Python<'_>, _args: &Bound<'_, PyAny>) -> PyResult<()> {
        self.stop.stop();
        if self.process == process::id() {
            while self.next(py)?.is_some() {}
        }
        Ok(())
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
