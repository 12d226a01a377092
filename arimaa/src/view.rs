//! The board as front ends draw it.
//!
//! A step is two clicks, whoever owns the piece: a push is the step of the enemy piece and then that of one's
//! own, a pull the other way round. In the setup a piece is clicked in the tray and then its square on the
//! board.

use crate::rules::geometry::{GOALS, TRAPS, home_square};
use crate::rules::moves::{Action, Move};
use crate::rules::pieces::{Kind, Piece};
use crate::rules::position::{ARMY, Arimaa, LONGEST_TURN};
use crate::rules::refusal::Refusal;
use crate::rules::squares::{Direction, Square};
use crate::rules::variants::Rules;
use crate::text::notation::squares_as_written;
use plywood_play::{Board, BoardView, Cause, Cell, Excerpt, Motion, PieceKind, Shape, Told, TrayPiece};
use plywood_search::{Position, Side};

const PASS: &str = "pass";
/// What clicks on the tray begin with; the letter of a kind follows.
const TRAY: &str = "tray:";

const fn kind_of(kind: Kind) -> PieceKind {
    PieceKind { name: name(kind), letter: kind.letter(), count: Some(kind.count()) }
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Rabbit => "rabbit",
        Kind::Cat => "cat",
        Kind::Dog => "dog",
        Kind::Horse => "horse",
        Kind::Camel => "camel",
        Kind::Elephant => "elephant",
    }
}

fn cell(square: Square) -> Cell {
    let mark = (TRAPS & square.bit() != 0).then_some("trap");
    Cell { name: square.to_string(), column: square.file(), row: 7 - square.rank(), mark }
}

fn tray_click(kind: Kind) -> String {
    format!("{TRAY}{}", kind.letter())
}

/// The kind that a click on the tray picks up.
fn kind_in_tray(click: &str) -> Option<Kind> {
    let letter = click.strip_prefix(TRAY)?;
    Kind::ALL.into_iter().find(|kind| letter.chars().eq([kind.letter()]))
}

/// The direction from a square to one beside it.
fn direction(from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| from.next(direction) == Some(to))
}

impl Arimaa {
    fn piece_of(&self, square: Square) -> Option<plywood_play::Piece> {
        let piece = self.piece_on(square)?;
        let (cell, kind, side) = (square.to_string(), name(piece.kind), piece.colour.into());
        Some(plywood_play::Piece { cell, kind, side })
    }

    /// The pieces that the side to move has still to set up.
    fn tray(&self) -> Vec<TrayPiece> {
        if !self.is_setup() {
            return Vec::new();
        }
        let piece = |kind: Kind| TrayPiece {
            click: Some(tray_click(kind)),
            kind: name(kind),
            side: self.side_to_move(),
            count: kind.count().saturating_sub(self.board().count(self.turn(), kind)),
        };
        Kind::ALL.into_iter().rev().map(piece).collect()
    }

    /// The home squares that are still to be filled, in the order of the setup.
    fn fill(&self) -> Vec<String> {
        if !self.is_setup() {
            return Vec::new();
        }
        let filled = self.pieces(self.turn()).count_ones();
        let square = |number| Square::of(home_square(self.side_to_move(), number)).to_string();
        (filled..ARMY).map(square).collect()
    }

    /// Why a piece on a square makes no step at all.
    fn refuse_piece(&self, square: Square) -> Cause {
        if self.is_setup() {
            return Refusal::SetupUnderWay.cause();
        }
        let Some(piece) = self.piece_on(square) else { return Refusal::NoPiece(square).cause() };
        let steps = Direction::ALL.into_iter().filter_map(|direction| Move::step(piece, square, direction));
        let mut refusals = steps.filter_map(|step| self.refusal(step));
        let is_telling =
            |refusal: &Refusal| !matches!(refusal, Refusal::Occupied(_) | Refusal::RabbitBackward);
        match refusals.find(is_telling) {
            Some(refusal) => refusal.cause(),
            None => {
                Cause::new("blocked", format_args!("the piece on {square} is blocked")).with("cell", square)
            }
        }
    }

    fn refuse_step(&self, from: Square, to: Square) -> Cause {
        let Some(piece) = self.piece_on(from) else { return self.refuse_piece(from) };
        let Some(step) = direction(from, to).and_then(|direction| Move::step(piece, from, direction)) else {
            let sentence = "a step goes to a square beside the piece, not diagonally";
            return Cause::new("not-beside", sentence);
        };
        self.refusal(step).map_or_else(Cause::no_such_move, |refusal| refusal.cause())
    }

    fn refuse_placement(&self, kind: Kind, square: Square) -> Cause {
        let refusal = self.refusal(Move::place(Piece { colour: self.turn(), kind }, square));
        refusal.map_or_else(Cause::no_such_move, |refusal| refusal.cause())
    }
}

fn no_such_piece(name: &str) -> Cause {
    let told = Cause::new("no-such-piece", format_args!("there is no piece called {}", name.escape_debug()));
    told.with("text", Excerpt(name))
}

impl BoardView for Arimaa {
    const KINDS: &'static [PieceKind] = &[
        kind_of(Kind::Elephant),
        kind_of(Kind::Camel),
        kind_of(Kind::Horse),
        kind_of(Kind::Dog),
        kind_of(Kind::Cat),
        kind_of(Kind::Rabbit),
    ];
    const STEPS: Option<u32> = Some(LONGEST_TURN as u32);

    fn board(&self) -> Option<Board> {
        Some(Board {
            shape: Shape::Square,
            columns: 8,
            rows: 8,
            cells: squares_as_written().map(cell).collect(),
            pieces: squares_as_written().filter_map(|square| self.piece_of(square)).collect(),
            tray: self.tray(),
            colours: ["gold", "silver"],
            edges: None,
            fill: self.fill(),
        })
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        match mv.action() {
            Action::Step { from, direction, .. } => {
                [Some(from), from.next(direction)].iter().flatten().map(ToString::to_string).collect()
            }
            Action::Pass => vec![PASS.to_owned()],
            Action::Place { piece, square } => vec![tray_click(piece.kind), square.to_string()],
        }
    }

    fn label(&self, mv: Move) -> Option<String> {
        mv.is_pass().then(|| "Finish turn".to_owned())
    }

    fn motions(&self, mv: Move) -> Vec<Motion> {
        let moved = match mv.action() {
            Action::Step { from, direction, .. } => {
                from.next(direction).map(|to| Motion::between(&from, &to))
            }
            Action::Pass => None,
            Action::Place { square, .. } => Some(Motion::onto(&square)),
        };
        let captured = self.captures(mv).map(|(_, square)| Motion::off(&square));
        moved.into_iter().chain(captured).collect()
    }

    /// The rabbits on their goal, or else the pieces that cannot move. A side without rabbits has lost
    /// nowhere.
    fn decisive_cells(&self) -> Vec<String> {
        let Some(winner) = self.outcome().and_then(plywood_search::Outcome::winner) else {
            return Vec::new();
        };
        let rabbits = |side: Side| self.pieces(side.into()) & self.pieces_of_kind(Kind::Rabbit);
        let arrived = rabbits(winner) & GOALS[winner.index()];
        let decisive = if arrived != 0 {
            arrived
        } else if Side::BOTH.into_iter().any(|side| rabbits(side) == 0) {
            0
        } else {
            self.pieces((!winner).into())
        };
        Square::all_of(decisive).map(|square| square.to_string()).collect()
    }

    fn steps_left(&self) -> Option<u32> {
        (!self.is_setup()).then(|| u32::from(LONGEST_TURN - self.progress().taken))
    }

    fn refuse_clicks(&self, clicks: &[&str]) -> Cause {
        let square = |click: &str| click.parse::<Square>().ok();
        let refused = match clicks {
            [PASS] => self.refusal(Move::PASS).map(|refusal| refusal.cause()),
            [click] if click.starts_with(TRAY) => {
                kind_in_tray(click).map(|kind| self.refuse_placement(kind, self.next_home_square()))
            }
            [first, second] if first.starts_with(TRAY) => kind_in_tray(first)
                .zip(square(second))
                .map(|(kind, square)| self.refuse_placement(kind, square)),
            [click] => square(click).map(|square| self.refuse_piece(square)),
            [from, to] => square(from).zip(square(to)).map(|(from, to)| self.refuse_step(from, to)),
            _ => None,
        };
        refused.unwrap_or_else(Cause::no_such_move)
    }

    fn arrange(pieces: &[plywood_play::Piece], side: Side, rules: &Rules) -> Result<Self, Cause> {
        let mut squares = [None; 64];
        for piece in pieces {
            let not_a_cell = |error: plywood_play::SquareError| Cause::not_a_cell(&piece.cell, error);
            let square: Square = piece.cell.parse().map_err(not_a_cell)?;
            let kind = Kind::ALL.into_iter().find(|kind| name(*kind) == piece.kind);
            let kind = kind.ok_or_else(|| no_such_piece(piece.kind))?;
            if squares[square.index()].is_some() {
                return Err(Cause::two_on(square, "pieces"));
            }
            squares[square.index()] = Some(Piece { colour: piece.side.into(), kind });
        }
        Ok(Self::from_pieces(&squares, side.into(), *rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENED: &str = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";

    fn position(text: &str) -> Arimaa {
        text.parse().expect("a position")
    }

    fn drawn(position: &Arimaa) -> Board {
        BoardView::board(position).expect("a board")
    }

    /// An otherwise empty board, Gold to move.
    fn with(pieces: &[(&str, char)]) -> Arimaa {
        let mut squares = [None; 64];
        for (square, letter) in pieces {
            let square: Square = square.parse().expect("a square");
            squares[square.index()] = Piece::from_letter(*letter);
        }
        Arimaa::from_pieces(&squares, crate::Colour::Gold, Rules::default())
    }

    #[test]
    fn traps_are_marked() {
        let board = drawn(&position(OPENED));
        let traps: Vec<_> = board.cells.iter().filter(|cell| cell.mark == Some("trap")).collect();
        assert_eq!(traps.iter().map(|cell| cell.name.as_str()).collect::<Vec<_>>(), ["c6", "f6", "c3", "f3"]);
        assert_eq!((board.cells[0].name.as_str(), board.pieces.len()), ("a8", 32));
    }

    #[test]
    fn the_tray_holds_what_is_still_to_be_set_up() {
        let mut setup = Arimaa::start(Rules::default());
        setup.play_unchecked(setup.read_move("Ra1").expect("legal"));
        let board = drawn(&setup);
        let rabbits = board.tray.iter().find(|piece| piece.kind == "rabbit").expect("rabbits");
        assert_eq!((rabbits.count, rabbits.click.as_deref(), rabbits.side), (7, Some("tray:R"), Side::First));
        assert_eq!((board.fill.len(), board.fill[0].as_str()), (15, "b1"));
        assert_eq!(BoardView::steps_left(&setup), None);
        let opened = position(OPENED);
        assert_eq!((drawn(&opened).tray.len(), drawn(&opened).fill.len()), (0, 0));
        assert_eq!(BoardView::steps_left(&opened), Some(4));
    }

    #[test]
    fn what_falls_into_a_trap_leaves_the_board() {
        let position = with(&[("c2", 'C'), ("a1", 'R'), ("h8", 'r')]);
        let mv = position.read_move("Cc2n").expect("legal");
        assert_eq!(position.motions(mv), [Motion::between("c2", "c3"), Motion::off("c3")]);
        assert_eq!(position.clicks(mv), ["c2", "c3"]);
    }

    #[test]
    fn a_rabbit_on_its_goal_decides_and_a_missing_one_does_not() {
        assert_eq!(with(&[("c8", 'R'), ("h7", 'r')]).decisive_cells(), ["c8"]);
        assert_eq!(with(&[("c4", 'R'), ("h7", 'e')]).decisive_cells(), [""; 0]);
        let shut_in = with(&[("a1", 'R'), ("a2", 'e'), ("b1", 'c'), ("h7", 'r')]);
        assert_eq!(shut_in.decisive_cells(), ["a1"]);
    }

    #[test]
    fn every_refusal_of_clicks_has_its_words() {
        let position = with(&[
            ("d4", 'D'),
            ("d5", 'e'),
            ("g2", 'R'),
            ("g4", 'r'),
            ("a1", 'R'),
            ("a2", 'C'),
            ("b1", 'C'),
        ]);
        for (clicks, words) in [
            (&["h8"] as &[&str], "h8 is empty"),
            (&["d4"], "the piece on d4 is frozen"),
            (&["a1"], "the piece on a1 is blocked"),
            (&["d5"], "no stronger piece stands next to the enemy piece on d5"),
            (&["g2", "g1"], "a rabbit does not step backward"),
            (&["g2", "h3"], "a step goes to a square beside the piece, not diagonally"),
            (&["a1", "a2"], "a2 is not empty"),
            (&["pass"], "a turn has one step at least"),
            (&["tray:R"], "the pieces have been set up"),
            (&["tray:?"], "no legal move begins so"),
            (&["a1", "b1", "c1"], "no legal move begins so"),
        ] {
            assert_eq!(position.refuse_clicks(clicks).sentence, words, "{clicks:?}");
        }
        let setup = Arimaa::start(Rules::default());
        assert_eq!(setup.refuse_clicks(&["a1"]).sentence, "the pieces are still being set up");
        assert_eq!(setup.refuse_clicks(&["tray:R", "c1"]).sentence, "a1 is set up next");
    }

    #[test]
    fn pieces_that_are_no_position_are_refused() {
        let piece = |cell: &str, kind| plywood_play::Piece { cell: cell.to_owned(), kind, side: Side::First };
        let arrange =
            |pieces: &[plywood_play::Piece]| Arimaa::arrange(pieces, Side::First, &Rules::default());
        let twice = [piece("a1", "cat"), piece("a1", "dog")];
        assert_eq!(arrange(&twice).expect_err("twice").sentence, "two pieces are on a1");
        assert_eq!(
            arrange(&[piece("a1", "cow")]).expect_err("a cow").sentence,
            "there is no piece called cow"
        );
        assert!(arrange(&[piece("a9", "cat")]).is_err());
    }
}
