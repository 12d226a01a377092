//! The library of proofs: what the index claims, the certificates prove.

use plywood_registry::proofs::{INDEX, ask, check, index, kept};
use plywood_search::{Outcome, Side, StopHandle};
use plywood_solve::library::Index;

#[test]
fn every_certificate_that_comes_along_proves_what_the_index_says() {
    let index: Index = INDEX.parse().unwrap();
    let mut checked = 0;
    for entry in &index.entries {
        let Some(file) = kept(&entry.name) else { continue };
        assert!(entry.is_of(file), "{}: the index shows another header", entry.name);
        let proven = check(entry, file, &StopHandle::new()).unwrap();
        assert_eq!(proven.header, entry.header);
        checked += 1;
    }
    assert!(checked > 55 && !index.missing.is_empty(), "{checked}");
}

#[test]
fn every_file_of_the_folder_is_in_the_index_and_in_the_program() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/proofs");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut seen = 0;
    for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "proof")) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let entry = index().entry(name).unwrap_or_else(|| panic!("{name} is not in the index"));
        let file = std::fs::read(&path).unwrap();
        assert!(entry.is_of(&file) && kept(name) == Some(&file[..]), "{name}");
        seen += 1;
    }
    assert!(seen > 55, "{seen}");
}

#[test]
fn the_documentation_shows_the_index() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/proofs");
    let text = std::fs::read_to_string(format!("{folder}/README.md")).unwrap();
    let made = plywood_registry::proofs::tables();
    assert!(text.ends_with(&made), "run the example `proofs_tables`");
}

/// The images of a first move that a symmetry makes of it are as proven as itself.
#[test]
fn every_first_move_of_gekitai_and_of_small_hex_is_answered() {
    for (rules, wins) in [("gekitai", 16), ("hex:size=3", 5), ("hex:size=4", 4), ("hex:size=5", 13)] {
        let (game, switches) = plywood_registry::parse(rules).unwrap();
        let start = game.session(&switches, None).unwrap();
        let mut won = 0;
        for mv in start.legal_moves() {
            let mut session = game.session(&switches, None).unwrap();
            session.play(&mv).unwrap();
            let known = ask(&*session, &|_| None, &StopHandle::new()).unwrap();
            let known = known.unwrap_or_else(|| panic!("{rules} {mv}"));
            won += usize::from(known.value == Some(Outcome::Win(Side::First)));
            if let Some(best) = &known.best {
                assert_eq!(known.value, Some(Outcome::Win(Side::Second)), "{rules} {mv}");
                assert!(session.legal_moves().contains(best), "{rules} {mv}: {best}");
            }
        }
        assert_eq!(won, wins, "{rules}");
    }
}

#[test]
fn the_shortest_win_has_proofs_from_both_sides() {
    let session = plywood_registry::find("loa").unwrap().session("size=5", None).unwrap();
    let known = ask(&*session, &|_| None, &StopHandle::new()).unwrap().unwrap();
    assert_eq!((known.plies, known.nobody_within, known.is_shortest()), (Some(11), Some(10), true));
    assert_eq!(known.sources.len(), 2);
}
