//! Processes: who descends from whom, and how they are ended.

use super::family::Root;
use std::process::Command;

/// Makes a program the leader of a group of processes.
pub(super) fn lead_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends families. Their leaders are killed and not waited for.
pub(super) fn end(roots: &[Root]) {
    #[cfg(unix)]
    for root in roots {
        if let Some(leader) = rustix::process::Pid::from_raw(root.leader) {
            // It fails if no process is left.
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
    }
    #[cfg(target_os = "linux")]
    linux::end(roots);
    #[cfg(not(unix))]
    let _ = roots;
}

/// Makes this process the parent of all its descendants whose own parents have ended. False where that cannot
/// be.
pub(super) fn adopt() -> bool {
    #[cfg(target_os = "linux")]
    return rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok();
    #[cfg(not(target_os = "linux"))]
    false
}

/// When a process was started, in a unit of the system's own.
pub(super) fn started(number: i32) -> Option<u64> {
    #[cfg(target_os = "linux")]
    return linux::started(number);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = number;
        None
    }
}

/// Ends all children of this process and their descendants.
pub(super) fn end_children() {
    #[cfg(target_os = "linux")]
    linux::end_children();
}

#[cfg(target_os = "linux")]
mod linux {
    use super::super::family::{MARK, Root};
    use core::time::Duration;
    use rustix::process::{
        Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, pidfd_open, pidfd_send_signal, waitpid,
    };
    use std::fs;

    /// How often processes are looked for that have been started meanwhile, or not gone yet.
    const ROUNDS: u32 = 500;

    /// How many of them wait for processes of which cannot be told whose they are: for one that is starting a
    /// program that is over at once, for one without an environment never.
    const UNCLEAR_ROUNDS: u32 = 200;

    /// How many rounds must find nothing one after another: a single one misses a process that is started
    /// meanwhile, by one that is gone when it is looked at.
    const QUIET_ROUNDS: u32 = 3;

    /// The pause between two rounds.
    const BEAT: Duration = Duration::from_millis(1);

    /// A process as `/proc/NUMBER/stat` describes it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Entry {
        number: i32,
        parent: i32,
        is_zombie: bool,
        /// When it was started, in ticks since the machine was. With the number this is one process for ever.
        started: u64,
    }

    impl Entry {
        fn read(number: i32) -> Option<Self> {
            let text = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
            // The name, in brackets, may hold anything.
            let (_, facts) = text.rsplit_once(')')?;
            let facts: Vec<&str> = facts.split_whitespace().collect();
            let is_zombie = matches!(*facts.first()?, "Z" | "X");
            Some(Self {
                number,
                parent: facts.get(1)?.parse().ok()?,
                is_zombie,
                started: facts.get(19)?.parse().ok()?,
            })
        }

        fn all() -> Vec<Self> {
            let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
            let numbers = folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
            numbers.filter_map(Self::read).collect()
        }

        fn is_same(&self, other: &Self) -> bool {
            (self.number, self.started) == (other.number, other.started)
        }

        /// Whether the process, or one that has started it, was started as one of these. `None` if that
        /// cannot be told.
        fn is_of(&self, roots: &[Root]) -> Option<bool> {
            let is_leader = |root: &Root| root.leader == self.number && root.started == Some(self.started);
            if roots.iter().any(is_leader) { Some(true) } else { self.is_marked(roots) }
        }

        fn is_marked(&self, roots: &[Root]) -> Option<bool> {
            let Some(environment) = self.environment() else { return Some(false) };
            let prefix = format!("{MARK}=");
            let mut variables = environment.split(|&byte| byte == 0);
            if let Some(marks) = variables.find_map(|variable| variable.strip_prefix(prefix.as_bytes())) {
                let mut marks = marks.split(|&byte| byte == b',');
                return Some(marks.any(|mark| roots.iter().any(|root| root.mark.as_bytes() == mark)));
            }
            let is_younger = roots.iter().any(|root| root.started.is_some_and(|then| then <= self.started));
            // A process has no environment for the moment in which it starts another program, and what is
            // read when that moment comes ends early.
            let is_unclear = || {
                if environment.is_empty() {
                    self.is_program()
                } else {
                    self.environment().as_ref() != Some(&environment)
                }
            };
            if is_younger && !self.is_zombie && is_unclear() { None } else { Some(false) }
        }

        fn environment(&self) -> Option<Vec<u8>> {
            fs::read(format!("/proc/{}/environ", self.number)).ok()
        }

        /// Whether it is more than a thread of the system.
        fn is_program(&self) -> bool {
            fs::read_link(format!("/proc/{}/exe", self.number)).is_ok()
        }

        /// Kills this process and no other that may have got its number.
        fn kill(&self) {
            let Some(pid) = Pid::from_raw(self.number) else { return };
            // None of these can fail for a process that is there and ours; one that has gone needs no signal.
            let _ = match pidfd_open(pid, PidfdFlags::empty()) {
                Ok(process) if Self::read(self.number).is_some_and(|now| now.is_same(self)) => {
                    pidfd_send_signal(process, Signal::KILL)
                }
                Err(rustix::io::Errno::NOSYS) => kill_process(pid, Signal::KILL),
                other => other.map(drop),
            };
        }

        /// Takes the status of an orphan that has ended: nobody else will.
        fn reap(&self) {
            if let Some(pid) = Pid::from_raw(self.number) {
                let _ = waitpid(Some(pid), WaitOptions::NOHANG);
            }
        }
    }

    pub(super) fn started(number: i32) -> Option<u64> {
        Entry::read(number).map(|entry| entry.started)
    }

    pub(super) fn end(roots: &[Root]) {
        let leaders: Vec<i32> = roots.iter().map(|root| root.leader).collect();
        end_descendants(&leaders, &|entry| entry.is_of(roots));
    }

    pub(super) fn end_children() {
        let own = getpid().as_raw_nonzero().get();
        end_descendants(&[], &|entry| Some(entry.parent == own));
    }

    /// Kills the processes that are meant, and all their descendants, until there are no more. All but
    /// `leaders`, for whom somebody else waits, are taken off the system's list of processes.
    fn end_descendants(leaders: &[i32], is_meant: &dyn Fn(&Entry) -> Option<bool>) {
        let (mut dying, mut quiet): (Vec<Entry>, u32) = (Vec::new(), 0);
        for round in 0..ROUNDS {
            let (found, is_unclear) = descendants(Entry::all(), is_meant);
            // What lived when it was found may have started another process before it was killed.
            let may_have_more = found.iter().any(|entry| !entry.is_zombie);
            for entry in found {
                if !entry.is_zombie {
                    entry.kill();
                }
                if !leaders.contains(&entry.number) && !dying.iter().any(|other| other.is_same(&entry)) {
                    dying.push(entry);
                }
            }
            dying.iter().for_each(Entry::reap);
            dying.retain(|entry| Entry::read(entry.number).is_some_and(|now| now.is_same(entry)));
            let is_alive = |&leader: &i32| {
                Entry::read(leader).is_some_and(|now| !now.is_zombie && is_meant(&now) == Some(true))
            };
            let waits = is_unclear && round < UNCLEAR_ROUNDS;
            let is_quiet = dying.is_empty() && !may_have_more && !waits && !leaders.iter().any(is_alive);
            quiet = if is_quiet { quiet + 1 } else { 0 };
            if quiet == QUIET_ROUNDS {
                return;
            }
            std::thread::sleep(BEAT);
        }
    }

    /// Those that are meant, and everything that descends from them, never this process; and whether there
    /// are some of which that cannot be told.
    fn descendants(all: Vec<Entry>, is_meant: &dyn Fn(&Entry) -> Option<bool>) -> (Vec<Entry>, bool) {
        let own = getpid().as_raw_nonzero().get();
        let (mut found, mut rest, mut is_unclear) = (Vec::new(), Vec::new(), false);
        for entry in all.into_iter().filter(|entry| entry.number != own) {
            let meant = is_meant(&entry);
            is_unclear |= meant.is_none();
            if meant == Some(true) { found.push(entry) } else { rest.push(entry) }
        }
        let mut next = 0;
        while let Some(parent) = found.get(next).map(|entry| entry.number) {
            let (children, others) = rest.into_iter().partition(|entry| entry.parent == parent);
            found.extend::<Vec<Entry>>(children);
            rest = others;
            next += 1;
        }
        (found, is_unclear)
    }
}
