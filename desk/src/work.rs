//! Work that takes time and speaks while it goes on.

use crate::events::Event;
use crate::graph::Graph;
use crate::memory::Memory;
use crate::refused::Refused;
use crate::search::Search;
use crate::solve::Solve;
use core::fmt;
use plywood_search::StopHandle;

/// The purpose of work. There is one of each under a name at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Thinks about one position.
    Search,
    /// Evaluates every position of a line.
    Graph,
    /// Proves who wins one position.
    Solve,
}

/// A search, a graph or a proof that can be begun.
pub struct Work {
    pub(crate) needs: Needs,
    pub(crate) job: Job,
}

/// The resources that work needs, and the handle that ends it.
#[derive(Clone, Debug)]
pub struct Needs {
    /// The caller's name for it, if it has one.
    pub name: Option<String>,
    /// The purpose.
    pub purpose: Purpose,
    /// The number of threads that it takes.
    pub threads: usize,
    /// The handle that ends it.
    pub stop: StopHandle,
}

pub(crate) enum Job {
    Search(Box<Search>),
    Graph(Box<Graph>),
    Solve(Box<Solve>),
}

/// The caller's name, if it is short enough to be kept.
pub(crate) fn checked(name: Option<&str>) -> Result<Option<String>, Refused> {
    const LONGEST: usize = 64;
    match name {
        Some(name) if name.len() > LONGEST => {
            let message = format!("the name of a memory has {LONGEST} bytes at most");
            Err(Refused::unprocessable("name-too-long", message).with("most", LONGEST))
        }
        name => Ok(name.map(str::to_owned)),
    }
}

impl Work {
    /// The resources that the work needs.
    pub fn needs(&self) -> &Needs {
        &self.needs
    }

    /// Does the work on this thread, and says what it finds.
    pub fn run(self, memory: &Memory, say: &mut dyn FnMut(&Event)) {
        match self.job {
            Job::Search(search) => search.run(self.needs.name, memory, say),
            Job::Graph(graph) => graph.run(say),
            Job::Solve(solve) => solve.run(say),
        }
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("needs", &self.needs).finish_non_exhaustive()
    }
}
