//! Engines that die and leave a process that holds their pipes: neither threads nor descriptors are lost.
//! Alone in its program, for it counts what the whole program holds.
#![cfg(target_os = "linux")]

mod scripts;

use core::time::Duration;
use plywood_arena::external::ExternalEngine;
use plywood_play::Engine;
use plywood_registry::HEX;
use plywood_search::Limits;
use scripts::Script;
use std::thread::sleep;

#[test]
fn a_death_costs_neither_threads_nor_descriptors() {
    let session = HEX.session("size=5", None).expect("a game");
    // The stray has no mark and no parent: nothing tells whose it is, and it stays. What is held at this end
    // must not.
    let script = Script::ugi("env -i setsid sh -c 'FOLDER/sleep 20 & exit'", "exit 3");
    let spec = format!("external:cmd={},protocol=ugi", script.command());
    let mut engine = ExternalEngine::new(&*session, &spec.parse().expect("a spec")).expect("an engine");
    let mut held = Vec::new();
    for _ in 0..20 {
        assert!(engine.think(&*session, &Limits::none(), &mut |_| {}).is_err());
        held.push(holdings());
        engine.new_game();
    }
    assert!(script.living().len() >= 20, "the strays hold the pipes: {:?}", script.living());
    assert_eq!(held[0], held[19], "{held:?}");
    for line in std::fs::read_dir("/proc").expect("a folder").flatten() {
        let number = line.file_name().to_string_lossy().into_owned();
        let command = std::fs::read_to_string(line.path().join("cmdline")).unwrap_or_default();
        if command.contains(&script.file("sleep").display().to_string()) {
            let _ = std::process::Command::new("kill").args(["-KILL", &number]).status();
        }
    }
}

/// The descriptors and the threads of this program: the least of several looks, for Linux lists a thread
/// for a moment after it has been waited for.
fn holdings() -> [usize; 2] {
    ["/proc/self/fd", "/proc/self/task"].map(|folder| {
        let looks = (0..5).map(|_| {
            sleep(Duration::from_millis(10));
            std::fs::read_dir(folder).expect("a folder").count()
        });
        looks.min().expect("a look")
    })
}
