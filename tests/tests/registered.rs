//! Every registered game, under its default rules and with each switch turned to each of its values, held to
//! every law.

use plywood_conformance::{Subject, laws};
use plywood_play::{Definition, Notation};
use plywood_registry::{GameVisitor, visit_games};
use plywood_search::{AnyKnowledge, Knowledge, Limits, Position, Symmetry};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// The starts of a game: under the default rules, and with each switch turned.
fn starts<D: Definition>() -> Vec<D::Position> {
    let switches = D::INFO.switches.iter();
    let turned = switches
        .flat_map(|switch| switch.values.iter().skip(1).map(|value| format!("{}={value}", switch.name)));
    let texts = std::iter::once(String::new()).chain(turned);
    let start = |text: String| match text.parse() {
        Ok(rules) => D::Position::start(&rules),
        Err(error) => panic!("{}, {text}: {error}", D::INFO.name),
    };
    texts.map(start).collect()
}

/// The starts of a game, and a position in the middle of a game from each: a game that begins with an empty
/// board is then set up.
fn subject<D: Definition>() -> Subject<D::Position> {
    const PLIES: usize = 34;
    let starts = starts::<D>();
    let played = |start: &D::Position| {
        let mut rng = StdRng::seed_from_u64(1);
        let mut position = start.clone();
        for _ in 0..PLIES {
            let Some(mv) = position.random_move(&mut rng) else { return start.clone() };
            position.play_unchecked(mv);
        }
        if position.outcome().is_some() { start.clone() } else { position }
    };
    let in_the_middle: Vec<_> = starts.iter().map(played).collect();
    Subject::new(D::INFO.name, starts.into_iter().chain(in_the_middle), 2)
}

/// The game with its first evaluation, searched three plies deep in a few games shortly before their end,
/// where there is something to prove: minimax takes its time. Boards with many moves are left out, where
/// there are smaller ones.
fn subject_of_searches<D: Definition>() -> Subject<D::Position> {
    const MANY_MOVES: usize = 50;
    let mut starts = starts::<D>();
    if starts.iter().any(|start| start.count_moves() <= MANY_MOVES) {
        starts.retain(|start| start.count_moves() <= MANY_MOVES);
    }
    let subject = Subject::new(D::INFO.name, near_the_end(&starts), 3).with_plies(2).with_games(8);
    if D::Knowledge::IS_PATH_FREE {
        return subject.with_evaluator(D::INFO.evaluations[0].name, D::Knowledge::default());
    }
    let (name, knowledge) =
        path_free::<D>().next().expect("a game has an evaluation that looks at positions alone");
    subject.with_evaluator(name, knowledge)
}

/// The evaluations whose values do not depend on the path to a position, so that searches agree on them and
/// symmetric positions have equal ones.
fn path_free<D: Definition>() -> impl Iterator<Item = (&'static str, AnyKnowledge<D::Position>)> {
    let listed = D::INFO.evaluations.iter().skip(usize::from(!D::Knowledge::IS_PATH_FREE));
    listed.map(|named| match D::evaluation(named.name) {
        Some(knowledge) => (named.name, knowledge),
        None => panic!("{} is listed and not there", named.name),
    })
}

struct Rules;

impl GameVisitor for Rules {
    fn visit<D: Definition>(&mut self) {
        laws::rules::hold(&subject::<D>());
    }
}

#[test]
fn rules() {
    visit_games(&mut Rules);
}

struct Notations;

impl GameVisitor for Notations {
    fn visit<D: Definition>(&mut self) {
        laws::notation::hold(&subject::<D>());
    }
}

#[test]
fn notation() {
    visit_games(&mut Notations);
}

struct Boards;

impl GameVisitor for Boards {
    fn visit<D: Definition>(&mut self) {
        laws::board::hold(&subject::<D>());
    }
}

#[test]
fn boards() {
    visit_games(&mut Boards);
}

struct Numbers;

impl GameVisitor for Numbers {
    fn visit<D: Definition>(&mut self) {
        laws::arrays::hold(&subject::<D>());
    }
}

#[test]
fn arrays() {
    visit_games(&mut Numbers);
}

struct Symmetries;

impl GameVisitor for Symmetries {
    fn visit<D: Definition>(&mut self) {
        laws::symmetry::hold(&subject::<D>());
    }
}

#[test]
fn symmetry() {
    visit_games(&mut Symmetries);
}

struct Searches;

impl GameVisitor for Searches {
    fn visit<D: Definition>(&mut self) {
        laws::search::hold(&subject_of_searches::<D>());
    }
}

#[test]
fn searches() {
    visit_games(&mut Searches);
}

/// Holds an evaluation to its word: it is for the side to move, whichever side that is.
fn is_fair<P: Symmetry + Notation>(knowledge: &AnyKnowledge<P>, position: &P) {
    // Sides exchanged and the board as it is: the first way that exchanges them. A board mirrored may differ,
    // where a mean square that lies between squares is rounded towards one corner.
    let exchanging = (0..position.symmetries()).find(|&index| position.exchanges_sides(index));
    if let Some(index) = exchanging {
        let exchanged = knowledge.value_of(&position.transformed(index));
        assert_eq!(exchanged, knowledge.value_of(position), "way {index} to look at {position}");
    }
}

struct Evaluations;

impl GameVisitor for Evaluations {
    fn visit<D: Definition>(&mut self) {
        let known: Vec<_> = path_free::<D>().map(|(_, knowledge)| knowledge).collect();
        subject::<D>().for_random_games(32, |game| {
            let position = game.position();
            for knowledge in &known {
                is_fair(knowledge, position);
            }
            let (first, default) = (D::evaluation("default"), D::Knowledge::default());
            let first = first.map(|knowledge| knowledge.value_of(position));
            assert_eq!(first, Some(default.value_of(position)), "the default of {position}");
        });
        assert!(D::evaluation("no such evaluation").is_none());
        assert_eq!(D::INFO.evaluations[0].name, "default");
    }
}

#[test]
fn evaluations() {
    visit_games(&mut Evaluations);
}

struct Known;

impl GameVisitor for Known {
    fn visit<D: Definition>(&mut self) {
        let subject = subject::<D>();
        laws::knowledge::hold(&subject, &D::Knowledge::default());
        laws::knowledge::hold(&subject, &D::Proofs::default());
        for named in &D::INFO.evaluations[1..] {
            let knowledge = D::evaluation(named.name).expect("a listed evaluation is there");
            laws::knowledge::hold(&subject, &knowledge);
        }
    }
}

#[test]
fn what_is_known_follows_the_line_of_play() {
    visit_games(&mut Known);
}

/// Positions some plies before the end of random games, from these starts.
fn near_the_end<P: Position>(starts: &[P]) -> Vec<P> {
    const GAMES: u64 = 8;
    const LONGEST: usize = 400;
    let mut found = Vec::new();
    for (start, seed) in starts.iter().flat_map(|start| (0..GAMES).map(move |seed| (start, seed))) {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut line = vec![start.clone()];
        while let Some(mv) = line.last().and_then(|position| position.random_move(&mut rng)) {
            let mut next = line[line.len() - 1].clone();
            next.play_unchecked(mv);
            line.push(next);
            if line.len() > LONGEST {
                break;
            }
        }
        found.extend([2, 3, 4, 6].iter().filter_map(|plies| line.iter().rev().nth(*plies).cloned()));
    }
    found
}

struct Guides;

impl GameVisitor for Guides {
    fn visit<D: Definition>(&mut self) {
        let positions = near_the_end(&starts::<D>());
        let answered = laws::proof::a_guide_changes_no_answer(&D::Proofs::default(), &positions, 5);
        assert!(answered > 100, "{}: {answered} questions were answered", D::INFO.name);
    }
}

#[test]
fn guides_change_no_answer() {
    visit_games(&mut Guides);
}

/// However early a search is stopped, its answer is a whole turn, and its variation begins with that turn.
#[test]
fn an_answer_begins_with_a_whole_turn() {
    let army = "rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR";
    let position = format!("g [{army}]");
    for nodes in [0, 1, 30, 300, 1_000, 3_000] {
        for game in plywood_registry::games() {
            let start = (game.info().name == "arimaa").then_some(position.as_str());
            let mut session = game.session("", start).expect("a position");
            let spec = format!("pvs:nodes={nodes},hash=1MB,book=off").parse().expect("an engine");
            let mut engine = session.engine(&spec).expect("an engine");
            let thoughts = engine.think(session.as_ref(), &Limits::none(), &mut |_| {}).expect("an answer");
            let best = thoughts.best.expect("the game goes on");
            assert_eq!((thoughts.pv.first(), &thoughts.lines[0].pv), (Some(&best), &thoughts.pv), "{spec}");
            let mover = session.side_to_move();
            best.split_whitespace().for_each(|mv| {
                session.play(mv).unwrap_or_else(|error| panic!("{error}, {spec}"));
            });
            assert!(session.side_to_move() != mover || session.result().is_some(), "{best}, {spec}");
        }
    }
}

/// Exact searches find minimax's values where repetition counts too: with the position that occurs again
/// twice before the horizon.
#[test]
fn exact_is_minimax_where_repetition_counts() {
    let positions = [
        ("gekitai", "both=lines-first,opponent=play-on,repetition=second-draw", "d2 e2 b1 e6"),
        ("gekitai", "repetition=third-draw", "c3 d4"),
        ("loa", "size=5,repetition=second-draw", ""),
        ("loa", "size=5,repetition=none", ""),
    ];
    for (name, rules, moves) in positions {
        let game = plywood_registry::find(name).expect("a game");
        let mut session = game.session(rules, None).unwrap_or_else(|error| panic!("{error}"));
        moves.split_whitespace().for_each(|mv| {
            session.play(mv).unwrap_or_else(|error| panic!("{error}"));
        });
        for depth in 1..=3 {
            let value = |engine: &str| {
                let spec = format!("{engine}depth={depth}").parse().expect("an engine");
                let mut engine = session.engine(&spec).expect("an engine");
                engine.think(session.as_ref(), &Limits::none(), &mut |_| {}).expect("an answer").score
            };
            assert_eq!(value("ids:hash=1MB,exact=on,"), value("minimax:"), "{name}:{rules}, depth {depth}");
        }
    }
}
