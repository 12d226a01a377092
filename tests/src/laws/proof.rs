//! The laws of proof-number search, held against a whole graph of positions worked out backwards.

use plywood_search::{
    Answer, Checkpoint, CheckpointError, Dfpn, FnEvaluator, Game, Knowledge, Limits, Minimax, NoKnowledge,
    Outcome, Position, ProofTable, Question, Repetition, Score, Search, Side, Verdict,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Every position that can be reached from another one, and how soon a side can force the end that it wants.
struct Solved<P> {
    side: Side,
    /// By key: a position, its successors' keys, and the plies to that end, if it can be forced.
    positions: HashMap<u64, (P, Vec<u64>, Option<u32>)>,
}

impl<P: Position> Solved<P> {
    /// Where `side` can force its win.
    fn wins(start: &P, side: Side) -> Self {
        Self::new(start, side, |outcome| outcome == Outcome::Win(side))
    }

    /// Where `side` can force an end of the game that is not its loss.
    fn safe_ends(start: &P, side: Side) -> Self {
        Self::new(start, side, |outcome| outcome != Outcome::Win(!side))
    }

    fn new(start: &P, side: Side, is_wanted: impl Fn(Outcome) -> bool) -> Self {
        let mut solved = Self { side, positions: HashMap::new() };
        let mut open = vec![start.clone()];
        while let Some(position) = open.pop() {
            if solved.positions.contains_key(&position.key()) {
                continue;
            }
            let children: Vec<_> =
                position.legal_moves().into_iter().map(|mv| after(&position, mv)).collect();
            let keys = children.iter().map(Position::key).collect();
            let reached = position.outcome().is_some_and(&is_wanted).then_some(0);
            solved.positions.insert(position.key(), (position, keys, reached));
            open.extend(children);
        }
        let mut plies = 1;
        while solved.grow(plies) {
            plies += 1;
        }
        solved
    }

    /// Marks the positions where it takes just so many plies. False if there are none.
    fn grow(&mut self, plies: u32) -> bool {
        let reached = |key: &u64| self.positions[key].2.is_some();
        let is_new = |(position, children, known): &(P, Vec<u64>, Option<u32>)| {
            known.is_none()
                && !children.is_empty()
                && if position.side_to_move() == self.side {
                    children.iter().any(reached)
                } else {
                    children.iter().all(reached)
                }
        };
        let found: Vec<u64> =
            self.positions.iter().filter(|(_, entry)| is_new(entry)).map(|(&key, _)| key).collect();
        for key in &found {
            self.positions.get_mut(key).expect("it has just been found").2 = Some(plies);
        }
        !found.is_empty()
    }

    fn plies(&self, position: &P) -> Option<u32> {
        self.positions[&position.key()].2
    }
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}

fn search<P: Position>(bytes: usize) -> Dfpn<P, NoKnowledge> {
    Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(bytes).expect("there is so little of it")))
}

fn ask<P: Position>(search: &mut Dfpn<P, NoKnowledge>, position: &P, question: Question) -> Verdict<P::Move> {
    search.ask(position, question, &Limits::none(), &mut |_| {})
}

/// Whatever the size of the table, the answer is that of the graph worked out backwards, for either side as
/// attacker, and the move is one that keeps it.
pub fn answers_are_right<P: Position>(starts: &[P], bytes: usize) {
    for (start, attacker) in each_question(starts) {
        let solved = Solved::wins(start, attacker);
        let verdict = ask(&mut search(bytes), start, Question::wins(attacker));
        match (verdict.answer, solved.plies(start)) {
            (Answer::Wins { within: Some(within) }, Some(plies)) => {
                assert!(within >= plies, "{start:?}: proven within {within} plies, the win takes {plies}");
            }
            (Answer::CannotWin { .. }, None) => {}
            (answer, plies) => panic!("{start:?}: {answer:?}, and it takes {plies:?} plies"),
        }
        if let Some(mv) = verdict.best {
            let keeps = solved.plies(&after(start, mv)).is_some();
            assert_eq!(keeps, solved.plies(start).is_some(), "{start:?}: {mv:?}");
        }
    }
}

/// A question with a bound in plies is answered by the shortest win, whichever question was asked of the
/// table before.
pub fn bounds_are_exact<P: Position>(starts: &[P], bytes: usize) {
    for (start, attacker) in each_question(starts) {
        let shortest = Solved::wins(start, attacker).plies(start);
        let mut search = search(bytes);
        for within in [3, 7, 2, 12, 0, 5, 1, 4, 9, 6, 8, 10, 11] {
            let verdict = ask(&mut search, start, Question::wins_within(attacker, within));
            match (verdict.answer, shortest.is_some_and(|plies| plies <= within)) {
                (Answer::Wins { within: Some(found) }, true) => {
                    assert!(
                        found <= within && Some(found) >= shortest,
                        "{start:?}: {found} for {shortest:?}"
                    );
                }
                (Answer::CannotWin { by_repetition: false }, false) => {}
                (answer, _) => {
                    panic!("{start:?} within {within}: {answer:?}, and it takes {shortest:?} plies")
                }
            }
        }
    }
}

/// What is refuted without a repetition is a loss or a draw that the other side can force.
pub fn refutations_without_repetition_end<P: Position>(starts: &[P]) {
    for (start, attacker) in each_question(starts) {
        let verdict = ask(&mut search(1 << 16), start, Question::wins(attacker));
        if verdict.answer == (Answer::CannotWin { by_repetition: false }) {
            assert!(Solved::safe_ends(start, !attacker).plies(start).is_some(), "{start:?}");
        }
    }
}

/// The same question gives the same nodes.
pub fn searches_are_deterministic<P: Position>(starts: &[P]) {
    for (start, attacker) in each_question(starts) {
        let ask = || ask(&mut search(1 << 12), start, Question::wins(attacker));
        assert_eq!(ask(), ask(), "{start:?}");
    }
}

/// A search that is stopped after every hundred nodes and taken up again comes to the same answer.
pub fn a_stopped_search_is_taken_up<P: Position>(starts: &[P]) {
    for (start, attacker) in each_question(starts) {
        let question = Question::wins(attacker);
        let whole = ask(&mut search(1 << 20), start, question).answer;
        let mut search = search(1 << 20);
        let answer = (1..10_000)
            .map(|part| search.ask(start, question, &Limits::nodes(100 * part), &mut |_| {}).answer)
            .find(|&answer| answer != Answer::Unknown);
        let is_win = |answer| matches!(answer, Answer::Wins { .. });
        assert_eq!(answer.map(is_win), Some(is_win(whole)), "{start:?}");
    }
}

/// The value is that of the graph worked out backwards, its bound in plies and its move too; where repetition
/// is illegal it may be left open, but is not wrong.
pub fn values_are_right<P: Position>(starts: &[P]) {
    for start in starts {
        let solved = Side::BOTH.map(|side| Solved::wins(start, side));
        let plies = solved.each_ref().map(|solved| solved.plies(start));
        let value = match plies {
            [Some(_), _] => Outcome::Win(Side::First),
            [_, Some(_)] => Outcome::Win(Side::Second),
            [None, None] => Outcome::Draw,
        };
        let found = search(1 << 16).solve(start, &Limits::none(), &mut |_| {});
        let may_be_open = matches!(start.repetition(), Repetition::Illegal(_)) && value == Outcome::Draw;
        assert!(found.value == Some(value) || (may_be_open && found.value.is_none()), "{start:?}: {found:?}");
        assert!(found.within >= plies[0].or(plies[1]), "{start:?}: {found:?}");
        let loses = value == Outcome::Win(!start.side_to_move());
        assert_eq!(
            found.best.is_some(),
            !loses && found.value.is_some() && start.outcome().is_none(),
            "{start:?}"
        );
        if let Some(mv) = found.best {
            let after = after(start, mv);
            let (mover, other) = (start.side_to_move(), !start.side_to_move());
            let [wins, loses] = [mover, other].map(|side| solved[side.index()].plies(&after).is_some());
            assert_eq!((wins, loses), (value == Outcome::Win(mover), false), "{start:?}: {found:?}");
        }
    }
}

/// Plain minimax, which keeps to the game's rule of repetition along every line, finds the wins that are
/// proven, and none that are refuted.
pub fn minimax_agrees<P: Position>(starts: &[P], depth: u32) {
    for start in starts {
        let mut minimax = Minimax::new(FnEvaluator(|_: &P| Score::ZERO));
        let score = minimax.run(&Game::new(start.clone()), &Limits::depth(depth)).score;
        let (mover, found) =
            (start.side_to_move(), search(1 << 16).solve(start, &Limits::none(), &mut |_| {}));
        let is_near = found.within.is_some_and(|plies| plies <= depth);
        let illegal = matches!(start.repetition(), Repetition::Illegal(_));
        for (side, plies) in [(mover, score.plies_to_win()), (!mover, score.plies_to_loss())] {
            if found.value == Some(Outcome::Win(side)) && is_near {
                assert!(plies <= found.within && plies.is_some(), "{start:?}: {found:?}, minimax {score}");
            }
            if plies.is_some() {
                let agrees = found.value == Some(Outcome::Win(side)) || (illegal && found.value.is_none());
                assert!(agrees, "{start:?}: {found:?}, minimax {score}");
            }
        }
    }
}

/// The length of a win is narrowed down to the least.
pub fn lengths_are_least<P: Position>(starts: &[P]) {
    for (start, attacker) in each_question(starts) {
        let Some(plies) = Solved::wins(start, attacker).plies(start) else { continue };
        for known in [plies, plies + 1, plies + 30] {
            let length = search(1 << 14).shortest(start, (attacker, known), &Limits::none(), &mut |_| {});
            assert_eq!((length.at_least, length.at_most), (plies, plies), "{start:?} from {known}");
        }
    }
}

/// A search that is put aside as bytes and read again goes on to the same answer, with the same nodes.
pub fn a_checkpoint_goes_on<P: Position>(starts: &[P]) {
    for (start, attacker) in each_question(starts) {
        let question = Question::wins(attacker);
        let mut search = search(1 << 14);
        let nodes = search.ask(start, question, &Limits::nodes(300), &mut |_| {}).progress.nodes;
        let bytes = Checkpoint::write(search.table(), "a question", nodes);
        let read = Checkpoint::read(&bytes).expect("what was written is read");
        assert_eq!((read.label.as_str(), read.nodes, read.table.bytes()), ("a question", nodes, 1 << 14));
        assert_eq!(read.table.entries(), search.table().entries());
        let mut resumed = Dfpn::new(NoKnowledge, Arc::new(read.table));
        assert_eq!(ask(&mut resumed, start, question), ask(&mut search, start, question), "{start:?}");
        refuses_damage(&bytes);
    }
}

fn refuses_damage(bytes: &[u8]) {
    let damaged =
        |bytes: &[u8]| matches!(Checkpoint::read(bytes), Err(error) if error != CheckpointError::TooLarge(0));
    assert!(damaged(&bytes[..bytes.len() - 1]) && damaged(&[bytes, &[0]].concat()) && damaged(b""));
    for place in [0, 8, 16, 24, 32, 40, bytes.len() / 2, bytes.len() - 1] {
        let mut bytes = bytes.to_vec();
        bytes[place] ^= 4;
        assert!(damaged(&bytes), "byte {place}");
    }
}

/// Threads that share a table give the answers of one alone.
pub fn threads_change_no_answer<P: Position>(starts: &[P], bytes: usize, threads: usize) {
    let is_win = |answer| matches!(answer, Answer::Wins { .. });
    for (start, attacker) in each_question(starts) {
        let mut team = search(bytes).with_threads(threads);
        for within in [None, Some(6), Some(3)] {
            let question = Question { attacker, within };
            let (alone, together) =
                (ask(&mut search(bytes), start, question), ask(&mut team, start, question));
            assert_eq!(is_win(together.answer), is_win(alone.answer), "{start:?}: {question:?}");
            assert_eq!(together.ended, alone.ended, "{start:?}: {question:?}");
            let Some(mv) = together.best else { continue };
            let kept = Solved::wins(start, attacker).plies(&after(start, mv));
            let is_kept = kept.is_some_and(|plies| within.is_none_or(|within| plies < within));
            assert_eq!(is_kept, is_win(alone.answer), "{start:?}: {question:?}, {mv:?}");
        }
    }
}

/// With a guide the search answers as it does without one, whatever the bound in plies. Questions that take
/// too long without one are left out; gives the number of the others.
pub fn a_guide_changes_no_answer<P: Position, G: Knowledge<P> + Clone>(
    guide: &G,
    starts: &[P],
    longest: u32,
) -> usize {
    const NODES: u64 = 5_000;
    let mut answered = 0;
    for (start, attacker) in each_question(starts) {
        let table = Arc::new(ProofTable::with_bytes(1 << 18).expect("there is so little of it"));
        let mut guided = Dfpn::new(guide.clone(), table);
        for within in (0..=longest).rev() {
            let question = Question::wins_within(attacker, within);
            let plain = search(1 << 18).ask(start, question, &Limits::nodes(NODES), &mut |_| {}).answer;
            let answer = guided.ask(start, question, &Limits::nodes(NODES), &mut |_| {}).answer;
            if plain == Answer::Unknown || answer == Answer::Unknown {
                continue;
            }
            let is_win = |answer| matches!(answer, Answer::Wins { .. });
            assert_eq!(is_win(answer), is_win(plain), "{start:?}: {attacker:?} within {within}");
            answered += 1;
        }
    }
    answered
}

fn each_question<P>(starts: &[P]) -> impl Iterator<Item = (&P, Side)> {
    starts.iter().flat_map(|start| Side::BOTH.map(|side| (start, side)))
}
