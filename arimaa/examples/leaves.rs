//! The positions that a search values, for another judge to say what they are worth.
//!
//! A line of input is a name of a game, a side and a board, as for the example `fit`, or the record of a
//! game, as `plywood generate` writes it: four positions are taken from it. Each position is searched with so
//! many nodes.
//!
//! Printed are lines for `fit`, with the value of `Strong` where the score belongs: the ends of the turns of
//! the best line (importance 2), the end of the line (3), and so many other positions that were valued on the
//! way (1), each position once. Left out are pushes under way and positions with a goal in this turn or
//! threatened for the next, which are not valued by terms.
//!
//! With the word `records` they are records for `plywood train`, with the value in the tag `value`: so many of
//! the positions that were valued, at the start of turns and in the middle. Only those with a goal in this
//! turn are left out.
//!
//! A number of nodes after the word asks for the score of a search with so many in place of the value, and a
//! file for a network that is not compiled in.
//!
//! `cargo run --release -p plywood-arimaa --example leaves -- 20000 12 [records [8000 [FILE]]] < boards.txt`

use plywood_arimaa::eval::{Learned, Strong};
use plywood_arimaa::{Arimaa, Colour, Move, Rules, Square};
use plywood_play::read_records;
use plywood_search::{
    Candidates, ForcedWin, Game, Iterative, Knowledge, Limits, Parameters, Position, Score, Search,
    SearchOptions, Table, WholeTurns,
};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

type State = <Learned as Knowledge<Arimaa>>::State;

/// The evaluation `default`, which remembers one in so many of the positions that it values.
#[derive(Clone)]
struct Observed {
    knowledge: Learned,
    one_in: u64,
    seen: Arc<Mutex<(u64, Vec<Arimaa>)>>,
}

impl Knowledge<Arimaa> for Observed {
    type State = State;

    fn start(&self, position: &Arimaa) -> State {
        self.knowledge.start(position)
    }

    fn advance(&self, state: &mut State, parent: &Arimaa, mv: Option<Move>, child: &Arimaa) {
        self.knowledge.advance(state, parent, mv, child);
    }

    fn retreat(&self, state: &mut State) {
        self.knowledge.retreat(state);
    }

    fn evaluate(&self, position: &Arimaa, state: &mut State) -> Score {
        let mut seen = self.seen.lock().expect("no search has panicked");
        seen.0 += 1;
        // At no interval: a search repeats itself.
        if mix(seen.0) < (1 << 32) / self.one_in {
            seen.1.push(position.clone());
        }
        self.knowledge.evaluate(position, state)
    }

    fn value_key(&self, position: &Arimaa) -> Option<u64> {
        self.knowledge.value_key(position)
    }

    fn forced_win(&self, position: &Arimaa, state: &mut State) -> Option<ForcedWin> {
        self.knowledge.forced_win(position, state)
    }

    fn is_threatened(&self, position: &Arimaa, state: &mut State) -> bool {
        self.knowledge.is_threatened(position, state)
    }

    fn candidates<'a>(
        &'a self,
        position: &'a Arimaa,
        state: &'a mut State,
    ) -> Option<Candidates<impl Fn(Move) -> bool>> {
        self.knowledge.candidates(position, state)
    }

    fn margin(&self) -> i32 {
        self.knowledge.margin()
    }

    fn parameters(&self) -> Parameters {
        self.knowledge.parameters()
    }

    fn tactics(&self, position: &Arimaa, state: &mut State, visit: &mut dyn FnMut(Move)) {
        self.knowledge.tactics(position, state, visit);
    }

    fn priorities<'a>(&'a self, position: &'a Arimaa, state: &'a mut State) -> impl Fn(Move) -> i32 {
        self.knowledge.priorities(position, state)
    }

    fn turns(&self, game: &Game<Arimaa>, state: &mut State, effort: u64) -> WholeTurns<Move> {
        self.knowledge.turns(game, state, effort)
    }

    fn certain_win(&self, position: &Arimaa, known: &mut Vec<Vec<Move>>) -> Option<u32> {
        self.knowledge.certain_win(position, known)
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let records = words.get(2).is_some_and(|word| word == "records");
    let number = |place: usize| words.get(place).map(|word| word.parse::<u64>().expect("a number"));
    let (nodes, number) = (number(0).unwrap_or(20_000), number(1).unwrap_or(12));
    let one_in = (nodes / 20 / number.max(1)).clamp(1, 100);
    let knowledge = words.get(4).map_or_else(Learned::default, |file| {
        let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"));
        Learned::read(&bytes).unwrap_or_else(|error| panic!("{file}: {error}"))
    });
    let observed = Observed { knowledge: knowledge.clone(), one_in, seen: Arc::default() };
    let table = Arc::new(Table::with_bytes(16 << 20).expect("16 megabytes"));
    let mut search = Iterative::with_options(observed.clone(), table, SearchOptions::SELECTIVE);
    let small = Arc::new(Table::with_bytes(1 << 20).expect("a megabyte"));
    let mut judge = Iterative::with_options(knowledge, small, SearchOptions::SELECTIVE);
    let mut printed = HashSet::new();
    let lines = std::io::stdin().lines().map(|line| line.expect("standard input"));
    for (name, position) in lines.flat_map(|line| positions(&line)) {
        let best = best_line(&mut search, &Game::new(position), nodes);
        let seen = std::mem::take(&mut observed.seen.lock().expect("no search has panicked").1);
        let interval = (seen.len() as u64 / number.max(1)).max(1);
        let others = seen.into_iter().step_by(interval as usize).take(number as usize);
        if records {
            let mut value = |start: &Arimaa| {
                let Some(nodes) = words.get(3) else { return Strong.value(start) };
                judge.clear();
                judge.run(&Game::new(start.clone()), &Limits::nodes(nodes.parse().expect("a number"))).score
            };
            others.for_each(|position| print_record(&position, &mut printed, &mut value));
            continue;
        }
        for (importance, position) in best.into_iter().chain(others.map(|position| (1, position))) {
            let text = text_of(&position);
            if is_valued_by_terms(&position) && printed.insert((text.clone(), position.steps_left())) {
                let value = Strong.value(&position);
                println!("{text} {value} {} {importance} {name}", position.steps_left());
            }
        }
    }
}

/// The positions of a line of input, each with the name of its game.
fn positions(line: &str) -> Vec<(String, Arimaa)> {
    const OF_A_GAME: usize = 4;
    if !line.starts_with("game=") {
        return match line.split_whitespace().collect::<Vec<_>>()[..] {
            [name, side, board] => vec![(name.to_owned(), whole(side, board))],
            _ => Vec::new(),
        };
    }
    let record = read_records(line, ["gold", "silver"]).next().expect("a record");
    let record = record.unwrap_or_else(|error| panic!("{error}"));
    let mut position = Arimaa::start(Rules::default());
    let mut starts = Vec::new();
    for text in &record.moves {
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.play_unchecked(mv);
        if !position.is_setup() && position.steps_left() == 4 && position.outcome().is_none() {
            starts.push(("record".to_owned(), position.clone()));
        }
    }
    let interval = (starts.len() / OF_A_GAME).max(1);
    starts.into_iter().step_by(interval).take(OF_A_GAME).collect()
}

/// The start of a turn.
fn whole(side: &str, board: &str) -> Arimaa {
    let text = format!("{side} [{}]", board.replace('.', " "));
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Prints a position, unless it has been or a goal is within reach.
fn print_record(
    position: &Arimaa,
    printed: &mut HashSet<(String, u32)>,
    value: &mut dyn FnMut(&Arimaa) -> Score,
) {
    if !position.can_reach_goal() && printed.insert((text_of(position), position.steps_left())) {
        println!("position=\"{position}\" value=\"{:+}\"", value(position).value());
    }
}

/// 32 bits that a number determines.
const fn mix(number: u64) -> u64 {
    number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
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
