//! Boards of HTP: positions in which either colour may move.

use super::HtpError;
use plywood_hex::sgf::SgfGame;
use plywood_hex::{Colour, Hex, Move, Refusal, Rules, Swap};
use plywood_play::IllegalMove;
use plywood_search::Position;

/// A position, its predecessors, and the colour that has resigned.
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

    /// The empty board of the next game.
    pub(super) fn cleared(&self) -> Self {
        Self::new(self.rules)
    }

    /// The rules of a new game.
    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// Plays the first `moves` moves of a record. A swap in the record counts for this game; otherwise a swap
    /// stays possible.
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

    /// Continues under these rules with the same stones.
    pub(super) fn set_rules(&mut self, rules: Rules) -> Result<(), HtpError> {
        let position = under(&self.position, rules)?;
        self.past = self.past.iter().map(|before| under(before, rules)).collect::<Result<_, _>>()?;
        (self.position, self.rules) = (position, rules);
        Ok(())
    }

    /// Makes a move of this colour, whoever was to move. Stones may be added after a win, because a board may
    /// be set up in any order.
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

    /// This colour resigns.
    pub(super) fn resign(&mut self, colour: Colour) {
        self.resigned = Some(colour);
    }

    /// Takes back the last move; returns false if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(position) = self.past.pop() else { return false };
        self.position = position;
        self.resigned = None;
        true
    }

    /// The winner, on the board or by resignation.
    pub(super) fn winner(&self) -> Option<Colour> {
        self.position.winner().or(self.resigned.map(|colour| !colour))
    }
}

/// The same stones under other rules.
fn under(position: &Hex, rules: Rules) -> Result<Hex, HtpError> {
    let [black, white] = Colour::BOTH.map(|colour| *position.stones(colour));
    Ok(Hex::from_stones(black, white, position.turn(), position.swapped(), rules)?)
}

/// A finished position with one more stone of the colour to move.
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
