//! The horizon of a search by lines.

use super::super::run::{Run, Window};
use super::{Ahead, Quiet, Tally};
use crate::contract::{Hints, Knowledge, Purpose, Score};
use crate::driver::{NO_LEAN, Stopped};

/// Where a line of play is on the horizon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The turn under way is finished: with lines that gain, guard, threaten or go on, or it ends here. Where
    /// its value is too low for it to matter how, with lines that gain or threaten.
    Rest,
    /// A turn begins: with one that wins for certain, with lines that gain or threaten, or it is judged as it
    /// stands.
    First,
    /// The turn after one that was finished or began on the horizon: lines that gain, or it is judged.
    Second,
    /// The turn after that.
    Third,
    /// It is judged as it stands.
    Last,
}

impl Stage {
    /// The stage of the next turn.
    pub(super) const fn next(self) -> Self {
        match self {
            Self::Rest => Self::Second,
            Self::First | Self::Second => Self::Third,
            Self::Third | Self::Last => Self::Last,
        }
    }

    /// The first stage of a line, which depends on whether a turn begins with it.
    pub(super) const fn beginning(begins: bool) -> Self {
        if begins { Self::First } else { Self::Rest }
    }

    /// What the keys of its table entries differ by.
    pub(super) const fn salt(self) -> u64 {
        (self as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl<P: Hints, K: Knowledge<P>> Run<'_, P, K> {
    /// The value of a position on the horizon.
    pub(super) fn horizon_by_lines(
        &mut self,
        position: &P,
        stage: Stage,
        is_threatened: bool,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        if stage == Stage::Last {
            return Ok(self.static_score(position));
        }
        let key = position.key() ^ stage.salt();
        let known = if self.options.table { self.table.probe(key, ply) } else { None };
        if let Some(score) = known.and_then(|entry| self.cutoff(&entry, 0, window)) {
            return Ok(score);
        }
        let own_index = self.path.index_of(position);
        let first = self.worker.lines.len();
        let mut tally = Tally::new(window.0);
        if is_threatened {
            self.find_answers(position);
            if self.worker.lines.len() == first {
                if !self.look_ahead((position, ply), window.1, &mut tally) {
                    return Ok(self.static_score(position));
                }
                self.store_at(key, (ply, 0), (None, tally.best), window, false);
                return Ok(tally.best);
            }
        } else {
            let hopeless = match stage {
                Stage::Rest => self.hopeless(|run| run.static_score(position), Quiet::Line, tally.alpha),
                _ => None,
            };
            match hopeless {
                Some(bound) => tally.best = bound,
                None => self.stand(position, stage, ply, window, &mut tally)?,
            }
            let begins = stage == Stage::First && tally.best < window.1;
            if begins && self.look_ahead((position, ply), window.1, &mut tally) {
                let best_move = tally.best_line.first().copied();
                self.store_at(key, (ply, 0), (best_move, tally.best), window, false);
                return Ok(tally.best);
            }
            if tally.best < window.1 {
                let purposes: &[Purpose] = match stage {
                    Stage::Rest if hopeless.is_some() => &[Purpose::Gain, Purpose::Threat],
                    Stage::Rest => &[Purpose::Gain, Purpose::Guard, Purpose::Threat, Purpose::Follow],
                    Stage::First => &[Purpose::Gain, Purpose::Threat],
                    _ => &[Purpose::Gain],
                };
                self.find_lines(position, purposes, true);
            }
        }
        if let Some(best) = known.and_then(|entry| entry.best) {
            let lines = &mut self.worker.lines[first..];
            lines.iter_mut().filter(|line| line.moves[0] == best).for_each(|line| line.rank += 20_000);
        }
        let beta = window.1;
        for index in first..self.worker.lines.len() {
            if tally.alpha >= beta {
                break;
            }
            let line = self.pick_line(index);
            let value = self.line(position, &line.moves, Ahead::Horizon(stage), ply, (tally.alpha, beta))?;
            self.note_value((position, ply), &line.moves, value, beta, &mut tally);
        }
        self.worker.lines.truncate(first);
        // Not all moves were tried: others may avoid a loss.
        tally.best = tally.best.max(-Score::MAX_HEURISTIC);
        let leans = tally.lean < own_index;
        self.lean = if leans { tally.lean } else { NO_LEAN };
        self.store_at(key, (ply, 0), (tally.best_line.first().copied(), tally.best), window, leans);
        Ok(tally.best)
    }

    /// The value if nothing more is done: as the position stands, or of ending a turn under way.
    fn stand(
        &mut self,
        position: &P,
        stage: Stage,
        ply: u32,
        window: Window,
        tally: &mut Tally<P::Move>,
    ) -> Result<(), Stopped> {
        let first = self.worker.lines.len();
        if stage == Stage::Rest {
            self.find_lines(position, &[Purpose::Rest], false);
        }
        tally.best = match self.worker.lines.get(first).cloned() {
            Some(line) => {
                self.worker.lines.truncate(first);
                let rest = self.knowledge.rest(position);
                let less = |score: Score| {
                    if score.is_decisive() { score } else { Score::heuristic(score.value() - rest) }
                };
                let window = (less(window.0), less(window.1));
                let value = self.line(position, &line.moves, Ahead::Horizon(stage), ply, window)?;
                tally.lean = self.lean;
                match value {
                    Some(value) if value.is_decisive() => value,
                    Some(value) => Score::heuristic(value.value() + rest),
                    None => self.static_score(position),
                }
            }
            None => self.static_score(position),
        };
        tally.alpha = tally.alpha.max(tally.best);
        Ok(())
    }
}
