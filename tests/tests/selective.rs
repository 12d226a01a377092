//! What a selective search must not leave out, in graphs drawn for it.

use plywood_conformance::games::{Edge, Graph, Heap, Take, Vertex};
use plywood_conformance::laws::search::table;
use plywood_search::{
    Bound, Candidates, Entry, Game, Hints, Iterative, Knowledge, Limits, Minimax, Outcome, Position,
    Repetition, Score, Search, SearchOptions,
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

/// Nobody can win but by passing: the first player at vertex 4, which looks so good that a null move is tried
/// there. What it finds may cut off the node, but neither it nor the nodes above are proven wins.
#[test]
fn what_a_null_move_wins_is_no_proof() {
    let mut vertices: Vec<_> = [
        (Second, &[1, 3][..], 0),
        (First, &[2], 0),
        (Second, &[1], 0),
        (First, &[8], 0),
        (First, &[2], 50),
        (Second, &[6], 0),
        (First, &[7], 0),
        (Second, &[], 0),
        (Second, &[4], 0),
    ]
    .map(|(side, ways, worth)| Vertex::new(side, ways, worth))
    .to_vec();
    vertices[4].pass = Some(5);
    vertices[7].outcome = Some(Outcome::Win(First));
    let mut position = Graph::new(vertices, Repetition::Ignored);
    let options = SearchOptions { null_move: true, ..SearchOptions::FULL_WIDTH };
    let mut search = Iterative::with_options(Worth, table(1 << 14), options);
    assert_eq!(search.run(&Game::new(position.clone()), &Limits::depth(12)).score, Score::ZERO);
    let known = |position: &Graph| {
        let entry = search.table().probe::<Edge>(position.key(), 0).expect("a position of the tree");
        entry.value.expect("a value").1
    };
    for way in [3, 8, 4] {
        position.play_unchecked(Edge(way));
        assert!(!known(&position).is_decisive(), "{position:?}");
    }
    let passed = position.null_move().expect("a pass");
    assert_eq!(known(&passed), Score::loss_in(2));
}

/// By way of vertex 2 it looks better after three plies. The table holds the contrary of vertex 2, from a
/// search one ply too shallow to count.
#[test]
fn what_the_table_knows_from_a_shallower_search_is_no_answer() {
    let vertices = [
        (First, &[1, 2][..], 0),
        (Second, &[3], 0),
        (Second, &[4], 0),
        (First, &[5], 0),
        (First, &[6], 0),
        (Second, &[7], 0),
        (Second, &[7], -10),
        (First, &[8], 0),
        (Second, &[7], 0),
    ]
    .map(|(side, ways, worth)| Vertex::new(side, ways, worth));
    let start = Graph::new(vertices.to_vec(), Repetition::Ignored);
    let mut worse = start.clone();
    worse.play_unchecked(Edge(2));
    for (depth, score) in [(1, 10), (2, 0)] {
        let mut search = Iterative::with_options(Worth, table(1 << 14), SearchOptions::FULL_WIDTH);
        let value = Some((Bound::Exact, Score::heuristic(500)));
        search.table().store::<Edge>(worse.key(), 0, Entry { best: None, value, depth });
        let report = search.run(&Game::new(start.clone()), &Limits::depth(3));
        assert_eq!(report.score, Score::heuristic(score), "an entry of depth {depth}");
    }
}

/// Takes a single stone wherever it is asked.
#[derive(Clone, Copy, Debug)]
struct OneByOne;

impl Knowledge<Heap> for OneByOne {
    type State = ();

    fn start(&self, _heap: &Heap) {}

    fn evaluate(&self, _heap: &Heap, (): &mut ()) -> Score {
        Score::ZERO
    }

    fn candidates(&self, _heap: &Heap, (): &mut ()) -> Option<Candidates<impl Fn(Take) -> bool>> {
        Some(Candidates { is_one: |take| take == Take(1), plies: u32::MAX })
    }
}

/// Below the root a single candidate is left at every node, also where it is the table's move: then a node
/// has one child, and an iteration as many lines as there are root moves.
#[test]
fn where_the_move_of_the_table_is_the_only_candidate_no_other_is_searched() {
    const MOST: u8 = 10;
    const DEPTH: u32 = 8;
    let game = Game::new(Heap::new(200, MOST));
    let options = SearchOptions { knowledge: true, ..SearchOptions::FULL_WIDTH };
    let report = Iterative::with_options(OneByOne, table(1 << 14), options).run(&game, &Limits::depth(DEPTH));
    // Lines grow to twice the depth, and each is searched twice at the most.
    let greatest: u32 = (1..=DEPTH).map(|depth| 2 * u32::from(MOST) * 2 * depth).sum();
    assert_eq!(report.depth, DEPTH);
    assert!(report.nodes > u64::from(DEPTH * u32::from(MOST)), "{report:?}");
    assert!(report.nodes <= u64::from(greatest), "{report:?}");
}
