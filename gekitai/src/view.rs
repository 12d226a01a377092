//! The board as front ends show it.

use crate::rules::board::{PIECES, Player};
use crate::rules::geometry::line_squares;
use crate::rules::moves::{Move, Square};
use crate::rules::position::Gekitai;
use crate::rules::variants::Rules;
use plywood_play::{Board, BoardView, Cause, Cell, Motion, Piece, PieceKind, Shape, Told, TrayPiece};
use plywood_search::{Position, Side};

const PIECE: &str = "piece";

/// The squares, rank by rank from the sixth.
fn squares_from_the_top() -> impl Iterator<Item = Square> {
    (0..6).rev().flat_map(|rank| (0..6).filter_map(move |file| Square::new(file, rank)))
}

fn cell(square: Square) -> Cell {
    Cell { name: square.to_string(), column: square.file(), row: 5 - square.rank(), mark: None }
}

impl Gekitai {
    fn piece(&self, square: Square) -> Option<Piece> {
        let side = self.player_on(square)?.into();
        Some(Piece { cell: square.to_string(), kind: PIECE, side })
    }

    /// The pieces by which a player wins: those in lines, or all eight.
    fn winning_pieces(&self, player: Player) -> u64 {
        let pieces = self.pieces(player);
        if self.has_eight(player) { pieces } else { line_squares(pieces) }
    }
}

impl BoardView for Gekitai {
    const KINDS: &'static [PieceKind] = &[PieceKind { name: PIECE, letter: 'P', count: Some(PIECES) }];

    /// The tray shows the pieces in hand.
    fn board(&self) -> Option<Board> {
        let hand = |player: Player| TrayPiece {
            click: None,
            kind: PIECE,
            side: player.into(),
            count: self.hand(player),
        };
        Some(Board {
            shape: Shape::Square,
            columns: 6,
            rows: 6,
            cells: squares_from_the_top().map(cell).collect(),
            pieces: squares_from_the_top().filter_map(|square| self.piece(square)).collect(),
            tray: Player::BOTH.map(hand).to_vec(),
            colours: ["x", "o"],
            edges: None,
            fill: Vec::new(),
        })
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        vec![mv.square().to_string()]
    }

    fn label(&self, _mv: Move) -> Option<String> {
        None
    }

    /// The piece is placed, then its neighbours are repelled.
    fn motions(&self, mv: Move) -> Vec<Motion> {
        let repelled = self.pushes(mv).map(|push| match push.to {
            Some(to) => Motion::between(&push.from, &to),
            None => Motion::off(&push.from),
        });
        [Motion::onto(&mv.square())].into_iter().chain(repelled).collect()
    }

    fn decisive_cells(&self) -> Vec<String> {
        if self.outcome().is_none() {
            return Vec::new();
        }
        let pieces = Player::BOTH.into_iter().fold(0, |set, player| set | self.winning_pieces(player));
        let decisive = squares_from_the_top().filter(|square| pieces & square.bit() != 0);
        decisive.map(|square| square.to_string()).collect()
    }

    fn refuse_clicks(&self, clicks: &[&str]) -> Cause {
        let refusal = match clicks {
            [click] => click.parse::<Square>().ok().and_then(|square| self.refusal(square.into())),
            _ => None,
        };
        refusal.map_or_else(Cause::no_such_move, |refusal| refusal.cause())
    }

    fn arrange(pieces: &[Piece], side: Side, rules: &Rules) -> Result<Self, Cause> {
        let mut sets = [0; 2];
        for piece in pieces {
            let not_a_cell = |error: plywood_play::SquareError| Cause::not_a_cell(&piece.cell, error);
            let square: Square = piece.cell.parse().map_err(not_a_cell)?;
            if (sets[0] | sets[1]) & square.bit() != 0 {
                return Err(Cause::two_on(square, "pieces"));
            }
            sets[piece.side.index()] |= square.bit();
        }
        Self::from_bitboards(sets[0], sets[1], side.into(), *rules).map_err(|error| error.cause())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tray_holds_the_hands() {
        let position: Gekitai = "6/6/2xo2/3x2/6/6 o".parse().expect("a position");
        let board = position.board().expect("a board");
        assert_eq!(board.tray.iter().map(|hand| hand.count).collect::<Vec<_>>(), [6, 7]);
        assert_eq!(board.cells[0].name, "a6");
        assert_eq!(board.pieces[0], Piece { cell: "c4".to_owned(), kind: PIECE, side: Side::First });
    }

    #[test]
    fn repelled_pieces_go_a_square_or_off_the_board() {
        let position: Gekitai = "6/6/6/1x4/o5/6 x".parse().expect("a position");
        let mv = position.read_move("b2").expect("legal");
        let expected = [Motion::onto("b2"), Motion::off("a2"), Motion::between("b3", "b4")];
        assert_eq!(position.motions(mv), expected);
    }

    #[test]
    fn the_pieces_of_a_line_decide() {
        let won: Gekitai = "x5/6/3x2/2x3/1x4/6 o".parse().expect("a position");
        assert_eq!(won.decisive_cells(), ["d4", "c3", "b2"]);
        assert_eq!(Gekitai::start(Rules::default()).decisive_cells(), [""; 0]);
    }

    #[test]
    fn every_refusal_of_clicks_has_its_words() {
        let position: Gekitai = "6/6/6/1x4/6/6 o".parse().expect("a position");
        assert_eq!(position.refuse_clicks(&["b3"]).sentence, "a piece of X is there");
        for clicks in [&["z9"] as &[&str], &["b3", "b4"], &[]] {
            assert_eq!(position.refuse_clicks(clicks), Cause::no_such_move());
        }
    }

    #[test]
    fn pieces_that_are_no_position_are_refused() {
        let piece = |cell: &str| Piece { cell: cell.to_owned(), kind: PIECE, side: Side::First };
        let arrange = |cells: &[&str]| {
            let pieces: Vec<_> = cells.iter().copied().map(piece).collect();
            Gekitai::arrange(&pieces, Side::First, &Rules::default())
        };
        assert_eq!(arrange(&["a1", "a1"]).expect_err("twice").sentence, "two pieces are on a1");
        assert!(arrange(&["g1"]).is_err());
        assert!(arrange(&["a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5", "e5"]).is_err());
    }
}
