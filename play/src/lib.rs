#![doc = include_str!("../README.md")]

mod arrays;
mod board;
mod board_text;
mod cause;
#[cfg(feature = "engines")]
mod choice;
mod colours;
mod definition;
#[cfg(feature = "engines")]
mod engine;
mod error;
mod excerpt;
mod fault;
mod nearest;
mod notation;
mod numbers;
#[cfg(feature = "engines")]
mod proof;
mod quantity;
mod quotation;
#[cfg(feature = "engines")]
mod random;
mod record;
mod refused;
mod regions;
#[cfg(feature = "engines")]
mod session;
pub mod sgf;
mod spec;
mod square;
mod string_conversions;
pub mod study;
mod switches;

pub use arrays::Arrays;
pub use board::{Board, BoardView, Cell, Edges, Motion, Piece, PieceKind, Shape, TrayPiece};
pub use board_text::{BoardText, BoardTextError, ReadBoard};
pub use cause::{Cause, Told};
#[cfg(feature = "engines")]
pub use choice::{Choice, Ply};
pub use colours::TwoColours;
pub use definition::{Definition, FeaturesVisitor, GameInfo, Named, Opening, OwnRecords, RecordedGame};
#[cfg(feature = "engines")]
pub use engine::{ENGINES, Engine, EngineError, Evaluate, Thoughts};
pub use error::TextError;
pub use excerpt::{Excerpt, one_line};
pub use fault::Fault;
pub use nearest::{did_you_mean, nearest};
pub use notation::Notation;
pub use numbers::{read_number, read_number_from, write_number};
#[cfg(feature = "engines")]
pub use proof::{Proven, Solver};
pub use quantity::{grouped, read_bytes, read_count, read_duration, write_duration, write_seconds};
pub use quotation::split_command;
#[cfg(feature = "engines")]
pub use random::Random;
pub use record::{Record, RecordError, RecordLimits, RecordedResult, read_records, read_records_within};
pub use refused::{IllegalMove, MoveError, PositionError};
pub use regions::{Regions, RegionsError, Reply};
#[cfg(feature = "engines")]
pub use session::{
    AnyGame, Erased, GameResult, MakeOpening, PlayError, Replayed, Replays, Session, Studies, game_of,
    game_of_mut,
};
pub use spec::Spec;
pub use square::{Direction, Square, SquareError, bits, read_square, transposed, turned, write_square};
pub use switches::{Switch, SwitchError, read_switches, write_switches};
