//! Games in their communities' own formats: SGF for Hex, the game archive's format for Arimaa, and a record
//! line for the others.

use plywood_arena::{Ending, PlayedGame};
use plywood_arimaa::{Arimaa, ArimaaGame, Colour};
use plywood_hex::HexGame;
use plywood_hex::sgf::write_game;
use plywood_play::{Definition, Notation};
use plywood_search::{Game, Outcome, Position, Side};

/// Writes one game; the error says why it cannot be written.
type Writer = fn(&PlayedGame) -> Result<String, String>;

/// The games that have their own formats.
const WRITERS: [(&str, Writer); 2] = [(HexGame::INFO.name, hex), (ArimaaGame::INFO.name, arimaa)];

/// The game in its own format, without the end of the last line.
pub(super) fn write(game: &PlayedGame) -> Result<String, String> {
    match WRITERS.iter().find(|(known, _)| *known == game.game) {
        Some((_, writer)) => writer(game),
        None => Ok(game.record().to_string()),
    }
}

/// The game, replayed.
fn replayed<P: Notation>(played: &PlayedGame) -> Result<Game<P>, String> {
    let rules: P::Rules = played.rules.parse().map_err(|error| format!("{error}"))?;
    let start = P::read(&played.position, &rules).map_err(|error| error.to_string())?;
    let mut game = Game::new(start);
    for (index, text) in played.moves.iter().enumerate() {
        let mv = game.position().read_move(text).map_err(|error| format!("ply {}: {error}", index + 1))?;
        game.play(mv).map_err(|error| format!("ply {}: {error}", index + 1))?;
    }
    Ok(game)
}

fn hex(game: &PlayedGame) -> Result<String, String> {
    Ok(write_game(&replayed(game)?, Some(game.result())).to_string().trim_end().to_owned())
}

/// A block of lines, as the archive separates games by empty ones.
fn arimaa(played: &PlayedGame) -> Result<String, String> {
    let game: Game<Arimaa> = replayed(played)?;
    let rules = game.start().rules();
    if *game.start() != Arimaa::start(rules) {
        return Err(
            "it does not begin with both setups, and the archive's format has no positions".to_owned()
        );
    }
    let mut text = arimaa_tags(played);
    let mut position = game.start().clone();
    let (mut turn, mut number) = (Vec::new(), 0);
    let mut before = position.clone();
    for mv in game.moves() {
        turn.push(mv);
        position.play_unchecked(mv);
        if position.turn() != before.turn() || position.outcome().is_some() {
            let label = format!("{}{}", number / 2 + 1, before.turn().letter());
            text.push_str(&format!("{label} {}\n", before.write_turn(&turn)));
            number += 1;
            turn.clear();
            before = position.clone();
        }
    }
    Ok(text)
}

/// The players, and the winner and the reason if the rules do not give them.
fn arimaa_tags(played: &PlayedGame) -> String {
    let winner = match played.outcome {
        Outcome::Draw => return String::new(),
        Outcome::Win(Side::First) => Colour::from(Side::First),
        Outcome::Win(Side::Second) => Colour::from(Side::Second),
    };
    let letter = winner.letter();
    match termination(&played.ending) {
        Some(termination) => format!("# result {letter} termination {termination}\n"),
        None => format!("# result {letter}\n"),
    }
}

/// The archive's letter for an ending that the rules do not decide.
fn termination(ending: &Ending) -> Option<char> {
    use plywood_arimaa::Ending as Archive;
    let letter = match ending {
        Ending::Rules(_) | Ending::Length { .. } | Ending::EvenScores => return None,
        Ending::Resignation { .. } | Ending::GaveUp { .. } => Archive::Resigned,
        Ending::Time { .. } => Archive::Time,
        Ending::NoMove { .. } | Ending::IllegalMove { .. } => Archive::Illegal,
        _ => Archive::Forfeit,
    };
    Some(letter.letter())
}
