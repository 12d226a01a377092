//! The strongest evaluation as an engine for the Arimaa Engine Interface, with a fixed number of nodes a
//! turn: a small program that builds fast, for matches while an evaluation is made.
//!
//! `cargo run --release -p plywood-arimaa --example aei_quick -- 200000`

use plywood_arimaa::eval::Strong;
use plywood_arimaa::{Arimaa, Rules, setups};
use plywood_search::{Game, Iterative, Limits, Search, SearchOptions, Table};
use rand::{SeedableRng, rngs::StdRng};
use std::io::BufRead;
use std::sync::Arc;

fn main() {
    let nodes: u64 = std::env::args().nth(1).map_or(Ok(200_000), |text| text.parse()).expect("nodes");
    let table = Arc::new(Table::with_bytes(64 << 20).expect("64 megabytes"));
    let mut search = Iterative::with_options(Strong, table, SearchOptions::SELECTIVE);
    let mut game = Game::new(Arimaa::start(Rules::default()));
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("standard input");
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "aei" => println!("protocol-version 1\nid name quick\naeiok"),
            "isready" => println!("readyok"),
            "newgame" => {
                search.clear();
                game = Game::new(Arimaa::start(Rules::default()));
            }
            "setposition" => game = Game::new(rest.parse().expect("a position")),
            "makemove" => {
                for mv in game.position().read_turn(rest).expect("a turn") {
                    game.play(mv).expect("a legal turn");
                }
            }
            "go" => println!("bestmove {}", turn(&mut search, &game, nodes)),
            "quit" => break,
            _ => {}
        }
    }
}

/// The best turn, the rest of it searched where the best line is shorter.
fn turn(search: &mut dyn Search<Arimaa>, game: &Game<Arimaa>, nodes: u64) -> String {
    if game.position().is_setup() {
        let moves = setups::sound(game.position(), &mut StdRng::seed_from_u64(1));
        return moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    }
    let (mut game, side, mut steps) = (game.clone(), game.position().turn(), Vec::new());
    let mut left = nodes;
    while game.position().turn() == side && game.outcome().is_none() {
        let report = search.run(&game, &Limits::nodes(left));
        if steps.is_empty() {
            let score = report.score;
            println!("log score {score} depth {}", report.depth);
        }
        left = (nodes / 8).max(1);
        for mv in report.pv.iter().copied().chain(report.best.filter(|_| report.pv.is_empty())) {
            if game.position().turn() != side || game.outcome().is_some() || game.play(mv).is_err() {
                break;
            }
            let pass = plywood_arimaa::Move::PASS;
            if mv != pass {
                steps.push(mv.to_string());
            }
        }
    }
    steps.join(" ")
}
