//! Played games from machine to machine: what is read is what was written.

use crate::nim::NIM;
use core::ops::ControlFlow;
use core::time::Duration;
use plywood_arena::{Ending, Match, PlayedGame};
use plywood_play::AnyGame;

#[test]
fn a_played_game_is_read_back_with_all_its_facts() {
    let engines = ["ids:depth=3,hash=1MB", "random"].map(|text| text.parse().unwrap());
    let mut contest = Match::new(NIM.session("", None).unwrap(), engines);
    contest.build = String::from("0.1.0+x");
    contest.identify().unwrap();
    let mut games = Vec::new();
    contest
        .run(&mut |game, _| {
            games.push(game);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert!(games.iter().all(|game| !game.turns.is_empty()));
    let text = || "it's \"so\"\n".to_owned();
    for ending in [
        Ending::Rules(text()),
        Ending::Length { plies: 12 },
        Ending::GaveUp { engine: 0 },
        Ending::EvenScores,
        Ending::IllegalMove { engine: 1, answer: text(), reason: text() },
        Ending::Time { engine: 0, over: Duration::from_nanos(1_234_567_891) },
    ] {
        let game = PlayedGame { ending, ..games[1].clone() };
        let written = serde_json::to_string(&game).unwrap();
        assert!(written.contains(&format!("\"kind\":\"{}\"", game.ending.kind())), "{written}");
        assert_eq!(serde_json::from_str::<PlayedGame>(&written).unwrap(), game);
    }
}
