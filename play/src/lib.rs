#![doc = include_str!("../README.md")]

mod board;
mod board_text;
mod choice;
mod definition;
mod engine;
mod error;
mod excerpt;
mod fault;
mod notation;
mod proof;
mod quantity;
mod quotation;
mod random;
mod record;
mod refused;
mod session;
mod spec;
mod string_conversions;
mod switches;

pub use board::{
    Board, BoardView, Cell, Edges, Motion, NO_MOVE_BEGINS_SO, Piece, PieceKind, Shape, TrayPiece,
};
pub use board_text::{BoardText, BoardTextError, Mark, ReadBoard};
pub use choice::{Choice, Ply};
pub use definition::{
    Definition, EvaluationVisitor, GameInfo, GuideVisitor, Named, Opening, OwnRecords, RecordedGame,
};
pub use engine::{ENGINES, Engine, EngineError, Thoughts};
pub use error::TextError;
pub use excerpt::{Excerpt, one_line};
pub use fault::Fault;
pub use notation::Notation;
pub use proof::{Proven, Solver};
pub use quantity::{read_bytes, read_count, read_duration, write_duration, write_seconds};
pub use quotation::split_command;
pub use random::Random;
pub use record::{Record, RecordError, RecordedResult, read_records};
pub use refused::{IllegalMove, MoveError};
pub use session::{AnyGame, Erased, GameResult, PlayError, Replayed, Session};
pub use spec::Spec;
pub use switches::{Switch, SwitchError, read_switches};
