//! A puzzle of `puzzles.jsonl` as a position: for the tests and the examples that try them.

use plywood_hex::{Cell, CellSet, Colour, Hex, Rules, Size};
use serde_json::Value;

/// The position that a puzzle is about.
pub(crate) fn read(puzzle: &Value) -> Hex {
    let number = |name: &str| puzzle[name].as_u64().expect("a number") as u8;
    let size = Size::new(number("width"), number("height")).expect("a size");
    let stones = |colour: &str| {
        let mut set = CellSet::EMPTY;
        for text in puzzle[colour].as_array().expect("cells") {
            let cell: Cell = text.as_str().expect("a text").parse().expect("a cell");
            set.insert(size.number(cell));
        }
        set
    };
    let turn = if puzzle["to_move"] == "black" { Colour::Black } else { Colour::White };
    Hex::from_stones(stones("black"), stones("white"), turn, false, Rules::without_swap(size))
        .expect("a position")
}
