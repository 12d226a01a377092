//! The board as front ends draw it.

use crate::rules::cell::{Cell, CellSet, Colour};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use crate::rules::variants::Rules;
use plywood_play::{Board, BoardView, Cause, Edges, Motion, Piece, PieceKind, Shape, Told};
use plywood_search::Side;

const STONE: &str = "stone";
const SWAP: &str = "swap";

const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

const EDGES: Edges = Edges {
    top: name(Colour::Black),
    right: name(Colour::White),
    bottom: name(Colour::Black),
    left: name(Colour::White),
};

impl Hex {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size();
        (0..size.cells()).filter_map(move |number| size.cell(number))
    }

    fn piece(&self, cell: Cell) -> Option<Piece> {
        let side = self.side_of(self.colour_on(cell)?);
        Some(Piece { cell: cell.to_string(), kind: STONE, side })
    }

    /// The first stone, while it is alone.
    fn first_stone(&self) -> Option<Cell> {
        self.stones(Colour::Black).numbers().next().and_then(|number| self.size().cell(number))
    }
}

/// The cell as front ends draw it.
fn drawn(cell: Cell) -> plywood_play::Cell {
    plywood_play::Cell { name: cell.to_string(), column: cell.column(), row: cell.row(), mark: None }
}

impl BoardView for Hex {
    const KINDS: &'static [PieceKind] = &[PieceKind { name: STONE, letter: 'S', count: None }];

    fn board(&self) -> Option<Board> {
        Some(Board {
            shape: Shape::Hex,
            columns: self.size().width(),
            rows: self.size().height(),
            cells: self.cells().map(drawn).collect(),
            pieces: self.cells().filter_map(|cell| self.piece(cell)).collect(),
            tray: Vec::new(),
            colours: Side::BOTH.map(|side| name(self.colour_of(side))),
            edges: Some(EDGES),
            fill: Vec::new(),
        })
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        vec![mv.cell().map_or_else(|| SWAP.to_owned(), |cell| cell.to_string())]
    }

    fn label(&self, mv: Move) -> Option<String> {
        match mv {
            Move::Place(_) => None,
            Move::SwapPieces => Some("Swap stones".to_owned()),
            Move::SwapSides => Some("Swap sides".to_owned()),
        }
    }

    fn motions(&self, mv: Move) -> Vec<Motion> {
        match (mv, self.first_stone()) {
            (Move::Place(cell), _) => vec![Motion::onto(&cell)],
            (Move::SwapPieces, Some(cell)) => vec![Motion::off(&cell), Motion::onto(&cell.mirrored())],
            (Move::SwapPieces | Move::SwapSides, _) => Vec::new(),
        }
    }

    fn decisive_cells(&self) -> Vec<String> {
        self.winning_chain().iter().map(ToString::to_string).collect()
    }

    fn refuse_clicks(&self, clicks: &[&str]) -> Cause {
        let mv = match clicks {
            [SWAP] if self.rules().swap() == crate::Swap::Sides => Some(Move::SwapSides),
            [SWAP] => Some(Move::SwapPieces),
            [click] => click.parse().ok().map(Move::Place),
            _ => None,
        };
        let refusal = mv.and_then(|mv| self.refusal(mv));
        refusal.map_or_else(Cause::no_such_move, |refusal| refusal.cause())
    }

    fn arrange(pieces: &[Piece], side: Side, rules: &Rules) -> Result<Self, Cause> {
        let colour_of = |side| if side == Side::First { Colour::Black } else { Colour::White };
        let mut stones = [CellSet::EMPTY; 2];
        for piece in pieces {
            let not_a_cell = |error: crate::MoveSyntaxError| Cause::not_a_cell(&piece.cell, error);
            let cell: Cell = piece.cell.parse().map_err(not_a_cell)?;
            if !rules.size().has(cell) {
                return Err(crate::Refusal::OffBoard(cell, rules.size()).cause());
            }
            let number = rules.size().number(cell);
            if stones.iter().any(|stones| stones.contains(number)) {
                return Err(Cause::two_on(cell, "stones"));
            }
            stones[colour_of(piece.side) as usize].insert(number);
        }
        let [black, white] = stones;
        Self::from_stones(black, white, colour_of(side), false, *rules).map_err(|error| error.cause())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Position;

    fn position(text: &str, rules: &str) -> Hex {
        Hex::from_text(text, rules.parse().expect("rules")).expect("a position")
    }

    #[test]
    fn edges_keep_their_colours_and_players_do_not() {
        let before = position("2/x1 o", "size=2,swap=sides");
        let mut after = before;
        after.play_unchecked(before.read_move("swap-sides").expect("legal"));
        let [before, after] = [before, after].map(|position| position.board().expect("a board"));
        assert_eq!((before.colours, after.colours), (["black", "white"], ["white", "black"]));
        assert_eq!((before.pieces[0].side, after.pieces[0].side), (Side::First, Side::Second));
        assert_eq!(before.edges, after.edges);
        assert_eq!(after.edges.map(|edges| (edges.top, edges.left)), Some(("black", "white")));
    }

    #[test]
    fn a_swap_is_a_button_with_a_label() {
        let pieces = position("2/x1 o", "size=2,swap=pieces");
        assert_eq!(pieces.clicks(Move::SwapPieces), ["swap"]);
        assert_eq!(pieces.label(Move::SwapPieces).as_deref(), Some("Swap stones"));
        assert_eq!(pieces.motions(Move::SwapPieces), [Motion::off("a2"), Motion::onto("b1")]);
        let sides = position("2/x1 o", "size=2,swap=sides");
        assert_eq!(sides.label(Move::SwapSides).as_deref(), Some("Swap sides"));
        assert_eq!(sides.motions(Move::SwapSides), []);
    }

    #[test]
    fn the_winning_chain_decides() {
        assert_eq!(position("xxx/ooo/xo1 x", "size=3").decisive_cells(), ["a2", "b2", "c2"]);
        assert_eq!(position("3/ooo/xo1 x", "size=3,swap=off").decisive_cells(), ["a2", "b2", "c2"]);
        assert_eq!(position("3/1oo/xo1 x", "size=3").decisive_cells(), [""; 0]);
    }

    #[test]
    fn every_refusal_of_clicks_has_its_words() {
        let open = position("3/1x1/3 o", "size=3");
        for (clicks, words) in [
            (&["b2"] as &[&str], "a black stone is on b2"),
            (&["c4"], "c4 is not on the board of 3x3"),
            (&["swap"], "these rules have no swap"),
            (&["a1", "a2"], "no legal move begins so"),
            (&["nowhere"], "no legal move begins so"),
        ] {
            assert_eq!(open.refuse_clicks(clicks).sentence, words, "{clicks:?}");
        }
        let late = position("3/1xo/3 x", "size=3,swap=sides");
        let words = "only the second player may swap, once, in answer to the first stone";
        assert_eq!(late.refuse_clicks(&["swap"]).sentence, words);
    }

    #[test]
    fn pieces_that_are_no_position_are_refused() {
        let stone = |cell: &str| Piece { cell: cell.to_owned(), kind: STONE, side: Side::First };
        let rules: Rules = "size=3".parse().expect("rules");
        let arrange = |cells: &[&str]| {
            let pieces: Vec<_> = cells.iter().copied().map(stone).collect();
            Hex::arrange(&pieces, Side::First, &rules)
        };
        assert_eq!(arrange(&["b2", "b2"]).expect_err("twice").sentence, "two stones are on b2");
        assert_eq!(arrange(&["d1"]).expect_err("off").sentence, "d1 is not on the board of 3x3");
        assert!(arrange(&["?"]).is_err());
    }
}
