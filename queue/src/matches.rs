//! Matches whose pairs are played by the workers of a queue.

use crate::dispatch::{Delivery, Dispatch, Errand, Tell, Troubles};
use crate::error::QueueError;
use crate::lease::Notice;
use crate::link::Link;
use crate::names::Kind;
use crate::terms::Terms;
use crate::wire::{Done, Pair, Work};
use core::fmt;
use core::time::Duration;
use plywood_arena::{Ledger, Match, MatchError, OpeningList, PlayedGame, Supplier};
use plywood_play::{Excerpt, Session};

/// How long new results are waited for at a time.
const PATIENCE: Duration = Duration::from_millis(100);
/// The results that are kept before they are counted.
const AT_A_TIME: usize = 64;

/// The supplier of one match, or of the matches of a tournament.
///
/// The ledgers stay the truth: a pair is asked for if its ledger lacks one of its games, and a result leaves
/// the server when its games have been checked and kept.
pub struct QueuedMatches<'a> {
    dispatch: Option<Dispatch>,
    matches: Vec<&'a Match>,
    terms: Vec<Terms>,
    openings: OpeningList,
    /// The next pair to ask for, and its match.
    next: (u64, usize),
    /// The pairs that no worker could play.
    set_aside: u64,
    /// Why the last of them was set aside.
    reason: String,
    tell: Box<Tell<'a>>,
}

impl<'a> QueuedMatches<'a> {
    /// Takes the right to coordinate these matches, which differ in their engines alone and have been
    /// [identified](Match::identify). With a speed, in nodes per second of one thread, times are meant for
    /// machines of that speed, and longer on slower ones. What the user should know on the way is told, a
    /// line each.
    ///
    /// # Errors
    ///
    /// If another process coordinates them, an engine cannot be asked of another machine, or the server
    /// cannot be used.
    pub fn open(
        link: Link,
        matches: Vec<&'a Match>,
        speed: Option<u64>,
        tell: impl FnMut(&str) + 'a,
    ) -> Result<Self, QueueError> {
        let Some(&model) = matches.first() else { return Err(QueueError("there is no match".to_owned())) };
        let terms = matches.iter().map(|contest| Terms::of(contest, speed)).collect::<Result<Vec<_>, _>>()?;
        let identity: Vec<String> =
            matches.iter().map(|contest| format!("{:?}", contest.description())).collect();
        let title = title(&matches);
        let errand = Errand { kind: Kind::Match, identity: &identity.join("\n"), title, build: &model.build };
        let dispatch = Some(Dispatch::open(link, errand, &model.stop)?);
        let openings = model.openings.list(model.start(), model.seed);
        let tell = Box::new(tell);
        Ok(Self {
            dispatch,
            matches,
            terms,
            openings,
            next: (0, 0),
            set_aside: 0,
            reason: String::new(),
            tell,
        })
    }

    /// What went wrong so far and was mended.
    pub fn troubles(&self) -> Troubles {
        self.dispatch.as_ref().map(|dispatch| dispatch.troubles).unwrap_or_default()
    }

    /// Where it is written how far the matches are, for whoever asks the queue.
    pub fn notice(&self) -> Option<Notice> {
        self.dispatch.as_ref().map(Dispatch::notice)
    }

    fn pairs(&self) -> u64 {
        self.matches.first().map_or(0, |contest| contest.games.div_ceil(2))
    }

    /// Asks for the next pairs, as many as there is room for.
    fn ask(&mut self, dispatch: &mut Dispatch, ledgers: &[&dyn Ledger]) -> Result<(), MatchError> {
        for _ in 0..dispatch.room() {
            let Some((pair, contest)) = self.next_missing(ledgers)? else { break };
            let opening = self.opening(pair)?;
            let (position, opening) = (opening.start(), opening.moves());
            let work = Pair { terms: self.terms[contest].clone(), number: pair, position, opening };
            dispatch.post(format!("{contest}-{pair}"), Work::Match(Box::new(work))).map_err(elsewhere)?;
        }
        Ok(())
    }

    /// The next pair that its ledger lacks, round by round.
    fn next_missing(&mut self, ledgers: &[&dyn Ledger]) -> Result<Option<(u64, usize)>, MatchError> {
        while self.next.0 < self.pairs() {
            let (pair, contest) = self.next;
            self.next = if contest + 1 < self.matches.len() { (pair, contest + 1) } else { (pair + 1, 0) };
            let ledger = ledgers[contest];
            if !(ledger.holds(2 * pair)? && ledger.holds(2 * pair + 1)?) {
                return Ok(Some((pair, contest)));
            }
        }
        Ok(None)
    }

    fn opening(&mut self, pair: u64) -> Result<Box<dyn Session>, MatchError> {
        self.openings.opening(pair).map_err(MatchError::Opening)
    }

    /// Keeps the games of a result, or refuses it.
    fn settle(
        &mut self,
        dispatch: &mut Dispatch,
        mut delivery: Delivery,
        ledgers: &[&dyn Ledger],
    ) -> Result<(), MatchError> {
        let Some((contest, pair)) = self.place(&delivery.answer.item) else {
            dispatch.refuse(delivery, "there is no such pair", &mut *self.tell);
            return Ok(());
        };
        match delivery.take() {
            Done::Games(games) => match self.check(contest, pair, &games)? {
                Ok(()) => {
                    games.into_iter().try_for_each(|game| ledgers[contest].keep(game))?;
                    dispatch.accept(&delivery);
                }
                Err(reason) => {
                    let set_aside = dispatch.refuse(delivery, &reason, &mut *self.tell);
                    if let Some(reason) = set_aside {
                        self.note(pair, &reason);
                    }
                }
            },
            Done::SetAside(reason) => {
                self.note(pair, &reason);
                dispatch.accept(&delivery);
            }
            Done::Records(_) | Done::Searched { .. } => {
                let set_aside = dispatch.refuse(delivery, "these are no games of a match", &mut *self.tell);
                if let Some(reason) = set_aside {
                    self.note(pair, &reason);
                }
            }
        }
        Ok(())
    }

    /// The match and the pair that an item names.
    fn place(&self, item: &str) -> Option<(usize, u64)> {
        let (contest, pair) = item.split_once('-')?;
        let (contest, pair) = (contest.parse().ok()?, pair.parse().ok()?);
        (contest < self.matches.len() && pair < self.pairs()).then_some((contest, pair))
    }

    /// Whether these can be the games of a pair; if not, why.
    fn check(
        &mut self,
        contest: usize,
        pair: u64,
        games: &[PlayedGame],
    ) -> Result<Result<(), String>, MatchError> {
        if !games.iter().map(|game| game.number).eq([2 * pair, 2 * pair + 1]) {
            return Ok(Err("these are not the two games of the pair".to_owned()));
        }
        let opening = self.opening(pair)?;
        let check = |game: &PlayedGame| {
            let checked = self.matches[contest].check_game(opening.as_ref(), game);
            checked.map_err(|reason| format!("game {}: {reason}", game.number + 1))
        };
        Ok(games.iter().try_for_each(check))
    }

    /// Takes note of a pair that nobody could play.
    fn note(&mut self, pair: u64, reason: &str) {
        self.set_aside += 1;
        self.reason = format!("games {} and {}: {}", 2 * pair + 1, 2 * pair + 2, Excerpt(reason));
        (self.tell)(&format!("set aside {}", self.reason));
    }
}

impl Supplier for QueuedMatches<'_> {
    fn supply(&mut self, ledgers: &[&dyn Ledger]) -> Result<bool, MatchError> {
        let Some(mut dispatch) = self.dispatch.take() else { return Ok(false) };
        let goes_on = self.supply_from(&mut dispatch, ledgers);
        self.dispatch = Some(dispatch);
        goes_on
    }
}

impl QueuedMatches<'_> {
    fn supply_from(&mut self, dispatch: &mut Dispatch, ledgers: &[&dyn Ledger]) -> Result<bool, MatchError> {
        self.ask(dispatch, ledgers)?;
        if dispatch.is_idle() {
            if self.set_aside > 0 {
                let reason = format!("{} pairs could not be played; {}", self.set_aside, self.reason);
                return Err(MatchError::Elsewhere(reason));
            }
            return Ok(false);
        }
        let mut patience = PATIENCE;
        for _ in 0..AT_A_TIME {
            let next = dispatch.next(patience, &mut *self.tell).map_err(elsewhere)?;
            let Some(delivery) = next else { break };
            self.settle(dispatch, delivery, ledgers)?;
            patience = Duration::ZERO;
        }
        Ok(true)
    }
}

impl Drop for QueuedMatches<'_> {
    fn drop(&mut self) {
        if let Some(dispatch) = self.dispatch.take() {
            dispatch.close();
        }
    }
}

impl fmt::Debug for QueuedMatches<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueuedMatches").field("matches", &self.matches).finish_non_exhaustive()
    }
}

fn elsewhere(error: QueueError) -> MatchError {
    MatchError::Elsewhere(error.0)
}

/// What people call these matches.
fn title(matches: &[&Match]) -> String {
    let model = matches[0];
    let game = model.start().info().name;
    let [first, second] = model.engines.each_ref().map(ToString::to_string);
    match matches.len() {
        1 => format!("match {game} {first} - {second}"),
        pairings => format!("tournament {game}, {pairings} pairings, the first {first} - {second}"),
    }
}
