//! The laws of Monte-Carlo tree search, held on every small game, and on the registered ones.

use plywood_conformance::games::{Mark, TicTacToe};
use plywood_conformance::laws::monte_carlo;
use plywood_conformance::subjects;
use plywood_search::{Ended, FnEvaluator, Game, Limits, Mcts, MctsOptions, Score, Search};

#[test]
fn tic_tac_toe() {
    monte_carlo::hold(&subjects::tic_tac_toe(), 10);
}

#[test]
fn steps() {
    monte_carlo::hold(&subjects::steps(), 10);
}

#[test]
fn corridor() {
    monte_carlo::hold(&subjects::corridor(), 10);
}

#[test]
fn skirmish() {
    monte_carlo::hold(&subjects::skirmish(), 10);
}

#[test]
fn misere() {
    monte_carlo::hold(&subjects::misere(), 10);
}

#[test]
fn heap() {
    monte_carlo::hold(&subjects::heap(), 10);
}

#[test]
fn endless_graphs() {
    monte_carlo::hold(&subjects::endless_graphs(), 10);
}

#[test]
fn drawing_graphs() {
    monte_carlo::hold(&subjects::drawing_graphs(), 10);
}

#[test]
fn forbidding_graphs() {
    monte_carlo::hold(&subjects::forbidding_graphs(), 10);
}

fn nothing_to_say() -> FnEvaluator<fn(&TicTacToe) -> Score> {
    FnEvaluator(|_| Score::ZERO)
}

#[test]
fn tic_tac_toe_is_proven_a_draw_with_any_options() {
    let game = Game::new(TicTacToe::default());
    // A tree of 4 096 nodes is too small for the proof.
    let options = monte_carlo::options().into_iter().filter(|options| options.solver && options.memory > 0);
    for options in options {
        let report = Mcts::new(nothing_to_say(), options).run(&game, &Limits::none());
        assert_eq!((report.score, report.ended), (Score::ZERO, Some(Ended::Proven)), "{options:?}");
    }
}

#[test]
fn a_search_without_bounds_ends_when_its_tree_is_full() {
    let game = Game::new(TicTacToe::default());
    let options = monte_carlo::options().into_iter().find(|options| options.memory == 0);
    let options = options.expect("some options are short of memory");
    let report = Mcts::new(nothing_to_say(), options).run(&game, &Limits::none());
    assert_eq!(report.ended, Some(Ended::Depth), "{report:?}");
}

#[test]
fn a_fork_is_seen_from_both_sides() {
    let mut game = Game::new(TicTacToe::default());
    // X 0 8, O 4 6: X has to stop O at 2, which makes two ways to win at 1 and 5.
    for (square, expected) in [(0, None), (4, None), (8, None), (6, Some(Score::win_in(3)))] {
        game.play(Mark(square)).expect("the squares are empty");
        let report = Mcts::new(nothing_to_say(), monte_carlo::options()[0]).run(&game, &Limits::none());
        assert!(expected.is_none_or(|expected| report.score == expected), "{report:?}");
    }
}

#[test]
fn a_kept_tree_is_used_until_it_is_forgotten() {
    let options = MctsOptions { keep: true, solver: false, rave: Some(50), ..MctsOptions::default() };
    let mut search = Mcts::new(nothing_to_say(), options);
    let mut game = Game::new(TicTacToe::default());
    let first = search.run(&game, &Limits::nodes(3_000));
    for &mv in first.pv.iter().take(2) {
        game.play(mv).expect("a legal move");
    }
    let one = Limits::nodes(1);
    let kept = search.run(&game, &one);
    assert_eq!((kept.best, kept.nodes), (first.pv.get(2).copied(), 1), "the line goes on");
    let new = Mcts::new(nothing_to_say(), options).run(&game, &one);
    assert!(new.depth <= 1 && kept.depth > 1);
    // The same call again goes on with no move, and another game with others.
    assert_eq!(search.run(&game, &one), new);
    search.run(&Game::new(TicTacToe::default()), &Limits::nodes(3_000));
    search.clear();
    assert_eq!(search.run(&game, &one), new);
}

#[cfg(feature = "games")]
mod registered {
    use plywood_conformance::Subject;
    use plywood_conformance::laws::monte_carlo;
    use plywood_play::{Definition, Notation};
    use plywood_registry::{GameVisitor, visit_games};
    use plywood_search::{Ended, FnEvaluator, Game, Limits, Mcts, MctsOptions, Score, Search};

    /// Holds a registered game, under its default rules, to the laws.
    struct Laws;

    impl GameVisitor for Laws {
        fn visit<D: Definition>(&mut self) {
            let start = D::Position::start(&<D::Position as Notation>::Rules::default());
            // Games at random seldom come near their end within forty plies: whose proofs are true is asked
            // of `endings_are_proven`.
            monte_carlo::hold(&Subject::new(D::INFO.name, [start], 2).with_games(8), 0);
        }
    }

    #[test]
    fn registered_games() {
        visit_games(&mut Laws);
    }

    /// Positions shortly before the end of random games, with the shortest win or the longest loss, as
    /// iterative deepening finds it.
    const ENDINGS: [(&str, &str, Score); 8] = [
        ("loa", "1o1o4/2ox4/8/o1o5/ox2x3/x1x1x3/1x6/5x2 o", Score::win_in(3)),
        ("loa", "8/5o2/1x6/x7/5x2/8/8/2o5 x", Score::win_in(3)),
        ("loa", "8/2x5/8/8/3o1o2/8/8/4x2o o", Score::win_in(5)),
        ("loa", "8/8/7x/8/4x3/8/o3o3/8 o", Score::loss_in(4)),
        ("gekitai", "x4x/3o2/1o4/3o1x/x5/5x o", Score::win_in(3)),
        ("gekitai", "1o3x/6/1o1x1o/6/2o2x/3x2 o", Score::win_in(3)),
        ("gekitai", "o2o1x/6/x1o1o1/6/x1x1x1/6 o", Score::win_in(5)),
        ("gekitai", "1o3x/6/1o1x1o/2o3/5x/2o1x1 x", Score::loss_in(4)),
    ];

    fn plies_to_the_end(score: Score) -> u32 {
        score.plies_to_win().or(score.plies_to_loss()).expect("a win or a loss")
    }

    /// Proves the endings of a registered game, and counts them.
    struct Endings(usize);

    impl GameVisitor for Endings {
        fn visit<D: Definition>(&mut self) {
            for (_, text, truth) in ENDINGS.into_iter().filter(|&(name, ..)| name == D::INFO.name) {
                let rules = <D::Position as Notation>::Rules::default();
                let position = D::Position::read(text, &rules).expect("the endings are positions");
                let nothing_to_say = FnEvaluator(|_: &D::Position| Score::ZERO);
                let mut search = Mcts::new(nothing_to_say, MctsOptions::default());
                let report = search.run(&Game::new(position), &Limits::nodes(200_000));
                assert_eq!(report.ended, Some(Ended::Proven), "{text}: {report:?}");
                // The winner's proof need not be the shortest: it takes as long as the truth, or longer.
                let (plies, least) = (plies_to_the_end(report.score), plies_to_the_end(truth));
                assert!(
                    report.score.is_win() == truth.is_win() && plies >= least,
                    "{text}: {}",
                    report.score
                );
                self.0 += 1;
            }
        }
    }

    #[test]
    fn endings_are_proven() {
        let mut endings = Endings(0);
        visit_games(&mut endings);
        assert_eq!(endings.0, ENDINGS.len(), "each belongs to a registered game");
    }
}
