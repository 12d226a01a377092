//! Sixteen positions of random play, in which the side to move cannot win at once.

use plywood_gekitai::{Gekitai, RepetitionRule, Rules};
use plywood_search::Game;

/// The number of the positions.
pub const POSITIONS: usize = 16;

/// After 2 to 17 random plies, in this order.
pub const TEXTS: [&str; POSITIONS] = [
    "6/6/2x3/6/2o3/6 x",
    "1o4/6/6/x5/6/x5 o",
    "5x/1x4/4o1/6/4o1/6 x",
    "5o/6/3x1o/6/2x3/x5 o",
    "3o2/6/2x1o1/6/2o2x/6 x",
    "6/2x3/o5/2x1x1/5o/2x3 o",
    "x5/2o2o/6/2x2o/x5/3o1x x",
    "3x2/o1xx2/3o2/6/5x/1o4 o",
    "1x1x2/6/5x/1xoo2/6/1x1o1o x",
    "3x1o/2o3/6/o3x1/6/x1o3 o",
    "4x1/x1x3/6/o1o2x/2o3/1x2o1 x",
    "2xo1o/x5/o1x1o1/6/x1x2x/2o1o1 o",
    "1o4/x2x2/5o/2oo2/5o/x1x3 x",
    "4x1/1o3o/4xx/1o4/3o1x/3x2 o",
    "1x4/4o1/1o4/1xoo2/3x2/1x2o1 x",
    "1o4/o2o1x/6/x1xox1/6/1o1x2 o",
];

/// The rules of the counts: the game's own, but a position may recur. Whether one has recurred is not a
/// matter of the position, which makes counting inexact.
pub fn rules() -> Rules {
    Rules::default().with_repetition(RepetitionRule::None)
}

/// The positions as games that begin with them.
///
/// # Panics
///
/// Never: the texts are positions, which a test shows.
pub fn games() -> Vec<Game<Gekitai>> {
    let game = |text| Game::new(Gekitai::from_text(text, rules()).expect("the texts are positions"));
    TEXTS.into_iter().map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::{Outcome, Position};

    /// Random play, with a generator of its own, so that the positions can be made again: Knuth's MMIX
    /// numbers, the upper 31 bits.
    fn from_random_play() -> Vec<String> {
        let mut state = 1_u64;
        let mut draw = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut play = |plies: usize| {
            let mut position = Gekitai::start(rules());
            for _ in 0..plies {
                let moves = position.legal_moves();
                if position.outcome().is_some() {
                    break;
                }
                position.play_unchecked(moves[draw(moves.len())]);
            }
            position
        };
        let is_good = |position: &Gekitai| {
            let winner = Some(Outcome::Win(position.side_to_move()));
            let wins = |mv| {
                let mut child = position.clone();
                child.play_unchecked(mv);
                child.outcome() == winner
            };
            position.outcome().is_none() && !position.legal_moves().into_iter().any(wins)
        };
        let mut find = |plies| core::iter::repeat_with(|| play(plies)).find(is_good);
        (2..2 + POSITIONS).filter_map(&mut find).map(|position| position.to_string()).collect()
    }

    #[test]
    fn the_positions_are_those_of_random_play() {
        assert_eq!(from_random_play(), TEXTS);
    }

    #[test]
    fn the_positions_are_positions() {
        assert_eq!(games().len(), POSITIONS);
    }
}
