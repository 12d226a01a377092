//! What the enemy can capture, in how many steps, as far as it is seen without trying any.

use super::material::LOSS;
use super::sight::Mark;
use super::terms::{
    BEST_THREAT, FRAMES, HOSTAGES, KINDS, LONGEST_THREAT as LONGEST, OUTRANKED, THREATS_FROZEN, THREATS_NEXT,
    THREATS_NOW, Tally,
};
use super::view::{View, count};
use crate::knowledge::bits;
use crate::rules::board::outranked;
use crate::rules::geometry::{TRAPS, adjacent};

/// The most steps of an approach that is looked at.
const APPROACH: usize = 6;
/// What it costs to drive an elephant from a trap that it defends, which cannot be done but it may have to
/// leave.
const ELEPHANT: usize = 8;
/// How far from a trap a piece may be driven into it.
const FARTHEST: usize = 5;

/// The squares around each trap by their distance from it, up to [`FARTHEST`].
static RINGS: [[u64; FARTHEST + 1]; 4] = {
    let mut rings = [[0; FARTHEST + 1]; 4];
    let (mut number, mut traps) = (0, TRAPS);
    while number < 4 {
        let mut within = traps & traps.wrapping_neg();
        traps ^= within;
        rings[number][0] = within;
        let mut distance = 1;
        while distance <= FARTHEST {
            let wider = within | adjacent(within);
            rings[number][distance] = wider & !within;
            within = wider;
            distance += 1;
        }
        number += 1;
    }
    rings
};

/// How many pieces are followed at once: as many as fill the vector registers of a common processor.
const LANES: usize = 4;

/// How near stronger enemies are to one side's pieces.
pub(super) struct Approach {
    /// By number of steps: the pieces that a stronger, unfrozen enemy can reach in that many steps.
    within: [u64; APPROACH + 1],
}

/// Some of the enemy's pieces on their ways over empty squares, side by side.
struct Walkers {
    /// The squares reached.
    reached: [u64; LANES],
    /// Those of them on which the piece can act.
    active: [u64; LANES],
    /// The squares on which it would be frozen, save its own.
    freezing: [u64; LANES],
    /// The squares that it may enter.
    open: [u64; LANES],
    /// The pieces that are weaker.
    weaker: [u64; LANES],
}

impl Walkers {
    /// Places the pieces on some squares. Those that are frozen do not yet stand anywhere; they are returned.
    #[inline]
    fn of(view: &View, squares: [u64; LANES]) -> (Self, [u64; LANES]) {
        let none = [0; LANES];
        let mut walkers = Self { reached: none, active: none, freezing: none, open: none, weaker: none };
        let [mut as_strong, mut stronger, mut frozen] =
            [[view.at_least[2]; LANES], [view.at_least[3]; LANES], none];
        // Without a branch, and in a loop of its own: so that the lanes are worked out side by side.
        for strength in 3..=6 {
            for lane in 0..LANES {
                let is = u64::from(view.at_least[strength] & squares[lane] == 0).wrapping_sub(1);
                as_strong[lane] &= view.at_least[strength] | !is;
                stronger[lane] &= view.at_least[strength + 1] | !is;
            }
        }
        for lane in 0..LANES {
            let square = squares[lane];
            let supported = adjacent(view.enemy & !square);
            let freezing = adjacent(view.own & stronger[lane]) & !supported;
            frozen[lane] = square & freezing;
            walkers.reached[lane] = square & !freezing;
            walkers.freezing[lane] = freezing & !square;
            walkers.open[lane] = view.empty() & !(TRAPS & !supported);
            walkers.weaker[lane] = view.own & !as_strong[lane];
        }
        walkers.active = walkers.reached;
        (walkers, frozen)
    }

    /// Goes a step further. Returns the pieces that were next to one that could act.
    #[inline]
    fn step(&mut self) -> u64 {
        let mut near = 0;
        for lane in 0..LANES {
            let beside = adjacent(self.active[lane]);
            near |= beside & self.weaker[lane];
            self.reached[lane] |= beside & self.open[lane];
            self.active[lane] = self.reached[lane] & !self.freezing[lane];
        }
        near
    }

    /// Lets the frozen pieces begin.
    #[inline]
    fn free(&mut self, frozen: [u64; LANES]) {
        for (lane, square) in frozen.into_iter().enumerate() {
            self.reached[lane] |= square;
            self.active[lane] |= square;
        }
    }
}

impl Approach {
    /// Follows each enemy piece on its way over empty squares. A frozen one needs two steps of others first.
    pub(super) fn of(view: &View) -> Self {
        const FREED: usize = 2;
        let mut within = [0; APPROACH + 1];
        let strong = view.enemy & view.at_least[2];
        let mut pieces = bits(strong);
        for _ in (0..strong.count_ones()).step_by(LANES) {
            let squares = core::array::from_fn(|_| pieces.next().unwrap_or(0));
            let (mut walkers, frozen) = Walkers::of(view, squares);
            for (steps, place) in within.iter_mut().enumerate() {
                if steps == FREED {
                    walkers.free(frozen);
                }
                *place |= walkers.step();
            }
        }
        Self { within }
    }

    /// Counts the pieces near a stronger enemy.
    pub(super) fn outranked(&self, view: &View, tally: &mut impl Tally) {
        const AWAY: u64 = !0 << 32;
        tally.see(Mark::Near, self.within[2]);
        let mut seen = 0;
        for (steps, near) in self.within[..3].iter().enumerate() {
            let new = near & !seen;
            seen |= near;
            for kind in 0..KINDS - 1 {
                let pieces = new & view.kind(kind);
                tally.add(OUTRANKED.at((kind * 2) * 3 + steps), count(pieces & !AWAY));
                tally.add(OUTRANKED.at((kind * 2 + 1) * 3 + steps), count(pieces & AWAY));
            }
        }
    }
}

/// The pieces that the enemy can capture, by the steps it takes.
struct Threats {
    by_steps: [u64; LONGEST + 1],
}

impl Threats {
    const NONE: Self = Self { by_steps: [0; LONGEST + 1] };

    #[inline]
    fn add(&mut self, steps: usize, pieces: u64) {
        if let Some(set) = self.by_steps.get_mut(steps) {
            *set |= pieces;
        }
    }

    /// The pieces at a trap that fall when `defenders` of those beside it have been driven away, or into it.
    ///
    /// Whatever is driven costs two steps, and those of the approach. What takes more than so many steps need
    /// not be found.
    fn at_trap(
        &mut self,
        view: &View,
        approach: &Approach,
        (rings, defenders): (&[u64; FARTHEST + 1], u64),
        longest: usize,
    ) {
        let (elephants, driven) = (defenders & view.at_least[6], defenders & !view.at_least[6]);
        if driven & !approach.within[APPROACH] != 0 {
            return;
        }
        let steps: i32 = approach.within.iter().map(|near| count(driven & !near)).sum();
        let all = (2 * count(driven) + steps) as usize + ELEPHANT * count(elephants) as usize;
        let Some(left) = longest.checked_sub(all) else { return };
        if view.own & rings[0] != 0 {
            // Whoever stands on the trap falls, and nobody else can be driven into it.
            return self.add(all.max(2), rings[0]);
        }
        // The last of the defenders is driven into the trap.
        self.add(all, driven);
        for (distance, ring) in rings.iter().enumerate().take(left / 2 + 1).skip(2) {
            let near = &approach.within[..=APPROACH.min(left - 2 * distance)];
            let pieces = view.own & ring;
            for (steps, near) in near.iter().enumerate() {
                self.add(all + 2 * distance + steps, pieces & near);
            }
        }
    }

    /// Shows the pieces, each with the least steps, up to `longest`.
    #[inline]
    fn each(&self, longest: usize, mut visit: impl FnMut(usize, u64)) {
        let mut seen = 0;
        for steps in 2..=longest {
            let pieces = self.by_steps[steps] & !seen;
            seen |= pieces;
            if pieces != 0 {
                visit(steps, pieces);
            }
        }
    }
}

/// Counts what the enemy threatens. `steps` are those left to the owner, if it is to move, else to the enemy.
pub(super) fn threats<T: Tally>(
    view: &View,
    (approach, frozen): (&Approach, u64),
    (owner_moves, steps): (bool, usize),
    tally: &mut T,
) {
    const LONGEST_HOLD: usize = 6;
    let (mut threats, mut hostages) = (Threats::NONE, Threats::NONE);
    let elephant = view.own & view.at_least[6];
    for rings in &RINGS {
        let (trap, beside) = (rings[0], rings[1]);
        let defenders = beside & view.own;
        threats.at_trap(view, approach, (rings, defenders), T::LONGEST_THREAT);
        if defenders & elephant != 0 {
            hostages.at_trap(view, approach, (rings, defenders & !elephant), LONGEST_HOLD);
        }
        if trap & view.own != 0 {
            on_trap(view, (trap, defenders), tally);
        }
    }
    count_threats(view, (&threats, frozen), (owner_moves, steps), tally);
    let seen = threats.by_steps[2..=6].iter().fold(elephant, |seen, set| seen | set);
    see_marks(view, (&threats, &hostages), tally);
    hostages.each(LONGEST_HOLD, |steps, pieces| {
        for kind in 0..KINDS - 1 {
            tally.add(HOSTAGES.at(kind * 5 + steps - 2), count(pieces & view.kind(kind) & !seen));
        }
    });
}

/// Shows what pieces have in common that the enemy threatens, or holds, or outranks.
#[inline]
fn see_marks(view: &View, (threats, hostages): (&Threats, &Threats), tally: &mut impl Tally) {
    let within = |sets: &[u64]| sets.iter().fold(0, |all, set| all | set);
    let now = within(&threats.by_steps[2..=4]);
    let elephant = view.at_least[6];
    tally.see(Mark::Outranked, outranked(view.own, view.enemy, &view.at_least));
    let mut sooner = 0;
    for (mark, longest) in
        [(Mark::Threatened3, 3), (Mark::Threatened4, 4), (Mark::Threatened6, 6), (Mark::Threatened8, 8)]
    {
        let seen = within(&threats.by_steps[2..=longest]);
        tally.see(mark, seen & !sooner);
        sooner = seen;
    }
    let others = view.enemy & !elephant;
    tally.see(Mark::OutrankedByOthers, outranked(view.own, others, &view.at_least));
    tally.see(Mark::Held, within(&hostages.by_steps[2..=6]) & !now & !elephant);
    let strongest = (1..=6).rev().find(|&strength| view.enemy & view.at_least[strength] != 0).unwrap_or(0);
    let stronger = view.own & view.at_least[strongest + 1];
    tally.see(Mark::Strongest, stronger);
    tally.see(Mark::Equal, view.own & view.at_least[strongest] & !stronger);
}

fn count_threats(
    view: &View,
    (threats, frozen): (&Threats, u64),
    (owner_moves, left): (bool, usize),
    tally: &mut impl Tally,
) {
    let (next, now) = if owner_moves { (left as i32, 4 - left as i32) } else { (0, 4) };
    // Who has used steps of the turn needs as many more in it.
    let used = if owner_moves { 0 } else { 4 - left };
    let mut best = 0;
    threats.each(LONGEST, |steps, pieces| {
        let steps = (steps + used).min(LONGEST);
        for (kind, &loss) in LOSS[..KINDS - 1].iter().enumerate() {
            let pieces = pieces & view.kind(kind);
            let number = count(pieces);
            if number == 0 {
                continue;
            }
            let place = kind * (LONGEST - 1) + steps - 2;
            tally.add(THREATS_FROZEN.at(place), count(pieces & frozen));
            tally.add_quarters(THREATS_NEXT.at(place), next * number);
            tally.add_quarters(THREATS_NOW.at(place), now * number);
            if steps <= 4 {
                best = best.max(loss);
            }
        }
    });
    tally.add_quarters(BEST_THREAT.at(0), now * best / 16);
    tally.add_quarters(BEST_THREAT.at(1), next * best / 16);
}

/// Counts an own piece on a trap.
fn on_trap(view: &View, (trap, defenders): (u64, u64), tally: &mut impl Tally) {
    let kind = view.kind_on(trap.trailing_zeros());
    let number = count(defenders).clamp(1, 3) as usize - 1;
    tally.add(FRAMES.at(kind * 3 + number), 1);
    let behind = if kind == 0 { trap >> 8 } else { 0 };
    if adjacent(trap) & view.empty() & !behind == 0 {
        tally.add(FRAMES.at(KINDS * 3 + kind), 1);
    }
}
