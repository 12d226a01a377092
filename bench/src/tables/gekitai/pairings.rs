//! The seed's seventeen pairings, with enough games to tell.
//!
//! The bots are deterministic, so that games differ by their openings alone: a few random plies, drawn from a
//! seed, the same openings for every pairing, each played twice with colours swapped. The results depend on
//! the [`Settings`] only, not on the number of threads.

use super::published::{Bot, GAMES, PAIRINGS, Pairing};
use super::verdict::judge;
use super::{Cell, Grid, Options, TablesError, columns};
use crate::tables::write_file;
use core::ops::ControlFlow;
use plywood_arena::store::Store;
use plywood_arena::{Interval, Match, MatchEnd, Openings, PlayedGame, Summary, Tally};
use plywood_play::{Session, Spec};
use std::thread;

/// The name of the store in the folder.
const STORE: &str = "games.db";

/// How the pairings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The games of a pairing, an even number.
    pub games: u64,
    /// The random plies that a game begins with.
    pub opening_plies: u32,
    /// The seed of the openings.
    pub seed: u64,
    /// The games at once. They do not change the results.
    pub threads: usize,
}

impl Settings {
    const GAMES: u64 = 400;
    const QUICK_GAMES: u64 = 40;
    /// Two pieces a side: 200 openings hardly repeat, and few are lost already.
    const OPENING_PLIES: u32 = 4;

    /// 400 games a pairing or, if it has to be quick, 40; as many at once as there are cores.
    pub fn new(quick: bool) -> Self {
        Self {
            games: if quick { Self::QUICK_GAMES } else { Self::GAMES },
            opening_plies: Self::OPENING_PLIES,
            seed: 1,
            threads: thread::available_parallelism().map_or(1, usize::from),
        }
    }

    /// Whether there are fewer games than the table should have.
    pub const fn is_quick(&self) -> bool {
        self.games < Self::GAMES
    }

    /// The name of the table and its file. A quick table does not take the place of the other.
    pub const fn table(&self) -> &'static str {
        if self.is_quick() { "gekitai-pairings-quick" } else { "gekitai-pairings" }
    }

    /// A match of these settings.
    fn game(&self, players: [Spec; 2], options: &Options<'_>) -> Match {
        let mut game = Match::new(Self::start(), players);
        game.builds = [options.build, options.build].map(str::to_owned);
        game.games = self.games;
        game.openings = Openings::Random { plies: self.opening_plies };
        game.seed = self.seed;
        game.concurrency = self.threads;
        game.stop = options.stop.clone();
        game
    }

    /// The game that is played: by the default rules.
    fn start() -> Box<dyn Session> {
        let game = plywood_registry::find("gekitai").expect("the game is registered");
        game.session("", None).expect("a game can begin at its start")
    }

    /// The rules, in words without commas.
    pub(super) fn rules() -> String {
        Self::start().rules().replace(',', " ")
    }
}

/// A pairing that has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The bots, and the seed's result.
    pub pairing: Pairing,
    /// Our results, from the first bot's side.
    pub tally: Tally,
    /// Whether an earlier run has played it.
    pub is_reused: bool,
}

/// Plays the pairings, and goes on from the games that the store in the folder of `options` has of them.
///
/// # Errors
///
/// If a match cannot be played, or the folder be read or written.
pub fn compute(settings: &Settings, options: &mut Options<'_>) -> Result<Vec<Row>, TablesError> {
    let mut rows = reused(settings, options)?;
    for (number, pairing) in PAIRINGS.iter().enumerate() {
        if rows[number].is_some() {
            continue;
        }
        let Some(tally) = play(number, pairing, settings, options)? else { break };
        rows[number] = Some(Row { pairing: *pairing, tally, is_reused: false });
        write(settings, options, &rows)?;
    }
    write(settings, options, &rows)?;
    Ok(rows.into_iter().flatten().collect())
}

/// The pairings that the store in the folder has all games of, each at its place.
fn reused(settings: &Settings, options: &Options<'_>) -> Result<Vec<Option<Row>>, TablesError> {
    let Some(folder) = &options.folder else { return Ok(vec![None; PAIRINGS.len()]) };
    let known = Store::open(&folder.join(STORE))?.matches()?;
    let row = |pairing: &Pairing| {
        let wanted = settings.game(pairing.bots.map(Bot::spec), options).description();
        let found = known.iter().find(|found| found.description == wanted)?;
        let tally = found.summary.tally;
        (tally.games() == settings.games).then_some(Row { pairing: *pairing, tally, is_reused: true })
    };
    Ok(PAIRINGS.iter().map(row).collect())
}

/// Writes the table as far as it has come into the folder, if there is one.
fn write(settings: &Settings, options: &Options<'_>, rows: &[Option<Row>]) -> Result<(), TablesError> {
    let Some(folder) = &options.folder else { return Ok(()) };
    let done: Vec<_> = rows.iter().copied().flatten().collect();
    Ok(write_file(&folder.join(format!("{}.csv", settings.table())), &grid(settings, &done).csv())?)
}

/// Plays a pairing; `None` if it was ended early.
fn play(
    number: usize,
    pairing: &Pairing,
    settings: &Settings,
    options: &mut Options<'_>,
) -> Result<Option<Tally>, TablesError> {
    let [first, second] = pairing.bots;
    let title = format!("pairing {} of {}: {first} - {second}", number + 1, PAIRINGS.len());
    play_match(pairing.bots.map(Bot::spec), settings, &title, options)
}

/// Plays a match of these settings; `None` if it was ended early.
pub(super) fn play_match(
    players: [Spec; 2],
    settings: &Settings,
    title: &str,
    options: &mut Options<'_>,
) -> Result<Option<Tally>, TablesError> {
    let game = settings.game(players, options);
    let ledger = options.folder.as_ref().map(|folder| Store::open(&folder.join(STORE))?.ledger(&game));
    let ledger = ledger.transpose()?;
    let of = settings.games;
    let mut goes_on = |games: u64| options.goes_on(format_args!("{title}, {games} of {of} games"));
    if !goes_on(0) {
        return Ok(None);
    }
    let mut observe = |_: PlayedGame, standing: &Summary| {
        if goes_on(standing.tally.games()) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let summary = match &ledger {
        None => game.run(&mut observe)?,
        Some(ledger) => game.run_with(ledger, &mut observe)?,
    };
    Ok((summary.ended == Some(MatchEnd::Completed)).then_some(summary.tally))
}

/// The table: one row for each pairing played.
pub fn grid(settings: &Settings, rows: &[Row]) -> Grid {
    let title = format!("The seed's pairings: ten games there, {} here", settings.games);
    let mut grid = Grid::new(settings.table(), title, columns::COLUMNS);
    grid.rows.extend(rows.iter().filter_map(|row| cells(settings, row)));
    grid.notes.extend(notes(settings));
    let reused = rows.iter().filter(|row| row.is_reused).count();
    if reused > 0 {
        grid.notes.push(format!("Reused from an earlier run: {reused} of {} pairings.", PAIRINGS.len()));
    }
    if rows.len() < PAIRINGS.len() {
        grid.notes.push(format!("Ended early: {} of {} pairings.", rows.len(), PAIRINGS.len()));
    }
    grid
}

/// The cells of a pairing, in the order of [`columns::COLUMNS`]; `None` without games.
fn cells(settings: &Settings, row: &Row) -> Option<Vec<Cell>> {
    let Row { pairing, tally, .. } = row;
    let score = tally.estimates()?.score;
    let judgement = judge(pairing.won, &score);
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let mut cells = pairing.bots.map(|bot| Cell::Text(bot.to_string())).to_vec();
    for bot in pairing.bots {
        cells.extend([bot.evaluation.into(), Cell::Count(u64::from(bot.depth))]);
    }
    cells.extend([
        Cell::Text(format!("{}-{}", pairing.won, GAMES - pairing.won)),
        Cell::Count(pairing.won),
        Cell::Number(100.0 * score.value),
        Cell::Text(format!("{}-{}", percent(score.low), percent(score.high))),
        Cell::Number(100.0 * score.low),
        Cell::Number(100.0 * score.high),
        Cell::Text(format!("{}-{}-{}", tally.wins, tally.draws, tally.losses)),
    ]);
    cells.extend([tally.wins, tally.draws, tally.losses].into_iter().chain(tally.pairs).map(Cell::Count));
    cells.extend([
        better(&score).into(),
        if judgement.is_outside { "outside" } else { "inside" }.into(),
        Cell::Text(format!("{:.3}", judgement.probability)),
        Cell::Text(judgement.verdict.to_string()),
        Cell::Count(settings.games),
        Cell::Count(u64::from(settings.opening_plies)),
        Cell::Count(settings.seed),
        Cell::Text(Settings::rules()),
    ]);
    Some(cells)
}

/// Which bot is better, where the interval leaves no doubt.
fn better(score: &Interval) -> &'static str {
    if score.low > 0.5 {
        "bot 1"
    } else if score.high < 0.5 {
        "bot 2"
    } else {
        "neither"
    }
}

fn notes(settings: &Settings) -> Vec<String> {
    let Settings { games, opening_plies, seed, .. } = settings;
    let quick = if settings.is_quick() { " Quick: without --quick there are ten times as many." } else { "" };
    vec![
        format!(
            "{games} games a pairing: {} random openings of {opening_plies} plies from seed {seed}, the same for every pairing, each played \
            with both colours.{quick} Both bots are minimax, and of equal moves play the first, a1 before b1. Rules: {}. \
            \"score\" and the rest are seen from bot 1; the 95 % interval is from the pairs of games.",
            games / 2,
            Settings::rules()
        ),
        "\"better\": the bot whose side of 50 % our whole interval is on. \"seed is\": whether the seed's percentage lies outside our \
        interval. \"p\": the probability of the seed's ten games, or of a result less likely, by the exact binomial test, two-sided, if \
        the true score were the one in our interval that is nearest to the seed's."
            .to_owned(),
        "\"contradicted\": p is below 0.05, so that ten games between these bots would hardly have given the seed's result. \"confirmed\": \
        it is not, and the seed's ten games reject equal bots at 5 % by themselves (0, 1, 9 or 10 wins). \"noise\": neither; ten games \
        with this result could not tell which bot is better."
            .to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: usize, pairs: [u64; 5]) -> Row {
        let tally = Tally { wins: pairs[2] + 2 * pairs[4], draws: 0, losses: pairs[2] + 2 * pairs[0], pairs };
        Row { pairing: PAIRINGS[number], tally, is_reused: false }
    }

    #[test]
    fn a_row_has_a_cell_for_every_column_and_no_commas() {
        let settings = Settings::new(false);
        let grid = grid(&settings, &[row(0, [20, 0, 60, 0, 120])]);
        assert_eq!(grid.rows[0].len(), grid.columns.len());
        let csv = grid.csv();
        let counts: Vec<_> = csv.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(counts[0], counts[1]);
        assert!(!csv.contains('"'));
    }

    #[test]
    fn the_text_says_who_is_better_and_what_becomes_of_the_seed_s_result() {
        let text =
            grid(&Settings::new(false), &[row(0, [20, 0, 60, 0, 120]), row(1, [60, 0, 80, 0, 60])]).text();
        let line = |start: &str| text.lines().find(|line| line.trim_start().starts_with(start)).unwrap();
        let first = line("pieces, depth 1  pairs, depth 1");
        assert!(first.contains("10-0") && first.contains("75.0") && first.contains("300-0-100"), "{first}");
        assert!(first.contains("bot 1") && first.contains("outside"), "{first}");
        let second = line("pieces, depth 1  pairs, depth 2");
        assert!(second.contains("neither") && second.ends_with("noise"), "{second}");
        assert!(text.contains("Ended early: 2 of 17 pairings."));
    }
}
