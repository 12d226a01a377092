//! Certificates of Hex by regions.

use crate::forging::{body, remade};
use crate::hex::{self, after, search, start, verify, winner};
use plywood_gekitai::{Gekitai, GekitaiGame};
use plywood_hex::{Hex, HexGame, Rules};
use plywood_play::RegionsError;
use plywood_search::{Dfpn, Limits, NoKnowledge, Position, ProofTable, Side, StopHandle};
use plywood_solve::certificate::{self, Pieces, VerifyError, WriteError};
use plywood_solve::{Book, Claim, Flaw, Form, NoStrategy};
use proptest::prelude::{ProptestConfig, any, proptest};
use std::sync::{Arc, LazyLock};

fn write(position: &Hex, side: Side) -> Result<Vec<u8>, WriteError> {
    hex::write(position, side, Form::Regions)
}

/// The other forms walk through all play; this one does not. They agree.
#[test]
fn every_first_move_up_to_five_by_five_is_proven_as_in_the_other_form() {
    for side in 2..=5 {
        let start = start(&format!("size={side}"));
        for mv in start.legal_moves() {
            let position = after(&start, &mv.to_string());
            let side = winner(&position);
            let file = write(&position, side).unwrap();
            let proven = verify(&file).unwrap();
            let within = proven.plies.unwrap();
            assert_eq!(proven.header.claim, Claim::Wins { side, within });
            assert!(within <= position.empty_cells().count(), "{mv}: {within}");
            assert!(verify(&hex::write(&position, side, Form::Conceding).unwrap()).is_ok(), "{mv}");
            assert!(write(&position, !side).is_err(), "{mv}");
        }
    }
}

#[test]
fn an_empty_board_has_a_proof() {
    for rules in ["size=1", "size=2", "size=3", "size=4", "size=5", "size=6", "size=3x2", "size=4x5"] {
        let position = start(rules);
        let proven = verify(&write(&position, winner(&position)).unwrap()).unwrap();
        assert!(proven.plies.unwrap() <= position.empty_cells().count(), "{rules}");
    }
}

#[test]
fn regions_take_far_less_than_lines_of_play() {
    let file = write(&start("size=6"), Side::First).unwrap();
    assert!(file.len() < 2_500, "{} bytes; the other form takes 48 kB", file.len());
}

/// Without a guide the replies come from the search alone.
#[test]
fn a_search_without_a_guide_will_do() {
    let position = start("size=3");
    let task = (Claim::Wins { side: Side::First, within: 9 }, Form::Regions);
    let mut search = Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(1 << 20).unwrap()));
    let file = certificate::write::<HexGame, _>(&mut search, &position, task, &Limits::none()).unwrap();
    assert!(verify(&file).unwrap().header.decisions > 0);
}

#[test]
fn finished_games_are_proven_too() {
    let position = Hex::from_text("x1/xo x", "size=2".parse::<Rules>().unwrap()).unwrap();
    assert_eq!(verify(&write(&position, Side::First).unwrap()).unwrap().plies, Some(0));
    let no_win = Err(WriteError::Strategy(NoStrategy::NotSo));
    assert!(
        matches!(write(&position, Side::Second), ref error if error == &no_win || error == &Err(WriteError::Form))
    );
}

#[test]
fn what_has_no_such_proof_is_not_written() {
    let not_so = Err(WriteError::Strategy(NoStrategy::NotSo));
    assert_eq!(write(&after(&start("size=4"), "a1"), Side::First), not_so);
    assert_eq!(write(&start("size=3,swap=pieces"), Side::Second), Err(WriteError::Form));
    let task = (Claim::CannotWin { side: Side::Second }, Form::Regions);
    let written = certificate::write::<HexGame, _>(&mut search(), &start("size=3"), task, &Limits::none());
    assert_eq!(written, Err(WriteError::Form));
    assert!(Pieces::<HexGame>::new(Claim::Wins { side: Side::First, within: 9 }, Form::Regions).is_none());
    let mut search = Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(1 << 16).unwrap()));
    let position: Gekitai = "6/6/1xx3/6/4oo/6 x".parse().unwrap();
    let task = (Claim::Wins { side: Side::First, within: 3 }, Form::Regions);
    let written = certificate::write::<GekitaiGame, _>(&mut search, &position, task, &Limits::none());
    assert_eq!(written, Err(WriteError::Form));
}

#[test]
fn writing_and_checking_can_be_stopped() {
    let stop = StopHandle::new();
    stop.stop();
    let stopped = VerifyError::Regions(RegionsError::Stopped);
    assert_eq!(certificate::verify::<HexGame>(&SAMPLE, &stop), Err(stopped));
    let limits = Limits::none().with_stop(stop);
    let task = (Claim::Wins { side: Side::First, within: 16 }, Form::Regions);
    let written = certificate::write::<HexGame, _>(&mut search(), &start("size=4"), task, &limits);
    assert!(matches!(written, Err(WriteError::Strategy(NoStrategy::Ended(_)))), "{written:?}");
}

/// The proof that e1 wins on 5x5.
static SAMPLE: LazyLock<Vec<u8>> =
    LazyLock::new(|| write(&after(&start("size=5"), "e1"), Side::First).unwrap());

/// Positions that Black, who is not to move, has lost.
const LOST: [&str; 5] =
    ["x4/5/5/5/5 o", "1x3/5/5/5/5 o", "4x/5/5/2o2/5 o", "4x/5/2o2/5/5 o", "3ox/5/5/5/5 o"];

fn sample_body() -> &'static [u8] {
    &SAMPLE[SAMPLE.len() - body(&SAMPLE)..]
}

/// The sample with these lines and bytes, and a checksum that agrees.
fn forged(lines: &[(&str, &str)], bytes: &[u8]) -> Vec<u8> {
    remade(&SAMPLE, lines, bytes)
}

#[test]
fn the_positions_of_the_forgeries_are_lost_for_black() {
    assert!(verify(&forged(&[], sample_body())).is_ok());
    for text in LOST {
        let position = Hex::from_text(text, "size=5".parse::<Rules>().unwrap()).unwrap();
        assert_eq!(winner(&position), Side::Second, "{text}");
    }
}

#[test]
fn an_altered_byte_is_noticed_wherever_it_is() {
    for place in 0..SAMPLE.len() {
        let mut file = SAMPLE.clone();
        file[place] ^= 1 << (place % 8);
        assert!(verify(&file).is_err(), "byte {place}");
    }
}

#[test]
fn a_file_cut_short_or_made_longer_is_refused() {
    let bytes = sample_body();
    for len in 0..bytes.len() {
        assert!(verify(&forged(&[], &bytes[..len])).is_err(), "{len} bytes after the head");
    }
    assert!(verify(&forged(&[], &[bytes, &[0]].concat())).is_err());
    let more = [bytes, &[25, 26, 0, 0, 1, 1]].concat();
    assert_eq!(verify(&forged(&[], &more)), Err(VerifyError::Counts));
}

#[test]
fn a_header_that_says_something_else_is_refused() {
    let header = verify(&SAMPLE).unwrap().header;
    let Claim::Wins { side, within } = header.claim else { panic!("{}", header.claim) };
    let forged = |name: &str, value: &str| verify(&forged(&[(name, value)], sample_body()));
    let too_long = VerifyError::TooLong { claimed: within - 1, found: within };
    assert_eq!(forged("claim", &Claim::Wins { side, within: within - 1 }.to_string()), Err(too_long));
    for (name, value) in [
        ("claim", Claim::Wins { side: !side, within }.to_string()),
        ("form", "exact".to_owned()),
        ("form", "conceding".to_owned()),
        ("rules", "size=5,swap=pieces".to_owned()),
        ("rules", "size=6,swap=off".to_owned()),
        ("position", "5/5/5/5/5 x".to_owned()),
        ("decisions", (header.decisions + 1).to_string()),
    ] {
        assert!(forged(name, &value).is_err(), "{name}: {value}");
    }
    for claim in [Claim::Draw, Claim::CannotWin { side: !side }] {
        assert_eq!(forged("claim", &claim.to_string()), Err(VerifyError::Form), "{claim}");
    }
    for text in LOST {
        assert!(matches!(forged("position", text), Err(VerifyError::Regions(_))), "{text}");
    }
}

/// Numbers as large as they come: nothing is made room for before it is there.
#[test]
fn huge_numbers_are_refused_at_once() {
    for place in 0..sample_body().len() {
        for huge in [&[0x7F][..], &[0xFF, 0x7F], &[0xFF, 0xFF, 0xFF, 0xFF, 0x0F]] {
            let bytes = [&sample_body()[..place], huge, &sample_body()[place + 1..]].concat();
            for text in [LOST[0], LOST[1]] {
                assert!(verify(&forged(&[("position", text)], &bytes)).is_err(), "{place}");
            }
            assert!(verify(&forged(&[], &bytes)).is_err(), "{place}");
        }
    }
}

/// The facts of another proof, and of a proof of another size.
#[test]
fn foreign_facts_are_refused() {
    for (rules, first) in [("size=5", "a1"), ("size=4", "c2"), ("size=6", "c4")] {
        let position = after(&start(rules), first);
        let file = write(&position, winner(&position)).unwrap();
        let bytes = &file[file.len() - body(&file)..];
        assert!(verify(&forged(&[], bytes)).is_err(), "{rules} {first}");
    }
}

#[test]
fn a_proof_by_regions_is_no_book() {
    assert_eq!(Book::<HexGame>::read(&SAMPLE).err(), Some(VerifyError::NoBook));
    assert_ne!(verify(&[]).map(|_| ()), Err(VerifyError::Flaw(Flaw::Stopped)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// White is to move, and wins: whatever is written of it, Black does not.
    #[test]
    fn nothing_proves_what_is_not_so(places in proptest::collection::vec(any::<(u16, u8)>(), 1..6)) {
        let mut bytes = sample_body().to_vec();
        for (place, byte) in places {
            let place = usize::from(place) % bytes.len();
            bytes[place] = byte % 32;
        }
        for position in LOST {
            assert!(verify(&forged(&[("position", position)], &bytes)).is_err(), "{position}");
        }
    }

    /// The last fact, which is to join the edges, with other numbers.
    #[test]
    fn no_other_end_proves_what_is_not_so(end in proptest::collection::vec(0_u8..28, 1..24)) {
        let bytes = [sample_body(), &[25, 26, 0], &end].concat();
        for position in LOST {
            assert!(verify(&forged(&[("position", position)], &bytes)).is_err(), "{position}");
        }
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        assert!(verify(&forged(&[], &bytes)).is_err());
    }
}
