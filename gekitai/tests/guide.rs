//! What provers are told: certainties, held against every line of play.

use plywood_gekitai::{Both, Gekitai, Opponent, Rules, ThreatGuide};
use plywood_search::{ForcedWin, Knowledge, Numbers, Outcome, Position, Side};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// Positions of random games under each rule, until `see` has had enough of them.
fn positions(mut see: impl FnMut(&Gekitai)) {
    let mut rng = StdRng::seed_from_u64(9);
    for both in [Both::Draw, Both::MoverWins, Both::LinesFirst] {
        for opponent in [Opponent::Wins, Opponent::PlayOn] {
            for _ in 0..150 {
                let mut position = Gekitai::start(Rules::default().with_both(both).with_opponent(opponent));
                while let Some(mv) = position.random_move(&mut rng) {
                    see(&position);
                    position.play_unchecked(mv);
                }
            }
        }
    }
}

fn wins_at_once(position: &Gekitai, side: Side) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after.outcome() == Some(Outcome::Win(side))
    })
}

#[test]
fn a_position_that_is_called_lost_is_lost_in_two_plies() {
    let (mut lost, mut open) = (0, 0);
    positions(|position| {
        let mover = position.side_to_move();
        let Some(win) = ThreatGuide.forced_win(position, &mut ThreatGuide.start(position)) else {
            open += 1;
            return;
        };
        assert_eq!(win, ForcedWin { winner: !mover, plies: 2 });
        lost += 1;
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            let is_lost = match after.outcome() {
                Some(outcome) => outcome == Outcome::Win(!mover),
                None => wins_at_once(&after, !mover),
            };
            assert!(is_lost, "{position} {mv}");
        }
    });
    assert!(lost > 100 && open > 1_000, "{lost} {open}");
}

#[test]
fn first_numbers_are_those_of_an_open_position_and_follow_the_line() {
    positions(|position| {
        let mut fresh = ThreatGuide.start(position);
        let numbers = Side::BOTH.map(|attacker| ThreatGuide.numbers(position, &mut fresh, attacker));
        let is_lost = ThreatGuide.forced_win(position, &mut fresh).is_some();
        for Numbers { proof, disproof } in numbers {
            assert!(is_lost || proof > 0 && disproof > 0, "{position}");
        }
        let mut line = ThreatGuide.start(position);
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if after.outcome().is_some() {
                continue;
            }
            ThreatGuide.advance(&mut line, position, Some(mv), &after);
            let fresh = &mut ThreatGuide.start(&after);
            for attacker in Side::BOTH {
                let found = ThreatGuide.numbers(&after, &mut line, attacker);
                assert_eq!(found, ThreatGuide.numbers(&after, fresh, attacker), "{after}");
            }
            ThreatGuide.retreat(&mut line);
        }
    });
}
