//! The board of a session: positions in which either colour may move.

use super::HtpError;
use plywood_hex::sgf::SgfGame;
use plywood_hex::{Colour, Hex, Move, Refusal, Rules, Swap};
use plywood_play::IllegalMove;
use plywood_search::Position;

/// A position, those before it, and who has given up.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The rules of a new game.
    rules: Rules,
    position: Hex,
    past: Vec<Hex>,
    resigned: Option<Colour>,
}

impl Board {
    /// The empty board.
    pub(super) fn new(rules: Rules) -> Self {
        Self { rules, position: Hex::start(rules), past: Vec::new(), resigned: None }
    }

    /// The empty board of a game that follows this one.
    pub(super) fn cleared(&self) -> Self {
        Self::new(self.rules)
    }

    /// The rules of a new game.
    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// The line of a record, its first `moves` moves. A swap in it holds for this game; where it has none, ours stays possible.
    pub(super) fn of_record(record: &SgfGame, moves: usize, swap: Swap) -> Result<Self, HtpError> {
        let recorded = record.game.position().rules();
        let size = recorded.size();
        let rules = if recorded.swap() == Swap::Off { Rules::new(size, swap)? } else { recorded };
        let mut board = Self { position: under(record.game.start(), rules)?, ..Self::new(rules) };
        for mv in record.game.moves().take(moves) {
            let turn = board.position.turn();
            board.play(turn, mv)?;
        }
        Ok(Self { rules: Rules::new(size, swap).unwrap_or(rules), ..board })
    }

    /// The current position.
    pub(super) fn position(&self) -> &Hex {
        &self.position
    }

    /// The current position with this colour to move.
    pub(super) fn with_turn(&self, colour: Colour) -> Result<Hex, HtpError> {
        if self.position.turn() == colour {
            return Ok(self.position);
        }
        let [black, white] = Colour::BOTH.map(|colour| *self.position.stones(colour));
        let swapped = self.position.swapped();
        Ok(Hex::from_stones(black, white, colour, swapped, self.position.rules())?)
    }

    /// Goes on under these rules, with the same stones.
    pub(super) fn set_rules(&mut self, rules: Rules) -> Result<(), HtpError> {
        let position = under(&self.position, rules)?;
        self.past = self.past.iter().map(|before| under(before, rules)).collect::<Result<_, _>>()?;
        (self.position, self.rules) = (position, rules);
        Ok(())
    }

    /// A move of this colour, whoever was to move. Stones may be put on after somebody has won, for a board may be set up in any order.
    pub(super) fn play(&mut self, colour: Colour, mv: Move) -> Result<(), HtpError> {
        let mut after = self.with_turn(colour)?;
        match (after.refusal(mv), mv) {
            (None, _) => after.play_unchecked(mv),
            (Some(Refusal::GameOver), Move::Place(_)) => after = with_another_stone(&after, mv)?,
            (Some(reason), _) => return Err(IllegalMove { mv, reason }.into()),
        }
        self.past.push(std::mem::replace(&mut self.position, after));
        self.resigned = None;
        Ok(())
    }

    /// This colour gives up.
    pub(super) fn resign(&mut self, colour: Colour) {
        self.resigned = Some(colour);
    }

    /// Takes the last move back. False if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(position) = self.past.pop() else { return false };
        self.position = position;
        self.resigned = None;
        true
    }

    /// Who has won, on the board or because the other has given up.
    pub(super) fn winner(&self) -> Option<Colour> {
        self.position.winner().or(self.resigned.map(|colour| !colour))
    }
}

/// The same stones under other rules.
fn under(position: &Hex, rules: Rules) -> Result<Hex, HtpError> {
    let [black, white] = Colour::BOTH.map(|colour| *position.stones(colour));
    Ok(Hex::from_stones(black, white, position.turn(), position.swapped(), rules)?)
}

/// A finished position with one stone more of the colour to move.
fn with_another_stone(position: &Hex, mv: Move) -> Result<Hex, HtpError> {
    let (size, colour) = (position.size(), position.turn());
    let illegal = |reason| HtpError::Illegal(IllegalMove { mv, reason });
    let Some(cell) = mv.cell() else { return Err(illegal(Refusal::SwapClosed)) };
    if !size.has(cell) {
        return Err(illegal(Refusal::OffBoard(cell, size)));
    }
    if let Some(found) = position.colour_on(cell) {
        return Err(illegal(Refusal::Occupied(cell, found)));
    }
    let mut stones = Colour::BOTH.map(|colour| *position.stones(colour));
    stones[colour as usize].insert(size.number(cell));
    let [black, white] = stones;
    Ok(Hex::from_stones(black, white, !colour, position.swapped(), position.rules())?)
}
