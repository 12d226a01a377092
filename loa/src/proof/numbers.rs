//! The first numbers of a proof, from threats, groups, mobility and an evaluation.

use crate::rules::connection::group_of;
use crate::rules::geometry::grown;
use crate::rules::position::Loa;
use plywood_search::{Numbers, Side};

/// The estimated effort to prove, and to disprove, that `attacker` wins. The position must have no move that
/// connects. `value` is its evaluation, and `parries` the number of moves that parry a threat to connect, if
/// there is one.
///
/// To initialise the numbers with an evaluation is the idea of Winands and Schadd, "Evaluation-function based
/// proof-number search" (2010). Here the numbers double with the odds; theirs rise by steps. The odds that
/// the side to move wins come from a logistic regression on 21 210 positions decided by proof searches of the
/// endgames in `tests/data/endgames.txt`, with `Strong` as the evaluation. Two features add nearly all that
/// the evaluation lacks: whether the opponent threatens to connect, which leaves few replies, and how far
/// apart the opponent's men are, which leaves time.
#[inline]
pub(crate) fn numbers(position: &Loa, (value, parries): (i32, Option<u32>), attacker: Side) -> Numbers {
    const MOVES: u32 = 4;
    let turn = position.turn();
    let odds = odds(position, value, parries);
    // Each move has to fail; where there is a threat, those that do not parry it have failed.
    let replies = parries.unwrap_or_else(|| position.mobility(turn) / MOVES);
    let success = 1 + hardness(-odds);
    let failure = replies + hardness(odds);
    if Side::from(turn) == attacker {
        Numbers { proof: success, disproof: failure }
    } else {
        Numbers { proof: failure, disproof: success }
    }
}

/// The binary logarithm of the odds that the side to move wins, in hundredths: 100 points of the evaluation
/// double the odds.
///
/// A threat makes them worse, less so with every doubling of the moves that parry it.
#[inline]
fn odds(position: &Loa, value: i32, parries: Option<u32>) -> i32 {
    const TO_MOVE: i32 = 200;
    const THREAT: i32 = 650;
    const STEP_APART: i32 = 38;
    /// The binary logarithms of 1 to 15, in hundredths; 0 parries count as 1.
    const LOGARITHMS: [i32; 16] =
        [0, 0, 100, 158, 200, 232, 258, 281, 300, 317, 332, 346, 358, 370, 381, 391];
    let apart = steps_apart(position.men(!position.turn())) as i32;
    let threat = parries.map_or(0, |parries| THREAT - LOGARITHMS[parries.min(15) as usize]);
    value + STEP_APART * apart + TO_MOVE - threat
}

/// The effort to do something with these odds against it: 6 if they are even, and twice as much for every 160
/// points, within 0 to 1 536.
///
/// The odds themselves double every 100 points; a slope of 60 % of that did best of those tried on the same
/// endgames.
#[inline]
const fn hardness(against: i32) -> u32 {
    const POINTS: i32 = 20;
    /// 6 * 2^(k / 8), in 1024ths.
    const EIGHTHS: [u32; 8] = [6144, 6700, 7306, 7968, 8689, 9475, 10333, 11268];
    let steps = against.div_euclid(POINTS);
    let octaves = steps.div_euclid(8);
    match octaves {
        ..-10 => 0,
        8.. => EIGHTHS[0] >> 2,
        _ => EIGHTHS[steps.rem_euclid(8) as usize] >> (10 - octaves),
    }
}

/// The sum over the men of the king's steps to the largest group: 0 for its own men, at least 2 for the
/// others.
#[inline]
fn steps_apart(men: u64) -> u32 {
    let mut reach = largest_group(men);
    let (mut apart, mut steps, mut sum) = (men & !reach, 0, 0);
    while apart != 0 {
        reach = grown(reach);
        steps += 1;
        sum += steps * (apart & reach).count_ones();
        apart &= !reach;
    }
    sum
}

/// The group with the most men; the one with the lowest square if there are several.
#[inline]
fn largest_group(men: u64) -> u64 {
    let (mut rest, mut largest) = (men, 0_u64);
    while rest.count_ones() > largest.count_ones() {
        let group = group_of(rest & rest.wrapping_neg(), rest);
        if group.count_ones() > largest.count_ones() {
            largest = group;
        }
        rest &= !group;
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::{Knowledge, Position};

    fn men(squares: &str) -> u64 {
        squares.split(' ').map(|text| text.parse::<crate::Square>().expect("a square").bit()).sum()
    }

    #[test]
    fn men_are_apart_from_their_largest_group_by_kings_steps() {
        let cases = [
            ("a1", 0),
            ("a1 b2 c3", 0),
            ("a1 c1", 2),
            ("a1 b1 h8", 7),
            ("h1 a2 a3", 7),
            ("a1 a2 a4 a6", 2 + 4),
            ("d4 d5 f4 g5 h8", 2 + 3 + 4),
        ];
        for (squares, steps) in cases {
            assert_eq!(steps_apart(men(squares)), steps, "{squares}");
        }
    }

    #[test]
    fn twice_as_hard_for_every_160_points() {
        assert_eq!(hardness(0), 6);
        for points in (0..1_280).step_by(20) {
            let (hard, harder) = (hardness(points - 160), hardness(points));
            assert!(harder == 2 * hard || harder == 2 * hard + 1, "{points}");
        }
        assert_eq!(hardness(i32::MAX), 1_536);
        assert_eq!(hardness(i32::MIN), 0);
    }

    #[test]
    fn a_threat_to_connect_looks_bad_for_the_side_to_move() {
        let proof = |text: &str| {
            let position: Loa = text.parse().expect("a position");
            let guide = crate::ThreatGuide::default();
            guide.numbers(&position, &mut guide.start(&position), position.side_to_move())
        };
        // White's d5 goes two squares down its file, to the others, if a man of Black stands there too.
        let threatened = proof("3x4/8/8/3o4/8/8/1oo5/7x x");
        let quiet = proof("2x5/8/8/3o4/8/8/1oo5/7x x");
        assert!(threatened.proof > 2 * quiet.proof, "{threatened:?} {quiet:?}");
    }
}
