//! Certificates of forced goals, where the sides do not alternate.

use plywood_arimaa::{Arimaa, ArimaaGame};
use plywood_search::{Limits, Outcome, Position, ProofTable, StopHandle};
use plywood_solve::{Form, Request, certificate, solve};
use std::sync::Arc;

const TWO_TURNS: u32 = 12;

#[test]
fn a_goal_within_two_turns_is_certified_against_every_reply() {
    for text in [
        "g [       e                  E       r                     R       ]",
        "g [                                     r    RD                   e]",
    ] {
        let position: Arimaa = text.parse().unwrap();
        let request = Request {
            rules: String::new(),
            position: Some(position.to_string()),
            limits: Limits::none(),
            max_plies: Some(TWO_TURNS),
            shortest: false,
            threads: 1,
            certificate: Some(Form::Symmetric),
            shorten: None,
        };
        let table = Arc::new(ProofTable::with_bytes(1 << 22).unwrap());
        let solved =
            solve::<ArimaaGame, _>(plywood_arimaa::eval::Strong, table, &request, &mut |_| {}).unwrap();
        assert_eq!(solved.value, Some(Outcome::Win(position.side_to_move())), "{text}");
        let file = solved.certificate.unwrap().unwrap();
        let proven = certificate::verify::<ArimaaGame>(&file, &StopHandle::new()).unwrap();
        assert!(proven.plies.is_some_and(|plies| 4 < plies && plies <= TWO_TURNS), "{:?}", proven.plies);
    }
}
