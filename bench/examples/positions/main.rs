//! Makes a file of `bench/positions`: positions in which few turns win, each win proven.
//!
//! `cargo run --release -p plywood-bench --example positions -- loa 60 [SETTING=NUMBER]... > loa.txt`
//!
//! A setting changes a number of the game's recipe: `before`, `longer`, `root`, `turn` or `most`. All limits
//! are in nodes and all chances come from a fixed seed, so that the same file comes out everywhere.

mod candidates;

use candidates::{Aim, Candidates};
use plywood_bench::positions::sight::{defences, next_turn_wins};
use plywood_bench::positions::wins::{Bounds, wins};
use plywood_play::{Definition, read_count};
use plywood_registry::{GameVisitor, visit_games};
use plywood_search::{Dfpn, ProofTable};
use std::collections::HashSet;
use std::error::Error;
use std::sync::Arc;

/// How the positions of a game are chosen.
#[derive(Clone, Copy)]
struct Recipe {
    game: &'static str,
    candidates: Candidates,
    bounds: Bounds,
}

const RECIPES: [Recipe; 4] = [
    Recipe {
        game: "loa",
        candidates: Candidates::SelfPlay {
            engine: "pvs:nodes=5k,hash=4MB",
            random_plies: 4,
            before_the_last: 5,
        },
        bounds: Bounds { longer_than: 5, root_nodes: 200_000, turn_nodes: 50_000, most: 3 },
    },
    Recipe {
        game: "gekitai",
        candidates: Candidates::SelfPlay {
            engine: "pvs:nodes=1k,hash=4MB,book=off",
            random_plies: 4,
            before_the_last: 9,
        },
        bounds: Bounds { longer_than: 13, root_nodes: 1_000_000, turn_nodes: 100_000, most: 3 },
    },
    Recipe {
        game: "hex",
        candidates: Candidates::Puzzles,
        bounds: Bounds { longer_than: 1, root_nodes: 20_000, turn_nodes: 20_000, most: 8 },
    },
    Recipe {
        game: "arimaa",
        candidates: Candidates::Games,
        bounds: Bounds { longer_than: 0, root_nodes: 0, turn_nodes: 0, most: 60 },
    },
];

impl Recipe {
    /// Sets one of its numbers: `before`, `longer`, `root`, `turn` or `most`.
    fn set(&mut self, setting: &str) -> Result<(), Box<dyn Error>> {
        let (name, number) = setting.split_once('=').ok_or("expected SETTING=NUMBER")?;
        let number = read_count(number)?;
        match name {
            "before" => self.candidates.set_before_the_last(number as usize),
            "longer" => self.bounds.longer_than = number as u32,
            "root" => self.bounds.root_nodes = number,
            "turn" => self.bounds.turn_nodes = number,
            "most" => self.bounds.most = number as usize,
            _ => return Err(format!("no setting: {name}").into()),
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, positions, settings @ ..] = arguments.as_slice() else {
        return Err("expected GAME POSITIONS [SETTING=NUMBER]...".into());
    };
    let mut recipe = *RECIPES.iter().find(|recipe| recipe.game == game).ok_or("no such game")?;
    settings.iter().try_for_each(|setting| recipe.set(setting))?;
    let mut maker = Maker { recipe, wanted: read_count(positions)?, result: Ok(()) };
    visit_games(&mut maker);
    maker.result
}

/// Makes the file of the game of its recipe.
struct Maker {
    recipe: Recipe,
    wanted: u64,
    result: Result<(), Box<dyn Error>>,
}

impl GameVisitor for Maker {
    fn visit<D: Definition>(&mut self) {
        if D::INFO.name == self.recipe.game {
            self.result = find::<D>(&self.recipe, self.wanted);
        }
    }
}

/// The same with what the game tells provers.
fn find<D: Definition>(recipe: &Recipe, wanted: u64) -> Result<(), Box<dyn Error>> {
    let guide = D::Proofs::default();
    let table = Arc::new(ProofTable::with_bytes(64 << 20)?);
    let mut search = Dfpn::new(guide.clone(), Arc::clone(&table));
    let mut seen = HashSet::new();
    println!(
        "# game | position | best moves | certainty | source; made by the example `positions`, see bench/README.md"
    );
    recipe.candidates.show(recipe.game, &mut |candidate| {
        table.clear();
        let position = candidate.position::<D>()?;
        let found = match candidate.aim {
            Aim::Win => wins::<D, _>(&mut search, &position, &recipe.bounds),
            Aim::WinNextTurn => next_turn_wins(&guide, &position, recipe.bounds.most),
            Aim::Defend => defences(&guide, &position, recipe.bounds.most),
        };
        if let Some(known) = candidate.known(found, recipe.bounds.most)
            && seen.insert(known.position.clone())
        {
            println!("{known}");
        }
        Ok((seen.len() as u64) < wanted)
    })
}
