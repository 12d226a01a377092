//! What a tree says about a game of Hex.

use super::{GameTree, Node, Place, SgfError, Value, read_trees_within};
use crate::rules::cell::{Cell, CellSet, Colour};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use crate::rules::size::{Size, SizeError};
use crate::rules::variants::{Rules, RulesError, Swap};
use plywood_play::{Cause, Excerpt, IllegalMove, RecordError, RecordLimits, RecordedResult, Told};
use plywood_search::{Game, Outcome, Position, Side};

/// A game out of a file. Its rules are those of its positions.
#[derive(Clone, Debug)]
pub struct SgfGame {
    /// The start position and the main line.
    pub game: Game<Hex>,
    /// The result that the record claims, by `RE` or by a resignation; `None` if it claims nothing.
    pub result: Option<RecordedResult>,
    /// The number of the line on which the record begins, from 1.
    pub line: usize,
}

/// Reads the main line of every game of a file, each when it is asked for.
///
/// A game that cannot be played gives an error and does not hinder the others; what is no SGF is the last
/// item. Each error names the line, and in its text the column.
///
/// ```
/// use plywood_hex::sgf::read_games;
///
/// let mut games = read_games("(;GM[11]SZ[5];B[c3];W[swap-pieces];B[b4];W[resign]) (;SZ[5];B[c3];W[c3])");
/// let first = games.next().unwrap()?;
/// assert_eq!(first.game.position().rules().to_string(), "size=5,swap=pieces");
/// assert_eq!(first.game.moves().len(), 3);
/// assert_eq!(first.result.unwrap().to_string(), "1-0");
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 1: column 69: c3 is not legal: a black stone is on c3");
/// # Ok::<(), plywood_play::RecordError>(())
/// ```
pub fn read_games(text: &str) -> impl Iterator<Item = Result<SgfGame, RecordError>> + '_ {
    read_games_within(text, RecordLimits::default())
}

/// The same within other limits than the default ones, as [`read_trees_within`] counts.
pub fn read_games_within(
    text: &str,
    limits: RecordLimits,
) -> impl Iterator<Item = Result<SgfGame, RecordError>> + '_ {
    let at_line = |SgfError { place, reason, cause }| {
        let reason = format!("column {}: {reason}", place.column);
        RecordError { cause, ..RecordError::new(place.line, reason) }
    };
    read_trees_within(text, limits).map(move |tree| tree.and_then(|tree| read_game(&tree)).map_err(at_line))
}

/// Reads the main line of one game.
///
/// # Errors
///
/// If the game is another one, its board is none of Hex here, or the line cannot be played; with the place
/// and the text.
pub fn read_game(tree: &GameTree) -> Result<SgfGame, SgfError> {
    let nodes: Vec<_> = tree.main_line().collect();
    let header = Header::read(&nodes)?;
    let mut line = Line::new(&header);
    for node in &nodes {
        line.set_up(node)?;
        if !line.play_node(node)? {
            break;
        }
    }
    let result = header.result(&nodes, &line);
    Ok(SgfGame { game: line.game, result, line: tree.line() })
}

/// An error that programs can tell.
pub(super) fn told_at(value: &Value, cause: Cause) -> SgfError {
    SgfError::told(value.place(), cause.sentence.clone(), cause)
}

/// The moves of a node, each with the colour that the file gives it.
pub(super) fn moves(node: &Node) -> impl Iterator<Item = (Colour, &Value)> {
    node.properties().iter().flat_map(|property| {
        let colour = match property.name() {
            "B" => Some(Colour::Black),
            "W" => Some(Colour::White),
            _ => None,
        };
        colour.into_iter().flat_map(|colour| property.values().iter().map(move |value| (colour, value)))
    })
}

/// What holds for the whole game.
pub(super) struct Header {
    rules: Rules,
    /// Whether the players had exchanged colours at the start.
    swapped: bool,
    /// Whether the file is written as Little Golem does.
    little_golem: bool,
}

impl Header {
    pub(super) fn read(nodes: &[&Node]) -> Result<Self, SgfError> {
        let first = |name: &str| nodes.first().and_then(|root| root.values(name).first());
        if let Some(game) = first("GM").filter(|game| game.text().trim() != "11") {
            let number = game.text();
            let sentence = format!("GM[{}] is not Hex, which is GM[11]", Excerpt(&number));
            return Err(told_at(game, Cause::new("other-game", sentence)));
        }
        let size = first("SZ").map_or(Ok(Size::ELEVEN), read_size)?;
        let little_golem = nodes.iter().flat_map(|node| moves(node)).any(|(_, value)| is_two_letters(value));
        let (declared, swapped) = first("RU").and_then(read_rules).unwrap_or((Swap::Off, false));
        let (swap, place) = match played_swap(nodes, size, little_golem) {
            Some((swap, value)) => (swap, value.place()),
            None => (declared, first("RU").map_or(Place::START, Value::place)),
        };
        let rules = Rules::new(size, swap).map_err(|error| SgfError::told(place, &error, error.cause()))?;
        Ok(Self { rules, swapped: swapped && swap == Swap::Sides, little_golem })
    }

    /// The colour here of a colour in the file's moves.
    pub(super) fn colour(&self, written: Colour) -> Colour {
        if self.little_golem { !written } else { written }
    }

    pub(super) fn result(&self, nodes: &[&Node], line: &Line) -> Option<RecordedResult> {
        let position = line.game.position();
        let by_resignation = line.resigned.map(|side| RecordedResult::Ended(Outcome::Win(!side)));
        let Some(value) = nodes.first().and_then(|root| root.values("RE").first()) else {
            return by_resignation;
        };
        let text = value.text();
        Some(match text.trim().chars().next() {
            Some('B' | 'b') if self.little_golem => RecordedResult::Ended(Outcome::Win(Side::First)),
            Some('W' | 'w') if self.little_golem => RecordedResult::Ended(Outcome::Win(Side::Second)),
            Some('B' | 'b') => RecordedResult::Ended(Outcome::Win(position.side_of(Colour::Black))),
            Some('W' | 'w') => RecordedResult::Ended(Outcome::Win(position.side_of(Colour::White))),
            Some('0' | 'D' | 'd') => RecordedResult::Ended(Outcome::Draw),
            _ => RecordedResult::Unknown,
        })
    }
}

fn read_size(value: &Value) -> Result<Size, SgfError> {
    let text = value.text().trim().replace(':', "x");
    text.parse().map_err(|error: SizeError| told_at(value, RulesError::Size(error).cause()))
}

/// The swap that this crate writes into `RU`, and whether it had been played before the start.
fn read_rules(value: &Value) -> Option<(Swap, bool)> {
    match value.text().as_str() {
        "swap=pieces" => Some((Swap::Pieces, false)),
        "swap=sides" => Some((Swap::Sides, false)),
        "swap=sides swapped" => Some((Swap::Sides, true)),
        _ => None,
    }
}

/// The first swap of the line, if there is one, and what it comes to.
fn played_swap<'a>(nodes: &[&'a Node], size: Size, little_golem: bool) -> Option<(Swap, &'a Value)> {
    let mut line = nodes.iter().flat_map(|node| moves(node));
    let (colour, value) = line.by_ref().find(|(_, value)| word(value).starts_with("swap"))?;
    let moves_again = line.next().map(|(next, _)| next == colour);
    let swap = match (word(value).as_str(), moves_again) {
        ("swap-sides", _) => Swap::Sides,
        (_, Some(true)) if !little_golem => Swap::Sides,
        (_, Some(_)) => Swap::Pieces,
        (_, None) => {
            if size.is_square() {
                Swap::Pieces
            } else {
                Swap::Sides
            }
        }
    };
    Some((swap, value))
}

pub(super) fn word(value: &Value) -> String {
    value.text().trim().to_ascii_lowercase()
}

/// Whether this is a cell as Little Golem writes it.
fn is_two_letters(value: &Value) -> bool {
    let text = word(value);
    text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_lowercase())
}

/// A main line as far as it has been read.
pub(super) struct Line<'a> {
    pub(super) header: &'a Header,
    pub(super) game: Game<Hex>,
    resigned: Option<Side>,
}

impl<'a> Line<'a> {
    pub(super) fn new(header: &'a Header) -> Self {
        let start = Hex::with([CellSet::EMPTY; 2], Colour::Black, header.swapped, header.rules);
        Self { header, game: Game::new(start), resigned: None }
    }

    /// Begins anew with these stones and this colour to move.
    fn restart(&mut self, stones: [CellSet; 2], turn: Colour) {
        let swapped = self.game.position().swapped();
        self.game = Game::new(Hex::with(stones, turn, swapped, self.header.rules));
    }

    /// Adds and removes the stones of a node, and sets who is to move.
    pub(super) fn set_up(&mut self, node: &Node) -> Result<(), SgfError> {
        let position = *self.game.position();
        let mut stones = Colour::BOTH.map(|colour| *position.stones(colour));
        let mut changed = false;
        for property in node.properties() {
            let colour = match property.name() {
                "AB" => Some(Colour::Black),
                "AW" => Some(Colour::White),
                "AE" => None,
                _ => continue,
            };
            changed = true;
            for number in self.points(property.values())?.numbers() {
                for other in Colour::BOTH {
                    stones[other as usize].remove(number);
                }
                if let Some(colour) = colour {
                    stones[colour as usize].insert(number);
                }
            }
        }
        let turn = node.values("PL").first().map(read_colour).transpose()?;
        if changed || turn.is_some() {
            let [black, white] = stones.map(|stones| stones.count());
            let fewer = if black > white { Colour::White } else { Colour::Black };
            self.restart(stones, turn.unwrap_or(fewer));
        }
        Ok(())
    }

    /// The cells in a list of points: `a1`, or `a1:c3` for all between two corners.
    fn points(&self, values: &[Value]) -> Result<CellSet, SgfError> {
        let size = self.header.rules.size();
        let mut cells = CellSet::EMPTY;
        for value in values.iter().filter(|value| !value.raw().is_empty()) {
            let text = value.text();
            let (from, to) = text.split_once(':').unwrap_or((&text, &text));
            let [from, to] = [self.cell(from, value)?, self.cell(to, value)?];
            for row in from.row()..=to.row() {
                for column in from.column()..=to.column() {
                    cells.insert(size.number(Cell::of(column, row)));
                }
            }
        }
        Ok(cells)
    }

    /// Plays the moves of a node. Whether the line goes on.
    pub(super) fn play_node(&mut self, node: &Node) -> Result<bool, SgfError> {
        for (written, value) in moves(node) {
            let colour = self.header.colour(written);
            match word(value).as_str() {
                "resign" | "forfeit" => {
                    self.resigned = Some(self.game.position().side_of(colour));
                    return Ok(false);
                }
                "pass" | "" => {
                    self.give_turn(colour, value)?;
                    self.give_turn(!colour, value)?;
                }
                "swap" | "swap-pieces" | "swap-sides" => self.swap(colour, value)?,
                text => {
                    let cell = self.cell(text, value)?;
                    self.give_turn(colour, value)?;
                    self.play(Move::Place(cell), value)?;
                }
            }
        }
        Ok(true)
    }

    /// Lets this colour move, if need be by beginning anew.
    fn give_turn(&mut self, colour: Colour, value: &Value) -> Result<(), SgfError> {
        let position = *self.game.position();
        if position.turn() == colour || position.outcome().is_some() {
            return Ok(());
        }
        if matches!(self.game.last(), Some((_, Move::SwapPieces | Move::SwapSides))) {
            let sentence = format!("{} is to move after the swap", position.turn());
            return Err(told_at(value, Cause::new("other-to-move", sentence)));
        }
        self.restart(Colour::BOTH.map(|colour| *position.stones(colour)), colour);
        Ok(())
    }

    fn swap(&mut self, colour: Colour, value: &Value) -> Result<(), SgfError> {
        if colour != self.game.position().turn() {
            let sentence = format!("{colour} cannot swap out of turn");
            return Err(told_at(value, Cause::new("other-to-move", sentence)));
        }
        let swap = match self.header.rules.swap() {
            Swap::Sides => Move::SwapSides,
            Swap::Pieces | Swap::Off => Move::SwapPieces,
        };
        self.play(swap, value)
    }

    fn play(&mut self, mv: Move, value: &Value) -> Result<(), SgfError> {
        if let Some(reason) = self.game.position().refusal(mv) {
            let cause = reason.cause().of_move(mv);
            return Err(SgfError::told(value.place(), IllegalMove { mv, reason }, cause));
        }
        let over = |error| SgfError::told(value.place(), error, Cause::over().of_move(mv));
        self.game.play(mv).map_err(over)
    }

    /// The cell that a text names, which the board must have.
    fn cell(&self, text: &str, value: &Value) -> Result<Cell, SgfError> {
        let text = text.trim().to_ascii_lowercase();
        let size = self.header.rules.size();
        let cell = read_cell(&text, self.header.little_golem);
        let not_a_cell = |reason| told_at(value, Cause::not_a_cell(&text, reason));
        let cell = cell.map_err(|reason| not_a_cell(format!("\"{}\" {reason}", Excerpt(&text))))?;
        cell.filter(|&cell| size.has(cell)).ok_or_else(|| {
            let (columns, rows) = (size.width(), size.height());
            not_a_cell(format!("\"{}\" is not on the board of {columns}x{rows}", Excerpt(&text)))
        })
    }
}

fn read_colour(value: &Value) -> Result<Colour, SgfError> {
    match word(value).as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        other => {
            let sentence = format!("\"{}\" is no colour: B or W", Excerpt(other));
            Err(told_at(value, Cause::new("bad-side", sentence).with("text", Excerpt(other))))
        }
    }
}

/// The cell that a text in small letters names; `None` if it is one, but too far right or down for any board
/// here.
fn read_cell(text: &str, little_golem: bool) -> Result<Option<Cell>, &'static str> {
    let digits = text.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let letters = &text[..text.len() - digits.len()];
    if let (true, true, &[column, row]) = (little_golem, digits.is_empty(), text.as_bytes()) {
        return Ok(Cell::new(column - b'a', row - b'a'));
    }
    let plain = digits.starts_with(|first: char| matches!(first, '1'..='9'));
    if letters.is_empty() || !plain || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err("is no cell: a column letter and a row number");
    }
    if letters.len() > 1 {
        return Err("is in a column past z, and boards here end at s");
    }
    let row = digits.parse::<u8>().ok().and_then(|row| row.checked_sub(1));
    Ok(row.and_then(|row| Cell::new(letters.as_bytes()[0] - b'a', row)))
}
