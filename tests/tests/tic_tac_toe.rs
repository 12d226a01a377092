//! Tic-tac-toe: counted, solved, and searched deeper than it is.

use plywood_conformance::evaluation::Hashed;
use plywood_conformance::games::{Mark, TicTacToe};
use plywood_conformance::laws::limits;
use plywood_search::{FnEvaluator, Game, Limits, Outcome, Score, perft};

/// Lines of play of each length, finished games not played on. The 255 168 games that can be played from the
/// start end after five to nine marks: 1 440, 5 328, 47 952, 72 576 and 127 872 of them.
const PERFT: [u64; 10] = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];

#[test]
fn perft_counts_the_games() {
    for (depth, leaves) in PERFT.into_iter().enumerate() {
        assert_eq!(perft(&TicTacToe::default(), depth as u32), leaves, "depth {depth}");
    }
    assert_eq!(perft(&TicTacToe::default(), 10), 0);
}

#[test]
fn every_search_finds_the_draw() {
    let game = Game::new(TicTacToe::default());
    let nothing_to_say = FnEvaluator(|_: &TicTacToe| Score::ZERO);
    for mut search in limits::searches(&nothing_to_say) {
        assert_eq!(search.run(&game, &Limits::depth(20)).score, Score::ZERO);
    }
    for mut search in limits::searches(&Hashed::wide(9)) {
        assert_eq!(search.run(&game, &Limits::depth(20)).score, Score::ZERO);
    }
}

#[test]
fn searches_play_each_other_to_a_draw() {
    let mut searches = limits::searches(&Hashed::narrow(4));
    let mut game = Game::new(TicTacToe::default());
    let mut turn = 0;
    while game.outcome().is_none() {
        turn += 1;
        let count = searches.len();
        let report = searches[turn % count].run(&game, &Limits::depth(9));
        game.play(report.best.expect("the game goes on")).expect("the move is legal");
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw));
}

fn after(marks: &[u8]) -> Game<TicTacToe> {
    let mut game = Game::new(TicTacToe::default());
    for &square in marks {
        game.play(Mark(square)).expect("the marks are legal");
    }
    game
}

#[test]
fn absurd_depths_end() {
    let evaluator = Hashed::wide(7);
    // X 0 1, O 3 4, X to move wins at once.
    limits::absurd_depths_end(&after(&[0, 3, 1, 4]), &evaluator, Score::win_in(1));
    // X 0 8 2 has two ways to win, O can stop one of them.
    limits::absurd_depths_end(&after(&[0, 4, 8, 6, 2]), &evaluator, Score::loss_in(2));
    limits::absurd_depths_end(&after(&[4, 0, 8, 2, 1, 7]), &evaluator, Score::ZERO);
}

#[test]
fn a_report_has_no_time_where_none_was_measured() {
    let game = Game::new(TicTacToe::default());
    for mut search in limits::searches(&Hashed::wide(9)) {
        assert_eq!(search.run(&game, &Limits::depth(2)).elapsed, None);
    }
}
