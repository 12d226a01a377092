//! Certificates that a win takes more than some plies: written, checked against all lines of play, and
//! refused when anything is wrong with them.

use crate::forging::{body, forged};
use plywood_arimaa::{Arimaa, ArimaaGame};
use plywood_gekitai::{Gekitai, GekitaiGame, Rules, ThreatGuide};
use plywood_loa::LinesOfAction;
use plywood_play::Definition;
use plywood_search::{
    Answer, Dfpn, Limits, NoKnowledge, Outcome, Position, ProofTable, Question, Side, StopHandle,
};
use plywood_solve::certificate::{self, Proven, VerifyError, WriteError};
use plywood_solve::{Book, Claim, Flaw, Form, NoStrategy};
use proptest::prelude::{ProptestConfig, any, proptest};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::sync::{Arc, LazyLock};

fn search<P: Position>() -> Dfpn<P, NoKnowledge> {
    Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(1 << 22).unwrap()))
}

fn write(position: &Gekitai, claim: Claim, form: Form) -> Result<Vec<u8>, WriteError> {
    let mut search = Dfpn::new(ThreatGuide, Arc::new(ProofTable::with_bytes(1 << 22).unwrap()));
    certificate::write::<GekitaiGame, _>(&mut search, position, (claim, form), &Limits::none())
}

fn verify<D: Definition>(file: &[u8]) -> Result<Proven, VerifyError> {
    certificate::verify::<D>(file, &StopHandle::new())
}

/// Positions after some random moves.
fn positions(moves: usize, wanted: usize) -> Vec<Gekitai> {
    let mut rng = StdRng::seed_from_u64(26);
    let mut found = Vec::new();
    while found.len() < wanted {
        let mut position = Gekitai::start(Rules::default());
        for _ in 0..moves {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
        }
        if position.outcome().is_none() {
            found.push(position);
        }
    }
    found
}

/// Whether `side` wins within so many plies: by trying every move.
fn wins_within(position: &Gekitai, side: Side, plies: u32) -> bool {
    if position.outcome().is_some() || plies == 0 {
        return position.outcome() == Some(Outcome::Win(side));
    }
    let mut wins = position.legal_moves().into_iter().map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        wins_within(&after, side, plies - 1)
    });
    if position.side_to_move() == side { wins.any(|wins| wins) } else { wins.all(|wins| wins) }
}

#[test]
fn a_bound_is_written_and_holds_just_where_no_line_of_play_wins_in_time() {
    let (mut counts, mut decisions) = ([0, 0], 0);
    for (index, position) in positions(9, 30).into_iter().enumerate() {
        for (side, plies) in Side::BOTH.into_iter().flat_map(|side| (0..=4).map(move |plies| (side, plies))) {
            let wins = wins_within(&position, side, plies);
            let form = [Form::Exact, Form::Symmetric][index % 2];
            let written = write(&position, Claim::CannotWinWithin { side, plies }, form);
            counts[usize::from(wins)] += 1;
            assert_eq!(written.is_err(), wins, "{position} {side:?} {plies}: {written:?}");
            if let Ok(file) = written {
                let proven = verify::<GekitaiGame>(&file).expect("it was just written");
                assert_eq!(proven.header.claim, Claim::CannotWinWithin { side, plies });
                decisions += proven.header.decisions;
            }
        }
    }
    assert!(counts.into_iter().all(|count| count > 20) && decisions > 100, "{counts:?} {decisions}");
}

/// A position in which nobody wins within seven plies, and the proof of it.
static SAMPLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let claim = Claim::NobodyWinsWithin { plies: 6 };
    let mut files =
        positions(6, 40).into_iter().filter_map(|position| write(&position, claim, Form::Symmetric).ok());
    files.find(|file| body(file) > 100).expect("one of the positions is quiet")
});

fn position_of(file: &[u8]) -> Gekitai {
    verify::<GekitaiGame>(file).unwrap().header.position.parse().unwrap()
}

#[test]
fn a_shortest_win_has_a_certificate_from_both_sides() {
    let mut compared = 0;
    for position in positions(8, 30) {
        let side = position.side_to_move();
        let verdict =
            search().ask(&position, Question::wins_within(side, 7), &Limits::nodes(200_000), &mut |_| {});
        let Answer::Wins { within: Some(within @ 3..) } = verdict.answer else { continue };
        let length = search().shortest(&position, (side, within), &Limits::none(), &mut |_| {});
        let (most, least) = (length.at_most, length.at_least);
        assert_eq!(most, least);
        for (claim, is_so) in [
            (Claim::Wins { side, within: most }, true),
            (Claim::CannotWinWithin { side, plies: most - 1 }, true),
            (Claim::CannotWinWithin { side, plies: most }, false),
        ] {
            let written = write(&position, claim, Form::Symmetric);
            assert_eq!(
                written.is_ok_and(|file| verify::<GekitaiGame>(&file).is_ok()),
                is_so,
                "{position} {claim}"
            );
            compared += 1;
        }
    }
    assert!(compared > 6, "{compared}");
}

#[test]
fn what_is_false_is_not_written() {
    let position: Gekitai = "6/1x4/2x3/6/2x1x1/6 o".parse().unwrap();
    let claim = Claim::CannotWinWithin { side: Side::First, plies: 10 };
    assert_eq!(write(&position, claim, Form::Exact), Err(WriteError::Strategy(NoStrategy::NotSo)));
    assert_eq!(write(&position, claim, Form::Conceding), Err(WriteError::Form));
}

#[test]
fn a_bound_for_other_plies_or_sides_than_those_proven_is_refused() {
    let header = verify::<GekitaiGame>(&SAMPLE).unwrap().header;
    let claims = [
        Claim::NobodyWinsWithin { plies: 5 },
        Claim::NobodyWinsWithin { plies: 7 },
        Claim::NobodyWinsWithin { plies: u32::MAX },
        Claim::CannotWinWithin { side: Side::First, plies: 6 },
        Claim::CannotWinWithin { side: Side::Second, plies: 6 },
        Claim::Draw,
        Claim::CannotWin { side: Side::First },
    ];
    for claim in claims {
        assert!(verify::<GekitaiGame>(&forged(&SAMPLE, "claim", &claim.to_string())).is_err(), "{claim}");
    }
    assert_eq!(
        verify::<GekitaiGame>(&forged(&SAMPLE, "game", "gekitai")).map(|proven| proven.header),
        Ok(header)
    );
}

#[test]
fn a_bound_is_no_book_and_is_about_one_game() {
    assert_eq!(Book::<GekitaiGame>::read(&SAMPLE).err(), Some(VerifyError::NoBook));
    let found = "gekitai".to_owned();
    assert_eq!(verify::<LinesOfAction>(&SAMPLE), Err(VerifyError::Game { found, expected: "loa" }));
}

/// A game that makes repetition illegal might forbid a move of the strategy.
#[test]
fn a_game_in_which_repetition_is_illegal_is_refused() {
    let position = Arimaa::start(plywood_arimaa::Rules::default());
    let claim = Claim::CannotWinWithin { side: Side::First, plies: 1 };
    let written =
        certificate::write::<ArimaaGame, _>(&mut search(), &position, (claim, Form::Exact), &Limits::none());
    assert_eq!(written, Err(WriteError::Flaw(Flaw::Repetition { position: position.to_string() })));
}

#[test]
fn every_truncation_and_every_length_is_noticed() {
    for len in 0..SAMPLE.len() {
        assert!(verify::<GekitaiGame>(&SAMPLE[..len]).is_err(), "{len} bytes");
    }
    let found = body(&SAMPLE) as u64;
    for expected in [u64::MAX, u64::MAX - 1, 1 << 40, found + 1] {
        let file = forged(&SAMPLE, "bytes", &expected.to_string());
        assert_eq!(verify::<GekitaiGame>(&file), Err(VerifyError::Length { expected, found }));
    }
    assert!(verify::<GekitaiGame>(&forged(&SAMPLE, "bytes", &(found - 1).to_string())).is_err());
    assert!(verify::<GekitaiGame>(&forged(&SAMPLE, "decisions", &u64::MAX.to_string())).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// What is accepted with other moves is another proof of the same claim.
    #[test]
    fn a_forged_strategy_proves_nothing_that_is_not_so(
        places in proptest::collection::vec(any::<(u16, u8)>(), 1..4),
        plies in 6..9_u32,
    ) {
        let mut file = SAMPLE.clone();
        let (len, start) = (body(&file), file.len() - body(&file));
        for (place, byte) in places {
            file[start + usize::from(place) % len] = byte;
        }
        let claim = Claim::NobodyWinsWithin { plies };
        if let Ok(proven) = verify::<GekitaiGame>(&forged(&file, "claim", &claim.to_string())) {
            for side in Side::BOTH {
                let question = Question::wins_within(side, plies);
                let position: Gekitai = proven.header.position.parse().unwrap();
                let verdict = search().ask(&position, question, &Limits::none(), &mut |_| {});
                let is_so = matches!(verdict.answer, Answer::CannotWin { .. });
                assert!(is_so);
            }
        }
    }

    #[test]
    fn several_alterations_are_noticed(places in proptest::collection::vec(any::<(u16, u8)>(), 1..9)) {
        let mut file = SAMPLE.clone();
        for (place, byte) in places {
            let place = usize::from(place) % file.len();
            file[place] = byte;
        }
        assert!(file == *SAMPLE || verify::<GekitaiGame>(&file).is_err());
    }

    /// As are the moves of one proof behind the header of another, and any bytes.
    #[test]
    fn a_foreign_body_is_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let head = SAMPLE.len() - body(&SAMPLE);
        let foreign = [&SAMPLE[..head], &bytes].concat();
        let foreign = forged(&foreign, "bytes", &bytes.len().to_string());
        assert!(verify::<GekitaiGame>(&foreign).is_err() || position_of(&foreign) == position_of(&SAMPLE));
    }
}
