//! The board in colours, with the names of the sides below it.

use crate::terminal::colour::{FAINT, SIDES, WARNING, painted};
use plywood_play::Session;
use plywood_search::{Score, Side};

/// The picture of the board, and whose pieces are whose.
pub(crate) fn board(session: &dyn Session) -> String {
    let picture = session.picture();
    let lines: Vec<&str> = picture.trim_end().lines().collect();
    let last = lines.len().saturating_sub(1);
    let row = |(index, line): (usize, &&str)| match index {
        // The names of the columns.
        _ if index == 0 || index == last => painted(FAINT, line),
        _ => row(session, line),
    };
    let mut text: String = lines.iter().enumerate().map(row).map(|line| line + "\n").collect();
    for (line, style) in session.legend().lines().zip(SIDES) {
        let end = line.find("  ").unwrap_or(0);
        text.push_str(&format!("\n{}{}", painted(style, &line[..end]), &line[end..]));
    }
    text.trim_end().to_owned()
}

/// A line of the board: pieces in the colours of their sides, marks of the last move in another, the rest
/// faint.
fn row(session: &dyn Session, line: &str) -> String {
    let paint = |letter: char| match session.owner(letter) {
        Some(side) => painted(SIDES[side.index()], letter),
        None if matches!(letter, '[' | ']') => painted(WARNING, letter),
        None if letter == ' ' => " ".to_owned(),
        None => painted(FAINT, letter),
    };
    line.chars().map(paint).collect()
}

/// The name of a side, with its colour where that is another word: `Black`, `White (Second)`.
pub(crate) fn name(session: &dyn Session, side: Side) -> String {
    let player = session.info().players[side.index()];
    let colour = session.board().map_or(player, |board| board.colours[side.index()]);
    if colour.eq_ignore_ascii_case(player) {
        return player.to_owned();
    }
    let (first, rest) = colour.split_at(colour.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest} ({player})", first.to_uppercase())
}

/// A score with its unit, and whose view it is: `+26 points for Black`, `win in 3 plies for White (Second)`.
pub(crate) fn scored(session: &dyn Session, score: Score) -> String {
    let plies = score.plies_to_win().or(score.plies_to_loss());
    let unit = match (plies, score.value()) {
        (Some(1), _) => " ply",
        (Some(_), _) => " plies",
        (None, 1 | -1) => " point",
        (None, _) => " points",
    };
    format!("{score}{unit} for {}", name(session, session.side_to_move()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(game: &str, moves: &str) -> Box<dyn Session> {
        let (game, rules) = plywood_registry::parse(game).expect("a game");
        let mut session = game.session(&rules, None).expect("a start");
        for mv in moves.split_whitespace() {
            session.play(mv).expect("a legal move");
        }
        session
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn without_colours_the_board_is_the_picture_and_the_legend() {
        for (game, moves) in [("loa", "b1-h1"), ("hex:size=19", "a1 b2"), ("gekitai", "c3"), ("arimaa", "")] {
            let session = session(game, moves);
            let expected = format!("{}\n\n{}", session.picture().trim_end(), session.legend());
            assert_eq!(plain(&board(&*session)), expected.trim_end(), "{game}");
        }
    }

    #[test]
    fn the_letters_of_columns_are_no_pieces() {
        let coloured = |style, letter| painted(style, letter);
        let hex = board(&*session("hex:size=19", "a1 b2"));
        assert_eq!(hex.matches(&coloured(SIDES[1], 'o')).count(), 2, "the stone, and the legend");
        let gekitai = board(&*session("gekitai", "c3"));
        assert_eq!(gekitai.matches(&coloured(SIDES[0], 'x')).count(), 2, "the piece, and the hand");
    }

    #[test]
    fn scores_have_a_unit_and_a_view() {
        let session = session("loa", "b1-h1");
        let texts = [Score::heuristic(26), Score::heuristic(-1), Score::win_in(1), Score::loss_in(4)]
            .map(|score| scored(&*session, score));
        let expected = ["+26 points", "-1 point", "win in 1 ply", "loss in 4 plies"];
        assert_eq!(texts, expected.map(|text| format!("{text} for White")));
    }

    #[test]
    fn a_side_is_named_with_its_colour_where_that_may_change() {
        assert_eq!(name(&*session("loa", ""), Side::First), "Black");
        let swapped = session("hex:swap=sides", "a1 swap-sides");
        assert_eq!(name(&*swapped, Side::First), "White (First)");
        assert!(swapped.legend().starts_with("x  Black (Second): top and bottom"));
    }
}
