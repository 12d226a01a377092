//! The command line as help, completions and manual pages show it: with its commands in groups.

use crate::args::Args;
use crate::terminal::colour::{HEADING, HELP, NAME, painted};
use clap::{Arg, Command, CommandFactory};

/// The groups, and the commands of each as far as this build has them.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Look at a position", &["games", "show", "moves", "result", "eval", "distance", "turns", "perft"]),
    ("Play and analyse", &["play", "analyze", "serve", "site", "replay"]),
    ("Prove", &["solve", "verify", "proofs"]),
    ("Compare engines", &["match", "tournament", "store", "work", "queue", "bench", "tables"]),
    ("Make networks", &["generate", "train", "gauge", "tune"]),
    ("Serve other programs", &["htp", "aei", "ugi"]),
];
/// The group of every other command.
const REST: &str = "Set up";

/// The headings of switches, where a command has many.
const HEADINGS: [(&str, &[&str]); 5] = [
    ("Position", &["position", "moves"]),
    ("Games", &["games", "openings", "seed", "concurrency", "threads", "sprt", "format", "eval", "engine"]),
    ("Time", &["clock", "margin", "time", "move_time", "nodes", "depth"]),
    ("Endings", &["resign", "draw", "adjudicate", "max_plies"]),
    (
        "Files",
        &["store", "any_build", "records", "log", "out", "svg", "checkpoint", "checkpoint_every", "proof"],
    ),
];
/// How many switches are many.
const MANY: usize = 12;

/// The command line without colours and groups of commands.
pub(crate) fn plain() -> Command {
    let headed = |arg: Arg| {
        let name = arg.get_id().as_str();
        let heading = HEADINGS.iter().find(|(_, names)| names.contains(&name)).map(|(heading, _)| *heading);
        if arg.is_positional() || heading.is_none() { arg } else { arg.help_heading(heading) }
    };
    Args::command().max_term_width(110).mut_subcommands(|command| {
        if command.get_arguments().count() < MANY { command } else { command.mut_args(headed) }
    })
}

/// The command line.
pub(crate) fn command() -> Command {
    let command = plain().styles(HELP);
    let list = list(&command);
    let options = painted(HEADING, "Options:");
    command.help_template(format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{options}\n{{options}}{{after-help}}"
    ))
}

/// The commands, group by group.
fn list(command: &Command) -> String {
    let known: Vec<&Command> = command.get_subcommands().collect();
    let width = known.iter().map(|command| command.get_name().len()).max().unwrap_or(0);
    let line = |command: &&Command| {
        let (name, about) = (command.get_name(), command.get_about().map(ToString::to_string));
        let gap = width - name.len();
        format!("  {}{:gap$}  {}\n", painted(NAME, name), "", about.unwrap_or_default())
    };
    let group = |title: &str, commands: Vec<&Command>| {
        let lines: String = commands.iter().map(line).collect();
        if lines.is_empty() { lines } else { format!("{}\n{lines}\n", painted(HEADING, format!("{title}:"))) }
    };
    let of_group = |names: &[&str]| -> Vec<&Command> {
        names.iter().filter_map(|name| command.find_subcommand(name)).collect()
    };
    let is_grouped = |command: &&Command| GROUPS.iter().any(|(_, names)| names.contains(&command.get_name()));
    let rest = known.iter().copied().filter(|command| !is_grouped(command)).collect();
    let groups: String = GROUPS.iter().map(|(title, names)| group(title, of_group(names))).collect();
    groups + &group(REST, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_listed_once() {
        let help = command().render_long_help().to_string();
        for known in command().get_subcommands() {
            let line = format!("\n  {} ", known.get_name());
            assert_eq!(help.matches(&line).count(), 1, "{line:?} in {help}");
        }
    }

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }
}
