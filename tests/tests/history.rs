//! Values that lean on history are true on one path only, and must not be taken from the table on another.
//!
//! The root is vertex 0. On the path by way of vertex 1 the only move of vertex 2 repeats vertex 1; on the
//! path by way of vertex 3 it leads there for the first time:
//!
//! ```text
//!         0
//!       /   \
//!      1     3
//!      |     |
//!      2 <---+
//!      |
//!      1 (again, or for the first time)
//! ```
//!
//! Both paths come to vertex 2 with one ply to go. A table that keeps the value found on the first path
//! answers the second one with it ("graph-history interaction").

use plywood_conformance::games::{Corridor, Edge, Graph, Hop, Vertex};
use plywood_conformance::laws::search::table;
use plywood_search::{
    AlphaBeta, Game, Iterative, Limits, Minimax, Position, Repetition, Report, Score, Search, SearchOptions,
    Side::{First, Second},
};

/// The graph above. Vertex 1 is worth 100 to the first player if it is met at the horizon; 3 looks worse than
/// 1, so that the path by way of 1 is searched first.
fn crossing(rule: Repetition) -> Graph {
    let vertices = vec![
        Vertex::new(First, &[1, 3], 0),
        Vertex::new(Second, &[2], -100),
        Vertex::new(First, &[1], 50),
        Vertex::new(Second, &[2], 20),
    ];
    Graph::new(vertices, rule)
}

fn searches(equal_depth_only: bool) -> Vec<Box<dyn Search<Graph>>> {
    let options = SearchOptions { equal_depth_only, ..SearchOptions::default() };
    vec![
        Box::new(Minimax::new(Graph::worth())),
        Box::new(AlphaBeta::new(Graph::worth())),
        Box::new(Iterative::with_options(Graph::worth(), table(1 << 16), options)),
        Box::new(Iterative::with_options(
            Graph::worth(),
            table(1 << 16),
            SearchOptions { aspiration: false, ..options },
        )),
    ]
}

fn answers(graph: &Graph, depth: u32) -> impl Iterator<Item = Report<Edge>> {
    let game = Game::new(graph.clone());
    searches(true)
        .into_iter()
        .chain(searches(false))
        .map(move |mut search| search.run(&game, &Limits::depth(depth)))
}

fn played(graph: &Graph, way: &[u8]) -> Game<Graph> {
    let mut game = Game::new(graph.clone());
    for &vertex in way {
        game.play(Edge(vertex)).expect("the graph has this way");
    }
    game
}

#[test]
fn a_draw_on_one_path_is_not_a_draw_on_another() {
    let graph = crossing(Repetition::Draw(2));
    for report in answers(&graph, 3) {
        assert_eq!((report.score, report.best), (Score::heuristic(100), Some(Edge(3))), "{report:?}");
    }
}

#[test]
fn a_loss_on_one_path_is_not_a_loss_on_another() {
    let graph = crossing(Repetition::Illegal(2));
    for report in answers(&graph, 3) {
        assert_eq!((report.score, report.best), (Score::heuristic(100), Some(Edge(3))), "{report:?}");
    }
}

#[test]
fn a_refutation_by_a_draw_on_one_path_refutes_nothing_on_another() {
    // Below 1 and 3 the second player has a first choice (4 and 6, then 5 and 7), which vertex 2 has to beat.
    // After 1 it does not, since it can repeat 1: at least 0, says the table. After 3 it does, and must not
    // be answered with that bound.
    let vertices = vec![
        Vertex::new(First, &[1, 3], 0),
        Vertex::new(Second, &[4, 2], 60),
        Vertex::new(First, &[1], 0),
        Vertex::new(Second, &[6, 2], 70),
        Vertex::new(First, &[5], -50),
        Vertex::new(Second, &[0], 50),
        Vertex::new(First, &[7], -55),
        Vertex::new(Second, &[0], 10),
    ];
    for report in answers(&Graph::new(vertices, Repetition::Draw(2)), 3) {
        assert_eq!((report.score, report.best), (Score::heuristic(-50), Some(Edge(1))), "{report:?}");
    }
}

/// The crossing with vertex 2 in the middle of the second player's turn, which began at 1 or at 3.
fn crossing_in_turn(rule: Repetition) -> Graph {
    let within = Vertex { in_turn: true, ..Vertex::new(Second, &[1], -50) };
    let vertices = vec![
        Vertex::new(First, &[1, 3], 0),
        Vertex::new(Second, &[2], -100),
        within,
        Vertex::new(Second, &[2], 20),
    ];
    Graph::new(vertices, rule)
}

#[test]
fn a_turn_that_leads_back_to_its_beginning_is_not_every_turn() {
    for report in answers(&crossing_in_turn(Repetition::Draw(2)), 3) {
        assert_eq!((report.score, report.best), (Score::heuristic(100), Some(Edge(3))), "{report:?}");
    }
}

#[test]
fn who_could_only_turn_back_has_lost() {
    for report in answers(&crossing_in_turn(Repetition::Illegal(2)), 3) {
        assert_eq!((report.score, report.best), (Score::win_in(1), Some(Edge(1))), "{report:?}");
    }
}

#[test]
fn the_game_before_the_root_counts() {
    let graph = crossing(Repetition::Draw(2));
    for way in [1, 3] {
        let game = played(&graph, &[way, 2]);
        let expected = if way == 1 { Score::ZERO } else { Score::heuristic(100) };
        for mut search in searches(false) {
            let report = search.run(&game, &Limits::depth(1));
            assert_eq!(report.score, expected, "by way of {way}: {report:?}");
        }
    }
}

#[test]
fn what_one_search_leaves_behind_does_not_mislead_the_next() {
    let graph = crossing(Repetition::Draw(2));
    let shared = table(1 << 16);
    let game = played(&graph, &[1, 2]);
    let mut search = Iterative::new(Graph::worth(), shared);
    assert_eq!(search.run(&game, &Limits::depth(1)).score, Score::ZERO, "vertex 1 would be repeated");
    let report = search.run(&Game::new(graph), &Limits::depth(3));
    assert_eq!(report.score, Score::heuristic(100), "{report:?}");
}

#[test]
fn a_circle_that_closes_below_a_node_is_its_own() {
    // 0 -> 1 -> 2 -> 1: the draw leans on vertex 1 alone, which is there whatever the way to it.
    let vertices =
        vec![Vertex::new(First, &[1], 0), Vertex::new(Second, &[2], -7), Vertex::new(First, &[1], 7)];
    let graph = Graph::new(vertices, Repetition::Draw(2));
    let shared = table(1 << 16);
    let mut search = Iterative::new(Graph::worth(), shared.clone());
    assert_eq!(search.run(&Game::new(graph.clone()), &Limits::depth(4)).score, Score::ZERO);
    let mut inner = graph.clone();
    inner.play_unchecked(Edge(1));
    let entry = shared.probe::<Edge>(inner.key(), 1).expect("vertex 1 was searched");
    assert!(entry.value.is_some(), "the value of vertex 1 leans on nothing before it: {entry:?}");
    inner.play_unchecked(Edge(2));
    let entry = shared.probe::<Edge>(inner.key(), 2);
    assert!(
        entry.is_none_or(|entry| entry.depth < 2 || entry.value.is_none()),
        "that of vertex 2 does: {entry:?}"
    );
}

/// At the start of a game nothing but the current position has occurred, and no line that visits a position
/// once comes back to it. In the middle of the turn the board has left its beginning, and may come back.
#[test]
fn in_the_middle_of_a_turn_its_beginning_counts_too() {
    let mut game = Game::new(Corridor::new(Repetition::Illegal(2)));
    assert!(!game.may_repeat_too_often());
    game.play(Hop::Right).expect("there is room");
    assert!(game.may_repeat_too_often());
    game.play(Hop::Pass).expect("a step was made");
    assert!(game.may_repeat_too_often());
}
