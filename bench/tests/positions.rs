//! The known positions: there are as many as said, what is said of them can be proven again, and searches are
//! judged by them.

use plywood_arimaa::ArimaaGame;
use plywood_arimaa::eval::Strong as GoalKnowledge;
use plywood_bench::positions::found::{Budget, Findings, details, look, shares};
use plywood_bench::positions::sight::{defences, next_turn_wins};
use plywood_bench::positions::{Certainty, KnownPosition, of_game};
use plywood_gekitai::{GekitaiGame, ThreatGuide};
use plywood_hex::HexGame;
use plywood_hex::eval::Strong;
use plywood_loa::LinesOfAction;
use plywood_play::{Definition, Notation};
use plywood_search::{Answer, Clock, Dfpn, Knowledge, Limits, Position, ProofTable, Question, SystemClock};
use std::collections::HashSet;
use std::sync::Arc;

const GAMES: [&str; 4] = ["loa", "gekitai", "hex", "arimaa"];

fn clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock::start())
}

#[test]
fn each_game_has_sixty_different_positions_in_which_few_turns_are_best() {
    for game in GAMES {
        let known = of_game(game).unwrap();
        let different: HashSet<_> = known.iter().map(|known| (&known.game, &known.position)).collect();
        assert_eq!((known.len(), different.len()), (60, 60), "{game}");
        for known in &known {
            let turns: HashSet<_> = known.best.iter().collect();
            assert_eq!(turns.len(), known.best.len(), "{known}");
            assert!(known.session().unwrap().legal_moves().len() > 1, "{known}");
            assert!(known.best.len() <= 60, "{known}");
        }
    }
    assert!(of_game("chess").unwrap().is_empty());
}

fn search<D: Definition, G: Knowledge<D::Position>>(guide: G) -> Dfpn<D::Position, G> {
    Dfpn::new(guide, Arc::new(ProofTable::with_bytes(1 << 24).unwrap()))
}

fn position<D: Definition>(known: &KnownPosition) -> D::Position {
    let (_, rules) = plywood_registry::parse(&known.game).unwrap();
    let Ok(rules) = rules.parse() else { panic!("{rules}") };
    D::Position::read(&known.position, &rules).unwrap()
}

/// For each legal ply, whether the side to move wins with it; `None` where so many nodes are not enough, or
/// forty times as many for one of the best.
fn winning_plies<D: Definition, G: Knowledge<D::Position>>(
    search: &mut Dfpn<D::Position, G>,
    known: &KnownPosition,
    nodes: u64,
) -> Vec<(String, Option<bool>)> {
    let position = position::<D>(known);
    let question = Question::wins(position.side_to_move());
    let mut wins = |mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let text = position.write_move(mv);
        let nodes = if known.best.contains(&text) { 40 * nodes } else { nodes };
        let answer = match search.ask(&after, question, &Limits::nodes(nodes), &mut |_| {}).answer {
            Answer::Wins { .. } => Some(true),
            Answer::CannotWin { .. } => Some(false),
            Answer::Unknown => None,
        };
        (text, answer)
    };
    position.legal_moves().into_iter().map(&mut wins).collect()
}

/// Proves again what can be proven in a few nodes, and gives the numbers of plies shown to win and not to.
fn prove_again<D: Definition, G: Knowledge<D::Position> + Clone>(guide: &G, nodes: u64) -> [usize; 2] {
    let mut proven = [0, 0];
    for known in of_game(D::INFO.name).unwrap().iter().step_by(3) {
        for (mv, wins) in winning_plies::<D, G>(&mut search::<D, G>(guide.clone()), known, nodes) {
            let is_best = known.best.contains(&mv);
            match wins {
                Some(true) => {
                    assert!(is_best || known.certainty != Certainty::Complete, "{mv} wins: {known}");
                }
                Some(false) => assert!(!is_best, "{mv} does not win: {known}"),
                None => continue,
            }
            proven[usize::from(wins == Some(false))] += 1;
        }
    }
    proven
}

#[test]
fn proofs_of_a_few_nodes_contradict_no_file() {
    let proven = [
        prove_again::<LinesOfAction, _>(&plywood_loa::ThreatGuide::default(), 2_000),
        prove_again::<GekitaiGame, _>(&ThreatGuide, 5_000),
        prove_again::<HexGame, _>(&Strong, 500),
    ];
    assert!(proven[0][0] >= 1 && proven[0][1] >= 50, "{proven:?}");
    assert!(proven[1][0] >= 1 && proven[1][1] >= 50, "{proven:?}");
    assert!(proven[2][1] >= 50, "{proven:?}");
}

#[test]
fn goals_of_the_next_turn_and_the_only_defences_are_found_again() {
    for known in of_game("arimaa").unwrap().iter().step_by(6) {
        let position = position::<ArimaaGame>(known);
        let found = match known.certainty {
            Certainty::Only => defences(&GoalKnowledge, &position, known.best.len()),
            _ => next_turn_wins(&GoalKnowledge, &position, known.best.len()),
        };
        let found = found.unwrap_or_else(|unfit| panic!("{unfit:?}: {known}"));
        assert_eq!((&found.turns, found.certainty), (&known.best, known.certainty), "{known}");
    }
}

/// What the engine `name` finds in the first positions of a game.
fn findings(name: &str, known: &[KnownPosition], budgets: &[Budget]) -> Findings {
    let spec: plywood_play::Spec = name.parse().unwrap();
    let clock = clock();
    let row = |known: &KnownPosition| {
        let mut engine = known.session().unwrap().engine(&spec).unwrap();
        look(known, &mut *engine, budgets, &clock).unwrap()
    };
    Findings { rows: known.iter().map(row).collect(), engine: spec.clone() }
}

#[test]
fn what_a_search_proves_is_among_the_best_where_these_are_all_known() {
    let budgets = Budget::nodes("1k,10k").unwrap();
    for game in GAMES {
        let known = of_game(game).unwrap();
        for engine in ["ids:hash=1MB", "pvs:hash=1MB,book=off"] {
            let found = findings(engine, &known[..20], &budgets);
            for (known, row) in known.iter().zip(&found.rows) {
                for finding in row {
                    let is_all = known.certainty == Certainty::Complete;
                    assert!(
                        !is_all || !finding.is_proven || finding.is_found,
                        "{engine}: {finding:?}, {known}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_found_is_counted_and_the_same_again() {
    let budgets = Budget::nodes("100,10k").unwrap();
    let known = &of_game("loa").unwrap()[..10];
    let found = findings("pvs:hash=1MB", known, &budgets);
    assert_eq!(found.rows, findings("pvs:hash=1MB", known, &budgets).rows);
    assert!(found.found(0) <= 10 && found.found(1) >= 1 && found.found(2) == 0);
    let percent = format!("{:.1}", 10.0 * found.found(1) as f64);
    let shares = shares("loa", &budgets, std::slice::from_ref(&found));
    assert!(
        shares.text().contains("% in 10000 nodes") && shares.text().contains(&percent),
        "{}",
        shares.text()
    );
    let details = details(known, &budgets, &[found]).csv();
    assert_eq!(details.lines().count(), 1 + 10 * 2);
    assert!(
        details.starts_with("game,position,best,certainty,engine,budget,answer,found,proven,depth,nodes\n")
    );
}

#[test]
fn a_search_that_ends_by_itself_is_not_repeated() {
    let known = &of_game("loa").unwrap()[0];
    let found =
        findings("pvs:hash=1MB,depth=2", std::slice::from_ref(known), &Budget::nodes("10k,20k").unwrap());
    assert_eq!(found.rows[0][0], found.rows[0][1]);
    assert_eq!(found.rows[0][0].depth, 2);
}

#[test]
fn budgets_are_read_with_commas_between_them() {
    assert_eq!(Budget::nodes("20k,1M"), Ok(vec![Budget::Nodes(20_000), Budget::Nodes(1_000_000)]));
    let times = Budget::times("100ms,5s").unwrap();
    assert_eq!(times.iter().map(ToString::to_string).collect::<Vec<_>>(), ["0.1 s", "5 s"]);
    assert_eq!(Budget::times("1s,x").unwrap_err().text, "x");
    assert_eq!(Budget::nodes("1,").unwrap_err().text, "");
}
