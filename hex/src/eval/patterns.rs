//! What a move looks like: the patterns that learned priors weigh.
//!
//! A cell is seen as by a player who owns top and bottom, and a board turned by half a turn looks the same.
//! The patterns of a move are the six cells around it as a whole; each bridge and each straight jump from it,
//! with the cells between; where the opponent's last stone lies from it; how far the edges are; and how much
//! current flows through it ([`Resistance`](super::Resistance)).
//!
//! The weights are those of a choice model (R. Coulom, "Computing Elo ratings of move patterns in the game of
//! Go", 2007). The example `hex_patterns` of `plywood-learn` plays the games and trains it.

use super::bordered::{Bordered, STEPS};
use super::currents::Currents;
use super::resistance::currents;
use crate::rules::cell::{Cell, Colour};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_net::{Choice, MoveFeatures};

/// The stones around a cell as a number: a digit to base 3 for each direction.
const RINGS: usize = 729;
/// By direction, up to half a turn: the far cell of a bridge and the two between.
const BRIDGES: usize = 3 * 27;
/// By direction, up to half a turn: the second cell in a row and the first.
const JUMPS: usize = 3 * 9;
/// Elsewhere, or by kind and direction: beside it, a bridge away, two in a row away.
const ANSWERS: usize = 1 + 3 * 3;
/// By distance from the mover's own edges and from those of the opponent, the last for all greater ones.
const DISTANCES: usize = 6;
/// The current, in halvings of the square root of two from the greatest.
const SHARES: usize = 16;

const BRIDGE: usize = RINGS;
const JUMP: usize = BRIDGE + BRIDGES;
const ANSWER: usize = JUMP + JUMPS;
const PLACE: usize = ANSWER + ANSWERS;
const SHARE: usize = PLACE + DISTANCES * DISTANCES;
const FEATURES: usize = SHARE + SHARES;

/// The patterns as features of a choice model.
#[derive(Clone, Copy, Debug, Default)]
pub struct MovePatterns;

impl MoveFeatures<Hex, (&Surroundings, Move)> for MovePatterns {
    const NAME: &'static str = "patterns-1";

    fn count(&self) -> usize {
        FEATURES
    }

    fn active(&self, _position: &Hex, (around, mv): (&Surroundings, Move), visit: &mut impl FnMut(usize)) {
        if let Some(cell) = mv.cell() {
            around.show(cell, visit);
        }
    }
}

/// A position as its patterns see it.
#[derive(Debug)]
pub struct Surroundings {
    position: Hex,
    board: Bordered,
    /// The place of the last stone.
    last: Option<usize>,
    currents: Currents,
    greatest: f32,
}

impl Surroundings {
    /// The surroundings of all cells of a position, after the move `last` if it is known. Some tens of
    /// microseconds on 11x11.
    pub fn of(position: &Hex, last: Option<Move>) -> Self {
        let (board, currents) = (Bordered::of(position), currents(position));
        let greatest = position.empty_cells().numbers().map(|number| currents.priority(number)).max();
        Self {
            position: *position,
            last: last.and_then(Move::cell).map(|cell| board.place(cell)),
            board,
            currents,
            greatest: greatest.unwrap_or(1).max(1) as f32,
        }
    }

    /// Shows the patterns of a stone of the mover on an empty cell.
    fn show(&self, cell: Cell, visit: &mut impl FnMut(usize)) {
        let place = self.board.place(cell);
        let [ring, bridges, jumps] = STEPS.map(|steps| steps.map(|step| self.board.seen(place, step)));
        let code = |turn: usize| (0..6).fold(0, |code, number| 3 * code + ring[(number + turn) % 6]);
        visit(code(0).min(code(3)));
        for number in 0..6 {
            let [near, next] = [ring[number], ring[(number + 1) % 6]];
            visit(BRIDGE + 27 * (number % 3) + 9 * bridges[number] + 3 * near + next);
            visit(JUMP + 9 * (number % 3) + 3 * jumps[number] + near);
        }
        visit(ANSWER + self.last.map_or(0, |last| answer(last.wrapping_sub(place) as isize)));
        visit(PLACE + self.place(cell));
        let share = self.currents.priority(self.position.size().number(cell)) as f32 / self.greatest;
        visit(SHARE + ((-2.0 * share.max(1e-6).log2()) as usize).min(SHARES - 1));
    }

    /// How far the edges are.
    fn place(&self, cell: Cell) -> usize {
        let size = self.position.size();
        let near = |place: u8, length: u8| usize::from(place.min(length - 1 - place)).min(DISTANCES - 1);
        let across = near(cell.row(), size.height());
        let along = near(cell.column(), size.width());
        match self.position.turn() {
            Colour::Black => DISTANCES * across + along,
            Colour::White => DISTANCES * along + across,
        }
    }
}

/// Where the last stone lies.
fn answer(distance: isize) -> usize {
    let numbers = STEPS.as_flattened().iter().position(|&step| step == distance);
    numbers.map_or(0, |number| 1 + 3 * (number / 6) + number % 3)
}

/// Weighs moves by how likely a strong player makes them: the likeliest 1.
pub(super) fn weigh(position: &Hex, last: Option<Move>, moves: &mut [(Move, f32)]) {
    let around = Surroundings::of(position, last);
    let mut most = f32::NEG_INFINITY;
    for (mv, weight) in &mut *moves {
        let mut strength = 0;
        let mut add = |feature: usize| strength += i32::from(WEIGHTS[feature]);
        MovePatterns.active(position, (&around, *mv), &mut add);
        *weight = strength as f32 / Choice::UNIT;
        most = most.max(*weight);
    }
    for (_, weight) in moves {
        *weight = (*weight - most).exp();
    }
}

/// The file of the model.
const MODEL: &[u8] = include_bytes!("../../nets/patterns.choice");

/// The weights of the model: they stand at the end of its file, before a checksum of eight bytes.
static WEIGHTS: [i16; FEATURES] = {
    let mut weights = [0; FEATURES];
    let first = MODEL.len() - 8 - 2 * FEATURES;
    let mut feature = 0;
    while feature < FEATURES {
        let place = first + 2 * feature;
        weights[feature] = i16::from_le_bytes([MODEL[place], MODEL[place + 1]]);
        feature += 1;
    }
    weights
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::Rules;
    use plywood_search::{Position, Symmetry};
    use rand::{SeedableRng, rngs::StdRng};

    /// The features of a move without that of the current, which is rounded.
    fn features(position: &Hex, last: Option<Move>, mv: Move) -> Vec<usize> {
        let mut all = Vec::new();
        let around = Surroundings::of(position, last);
        MovePatterns.active(position, (&around, mv), &mut |feature| all.push(feature));
        all.sort_unstable();
        assert!(all.pop().is_some_and(|share| (SHARE..FEATURES).contains(&share)));
        all
    }

    #[test]
    fn the_file_is_a_model_of_these_features() {
        let choice =
            Choice::for_features(MODEL, "hex", <MovePatterns as MoveFeatures<Hex, _>>::NAME, FEATURES);
        let choice = choice.expect("a model");
        let start = Hex::start(Rules::default());
        let around = Surroundings::of(&start, None);
        for mv in start.legal_moves() {
            let mut sum = 0;
            MovePatterns.active(&start, (&around, mv), &mut |feature| sum += i32::from(WEIGHTS[feature]));
            assert_eq!(choice.strength(&MovePatterns, &start, (&around, mv)), sum);
        }
    }

    #[test]
    fn a_turned_or_mirrored_board_has_the_same_patterns() {
        let mut rng = StdRng::seed_from_u64(5);
        for size in ["size=5", "size=11", "size=6x8"] {
            let mut position = Hex::start(size.parse().expect("rules"));
            let mut last = None;
            while position.outcome().is_none() {
                for mv in position.empty_cells().numbers().filter_map(|number| position.size().cell(number)) {
                    let expected = features(&position, last, mv.into());
                    for index in 1..position.symmetries() {
                        let [last, mv] = [last, Some(mv.into())]
                            .map(|mv| mv.map(|mv| position.transformed_move(mv, index)));
                        let seen = features(&position.transformed(index), last, mv.expect("a move"));
                        assert_eq!(seen, expected, "{position}, {mv:?}, {index}");
                    }
                }
                last = position.random_move(&mut rng);
                if let Some(mv) = last {
                    position.play_unchecked(mv);
                }
            }
        }
    }
}
