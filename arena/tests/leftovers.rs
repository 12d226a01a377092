//! Nothing is left of an engine, whatever it has started. The engines are shell scripts.
#![cfg(target_os = "linux")]

use crate::scripts::Script;
use plywood_arena::external::ExternalEngine;
use plywood_play::{Engine, EngineError, Fault, Session, Spec};
use plywood_registry::HEX;
use plywood_search::{Limits, StopHandle};

fn session() -> Box<dyn Session> {
    HEX.session("size=5", None).expect("a game")
}

fn engine(script: &Script, more: &str) -> ExternalEngine {
    let spec: Spec = format!("external:cmd={},protocol=ugi{more}", script.command()).parse().expect("a spec");
    ExternalEngine::new(&*session(), &spec).expect("an engine")
}

/// Children, grandchildren and a session of its own, all of which hold the engine's pipes.
const FAMILY: &str = "FOLDER/sleep 1000 &
(FOLDER/sleep 1001 & FOLDER/sleep 1002) &
setsid FOLDER/sleep 1003 &
setsid sh -c 'FOLDER/sleep 1004 & FOLDER/sleep 1005' &
setsid sh -c 'setsid FOLDER/sleep 1006 & exit' &";

#[test]
fn what_an_engine_has_started_ends_with_it() {
    let script = Script::ugi(FAMILY, "echo bestmove a1");
    let mut engine = engine(&script, "");
    script.wait_for(8);
    let thoughts = engine.think(&*session(), &Limits::none(), &mut |_| {}).expect("a move");
    assert_eq!(thoughts.best.as_deref(), Some("a1"));
    drop(engine);
    assert_eq!(script.left(), [""; 0]);
}

#[test]
fn what_an_engine_has_started_ends_when_it_dies() {
    let script = Script::ugi(FAMILY, "exit 3");
    let mut engine = engine(&script, "");
    script.wait_for(8);
    let fault = engine.think(&*session(), &Limits::none(), &mut |_| {});
    assert!(matches!(fault, Err(EngineError::Fault(Fault::Crash { .. }))), "{fault:?}");
    assert_eq!(script.left(), [""; 0]);
}

#[test]
fn an_engine_that_will_not_hear_is_ended() {
    let prelude = format!("trap '' TERM HUP INT\n{FAMILY}");
    let script = Script::ugi(&prelude, "while :; do FOLDER/sleep 1; done");
    let mut engine = engine(&script, ",time=50ms,margin=50ms");
    script.wait_for(8);
    let fault = engine.think(&*session(), &Limits::none().with_stop(StopHandle::new()), &mut |_| {});
    assert!(matches!(fault, Err(EngineError::Fault(Fault::Hang { .. }))), "{fault:?}");
    assert_eq!(script.left(), [""; 0]);
}

#[test]
fn an_engine_within_an_engine_ends_with_it() {
    // The inner one has a mark of its own beside that of the outer one.
    let inner = "PLYWOOD_ENGINE=\"$PLYWOOD_ENGINE,1.1\" setsid sh -c 'setsid FOLDER/sleep 1000 & exit' &";
    let script = Script::ugi(inner, "echo bestmove a1");
    let engine = engine(&script, "");
    script.wait_for(2);
    drop(engine);
    assert_eq!(script.left(), [""; 0]);
}

#[test]
fn other_engines_stay() {
    let (script, other) = (Script::ugi(FAMILY, "exit 3"), Script::ugi(FAMILY, "echo bestmove a1"));
    let (first, mut second) = (engine(&script, ""), engine(&other, ""));
    script.wait_for(8);
    other.wait_for(8);
    drop(first);
    assert_eq!(script.left(), [""; 0]);
    assert!(other.living().len() >= 8, "{:?}", other.living());
    assert!(second.think(&*session(), &Limits::none(), &mut |_| {}).is_ok());
}
