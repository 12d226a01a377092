//! What there is to know of a board's connections.

use super::pairs::{Pair, Semi, pair_of};
use super::{Connections, Frame, Partners};
use crate::eval::Network;
use crate::rules::bits::Bits;

impl<const N: usize> Connections<N> {
    /// Whether own stones connect the edges. Nothing else is kept up from then on.
    #[cfg(test)]
    pub(crate) fn is_connected(&self) -> bool {
        self.points.is_connected
    }

    /// What the smallest virtual connection from edge to edge leans on.
    pub(crate) fn connection(&self) -> Option<Bits<N>> {
        if self.points.is_connected {
            return Some(Bits::EMPTY);
        }
        self.across().fulls.iter().map(|full| full.carrier).min_by_key(|carrier| carrier.count())
    }

    /// The semi-connections from edge to edge.
    pub(crate) fn threats(&self) -> &[Semi<N>] {
        if self.points.is_connected { &[] } else { &self.across().semis }
    }

    fn across(&self) -> &Pair<N> {
        self.pairs.get(pair_of(self.points.edge(0), self.points.edge(1)))
    }

    /// The connections between two ends, each the number of a cell that is not the opponent's, or an edge
    /// after the cells; `None` if both are one point.
    #[cfg(test)]
    pub(crate) fn between(&self, one: usize, other: usize) -> Option<&Pair<N>> {
        let [one, other] =
            [one, other].map(|end| if self.points.is_edge(end) { end } else { self.points.of(end) });
        (one != other).then(|| self.pairs.get(pair_of(one, other)))
    }

    /// Joins the points of a circuit that have a virtual connection.
    pub(crate) fn conduct(&self, network: &mut Network) {
        let points = &self.points;
        network.clear(points.cells(), points.alive.numbers());
        let end = |point| (point, points.is_empty(point));
        for one in points.alive.numbers() {
            let lower = self.partners[one].connected & Bits::below(one);
            for other in lower.numbers().chain([points.edge(0), points.edge(1)]) {
                let common = self.pairs.common(pair_of(one, other));
                if common != Bits::ALL {
                    network.join(end(one), end(other), common.count());
                }
            }
        }
    }

    /// The bytes that the connections take, and those that undoing all plays takes.
    pub(crate) fn bytes(&self) -> [usize; 2] {
        let frame =
            size_of::<Frame<N>>() + self.points.cells() * 2 + self.partners.len() * size_of::<Partners<N>>();
        let [lists, log] = self.pairs.bytes();
        [lists, log + self.depth * frame]
    }

    /// The number of virtual connections and of semi-connections.
    pub(crate) fn counts(&self) -> [usize; 2] {
        let points: Vec<_> = self.points.all().collect();
        let pairs = points.iter().enumerate().flat_map(|(place, &high)| {
            points[..place].iter().map(move |&low| self.pairs.get(pair_of(low, high)))
        });
        pairs.fold([0; 2], |[fulls, semis], pair| [fulls + pair.fulls.len(), semis + pair.semis.len()])
    }
}
