//! Solving as front ends do it: text in, text out.

use plywood_gekitai::GekitaiGame;
use plywood_loa::LinesOfAction;
use plywood_play::Definition;
use plywood_search::{Ended, Limits, NoKnowledge, ProofTable, Side, StopHandle};
use plywood_solve::{Form, Request, Solved, certificate, solve};
use std::sync::Arc;

fn request(rules: &str, position: &str) -> Request {
    Request {
        rules: rules.to_owned(),
        position: Some(position.to_owned()),
        limits: Limits::none(),
        max_plies: None,
        shortest: false,
        threads: 1,
        certificate: None,
        shorten: None,
    }
}

fn answer<D: Definition>(request: &Request) -> Solved {
    let table = Arc::new(ProofTable::with_bytes(1 << 22).unwrap());
    solve::<D, _>(NoKnowledge, table, request, &mut |_| {}).unwrap()
}

const DRAWN: (&str, &str) = ("size=5", "o1x2/x3x/1oo1o/5/4x x");
const START: (&str, &str) = ("size=5", "1xxx1/o3o/o3o/o3o/1xxx1 x");

#[test]
fn a_win_has_a_move_and_a_bound() {
    let request = Request { shortest: true, ..request(START.0, START.1) };
    let solved = answer::<LinesOfAction>(&request);
    assert_eq!((solved.word(), solved.mover, solved.ended), ("win", Side::First, Ended::Proven));
    assert_eq!((solved.plies, solved.shortest), (Some(11), true));
    assert!(solved.best.is_some() && solved.certificate.is_none());
}

#[test]
fn a_loss_has_a_bound_and_no_move() {
    let solved = answer::<GekitaiGame>(&request("", "6/6/1x4/2xx2/6/6 x"));
    assert_eq!(solved.word(), "win");
    let best = solved.best.unwrap();
    assert_eq!(solved.plies, Some(1), "{best}");
    let solved = answer::<GekitaiGame>(&request("", "6/1x4/2x3/6/2x1x1/6 o"));
    assert_eq!((solved.word(), solved.best), ("loss", None));
}

#[test]
fn a_draw_has_a_move_and_no_bound() {
    let solved =
        answer::<LinesOfAction>(&Request { certificate: Some(Form::Exact), ..request(DRAWN.0, DRAWN.1) });
    assert_eq!((solved.word(), solved.plies), ("draw", None));
    assert!(solved.best.is_some());
    let file = solved.certificate.unwrap().unwrap();
    assert!(certificate::verify::<LinesOfAction>(&file, &StopHandle::new()).is_ok());
}

#[test]
fn with_a_bound_in_plies_only_wins_within_it_are_found() {
    let within =
        |plies| answer::<LinesOfAction>(&Request { max_plies: Some(plies), ..request(START.0, START.1) });
    let (short, long) = (within(10), within(11));
    assert_eq!((short.word(), short.ended, short.plies), ("unknown", Ended::Proven, None));
    assert_eq!((long.word(), long.plies), ("win", Some(11)));
}

/// Where the rule looks at the men alone, a line of a proof may be cut short by it.
#[test]
fn a_repetition_rule_may_leave_a_win_open_at_any_length() {
    let rules = "size=5,repetition=second-draw";
    for max_plies in [None, Some(11)] {
        let solved = answer::<LinesOfAction>(&Request { max_plies, ..request(rules, START.1) });
        assert_eq!((solved.word(), solved.is_left_open, solved.plies), ("unknown", true, None));
    }
    let solved = answer::<LinesOfAction>(&Request { max_plies: Some(10), ..request(rules, START.1) });
    assert_eq!((solved.word(), solved.is_left_open), ("unknown", false));
}

#[test]
fn limits_leave_the_value_open() {
    let limited =
        Request { limits: Limits::nodes(1_000), certificate: Some(Form::Exact), ..request(START.0, START.1) };
    let solved = answer::<LinesOfAction>(&limited);
    assert_eq!((solved.word(), solved.nodes, solved.ended), ("unknown", 1_000, Ended::Nodes));
    assert!(solved.certificate.is_none());
}

#[test]
fn errors_name_the_text() {
    let table = || Arc::new(ProofTable::with_bytes(64).unwrap());
    for (rules, position, part) in
        [("size=99", "", "rules \"size=99\""), ("size=5", "nonsense", "position \"nonsense\"")]
    {
        let result = solve::<LinesOfAction, _>(NoKnowledge, table(), &request(rules, position), &mut |_| {});
        let error = result.unwrap_err().to_string();
        assert!(error.starts_with(part), "{error}");
    }
}

#[test]
fn a_certificate_is_shortened_on_request() {
    let plies = |shorten| {
        let request = Request { certificate: Some(Form::Symmetric), shorten, ..request(START.0, START.1) };
        let solved = answer::<LinesOfAction>(&request);
        let file = solved.certificate.unwrap().unwrap();
        let proven = certificate::verify::<LinesOfAction>(&file, &StopHandle::new()).unwrap();
        assert_eq!(proven.plies, solved.plies);
        proven.plies.unwrap()
    };
    assert!(plies(Some(100_000)) < plies(None));
    assert_eq!(plies(Some(100_000)), 11);
}
