//! The template of a game, `play/examples/template_game.rs`, held to the laws: a copy begins with a game that
//! obeys them.

#[allow(unreachable_pub, reason = "the copy of a game is a library")]
#[path = "../../play/examples/template_game.rs"]
mod template_game;

use plywood_conformance::{Subject, laws};
use plywood_play::{AnyGame, Erased};
use template_game::{Spacing, Strip, Treblecross};

fn subject() -> Subject<Strip> {
    Subject::new("treblecross", [Strip::default()], 4).with_evaluator("default", Spacing)
}

#[test]
fn the_template_obeys_the_laws() {
    laws::rules::hold(&subject());
    laws::notation::hold(&subject());
    laws::board::hold(&subject());
    laws::arrays::hold(&subject());
    laws::symmetry::hold(&subject());
    laws::search::hold(&subject());
    laws::knowledge::hold(&subject(), &Spacing);
}

#[test]
fn the_template_is_played_as_every_game() {
    let mut session = Erased::<Treblecross>::new().session("", None).expect("a session");
    for mv in ["6", "1", "5", "7"] {
        session.play(mv).expect("a legal move");
    }
    assert_eq!(
        session.result().expect("5, 6 and 7 are crosses").reason.sentence,
        "three crosses stand in a row"
    );
    assert_eq!(session.position(), "x---xxx----");
}
