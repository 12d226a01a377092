//! The currents through both colours' circuits of connections: the value of a position, and the order of its
//! moves.

use super::circuit::{CELLS, Flow};
use super::network::Network;
use crate::knowledge::connections::Connections;
use crate::knowledge::inferior::Filled;
use crate::rules::bits::Bits;
use crate::rules::cell::Colour;
use crate::rules::position::Hex;

/// What both circuits say.
#[derive(Clone, Debug)]
pub(crate) struct Currents {
    /// For the side to move, in three-hundredths.
    pub(crate) value: i32,
    /// By cell: the shares of both currents that run through it, in units of 1/15 000.
    shares: [i16; CELLS],
}

impl Default for Currents {
    /// No current at all.
    fn default() -> Self {
        Self { value: 0, shares: [0; CELLS] }
    }
}

impl Currents {
    /// Out of the connections of both colours, Black's first, which are moved to the position.
    pub(crate) fn of<const N: usize>(
        position: &Hex,
        both: &mut [Connections<N>; 2],
        network: &mut Network,
    ) -> Self {
        let seen = if position.may_be_swapped() {
            let stones: [Bits<N>; 2] = Colour::BOTH.map(|colour| position.stones(colour).bits());
            [stones, [stones[1], stones[0]]]
        } else {
            let filled = Filled::<N>::of(position);
            Colour::BOTH.map(|colour| filled.seen_by(colour))
        };
        let [black, white] = Colour::BOTH.map(|colour| {
            let [own, enemy] = seen[colour as usize];
            both[colour as usize].set(own, enemy);
            both[colour as usize].conduct(network);
            network.flow()
        });
        match position.turn() {
            Colour::Black => Self::of_flows(&black, &white),
            Colour::White => Self::of_flows(&white, &black),
        }
    }

    pub(super) fn of_flows(own: &Flow, enemy: &Flow) -> Self {
        const UNIT: f64 = 300.0;
        const TO_MOVE: i32 = 60;
        const SHARE: f32 = 15_000.0;
        /// Less flows only where a colour has as good as lost.
        const LEAST: f64 = 1e-3;
        let value = UNIT * (own.current.max(LEAST).ln() - enemy.current.max(LEAST).ln());
        let mut shares = [0; CELLS];
        for (share, (own, enemy)) in shares.iter_mut().zip(own.shares.iter().zip(&enemy.shares)) {
            *share = ((own + enemy) * SHARE) as i16;
        }
        Self { value: value.round() as i32 + TO_MOVE, shares }
    }

    /// How early to play on the cell of this number, 0 to 30 000.
    #[inline]
    pub(crate) fn priority(&self, number: usize) -> i32 {
        i32::from(self.shares[number])
    }
}
