//! Links to `HexWorld`, P. Selinger's board in the browser: `https://hexworld.org/board/#11c1,b4:sh4g8`.
//!
//! What stands behind the `#` is the size (`11`, or `7x9` for seven columns and nine rows), settings of the
//! view in letters and digits, a comma, and the moves without blanks. A second comma says which move is shown
//! and changes nothing in the game. The cells are named as here: `HexWorld`'s red moves first and connects
//! the first row and the last, which is Black.
//!
//! | sign | meaning |
//! |---|---|
//! | `b4` | a stone |
//! | `:s` | the stone is swapped, as with [`Swap::Pieces`] |
//! | `:p` | a pass |
//! | `:rb`, `:rw` | Black, or White, resigns; nothing may follow |
//! | `:fb`, `:fw` | Black, or White, forfeits; nothing may follow |
//!
//! Hex has no pass. Links use it to show positions; so all up to the last pass is the position that the game
//! begins with. A link does not say whether a swap was allowed: the rules of a game without one are
//! [`Swap::Off`].
//!
//! The signs are those that published programs exchange with the site (among them `PlayHex`, which writes and
//! reads such links).

use crate::rules::cell::{Cell, CellSet, Colour};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use crate::rules::size::SizeError;
use crate::rules::variants::{Rules, RulesError, Swap};
use crate::text::notation::{IllegalMove, Refusal};
use core::fmt;
use plywood_play::{Excerpt, RecordedResult};
use plywood_search::{Game, Outcome, Side};

/// What stands before the `#` of a link.
const SITE: &str = "https://hexworld.org/board/#";

/// A game out of a link.
#[derive(Clone, Debug)]
pub struct LinkedGame {
    /// The start position and the moves.
    pub game: Game<Hex>,
    /// The result, if a player has resigned or forfeited.
    pub result: Option<RecordedResult>,
}

/// Why a text is no link to a game of Hex. Places are counted in characters from 1, from the start of the
/// link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The position does not begin with a size.
    Size(SizeError),
    /// Stones are swapped on a board where they cannot be.
    Rules(RulesError),
    /// This is no sign of a link.
    Sign {
        /// The text from there, up to a few characters.
        text: String,
        /// Where it stands.
        place: usize,
    },
    /// A move that cannot be played.
    Illegal {
        /// The move, and what forbids it.
        error: IllegalMove,
        /// Where it stands.
        place: usize,
    },
    /// A move after the game has been resigned or forfeited.
    AfterEnd {
        /// Where it stands.
        place: usize,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::Sign { text, place } => {
                write!(f, "\"{}\" at character {place} is no move of a link", Excerpt(text))
            }
            Self::Illegal { error, place } => write!(f, "character {place}: {error}"),
            Self::AfterEnd { place } => write!(f, "character {place}: the game has been given up before"),
        }
    }
}

impl core::error::Error for LinkError {}

/// A sign of a link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Place(Cell),
    Swap,
    Pass,
    /// This colour gives up.
    Loses(Colour),
}

/// Reads a link, or what stands behind its `#`.
///
/// ```
/// let linked = plywood_hex::hexworld::read_link("https://hexworld.org/board/#5c1,a2:sc3:rw")?;
/// assert_eq!(linked.game.position().to_string(), "1o3/5/2x2/5/5 o");
/// assert_eq!(linked.result.unwrap().to_string(), "1-0");
/// # Ok::<(), plywood_hex::hexworld::LinkError>(())
/// ```
///
/// # Errors
///
/// If the text is no such link, its board is too large, or a move cannot be played.
pub fn read_link(text: &str) -> Result<LinkedGame, LinkError> {
    let (_, link) = text.rsplit_once('#').unwrap_or(("", text));
    let head = link.split(',').next().unwrap_or(link);
    let digits = head.find(|letter: char| !(letter.is_ascii_digit() || letter == 'x')).unwrap_or(head.len());
    let size = head[..digits].parse().map_err(LinkError::Size)?;
    let skipped = text.len() - link.len();
    if let Some(place) = head.find(|letter: char| !letter.is_ascii_alphanumeric()) {
        return Err(no_sign(text, skipped + place));
    }
    let signs = read_signs(text, skipped + head.len())?;
    let swap = if signs.iter().any(|&(sign, _)| sign == Sign::Swap) { Swap::Pieces } else { Swap::Off };
    let rules = Rules::new(size, swap).map_err(LinkError::Rules)?;
    let moves_from = signs.iter().rposition(|&(sign, _)| sign == Sign::Pass).map_or(0, |last| last + 1);
    play(set_up(rules, &signs[..moves_from])?, &signs[moves_from..])
}

/// The signs from the byte `start` of the text, each with its place in characters.
fn read_signs(text: &str, start: usize) -> Result<Vec<(Sign, usize)>, LinkError> {
    let mut signs = Vec::new();
    let mut at = start;
    while at < text.len() {
        if text[at..].starts_with(',') {
            at += 1;
            continue;
        }
        let (sign, length) = read_sign(&text[at..]).ok_or_else(|| no_sign(text, at))?;
        signs.push((sign, place_of(text, at)));
        at += length;
    }
    Ok(signs)
}

/// The sign that a text begins with, and its length in bytes.
fn read_sign(text: &str) -> Option<(Sign, usize)> {
    for (written, sign) in [
        (":s", Sign::Swap),
        (":p", Sign::Pass),
        (":rb", Sign::Loses(Colour::Black)),
        (":rw", Sign::Loses(Colour::White)),
        (":fb", Sign::Loses(Colour::Black)),
        (":fw", Sign::Loses(Colour::White)),
    ] {
        if text.starts_with(written) {
            return Some((sign, written.len()));
        }
    }
    let digits = text.get(1..)?;
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    let cell = text.get(..=end)?;
    Some((Sign::Place(cell.parse().ok()?), cell.len()))
}

fn place_of(text: &str, byte: usize) -> usize {
    text[..byte].chars().count() + 1
}

fn no_sign(text: &str, byte: usize) -> LinkError {
    LinkError::Sign { text: text[byte..].chars().take(6).collect(), place: place_of(text, byte) }
}

/// The position that signs with passes among them lead to.
fn set_up(rules: Rules, signs: &[(Sign, usize)]) -> Result<Hex, LinkError> {
    let mut position = Hex::start(rules);
    for &(sign, place) in signs {
        let turn = position.turn();
        let mut stones = Colour::BOTH.map(|colour| *position.stones(colour));
        match sign {
            Sign::Place(cell) => {
                let refused = match position.refusal(Move::Place(cell)) {
                    // Stones of a position, in an order that means nothing.
                    Some(Refusal::GameOver) => {
                        position.colour_on(cell).map(|colour| Refusal::Occupied(cell, colour))
                    }
                    other => other,
                };
                let off_board = (!rules.size().has(cell)).then_some(Refusal::OffBoard(cell, rules.size()));
                refuse(Move::Place(cell), off_board.or(refused), place)?;
                stones[turn as usize].insert(rules.size().number(cell));
            }
            Sign::Swap => {
                position = played(position, Move::SwapPieces, place)?;
                continue;
            }
            Sign::Pass => {}
            Sign::Loses(_) => return Err(LinkError::AfterEnd { place }),
        }
        position = Hex::with(stones, !turn, false, rules);
    }
    Ok(position)
}

fn refuse(mv: Move, reason: Option<Refusal>, place: usize) -> Result<(), LinkError> {
    reason.map_or(Ok(()), |reason| Err(LinkError::Illegal { error: IllegalMove { mv, reason }, place }))
}

fn played(position: Hex, mv: Move, place: usize) -> Result<Hex, LinkError> {
    refuse(mv, position.refusal(mv), place)?;
    let mut child = position;
    plywood_search::Position::play_unchecked(&mut child, mv);
    Ok(child)
}

fn play(start: Hex, signs: &[(Sign, usize)]) -> Result<LinkedGame, LinkError> {
    let mut linked = LinkedGame { game: Game::new(start), result: None };
    for &(sign, place) in signs {
        if linked.result.is_some() {
            return Err(LinkError::AfterEnd { place });
        }
        let mv = match sign {
            Sign::Place(cell) => Move::Place(cell),
            Sign::Swap => Move::SwapPieces,
            Sign::Pass => continue,
            Sign::Loses(colour) => {
                let loser = linked.game.position().side_of(colour);
                linked.result = Some(RecordedResult::Ended(Outcome::Win(!loser)));
                continue;
            }
        };
        refuse(mv, linked.game.position().refusal(mv), place)?;
        // It is legal, and nothing repeats in Hex.
        let _ = linked.game.play(mv);
    }
    Ok(linked)
}

/// The link to a game; `resigned` is the player who has given up, if one has.
///
/// `None` if players have exchanged colours, for which links have no sign. A start with stones is written
/// with passes, and [`read_link`] gives it back.
pub fn write_link(game: &Game<Hex>, resigned: Option<Side>) -> Option<String> {
    let start = game.start();
    if start.swapped() || game.position().swapped() {
        return None;
    }
    let mut link = format!("{SITE}{}c1,", start.size());
    write_start(&mut link, start);
    for mv in game.moves() {
        match mv {
            Move::Place(cell) => link.push_str(&cell.to_string()),
            Move::SwapPieces | Move::SwapSides => link.push_str(":s"),
        }
    }
    match resigned.map(|side| game.position().colour_of(side)) {
        Some(Colour::Black) => link.push_str(":rb"),
        Some(Colour::White) => link.push_str(":rw"),
        None => {}
    }
    Some(link)
}

/// The stones of a position in turn, a pass where a colour has no more, and passes at the end until the right
/// colour moves.
fn write_start(link: &mut String, start: &Hex) {
    let cells =
        |set: &CellSet| set.numbers().filter_map(|number| start.size().cell(number)).collect::<Vec<_>>();
    let stones = Colour::BOTH.map(|colour| cells(start.stones(colour)));
    let longest = stones[0].len().max(stones[1].len());
    for index in 0..longest {
        for stones in &stones {
            link.push_str(&stones.get(index).map_or_else(|| ":p".to_owned(), Cell::to_string));
        }
    }
    match start.turn() {
        Colour::White => link.push_str(":p"),
        // Two, so that the position ends with a pass.
        Colour::Black if longest > 0 => link.push_str(":p:p"),
        Colour::Black => {}
    }
}
