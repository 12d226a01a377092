//! Draws put together from certificates of parts.

use plywood_loa::{LinesOfAction, Loa};
use plywood_search::{Answer, Dfpn, Limits, NoKnowledge, Position, ProofTable, Question, Side, StopHandle};
use plywood_solve::certificate::{self, Pieces, VerifyError, WriteError};
use plywood_solve::{Claim, Form};
use std::sync::Arc;

fn drawn() -> Loa {
    Loa::from_text("o1x2/x3x/1oo1o/5/4x x", "size=5".parse().unwrap()).unwrap()
}

/// The decisions that keep `attacker` from winning, from certificates for the positions after moves: all
/// moves of the attacker, or one of the other side. These parts are left out if `is_whole` is false.
fn holds(position: &Loa, attacker: Side, form: Form, is_whole: bool) -> Pieces<LinesOfAction> {
    let claim = Claim::CannotWin { side: attacker };
    let mut search = Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(1 << 22).unwrap()));
    let mut parts = Vec::new();
    for mv in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let answer = search.ask(&after, Question::wins(attacker), &Limits::none(), &mut |_| {}).answer;
        if after.outcome().is_none() && matches!(answer, Answer::CannotWin { .. }) {
            let file =
                certificate::write::<LinesOfAction, _>(&mut search, &after, (claim, form), &Limits::none());
            parts.push((mv, file.unwrap()));
        }
    }
    let mut pieces = Pieces::new(claim, form).unwrap();
    if position.side_to_move() != attacker {
        parts.truncate(1);
        pieces.decide(position, parts[0].0, u32::MAX);
    }
    if !is_whole {
        parts.clear();
    }
    for (_, file) in parts {
        pieces.add(&file, &StopHandle::new()).unwrap();
    }
    pieces
}

/// What keeps the second player from winning, and the first one, put together.
fn draw(second: Pieces<LinesOfAction>, first: Pieces<LinesOfAction>) -> Result<Vec<u8>, WriteError> {
    Pieces::assemble(&drawn(), Claim::Draw, &[second, first], &StopHandle::new())
}

#[test]
fn a_draw_is_put_together_from_parts_of_both_sides() {
    let position = drawn();
    for form in [Form::Exact, Form::Symmetric] {
        let of = |attacker, is_whole| holds(&position, attacker, form, is_whole);
        let file = draw(of(Side::Second, true), of(Side::First, true)).unwrap();
        let proven = certificate::verify::<LinesOfAction>(&file, &StopHandle::new()).unwrap();
        assert_eq!((proven.header.claim, proven.header.form), (Claim::Draw, form));
        assert_eq!(proven.header.position, position.to_string());

        for missing in 0..2 {
            let error = draw(of(Side::Second, missing != 0), of(Side::First, missing != 1)).unwrap_err();
            assert!(matches!(error, WriteError::Flaw(_)), "{missing}: {error:?}");
        }
        assert_eq!(draw(of(Side::First, true), of(Side::Second, true)), Err(WriteError::Form));
    }
}

#[test]
fn a_piece_is_of_one_side_and_one_form() {
    let position = drawn();
    let stop = StopHandle::new();
    let mut pieces = holds(&position, Side::First, Form::Exact, true);
    let whole =
        Pieces::assemble(&position, Claim::CannotWin { side: Side::First }, &[pieces], &stop).unwrap();
    pieces = Pieces::new(Claim::CannotWin { side: Side::Second }, Form::Exact).unwrap();
    assert_eq!(pieces.add(&whole, &stop), Err(VerifyError::Form));
    pieces = Pieces::new(Claim::CannotWin { side: Side::First }, Form::Symmetric).unwrap();
    assert_eq!(pieces.add(&whole, &stop), Err(VerifyError::Form));
    assert!(Pieces::<LinesOfAction>::new(Claim::Draw, Form::Exact).is_none());
    assert!(Pieces::<LinesOfAction>::new(Claim::NobodyWinsWithin { plies: 3 }, Form::Exact).is_none());
}
