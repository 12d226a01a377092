//! Laws of positions that differ only by how one looks at the board.

use crate::Subject;
use plywood_search::{Knowledge, Outcome, Score, Symmetry, perft};
use std::collections::HashSet;

/// Holds a game to all laws of this module but that of evaluations.
pub fn hold<P: Symmetry>(subject: &Subject<P>) {
    subject.for_random_games(64, |game| {
        the_first_way_to_look_changes_nothing(game.position());
        for index in 0..game.position().symmetries() {
            the_play_is_the_same(game.position(), index);
            moves_map_to_moves(game.position(), index);
        }
        equal_canonical_keys_mean_images(game.position());
    });
}

/// Number 0 is the identity.
pub fn the_first_way_to_look_changes_nothing<P: Symmetry>(position: &P) {
    assert!(!position.exchanges_sides(0), "{position:?}");
    assert_eq!(&position.transformed(0), position);
    for mv in position.legal_moves() {
        assert_eq!(position.transformed_move(mv, 0), mv, "{position:?}");
    }
}

/// A transformed position has the same outcome and mover, with the sides exchanged if they are, and a tree of
/// the same size.
pub fn the_play_is_the_same<P: Symmetry>(position: &P, index: usize) {
    let image = position.transformed(index);
    let exchanged = position.exchanges_sides(index);
    let seen = |side| if exchanged { std::ops::Not::not(side) } else { side };
    let outcome = position.outcome().map(|outcome| match outcome {
        Outcome::Win(side) => Outcome::Win(seen(side)),
        Outcome::Draw => Outcome::Draw,
    });
    assert_eq!(image.outcome(), outcome, "way {index} to look at {position:?}");
    assert_eq!(image.side_to_move(), seen(position.side_to_move()), "way {index} to look at {position:?}");
    assert_eq!(image.repetition_key().is_some(), position.repetition_key().is_some(), "{position:?}");
    for depth in 1..=3 {
        assert_eq!(
            perft(&image, depth),
            perft(position, depth),
            "way {index} to look at {position:?}, depth {depth}"
        );
    }
}

/// Transforming and then playing gives the same as playing and then transforming, and different moves have
/// different images.
pub fn moves_map_to_moves<P: Symmetry>(position: &P, index: usize) {
    let image = position.transformed(index);
    let mut images = HashSet::new();
    for mv in position.legal_moves() {
        let its_image = position.transformed_move(mv, index);
        assert!(image.is_legal(its_image), "{mv:?} of {position:?} becomes {its_image:?} of {image:?}");
        assert!(images.insert(its_image), "two moves of {position:?} become {its_image:?}");
        let (mut played, mut expected) = (image.clone(), position.clone());
        played.play_unchecked(its_image);
        expected.play_unchecked(mv);
        assert_eq!(played, expected.transformed(index), "{mv:?} in {position:?}, way {index}");
    }
}

/// Positions with equal canonical keys are images of each other under a symmetry that keeps the sides.
pub fn equal_canonical_keys_mean_images<P: Symmetry>(position: &P) {
    let images = |position: &P| -> Vec<P> {
        (0..position.symmetries()).map(|index| position.transformed(index)).collect()
    };
    let key = position.canonical_key();
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        assert_ne!(child.canonical_key(), key, "{child:?} and {position:?}");
    }
    for image in images(position).into_iter().filter(|image| image.canonical_key() == key) {
        let kept = (0..position.symmetries()).filter(|&index| !position.exchanges_sides(index));
        let mut kept = kept.map(|index| position.transformed(index));
        assert!(kept.any(|kept| kept == image), "{image:?} and {position:?}");
    }
}

/// An evaluation for the side to move gives the same value whichever way one looks, also with the sides
/// exchanged.
///
/// Not every evaluation claims that; so this law is not among those of [`hold`].
pub fn an_evaluation_is_kept<P: Symmetry>(subject: &Subject<P>, evaluator: &impl Knowledge<P>) {
    subject.for_unfinished_games(64, |game| {
        let position = &game.position().0;
        let value: Score = evaluator.value_of(position);
        for index in 0..position.symmetries() {
            let seen = evaluator.value_of(&position.transformed(index));
            assert_eq!(seen, value, "way {index} to look at {position:?}");
        }
    });
}
