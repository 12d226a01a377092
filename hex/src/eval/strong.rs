//! The strongest evaluation: resistance, and what is certain about bridges, templates, and cells that need no stone.

use super::resistance::{Currents, MARGIN};
use crate::bits::{Bits, Grid, with_words};
use crate::cell::{CellSet, Colour};
use crate::inferior::filled;
use crate::links::{Links, Outlook, Threats};
use crate::moves::Move;
use crate::position::Hex;
use plywood_search::{Candidates, ForcedWin, Knowledge, Score, Trail};

/// The strongest evaluation of this crate. Its values are those of [`Resistance`](super::Resistance).
///
/// A game is a forced win where bridges and ziggurats connect the edges, and where a player is to move who is one stone short of that. Where the
/// opponent is, the mover must play on the cells that all the opponent's ways to connect have in common; if there is none, the
/// mover has lost. Dead and captured cells ([`Hex::inferior`]) need no search.
///
/// # Strength
///
/// Pairs of games of [`SearchOptions::SELECTIVE`](plywood_search::SearchOptions::SELECTIVE) on 11x11, each pair from two random stones with the
/// colours exchanged, one thread of a crowded machine; percent won, and the 95 % interval (Wilson's, games taken one by one):
///
/// | against | a move | games | won |
/// |---|---|---|---|
/// | [`Distance`](super::Distance) | 0.5 s | 24 | 87.5 % (69.0 to 95.7), 6.1 plies deep against 7.9 |
/// | the same | 0.1 s | 32 | 96.9 % (84.3 to 99.4), 3.8 plies deep against 5.3 |
/// | the same, circuits made more slowly | 50 ms | 20 | 90.0 % (69.9 to 97.2) |
/// | itself without forced wins and must-play regions | 50 ms | 60 | 63.3 % (50.7 to 74.4) |
/// | itself without bridges in the circuits | 50 ms | 60 | 85.0 % (73.9 to 91.9) |
///
/// Changes tried against it, at 40 ms and 50 games each: a margin of 300 scored 50.0 %, of 0 52.0 %; twice the priorities 54.0 %, two fifths
/// of them 52.0 %; a bonus of 150 for the side to move 40.0 % (27.6 to 53.8). At 50 ms and 60 games: the geometric mean of the two currents for
/// the order of moves, 50.0 %; enemy bridges that resist instead of blocking, 48.3 %. None differs from even.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strong;

/// What [`Strong`] knows about a position.
#[derive(Clone, Debug)]
pub struct Insight {
    forced_win: Option<ForcedWin>,
    /// Where the mover must play, if the opponent threatens to connect.
    must_play: Option<CellSet>,
    /// By colour: the cells of bridges.
    bridged: [CellSet; 2],
    /// Made when asked for: a position that is won needs none.
    currents: Option<Currents>,
}

impl Insight {
    /// What there is to know of a position.
    pub(crate) fn of_position(position: &Hex) -> Self {
        with_words!(position.size(), N => {
            let links = links::<N>(position);
            Self::of::<N>(position, &links, |colour| links[colour as usize].outlook())
        })
    }

    /// What there is to know without a look for forced wins.
    pub(crate) fn of_currents(position: &Hex) -> Self {
        with_words!(position.size(), N => Self::without_outlook::<N>(&links(position)))
    }

    /// The cells on which a stone may be of use to the mover, if that is known.
    pub(crate) fn useful_cells(&self, position: &Hex) -> Option<CellSet> {
        if position.may_be_swapped() {
            return None;
        }
        with_words!(position.size(), N => useful::<N>(position, self.must_play).map(CellSet::from))
    }

    fn of<const N: usize>(
        position: &Hex,
        links: &[Links<N>; 2],
        outlook: impl Fn(Colour) -> Outlook<N>,
    ) -> Self {
        let mut insight = Self::without_outlook(links);
        if !position.may_be_swapped() {
            let turn = position.turn();
            insight.look_ahead(position, &outlook(turn), || outlook(!turn));
        }
        insight
    }

    fn without_outlook<const N: usize>(links: &[Links<N>; 2]) -> Self {
        let bridged = links.each_ref().map(|links| links.bridged().into());
        Self { forced_win: None, must_play: None, bridged, currents: None }
    }

    /// Draws the conclusions for the mover and, where there are none, for the opponent.
    fn look_ahead<const N: usize>(
        &mut self,
        position: &Hex,
        mover: &Outlook<N>,
        enemy: impl Fn() -> Outlook<N>,
    ) {
        let winner = position.side_of(position.turn());
        let wins = |plies| Some(ForcedWin { winner, plies });
        let loses = |plies| Some(ForcedWin { winner: !winner, plies });
        self.forced_win = match *mover {
            Outlook::Connected { stones } => wins((2 * stones).saturating_sub(1)),
            Outlook::Threatens(Threats { least, .. }) => wins(2 * least + 1),
            Outlook::Open => match enemy() {
                Outlook::Connected { stones } => loses(2 * stones),
                Outlook::Threatens(Threats { common, most, .. }) if common.is_empty() => loses(2 * most + 2),
                Outlook::Threatens(Threats { common, .. }) => {
                    self.must_play = Some(common.into());
                    None
                }
                Outlook::Open => None,
            },
        };
    }

    fn currents(&mut self, position: &Hex) -> &Currents {
        let Self { currents, bridged, .. } = self;
        currents.get_or_insert_with(|| Currents::of(position, bridged))
    }

    /// The value of the position for the side to move.
    pub(crate) fn value(&mut self, position: &Hex) -> i32 {
        self.currents(position).value
    }
}

/// The bridges of both colours, Black first.
fn links<const N: usize>(position: &Hex) -> [Links<N>; 2] {
    Colour::BOTH.map(|colour| Links::new(position, colour))
}

/// What there is to know of the latest position of a line.
fn known<'a>(position: &Hex, state: &'a mut Trail<Insight>) -> &'a mut Insight {
    state.here().get_or_insert_with(|| Insight::of_position(position))
}

impl Knowledge<Hex> for Strong {
    type State = Trail<Insight>;

    fn start(&self, _position: &Hex) -> Trail<Insight> {
        Trail::new()
    }

    #[inline]
    fn advance(&self, state: &mut Trail<Insight>, _parent: &Hex, _mv: Option<Move>, _child: &Hex) {
        state.push(None);
    }

    #[inline]
    fn retreat(&self, state: &mut Trail<Insight>) {
        state.pop();
    }

    fn evaluate(&self, position: &Hex, state: &mut Trail<Insight>) -> Score {
        Score::heuristic(known(position, state).value(position))
    }

    #[inline]
    fn forced_win(&self, position: &Hex, state: &mut Trail<Insight>) -> Option<ForcedWin> {
        known(position, state).forced_win
    }

    fn candidates(
        &self,
        position: &Hex,
        state: &mut Trail<Insight>,
    ) -> Option<Candidates<impl Fn(Move) -> bool>> {
        let cells = known(position, state).useful_cells(position)?;
        let size = position.size();
        let is_one = move |mv: Move| mv.cell().is_some_and(|cell| cells.contains(size.number(cell)));
        Some(Candidates { is_one, plies: position.empty_cells().count() })
    }

    #[inline]
    fn margin(&self) -> i32 {
        MARGIN
    }

    fn priorities<'a>(&'a self, position: &'a Hex, state: &'a mut Trail<Insight>) -> impl Fn(Move) -> i32 {
        let currents = known(position, state).currents(position);
        let size = position.size();
        move |mv| mv.cell().map_or(0, |cell| currents.priority(size.number(cell)))
    }
}

/// The cells that need a stone, and where the opponent threatens, those of them in the threats: if all of these need none, nothing helps.
///
/// `None` if no cell on the board needs a stone.
fn useful<const N: usize>(position: &Hex, must_play: Option<CellSet>) -> Option<Bits<N>> {
    let grid = Grid::<N>::new(position.size().width(), position.size().height());
    let [black, white] = filled::<N>(position).stones;
    let empty = grid.cells() & !(black | white);
    let threatened = must_play.map_or(empty, |cells| empty & cells.bits());
    [threatened, empty].into_iter().find(|cells| !cells.is_empty())
}
