//! The library of proofs: what the index claims, the certificates prove.

use plywood_registry::proofs::{Entry, INDEX, along, ask, check, index, kept};
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

/// The images of a first move that a symmetry makes of it are as proven as itself. Of Gekitai, whose proofs
/// take a second each, those of one corner; none of them is in the index itself.
#[test]
fn every_first_move_of_gekitai_and_of_small_hex_is_answered() {
    for (rules, wins) in
        [("gekitai", 4), ("hex:size=3", 5), ("hex:size=4", 4), ("hex:size=5", 13), ("hex:size=6", 24)]
    {
        let (game, switches) = plywood_registry::parse(rules).unwrap();
        let start = game.session(&switches, None).unwrap();
        let mut won = 0;
        let is_tried = |mv: &String| rules != "gekitai" || mv.as_str() >= "d" && mv[1..] >= *"4";
        for mv in start.legal_moves().into_iter().filter(is_tried) {
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

/// The length of the header of a certificate.
fn head_of(file: &[u8]) -> usize {
    file.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(8).unwrap().0 + 1
}

/// A certificate with lines of its header replaced, another body, and a right checksum.
fn forged(file: &[u8], lines: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let head = std::str::from_utf8(&file[..head_of(file)]).unwrap();
    let mut forged = String::new();
    for line in head.lines().filter(|line| !line.starts_with("checksum: ")) {
        let other = lines.iter().find(|(name, _)| line.split(": ").next() == Some(name));
        forged += &other.map_or_else(|| format!("{line}\n"), |(name, value)| format!("{name}: {value}\n"));
    }
    let bytes = forged.bytes().chain(body.iter().copied());
    let sum = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    [forged.as_bytes(), format!("checksum: {sum:016x}\n").as_bytes(), body].concat()
}

/// The certificates of a game, or of some of its rules.
fn files(of: &str) -> Vec<(&'static Entry, &'static [u8])> {
    let entries = index().entries.iter().filter(|entry| entry.name.starts_with(of));
    entries.filter_map(|entry| Some((entry, kept(&entry.name)?))).collect()
}

/// Behind the header of one certificate the moves of another, as they are and with the size and the checksum
/// made right. What is accepted all the same is another proof of a claim that has one: a stone on the edge
/// where it does not matter.
#[test]
fn a_certificate_with_the_moves_of_another_is_refused() {
    let (hex, stop) = (files("hex-"), StopHandle::new());
    let (mut refused, mut accepted) = (0, 0);
    for (entry, file) in hex.iter().filter(|(entry, _)| entry.name.starts_with("hex-5")) {
        for (other, foreign) in hex.iter().filter(|(other, _)| other.name != entry.name) {
            let body = &foreign[head_of(foreign)..];
            let (decisions, bytes) = (other.header.decisions.to_string(), other.header.bytes.to_string());
            let right = forged(file, &[("decisions", &decisions), ("bytes", &bytes)], body);
            let other_size = other.header.bytes != entry.header.bytes;
            accepted += usize::from(check(entry, &right, &stop).is_ok());
            for swapped in [&[&file[..head_of(file)], body].concat(), &foreign[head_of(foreign)..].to_vec()] {
                assert!(!other_size || check(entry, swapped, &stop).is_err(), "{}", other.name);
                refused += usize::from(other_size);
            }
        }
    }
    for (entry, file) in files("loa-5") {
        for (other, foreign) in hex.iter().chain(&files("gekitai-")) {
            assert!(check(entry, foreign, &stop).is_err(), "{}", other.name);
            let body = &foreign[head_of(foreign)..];
            let bytes = body.len().to_string();
            let right = forged(file, &[("bytes", &bytes)], body);
            assert!(check(entry, &right, &stop).is_err(), "{} with {}", entry.name, other.name);
            refused += 2;
        }
    }
    assert!(refused > 1_500 && accepted < 50, "{refused} {accepted}");
}

/// Numbers that no memory and no time would be enough for, in each form: the file has no moves for them.
#[test]
fn huge_numbers_are_refused_at_once() {
    let most = u64::MAX.to_string();
    let claims = [
        "first wins within 4294967295 plies",
        "first cannot win within 4294967295 plies",
        "nobody wins within 4294967295 plies",
        "first cannot win",
        "draw",
    ];
    for name in ["hex-5-a1", "gekitai-second-draw", "loa-5", "loa-5-bound"] {
        let (entry, file) = (index().entry(name).unwrap(), kept(name).unwrap());
        let body = &file[head_of(file)..];
        let mut forgeries = vec![
            forged(file, &[("bytes", &most)], body),
            forged(file, &[("decisions", &most)], body),
            forged(file, &[("bytes", "99999999999999999999")], body),
            forged(file, &[("bytes", "20")], &[0xFF; 20]),
        ];
        for claim in claims.iter().filter(|claim| !claim.contains("first wins")) {
            forgeries.push(forged(file, &[("claim", claim), ("form", "exact"), ("bytes", "0")], &[]));
            forgeries.push(forged(file, &[("claim", claim), ("form", "exact")], body));
        }
        for forgery in forgeries {
            assert!(check(entry, &forgery, &StopHandle::new()).is_err(), "{name}");
        }
    }
}

/// Prefixes of short certificates, and bytes of them altered in one bit, with the checksum as it was.
#[test]
fn damage_is_noticed_wherever_it_is() {
    for name in ["hex-4-a3", "loa-5", "gekitai-second-draw"] {
        let (entry, file) = (index().entry(name).unwrap(), kept(name).unwrap());
        let step = (file.len() / 1_000).max(1);
        for place in (0..file.len()).step_by(step) {
            let mut altered = file.to_vec();
            altered[place] ^= 1 << (place % 8);
            for damaged in [&altered, &file[..place]] {
                assert!(check(entry, damaged, &StopHandle::new()).is_err(), "{name}, byte {place}");
            }
        }
    }
}

/// It answers for its position, and is nothing to play by.
#[test]
fn a_proof_by_regions_is_no_book() {
    let session = plywood_registry::find("hex").unwrap().session("size=7", None).unwrap();
    let known = ask(&*session, &|_| None, &StopHandle::new()).unwrap().unwrap();
    assert_eq!((known.value, known.sources), (Some(Outcome::Win(Side::First)), vec!["hex-7".to_owned()]));
    assert!(session.legal_moves().contains(&known.best.unwrap()));
    assert_eq!(along(&*session), Ok(None));
}
