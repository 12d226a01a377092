//! Forced goals by proof-number search.

use plywood_arimaa::Arimaa;
use plywood_arimaa::eval::Strong;
use plywood_search::{Answer, Dfpn, Limits, Position, ProofTable, Question};
use std::sync::Arc;

const ONE_TURN: u32 = 4;
const TWO_TURNS: u32 = 12;

fn recorded() -> impl Iterator<Item = (Arimaa, serde_json::Value)> {
    include_str!("data/positions.jsonl").lines().map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| record[name].as_str().unwrap().to_owned();
        let text = format!("{} [{}]", field("side"), field("board"));
        (text.parse().unwrap(), record)
    })
}

fn table() -> Arc<ProofTable> {
    Arc::new(ProofTable::with_bytes(1 << 24).unwrap())
}

fn answer(position: &Arimaa, plies: u32, limits: &Limits) -> (Answer, u64) {
    let mut search = Dfpn::new(Strong, table());
    let question = Question::wins_within(position.side_to_move(), plies);
    let verdict = search.ask(position, question, limits, &mut |_| {});
    (verdict.answer, verdict.progress.nodes)
}

#[test]
fn a_goal_within_one_turn_is_proven_wherever_one_is_recorded() {
    for (position, record) in recorded() {
        let has_goal = record["turns_goal"].as_u64() > Some(0);
        assert_eq!(position.can_reach_goal(), has_goal, "{position}");
        if has_goal {
            let (answer, nodes) = answer(&position, ONE_TURN, &Limits::none());
            assert!(matches!(answer, Answer::Wins { .. }), "{position}");
            assert!(nodes < 2_000, "{position}: {nodes}");
        }
    }
}

/// A turn that wins without a goal takes the enemy's last rabbits or leaves it without a move.
#[test]
fn where_no_goal_is_recorded_a_turn_wins_otherwise_or_not_at_all() {
    for (position, _) in recorded().filter(|(position, _)| !position.can_reach_goal()).step_by(8) {
        let (answer, _) = answer(&position, ONE_TURN, &Limits::none());
        let turns = position.turns().expect("a turn begins");
        let wins = turns.iter().any(|turn| {
            let end = turn.position();
            end.outcome().and_then(plywood_search::Outcome::winner) == Some(position.side_to_move())
        });
        assert_eq!(matches!(answer, Answer::Wins { .. }), wins, "{position}");
    }
}

/// Those of the recorded positions that are known to be won with the second turn, whatever the reply to the
/// first.
#[test]
fn goals_within_two_turns_are_proven() {
    for text in [
        "g [                                 HM Hr   D E CRrr    eDrRRRRR RR]",
        "g [     hrr  r HE R c     R   d eC      D  RD    R   RR R          ]",
        "s [       r                  C       hE       r             R      ]",
        "g [       e                  E       r                     R       ]",
        "g [       r       e           r      rEr      r            R       ]",
        "s [ r       d       R        r                 R                   ]",
        "g [           rH          r      D   C   r R D   R        MR dER   ]",
    ] {
        let position: Arimaa = text.parse().unwrap();
        assert!(recorded().any(|(recorded, _)| recorded == position), "{text}");
        assert!(matches!(answer(&position, TWO_TURNS, &Limits::none()).0, Answer::Wins { .. }), "{text}");
        assert!(!position.can_reach_goal(), "{text}");
    }
}
