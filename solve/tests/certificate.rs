//! Certificates: written for positions near the end, checked, and refused when anything is wrong with them.

use crate::forging::{body, forged};
use plywood_gekitai::{Gekitai, GekitaiGame, Rules, ThreatGuide};
use plywood_loa::{LinesOfAction, Loa};
use plywood_play::Definition;
use plywood_search::{
    Answer, Dfpn, Ended, Knowledge, Limits, NoKnowledge, Outcome, Position, ProofTable, Question, Side,
    StopHandle,
};
use plywood_solve::certificate::{self, Proven, ShortenError, VerifyError, WriteError};
use plywood_solve::{Claim, Flaw, Form, NoStrategy};
use proptest::prelude::{ProptestConfig, any, proptest};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::sync::{Arc, LazyLock};

fn search<P: Position, G: Knowledge<P>>(guide: G) -> Dfpn<P, G> {
    Dfpn::new(guide, Arc::new(ProofTable::with_bytes(1 << 22).unwrap()))
}

fn verify<D: Definition>(file: &[u8]) -> Result<Proven, VerifyError> {
    certificate::verify::<D>(file, &StopHandle::new())
}

/// Positions of random games in which somebody wins, but not at once, with the winner and a bound in plies.
fn won_positions(rules: Rules, wanted: usize) -> Vec<(Gekitai, Side, u32)> {
    let mut rng = StdRng::seed_from_u64(7);
    let mut found = Vec::new();
    while found.len() < wanted {
        let mut position = Gekitai::start(rules);
        for _ in 0..8 {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
        }
        for attacker in Side::BOTH {
            let mut search = search(ThreatGuide);
            let verdict =
                search.ask(&position, Question::wins(attacker), &Limits::nodes(30_000), &mut |_| {});
            if let Answer::Wins { within: Some(within @ 5..) } = verdict.answer {
                found.push((position.clone(), attacker, within));
            }
        }
    }
    found
}

/// Some of them under the default rules.
static WON: LazyLock<Vec<(Gekitai, Side, u32)>> = LazyLock::new(|| won_positions(Rules::default(), 8));

fn write_win(position: &Gekitai, side: Side, within: u32, form: Form) -> Result<Vec<u8>, WriteError> {
    let claim = Claim::Wins { side, within };
    certificate::write::<GekitaiGame, _>(&mut search(ThreatGuide), position, (claim, form), &Limits::none())
}

/// A certificate of some length.
static SAMPLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let files = WON
        .iter()
        .map(|(position, side, within)| write_win(position, *side, *within, Form::Symmetric).unwrap());
    files.max_by_key(Vec::len).unwrap()
});

#[test]
fn what_is_proven_can_be_written_and_checked() {
    for form in [Form::Exact, Form::Symmetric] {
        for (position, side, within) in WON.iter().cloned() {
            let proven = verify::<GekitaiGame>(&write_win(&position, side, within, form).unwrap()).unwrap();
            let plies = proven.plies.unwrap();
            assert_eq!(proven.header.claim, Claim::Wins { side, within: plies });
            assert!(plies <= within, "{position}");
            assert_eq!(proven.header.position, position.to_string());
            assert!(proven.header.decisions > 0, "{position}");
        }
    }
}

fn shorten(file: &[u8], limits: &Limits) -> Result<Vec<u8>, ShortenError> {
    certificate::shorten::<GekitaiGame, _>(file, &mut search(ThreatGuide), limits, &mut |_| {})
}

#[test]
fn a_win_is_shortened_to_the_least_that_a_search_finds() {
    let mut gained = 0;
    for (position, side, within) in WON.iter().cloned() {
        let length = search(ThreatGuide).shortest(&position, (side, within), &Limits::none(), &mut |_| {});
        for form in [Form::Exact, Form::Symmetric] {
            let file = write_win(&position, side, within, form).unwrap();
            let before = verify::<GekitaiGame>(&file).unwrap().plies.unwrap();
            let shorter = shorten(&file, &Limits::nodes(300_000)).unwrap();
            let proven = verify::<GekitaiGame>(&shorter).unwrap();
            assert_eq!(proven.plies, Some(length.at_most), "{position}");
            assert_eq!(proven.header.form, form);
            gained += before - length.at_most;
        }
    }
    assert!(gained > 0);
}

#[test]
fn a_stopped_shortening_gives_the_win_back_and_what_is_no_win_is_refused() {
    let limits = Limits::none();
    limits.stop.stop();
    let refused = |file: &[u8]| shorten(file, &Limits::nodes(1)).unwrap_err();
    assert_eq!(shorten(&SAMPLE, &limits), Err(ShortenError::Verify(VerifyError::Flaw(Flaw::Stopped))));
    assert_eq!(
        refused(&SAMPLE[..SAMPLE.len() - 1]).to_string(),
        verify::<GekitaiGame>(&SAMPLE[..SAMPLE.len() - 1]).unwrap_err().to_string()
    );
}

#[test]
fn every_variant_of_the_rules_can_be_certified() {
    for rules in ["both=mover-wins", "both=lines-first", "opponent=play-on", "repetition=second-draw"] {
        let rules: Rules = rules.parse().unwrap();
        for (position, side, within) in won_positions(rules, 2) {
            let proven =
                verify::<GekitaiGame>(&write_win(&position, side, within, Form::Symmetric).unwrap()).unwrap();
            assert_eq!(proven.header.rules, rules.to_string());
        }
    }
}

#[test]
fn the_same_proof_is_the_same_file() {
    let (position, side, within) = WON[0].clone();
    let write = || write_win(&position, side, within, Form::Symmetric).unwrap();
    assert_eq!(write(), write());
}

#[test]
fn a_table_that_has_lost_everything_costs_time_and_nothing_else() {
    for (position, side, within) in WON.iter().take(3).cloned() {
        let mut search = Dfpn::new(ThreatGuide, Arc::new(ProofTable::with_bytes(64).unwrap()));
        let task = (Claim::Wins { side, within }, Form::Symmetric);
        let file =
            certificate::write::<GekitaiGame, _>(&mut search, &position, task, &Limits::none()).unwrap();
        assert!(verify::<GekitaiGame>(&file).is_ok(), "{position}");
    }
}

#[test]
fn a_finished_game_needs_no_decisions() {
    let position: Gekitai = "6/6/1xxx2/6/4oo/6 o".parse().unwrap();
    let file = write_win(&position, Side::First, 0, Form::Exact).unwrap();
    let proven = verify::<GekitaiGame>(&file).unwrap();
    assert_eq!((proven.plies, proven.header.decisions), (Some(0), 0));
    assert_eq!(
        write_win(&position, Side::Second, 5, Form::Exact),
        Err(WriteError::Flaw(Flaw::WrongEnd { position: position.to_string() }))
    );
}

#[test]
fn a_claim_that_is_not_so_is_not_written() {
    let (position, side, _) = WON[0].clone();
    let mut search = search(ThreatGuide);
    let mut write = |claim| {
        certificate::write::<GekitaiGame, _>(&mut search, &position, (claim, Form::Exact), &Limits::none())
    };
    for claim in [Claim::Wins { side, within: 2 }, Claim::CannotWin { side }, Claim::Draw] {
        assert_eq!(write(claim), Err(WriteError::Strategy(NoStrategy::NotSo)), "{claim}");
    }
}

/// Under this rule the same men draw whoever is to move, so that a search cannot know what its proofs are
/// worth; the walk can.
#[test]
fn a_repetition_rule_that_looks_at_the_men_alone_is_kept_to() {
    let position = Loa::start("size=5,repetition=second-draw".parse().unwrap());
    let mut search = search(NoKnowledge);
    let solution = search.solve(&position, &Limits::none(), &mut |_| {});
    assert_eq!((solution.value, solution.ended), (None, Ended::Proven));
    let task = (Claim::Wins { side: Side::First, within: 11 }, Form::Exact);
    let file = certificate::write::<LinesOfAction, _>(&mut search, &position, task, &Limits::none()).unwrap();
    assert_eq!(verify::<LinesOfAction>(&file).unwrap().plies, Some(11));
}

/// A draw of Lines of Action on the smallest board, and what either side does to keep it.
#[test]
fn a_draw_is_a_strategy_of_each_side() {
    let position = Loa::from_text("o1x2/x3x/1oo1o/5/4x x", "size=5".parse().unwrap()).unwrap();
    let mut search = search(NoKnowledge);
    let solution = search.solve(&position, &Limits::none(), &mut |_| {});
    assert_eq!(solution.value, Some(Outcome::Draw));
    for claim in
        [Claim::Draw, Claim::CannotWin { side: Side::First }, Claim::CannotWin { side: Side::Second }]
    {
        let mut write = |form| {
            certificate::write::<LinesOfAction, _>(&mut search, &position, (claim, form), &Limits::none())
                .unwrap()
        };
        let (exact, symmetric) = (write(Form::Exact), write(Form::Symmetric));
        assert_eq!(verify::<LinesOfAction>(&exact).unwrap().plies, None);
        assert_eq!(verify::<LinesOfAction>(&symmetric).unwrap().header.claim, claim);
        let win = Claim::Wins { side: Side::First, within: 200 };
        let error = verify::<LinesOfAction>(&forged(&exact, "claim", &win.to_string())).unwrap_err();
        assert!(matches!(error, VerifyError::Flaw(_)), "{claim}: {error:?}");
    }
}

/// The same strategy that keeps a draw for ever is no win: it is caught when it comes back to a position.
#[test]
fn going_round_in_circles_is_no_win() {
    let position = Loa::from_text("o1x2/x3x/1oo1o/5/4x x", "size=5".parse().unwrap()).unwrap();
    let task = (Claim::CannotWin { side: Side::First }, Form::Exact);
    let file =
        certificate::write::<LinesOfAction, _>(&mut search(NoKnowledge), &position, task, &Limits::none())
            .unwrap();
    let forged = forged(&file, "claim", "second wins within 200 plies");
    let error = verify::<LinesOfAction>(&forged).unwrap_err();
    assert!(matches!(error, VerifyError::Flaw(Flaw::Circle { .. })), "{error:?}");
}

#[test]
fn a_check_can_be_stopped() {
    let stop = StopHandle::new();
    stop.stop();
    let result = certificate::verify::<GekitaiGame>(&SAMPLE, &stop);
    assert_eq!(result, Err(VerifyError::Flaw(Flaw::Stopped)));
}

#[test]
fn an_altered_byte_is_noticed_wherever_it_is() {
    for place in 0..SAMPLE.len() {
        let mut file = SAMPLE.clone();
        file[place] ^= 1 << (place % 8);
        assert!(verify::<GekitaiGame>(&file).is_err(), "byte {place}");
    }
}

#[test]
fn a_file_cut_short_or_made_longer_is_refused() {
    for len in 0..SAMPLE.len() {
        assert!(verify::<GekitaiGame>(&SAMPLE[..len]).is_err(), "{len} bytes");
    }
    let mut longer = SAMPLE.clone();
    longer.push(0);
    assert_eq!(
        verify::<GekitaiGame>(&longer),
        Err(VerifyError::Length { expected: body(&SAMPLE) as u64, found: body(&SAMPLE) as u64 + 1 })
    );
}

#[test]
fn a_proof_is_about_one_game() {
    let found = "gekitai".to_owned();
    assert_eq!(verify::<LinesOfAction>(&SAMPLE), Err(VerifyError::Game { found, expected: "loa" }));
}

#[test]
fn a_head_that_says_something_else_is_refused_even_with_a_right_checksum() {
    let header = verify::<GekitaiGame>(&SAMPLE).unwrap().header;
    let (text, claim) = (|name: &str, value: &str| forged(&SAMPLE, name, value), header.claim);
    let Claim::Wins { side, within } = claim else { panic!("{claim}") };
    assert_eq!(
        verify::<GekitaiGame>(&text("claim", &claim.to_string())).map(|proven| proven.header),
        Ok(header.clone())
    );
    let refused = [
        text("claim", &Claim::Wins { side, within: within - 1 }.to_string()),
        text("claim", &Claim::Wins { side: !side, within }.to_string()),
        text("claim", &Claim::Draw.to_string()),
        text("claim", "first wins within 007 plies"),
        text("form", "exact"),
        text("rules", "both=draw"),
        text("rules", "both=draw,opponent=play-on,repetition=third-draw"),
        text("position", "6/6/6/6/6/6 x"),
        text("position", "6/6/6/6/6/6"),
        text("decisions", &(header.decisions + 1).to_string()),
        text("decisions", "x"),
        text("bytes", "0"),
    ];
    for file in refused {
        let error = verify::<GekitaiGame>(&file).expect_err(&String::from_utf8_lossy(&file[..200]));
        assert!(!error.to_string().is_empty() && error.to_string().lines().count() == 1, "{error}");
    }
}

/// The longer claim is true, and the same strategy proves it.
#[test]
fn a_weaker_claim_is_proven_too() {
    let Claim::Wins { side, within } = verify::<GekitaiGame>(&SAMPLE).unwrap().header.claim else { panic!() };
    let weaker = forged(&SAMPLE, "claim", &Claim::Wins { side, within: within + 4 }.to_string());
    assert_eq!(verify::<GekitaiGame>(&weaker).unwrap().plies, Some(within));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Moves exchanged for others, with a right checksum: what is accepted all the same is another proof of
    /// the same claim, and a search agrees with it; most are refused.
    #[test]
    fn a_forged_strategy_proves_nothing_that_is_not_so(places in proptest::collection::vec(any::<(u16, u8)>(), 1..4)) {
        let mut file = SAMPLE.clone();
        let (len, start) = (body(&file), file.len() - body(&file));
        for (place, byte) in places {
            file[start + usize::from(place) % len] = byte;
        }
        let game = "gekitai";
        if let Ok(proven) = verify::<GekitaiGame>(&forged(&file, "game", game)) {
            let Claim::Wins { side, within } = proven.header.claim else { panic!() };
            let position: Gekitai = proven.header.position.parse().unwrap();
            let question = Question::wins_within(side, within);
            let verdict = search(ThreatGuide).ask(&position, question, &Limits::none(), &mut |_| {});
            let is_so = matches!(verdict.answer, Answer::Wins { .. });
            assert!(is_so);
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

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        assert!(verify::<GekitaiGame>(&bytes).is_err());
        let head = SAMPLE.len() - body(&SAMPLE);
        let behind_a_head = [&SAMPLE[..head], &bytes].concat();
        assert!(verify::<GekitaiGame>(&behind_a_head).is_err() || behind_a_head == *SAMPLE);
    }
}

#[test]
fn the_winner_named_is_the_winner() {
    for (position, side, within) in WON.iter().take(3).cloned() {
        let solution = search(ThreatGuide).solve(&position, &Limits::none(), &mut |_| {});
        assert_eq!(solution.value, Some(Outcome::Win(side)), "{position}");
        assert!(within >= 5);
    }
}
