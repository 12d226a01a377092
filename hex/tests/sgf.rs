//! SGF: the forms that programs write, what is refused and where, and the law that what is written is read.

use plywood_hex::sgf::{
    GameTree, SgfGame, read_games, read_games_within, read_study, read_trees, write_game,
};
use plywood_hex::{Cell, Colour, Hex, HexGame, Move, Rules, Size, Swap};
use plywood_play::study::{MarkKind, Study};
use plywood_play::{Definition, RecordLimits, RecordedResult};
use plywood_search::{Game, Outcome, Position, Side};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng};

fn only(text: &str) -> SgfGame {
    let mut games: Vec<_> = read_games(text).collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(game: &SgfGame) -> Vec<String> {
    game.game.moves().map(|mv| mv.to_string()).collect()
}

fn error(text: &str) -> String {
    let last = read_games(text).last().expect("an item");
    last.expect_err(text).to_string()
}

const FIRST_WON: Option<RecordedResult> = Some(RecordedResult::Ended(Outcome::Win(Side::First)));
const SECOND_WON: Option<RecordedResult> = Some(RecordedResult::Ended(Outcome::Win(Side::Second)));

#[test]
fn the_main_line_is_the_first_of_the_variations() {
    let game = only("(;GM[11]SZ[5];B[c3](;W[b2];B[d4](;W[a1])(;W[a2]))(;W[e5]))");
    assert_eq!(moves(&game), ["c3", "b2", "d4", "a1"]);
}

#[test]
fn a_file_holds_several_games_and_a_bad_one_does_not_hinder_the_others() {
    let games = read_games("mail header\n(;SZ[5];B[c3])\n\n(;SZ[5];B[c3];W[c3])\n(;SZ[7];B[g7])");
    let lines: Vec<_> = games.map(|game| game.map(|game| game.line).map_err(|error| error.line)).collect();
    assert_eq!(lines, [Ok(2), Err(4), Ok(5)]);
}

#[test]
fn a_board_without_a_size_is_eleven_by_eleven_and_sizes_may_be_two_numbers() {
    assert_eq!(only("(;GM[11])").game.position().size(), Size::ELEVEN);
    let size = only("(;GM[11]SZ[7:9];B[g9])").game.position().size();
    assert_eq!((size.width(), size.height()), (7, 9));
}

#[test]
fn values_are_read_in_any_case() {
    assert_eq!(moves(&only("(;SZ[5];B[C3];W[Swap-Pieces];B[ D4 ])")), ["c3", "swap-pieces", "d4"]);
}

#[test]
fn setup_stones_make_the_start_and_rectangles_of_points_are_understood() {
    let game = only("(;SZ[4]AB[a1:b2][d4]AW[c1]AE[b2]PL[W];W[b2])");
    assert_eq!(game.game.start().to_string(), "xxo1/x3/4/3x o");
    assert_eq!(moves(&game), ["b2"]);
}

#[test]
fn without_a_player_the_colour_with_fewer_stones_is_to_move() {
    assert_eq!(only("(;SZ[3]AB[a1][b2]AW[c1])").game.position().turn(), Colour::White);
    assert_eq!(only("(;SZ[3]AB[a1]AW[c1])").game.position().turn(), Colour::Black);
}

#[test]
fn stones_set_up_behind_moves_begin_the_game_anew() {
    let game = only("(;SZ[3];B[a1];W[b2];AB[c3]AW[c2];B[a3])");
    assert_eq!(game.game.start().to_string(), "x2/1oo/2x x");
    assert_eq!(moves(&game), ["a3"]);
}

#[test]
fn a_pass_or_a_move_out_of_turn_begins_the_game_anew() {
    let passed = only("(;SZ[3];B[a1];W[pass];B[b2];W[c1])");
    assert_eq!(
        (passed.game.start().to_string(), moves(&passed)),
        ("x2/3/3 x".to_owned(), vec!["b2".to_owned(), "c1".to_owned()])
    );
    let twice = only("(;SZ[3];B[a1];B[b2];W[c1])");
    assert_eq!(
        (twice.game.start().to_string(), moves(&twice)),
        ("x2/3/3 x".to_owned(), vec!["b2".to_owned(), "c1".to_owned()])
    );
}

#[test]
fn white_may_move_first() {
    let game = only("(;SZ[3];W[a1];B[b2])");
    assert_eq!(game.game.start().to_string(), "3/3/3 o");
}

#[test]
fn a_swap_after_which_the_other_colour_moves_is_one_of_pieces() {
    let game = only("(;SZ[4];B[b1];W[swap-pieces];B[c3])");
    assert_eq!(game.game.position().to_string(), "4/o3/2x1/4 o");
    assert_eq!(game.game.position().rules().swap(), Swap::Pieces);
}

#[test]
fn a_swap_after_which_the_same_colour_moves_is_one_of_sides() {
    for word in ["swap-pieces", "swap-sides", "swap"] {
        let game = only(&format!("(;SZ[4];B[b1];W[{word}];W[c3];B[d4])"));
        assert_eq!(game.game.position().to_string(), "1x2/4/2o1/3x o swapped", "{word}");
    }
}

#[test]
fn a_swap_at_the_end_is_what_its_word_says() {
    let swap = |text: &str| only(text).game.position().rules().swap();
    assert_eq!(swap("(;SZ[4];B[b1];W[swap-pieces])"), Swap::Pieces);
    assert_eq!(swap("(;SZ[4];B[b1];W[swap-sides])"), Swap::Sides);
    assert_eq!(swap("(;SZ[4:5];B[b1];W[swap])"), Swap::Sides);
}

/// In both the stone stays where it is although the word is `swap-pieces`: Black's winning chain runs through
/// it.
#[test]
fn games_of_the_olympiad_are_read_as_hexgui_wrote_them() {
    let games = read_games(include_str!("data/olympiad.sgf")).collect::<Vec<_>>();
    let games: Vec<_> = games.into_iter().map(|game| game.expect("a game")).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games.iter().map(|game| game.game.moves().len()).collect::<Vec<_>>(), [62, 68]);
    for game in &games {
        assert_eq!(game.game.position().rules().swap(), Swap::Sides);
        assert!(game.game.position().swapped());
    }
    let first = games[0].game.position();
    assert_eq!(first.winner(), Some(Colour::Black));
    assert_eq!(first.outcome(), Some(Outcome::Win(Side::Second)));
    assert!(first.winning_chain().contains(&"a2".parse::<Cell>().expect("a cell")));
}

#[test]
fn little_golem_writes_two_letters_calls_the_first_player_white_and_swaps_pieces() {
    let game = only(
        "(;FF[4]EV[null]PB[A]PW[B;]]SZ[11]RE[B]GC[game #1]SO[https://www.littlegolem.net];W[ad];B[swap];W[eg];B[resign])",
    );
    assert_eq!(moves(&game), ["a4", "swap-pieces", "e7"]);
    assert_eq!(game.game.position().colour_on("d1".parse().expect("a cell")), Some(Colour::White));
    assert_eq!(game.result, FIRST_WON);
    assert_eq!(only("(;SZ[11]RE[W];W[ad];B[dj];W[ie];B[ca];W[resign])").result, SECOND_WON);
    assert_eq!(only("(;SZ[11];W[ad];B[dj];W[resign])").result, SECOND_WON);
}

#[test]
fn results_are_read_from_re_or_from_a_resignation() {
    for (text, result) in [
        ("(;SZ[3]RE[B+];B[a1])", FIRST_WON),
        ("(;SZ[3]RE[W+Resign];B[a1])", SECOND_WON),
        ("(;SZ[3];B[a1];W[resign])", FIRST_WON),
        ("(;SZ[3];B[a1];W[b1];B[forfeit])", SECOND_WON),
        ("(;SZ[3]RE[W+];B[a1];W[swap-sides];W[b1])", FIRST_WON),
        ("(;SZ[3];B[a1];W[swap-sides];W[resign])", SECOND_WON),
        ("(;SZ[3]RE[?];B[a1])", Some(RecordedResult::Unknown)),
        ("(;SZ[3];B[a1])", None),
    ] {
        assert_eq!(only(text).result, result, "{text}");
    }
}

#[test]
fn brackets_and_backslashes_in_values_are_escaped() {
    let tree = read_trees("(;GM[11]C[a\\]b\\\\c \\\nd:e])").next().expect("an item").expect("a tree");
    let value = &tree.node(0).expect("the root").values("C")[0];
    assert_eq!(value.text(), "a]b\\c d:e");
    let mut other = GameTree::default();
    other.node_mut(0).expect("the root").set("C", &["a]b\\c d:e"]);
    assert_eq!(other.to_string(), "(;C[a\\]b\\\\c d:e])\n");
}

#[test]
fn malformed_files_are_refused_with_the_place() {
    for (text, message) in [
        ("", "line 1: column 1: no game found: a game begins with \"(;\""),
        ("text\nwithout a game", "line 1: column 1: unexpected 't'"),
        ("(;SZ[5]\n  ;B[c3]", "line 1: column 1: the game is not closed"),
        ("(;SZ[5];B[c3)", "line 1: column 11: the value \"c3)\" is not closed"),
        ("(;SZ[5];B)", "line 1: column 9: the property B has no value in brackets"),
        ("(;SZ[5];b[c3])", "line 1: column 9: \"b\" has no capital letter and names no property"),
        ("(;SZ[5]())", "line 1: column 9: a variation without a node"),
        ("(;SZ[5];B[c3]) x", "line 1: column 16: unexpected 'x'"),
        ("(;GM[1])", "line 1: column 6: GM[1] is not Hex, which is GM[11]"),
        (
            "(;SZ[20])",
            "line 1: column 6: \"20\" is not a size: a number from 1 to 19, or two as in 7x9 (columns, rows)",
        ),
        ("(;SZ[5]\n;B[f1])", "line 2: column 4: \"f1\" is not on the board of 5x5"),
        ("(;SZ[5];B[aa3])", "line 1: column 11: \"aa3\" is in a column past z, and boards here end at s"),
        ("(;SZ[5];B[33])", "line 1: column 11: \"33\" is no cell: a column letter and a row number"),
        ("(;SZ[5];B[c3];W[c3])", "line 1: column 17: c3 is not legal: a black stone is on c3"),
        (
            "(;SZ[5];B[swap-pieces])",
            "line 1: column 11: swap-pieces is not legal: only the second player may swap, once, in answer to the first stone",
        ),
        ("(;SZ[5];B[c3];B[swap-pieces])", "line 1: column 17: black cannot swap out of turn"),
        ("(;SZ[5];B[c3];W[swap-sides];B[c2])", "line 1: column 31: white is to move after the swap"),
        ("(;SZ[1];B[a1];W[a1])", "line 1: column 17: a1 is not legal: the game is over"),
        ("(;SZ[5]PL[x])", "line 1: column 11: \"x\" is no colour: B or W"),
        (
            "(;SZ[5:6];B[c3];W[swap-pieces];B[c2])",
            "line 1: column 19: swap=pieces needs as many columns as rows, and the board is 5x6: the swapped stone is mirrored across the long diagonal",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn deep_nesting_does_no_harm() {
    let depth = 100_000;
    let text = format!("{}{}", "(;".repeat(depth), ")".repeat(depth));
    let tree = read_trees(&text).next().expect("an item").expect("a tree");
    assert_eq!(tree.len(), depth);
    assert_eq!(read_trees(&tree.to_string()).next().expect("an item").expect("a tree"), tree);
    assert!(read_trees(&"(;".repeat(depth)).next().expect("an item").is_err());
}

#[test]
fn a_record_beyond_a_limit_is_the_last_item() {
    let read = |text, limits| -> Vec<_> {
        let games = read_games_within(text, limits);
        games.map(|game| game.map(|game| game.line).map_err(|error| error.to_string())).collect()
    };
    let all = RecordLimits::default();
    let text = "(;SZ[5];B[c3](;W[b2])(;W[d4]))\n(;SZ[5];B[c3])\n(;)\n(;)";
    let wide = "line 1: column 24: the record has more than 6 moves, variations and tags".to_owned();
    assert_eq!(read(text, RecordLimits { nodes: 6, ..all }), [Err(wide)]);
    let long = "line 1: column 24: the record has more than 22 bytes".to_owned();
    assert_eq!(read(text, RecordLimits { bytes: 22, ..all }), [Err(long)]);
    let many = "line 3: column 1: the text has more than 2 records".to_owned();
    assert_eq!(read(text, RecordLimits { games: 2, ..all }), [Ok(1), Ok(2), Err(many)]);
    let comment = format!("(;C[{}])", "x".repeat(100));
    let long = "line 1: column 5: the record has more than 50 bytes".to_owned();
    assert_eq!(read(&comment, RecordLimits { bytes: 50, ..all }), [Err(long)]);
}

#[test]
fn an_empty_game_costs_next_to_nothing_and_many_cost_no_more() {
    let one = allocation_counter::measure(|| drop(Game::new(Hex::start(Rules::without_swap(Size::ELEVEN)))));
    assert!(one.bytes_max < 1_000, "{} bytes", one.bytes_max);
    let text = "(;)".repeat(10_000);
    let many = allocation_counter::measure(|| assert_eq!(read_games(&text).count(), 10_000));
    assert!(many.bytes_max < 10_000, "{} bytes", many.bytes_max);
    // Corners that hold the whole board, over and over.
    let text = format!("(;SZ[19]AB{})", "[a1:s19]".repeat(1_000));
    let wide = allocation_counter::measure(|| assert_eq!(read_games(&text).count(), 1));
    assert!(wide.bytes_max < 300_000, "{} bytes", wide.bytes_max);
}

fn random_game(rules: Rules, seed: u64, plies: usize) -> Game<Hex> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut start = Hex::start(rules);
    // Every other game begins somewhere else.
    for _ in 0..if seed.is_multiple_of(2) { 0 } else { rng.random_range(0..5) } {
        let Some(mv) = start.random_move(&mut rng) else { break };
        start.play_unchecked(mv);
    }
    let mut game = Game::new(start);
    for _ in 0..plies {
        // Swaps are rare among the moves of a large board.
        let swap: Option<Move> = game.position().open_swap().filter(|_| rng.random_bool(0.5));
        let Some(mv) = swap.or_else(|| game.position().random_move(&mut rng)) else { break };
        game.play(mv).expect("a legal move");
    }
    game
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let swap = prop_oneof![Just(Swap::Off), Just(Swap::Pieces), Just(Swap::Sides)];
    (1_u8..=19, 1_u8..=19, swap).prop_map(|(width, height, swap)| {
        let height = if swap == Swap::Pieces { width } else { height };
        Rules::new(Size::new(width, height).expect("1 to 19"), swap).expect("square")
    })
}

fn any_result() -> impl Strategy<Value = Option<RecordedResult>> {
    prop_oneof![Just(None), Just(FIRST_WON), Just(SECOND_WON), Just(Some(RecordedResult::Unknown))]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_that_is_written_is_read_back(
        rules in any_rules(), seed in any::<u64>(), plies in prop_oneof![0_usize..4, 0_usize..100], result in any_result(),
    ) {
        let game = random_game(rules, seed, plies);
        let text = write_game(&game, result).to_string();
        let read = only(&text);
        prop_assert_eq!(read.game.start(), game.start(), "{}", text);
        prop_assert_eq!(read.game.moves().collect::<Vec<_>>(), game.moves().collect::<Vec<_>>(), "{}", text);
        prop_assert_eq!(read.game.position(), game.position(), "{}", text);
        prop_assert_eq!(read.result, result, "{}", text);
    }

    #[test]
    fn a_tree_that_was_read_is_written_so_that_it_reads_the_same(text in "(\\(;|;|\\)|[A-Z]{1,2}|\\[|\\]|\\\\|[a-z]|[0-9:]|\\PC| |\n){0,60}") {
        let _ = read_games(&text).count();
        let trees: Vec<_> = read_trees(&text).filter_map(Result::ok).collect();
        let written: String = trees.iter().map(ToString::to_string).collect();
        let again: Vec<_> = read_trees(&written).filter_map(Result::ok).collect();
        let texts = |trees: &[GameTree]| trees.iter().map(ToString::to_string).collect::<Vec<_>>();
        prop_assert_eq!(texts(&trees), texts(&again));
    }

    #[test]
    fn a_tree_of_variations_keeps_its_shape(shape in prop::collection::vec((0_usize..8, "[a-z\\]\\\\:\n]{0,5}"), 0..20)) {
        let mut tree = GameTree::default();
        for (parent, comment) in shape {
            let parent = parent.min(tree.len() - 1);
            let number = tree.add(parent).expect("a parent");
            tree.node_mut(number).expect("a node").set("C", &[comment]);
        }
        let once = read_trees(&tree.to_string()).next().expect("an item").expect("a tree");
        prop_assert_eq!(once.len(), tree.len());
        prop_assert_eq!(once.to_string(), tree.to_string());
        prop_assert_eq!(&read_trees(&once.to_string()).next().expect("an item").expect("a tree"), &once);
    }
}

fn study(text: &str) -> Study {
    let tree = read_trees(text).next().expect("a tree").expect("SGF");
    read_study(&tree).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_study_has_all_variations_with_what_is_said_of_them() {
    let study = study(
        "(;GM[11]SZ[5]PB[Ann]GC[a lesson];B[c3]N[the centre]TR[a1][b2](;W[b2]C[too\\] close]AR[b2:c3])\
         (;W[d4];C[nothing played];B[a1]XY[kept][too]))",
    );
    let plies: Vec<_> = study.nodes.iter().map(|node| (node.parent, node.ply.as_str())).collect();
    assert_eq!(plies, [(0, ""), (0, "c3"), (1, "b2"), (1, "d4"), (3, "a1")]);
    assert_eq!(study.tags, [("PB".to_owned(), "Ann".to_owned()), ("GC".to_owned(), "a lesson".to_owned())]);
    assert_eq!((study.nodes[1].name.as_str(), study.nodes[1].marks.len()), ("the centre", 2));
    assert_eq!(study.nodes[2].comment, "too] close");
    let arrow = &study.nodes[2].marks[0];
    assert_eq!((arrow.kind, arrow.cell.as_str(), arrow.more.as_str()), (MarkKind::Arrow, "b2", "c3"));
    assert_eq!(study.nodes[3].comment, "nothing played");
    assert_eq!(study.nodes[4].other, [("XY".to_owned(), vec!["kept".to_owned(), "too".to_owned()])]);
    assert_eq!(study.left_out, []);
}

#[test]
fn a_variation_that_cannot_be_played_is_named_and_the_others_stand() {
    let study = study("(;SZ[4];B[b1](;W[c3])(;W[b1];B[a1])(;W[pass])(;B[d4])(;AB[a1])(;W[a4]))");
    let plies: Vec<_> = study.nodes.iter().map(|node| node.ply.as_str()).collect();
    assert_eq!(plies, ["", "b1", "c3", "a4"]);
    let reasons: Vec<_> = study.left_out.iter().map(|left| left.reason.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "b1 is not legal: a black stone is on b1",
            "Hex has no pass",
            "white is to move",
            "stones are set up behind the root"
        ]
    );
    let causes: Vec<_> = study.left_out.iter().filter_map(|left| left.cause.as_deref()).collect();
    let kinds: Vec<_> = causes.iter().map(|cause| cause.kind).collect();
    assert_eq!(kinds, ["occupied", "no-pass", "other-to-move", "set-up-later"]);
    assert_eq!(causes[0].fact("move"), Some("b1"));
    assert!(!study.is_cut);
}

#[test]
fn a_game_that_begins_anew_behind_its_root_is_read_without_its_variations() {
    let study = study("(;SZ[3];B[a1];W[pass];B[b2](;W[c1])(;W[c2]))");
    assert_eq!((study.start.as_str(), study.main_line().len()), ("x2/3/3 x", 2));
    assert_eq!(study.left_out.len(), 1);
}

#[test]
fn a_study_that_is_written_is_read_back() {
    let first = study(
        "(;GM[11]SZ[5]RU[swap=sides]PW[B\\]]RE[W+];B[c3](;W[swap-sides];W[b2](;B[d4]LB[a1:here])(;B[d5]C[x]))\
         (;W[a1]MA[b1]))",
    );
    let written = HexGame::write_study(&first).expect("it was read").to_string();
    assert_eq!(study(&written), first, "{written}");
    assert!(written.contains("RE[W+]") && written.contains("W[swap-sides]"), "{written}");
}
