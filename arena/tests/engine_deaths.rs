//! A thousand abrupt deaths of an engine: nothing of any is left. Alone in its program, for it counts what
//! the whole program holds.

mod fake;

use fake::fake_engine;
use plywood_arena::external::ExternalEngine;
use plywood_play::{Engine, EngineError, Fault};
use plywood_registry::HEX;
use plywood_search::Limits;

const DEATHS: usize = 1_000;

#[test]
fn a_thousand_abrupt_deaths_leave_nothing_behind() {
    let session = HEX.session("size=5", None).expect("a game");
    let program = fake_engine();
    let spec = format!("external:cmd='\"{}\" ugi crash',protocol=ugi", program.display());
    let mut engine = ExternalEngine::new(&*session, &spec.parse().expect("a spec")).expect("an engine");
    #[cfg(target_os = "linux")]
    assert_eq!(children(), 1, "the count counts");
    let mut early = None;
    for death in 1..=DEATHS {
        let answer = engine.think(&*session, &Limits::none(), &mut |_| {});
        assert!(matches!(answer, Err(EngineError::Fault(Fault::Crash { .. }))), "{death}: {answer:?}");
        if death == DEATHS / 10 {
            early = Some(holdings());
        }
        engine.new_game();
    }
    let answer = engine.think(&*session, &Limits::none(), &mut |_| {});
    assert!(matches!(answer, Err(EngineError::Fault(Fault::Crash { .. }))), "{answer:?}");
    assert_eq!(early, Some(holdings()));
    drop(engine);
    #[cfg(target_os = "linux")]
    assert_eq!(children(), 0);
}

/// The descriptors and the child processes, zombies among them, that this program has now: where the system
/// tells.
fn holdings() -> [usize; 2] {
    #[cfg(target_os = "linux")]
    return [std::fs::read_dir("/proc/self/fd").expect("a folder").count(), children()];
    #[cfg(not(target_os = "linux"))]
    [0, 0]
}

#[cfg(target_os = "linux")]
fn children() -> usize {
    let threads = std::fs::read_dir("/proc/self/task").expect("a folder");
    let of_thread = |thread: std::io::Result<std::fs::DirEntry>| {
        let list = thread.and_then(|thread| std::fs::read_to_string(thread.path().join("children")));
        list.map_or(0, |list| list.split_whitespace().count())
    };
    threads.map(of_thread).sum()
}
