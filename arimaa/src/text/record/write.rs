//! Games written as the game archive has them.

use super::{Ending, ending_by_rule};
use crate::rules::moves::Move;
use crate::rules::pieces::Colour;
use crate::rules::position::Arimaa;
use crate::rules::variants::Rules;
use plywood_play::RecordedResult;
use plywood_search::{Game, Outcome, Position};

/// A game as a record, which [`read_games`](super::read_games) gives back; a result that the rules do not
/// show is written as a resignation.
///
/// `None` if the format cannot hold it: it has other rules, begins with another position than the start, or
/// stands in the middle of a turn.
pub(crate) fn write_game(game: &Game<Arimaa>, result: Option<RecordedResult>) -> Option<String> {
    if *game.start() != Arimaa::start(Rules::default()) || game.moves().len() == 0 {
        return None;
    }
    let mut text = tags(game, result);
    let moves: Vec<Move> = game.moves().collect();
    let mut position = game.start().clone();
    let (mut rest, mut number) = (moves.as_slice(), 0);
    while !rest.is_empty() {
        let (turn, after) = first_turn(&position, rest)?;
        let label = format!("{}{}", number / 2 + 1, position.turn().letter());
        text.push_str(&format!("{label} {}\n", position.write_turn(turn)));
        (position, rest, number) = (after, &rest[turn.len()..], number + 1);
    }
    Some(text)
}

/// The plies of the first turn of a line, and the position after it; `None` if the line ends before the turn.
fn first_turn<'a>(position: &Arimaa, line: &'a [Move]) -> Option<(&'a [Move], Arimaa)> {
    let mut after = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        after.play_unchecked(mv);
        if after.turn() != position.turn() {
            return Some((&line[..=index], after));
        }
    }
    None
}

/// The line of tags, if anything is known of the end.
fn tags(game: &Game<Arimaa>, result: Option<RecordedResult>) -> String {
    let by_rule = game.outcome().zip(ending_by_rule(game));
    let recorded = match result {
        Some(RecordedResult::Ended(outcome)) => Some((outcome, Ending::Resigned)),
        Some(RecordedResult::Unknown) | None => None,
    };
    match by_rule.or(recorded) {
        Some((Outcome::Win(winner), ending)) => {
            format!("# result {} termination {}\n", Colour::from(winner).letter(), ending.letter())
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::record::read_games;
    use plywood_search::Side;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    /// A game of random plies, up to so many of them.
    fn random_game(seed: u64, plies: usize) -> Game<Arimaa> {
        let mut game = Game::new(Arimaa::start(Rules::default()));
        let mut rng = SmallRng::seed_from_u64(seed);
        for _ in 0..plies {
            let Some(mv) = game.position().random_move(&mut rng) else { break };
            // A turn that repeats too often is left as it stands.
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut written = 0;
        for seed in 0..60 {
            let game = random_game(seed, 40 + 7 * seed as usize);
            let Some(text) = write_game(&game, None) else { continue };
            written += 1;
            let read =
                read_games(&text).next().expect("a game").unwrap_or_else(|error| panic!("{error} in {text}"));
            assert!(read.game.moves().eq(game.moves()), "{text}");
            assert_eq!(read.winner.map(Side::from), game.outcome().and_then(Outcome::winner));
        }
        assert!(written > 10, "{written}");
    }

    #[test]
    fn a_resignation_is_a_tag() {
        let game = random_game(1, 32);
        let result = RecordedResult::Ended(Outcome::Win(Side::Second));
        let text = write_game(&game, Some(result)).expect("both sides are set up");
        assert!(text.starts_with("# result s termination r\n1g "), "{text}");
        assert_eq!(read_games(&text).next().expect("an item").expect("a game").winner, Some(Colour::Silver));
    }

    #[test]
    fn a_turn_under_way_cannot_be_written() {
        assert!(write_game(&random_game(1, 33), None).is_none());
        assert!(write_game(&random_game(1, 0), None).is_none());
    }
}
