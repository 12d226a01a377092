//! `plywood bench --page`: the benchmarks of a version as one page of Markdown, each with its command.
//!
//! Each section is the output of a command of this program, or of cargo in a clone of its sources. A page
//! that was begun goes on: sections of the same command and the same build stay.

use crate::args::BenchArgs;
use crate::build;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress};
use crate::setup::{cannot_write, check_writable};
use plywood_bench::tables::write_file;
use plywood_play::{split_command, write_duration};
use plywood_search::{Clock, SystemClock};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, io};

/// A part of the page.
struct Section {
    title: String,
    /// What it shows.
    about: &'static str,
    /// The command as a person types it.
    command: String,
}

/// How much work is put into the page.
struct Effort {
    games: u64,
    time: Duration,
    quick: bool,
}

impl Effort {
    fn of(args: &BenchArgs) -> Self {
        let (games, time) = if args.quick { (20, 1) } else { (400, 120) };
        Self {
            games: args.games.unwrap_or(games),
            time: args.time.unwrap_or(Duration::from_secs(time)),
            quick: args.quick,
        }
    }

    /// All parts of the page, the quick ones first.
    fn sections(&self) -> Vec<Section> {
        let section =
            |title: &str, about, command: String| Section { title: title.to_owned(), about, command };
        let counts = "plywood bench".to_owned();
        let peers = "cargo bench -p plywood-bench --bench side_by_side".to_owned();
        let mut sections = vec![
            section(
                "Node counts",
                "The positions of `bench/positions/nodes.txt`. The nodes are the same on every machine, the times are not.",
                counts,
            ),
            section(
                "Speed beside a peer",
                "The same exact search as the crate `minimax`, with its board and evaluation: the lower time is the better.",
                peers,
            ),
        ];
        sections.extend(self.proofs());
        sections.extend(self.ladders());
        sections.extend(self.searches());
        sections.extend(self.tables());
        sections.extend(self.hour());
        sections
    }

    fn proofs(&self) -> Vec<Section> {
        let time = write_duration(self.time.max(Duration::from_secs(10)));
        let mut proofs = vec![Section {
            title: "Proof of Gekitai".to_owned(),
            about: "The proof that comes with the sources, checked with nothing but the rules.",
            command: "plywood verify gekitai --proof gekitai/proofs/gekitai.proof".to_owned(),
        }];
        proofs.extend(["hex:size=4", "hex:size=5", "loa:size=5", "loa:size=6"].map(|game| Section {
            title: format!("Solving {game}"),
            about: "A proof search from the start.",
            command: format!("plywood solve {game} --search --time {time}"),
        }));
        proofs
    }

    /// Matches that say what more nodes are worth.
    fn ladders(&self) -> Vec<Section> {
        let games = self.games;
        let ladder = |game: &str| Section {
            title: format!("Strength by nodes, {game}"),
            about: "The same engine with four times the nodes at each step. Nodes and not time: the games are the same on every machine.",
            command: format!(
                "plywood tournament {game} pvs:nodes=500,hash=4MB pvs:nodes=2k,hash=4MB pvs:nodes=8k,hash=4MB mcts:nodes=2k,hash=16MB --games {games}"
            ),
        };
        ["loa", "gekitai", "hex:size=7", "arimaa"].map(ladder).into()
    }

    /// How deep the strong search comes.
    fn searches(&self) -> Vec<Section> {
        let time = write_duration(self.time);
        let search = |game: &str| Section {
            title: format!("{time} from the start, {game}"),
            about: "The strong search by iterations.",
            command: format!("plywood analyze {game} --engine pvs:book=off --time {time}"),
        };
        ["loa", "gekitai", "hex"].map(search).into()
    }

    /// The tables of the programs that plywood grew out of.
    fn tables(&self) -> Vec<Section> {
        let quick = if self.quick { " --quick" } else { "" };
        let table = |game: &str| Section {
            title: format!("The seeds' tables, {game}"),
            about: "What the programs reported that plywood grew out of, and what it finds itself.",
            command: format!("plywood tables {game}{quick}"),
        };
        ["loa", "gekitai", "hex", "arimaa"].map(table).into()
    }

    /// The search of the seed's table of deepening, once for as long as nobody waits for a move.
    fn hour(&self) -> Option<Section> {
        (!self.quick).then(|| Section {
            title: "An hour from the start, loa".to_owned(),
            about: "The search of the table of deepening: exact, with a table, by the seed's evaluation H2.",
            command: "plywood analyze loa --engine ids:eval=h2 --time 1h".to_owned(),
        })
    }
}

pub(super) fn run(args: &BenchArgs, file: &Path, out: &mut Output) -> Result<(), Failure> {
    check_writable(file)?;
    let stop = interrupt::stop_handle();
    let unreadable = |error: io::Error| Failure::bad(format!("cannot read {}: {error}", file.display()));
    let before = match fs::read_to_string(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.map_err(unreadable)?,
    };
    let head = head(file);
    // Another build's page is a page that is not to be edited.
    if !before.is_empty() && !before.starts_with(&head) {
        return Err(Failure::bad(format!("{} is of another build; write to another file", file.display())));
    }
    let (mut page, sections) = (head, Effort::of(args).sections());
    let (clock, mut progress) = (SystemClock::start(), Progress::new());
    for (index, section) in sections.iter().enumerate() {
        let text = if let Some(text) = kept(&before, section) {
            text
        } else {
            let text = format!("section {} of {}: {}", index + 1, sections.len(), section.command);
            progress.show(clock.now(), &text);
            section.made()?
        };
        if stop.is_stopped() {
            let (done, all) = (index, sections.len());
            return Err(Failure::Early(format!(
                "interrupted after {done} of {all} sections; the same command goes on"
            )));
        }
        page.push_str(&text);
        // What an earlier run kept of later sections is kept until they come.
        let later: String =
            sections[index + 1..].iter().filter_map(|section| kept(&before, section)).collect();
        write_file(file, &(page.clone() + &later)).map_err(|error| cannot_write(file, &error.error))?;
    }
    progress.clear();
    Ok(out.text(format!("wrote {} sections to {}", sections.len(), file.display()))?)
}

/// What the page begins with.
fn head(file: &Path) -> String {
    let version = file.file_stem().unwrap_or_default().to_string_lossy();
    format!(
        "# Benchmarks of plywood {version}\n\nMade by `plywood bench --page`, build `{}`, {}. Each section has its command; times\n\
        depend on the machine and on what else it does, node counts do not.\n",
        build::ID,
        machine()
    )
}

/// The processor, where the system says it.
fn machine() -> String {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(env::consts::ARCH, |(_, model)| model.trim());
    format!("on {model}, {threads} threads")
}

/// The section as an earlier run has made it.
fn kept(page: &str, section: &Section) -> Option<String> {
    let beginning = section.beginning();
    let start = page.find(&beginning)?;
    let rest = &page[start + beginning.len()..];
    let end = rest.find("\n## ").unwrap_or(rest.len());
    Some(format!("{beginning}{}", &rest[..end]))
}

impl Section {
    fn beginning(&self) -> String {
        format!("\n## {}\n\n{}\n\n```sh\n{}\n```\n", self.title, self.about, self.command)
    }

    /// The section with the output of its command; a limit that was reached is part of the answer.
    fn made(&self) -> Result<String, Failure> {
        let failed = |reason: &dyn std::fmt::Display| Failure::bad(format!("`{}`: {reason}", self.command));
        let words = split_command(&self.command)?;
        let (name, arguments) = words.split_first().ok_or_else(|| failed(&"nothing to run"))?;
        let program = if name == "plywood" { env::current_exe()? } else { name.into() };
        let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
        let output = output.map_err(|error| failed(&error))?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        if !matches!(output.status.code(), Some(0 | 3)) {
            return Err(failed(&stderr.lines().last().unwrap_or("it failed")));
        }
        let mut text = self.beginning();
        let shown = String::from_utf8_lossy(&output.stdout);
        // Criterion says much about itself.
        let lines = shown
            .lines()
            .filter(|line| name == "plywood" || line.contains("time:") || line.contains(", depth"));
        let _ = writeln!(text, "\n```text");
        lines.for_each(|line| text.push_str(&format!("{}\n", line.trim_end())));
        if output.status.code() == Some(3) {
            let _ = writeln!(text, "{}", stderr.lines().last().unwrap_or_default());
        }
        Ok(text + "```\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effort(quick: bool) -> Effort {
        Effort { games: 2, time: Duration::from_secs(1), quick }
    }

    #[test]
    fn every_command_can_be_read() {
        for quick in [false, true] {
            for section in effort(quick).sections() {
                let words = split_command(&section.command).expect("words");
                if words[0] == "plywood" {
                    assert!(
                        crate::help::command().try_get_matches_from(&words).is_ok(),
                        "{}",
                        section.command
                    );
                }
            }
        }
    }

    #[test]
    fn a_section_is_kept_for_the_same_command_alone() {
        let sections = effort(true).sections();
        let page = format!(
            "# Head\n{}\n```text\nfirst\n```\n{}\n```text\nsecond\n```\n",
            sections[0].beginning(),
            sections[2].beginning()
        );
        let text = kept(&page, &sections[0]).expect("it is there");
        assert!(text.contains("first") && !text.contains("second"));
        assert!(kept(&page, &sections[2]).expect("it is there").ends_with("second\n```\n"));
        assert_eq!(kept(&page, &sections[1]), None);
        let other =
            Section { command: "plywood bench --json".to_owned(), ..effort(true).sections().remove(0) };
        assert_eq!(kept(&page, &other), None);
    }

    #[test]
    fn a_section_holds_the_output_of_its_command() {
        let section =
            Section { title: "Echo".to_owned(), about: "It speaks.", command: "echo 'time: 1 s'".to_owned() };
        let text = section.made().expect("there is an echo");
        assert!(text.ends_with("```sh\necho 'time: 1 s'\n```\n\n```text\ntime: 1 s\n```\n"), "{text}");
        let missing = Section { command: "no-such-program".to_owned(), ..section };
        assert!(matches!(missing.made(), Err(Failure::Bad(_))));
    }
}
