//! Positions as arrays: what stands where in an observation, in a board and in a mask of legal actions.
//!
//! Everything but whole planes of one value comes in runs: up to 64 neighbouring entries of a row as bits.

use plywood_play::{Arrays, BoardView};
use plywood_search::{Repetition, Rollout, Side};

/// Shows the entries of a run.
#[inline]
pub(crate) fn each_bit(first: usize, bits: u64, mut visit: impl FnMut(usize)) {
    let mut rest = bits;
    while rest != 0 {
        visit(first + rest.trailing_zeros() as usize);
        rest &= rest - 1;
    }
}

/// The planes of an observation by what they show: the pieces of the colour that begins by kind, those of the
/// other colour, marks, facts, and the side to move.
pub(crate) fn plane_names<P: Arrays>() -> Vec<String> {
    let kinds = <P as BoardView>::KINDS.iter();
    let of_colour = |colour: &'static str| kinds.clone().map(move |kind| format!("{colour} {}", kind.name));
    let rest = P::MARKS.iter().chain(P::FACTS);
    of_colour("first")
        .chain(of_colour("second"))
        .chain(rest.map(ToString::to_string))
        .chain(["second player to move".to_owned()])
        .collect()
}

fn cells<P: Arrays>(position: &P) -> usize {
    let [rows, columns] = position.grid();
    rows * columns
}

/// Shows the ones of an observation in runs: pieces and marks.
#[inline]
pub(crate) fn each_one<P: Arrays>(position: &P, visit: &mut impl FnMut(usize, u64)) {
    let (cells, kinds) = (cells(position), P::KINDS.len());
    position.each_run(&mut |colour, kind, first, bits| visit((colour * kinds + kind) * cells + first, bits));
    position.each_mark(&mut |mark, cell| visit((2 * kinds + mark) * cells + cell, 1));
}

/// The planes of one value, which come last: the facts, and the side to move.
#[inline]
pub(crate) fn levels<P: Arrays>(position: &P) -> impl Iterator<Item = f32> + '_ {
    let second_to_move = f32::from(u8::from(position.side_to_move() == Side::Second));
    (0..P::FACTS.len()).map(|fact| position.fact(fact)).chain([second_to_move])
}

/// The part of an observation that the planes of one value take.
#[inline]
pub(crate) fn level_planes<'a, P: Arrays>(
    position: &P,
    row: &'a mut [f32],
) -> impl Iterator<Item = &'a mut [f32]> + use<'a, P> {
    let cells = cells(position);
    row[(2 * P::KINDS.len() + P::MARKS.len()) * cells..].chunks_exact_mut(cells.max(1))
}

/// Writes the planes of a position into zeros.
pub(crate) fn observe<P: Arrays>(position: &P, row: &mut [f32]) {
    each_one(position, &mut |first, bits| each_bit(first, bits, |entry| row[entry] = 1.0));
    for (plane, value) in level_planes(position, row).zip(levels(position)) {
        if value != 0.0 {
            plane.fill(value);
        }
    }
}

/// Writes a board into zeros: kinds from 1, those of the second colour negative.
pub(crate) fn board<P: Arrays>(position: &P, row: &mut [i8]) {
    position.each_run(&mut |colour, kind, first, bits| {
        let number = kind as i8 + 1;
        let number = if colour == 0 { number } else { -number };
        each_bit(first, bits, |cell| row[cell] = number);
    });
}

/// Shows the legal actions in runs, without those that repetition forbids.
#[inline]
pub(crate) fn each_legal<P: Arrays>(game: &Rollout<P>, visit: &mut impl FnMut(usize, u64)) {
    let position = game.position();
    match position.repetition() {
        Repetition::Illegal(_) => {
            game.legal_moves().into_iter().for_each(|mv| visit(position.action(mv), 1));
        }
        _ => position.each_legal_run(visit),
    }
}
