//! Positions out of a few words.

#![allow(dead_code, reason = "each test uses a part of it")]

use plywood_arimaa::{Arimaa, Colour, IllegalMove, MoveError, Piece, Refusal, Rules};
use plywood_search::Position;

/// The position with these pieces, `Ra2 rh7`, and the side of this letter to begin a turn.
pub(crate) fn board(turn: char, pieces: &str) -> Arimaa {
    let mut squares = [None; 64];
    for word in pieces.split_whitespace() {
        let (letter, square) = word.split_at(1);
        let square: plywood_arimaa::Square = square.parse().expect(word);
        squares[square.index()] = letter.chars().next().and_then(Piece::from_letter);
    }
    Arimaa::from_pieces(&squares, Colour::from_letter(turn).expect("g or s"), Rules::default())
}

/// The position after some moves, each of them legal.
pub(crate) fn after(mut position: Arimaa, moves: &str) -> Arimaa {
    for text in moves.split_whitespace() {
        position
            .play_unchecked(position.read_move(text).unwrap_or_else(|error| panic!("{position}: {error}")));
    }
    position
}

/// The pieces on the board as words in the order of the squares, a1 first.
pub(crate) fn pieces(position: &Arimaa) -> String {
    let squares = (0..64).filter_map(plywood_arimaa::Square::from_index);
    let words = squares.filter_map(|square| Some(format!("{}{square}", position.piece_on(square)?)));
    words.collect::<Vec<_>>().join(" ")
}

/// What forbids a move.
pub(crate) fn refusal(position: &Arimaa, text: &str) -> Refusal {
    match position.read_move(text) {
        Err(MoveError::Illegal(IllegalMove { reason, .. })) => reason,
        other => panic!("{text} gives {other:?} in {position}"),
    }
}

/// The legal moves as words, in alphabetical order.
pub(crate) fn moves(position: &Arimaa) -> Vec<String> {
    let mut texts: Vec<_> = position.legal_moves().iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The legal moves of the piece on a square.
pub(crate) fn moves_from(position: &Arimaa, square: &str) -> Vec<String> {
    moves(position).into_iter().filter(|text| text.get(1..3) == Some(square)).collect()
}

/// A square by name.
pub(crate) fn square(name: &str) -> plywood_arimaa::Square {
    name.parse().expect("a square")
}
