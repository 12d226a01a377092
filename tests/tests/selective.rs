//! What a selective search must not leave out, in graphs drawn for it.

use plywood_conformance::games::{Graph, Vertex};
use plywood_conformance::laws::search::table;
use plywood_search::{
    Game, Iterative, Knowledge, Limits, Minimax, Outcome, Repetition, Score, Search, SearchOptions,
    Side::{First, Second},
};

/// The worth of the drawing, with a margin, so that values prune.
#[derive(Clone, Copy, Debug)]
struct Worth;

impl Knowledge<Graph> for Worth {
    type State = ();

    fn start(&self, _position: &Graph) {}

    fn evaluate(&self, position: &Graph, (): &mut ()) -> Score {
        Graph::worth().value_of(position)
    }

    fn margin(&self) -> i32 {
        1
    }
}

/// By way of vertex 1 the first player wins in five plies, by way of vertex 2 in three; but vertex 2 looks so
/// good to the second player that a search which goes by values leaves it alone, until only a shorter win
/// would help.
#[test]
fn a_shorter_win_is_found_behind_a_position_that_looks_good() {
    let mut vertices: Vec<_> = [
        (First, &[1, 2][..], 0),
        (Second, &[3], 0),
        (Second, &[7], 1_000),
        (First, &[4], 0),
        (Second, &[5], 0),
        (First, &[6], 0),
        (Second, &[], 0),
        (First, &[6], 0),
    ]
    .map(|(side, ways, worth)| Vertex::new(side, ways, worth))
    .to_vec();
    vertices[6].outcome = Some(Outcome::Win(First));
    let game = Game::new(Graph::new(vertices, Repetition::Ignored));
    let options = SearchOptions { reverse_futility: true, ..SearchOptions::FULL_WIDTH };
    let mut search = Iterative::with_options(Worth, table(1 << 14), options);
    assert_eq!(search.run(&game, &Limits::depth(4)).score, Score::ZERO, "left alone");
    assert_eq!(search.run(&game, &Limits::depth(5)).score, Score::win_in(3));
    assert_eq!(Minimax::new(Worth).run(&game, &Limits::depth(5)).score, Score::win_in(3));
}
