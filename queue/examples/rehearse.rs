//! A proof by simulated workers: what more of them cost, and how much sooner they are done, in nodes.
//!
//! `cargo run --release -p plywood-queue --example rehearse -- gekitai "" 1,2,4,8`
//!
//! The game with its rules, a position (empty for the start), the numbers of workers; then, if other than
//! 200 000 and 64 MB, the nodes of a job and the memory of a worker in megabytes.

use plywood_play::Definition;
use plywood_queue::{Rehearsed, rehearse};
use plywood_registry::{GameVisitor, visit_games};

/// Rehearses a proof of the named game.
struct Rehearsal<'a> {
    game: &'a str,
    text: (String, String),
    settings: (usize, usize, u64),
}

impl GameVisitor for Rehearsal<'_> {
    fn visit<D: Definition>(&mut self) {
        if D::INFO.name == self.game {
            let (workers, bytes, nodes) = self.settings;
            match rehearse::<D>((&self.text.0, &self.text.1), (workers, bytes), nodes) {
                Ok(Rehearsed { is_won, jobs, nodes, longest, certificate }) => println!(
                    "{workers} workers: won {is_won}, {jobs} jobs, {nodes} nodes, {longest} until the end, \
                     a certificate of {} bytes",
                    certificate.len()
                ),
                Err(error) => println!("{workers} workers: {error}"),
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize| arguments.get(index).map_or("", String::as_str);
    let (game, rules) = argument(0).split_once(':').unwrap_or((argument(0), ""));
    let position = Some(argument(1)).filter(|text| !text.is_empty());
    let session = plywood_registry::find(game)?.session(rules, position)?;
    let number = |index: usize, usual: u64| match argument(index) {
        "" => Ok(usual),
        text => text.parse::<u64>(),
    };
    let (nodes, bytes) = (number(3, 200_000)?, usize::try_from(number(4, 64)?)? << 20);
    for workers in argument(2).split(',') {
        let text = (session.rules(), session.position());
        visit_games(&mut Rehearsal { game, text, settings: (workers.parse()?, bytes, nodes) });
    }
    Ok(())
}
