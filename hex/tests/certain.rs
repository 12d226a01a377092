//! What the knowledge of Hex takes for certain, compared with the solution of small boards.

use crate::random_positions::random_positions;
use crate::solver::Solver;
use plywood_hex::eval::Strong;
use plywood_hex::{CellSet, Colour, Hex, HexGame, Move, Rules};
use plywood_play::Definition;
use plywood_search::{
    Answer, Candidates, Dfpn, ForcedWin, Knowledge, Limits, Needs, NoKnowledge, Numbers, Position,
    ProofTable, Question, Score, Side, Symmetry,
};
use std::sync::Arc;

fn samples() -> Vec<Hex> {
    let boards = [
        ("size=3", 9),
        ("size=2x6", 12),
        ("size=1x7", 7),
        ("size=3x5", 13),
        ("size=5x3", 13),
        ("size=4", 13),
        ("size=4x5", 13),
        ("size=5", 13),
        ("size=6", 13),
    ];
    boards.into_iter().flat_map(|(rules, most_empty)| random_positions(rules, 40, most_empty)).collect()
}

fn certain(position: &Hex) -> Option<ForcedWin> {
    Strong.forced_win(position, &mut Strong.start(position))
}

fn after(position: &Hex, mv: Move) -> Hex {
    let mut child = *position;
    child.play_unchecked(mv);
    child
}

#[test]
fn who_is_said_to_have_won_wins() {
    let (mut solver, mut won, mut open) = (Solver::default(), [0; 2], 0);
    for position in samples() {
        match certain(&position) {
            Some(ForcedWin { winner, .. }) => {
                won[usize::from(winner == position.side_to_move())] += 1;
                assert_eq!(position.side_of(solver.winner(&position)), winner, "{position}");
            }
            None => open += 1,
        }
    }
    assert!(won.iter().all(|&count| count > 200), "{won:?} wins of the waiting player, and of the mover");
    assert!(20 * open < won[0] + won[1], "{open} positions are left open");
}

/// The position with stones of the other colour on all cells that a colour does not need, its own stones there
/// among them.
fn without_all_but(position: &Hex, colour: Colour, needs: Needs) -> Hex {
    let needed = CellSet::from_words(needs.to_words());
    let (own, enemy) = (*position.stones(colour), *position.stones(!colour));
    let mut stones = [CellSet::EMPTY; 2];
    for number in 0..position.size().cells() {
        if own.contains(number) && needed.contains(number) {
            stones[colour as usize].insert(number);
        } else if enemy.contains(number) || !needed.contains(number) {
            stones[!colour as usize].insert(number);
        }
    }
    Hex::from_stones(stones[0], stones[1], position.turn(), false, position.rules()).expect("a position")
}

/// Who wins and what it needs for that, put together as a prover does it; and how many moves need a look of a
/// search and of a prover.
fn proven(position: &Hex, counts: &mut [usize; 2]) -> (Side, Needs) {
    if let Some(winner) = position.winner().map(|colour| position.side_of(colour)) {
        return (winner, Strong.holds(position, winner));
    }
    let (mover, state) = (position.side_to_move(), &mut Strong.start(position));
    if let Some(ForcedWin { winner, .. }) = Strong.forced_win(position, state) {
        return (winner, Strong.needs(position, state).expect("needs"));
    }
    let all = Strong.candidates(position, state).map(|all| moves_among(position, &all).len());
    counts[0] += all.expect("candidates");
    let moves = Strong.candidates_to_prove(position, state).map(|all| moves_among(position, &all));
    let moves = moves.expect("candidates");
    counts[1] += moves.len();
    let mut all = Needs::NOTHING;
    for mv in moves {
        let (winner, needs) = proven(&after(position, mv), counts);
        if winner == mover {
            return (mover, needs.with(Strong.place(position, mv).expect("a place")));
        }
        all = all.or(needs);
    }
    (!mover, Strong.needs_beside(position, state, all).expect("needs"))
}

#[test]
fn a_prover_that_leaves_moves_out_finds_a_winner_and_all_that_it_needs() {
    let (mut solver, mut checked, mut counts) = (Solver::default(), 0, [0; 2]);
    let boards = [("size=4", 40, 15), ("size=5", 60, 23), ("size=4x6", 60, 22), ("size=6", 3, 26)];
    let positions =
        boards.into_iter().flat_map(|(rules, games, most_empty)| random_positions(rules, games, most_empty));
    for position in positions.filter(|position| certain(position).is_none()) {
        let (winner, needs) = proven(&position, &mut counts);
        let colour = position.colour_of(winner);
        let smaller = without_all_but(&position, colour, needs);
        if smaller.empty_cells().count() <= 17 {
            assert_eq!(solver.winner(&smaller), colour, "{needs:?} in {position}");
            checked += 1;
        }
    }
    let [all, chosen] = counts;
    assert!(checked > 30 && chosen > 500 && chosen < all, "{checked} winners, {counts:?} moves");
}

#[test]
fn who_is_certain_to_win_wins_with_what_it_needs() {
    let (mut solver, mut given) = (Solver::default(), [0; 2]);
    for position in samples() {
        let state = &mut Strong.start(&position);
        let Some(ForcedWin { winner, .. }) = Strong.forced_win(&position, state) else { continue };
        let needs = Strong.needs(&position, state).expect("the winner's needs are known");
        let colour = position.colour_of(winner);
        let smaller = without_all_but(&position, colour, needs);
        assert_eq!(solver.winner(&smaller), colour, "{needs:?} in {position}");
        given[0] += position.empty_cells().count() - smaller.empty_cells().count();
        given[1] += position.stones(colour).count() - smaller.stones(colour).count();
    }
    assert!(given[0] > 5_000 && given[1] > 1_000, "{given:?} cells and stones given away");
}

#[test]
fn what_is_needed_turns_with_the_board() {
    let needs = [0, 3, 7].into_iter().fold(Needs::NOTHING, Needs::with);
    let turned = [8, 12, 15].into_iter().fold(Needs::NOTHING, Needs::with);
    let position = Hex::from_text("x3/1o2/2x1/4 o", "size=4".parse::<Rules>().unwrap()).unwrap();
    let seen = [position, position.transformed(1)].map(|position| Strong.turned(&position, needs));
    assert!(seen == [needs, turned] || seen == [turned, needs], "one of two keeps its sets: {seen:?}");
    for position in [position, position.transformed(1)] {
        assert_eq!(Strong.turned(&position, Strong.turned(&position, needs)), needs, "and back again");
    }
}

#[test]
fn a_swap_stands_for_nothing_and_so_does_a_stone_before_it() {
    for rules in ["size=3,swap=pieces", "size=3,swap=sides"] {
        let start = Hex::start(rules.parse::<Rules>().unwrap());
        for position in [start, after(&start, "b2".parse().unwrap())] {
            assert!(
                position.legal_moves().iter().all(|&mv| Strong.place(&position, mv).is_none()),
                "{rules}"
            );
            let beside = Strong.needs_beside(&position, &mut Strong.start(&position), Needs::NOTHING);
            assert_eq!(beside, None, "{rules}");
        }
    }
}

/// The guide without what it knows of needs.
#[derive(Clone, Copy)]
struct NeedsNothing;

impl Knowledge<Hex> for NeedsNothing {
    type State = ();

    fn start(&self, _position: &Hex) {}

    fn evaluate(&self, position: &Hex, (): &mut ()) -> Score {
        Strong.value_of(position)
    }

    fn numbers(&self, position: &Hex, (): &mut (), attacker: Side) -> Numbers {
        Strong.numbers(position, &mut Strong.start(position), attacker)
    }
}

/// Each position that is open at first sight is searched both with a guide that leaves out what fails with
/// another move, and by one that leaves out nothing and has to play every win to its end; and so is the
/// position with a cell more.
#[test]
fn leaving_out_what_fails_with_another_move_changes_no_answer() {
    let mut seen = 0;
    let more = [("size=5", 17), ("size=4x6", 17), ("size=6x4", 17)];
    let more = more.into_iter().flat_map(|(rules, most_empty)| random_positions(rules, 100, most_empty));
    for position in samples().into_iter().chain(more).filter(|position| certain(position).is_none()) {
        let win = |verdict: plywood_search::Verdict<Move>| matches!(verdict.answer, Answer::Wins { .. });
        let table = || Arc::new(ProofTable::with_bytes(1 << 20).unwrap());
        for side in Side::BOTH {
            let question = Question::wins(side);
            let plain =
                Dfpn::new(NeedsNothing, table()).ask(&position, question, &Limits::none(), &mut |_| {});
            let plain = win(plain);
            for threads in [1, 3] {
                let mut guided = Dfpn::new(Strong, table()).with_threads(threads);
                let guided = win(guided.ask(&position, question, &Limits::none(), &mut |_| {}));
                assert_eq!(guided, plain, "{side:?} in {position}, {threads} threads");
            }
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} questions");
}

#[test]
fn a_certain_win_takes_no_more_plies_than_said() {
    let mut seen = 0;
    for position in samples() {
        let Some(ForcedWin { winner, plies }) = certain(&position).filter(|win| win.plies <= 5) else {
            continue;
        };
        let mut search = Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(1 << 16).unwrap()));
        let question = Question::wins_within(winner, plies);
        let verdict = search.ask(&position, question, &Limits::none(), &mut |_| {});
        assert!(matches!(verdict.answer, Answer::Wins { .. }), "{plies} plies in {position}");
        seen += 1;
    }
    assert!(seen > 100, "{seen} wins");
}

#[test]
fn a_winning_player_wins_by_a_candidate() {
    let (mut solver, mut left_out) = (Solver::default(), 0);
    for position in samples() {
        let state = &mut Strong.start(&position);
        let Some(candidates) = Strong.candidates(&position, state) else { continue };
        let moves = position.legal_moves();
        let chosen: Vec<Move> = moves.iter().copied().filter(|&mv| (candidates.is_one)(mv)).collect();
        assert!(!chosen.is_empty(), "{position}");
        left_out += moves.len() - chosen.len();
        let wins = chosen.iter().any(|&mv| solver.winner(&after(&position, mv)) == position.turn());
        assert_eq!(wins, solver.winner(&position) == position.turn(), "{chosen:?} of {position}");
    }
    assert!(left_out > 5_000, "{left_out} moves left out");
}

/// The legal moves that are candidates.
fn moves_among(position: &Hex, candidates: &Candidates<impl Fn(Move) -> bool>) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|&mv| (candidates.is_one)(mv)).collect()
}

#[test]
fn a_plan_wins_though_all_that_it_does_not_need_is_given_away() {
    let (mut solver, mut plans) = (Solver::default(), 0);
    for position in samples() {
        for winner in Side::BOTH {
            let Some(plan) = Strong.plan(&position, winner) else { continue };
            assert_eq!(plan.mv.is_some(), position.side_to_move() == winner, "{position}");
            let next = plan.mv.map_or(position, |mv| after(&position, mv));
            let smaller = HexGame::concede(&next, winner, &plan.needed).unwrap_or(next);
            assert_eq!(smaller.side_of(solver.winner(&smaller)), winner, "{position}: {plan:?}");
            plans += 1;
        }
    }
    assert!(plans > 1_000, "{plans} plans");
}

#[test]
fn semi_connections_that_go_on_from_one_group_are_a_connection_together() {
    // In each, what Black's semi-connections have in common is what links a group of its own to the edge.
    for text in
        ["xoo2/1o2x/xoxxx/x1oxo/1xo1o o", "xoo2/ooxxo/1x2x/x2x1/ooxox o", "xxxo1/o2o1/x2oo/xxxx1/1ooox o"]
    {
        let position = Hex::from_text(text, "size=5".parse::<Rules>().unwrap()).unwrap();
        assert_eq!(certain(&position).map(|win| win.winner), Some(Side::First), "{text}");
    }
}

#[test]
fn a_stone_on_the_third_row_with_room_has_its_edge() {
    for (text, size) in [("2x2/5/5 o", "size=5x3"), ("2x1/4/4 o", "size=4x3"), ("5/5/2x2/5/5 o", "size=5")] {
        let position = Hex::from_text(text, size.parse::<Rules>().unwrap()).unwrap();
        let win = certain(&position).unwrap_or_else(|| panic!("{text} is open"));
        assert_eq!(win.winner, Side::First, "{text}");
    }
    let narrow = Hex::from_text("1x1/3/3 o", "size=3".parse::<Rules>().unwrap()).unwrap();
    assert_ne!(certain(&narrow).map(|win| win.winner), Some(Side::First), "the board is too narrow");
}

#[test]
fn the_colour_with_the_short_way_has_won_on_a_board_that_is_broader() {
    for (rules, winner) in
        [("size=7x8", Colour::White), ("size=9x8", Colour::Black), ("size=18x19", Colour::White)]
    {
        let start = Hex::start(rules.parse::<Rules>().unwrap());
        let mut middle = start;
        middle.play_unchecked(start.legal_moves()[start.count_moves() / 2]);
        for position in [start, middle] {
            let win = certain(&position).map(|win| position.colour_of(win.winner));
            assert_eq!(win, Some(winner), "{position}");
        }
    }
    let square = Hex::start("size=8".parse::<Rules>().unwrap());
    assert_eq!(certain(&square), None, "there are no pairs");
}

#[test]
fn nothing_is_certain_while_a_swap_may_come() {
    for rules in ["size=3,swap=pieces", "size=3,swap=sides"] {
        let start = Hex::start(rules.parse::<Rules>().unwrap());
        for position in [start, after(&start, "b2".parse().unwrap())] {
            assert_eq!(certain(&position), None, "{rules}");
            assert_eq!(Strong.plan(&position, Side::First), None, "{rules}");
            let state = &mut Strong.start(&position);
            assert!(Strong.candidates(&position, state).is_none(), "{rules}");
        }
    }
}
