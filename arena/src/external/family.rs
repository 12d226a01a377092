//! The programs that run, each with everything that it has started, and their end.
//!
//! | what a program has started | is ended |
//! |---|---|
//! | processes of its group | on every Unix |
//! | processes that left the group, such as by `setsid`, and their children | on Linux: they carry a mark in their environment, or descend from one that does |
//! | those that have left the group and cleared their environment, and whose parents are gone | on Linux, if this process is [alone](end_orphans) with its engines |
//! | anything but the program itself | nowhere but on Unix |

use super::kin;
use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The variable that holds the marks of the program that runs, and of those that have started it, with commas
/// between them.
pub(super) const MARK: &str = "PLYWOOD_ENGINE";

/// The programs that run. The children of a process are one set for all of its threads, and a signal has no
/// other way to reach them: hence a global.
static HOUSE: Mutex<House> = Mutex::new(House::new());

struct House {
    running: BTreeMap<u64, Root>,
    /// The number of the next program.
    next: u64,
    /// Whether no program is to be started any more.
    is_closed: bool,
    /// Whether every child of this process belongs to a program.
    owns_orphans: bool,
}

/// Where a family begins.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// The number of the process that was started.
    pub(super) leader: i32,
    /// When it was started, where the system tells: with the number this is one process for ever.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    pub(super) started: Option<u64>,
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    pub(super) mark: String,
}

/// A program and everything that it has started, until this is dropped.
#[derive(Debug)]
pub(super) struct Family {
    number: u64,
    root: Root,
}

impl House {
    const fn new() -> Self {
        Self { running: BTreeMap::new(), next: 0, is_closed: false, owns_orphans: false }
    }

    fn lock() -> MutexGuard<'static, Self> {
        HOUSE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end_orphans(&self) {
        if self.owns_orphans && self.running.is_empty() {
            kin::end_children();
        }
    }
}

impl Family {
    /// Starts a program as the leader of a group of its own, so that Ctrl-C at the terminal does not reach
    /// it.
    pub(super) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        let mut house = House::lock();
        if house.is_closed {
            return Err(io::Error::other("all programs are being ended"));
        }
        let number = house.next;
        house.next += 1;
        let mark = format!("{}.{number}", std::process::id());
        let marks = std::env::var(MARK).map_or_else(|_| mark.clone(), |outer| format!("{outer},{mark}"));
        command.env(MARK, marks);
        kin::lead_group(command);
        let child = command.spawn()?;
        let leader = i32::try_from(child.id()).unwrap_or_default();
        let root = Root { leader, started: kin::started(leader), mark };
        house.running.insert(number, root.clone());
        Ok((child, Self { number, root }))
    }

    /// Ends all processes of the family. The leader has still to be waited for, unless it was.
    pub(super) fn end(&self) {
        kin::end(std::slice::from_ref(&self.root));
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        let mut house = House::lock();
        house.running.remove(&self.number);
        house.end_orphans();
    }
}

/// Ends every engine that is a program, with all that it has started, and lets no other begin: for a process
/// that is about to exit without dropping its engines, as at a second Ctrl-C.
pub fn end_all() {
    let mut house = House::lock();
    house.is_closed = true;
    let roots: Vec<Root> = house.running.values().cloned().collect();
    kin::end(&roots);
    house.running.clear();
    house.end_orphans();
}

/// Says that this process starts no other programs than engines. From now on it is, on Linux, the parent of
/// whatever their processes leave behind, and once no engine runs any more it ends all children that it has.
///
/// Without this only those are ended that can be told by their group, their ancestors or their environment.
pub fn end_orphans() {
    House::lock().owns_orphans = kin::adopt();
}
