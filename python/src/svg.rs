//! Boards as drawings.

use plywood_play::{Board, Piece, Session, Shape};
use plywood_search::Side;

/// The distance of two cells, in pixels.
const CELL: f32 = 32.0;
/// The height of a row of hexagons, as a share of a cell's width: `sqrt(3) / 2`.
const ROW: f32 = 0.866;

/// The board of a session, or its picture as text if the game has no board.
pub(crate) fn svg(session: &dyn Session) -> String {
    let Some(board) = session.board() else {
        let text = session.picture().replace('&', "&amp;").replace('<', "&lt;");
        return frame(400.0, CELL, &format!("<text x=\"4\" y=\"20\">{text}</text>"));
    };
    let (width, height) = size(&board);
    let mut shapes = String::new();
    for cell in &board.cells {
        let fill = if cell.mark.is_some() { "#e0b9a0" } else { "#f3e3c3" };
        let (x, y) = centre(&board, cell.column.into(), cell.row.into());
        shapes += &outline(board.shape, x, y, fill);
        shapes += &label(x, y, &cell.name);
    }
    let letters = |piece: &Piece| letter(&board, piece);
    for piece in &board.pieces {
        if let Some(cell) = board.cells.iter().find(|cell| cell.name == piece.cell) {
            let (x, y) = centre(&board, cell.column.into(), cell.row.into());
            shapes += &disc(x, y, colour(&board, piece.side), &letters(piece));
        }
    }
    frame(width, height, &shapes)
}

fn size(board: &Board) -> (f32, f32) {
    let (columns, rows) = (f32::from(board.columns), f32::from(board.rows));
    match board.shape {
        Shape::Square => (columns * CELL, rows * CELL),
        Shape::Hex => ((columns + (rows - 1.0) / 2.0) * CELL, (rows * ROW + 0.3) * CELL),
    }
}

fn centre(board: &Board, column: f32, row: f32) -> (f32, f32) {
    match board.shape {
        Shape::Square => ((column + 0.5) * CELL, (row + 0.5) * CELL),
        Shape::Hex => ((column + 0.5 + row / 2.0) * CELL, (row + 0.5) * ROW * CELL + 0.15 * CELL),
    }
}

fn outline(shape: Shape, x: f32, y: f32, fill: &str) -> String {
    let half = CELL / 2.0;
    let tall = CELL / 3.0_f32.sqrt();
    let corners = match shape {
        Shape::Square => vec![(-half, -half), (half, -half), (half, half), (-half, half)],
        Shape::Hex => vec![
            (0.0, -tall),
            (half, -tall / 2.0),
            (half, tall / 2.0),
            (0.0, tall),
            (-half, tall / 2.0),
            (-half, -tall / 2.0),
        ],
    };
    let points: Vec<_> = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
    format!("<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#8a7250\"/>", points.join(" "))
}

fn label(x: f32, y: f32, name: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"8\" fill=\"#a08a60\">{name}</text>", y + 3.0)
}

/// The fill and the ink of a side's pieces.
fn colour(board: &Board, side: Side) -> (&'static str, &'static str) {
    match board.colours[side.index()] {
        "white" | "o" => ("#fafafa", "#202020"),
        "gold" => ("#e8b923", "#202020"),
        "silver" => ("#b8bec4", "#202020"),
        _ => ("#202020", "#fafafa"),
    }
}

/// The letter on a piece, where a game has pieces of several kinds.
fn letter(board: &Board, piece: &Piece) -> String {
    let several = board.pieces.iter().any(|other| other.kind != piece.kind);
    let is_camel = piece.kind == "camel";
    let first = if is_camel { Some('m') } else { piece.kind.chars().next() };
    first.filter(|_| several).map(|letter| letter.to_ascii_uppercase().to_string()).unwrap_or_default()
}

fn disc(x: f32, y: f32, (fill, ink): (&str, &str), letter: &str) -> String {
    let radius = CELL * 0.4;
    format!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"#202020\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"14\" fill=\"{ink}\">{letter}</text>",
        y + 5.0
    )
}

fn frame(width: f32, height: f32, shapes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"-1 -1 {:.0} {:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">{shapes}</svg>",
        width + 2.0,
        height + 2.0
    )
}
