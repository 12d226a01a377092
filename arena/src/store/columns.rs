//! A game as the columns of its tables: what is between a [`PlayedGame`] and a row.

use crate::ending::Ending;
use crate::played::{PlayedGame, Turn};
use core::time::Duration;
use plywood_play::RecordedResult;
use plywood_search::Score;
use rusqlite::Row;

/// What is stored of a game, column by column, but when and by which version.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Columns {
    pub(super) match_id: i64,
    pub(super) number: i64,
    /// Which engine was the first player.
    pub(super) first: i64,
    /// The first player, and the second.
    pub(super) players: [String; 2],
    pub(super) position: String,
    pub(super) opening_plies: i64,
    pub(super) moves: String,
    pub(super) result: String,
    pub(super) ending: EndingColumns,
    /// The builds of the engines 0 and 1.
    pub(super) builds: [String; 2],
    /// Those of the match, by which a game can be replayed.
    pub(super) game: String,
    pub(super) rules: String,
    pub(super) turns: Vec<TurnColumns>,
}

/// The columns of an ending.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EndingColumns {
    pub(super) kind: String,
    /// The engine that lost by it.
    pub(super) loser: Option<i64>,
    /// What that one answered.
    pub(super) answer: Option<String>,
    pub(super) detail: Option<String>,
    /// Plies, or nanoseconds.
    pub(super) amount: Option<i64>,
}

/// The columns of a turn: engine, plies, score, depth, nodes, nanoseconds.
pub(super) type TurnColumns = [i64; 6];

/// The names of the columns of a game in the order in which [`Columns::read`] takes them.
pub(super) const NAMES: &str = "games.match, number, first, first_player, second_player, games.position, opening_plies, games.moves, \
    result, ending, loser, answer, detail, amount, game, rules";
/// Their number.
pub(super) const COUNT: usize = 16;

impl Columns {
    pub(super) fn of(match_id: i64, game: &PlayedGame) -> Self {
        Self {
            match_id,
            number: game.number as i64,
            first: game.first as i64,
            players: game.players().map(str::to_owned),
            position: game.position.clone(),
            opening_plies: game.opening_plies as i64,
            moves: game.moves.join(" "),
            result: game.result().to_string(),
            ending: EndingColumns::of(&game.ending),
            builds: game.builds.clone(),
            game: game.game.clone(),
            rules: game.rules.clone(),
            turns: game.turns.iter().map(turn_columns).collect(),
        }
    }

    /// A row of [`NAMES`], without builds and turns.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let ending = EndingColumns {
            kind: row.get(9)?,
            loser: row.get(10)?,
            answer: row.get(11)?,
            detail: row.get(12)?,
            amount: row.get(13)?,
        };
        Ok(Self {
            match_id: row.get(0)?,
            number: row.get(1)?,
            first: row.get(2)?,
            players: [row.get(3)?, row.get(4)?],
            position: row.get(5)?,
            opening_plies: row.get(6)?,
            moves: row.get(7)?,
            result: row.get(8)?,
            ending,
            builds: Default::default(),
            game: row.get(14)?,
            rules: row.get(15)?,
            turns: Vec::new(),
        })
    }

    /// The game, or which column makes no sense.
    pub(super) fn game(self) -> Result<PlayedGame, String> {
        let first = engine(self.first)?;
        let Some(RecordedResult::Ended(outcome)) = RecordedResult::read(&self.result, ["first", "second"])
        else {
            return Err(format!("`{}` is no result", self.result));
        };
        let mut engines = self.players;
        if first == 1 {
            engines.reverse();
        }
        Ok(PlayedGame {
            number: self.number as u64,
            game: self.game,
            rules: self.rules,
            position: self.position,
            first,
            engines,
            builds: self.builds,
            opening_plies: self.opening_plies as usize,
            moves: self.moves.split_whitespace().map(str::to_owned).collect(),
            outcome,
            ending: self.ending.ending()?,
            turns: self.turns.into_iter().map(turn).collect::<Result<_, _>>()?,
        })
    }
}

impl EndingColumns {
    fn of(ending: &Ending) -> Self {
        let (mut answer, mut detail, mut amount) = (None, None, None);
        match ending {
            Ending::Rules(reason) | Ending::Crash { reason, .. } | Ending::Failure { reason, .. } => {
                detail = Some(reason.clone());
            }
            Ending::IllegalMove { answer: text, reason, .. } => {
                (answer, detail) = (Some(text.clone()), Some(reason.clone()));
            }
            Ending::Proof { plies, instead, .. } => {
                (detail, amount) = (Some(instead.clone()), plies.map(i64::from));
            }
            Ending::Length { plies } => amount = i64::try_from(*plies).ok(),
            Ending::Time { over, .. } => amount = i64::try_from(over.as_nanos()).ok(),
            Ending::NoMove { .. }
            | Ending::Resignation { .. }
            | Ending::GaveUp { .. }
            | Ending::EvenScores => {}
        }
        let loser = ending.loser().map(|engine| engine as i64);
        Self { kind: ending.kind().to_owned(), loser, answer, detail, amount }
    }

    fn ending(self) -> Result<Ending, String> {
        let loser = || self.loser.ok_or("the loser is missing").map(engine)?;
        let text = |column: &Option<String>| column.clone().ok_or("the words of the ending are missing");
        let amount = || self.amount.ok_or("the number of the ending is missing");
        Ok(match self.kind.as_str() {
            "rules" => Ending::Rules(text(&self.detail)?),
            "length" => Ending::Length { plies: amount()? as usize },
            "resignation" => Ending::Resignation { engine: loser()? },
            "gave-up" => Ending::GaveUp { engine: loser()? },
            "even-scores" => Ending::EvenScores,
            "proof" => Ending::Proof {
                engine: loser()?,
                plies: self.amount.map(|plies| plies as u32),
                instead: text(&self.detail)?,
            },
            "no-move" => Ending::NoMove { engine: loser()? },
            "illegal-move" => {
                let (answer, reason) = (text(&self.answer)?, text(&self.detail)?);
                Ending::IllegalMove { engine: loser()?, answer, reason }
            }
            "time" => Ending::Time { engine: loser()?, over: Duration::from_nanos(amount()? as u64) },
            "crash" => Ending::Crash { engine: loser()?, reason: text(&self.detail)? },
            "failure" => Ending::Failure { engine: loser()?, reason: text(&self.detail)? },
            other => return Err(format!("`{other}` is no way to end a game")),
        })
    }
}

fn turn_columns(turn: &Turn) -> TurnColumns {
    [
        turn.engine as i64,
        turn.plies as i64,
        i64::from(turn.score.value()),
        i64::from(turn.depth),
        i64::try_from(turn.nodes).unwrap_or(i64::MAX),
        i64::try_from(turn.elapsed.as_nanos()).unwrap_or(i64::MAX),
    ]
}

fn turn([by, plies, value, depth, nodes, nanoseconds]: TurnColumns) -> Result<Turn, String> {
    Ok(Turn {
        engine: engine(by)?,
        plies: plies as usize,
        score: i32::try_from(value).map(score).map_err(|_| format!("`{value}` is no score"))?,
        depth: u32::try_from(depth).map_err(|_| format!("`{depth}` is no depth"))?,
        nodes: nodes as u64,
        elapsed: Duration::from_nanos(nanoseconds as u64),
    })
}

/// An engine, 0 or 1.
fn engine(number: i64) -> Result<usize, String> {
    match number {
        0 => Ok(0),
        1 => Ok(1),
        other => Err(format!("`{other}` is no engine")),
    }
}

/// The score of this value.
fn score(value: i32) -> Score {
    let distance = Score::WIN.value().saturating_sub(value.saturating_abs()).max(0) as u32;
    if value > Score::MAX_HEURISTIC.value() {
        Score::win_in(distance)
    } else if value < -Score::MAX_HEURISTIC.value() {
        Score::loss_in(distance)
    } else {
        Score::heuristic(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending::tests::one_of_each;

    #[test]
    fn scores_are_read_back() {
        for kept in [
            Score::ZERO,
            Score::heuristic(-30_000),
            Score::heuristic(17),
            Score::WIN,
            Score::LOSS,
            Score::win_in(7),
            Score::loss_in(1_000),
        ] {
            assert_eq!(score(kept.value()), kept);
        }
        assert!(score(i32::MIN).is_loss() && score(i32::MAX).is_win());
    }

    #[test]
    fn every_kind_of_ending_is_read_back() {
        for ending in one_of_each() {
            assert_eq!(EndingColumns::of(&ending).ending(), Ok(ending));
        }
    }

    #[test]
    fn an_ending_without_its_columns_is_none() {
        for kind in Ending::KINDS {
            let columns = EndingColumns { kind: kind.to_owned(), ..EndingColumns::default() };
            assert_eq!(columns.ending().is_ok(), kind == "even-scores", "{kind}");
        }
    }
}
