//! Replies beside the last stone, as playouts make them.
//!
//! Whoever intrudes on a bridge is answered on its other cell. Other stones are answered beside them as often
//! as in games of the engine, by the stones around them (the "local patterns" of S. Huang, B. Arneson, R.
//! Hayward, M. Mueller and J. Pawlewicz, "`MoHex` 2.0: a pattern-based MCTS Hex player", 2013, with six
//! neighbours). The example `hex_replies` of `plywood-learn` counts the shares in games.
//!
//! A ring is what lies around a stone: a digit to base 3 for each direction, the first the least: 0 for an
//! empty cell, 1 for a stone or an edge of the player who replies, 2 for one of the opponent.

use super::bordered::{Bordered, STEPS};
use crate::rules::cell::Colour;
use crate::rules::moves::Move;
use crate::rules::position::Hex;

/// The number of rings.
const RINGS: usize = 729;
/// By direction: what its digit counts in a ring.
const DIGITS: [usize; 6] = [1, 3, 9, 27, 81, 243];

/// What may be played beside a stone.
#[derive(Clone, Copy)]
pub(super) struct Replies {
    /// The directions of the empty cells between two stones of the player who replies: bridges.
    bridges: u8,
    /// By direction: of 256 draws, how many lead there or to a direction before.
    bounds: [u8; 6],
}

impl Replies {
    /// The replies of a colour to a stone with these stones around it: digits as in a ring, but 1 for Black
    /// and 2 for White.
    #[inline]
    pub(super) fn of(colour: Colour, around: usize) -> Self {
        TABLE[colour as usize][around]
    }

    /// The direction of a reply, as these random bits say: a bridge is kept, one of them at random if there
    /// are several; else as the shares say.
    #[inline]
    pub(super) fn draw(self, random: u32) -> Option<usize> {
        if self.bridges == 0 {
            let draw = (random >> 24) as u8;
            if draw >= self.bounds[5] {
                return None;
            }
            return Some(self.bounds.iter().map(|&bound| usize::from(bound <= draw)).sum());
        }
        let mut bridges = self.bridges;
        if bridges.count_ones() > 1 {
            let passed = (u64::from(random) * u64::from(bridges.count_ones())) >> 32;
            (0..passed).for_each(|_| bridges &= bridges - 1);
        }
        Some(bridges.trailing_zeros() as usize)
    }
}

/// By ring and direction: the share of the replies there, of 255.
const SHARES: &[u8; 6 * RINGS] = include_bytes!("../../nets/replies.bin");

/// By colour and the stones around.
static TABLE: [[Replies; RINGS]; 2] = [table(Colour::Black), table(Colour::White)];

/// White sees the board mirrored: directions run backwards, and the colours are exchanged.
const fn table(colour: Colour) -> [Replies; RINGS] {
    let mut table = [Replies { bridges: 0, bounds: [0; 6] }; RINGS];
    let mut around = 0;
    while around < RINGS {
        let mut seen = [0; 6];
        let mut ring = 0;
        let mut direction = 0;
        while direction < 6 {
            let digit = around / DIGITS[direction] % 3;
            let (to, digit) = match colour {
                Colour::Black => (direction, digit),
                Colour::White => (5 - direction, (3 - digit) % 3),
            };
            seen[direction] = digit;
            ring += digit * DIGITS[to];
            direction += 1;
        }
        let (mut sum, mut direction) = (0, 0);
        while direction < 6 {
            let to = if matches!(colour, Colour::Black) { direction } else { 5 - direction };
            sum += SHARES[6 * ring + to];
            table[around].bounds[direction] = sum;
            if seen[(direction + 5) % 6] == 1 && seen[direction] == 0 && seen[(direction + 1) % 6] == 1 {
                table[around].bridges |= 1 << direction;
            }
            direction += 1;
        }
        around += 1;
    }
    table
}

/// Counts of the replies in games, from which the shares are made.
#[derive(Clone, Debug)]
pub struct ReplyCounts {
    /// By ring: how often it was seen, and the replies in each direction.
    rings: Vec<(u32, [u32; 6])>,
}

impl Default for ReplyCounts {
    fn default() -> Self {
        Self { rings: vec![(0, [0; 6]); RINGS] }
    }
}

impl ReplyCounts {
    /// Counts a reply to the stone `last`, which made this position, and the same on a turned board.
    pub fn add(&mut self, position: &Hex, last: Move, reply: Move) {
        let (Some(last), Some(reply)) = (last.cell(), reply.cell()) else { return };
        let board = Bordered::of(position);
        let (last, reply) = (board.place(last), board.place(reply));
        let around = STEPS[0].map(|step| board.seen(last, step));
        let to = STEPS[0].iter().position(|&step| last.wrapping_add_signed(step) == reply);
        for half in [0, 3] {
            let ring = (0..6).map(|number| around[(number + half) % 6] * DIGITS[number]).sum::<usize>();
            let (seen, replies) = &mut self.rings[ring];
            *seen += 1;
            if let Some(to) = to {
                replies[(to + half) % 6] += 1;
            }
        }
    }

    /// The shares of 255, ring by ring and direction by direction.
    ///
    /// A ring counts as if it had been seen 20 times more, with replies as in all rings that are like it
    /// before, behind and across the cell. Shares are 1.4 times those of the games: the results of playouts
    /// then predict the results of games best.
    pub fn write(&self) -> Vec<u8> {
        const MORE: f64 = 20.0;
        const OFTEN: f64 = 1.4;
        let alike = self.alike();
        let mut written = Vec::with_capacity(6 * RINGS);
        for (ring, (seen, replies)) in self.rings.iter().enumerate() {
            let shares: [f64; 6] = core::array::from_fn(|direction| {
                let Some(likeness) = likeness(ring, direction) else { return 0.0 };
                let (made, offered) = alike[likeness];
                let usual = f64::from(made) / (f64::from(offered) + MORE);
                OFTEN * (f64::from(replies[direction]) + MORE * usual) / (f64::from(*seen) + MORE)
            });
            let most = shares.iter().sum::<f64>().max(1.0);
            written.extend(shares.map(|share| (255.0 * share / most) as u8));
        }
        written
    }

    /// By likeness: the replies, and how often they could have been made.
    fn alike(&self) -> [(u32, u32); 27] {
        let mut alike = [(0, 0); 27];
        for (ring, (seen, replies)) in self.rings.iter().enumerate() {
            for (direction, made) in replies.iter().enumerate() {
                if let Some(likeness) = likeness(ring, direction) {
                    alike[likeness].0 += made;
                    alike[likeness].1 += seen;
                }
            }
        }
        alike
    }
}

/// What lies before, behind and across an empty cell of a ring, as a number; `None` if the cell has a stone.
fn likeness(ring: usize, direction: usize) -> Option<usize> {
    let at = |direction: usize| ring / DIGITS[direction % 6] % 3;
    (at(direction) == 0).then(|| at(direction + 5) + 3 * at(direction + 1) + 9 * at(direction + 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::cell::Cell;
    use rand::{Rng, SeedableRng, rngs::StdRng};

    fn share(ring: usize, direction: usize) -> u8 {
        SHARES[6 * ring + direction]
    }

    /// The ring of these digits, the first direction first.
    fn ring(digits: [usize; 6]) -> usize {
        digits.iter().zip(DIGITS).map(|(digit, unit)| digit * unit).sum()
    }

    fn digits(ring: usize) -> [usize; 6] {
        DIGITS.map(|unit| ring / unit % 3)
    }

    #[test]
    fn replies_are_on_empty_cells_and_turn_with_the_board() {
        for number in 0..RINGS {
            let seen = digits(number);
            let turned = ring(core::array::from_fn(|direction| seen[(direction + 3) % 6]));
            for (direction, digit) in seen.into_iter().enumerate() {
                assert!(digit == 0 || share(number, direction) == 0);
                assert_eq!(share(number, direction), share(turned, (direction + 3) % 6));
            }
            let sum: u32 = (0..6).map(|direction| u32::from(share(number, direction))).sum();
            assert!(sum <= 255, "{seen:?}");
        }
    }

    #[test]
    fn the_table_is_the_shares_and_the_bridges_of_both_colours() {
        let mut rng = StdRng::seed_from_u64(1);
        for around in 0..RINGS {
            let black = digits(around);
            // White sees the board mirrored: the directions run backwards.
            let white: [usize; 6] = core::array::from_fn(|direction| [0, 2, 1][black[5 - direction]]);
            for (colour, seen, last) in [(Colour::Black, black, 0), (Colour::White, white, 5usize)] {
                let as_seen = |direction: usize| last.abs_diff(direction);
                let replies = Replies::of(colour, around);
                let is_bridge = |direction: usize| {
                    seen[direction] == 0 && seen[(direction + 1) % 6] == 1 && seen[(direction + 5) % 6] == 1
                };
                let bridges: Vec<_> = (0..6).filter(|&direction| is_bridge(as_seen(direction))).collect();
                if bridges.is_empty() {
                    let shares: [u8; 6] =
                        core::array::from_fn(|direction| share(ring(seen), as_seen(direction)));
                    let sums: [u8; 6] = core::array::from_fn(|last| shares[..=last].iter().sum());
                    assert_eq!(replies.bounds, sums);
                } else {
                    assert!(
                        (0..20).all(|_| replies.draw(rng.next_u32()).is_some_and(|to| bridges.contains(&to)))
                    );
                }
            }
        }
    }

    #[test]
    fn draws_are_as_frequent_as_the_shares() {
        let mut rng = StdRng::seed_from_u64(2);
        let quiet = (0..RINGS).filter(|&around| Replies::of(Colour::Black, around).bridges == 0);
        for around in quiet.step_by(37) {
            let mut drawn = [0u32; 6];
            for _ in 0..8_192 {
                if let Some(direction) = Replies::of(Colour::Black, around).draw(rng.next_u32()) {
                    drawn[direction] += 1;
                }
            }
            for (direction, drawn) in drawn.into_iter().enumerate() {
                // 32 draws for each of 256; six standard deviations are 280 at most.
                assert!(drawn.abs_diff(32 * u32::from(share(around, direction))) < 280, "{around}");
            }
        }
    }

    #[test]
    fn what_is_counted_is_written() {
        let position = Hex::from_text("5/5/2x2/5/5 o", "size=5".parse().expect("rules")).expect("a position");
        let [last, beside, far] = ["c3", "d3", "a1"].map(|text| text.parse::<Cell>().expect("a cell").into());
        let written = |replies: [(Move, u32); 2]| {
            let mut counts = ReplyCounts::default();
            for (reply, times) in replies {
                (0..times).for_each(|_| counts.add(&position, last, reply));
            }
            counts.write()
        };
        // White's view is mirrored: to the right of the stone is down in it, and on a turned board up.
        assert_eq!(written([(beside, 0), (far, 9_000)])[..6], [0; 6]);
        let shares = written([(beside, 900), (far, 2_100)]);
        assert_eq!(shares[..6], [0, 0, 53, 0, 0, 53]);
    }
}
