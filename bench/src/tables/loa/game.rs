//! The game of the seed's report, and the sixteen positions in which the seed was to move.

use crate::seed::Board;
use plywood_loa::{Connection, Loa, RepetitionRule, Rules};
use plywood_search::Game;

/// The moves: 32 plies, of which the seed made every second one, with White; it wins with the last.
pub const MOVES: &str = "b1-h1 a7-c5 b8-a7 a5-d5 a7-c7 a3-d6 c7-e7 h6-e6 e7xh4 h2-f2 g1-g3 h5-f7 h4-f4 a6-c4 g3-g1 f2-d2 \
    h1-f3 a4-c6 g1-g3 h7-g6 c1-g1 d2xf4 d1xd5 a2-a3 d5-g2 a3-e7 g1-e3 c5-d5 e1xe6 h3xe6 c8xe6 f4-d4";

/// The number of the seed's turns.
pub const POSITIONS: usize = 16;

/// A turn of the seed's.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The plies before it: odd.
    pub ply: usize,
    /// What the seed played.
    pub played: &'static str,
    /// The position on plywood's board, with the game before it.
    pub game: Game<Loa>,
    /// The same on the seed's board.
    pub board: Board,
}

/// The rules that the seed played by.
pub fn rules() -> Rules {
    Rules::default().with_connection(Connection::MoverWins).with_repetition(RepetitionRule::None)
}

/// The seed's turns, in order.
///
/// # Panics
///
/// Never: the game is legal, which a test shows.
pub fn turns() -> Vec<Turn> {
    let mut game = Game::new(Loa::start(rules()));
    let mut board = Board::start();
    let mut turns = Vec::new();
    for (ply, played) in MOVES.split_whitespace().enumerate() {
        if ply % 2 == 1 {
            turns.push(Turn { ply, played, game: game.clone(), board: board.clone() });
        }
        let mv = game.position().read_move(played).expect("the game is legal");
        game.play(mv).expect("the game is legal");
        board.play_text(played).expect("the game is legal");
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_loa::Colour;
    use plywood_search::{Outcome, Side};

    #[test]
    fn the_game_is_legal_and_the_seed_wins_it_with_white() {
        let turns = turns();
        assert_eq!(turns.len(), POSITIONS);
        assert!(turns.iter().all(|turn| turn.game.position().turn() == Colour::White));
        let mut game = turns[POSITIONS - 1].game.clone();
        game.play(game.position().read_move("f4-d4").unwrap()).unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Win(Side::Second)));
    }

    #[test]
    fn both_boards_hold_the_same_men() {
        for turn in turns() {
            for colour in Colour::BOTH {
                assert_eq!(turn.board.men(colour), turn.game.position().men(colour), "ply {}", turn.ply);
            }
        }
    }
}
