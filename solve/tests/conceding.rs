//! Certificates of Hex, whose winner gives away what it does not need.

use crate::forging::{body, forged, remade};
use crate::hex::{self, after, start, verify, winner};
use plywood_gekitai::{Gekitai, GekitaiGame, ThreatGuide};
use plywood_hex::eval::Strong;
use plywood_hex::{Hex, HexGame, Rules};
use plywood_search::{
    Answer, Dfpn, Limits, NoKnowledge, Outcome, Position, ProofTable, Question, Side, StopHandle,
};
use plywood_solve::certificate::{self, VerifyError, WriteError};
use plywood_solve::{Book, Claim, Flaw, Form, NoStrategy};
use proptest::prelude::{ProptestConfig, any, proptest};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::sync::{Arc, LazyLock};

fn table() -> Arc<ProofTable> {
    Arc::new(ProofTable::with_bytes(1 << 22).unwrap())
}

fn write(position: &Hex, side: Side) -> Result<Vec<u8>, WriteError> {
    hex::write(position, side, Form::Conceding)
}

/// The proof that c2 wins on 4x4 is refused when anything is wrong with it.
static SAMPLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let position = after(&start("size=4"), "c2");
    write(&position, Side::First).unwrap()
});

#[test]
fn every_first_move_up_to_five_by_five_has_a_certificate() {
    for side in 2..=5 {
        let start = start(&format!("size={side}"));
        for mv in start.legal_moves() {
            let position = after(&start, &mv.to_string());
            let side = winner(&position);
            let file = write(&position, side).unwrap();
            let proven = verify(&file).unwrap();
            let plies = proven.plies.unwrap();
            assert_eq!(proven.header.claim, Claim::Wins { side, within: plies });
            assert_eq!(proven.header.position, position.to_string());
            assert!(plies <= position.empty_cells().count(), "{mv}: {plies}");
        }
    }
}

#[test]
fn an_empty_board_has_a_certificate() {
    for side in 1..=5 {
        let proven = verify(&write(&start(&format!("size={side}")), Side::First).unwrap()).unwrap();
        assert!(proven.plies.unwrap() <= side * side, "{side}");
    }
}

/// Without a guide there are no plans: all comes from the search.
#[test]
fn a_search_without_a_guide_will_do() {
    let position = start("size=3");
    let task = (Claim::Wins { side: Side::First, within: 9 }, Form::Conceding);
    let mut search = Dfpn::new(NoKnowledge, table());
    let file = certificate::write::<HexGame, _>(&mut search, &position, task, &Limits::none()).unwrap();
    assert!(verify(&file).unwrap().header.decisions > 0);
}

/// As long as a swap may come nothing can be given away, and every reply is looked at.
#[test]
fn a_swap_is_looked_at() {
    for rules in ["size=3,swap=pieces", "size=3,swap=sides"] {
        let position = start(rules);
        assert_eq!(winner(&position), Side::Second, "{rules}");
        let proven = verify(&write(&position, Side::Second).unwrap()).unwrap();
        assert_eq!(proven.header.rules, rules);
    }
}

#[test]
fn what_is_not_so_is_not_written() {
    let position = after(&start("size=4"), "a1");
    assert_eq!(write(&position, Side::First), Err(WriteError::Strategy(NoStrategy::NotSo)));
    let mut search = Dfpn::new(Strong, table());
    let task = (Claim::CannotWin { side: Side::First }, Form::Conceding);
    let result = certificate::write::<HexGame, _>(&mut search, &position, task, &Limits::none());
    assert_eq!(result, Err(WriteError::Form));
}

#[test]
fn the_smallest_form_is_the_one_that_a_game_has() {
    assert_eq!(Form::smallest::<HexGame>(), Form::Conceding);
    assert_eq!(Form::smallest::<GekitaiGame>(), Form::Symmetric);
    let position = start("size=4");
    let size = |form| {
        let mut search = Dfpn::new(Strong, table());
        let task = (Claim::Wins { side: Side::First, within: 16 }, form);
        certificate::write::<HexGame, _>(&mut search, &position, task, &Limits::none()).unwrap().len()
    };
    assert!(size(Form::Conceding) < size(Form::Exact));
}

/// Plays every reply, and looks at the number of plies.
fn win_against_all(book: &Book<HexGame>, position: Hex, plies: u32) -> u32 {
    if let Some(outcome) = position.outcome() {
        assert_eq!(outcome, Outcome::Win(Side::First), "{position}");
        return plies;
    }
    if position.side_to_move() == Side::First {
        let mv = book.choose(&position).unwrap_or_else(|| panic!("no move for {position}"));
        return win_against_all(book, after(&position, &mv.to_string()), plies + 1);
    }
    let replies = position.legal_moves().into_iter();
    replies.map(|mv| win_against_all(book, after(&position, &mv.to_string()), plies + 1)).max().unwrap()
}

/// Also against moves on cells that the proof has given away, and in no more plies than it says.
#[test]
fn a_book_wins_against_every_reply() {
    for (rules, first) in [("size=3", "b2"), ("size=4", "c2")] {
        let file = write(&after(&start(rules), first), Side::First).unwrap();
        let book = Book::<HexGame>::read(&file).unwrap();
        let Claim::Wins { within, .. } = book.claim() else { panic!() };
        assert!(win_against_all(&book, after(&start(rules), first), 0) <= within);
    }
}

#[test]
fn a_book_wins_against_moves_at_random() {
    let mut rng = StdRng::seed_from_u64(11);
    let book = Book::<HexGame>::read(&write(&start("size=5"), Side::First).unwrap()).unwrap();
    for _ in 0..200 {
        let mut position = start("size=5");
        while position.outcome().is_none() {
            let is_first = position.side_to_move() == Side::First;
            let mv = if is_first { book.choose(&position) } else { position.random_move(&mut rng) };
            position.play_unchecked(mv.unwrap_or_else(|| panic!("no move for {position}")));
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)), "{position}");
    }
}

fn sample_body() -> &'static [u8] {
    &SAMPLE[SAMPLE.len() - body(&SAMPLE)..]
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
    for len in 0..SAMPLE.len() {
        assert!(verify(&SAMPLE[..len]).is_err(), "{len} bytes");
    }
    let bytes = sample_body();
    for len in 0..bytes.len() {
        assert!(verify(&remade(&SAMPLE, &[], &bytes[..len])).is_err(), "{len} bytes after the head");
    }
    let longer = [bytes, &[0]].concat();
    assert_eq!(verify(&remade(&SAMPLE, &[], &longer)), Err(VerifyError::Counts));
}

/// A bit more given away: the rest of the file no longer fits, or a line is lost; a few of the bits are cells
/// that the strategy could do without.
#[test]
fn a_gap_is_refused() {
    assert!(verify(&remade(&SAMPLE, &[], sample_body())).is_ok());
    let mut refused = 0;
    for place in 0..sample_body().len() {
        let mut bytes = sample_body().to_vec();
        bytes[place] = 0;
        let is_refused = bytes != sample_body() && verify(&remade(&SAMPLE, &[], &bytes)).is_err();
        refused += usize::from(is_refused);
    }
    assert!(refused > sample_body().len() / 2, "{refused} of {}", sample_body().len());
}

#[test]
fn a_head_that_says_something_else_is_refused_even_with_a_right_checksum() {
    let header = verify(&SAMPLE).unwrap().header;
    let Claim::Wins { side, within } = header.claim else { panic!("{}", header.claim) };
    let forged = |name: &str, value: &str| verify(&remade(&SAMPLE, &[(name, value)], sample_body()));
    let too_long = VerifyError::TooLong { claimed: within - 1, found: within };
    assert_eq!(forged("claim", &Claim::Wins { side, within: within - 1 }.to_string()), Err(too_long));
    for (name, value) in [
        ("claim", Claim::Wins { side: !side, within }.to_string()),
        ("form", "exact".to_owned()),
        ("form", "symmetric".to_owned()),
        ("rules", "size=4,swap=pieces".to_owned()),
        ("position", "4/4/4/4 x".to_owned()),
        ("position", "4/3x/4/4 o".to_owned()),
        ("decisions", (header.decisions + 1).to_string()),
    ] {
        assert!(forged(name, &value).is_err(), "{name}: {value}");
    }
    for claim in [Claim::Draw, Claim::CannotWin { side }] {
        assert_eq!(forged("claim", &claim.to_string()), Err(VerifyError::Form), "{claim}");
    }
    assert!(!VerifyError::Form.to_string().is_empty());
}

/// A proof of Gekitai under the name of the form: that game has nothing to give away.
#[test]
fn a_game_that_concedes_nothing_has_no_such_certificate() {
    let position: Gekitai = "6/6/1xx3/6/4oo/6 x".parse().unwrap();
    let mut search = Dfpn::new(ThreatGuide, table());
    let question = Question::wins(Side::First);
    let verdict = search.ask(&position, question, &Limits::none(), &mut |_| {});
    let Answer::Wins { within: Some(within) } = verdict.answer else { panic!("{verdict:?}") };
    let task = (Claim::Wins { side: Side::First, within }, Form::Exact);
    let file = certificate::write::<GekitaiGame, _>(&mut search, &position, task, &Limits::none()).unwrap();
    let forged = forged(&file, "form", "conceding");
    assert_eq!(certificate::verify::<GekitaiGame>(&forged, &StopHandle::new()), Err(VerifyError::Form));
}

#[test]
fn a_bit_for_a_move_that_there_is_not_is_refused() {
    let mut bytes = sample_body().to_vec();
    // The first decision has one byte of move; thirteen cells are left after it.
    bytes[2] |= 0x80;
    let result = verify(&remade(&SAMPLE, &[], &bytes));
    assert!(matches!(result, Err(VerifyError::Flaw(Flaw::Concession { .. }))), "{result:?}");
}

#[test]
fn writing_and_checking_can_be_stopped() {
    let stop = StopHandle::new();
    stop.stop();
    assert_eq!(certificate::verify::<HexGame>(&SAMPLE, &stop), Err(VerifyError::Flaw(Flaw::Stopped)));
    let limits = Limits::none().with_stop(stop);
    let task = (Claim::Wins { side: Side::First, within: 16 }, Form::Conceding);
    let mut search = Dfpn::new(Strong, table());
    let result = certificate::write::<HexGame, _>(&mut search, &start("size=4"), task, &limits);
    assert!(matches!(result, Err(WriteError::Strategy(NoStrategy::Ended(_)))), "{result:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// White is to move, and wins: whatever is written of it, Black does not.
    #[test]
    fn nothing_proves_what_is_not_so(places in proptest::collection::vec(any::<(u16, u8)>(), 0..6)) {
        let mut bytes = sample_body().to_vec();
        for (place, byte) in places {
            let place = usize::from(place) % bytes.len();
            bytes[place] = byte;
        }
        for position in LOST {
            assert!(verify(&remade(&SAMPLE, &[("position", position)], &bytes)).is_err(), "{position}");
        }
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        assert!(verify(&bytes).is_err());
        assert!(verify(&remade(&SAMPLE, &[], &bytes)).is_err() || bytes == sample_body());
    }
}

/// Positions that Black, who is not to move, has lost; most are close to one that it has won.
const LOST: [&str; 6] =
    ["x3/4/4/4 o", "3o/4/4/2x1 o", "4/1ox1/4/1o2 o", "4/2x1/2o1/4 o", "4/1oxo/4/4 o", "4/1x2/4/4 o"];

#[test]
fn the_positions_of_the_forgeries_are_lost_for_black() {
    for text in LOST {
        let position = Hex::from_text(text, "size=4".parse::<Rules>().unwrap()).unwrap();
        assert_eq!(winner(&position), Side::Second, "{text}");
    }
}
