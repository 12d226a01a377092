//! The or-rule: semi-connections that no one cell cuts are a virtual connection together.

use super::pairs::{Pair, Semi};
use crate::rules::bits::Bits;

/// Shows carriers of virtual connections that the semi-connections of a pair make together, whose virtual
/// ones have these cells in `common`.
///
/// With `is_exact` all of which none contains another one are among them. Without, each that is shown avoids
/// a cell that all known ones lean on, and some are missed.
pub(super) fn together<const N: usize>(
    Pair { fulls, semis, .. }: &Pair<N>,
    common: Bits<N>,
    is_exact: bool,
    show: &mut impl FnMut(Bits<N>),
) {
    if is_exact {
        for semi in semis {
            every_union(semis, semi.carrier, semi.carrier, show);
        }
        return;
    }
    let mut wanted = common;
    if fulls.is_empty() {
        let Some(union) = union_of(semis.iter()) else { return };
        show(union);
        wanted = union;
    }
    while let Some(cell) = wanted.first() {
        wanted &= !Bits::single(cell);
        if let Some(union) = union_of(semis.iter().filter(|semi| !semi.carrier.contains(cell))) {
            show(union);
            wanted &= union;
        }
    }
}

/// Goes on from carriers with these cells in common to all that have none.
fn every_union<const N: usize>(
    semis: &[Semi<N>],
    common: Bits<N>,
    union: Bits<N>,
    show: &mut impl FnMut(Bits<N>),
) {
    let Some(cell) = common.first() else { return show(union) };
    for semi in semis.iter().filter(|semi| !semi.carrier.contains(cell)) {
        every_union(semis, common & semi.carrier, union | semi.carrier, show);
    }
}

/// What some of these lean on that have no cell in common; `None` if all have one. The smallest is the first
/// of them, and each time that one is added which leaves the fewest common cells.
fn union_of<'a, const N: usize>(semis: impl Iterator<Item = &'a Semi<N>> + Clone) -> Option<Bits<N>> {
    let carriers = semis.map(|semi| semi.carrier);
    if !carriers.clone().fold(Bits::ALL, |common, carrier| common & carrier).is_empty() {
        return None;
    }
    let first = carriers.clone().min_by_key(|carrier| carrier.count())?;
    let (mut common, mut union) = (first, first);
    while !common.is_empty() {
        let left = |carrier: &Bits<N>| ((common & *carrier).count(), (union | *carrier).count());
        let best = carriers.clone().min_by_key(left)?;
        common &= best;
        union |= best;
    }
    Some(union)
}
