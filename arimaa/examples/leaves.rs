//! The positions that a search of `Strong` values, as lines for the example `fit`: with the value where the
//! score belongs, for another judge to replace.
//!
//! A line of input is a name of a game, a side and a board, as for `fit`. Each position is searched with so
//! many nodes. Printed are the ends of the turns of its best line (importance 2), the end of the line (3),
//! and so many other positions that were valued on the way (1), each position once. Left out are pushes
//! under way and positions with a goal in this turn or threatened for the next, which are not valued by
//! terms.
//!
//! `cargo run --release -p plywood-arimaa --example leaves -- 20000 12 < positions.txt`

use plywood_arimaa::eval::Strong;
use plywood_arimaa::{Arimaa, Colour, Move, Square};
use plywood_search::{
    Candidates, ForcedWin, Game, Iterative, Knowledge, Limits, Position, Score, Search, SearchOptions, Table,
};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

type State = <Strong as Knowledge<Arimaa>>::State;

/// `Strong`, which remembers one in a hundred of the positions that it values.
#[derive(Clone, Default)]
struct Observed {
    seen: Arc<Mutex<(u64, Vec<Arimaa>)>>,
}

impl Knowledge<Arimaa> for Observed {
    type State = State;

    fn start(&self, position: &Arimaa) -> State {
        Strong.start(position)
    }

    fn advance(&self, state: &mut State, parent: &Arimaa, mv: Option<Move>, child: &Arimaa) {
        Strong.advance(state, parent, mv, child);
    }

    fn retreat(&self, state: &mut State) {
        Knowledge::<Arimaa>::retreat(&Strong, state);
    }

    fn evaluate(&self, position: &Arimaa, state: &mut State) -> Score {
        let mut seen = self.seen.lock().expect("no search has panicked");
        seen.0 += 1;
        // Every hundredth, but at no interval: a search repeats itself.
        if seen.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 < (1 << 32) / 100 {
            seen.1.push(position.clone());
        }
        Strong.evaluate(position, state)
    }

    fn value_key(&self, position: &Arimaa) -> Option<u64> {
        Strong.value_key(position)
    }

    fn forced_win(&self, position: &Arimaa, state: &mut State) -> Option<ForcedWin> {
        Strong.forced_win(position, state)
    }

    fn is_threatened(&self, position: &Arimaa, state: &mut State) -> bool {
        Strong.is_threatened(position, state)
    }

    fn candidates<'a>(
        &'a self,
        position: &'a Arimaa,
        state: &'a mut State,
    ) -> Option<Candidates<impl Fn(Move) -> bool>> {
        Strong.candidates(position, state)
    }

    fn margin(&self) -> i32 {
        Knowledge::<Arimaa>::margin(&Strong)
    }

    fn priorities<'a>(&'a self, position: &'a Arimaa, state: &'a mut State) -> impl Fn(Move) -> i32 {
        Strong.priorities(position, state)
    }

    fn turns(&self, game: &Game<Arimaa>, state: &mut State) -> Vec<Vec<Move>> {
        Strong.turns(game, state)
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (nodes, number) = (arguments.next().unwrap_or(20_000), arguments.next().unwrap_or(12));
    let observed = Observed::default();
    let table = Arc::new(Table::with_bytes(16 << 20).expect("16 megabytes"));
    let mut search = Iterative::with_options(observed.clone(), table, SearchOptions::SELECTIVE);
    let mut printed = HashSet::new();
    for line in std::io::stdin().lines() {
        let line = line.expect("standard input");
        let [name, side, board] = line.split_whitespace().collect::<Vec<_>>()[..] else { continue };
        let text = format!("{side} [{}]", board.replace('.', " "));
        let position: Arimaa = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut print = |importance: u32, position: &Arimaa| {
            let text = text_of(position);
            if is_valued_by_terms(position) && printed.insert((text.clone(), position.steps_left())) {
                let value = Strong.value(position);
                println!("{text} {value} {} {importance} {name}", position.steps_left());
            }
        };
        for (importance, position) in best_line(&mut search, &Game::new(position), nodes) {
            print(importance, &position);
        }
        let seen = std::mem::take(&mut observed.seen.lock().expect("no search has panicked").1);
        let interval = (seen.len() as u64 / number.max(1)).max(1);
        for position in seen.iter().step_by(interval as usize).take(number as usize) {
            print(1, position);
        }
    }
}

/// Searches a position. Returns what the best line leads to at the ends of its turns and at its own.
fn best_line(search: &mut dyn Search<Arimaa>, game: &Game<Arimaa>, nodes: u64) -> Vec<(u32, Arimaa)> {
    search.clear();
    let pv = search.run(game, &Limits::nodes(nodes)).pv;
    let (mut game, mut found) = (game.clone(), Vec::new());
    for (number, &mv) in pv.iter().enumerate() {
        let turn = game.position().turn();
        if game.play(mv).is_err() || game.outcome().is_some() {
            break;
        }
        let is_last = number + 1 == pv.len();
        if is_last || game.position().turn() != turn {
            found.push((if is_last { 3 } else { 2 }, game.position().clone()));
        }
    }
    found
}

fn is_valued_by_terms(position: &Arimaa) -> bool {
    let is_between_steps = position.steps_left() == 4 || position.is_legal(Move::PASS);
    is_between_steps && !position.can_reach_goal() && !position.threatens_goal(!position.turn())
}

/// The side to move and the board.
fn text_of(position: &Arimaa) -> String {
    let side = if position.turn() == Colour::Gold { 'g' } else { 's' };
    let squares = (0..8).rev().flat_map(|rank| (0..8).map(move |file| 8 * rank + file));
    let letter = |index: usize| {
        let piece = Square::from_index(index).and_then(|square| position.piece_on(square));
        piece.map_or('.', |piece| piece.to_string().chars().next().unwrap_or('.'))
    };
    format!("{side} {}", squares.map(letter).collect::<String>())
}
