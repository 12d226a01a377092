//! Laws of what searches find, with plain minimax as the judge.

use crate::watched::Watched;
use crate::{Comparisons, Subject};
use plywood_search::{
    AlphaBeta, EndReason, Ended, Entry, Game, Hints, IllegalMove, Iterative, Knowledge, Limits, Line,
    Minimax, Outcome, PackedMove, Repetition, Report, Score, Search, SearchOptions, Table,
};
use std::sync::Arc;

/// Holds the searches to all laws of this module and of [`limits`](super::limits), on this game, with each of
/// its evaluations.
pub fn hold<P: Hints>(subject: &Subject<P>) {
    let (depth, games) = (subject.depth(), subject.games());
    for (name, evaluator) in subject.evaluators() {
        println!("{}, {name}", subject.name());
        subject
            .for_random_games(games, |game| alpha_beta_is_minimax(&Watched::game(game), &evaluator, depth));
        let tables = [64, 4 << 10, 1 << 20].map(table);
        subject.for_unfinished_games(games, |game| exact_search_is_minimax(game, &evaluator, depth, &tables));
        subject.for_unfinished_games(games, |game| a_past_stays_out_of_the_table(game, &evaluator, depth));
        subject.for_unfinished_games(games / 2, |game| helpers_change_no_value(game, &evaluator, depth));
        let compared = Comparisons::of(format!("{}, {name}: selective proofs", subject.name()));
        subject.for_unfinished_games(games.div_ceil(2), |game| {
            selective_proofs_are_true(game, &evaluator, depth, &compared);
        });
        compared.at_least(subject.least_proofs(games.div_ceil(4)));
        subject.for_unfinished_games(games, |game| forced_wins_are_true(game, &evaluator, depth));
        subject.for_unfinished_games(games / 4, |game| {
            super::threats::lines_under_threat_are_longer(game, &evaluator, depth - 1);
        });
        subject.for_unfinished_games(games, |game| search_without_table_is_minimax(game, &evaluator, depth));
        subject.for_unfinished_games(games / 4, |game| {
            misleading_table_moves_do_no_harm(game, &evaluator, depth);
        });
        subject.for_unfinished_games(games, |game| variations_attain_their_scores(game, &evaluator, depth));
        subject
            .for_unfinished_games(games, |game| several_lines_are_the_best_ones(game, &evaluator, depth - 1));
        let shared = table(1 << 16);
        let compared = Comparisons::of(format!("{}, {name}: proven results", subject.name()));
        subject.for_unfinished_games(games, |game| {
            proven_results_are_true(game, &evaluator, depth, &shared, &compared);
        });
        compared.at_least(subject.least_proofs(games.div_ceil(16)));
        subject.for_unfinished_games(games, |game| a_cleared_search_is_a_new_one(game, &evaluator, depth));
        super::limits::hold(subject, &evaluator);
    }
}

/// A table of this many bytes.
pub fn table(bytes: usize) -> Arc<Table> {
    Arc::new(Table::with_bytes(bytes).expect("a small table can be had"))
}

/// The options of a search that finds minimax's values, with these switches.
const fn exact(aspiration: bool, table: bool) -> SearchOptions {
    SearchOptions { aspiration, table, ..SearchOptions::EXACT }
}

/// The reports of all iterations, and the last one.
pub(crate) fn reports<P: Hints>(
    search: &mut (impl Search<P> + ?Sized),
    game: &Game<P>,
    limits: &Limits,
) -> (Vec<Report<P::Move>>, Report<P::Move>) {
    let mut iterations = Vec::new();
    let last = search.search(game, limits, &mut |report| iterations.push(report.clone()));
    (iterations, last)
}

/// Alpha-beta gives minimax's value, move and variation at every depth, with the repetition rule and without.
pub fn alpha_beta_is_minimax<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    for depth in 0..=depth {
        let limits = Limits::depth(depth);
        let minimax = Minimax::new(evaluator.clone());
        let alpha_beta = AlphaBeta::new(evaluator.clone());
        let pairs = [
            (minimax.clone(), alpha_beta.clone()),
            (minimax.without_repetition(), alpha_beta.without_repetition()),
        ];
        for (mut minimax, mut alpha_beta) in pairs {
            let (expected, found) = (minimax.run(game, &limits), alpha_beta.run(game, &limits));
            let place = || format!("depth {depth}, {alpha_beta:?}, {:?}", game.position());
            assert_eq!(found.score, expected.score, "{}", place());
            assert_eq!(found.best, expected.best, "{}", place());
            assert_eq!(found.pv, expected.pv, "{}", place());
            assert!(found.nodes <= expected.nodes, "more nodes than minimax, {}", place());
        }
    }
}

/// Minimax's scores at depths 1 to `depth`.
fn oracle<P: Hints, E: Knowledge<P>>(mut minimax: Minimax<E>, game: &Game<P>, depth: u32) -> Vec<Score> {
    (1..=depth).map(|depth| minimax.run(game, &Limits::depth(depth)).score).collect()
}

/// Each iteration finds minimax's value at its depth. A search that ends early has proven what minimax says
/// at every greater depth.
pub(super) fn iterations_are_minimax<P: Hints>(
    expected: &[Score],
    search: &mut impl Search<P>,
    game: &Game<P>,
    how: &str,
) {
    let (iterations, last) = reports(search, game, &Limits::depth(expected.len() as u32));
    for (index, &score) in expected.iter().enumerate() {
        let report = iterations.get(index).unwrap_or(&last);
        assert_eq!(report.score, score, "depth {}, {how}, {:?}", index + 1, game.position());
    }
    let complete = iterations.len() == expected.len() || last.ended == Some(Ended::Proven);
    assert!(complete, "{} iterations of {}, {how}", iterations.len(), expected.len());
}

/// With [`SearchOptions::EXACT`] iterative deepening finds minimax's value at every depth: with each of these
/// tables, whatever other searches with the same evaluation have left there, and without one; with aspiration
/// windows and without.
pub fn exact_search_is_minimax<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
    tables: &[Arc<Table>],
) {
    let expected = oracle(Minimax::new(evaluator.clone()).without_repetition(), game, depth);
    for aspiration in [true, false] {
        for table in tables {
            let options = exact(aspiration, true);
            let mut search = Iterative::with_options(evaluator.clone(), Arc::clone(table), options);
            let how = format!("{} bytes, aspiration {aspiration}", table.bytes());
            iterations_are_minimax(&expected, &mut search, game, &how);
        }
        let mut search = Iterative::with_options(evaluator.clone(), table(64), exact(aspiration, false));
        iterations_are_minimax(&expected, &mut search, game, &format!("no table, aspiration {aspiration}"));
    }
}

/// What a search leaves in the table holds for the position, not for the game that led there, whose past may
/// forbid a move: a search of the position before, as the start of a game, finds minimax's values.
pub fn a_past_stays_out_of_the_table<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    let Some((before, _)) = game.last() else { return };
    let start = Game::new(before.clone());
    let mut search = Iterative::with_options(evaluator.clone(), table(1 << 16), SearchOptions::EXACT);
    search.run(game, &Limits::depth(depth - 1));
    let expected = oracle(Minimax::new(evaluator.clone()).without_repetition(), &start, depth);
    iterations_are_minimax(&expected, &mut search, &start, "after a search of the game");
}

/// Several threads over one table find minimax's value at every depth, and so does whatever of the strong
/// search changes the order of moves alone.
pub fn helpers_change_no_value<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    let expected = oracle(Minimax::new(evaluator.clone()).without_repetition(), game, depth);
    for threads in [1, 2, 3] {
        let options = SearchOptions { threads, early_killers: true, ..SearchOptions::SELECTIVE.exact() };
        let mut search = Iterative::with_options(evaluator.clone(), table(1 << 16), options);
        iterations_are_minimax(&expected, &mut search, game, &format!("{threads} threads"));
    }
}

/// What the selective search calls proven is true, and its best move is legal; each selective feature by
/// itself, and all together.
///
/// Values from the table may hold on another path only, so that where repetition matters it is left out, of
/// the search and of the truth.
pub fn selective_proofs_are_true<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
    compared: &Comparisons,
) {
    let plain = SearchOptions::FULL_WIDTH;
    let alone = [
        SearchOptions { knowledge: true, ..plain },
        SearchOptions { internal_reductions: true, ..plain },
        SearchOptions { late_move_reductions: true, ..plain },
        SearchOptions { late_move_pruning: true, ..plain },
        SearchOptions { null_move: true, ..plain },
        SearchOptions { reverse_futility: true, futility: true, ..plain },
        SearchOptions { quiescence: true, ..plain },
        SearchOptions { quiescence: true, tactics: true, ..plain },
        SearchOptions { threats: true, ..plain },
        SearchOptions { quiescence: true, ..SearchOptions::SELECTIVE },
        SearchOptions { threads: 2, ..SearchOptions::SELECTIVE },
    ];
    for options in alone {
        let options = SearchOptions { repetition: false, ..options };
        let mut search = Iterative::with_options(evaluator.clone(), table(1 << 14), options);
        let report = search.run(game, &Limits::depth(depth + 1));
        let place = || format!("{report:?} with {options:?} of {:?}", game.position());
        assert!(report.best.is_some_and(|mv| game.legal_moves().contains(&mv)), "{}", place());
        what_is_proven_is_true(game, evaluator, (report.score, depth), compared, &place);
    }
}

/// A score that is a win or a loss within this depth, without repetition, is minimax's.
pub(super) fn what_is_proven_is_true<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    (score, depth): (Score, u32),
    compared: &Comparisons,
    place: &dyn Fn() -> String,
) {
    let (win, loss) = (score.plies_to_win(), score.plies_to_loss());
    let Some(plies) = win.or(loss).filter(|&plies| plies <= depth) else { return };
    let mut minimax = Minimax::new(evaluator.clone()).without_repetition();
    let truth = minimax.run(game, &Limits::depth(plies)).score;
    compared.count();
    let proven = (win.is_some(), loss.is_some());
    assert_eq!((truth.is_win(), truth.is_loss()), proven, "{truth}, {}", place());
}

/// A forced win within the depth of minimax is minimax's, and of the candidates there is one at least.
pub fn forced_wins_are_true<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    let position = game.position();
    let state = &mut evaluator.start(position);
    let forced_win = evaluator.forced_win(position, state);
    if let Some(candidates) = evaluator.candidates(position, state).filter(|_| forced_win.is_none()) {
        assert!(position.legal_moves().into_iter().any(candidates.is_one), "no candidate in {position:?}");
    }
    if let Some(mv) = evaluator.winning_move(position, state) {
        let mut after = position.clone();
        after.play(mv).expect("a move that wins is legal");
        assert!(after.outcome().is_some(), "{mv:?} ends the game in {position:?}");
    }
    let Some(forced_win) = forced_win else { return };
    if forced_win.plies > depth {
        return;
    }
    let truth = Minimax::new(evaluator.clone())
        .without_repetition()
        .run(game, &Limits::depth(forced_win.plies))
        .score;
    let wins = forced_win.winner == position.side_to_move();
    assert_eq!((truth.is_win(), truth.is_loss()), (wins, !wins), "{forced_win:?} of {position:?}");
}

/// Without a table, so that no value comes from another path, iterative deepening finds the value of minimax
/// that honours the repetition rule, the game's history included.
pub fn search_without_table_is_minimax<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    let expected = oracle(Minimax::new(evaluator.clone()), game, depth);
    for aspiration in [true, false] {
        // With a table the shorter wins are known from the iterations before.
        let win_distance = !aspiration;
        let options = SearchOptions { table: false, aspiration, win_distance, ..SearchOptions::default() };
        let mut search = Iterative::with_options(evaluator.clone(), table(64), options);
        let how = format!("repetition, no table, aspiration {aspiration}, win distance {win_distance}");
        iterations_are_minimax(&expected, &mut search, game, &how);
    }
}

/// A table full of moves that are not legal where they stand changes no value, and none of them is played.
pub fn misleading_table_moves_do_no_harm<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    let expected = oracle(Minimax::new(evaluator.clone()).without_repetition(), game, depth);
    let mut search = Iterative::with_options(evaluator.clone(), table(1 << 18), SearchOptions::EXACT);
    let numbers = (0..200).chain([u32::MAX - 1]);
    let moves: Vec<_> = numbers.filter_map(P::Move::from_bits).collect();
    mislead(search.table(), game.position(), &moves, 3);
    iterations_are_minimax(&expected, &mut search, game, "misleading table moves");
}

/// Writes a move that is not legal there for each position within `depth` plies.
fn mislead<P: Hints>(table: &Table, position: &P, moves: &[P::Move], depth: u32) {
    let turned = moves.iter().cycle().skip(position.key() as usize % moves.len().max(1)).take(moves.len());
    if let Some(&mv) = turned.into_iter().find(|&&mv| !position.is_legal(mv)) {
        table.store(position.key(), 0, Entry { best: Some(mv), value: None, depth: 0 });
    }
    if depth > 0 {
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            mislead(table, &child, moves, depth - 1);
        }
    }
}

/// The score of a game's end, or else the evaluation of its position, `plies` plies after the root, for the
/// mover there.
///
/// That repetition forbids every move is found out by trying, which is beyond the `depth` of a search at its
/// last ply.
fn score_at_the_end<P: Hints, E: Knowledge<P>>(
    game: &Game<P>,
    evaluator: &E,
    plies: u32,
    depth: u32,
) -> Score {
    let seen =
        |&(_, reason): &(Outcome, EndReason)| reason != EndReason::NoMoveButRepetition || plies < depth;
    match game.end().filter(seen) {
        Some((Outcome::Draw, _)) => Score::ZERO,
        Some((Outcome::Win(side), _)) if side == game.side_to_move() => Score::win_in(plies),
        Some((Outcome::Win(_), _)) => Score::loss_in(plies),
        None => evaluator.value_of(game.position()),
    }
}

/// A line of a finished iteration can be played, ends at the depth or with the game, and is worth there what
/// was reported.
///
/// In one case its last moves cannot be played: where they begin a turn that cannot be ended but by a
/// forbidden repetition. A search that looks no further than into this turn does not know, and reports the
/// evaluation of a position in the middle of it.
fn attains_its_score<P: Hints, E: Knowledge<P>>(
    game: &Game<P>,
    evaluator: &E,
    line: &Line<P::Move>,
    depth: u32,
) {
    let place = || format!("{line:?}, depth {depth}, {:?}", game.position());
    let mut end = game.clone();
    let mut cannot_end = false;
    for &mv in &line.pv {
        if let Err(error) = end.play(mv) {
            assert_eq!(error, IllegalMove::Repetition, "{mv:?} cannot be played, {}", place());
            let mut inside = end.position().clone();
            inside.play_unchecked(mv);
            end = Game::new(inside);
            cannot_end = true;
        }
        let in_turn = end.position().repetition_key().is_none();
        assert!(in_turn || !cannot_end, "{mv:?} ends a turn that cannot be ended, {}", place());
    }
    assert!(!cannot_end || line.pv.len() == depth as usize, "a turn is not ended, {}", place());
    let plies = line.pv.len() as u32;
    let complete = plies == depth || (plies < depth && end.outcome().is_some());
    assert!(complete, "the line neither reaches the depth nor the end of the game, {}", place());
    let score = score_at_the_end(&end, evaluator, plies, depth);
    let same_side = end.side_to_move() == game.side_to_move();
    assert_eq!(line.score, if same_side { score } else { -score }, "{}", place());
}

/// The principal variation of every iteration can be played and attains its score: of an exact search on a
/// game without history, of one with the default options on the game as it is, of minimax, and of alpha-beta.
pub fn variations_attain_their_scores<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    let mut searches: Vec<Box<dyn Search<P>>> = vec![
        Box::new(Iterative::new(evaluator.clone(), table(1 << 16))),
        Box::new(Minimax::new(evaluator.clone())),
        Box::new(AlphaBeta::new(evaluator.clone())),
    ];
    if game.position().repetition() == Repetition::Ignored {
        let options = SearchOptions { multi_pv: 3, ..SearchOptions::EXACT };
        searches.push(Box::new(Iterative::with_options(evaluator.clone(), table(1 << 16), options)));
    }
    for search in &mut searches {
        let mut before = (0, 0);
        let last = search.search(game, &Limits::depth(depth), &mut |report| {
            assert_eq!(report.lines[0], Line { score: report.score, pv: report.pv.clone() });
            assert_eq!(report.best, report.pv.first().copied());
            assert!((report.depth, report.nodes) > before, "an iteration went backwards");
            before = (report.depth, report.nodes);
            for line in &report.lines {
                attains_its_score(game, evaluator, line, report.depth);
            }
        });
        assert_eq!((last.depth, last.nodes), before, "the answer is that of the last iteration");
    }
}

/// The value of a move for the player who makes it, on the `ply`th move from the root of a search to `depth`:
/// minimax once more, with no game around it whose start a turn may not come back to.
fn value_of_move<P: Hints, E: Knowledge<P>>(
    position: &P,
    mv: P::Move,
    evaluator: &E,
    depth: u32,
    ply: u32,
) -> Score {
    let mut child = position.clone();
    child.play_unchecked(mv);
    let moves = child.legal_moves().into_iter();
    let value = match child.outcome() {
        Some(Outcome::Draw) => Score::ZERO,
        Some(Outcome::Win(side)) if side == child.side_to_move() => Score::win_in(ply),
        Some(Outcome::Win(_)) => Score::loss_in(ply),
        None if depth == 1 => evaluator.value_of(&child),
        None => moves
            .map(|mv| value_of_move(&child, mv, evaluator, depth - 1, ply + 1))
            .max()
            .expect("a position without an outcome has a move"),
    };
    if child.side_to_move() == position.side_to_move() { value } else { -value }
}

/// Several lines begin with different moves, stand in order, have minimax's values of these moves, and no
/// other move is better; the first is worth what a search for one line finds.
pub fn several_lines_are_the_best_ones<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    let value = |mv| value_of_move(game.position(), mv, evaluator, depth, 1);
    let mut values: Vec<_> = game.legal_moves().into_iter().map(|mv| (mv, value(mv))).collect();
    values.sort_by_key(|&(_, score)| -score);
    for multi_pv in [0, 1, 2, 3, usize::MAX] {
        let options = SearchOptions { multi_pv, ..SearchOptions::EXACT };
        let mut search = Iterative::with_options(evaluator.clone(), table(1 << 12), options);
        let report = search.run(game, &Limits::depth(depth));
        let place = || format!("{multi_pv} lines at depth {depth} of {:?}: {report:?}", game.position());
        assert_eq!(report.lines.len(), multi_pv.clamp(1, values.len()), "{}", place());
        let ended_early = report.ended == Some(Ended::Proven);
        assert!(report.depth == depth || (multi_pv <= 1 && ended_early), "{}", place());
        for (index, line) in report.lines.iter().enumerate() {
            let earlier = &report.lines[..index];
            assert!(
                earlier.iter().all(|other| other.pv[0] != line.pv[0]),
                "the same move twice, {}",
                place()
            );
            assert_eq!(line.score, values[index].1, "place {index}, {}", place());
            assert!(values.contains(&(line.pv[0], line.score)), "not the value of this move, {}", place());
        }
    }
}

/// A proven win or loss is one, and takes as long as was said. Where repetition matters it is left out, of
/// the search and of the truth.
pub fn proven_results_are_true<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
    table: &Arc<Table>,
    compared: &Comparisons,
) {
    let options = SearchOptions { repetition: false, ..SearchOptions::FULL_WIDTH };
    let mut search = Iterative::with_options(evaluator.clone(), Arc::clone(table), options);
    let report = search.run(game, &Limits::depth(depth));
    assert!(report.best.is_some_and(|mv| game.legal_moves().contains(&mv)), "{:?}", game.position());
    let (win, loss) = (report.score.plies_to_win(), report.score.plies_to_loss());
    let Some(plies) = win.or(loss).filter(|&plies| plies <= depth) else { return };
    let truth = Minimax::new(evaluator.clone()).without_repetition().run(game, &Limits::depth(plies)).score;
    compared.count();
    assert_eq!(report.score, truth, "proven, or so it was said, of {:?}", game.position());
}

/// After [`clear`](Search::clear) a search answers as if it were new; and so does one whose table was used by
/// nobody else.
pub fn a_cleared_search_is_a_new_one<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
) {
    let new = || Iterative::new(evaluator.clone(), table(1 << 12));
    let limits = Limits::depth(depth);
    let expected = reports(&mut new(), game, &limits);
    let mut used = new();
    used.run(&Game::new(game.start().clone()), &limits);
    used.run(game, &limits);
    used.clear();
    assert_eq!(reports(&mut used, game, &limits), expected, "{:?}", game.position());
}
