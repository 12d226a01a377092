//! Engines by their texts. Programs of ours are asked in the tests of the command line, which has one.

use plywood_engines::{Engines, Registered};
use plywood_play::{Named, Session};
use plywood_search::Limits;

const PUPIL: Registered = Registered {
    named: Named { name: "pupil", summary: "one ply" },
    make: |session, _| session.engine(&"minimax:depth=1".parse()?),
};

const ENGINES: Engines = Engines::new(&[PUPIL]);

fn hex() -> Box<dyn Session> {
    plywood_registry::find("hex").unwrap().session("size=4", None).unwrap()
}

/// The error about an engine.
fn error(text: &str) -> String {
    ENGINES.make(&*hex(), &text.parse().unwrap()).err().expect(text).to_string()
}

#[test]
fn engines_of_the_game_and_registered_ones_are_made() {
    for (text, depth) in [("minimax:depth=2", 2), ("pupil", 1)] {
        let mut engine = ENGINES.make(&*hex(), &text.parse().unwrap()).unwrap();
        let thoughts = engine.think(&*hex(), &Limits::none(), &mut |_| {}).unwrap();
        assert_eq!((thoughts.depth, engine.build()), (depth, None), "{text}");
    }
}

#[test]
fn what_cannot_be_made_is_named() {
    for (text, part) in [
        ("grandmaster", "\"grandmaster\""),
        ("pvs:eval=x", "\"x\""),
        ("external:cmd=wolf", "protocol is missing"),
        ("pvs@no/such/program:time=1s", "\"no/such/program\""),
        ("pvs@Cargo.toml:patience=soon", "\"soon\""),
        ("pvs@Cargo.toml", "Cargo.toml"),
    ] {
        let error = error(text);
        assert!(error.contains(part) && error.lines().count() == 1, "{text}: {error}");
    }
}

#[test]
fn what_is_beside_the_games_is_listed() {
    let names: Vec<_> = ENGINES.beside_the_games().into_iter().map(|named| named.name).collect();
    assert_eq!(names, ["pupil", "external", "NAME@PATH"]);
}

#[test]
fn a_game_by_itself_starts_no_program() {
    let error = hex().engine(&"pvs@/bin/true".parse().unwrap()).err().unwrap().to_string();
    assert!(error.contains("pvs@/bin/true"), "{error}");
}
