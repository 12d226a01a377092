//! External engines, which are programs: `external:cmd=PROGRAM ARGUMENTS,protocol=aei|htp|ugi`.
//!
//! There are three parts. Each protocol is a state machine of `plywood_protocols::client`. A process holds
//! the program, its pipes and the threads that read them. [`ExternalEngine`] joins the two, watches the time,
//! and is an [`Engine`](plywood_play::Engine) like any other.
//!
//! Whatever the program does, every call returns in bounded time: with a move, or with a
//! [`Fault`](plywood_play::Fault) that says what the program did instead. After a fault the program is ended
//! with all processes that it has started, and restarted when it is asked again.
//!
//! | option | what it is | if absent |
//! |---|---|---|
//! | `cmd` | the program and its arguments, as [`split_command`](plywood_play::split_command) reads them | an error |
//! | `protocol` | `aei`, `htp` or `ugi` | an error |
//! | `time`, `depth`, `nodes` | limits of one answer, told in the words of the protocol | the engine's own |
//! | `margin` | how much later than its time an answer may come | 1 s |
//! | `patience` | how long an answer without a limit in time, or a start, may take | 60 s |
//! | `dir` | the folder that the program runs in | that of the caller |
//! | `name` | what to call the engine | its program |
//! | `log` | the file whose end gets a [`Log`] of what is said | none |
//! | `swap` | HTP: the engine's word for a swap | that of the rules |
//! | `option.NAME` | UGI and AEI: an option of the engine; HTP: the arguments of the command `NAME`, dots standing for blanks | |

mod engine;
mod family;
mod kin;
mod lines;
mod log;
mod pipe;
mod process;
mod settings;
mod watch;

pub use engine::ExternalEngine;
pub use family::{end_all, end_orphans};
pub use log::Log;
pub use settings::{Protocol, Settings};

use plywood_play::Named;

/// The engine as front ends list it.
pub const EXTERNAL: Named = Named {
    name: ExternalEngine::NAME,
    summary: "another program: cmd, protocol=aei, htp or ugi, time, depth, nodes, margin, patience, dir, name, log, swap (HTP), option.NAME",
};
