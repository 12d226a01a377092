//! What H-search makes certain about a position in which no swap may come: who wins and by what, or where the
//! mover must play and against what.
//!
//! It looks at the board with all filled in that needs no stone ([`Hex::filled`]); the pairing strategy adds
//! what it has to say.

use super::connections::Connections;
use super::inferior::Filled;
use super::pairing::{Paired, paired};
use crate::rules::bits::{Bits, Grid};
use crate::rules::cell::{CellSet, Colour};
use crate::rules::position::Hex;

/// A colour that wins though all cells but some be its opponent's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Won {
    pub(crate) winner: Colour,
    /// The empty cells that it needs, and the stones that it leans on: it wins though all other cells, its
    /// own stones there among them, be its opponent's.
    pub(crate) leans: CellSet,
    /// The plies that this takes at most.
    pub(crate) plies: u32,
}

/// Where the mover must play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MustPlay {
    /// The cells that need a look: the opponent wins after a move elsewhere, or another cell is as good. One
    /// at least.
    pub(crate) cells: CellSet,
    /// The cells that all threats of the opponent lean on.
    common: CellSet,
    /// What the opponent leans on against moves elsewhere.
    leans: CellSet,
}

/// What is certain about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Certain {
    pub(crate) won: Option<Won>,
    pub(crate) must_play: MustPlay,
}

/// A semi-connection from edge to edge.
#[derive(Clone, Copy)]
pub(crate) struct Threat<const N: usize> {
    /// The cell on which a stone makes it a virtual one.
    pub(crate) number: usize,
    /// What that leans on, without the cell.
    pub(crate) carrier: Bits<N>,
    /// Stones that it leans on beside those of the groups that it touches.
    pub(crate) stones: Bits<N>,
}

/// What there is between the edges of a colour.
pub(crate) enum Found<const N: usize> {
    /// A virtual connection with this carrier, and stones that it leans on beside those of the groups that it
    /// touches.
    Connection(Bits<N>, Bits<N>),
    /// These semi-connections, the smallest first, or none.
    Threats(Vec<Threat<N>>),
}

impl<const N: usize> Threat<N> {
    /// All that it leans on.
    pub(crate) fn whole(&self) -> Bits<N> {
        self.carrier | Bits::single(self.number)
    }
}

impl<const N: usize> Found<N> {
    /// Moves the connections of a colour to a board, by way of the one before if it is known, and looks from
    /// edge to edge.
    pub(crate) fn of(
        connections: &mut Connections<N>,
        (before, filled): (Option<&Filled<N>>, &Filled<N>),
        position: &Hex,
        colour: Colour,
    ) -> Self {
        let grid = Grid::new(position.size().width(), position.size().height());
        let mut threats = Vec::new();
        for paired in paired(&grid, colour, &filled.stones()) {
            match paired {
                Paired::Whole(carrier, stones) => return Self::Connection(carrier, stones),
                Paired::OneShort(threat) => threats.push(threat),
            }
        }
        let [own, enemy] = filled.seen_by(colour);
        let way = before.map_or([own, enemy], |before| before.seen_by(colour));
        connections.set_by_way_of(way, own, enemy);
        if let Some(carrier) = connections.connection() {
            return Self::Connection(carrier, Bits::EMPTY);
        }
        threats.extend(connections.threats().iter().map(|semi| {
            let number = semi.key.into();
            Threat { number, carrier: semi.carrier & !Bits::single(number), stones: Bits::EMPTY }
        }));
        threats.sort_by_key(|threat| threat.carrier.count());
        Self::Threats(threats)
    }
}

impl Certain {
    /// Moves the connections of both colours, Black's first, to a position and draws the conclusions; by way
    /// of the position before, if it is known, because other moves from there will follow. That saves time
    /// and finds somewhat less: the limits keep out more where stones come one by one.
    pub(crate) fn of<const N: usize>(
        position: &Hex,
        before: Option<&Hex>,
        both: &mut [Connections<N>; 2],
    ) -> Self {
        let (turn, filled) = (position.turn(), Filled::<N>::of(position));
        let before = before.map(Filled::<N>::of);
        let mut found = |colour: Colour| {
            Found::of(&mut both[colour as usize], (before.as_ref(), &filled), position, colour)
        };
        let won = |winner: Colour, carrier: Bits<N>, stones: Bits<N>, is_short: bool| {
            let needs: CellSet = filled.needed(winner, carrier, stones).into();
            let leans: CellSet = filled.leant(winner, carrier, stones).into();
            let plies = plies(needs.count(), winner == turn, is_short);
            Self {
                won: Some(Won { winner, leans, plies }),
                must_play: MustPlay { cells: needs, common: needs, leans },
            }
        };
        match found(turn) {
            Found::Connection(carrier, stones) => {
                return won(turn, carrier, stones, false);
            }
            Found::Threats(threats) => {
                if let Some(threat) = threats.first() {
                    return won(turn, threat.whole(), threat.stones, true);
                }
            }
        }
        match found(!turn) {
            Found::Connection(carrier, stones) => won(!turn, carrier, stones, false),
            Found::Threats(threats) => {
                let Common { cells: common, leaned, stones } = Common::of(&threats);
                let cells = worth_a_look(position, filled.undominated(), common).into();
                let leans = filled.leant(!turn, leaned, stones).into();
                Self { won: None, must_play: MustPlay { cells, common: common.into(), leans } }
            }
        }
    }
}

impl MustPlay {
    /// The cells that a prover has to look at: fewer. One at least.
    pub(crate) fn for_prover<const N: usize>(&self, position: &Hex) -> Bits<N> {
        worth_a_look(position, Filled::of(position).worth_proving(), self.common.bits())
    }

    /// What the opponent leans on against all moves, if it leans on `all` against those of a prover.
    ///
    /// A move on any other cell of these is answered by a threat, or is of no more use than one of them. For
    /// that to hold wherever the opponent has what it leans on, it must also lean on what shows it.
    pub(crate) fn against_all<const N: usize>(&self, position: &Hex, all: Bits<N>) -> Bits<N> {
        let looked_at = self.for_prover(position) | !position.empty_cells().bits();
        if all.is_subset(looked_at) {
            return all;
        }
        let filled = Filled::<N>::of(position);
        let mut against = all | self.leans.bits();
        loop {
            let more = against | filled.shown_by(against & !looked_at, against);
            if more == against {
                return against;
            }
            against = more;
        }
    }
}

/// The plies that a win takes at most which needs so many cells, is the mover's or not, and is one stone
/// short or not.
///
/// The winner wins though its opponent has all other cells. When the opponent plays there, it may be given
/// one of these cells beside, which cannot help the winner. So each answer uses up two of them, and when all
/// are used up the game is over.
pub(crate) fn plies(needs: u32, is_mover: bool, is_short: bool) -> u32 {
    match (is_mover, is_short) {
        (true, true) => 2 * (needs.saturating_sub(1) / 2) + 1,
        (true, false) => (2 * (needs / 2)).saturating_sub(1),
        (false, _) => 2 * (needs / 2),
    }
}

/// Those of some cells that all threats have in common. If there is none any cell will do.
fn worth_a_look<const N: usize>(position: &Hex, kept: Bits<N>, common: Bits<N>) -> Bits<N> {
    let cells = kept & common;
    let any = [cells, kept, position.empty_cells().bits()].into_iter().find_map(Bits::first);
    if cells.is_empty() { any.map_or(Bits::EMPTY, Bits::single) } else { cells }
}

/// What threats have in common.
struct Common<const N: usize> {
    /// The cells that all lean on.
    cells: Bits<N>,
    /// The cells that some lean on, few, which have no more in common.
    leaned: Bits<N>,
    /// The stones of these beside those of the groups that they touch.
    stones: Bits<N>,
}

impl<const N: usize> Common<N> {
    fn of(threats: &[Threat<N>]) -> Self {
        let cells = threats.iter().fold(!Bits::EMPTY, |common, threat| common & threat.whole());
        let (mut left, mut leaned, mut stones) = (!Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        while left != cells {
            let rest = |threat: &&Threat<N>| {
                let whole = threat.whole();
                ((left & whole & !cells).count(), (leaned | whole).count())
            };
            let Some(threat) = threats.iter().min_by_key(rest) else { break };
            left &= threat.whole();
            leaned |= threat.whole();
            stones |= threat.stones;
        }
        Self { cells, leaned, stones }
    }
}

#[cfg(test)]
mod tests {
    use super::{Common, Found};
    use crate::knowledge::connections::{Connections, Limits as Kept};
    use crate::knowledge::inferior::Filled;
    use crate::proof::concession::concede;
    use crate::rules::bits::{Bits, Grid};
    use crate::rules::cell::Colour;
    use crate::rules::moves::Move;
    use crate::rules::position::Hex;
    use crate::rules::variants::Rules;
    use plywood_search::{Answer, Dfpn, Limits, NoKnowledge, Position, ProofTable, Question};
    use rand::{SeedableRng, rngs::StdRng};
    use std::sync::Arc;

    fn wins(position: &Hex, colour: Colour) -> bool {
        let mut search = Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(1 << 16).unwrap()));
        let question = Question::wins(position.side_of(colour));
        matches!(search.ask(position, question, &Limits::none(), &mut |_| {}).answer, Answer::Wins { .. })
    }

    /// A position of random play with so many empty cells, if the game goes on till then.
    fn random_position(rules: Rules, empty: u32, rng: &mut StdRng) -> Option<Hex> {
        let mut position = Hex::start(rules);
        while position.empty_cells().count() > empty {
            position.play_unchecked(position.random_move(rng)?);
        }
        position.outcome().is_none().then_some(position)
    }

    #[test]
    fn a_move_elsewhere_than_where_one_must_play_loses_to_what_the_opponent_needs() {
        let (mut rng, mut tried) = (StdRng::seed_from_u64(7), 0);
        for (rules, empty) in [("size=4", 10), ("size=5", 12), ("size=5x4", 11)] {
            let rules: Rules = rules.parse().unwrap();
            for position in (0..150).filter_map(|_| random_position(rules, empty, &mut rng)) {
                let grid = Grid::new(position.size().width(), position.size().height());
                let winner = !position.turn();
                let connections = &mut Connections::<1>::waiting(&grid, winner, Kept::PLAY);
                connections.set(Bits::EMPTY, Bits::EMPTY);
                let filled = Filled::of(&position);
                let [region, needs] = match Found::of(connections, (None, &filled), &position, winner) {
                    Found::Connection(carrier, stones) => {
                        [Bits::EMPTY, filled.needed(winner, carrier, stones)]
                    }
                    Found::Threats(threats) if threats.is_empty() => [Bits::ALL, filled.captured(winner)],
                    Found::Threats(threats) => {
                        let Common { cells, leaned, stones } = Common::of(&threats);
                        [cells, filled.needed(winner, leaned, stones)]
                    }
                };
                // On a captured cell a stone is answered on the other one of the pair, and the same mover
                // must play again.
                let elsewhere = !(region | filled.captured(winner));
                for number in position.empty_cells().numbers().filter(|&number| elsewhere.contains(number)) {
                    let mut after = position;
                    after.play_unchecked(Move::Place(position.size().cell(number).unwrap()));
                    let needed = after.empty_cells().numbers().filter(|&number| needs.contains(number));
                    let kept: Vec<_> =
                        needed.filter_map(|number| position.size().cell(number).map(Move::Place)).collect();
                    let smaller = concede(&after, position.side_of(winner), &kept).unwrap();
                    assert!(wins(&smaller, winner), "{number} in {position}");
                    tried += 1;
                }
                assert!(region == Bits::ALL || !needs.is_empty(), "{position}");
            }
        }
        assert!(tried > 1_000, "{tried} moves");
    }
}
