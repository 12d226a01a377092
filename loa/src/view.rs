//! The board as front ends show it.

use crate::rules::board::Colour;
use crate::rules::connection::is_connected;
use crate::rules::moves::{Move, Square};
use crate::rules::position::Loa;
use crate::rules::variants::Rules;
use crate::text::notation::Refusal;
use plywood_play::{Board, BoardView, Cause, Cell, Motion, Piece, PieceKind, Shape, Told};
use plywood_search::{Hints, Position, Side};

const MAN: &str = "man";
const PASS: &str = "pass";

impl Loa {
    /// The squares of the board, rank by rank from the highest.
    fn squares_from_the_top(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.rules().size.get();
        (0..size).rev().flat_map(move |rank| (0..size).filter_map(move |file| Square::new(file, rank)))
    }

    fn cell(&self, square: Square) -> Cell {
        let row = self.rules().size.get() - 1 - square.rank();
        Cell { name: square.to_string(), column: square.file(), row, mark: None }
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        let side = self.colour_on(square)?.into();
        Some(Piece { cell: square.to_string(), kind: MAN, side })
    }

    /// The reason why no move begins on a square.
    fn refuse_man(&self, square: Square) -> Cause {
        if self.outcome().is_some() {
            return Cause::over();
        }
        if self.squares() & square.bit() == 0 {
            return Refusal::OffBoard(square, self.rules().size).cause();
        }
        match self.colour_on(square) {
            None => Refusal::NoMan(square).cause(),
            Some(colour) if colour != self.turn() => Refusal::NotYours(square).cause(),
            Some(_) => {
                let sentence = format_args!("the man on {square} has no legal move");
                Cause::new("man-without-move", sentence).with("cell", square)
            }
        }
    }
}

impl BoardView for Loa {
    const KINDS: &'static [PieceKind] = &[PieceKind { name: MAN, letter: 'M', count: None }];

    fn board(&self) -> Option<Board> {
        let size = self.rules().size.get();
        Some(Board {
            shape: Shape::Square,
            columns: size,
            rows: size,
            cells: self.squares_from_the_top().map(|square| self.cell(square)).collect(),
            pieces: self.squares_from_the_top().filter_map(|square| self.piece(square)).collect(),
            tray: Vec::new(),
            colours: ["black", "white"],
            edges: None,
            fill: Vec::new(),
        })
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        if mv.is_pass() {
            return vec![PASS.to_owned()];
        }
        vec![mv.from().to_string(), mv.to().to_string()]
    }

    fn label(&self, mv: Move) -> Option<String> {
        mv.is_pass().then(|| "Pass".to_owned())
    }

    fn motions(&self, mv: Move) -> Vec<Motion> {
        if mv.is_pass() {
            return Vec::new();
        }
        let captured = self.is_noisy(mv).then(|| Motion::off(&mv.to()));
        captured.into_iter().chain([Motion::between(&mv.from(), &mv.to())]).collect()
    }

    /// The men of each side that is connected.
    fn decisive_cells(&self) -> Vec<String> {
        if self.outcome().is_none() {
            return Vec::new();
        }
        let connected = Colour::BOTH.into_iter().filter(|&colour| is_connected(self.men(colour)));
        let men = connected.fold(0, |men, colour| men | self.men(colour));
        let decisive = self.squares_from_the_top().filter(|square| men & square.bit() != 0);
        decisive.map(|square| square.to_string()).collect()
    }

    fn refuse_clicks(&self, clicks: &[&str]) -> Cause {
        let squares: Vec<Square> = clicks.iter().filter_map(|click| click.parse().ok()).collect();
        match (clicks, squares.as_slice()) {
            ([PASS], _) => Refusal::PassNotAllowed.cause(),
            ([_], &[square]) => self.refuse_man(square),
            ([_, _], &[from, to]) => match Move::new(from, to).and_then(|mv| self.refusal(mv)) {
                Some(refusal) => refusal.cause(),
                None => Cause::no_such_move(),
            },
            _ => Cause::no_such_move(),
        }
    }

    fn arrange(pieces: &[Piece], side: Side, rules: &Rules) -> Result<Self, Cause> {
        let mut men = [0; 2];
        for piece in pieces {
            let not_a_cell = |error: plywood_play::SquareError| Cause::not_a_cell(&piece.cell, error);
            let square: Square = piece.cell.parse().map_err(not_a_cell)?;
            if (men[0] | men[1]) & square.bit() != 0 {
                return Err(Cause::two_on(square, "men"));
            }
            men[piece.side.index()] |= square.bit();
        }
        Self::from_bitboards(men[0], men[1], side.into(), *rules).map_err(|error| error.cause())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str, rules: &str) -> Loa {
        Loa::from_text(text, rules.parse().expect("rules")).expect("a position")
    }

    #[test]
    fn the_highest_rank_is_the_first_row() {
        let board = Loa::start("size=5".parse().expect("rules")).board().expect("a board");
        assert_eq!((board.columns, board.rows, board.cells.len(), board.pieces.len()), (5, 5, 25, 12));
        assert_eq!(board.cells[0], Cell { name: "a5".to_owned(), column: 0, row: 0, mark: None });
        assert_eq!(board.pieces[0], Piece { cell: "b5".to_owned(), kind: MAN, side: Side::First });
    }

    #[test]
    fn a_capture_takes_a_man_off_before_the_other_comes() {
        let loa = Loa::start(Rules::default());
        let mv = loa.read_move("b1-h1").expect("legal");
        assert_eq!(loa.motions(mv), [Motion::between("b1", "h1")]);
        let loa = position("1xxx1/o3o/o3o/o3o/1xxx1 x", "size=5");
        let mv = loa.read_move("b1xe4").or_else(|_| loa.read_move("c1xe3")).expect("legal");
        assert_eq!(loa.motions(mv), [Motion::off("e3"), Motion::between("c1", "e3")]);
    }

    #[test]
    fn a_connected_group_decides() {
        let won = position("5/5/1xx2/o3o/5 o", "size=5");
        assert_eq!(won.decisive_cells(), ["b3", "c3"]);
        assert_eq!(Loa::start(Rules::default()).decisive_cells(), [""; 0]);
    }

    #[test]
    fn every_refusal_of_clicks_has_its_words() {
        const BEGINS_NOTHING: &str = "no legal move begins so";
        let loa = Loa::start(Rules::default());
        for (clicks, words) in [
            (&["a1"] as &[&str], "there is no man on a1"),
            (&["a2"], "the man on a2 is the opponent's"),
            (&["b1", "b4"], "it goes 3 squares, and 2 men stand on that line"),
            (&["b1", "c3"], "the squares are not on one line"),
            (&["b1", "b1"], BEGINS_NOTHING),
            (&["pass"], "a pass is not allowed here"),
            (&["b1", "b3", "b5"], BEGINS_NOTHING),
            (&["nowhere"], BEGINS_NOTHING),
            (&[], BEGINS_NOTHING),
        ] {
            assert_eq!(loa.refuse_clicks(clicks).sentence, words, "{clicks:?}");
        }
        let small = Loa::start("size=5".parse().expect("rules"));
        assert_eq!(small.refuse_clicks(&["h8"]).sentence, "h8 is not on the board of 5x5");
        let shut_in = position("4o/5/x4/oo3/xo3 x", "size=5");
        assert_eq!(shut_in.refuse_clicks(&["a1"]).sentence, "the man on a1 has no legal move");
    }

    #[test]
    fn pieces_that_are_no_position_are_refused() {
        let man = |cell: &str, side| Piece { cell: cell.to_owned(), kind: MAN, side };
        let arrange = |pieces: &[Piece]| Loa::arrange(pieces, Side::First, &Rules::default());
        let error = arrange(&[man("a1", Side::First), man("a1", Side::Second)]).expect_err("twice");
        assert_eq!(error.sentence, "two men are on a1");
        assert!(arrange(&[man("z1", Side::First)]).is_err());
        assert!(arrange(&[man("a1", Side::First)]).is_err());
    }
}
