//! What is known along a line of play.

use super::certain::Certain;
use super::h_search::{HSearch, with_connections};
use crate::eval::{Currents, Network};
use crate::rules::bits::{Bits, with_words};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use core::fmt;
use plywood_search::{Candidates, ForcedWin, Needs, Position, Trail};

/// The connections of both colours, moved from position to position of a line of play, and what they make of
/// the latest ones.
///
/// Nothing is worked out before it is asked for.
pub struct Line {
    search: Option<HSearch>,
    network: Network,
    here: Trail<Insight>,
    memory: Memory,
}

/// What is known of a position.
#[derive(Clone, Debug)]
struct Insight {
    position: Hex,
    /// Unless a swap may come.
    certain: Option<Certain>,
    currents: Option<Currents>,
    /// Whether a prover goes on from here.
    leads_on: bool,
}

/// What was known of positions that the line has left: a place by the last bits of the key, for whoever comes
/// last.
#[derive(Default)]
struct Memory(Vec<Option<Insight>>);

impl Memory {
    /// About 8 megabytes.
    const PLACES: usize = 1 << 13;

    fn get(&self, position: &Hex) -> Option<Insight> {
        let known = self.0.get(Self::place(position))?.as_ref()?;
        (known.position == *position).then(|| known.clone())
    }

    fn put(&mut self, insight: Insight) {
        if self.0.is_empty() {
            self.0.resize(Self::PLACES, None);
        }
        let place = Self::place(&insight.position);
        self.0[place] = Some(insight);
    }

    fn place(position: &Hex) -> usize {
        position.key() as usize % Self::PLACES
    }
}

impl Line {
    pub(crate) fn new() -> Self {
        Self { search: None, network: Network::default(), here: Trail::new(), memory: Memory::default() }
    }

    pub(crate) fn push(&mut self) {
        self.here.push(None);
    }

    pub(crate) fn pop(&mut self) {
        if let Some(insight) = self.here.here().take() {
            self.memory.put(insight);
        }
        self.here.pop();
    }

    /// What is certain about a position, the latest of the line; `None` while a swap may come.
    pub(crate) fn certain(&mut self, position: &Hex) -> Option<&Certain> {
        self.look(position).certain.as_ref()
    }

    /// The currents through both colours' circuits in the latest position of the line.
    pub(crate) fn currents(&mut self, position: &Hex) -> &Currents {
        if self.look(position).currents.is_none() {
            let Self { search, network, .. } = self;
            let search = search.get_or_insert_with(|| HSearch::waiting(position.size()));
            let currents = with_connections!(&mut search.0, both => Currents::of(position, both, network));
            self.look(position).currents = Some(currents);
        }
        self.look(position).currents.get_or_insert_default()
    }

    /// Who is certain to win.
    pub(crate) fn forced_win(&mut self, position: &Hex) -> Option<ForcedWin> {
        let won = self.certain(position)?.won?;
        Some(ForcedWin { winner: position.side_of(won.winner), plies: won.plies })
    }

    /// The moves that need a look.
    pub(crate) fn candidates(&mut self, position: &Hex) -> Option<Candidates<impl Fn(Move) -> bool + use<>>> {
        let cells = self.certain(position)?.must_play.cells;
        let size = position.size();
        let is_one = move |mv: Move| mv.cell().is_some_and(|cell| cells.contains(size.number(cell)));
        Some(Candidates { is_one, plies: position.empty_cells().count() })
    }

    /// The moves that a prover has to look at.
    pub(crate) fn candidates_to_prove(
        &mut self,
        position: &Hex,
    ) -> Option<Candidates<impl Fn(Move) -> bool + use<>>> {
        let certain = *self.certain(position)?;
        self.look(position).leads_on = true;
        let size = position.size();
        let cells = match certain.won {
            Some(_) => certain.must_play.cells,
            None => with_words!(size, N => certain.must_play.for_prover::<N>(position).into()),
        };
        let is_one = move |mv: Move| mv.cell().is_some_and(|cell| cells.contains(size.number(cell)));
        Some(Candidates { is_one, plies: position.empty_cells().count() })
    }

    /// How early to try the moves: by the current through their cells.
    pub(crate) fn priorities(&mut self, position: &Hex) -> impl Fn(Move) -> i32 {
        let size = position.size();
        let currents = self.currents(position);
        move |mv| mv.cell().map_or(0, |cell| currents.priority(size.number(cell)))
    }

    /// What the opponent leans on against all moves, if it leans on `all` against those that need a look.
    pub(crate) fn needs_beside(&mut self, position: &Hex, all: Needs) -> Option<Needs> {
        let must_play = self.certain(position)?.must_play;
        Some(with_words!(position.size(), N => {
            let all = must_play.against_all(position, Bits::<N>::from_words(&all.to_words()));
            Needs::from_words(all.to_words())
        }))
    }

    fn look(&mut self, position: &Hex) -> &mut Insight {
        let Self { search, here, memory, .. } = self;
        let before = here.before().filter(|before| before.leads_on).map(|before| before.position);
        here.here().get_or_insert_with(|| {
            let position = *position;
            if let Some(insight) = memory.get(&position) {
                return insight;
            }
            let certain = (!position.may_be_swapped()).then(|| {
                let search = search.get_or_insert_with(|| HSearch::waiting(position.size()));
                with_connections!(&mut search.0, both => Certain::of(&position, before.as_ref(), both))
            });
            Insight { position, certain, currents: None, leads_on: false }
        })
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("search", &self.search).finish_non_exhaustive()
    }
}
