//! The features of turns: the same seen in a mirror and from the other side, and different for turns that do
//! different things.

use crate::boards::{after, board};
use plywood_arimaa::Arimaa;
use plywood_arimaa::eval::{Before, RankedTurn, TURN_GROUPS, TurnFeatures};
use plywood_net::MoveFeatures;
use plywood_search::Symmetry;

fn features(earlier: [Option<&Arimaa>; 2], before: &Arimaa, after: &Arimaa) -> Vec<usize> {
    let mut active = Vec::new();
    let begins = Before::new(before, 1_000, earlier);
    let turn = RankedTurn { before: &begins, after, steps: 4, place: 3, loss: 40 };
    TurnFeatures.active(before, turn, &mut |feature| active.push(feature));
    active.sort_unstable();
    active
}

/// The features of a turn on a board with a threatened goal, a capture to make and one to suffer.
fn of(moves: &str) -> Vec<usize> {
    let start = board('g', "Ed4 cc4 Ca1 Ra6 Hb3 Rh1 rh8 me6 Df5 re7");
    features([None; 2], &start, &after(start.clone(), moves))
}

#[test]
fn a_turn_has_the_features_of_its_images() {
    let mut compared = 0;
    let mut earlier: [Option<Arimaa>; 2] = [None, None];
    for line in include_str!("data/positions.jsonl").lines().step_by(8) {
        let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |name: &str| record[name].as_str().expect(name).to_owned();
        let start: Arimaa = format!("{} [{}]", text("side"), text("board")).parse().expect("a position");
        let turns = start.turns().expect("a turn begins");
        for turn in turns.iter().step_by(turns.len() / 5 + 1) {
            let end = turn.position();
            let expected = features(earlier.each_ref().map(Option::as_ref), &start, &end);
            assert!(expected.iter().all(|&feature| feature < TurnFeatures.count()), "{start} {end}");
            for image in 0..start.symmetries() {
                let images =
                    earlier.each_ref().map(|earlier| earlier.as_ref().map(|one| one.transformed(image)));
                let images = images.each_ref().map(Option::as_ref);
                let seen = features(images, &start.transformed(image), &end.transformed(image));
                assert_eq!(seen, expected, "{start} {end} {image}");
            }
            compared += 1;
            // Any two boards will do for a past.
            earlier = [Some(end), earlier[0].take()];
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn what_a_turn_does_can_be_told_from_its_features() {
    let turns = ["cc4s Ed4w pass", "Ed4n pass", "Ra6n pass", "Hb3s pass", "Df5s pass", "Df5s Df4s pass"];
    let all: std::collections::HashSet<Vec<usize>> = turns.iter().map(|moves| of(moves)).collect();
    assert_eq!(all.len(), turns.len());
}

#[test]
fn the_place_and_the_loss_of_a_turn_are_features_of_their_own() {
    let start = board('g', "Ed4 Rh1 rh8");
    let end = after(start.clone(), "Ed4n pass");
    let active = |place, loss| {
        let mut active = Vec::new();
        let begins = Before::new(&start, 1_000, [None; 2]);
        let turn = RankedTurn { before: &begins, after: &end, steps: 1, place, loss };
        TurnFeatures.active(&start, turn, &mut |feature| active.push(feature));
        active
    };
    assert_eq!(active(40, 10), active(41, 12));
    assert_ne!(active(40, 10), active(4, 10));
    assert_ne!(active(40, 10), active(40, 400));
    assert!(active(usize::MAX - 1, i32::MAX).iter().all(|&feature| feature < TurnFeatures.count()));
}

#[test]
fn how_near_a_turn_is_to_those_before_it_are_features() {
    let earlier = board('s', "Ed4 Rh1 rh8 me6");
    let start = after(earlier.clone(), "me6s pass");
    let near = after(start.clone(), "Ed4n pass");
    let far = after(start.clone(), "Rh1n pass");
    let groups = |after: &Arimaa, name: &str| -> Vec<usize> {
        let group = TURN_GROUPS.into_iter().find(|group| group.name == name).expect("a group");
        let all = features([Some(&earlier), None], &start, after);
        let range = group.first..group.first + group.len;
        all.into_iter()
            .filter(|feature| range.contains(feature))
            .map(|feature| feature - group.first)
            .collect()
    };
    // d4 is beside d5 and e5 beside what has changed, e6 and e5.
    assert_eq!(groups(&near, "near the enemy's last turn"), [1, 12]);
    assert_eq!(groups(&far, "near the enemy's last turn"), [6, 17]);
    assert_eq!(groups(&near, "near the mover's last turn"), [9, 19]);
}
