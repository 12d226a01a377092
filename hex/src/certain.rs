//! What H-search makes certain about a position in which no swap may come: who wins and by what, or where the mover must play and against what.
//!
//! It looks at the board with all filled in that needs no stone ([`Hex::filled`]).

use crate::bits::{Bits, Grid};
use crate::cell::Colour;
use crate::h_search::{Found, HSearch, Threat};
use crate::inferior::{Filled, filled};
use crate::position::Hex;

/// A colour that wins though all cells but some be given to its opponent.
pub(crate) struct Won<const N: usize> {
    pub(crate) winner: Colour,
    /// The cells that it needs.
    pub(crate) needs: Bits<N>,
    /// The plies that this takes at most.
    pub(crate) plies: u32,
}

/// Where the mover must play.
pub(crate) struct MustPlay<const N: usize> {
    /// The cells, perhaps all: the opponent connects after a move elsewhere.
    pub(crate) cells: Bits<N>,
    /// What the opponent needs against all other moves.
    pub(crate) needs: Bits<N>,
}

impl<const N: usize> Won<N> {
    /// By a connection of either colour, or by a semi-connection of the mover.
    pub(crate) fn of(position: &Hex) -> Option<Self> {
        let (turn, filled) = (position.turn(), filled::<N>(position));
        let (winner, carrier, plies) = match search(position, &filled, turn) {
            Found::Connection(carrier) => (turn, carrier, (2 * (carrier.count() / 2)).saturating_sub(1)),
            Found::Threats(threats) => match threats.first() {
                Some(threat) => (turn, threat.whole(), 2 * (threat.carrier.count() / 2) + 1),
                None => match search(position, &filled, !turn) {
                    Found::Connection(carrier) => (!turn, carrier, 2 * (carrier.count() / 2)),
                    Found::Threats(_) => return None,
                },
            },
        };
        // A carrier on a filled board says nothing about the plies that both sides may spend on the cells filled in.
        let is_filled = filled.stones != Colour::BOTH.map(|colour| position.stones(colour).bits());
        let plies = if is_filled { position.empty_cells().count() } else { plies };
        Some(Self { winner, needs: carrier | filled.captured[winner as usize], plies })
    }
}

impl<const N: usize> MustPlay<N> {
    /// Against the semi-connections of the opponent; nowhere, if it is connected.
    pub(crate) fn of(position: &Hex) -> Self {
        let (opponent, filled) = (!position.turn(), filled::<N>(position));
        let [cells, leaned] = match search(position, &filled, opponent) {
            Found::Connection(carrier) => [Bits::EMPTY, carrier],
            Found::Threats(threats) => in_common(&threats),
        };
        Self { cells, needs: leaned | filled.captured[opponent as usize] }
    }
}

fn search<const N: usize>(position: &Hex, filled: &Filled<N>, colour: Colour) -> Found<N> {
    let grid = Grid::new(position.size().width(), position.size().height());
    HSearch::new(&grid, colour, &filled.stones).run()
}

/// The cells that all threats have in common, and those that some of them lean on, few, which have no more in common.
fn in_common<const N: usize>(threats: &[Threat<N>]) -> [Bits<N>; 2] {
    let common = threats.iter().fold(!Bits::EMPTY, |common, threat| common & threat.whole());
    let (mut left, mut leaned) = (!Bits::EMPTY, Bits::EMPTY);
    while left != common {
        let rest = |threat: &&Threat<N>| {
            let whole = threat.whole();
            ((left & whole & !common).count(), (leaned | whole).count())
        };
        let Some(threat) = threats.iter().min_by_key(rest) else { break };
        left &= threat.whole();
        leaned |= threat.whole();
    }
    [common, leaned]
}

#[cfg(test)]
mod tests {
    use super::{MustPlay, filled};
    use crate::bits::Bits;
    use crate::cell::Colour;
    use crate::concession::concede;
    use crate::moves::Move;
    use crate::position::Hex;
    use crate::rules::Rules;
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
                let MustPlay::<1> { cells, needs } = MustPlay::of(&position);
                let winner = !position.turn();
                // On a captured cell a stone is answered on the other one of the pair, and the same mover must play again.
                let elsewhere = !(cells | filled::<1>(&position).captured[winner as usize]);
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
                assert!(cells == !Bits::EMPTY || !needs.is_empty(), "{position}");
            }
        }
        assert!(tried > 1_000, "{tried} moves");
    }
}
