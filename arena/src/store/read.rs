//! Reading games and their results from the tables.

use super::columns::{COUNT, Columns, NAMES, TurnColumns};
use super::damage::{Damage, reason_of};
use super::error::Attempt;
use super::{Store, StoreError, digest};
use crate::count::Count;
use crate::description::Description;
use crate::played::PlayedGame;
use crate::sprt::Sprt;
use crate::summary::Summary;
use core::ops::RangeInclusive;
use plywood_play::Spec;
use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row, params};
use std::collections::BTreeSet;

/// A match of a store.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredSummary {
    /// Its number in the store.
    pub id: i64,
    /// The description of the match.
    pub description: Description,
    /// Its results, counted just now, under the number of games and the test requested last. The elapsed time
    /// is unknown and zero.
    pub summary: Summary,
    /// The games that can be read; more than are counted if a test ended the match, or fewer were asked for
    /// last.
    pub stored: u64,
    /// The versions of plywood that kept them, in order.
    pub versions: Vec<String>,
    /// The builds of the engines 0 and 1 in them, each pair once; more than one if games of any builds were
    /// asked for.
    pub builds: Vec<[String; 2]>,
}

/// The matches of a store, and what of them cannot be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    /// The matches in the order of their beginning, each counted from its games.
    pub matches: Vec<StoredSummary>,
    /// The damaged games, which are not counted.
    pub damage: Vec<Damage>,
}

/// A game of a store.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// The number of its match in the store.
    pub match_id: i64,
    /// The engines of the match.
    pub engines: [String; 2],
    /// The game.
    pub game: PlayedGame,
    /// The version of plywood that kept it.
    pub version: String,
    /// The time when it was stored, in UTC: `2026-01-31 23:59:59`.
    pub stored: String,
}

impl Store {
    /// The matches, or the one of this number, each counted from its games. What is damaged is named, and
    /// hinders nothing else.
    ///
    /// # Errors
    ///
    /// If the store cannot be read at all.
    pub fn contents(&self, match_id: Option<i64>) -> Result<Contents, StoreError> {
        let mut contents = Contents::default();
        let mut is_complete = true;
        for id in self.match_ids(match_id).at(&self.path)? {
            match self.read_match(id) {
                Ok((description, summary)) => {
                    let games = summary.games;
                    let (found, damage) = self.counted(id, description, summary).at(&self.path)?;
                    is_complete &= damage.is_empty() && found.stored >= games;
                    contents.matches.push(found);
                    contents.damage.extend(damage);
                }
                Err(error) => {
                    let reason = reason_of(error).at(&self.path)?;
                    contents.damage.push(Damage { match_id: Some(id), number: None, reason });
                }
            }
        }
        if let Some(reason) = self.page_damage.clone().filter(|_| !is_complete) {
            contents.damage.push(Damage { match_id: None, number: None, reason });
        }
        Ok(contents)
    }

    /// All matches of a store without damage.
    ///
    /// # Errors
    ///
    /// If the store cannot be read, or something in it is damaged.
    pub fn matches(&self) -> Result<Vec<StoredSummary>, StoreError> {
        let Contents { matches, damage } = self.contents(None)?;
        self.sound(&damage).map(|()| matches)
    }

    /// Shows the games that can be read to `visit`, those of a match or all of them, by match and number.
    ///
    /// # Errors
    ///
    /// If the store cannot be read; and after the last game, if something is damaged.
    pub fn games(&self, match_id: Option<i64>, visit: &mut dyn FnMut(StoredGame)) -> Result<(), StoreError> {
        let mut damage = Vec::new();
        for id in self.match_ids(match_id).at(&self.path)? {
            let mut sort = |game: Result<StoredGame, Damage>| match game {
                Ok(game) => visit(game),
                Err(bad) => damage.push(bad),
            };
            self.each_game(id, &mut sort).at(&self.path)?;
        }
        self.sound(&damage)
    }

    fn sound(&self, damage: &[Damage]) -> Result<(), StoreError> {
        let reason = Damage::line(damage);
        reason.map_or(Ok(()), |reason| Err(StoreError::Damaged { path: self.path.clone(), reason }))
    }

    fn match_ids(&self, match_id: Option<i64>) -> rusqlite::Result<Vec<i64>> {
        // An empty file is a store that somebody was about to make.
        if self.version == 0 {
            return Ok(Vec::new());
        }
        let query = "SELECT id FROM matches WHERE ?1 IS NULL OR id = ?1 ORDER BY id";
        self.connection.prepare(query)?.query_map([match_id], |row| row.get(0))?.collect()
    }

    fn read_match(&self, id: i64) -> rusqlite::Result<(Description, Summary)> {
        let builds = if self.version == 1 { "'', ''" } else { "build_0, build_1" };
        let query = format!(
            "SELECT game, rules, position, moves, engine_0, engine_1, openings, seed, conditions, games, sprt, {builds} \
             FROM matches WHERE id = ?"
        );
        self.connection.query_row(&query, [id], |row| {
            let description = Description {
                game: row.get(0)?,
                rules: row.get(1)?,
                position: row.get(2)?,
                moves: row.get(3)?,
                engines: [row.get(4)?, row.get(5)?],
                builds: [row.get(11)?, row.get(12)?],
                openings: row.get(6)?,
                seed: parsed(row, 7)?,
                conditions: row.get(8)?,
            };
            let sprt = row.get::<_, Option<String>>(10)?.map(|_| parsed::<Sprt>(row, 10)).transpose()?;
            let engines: [Spec; 2] = [parsed(row, 4)?, parsed(row, 5)?];
            Ok((description, Summary::new(engines, row.get::<_, i64>(9)? as u64, sprt)))
        })
    }

    fn counted(
        &self,
        id: i64,
        description: Description,
        summary: Summary,
    ) -> rusqlite::Result<(StoredSummary, Vec<Damage>)> {
        let mut count = Count::new(summary, description.has_clock());
        let (mut stored, mut damage) = (0, Vec::new());
        let (mut versions, mut builds) = (BTreeSet::new(), BTreeSet::new());
        self.each_game(id, &mut |game| match game {
            Ok(StoredGame { game, version, .. }) => {
                stored += 1;
                versions.insert(version);
                if !count.has_ended() && game.number < count.summary.games {
                    count.add(&game);
                }
                builds.insert(game.builds);
            }
            Err(bad) => damage.push(bad),
        })?;
        let (versions, builds) = (versions.into_iter().collect(), builds.into_iter().collect());
        let found = StoredSummary { id, description, summary: count.finish(), stored, versions, builds };
        Ok((found, damage))
    }

    /// Shows the games of a match in the order of their numbers, and what is damaged among them.
    fn each_game(&self, id: i64, visit: &mut dyn FnMut(Result<StoredGame, Damage>)) -> rusqlite::Result<()> {
        if self.page_damage.is_some() {
            self.salvage(id)?.into_values().for_each(visit);
            return Ok(());
        }
        let mut statement = self.connection.prepare_cached(&self.query("games.match = ? ORDER BY number"))?;
        let mut rows = statement.query([id])?;
        while let Some(row) = rows.next()? {
            visit(stored_game(row, &|id, number| self.turns(id, number))?);
        }
        Ok(())
    }

    /// What is wanted of games, for the games of which `condition` holds.
    pub(super) fn query(&self, condition: &str) -> String {
        let later = if self.version == 1 { "'', '', 1" } else { "games.build_0, games.build_1, digest_kind" };
        // The games come first: matches are looked up for them.
        format!(
            "SELECT {NAMES}, {later}, digest, version, stored, engine_0, engine_1 \
             FROM games CROSS JOIN matches ON matches.id = games.match WHERE {condition}"
        )
    }

    pub(super) fn turns(&self, id: i64, game: i64) -> rusqlite::Result<Vec<TurnColumns>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT engine, plies, score, depth, nodes, elapsed FROM turns WHERE match = ? AND game = ? ORDER BY turn",
        )?;
        let rows = statement.query_map([id, game], |row| turn(row, 0))?;
        rows.collect()
    }

    /// The game with the least number within `numbers` of a match.
    pub(super) fn first_game(
        &self,
        id: i64,
        numbers: &RangeInclusive<u64>,
    ) -> Result<Option<PlayedGame>, StoreError> {
        let bound = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let query = self.query("games.match = ? AND number BETWEEN ? AND ? ORDER BY number LIMIT 1");
        let mut statement = self.connection.prepare_cached(&query).at(&self.path)?;
        let key = params![id, bound(*numbers.start()), bound(*numbers.end())];
        let read = |row: &Row<'_>| stored_game(row, &|id, number| self.turns(id, number));
        match statement.query_row(key, read).optional().at(&self.path)? {
            None => Ok(None),
            Some(Ok(found)) => Ok(Some(found.game)),
            Some(Err(damage)) => self.sound(&[damage]).map(|()| None),
        }
    }
}

/// A game of a row of [`Store::query`], or what is wrong with it.
pub(super) fn stored_game(
    row: &Row<'_>,
    turns: &dyn Fn(i64, i64) -> rusqlite::Result<Vec<TurnColumns>>,
) -> rusqlite::Result<Result<StoredGame, Damage>> {
    let (match_id, number): (i64, i64) = (row.get(0)?, row.get(1)?);
    let game = match checked(row, turns) {
        Ok(Ok(game)) => game,
        Ok(Err(reason)) => return Ok(Err(Damage::of_game(match_id, number, reason))),
        Err(error) => return Ok(Err(Damage::of_game(match_id, number, reason_of(error)?))),
    };
    let engines = [row.get(COUNT + 6)?, row.get(COUNT + 7)?];
    let (version, stored) = (row.get(COUNT + 4)?, row.get(COUNT + 5)?);
    Ok(Ok(StoredGame { match_id, engines, game, version, stored }))
}

/// The columns of a turn from this one on.
pub(super) fn turn(row: &Row<'_>, from: usize) -> rusqlite::Result<TurnColumns> {
    let mut columns = [0; 6];
    for (index, column) in columns.iter_mut().enumerate() {
        *column = row.get(from + index)?;
    }
    Ok(columns)
}

/// The game of a row, if it makes sense and is what was stored.
fn checked(
    row: &Row<'_>,
    turns: &dyn Fn(i64, i64) -> rusqlite::Result<Vec<TurnColumns>>,
) -> rusqlite::Result<Result<PlayedGame, String>> {
    let mut columns = Columns::read(row)?;
    columns.builds = [row.get(COUNT)?, row.get(COUNT + 1)?];
    columns.turns = turns(columns.match_id, columns.number)?;
    let (kind, stored): (i64, i64) = (row.get(COUNT + 2)?, row.get(COUNT + 3)?);
    let is_sound = digest::of_kind(kind, &columns) == Some(stored);
    let game = columns.game();
    Ok(game.and_then(|game| if is_sound { Ok(game) } else { Err("it is not what was stored".to_owned()) }))
}

/// Parses a text column.
fn parsed<T: core::str::FromStr<Err: core::fmt::Display>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<T> {
    row.get::<_, String>(column)?.parse().map_err(|error: T::Err| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.to_string().into())
    })
}
