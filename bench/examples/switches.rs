//! What each feature of the strong search is worth in a game: the nodes without it for the fixed positions of
//! `plywood bench`, and how the search with it scores against the same without it.
//!
//! `cargo run --release -p plywood-bench --example switches -- loa --games 200 --nodes 10k --openings
//! random:4 --seed 7`. Nodes a move limit the games, so that the figures are the same on every machine.
//! `--openings file:PATH` takes a book, `--position TEXT` another start.

use plywood_arena::{Book, BookSource, Match, Openings};
use plywood_bench::switches::{FEATURES, grid, nodes, worth};
use plywood_play::{AnyGame, Spec, read_count};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let game = words.next().ok_or("expected GAME")?;
    let games = games(&game, words)?;
    let name = plywood_registry::parse(&game)?.0.info().name;
    let with = nodes(name, &[])?;
    let mut rows = Vec::new();
    for &feature in FEATURES {
        eprintln!("{}", feature.name);
        rows.push(worth(feature, name, with, &games)?);
    }
    print!("{}", grid(&game, with, &rows).text());
    Ok(())
}

/// The match that each feature is to be played for.
fn games(game: &str, mut words: impl Iterator<Item = String>) -> Result<Match, Box<dyn Error>> {
    let (mut count, mut seed, mut openings, mut position) = (100, 7, "random:4".to_owned(), None);
    let mut engine: Spec = "pvs:nodes=10k,hash=8MB,book=off".parse()?;
    while let Some(option) = words.next() {
        let value = words.next().ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--games" => count = read_count(&value)?,
            "--nodes" => engine.set("nodes", value),
            "--openings" => openings = value,
            "--position" => position = Some(value),
            "--seed" => seed = read_count(&value)?,
            _ => return Err(format!("no option: {option}").into()),
        }
    }
    let (entry, rules) = plywood_registry::parse(game)?;
    let mut games = Match::new(entry.session(&rules, position.as_deref())?, [engine.clone(), engine]);
    (games.games, games.seed) = (count, seed);
    games.openings = read_openings(&openings, entry, &rules)?;
    Ok(games)
}

fn read_openings(text: &str, game: &'static dyn AnyGame, rules: &str) -> Result<Openings, Box<dyn Error>> {
    if !text.starts_with("file:") {
        return Ok(text.parse()?);
    }
    let source: BookSource = text.parse()?;
    let lines = std::fs::read_to_string(&source.path)?;
    Ok(Openings::Book(Book::read(source, game, rules, &lines)?))
}
