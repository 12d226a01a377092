//! Which enemy pieces can be captured in this turn.
//!
//! The last action of a capture is a push or pull of two steps, of the only enemy beside a trap: into the
//! trap, or away from a piece that stands on it. That is seen at once ([`falls`]). Before it come single
//! steps, which move no enemy, so that the same piece has to be the only one beforehand
//! ([`falls_after_steps`]); or, with four steps, one other push or pull.

use super::actions::{after_open, any};
use super::field::{Field, ahead, bits};
use crate::rules::board::{AtLeast, Board};
use crate::rules::geometry::{TRAPS, adjacent, sources};
use crate::rules::moves::Move;
use crate::rules::position::{Arimaa, LONGEST_TURN};
use crate::rules::progress::Open;
use crate::rules::squares::{Direction, Square};
use core::ops::ControlFlow;
use plywood_search::{Position, Side};

/// A capture that is possible in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture {
    /// The square of the captured piece when the turn begins.
    pub victim: Square,
    /// The trap that it falls into.
    pub trap: Square,
    /// The fewest steps in which it falls: 2 to 4, one that completes a push included.
    pub steps: u32,
}

/// Whether the side to move can end this turn with fewer enemy pieces on the board than it has now.
pub(super) fn is_possible(position: &Arimaa) -> bool {
    is_possible_within(position, position.steps_left(), enemies(position))
}

fn enemies(position: &Arimaa) -> u32 {
    position.board().men(!position.side_to_move()).count_ones()
}

/// Whether the side to move can bring the enemy below so many pieces in so many steps of this turn.
fn is_possible_within(position: &Arimaa, steps: u32, enemies: u32) -> bool {
    let side = position.side_to_move();
    after_open(position, steps, |board, steps| leaves_fewer(board, side, steps, enemies))
}

/// Shows the steps with which the quickest captures of this turn begin, if they take two steps or more.
pub(super) fn first_steps(position: &Arimaa, visit: &mut dyn FnMut(Move)) {
    let (side, enemies) = (position.side_to_move(), enemies(position));
    let captures = |position: &Arimaa, steps| is_possible_within(position, steps, enemies);
    let fewest = (1..=position.steps_left()).find(|&steps| captures(position, steps));
    let Some(rest) = fewest.and_then(|fewest| fewest.checked_sub(1)).filter(|&rest| rest > 0) else { return };
    let _ = position.generate(&mut |mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        if child.side_to_move() == side && captures(&child, rest) {
            visit(mv);
        }
        ControlFlow::Continue(())
    });
}

/// Whether `side` can bring the enemy below so many pieces in so many steps.
fn leaves_fewer(board: &Board, side: Side, steps: u32, enemies: u32) -> bool {
    if board.men(!side).count_ones() < enemies {
        return true;
    }
    if board.unsupported() != 0 {
        // Set up so: what stands unsupported on a trap falls with the first step, whatever that is.
        let fewer = |after: &Board, cost| leaves_fewer(after, side, steps - cost, enemies);
        return steps > 0 && any(board, side, steps, u64::MAX, fewer);
    }
    let field = Field::of(board, side);
    steps >= 2 && traps(&field).any(|trap| falls_after_steps(&field, trap, steps - 2) != 0)
        || steps == 4 && displaced(&field, |_, after| traps(after).any(|trap| falls(after, trap) != 0))
}

/// The captures that `side` could make in a turn of its own, if it began one on the board as it stands, each
/// piece and trap once.
///
/// Nothing stands unsupported on a trap.
pub(super) fn all(board: &Board, side: Side) -> Vec<Capture> {
    let field = Field::of(board, side);
    let mut captures = Vec::new();
    let square = |bit: u64| {
        let bit = if side == Side::First { bit } else { bit.swap_bytes() };
        Square::of(bit.trailing_zeros())
    };
    let mut add = |victim: u64, trap: u64, steps: u32| {
        let new = Capture { victim: square(victim), trap: square(trap), steps };
        if !captures.iter().any(|old: &Capture| (old.victim, old.trap) == (new.victim, new.trap)) {
            captures.push(new);
        }
    };
    for trap in traps(&field) {
        if let Some((victim, steps)) = falls_soon(&field, trap, 4) {
            add(victim, trap, steps);
        }
    }
    displaced(&field, |(from, to), after| {
        for trap in traps(after) {
            let victim = falls(after, trap);
            if victim != 0 {
                add(if victim == to { from } else { victim }, trap, 4);
            }
        }
        false
    });
    captures
}

/// The squares of the enemy pieces that the side to move can capture with the steps that its turn still has.
/// None where a piece stands on a trap with no friend next to it.
///
/// After a step that a pull may follow, captures that go on from the pull are left out.
pub(super) fn victims(position: &Arimaa) -> u64 {
    victims_within(position, position.steps_left())
}

/// The same with so many of these steps, one at least.
pub(super) fn victims_within(position: &Arimaa, steps: u32) -> u64 {
    let (board, side) = (position.board(), position.side_to_move());
    if board.unsupported() != 0 {
        return 0;
    }
    let field = Field::of(board, side);
    // From the board to the side's view, or back.
    let turned = |set: u64| if side == Side::First { set } else { set.swap_bytes() };
    turned(match position.progress().open {
        Open::Nothing => victims_on(&field, steps),
        Open::Pull { square, victims } => {
            let to = turned(1 << square);
            let falls = |victim: u64| match (field.enemy ^ victim | to) & !field.after(victim, to).enemy {
                fallen if fallen == to => victim,
                fallen => fallen,
            };
            let pulled = bits(turned(victims & board.men(!side)));
            pulled.map(falls).fold(victims_on(&field, steps), |all, victim| all | victim)
        }
        Open::Push { square, pushers } => {
            let after = |pusher| victims_on(&field.after(pusher, turned(1 << square)), steps - 1);
            bits(turned(pushers)).map(after).fold(0, |all, victims| all | victims)
        }
    })
}

/// The squares of the enemy pieces that `side` could capture in a turn of its own, if it began one on the
/// board as it stands. None where a piece stands on a trap with no friend next to it.
pub(super) fn victims_of(board: &Board, side: Side) -> u64 {
    if board.unsupported() != 0 {
        return 0;
    }
    let victims = victims_on(&Field::of(board, side), u32::from(LONGEST_TURN));
    if side == Side::First { victims } else { victims.swap_bytes() }
}

/// The enemy pieces that fall within so many steps, where nothing has been begun.
fn victims_on(field: &Field, steps: u32) -> u64 {
    if steps < 2 {
        return 0;
    }
    let mut victims = 0;
    for trap in traps(field) {
        victims |= falls_after_steps(field, trap, steps - 2);
    }
    if steps == 4 {
        displaced(field, |(from, to), after| {
            for trap in traps(after) {
                let victim = falls(after, trap);
                victims |= if victim == to { from } else { victim };
            }
            false
        });
    }
    victims
}

/// The piece that falls into a trap after single steps and a push or pull, and how many steps that takes, if
/// it is not more than so many.
fn falls_soon(field: &Field, trap: u64, steps: u32) -> Option<(u64, u32)> {
    (2..=steps).find_map(|steps| {
        let victim = falls_after_steps(field, trap, steps - 2);
        (victim != 0).then_some((victim, steps))
    })
}

/// The traps that have just one enemy piece beside them. Into others nothing falls with a push or pull.
#[inline]
fn traps(field: &Field) -> impl Iterator<Item = u64> {
    let [north, east, south, west] = Direction::ALL.map(|direction| sources(field.enemy, direction));
    bits(TRAPS & (north ^ east ^ south ^ west) & !(north & south | east & west))
}

/// The enemy piece that a push or pull causes to fall into one of the [`traps`]; empty if there is none.
/// Exact.
#[inline]
fn falls(field: &Field, trap: u64) -> u64 {
    let beside = adjacent(trap);
    let defender = beside & field.enemy;
    let at_least = field.at_least();
    let stronger = at_least[field.strength_on(defender) + 1] & field.own;
    if stronger & (adjacent(defender) | trap) == 0 {
        return 0;
    }
    let acting = field.free(&at_least) & stronger & adjacent(defender);
    let empty = field.empty();
    // Whoever stands in the trap pulls; otherwise the defender is pushed, or pulled away from the piece in
    // the trap.
    let falls = if trap & field.own != 0 {
        acting & trap != 0 && beside & empty != 0
    } else if trap & field.enemy == 0 {
        acting != 0 && field.after(defender, trap).pushers(defender, field.strength_on(defender)) != 0
    } else {
        acting != 0 && (adjacent(defender) | adjacent(acting)) & empty != 0
    };
    match falls {
        false => 0,
        true if trap & field.enemy != 0 => trap,
        true => defender,
    }
}

/// The same after so many single steps at most. They move no enemy, so that the defender stays.
fn falls_after_steps(field: &Field, trap: u64, steps: u32) -> u64 {
    let victim = falls(field, trap);
    if victim != 0 || steps == 0 {
        return victim;
    }
    let defender = adjacent(trap) & field.enemy;
    let at_least = field.at_least();
    let stronger = at_least[field.strength_on(defender) + 1] & field.own;
    let within = |set: u64, distance: u32| (0..distance).fold(set, |near, _| near | adjacent(near));
    let soon = within(defender, steps);
    if (soon | adjacent(soon)) & stronger == 0 {
        return 0;
    }
    let (free, beside) = (field.free(&at_least), adjacent(defender));
    let useful = |direction| {
        if soon & stronger == 0 {
            // The nearest one that is stronger needs all these steps.
            stronger & sources(soon, direction)
        } else if steps == 1 && free & stronger & beside == 0 {
            // One that is stronger comes, or is freed.
            stronger & sources(beside, direction) | sources(adjacent(stronger & beside), direction)
        } else {
            // The push or pull reaches two squares from the defender. A step that makes it possible brings
            // its piece, makes room, supports it, or lets a piece in a trap fall: it begins or ends at most
            // three squares away, and one before it two more.
            let near = within(defender, 2 * steps + 1);
            near | sources(near, direction)
        }
    };
    for direction in Direction::ALL {
        for from in bits(field.steppers(free, direction) & useful(direction)) {
            let victim = falls_after_steps(&field.after(from, ahead(from, direction)), trap, steps - 1);
            if victim != 0 {
                return victim;
            }
        }
    }
    0
}

/// What a push or pull has to do so that another one may capture something.
///
/// Then the enemy has one piece beside the trap, which a stronger one is next to, or the trap is its own; and
/// nothing else matters that is more than three squares away from the trap.
struct Scope {
    /// The enemy piece leaves one of these squares: two are beside a trap.
    from: u64,
    /// It enters one of these: none is.
    to: u64,
    /// Something changes on one of these squares: one is, and its captor is at most a step away.
    near: u64,
}

impl Scope {
    fn of(field: &Field, at_least: &AtLeast) -> Self {
        let mut scope = Self { from: 0, to: 0, near: 0 };
        for trap in bits(TRAPS) {
            let beside = adjacent(trap);
            let defenders = beside & field.enemy;
            match defenders.count_ones() {
                0 => scope.to |= beside,
                1 => {
                    let next = defenders | adjacent(defenders);
                    let stronger = field.own & at_least[field.strength_on(defenders) + 1];
                    if (next | adjacent(next)) & stronger != 0 {
                        let within = trap | beside | adjacent(beside);
                        scope.near |= within | adjacent(within);
                    }
                }
                2 => scope.from |= defenders,
                _ => {}
            }
        }
        // What stands on a trap there may fall, and make room, where its friend goes away.
        scope.near |= adjacent(scope.near & TRAPS & !field.empty());
        scope
    }

    /// Whether an enemy piece that goes from a square to another may matter, where an own piece next to it
    /// moves as well.
    #[inline]
    fn has(&self, from: u64, to: u64) -> bool {
        self.from & from != 0 || self.to & to != 0 || self.near & (from | to | adjacent(from | to)) != 0
    }
}

/// Shows pushes and pulls after which another one may capture something, until `visit` says that it is
/// enough: the squares that the enemy piece leaves and enters, and the board after it. Returns whether it was.
#[inline]
fn displaced(field: &Field, mut visit: impl FnMut((u64, u64), &Field) -> bool) -> bool {
    let at_least = field.at_least();
    let scope = Scope::of(field, &at_least);
    if scope.from | scope.to | scope.near == 0 {
        return false;
    }
    let free = field.free(&at_least);
    let pushable = field.pushable(free, &at_least);
    for direction in Direction::ALL {
        let mut victims = pushable & sources(field.empty(), direction);
        while victims != 0 {
            let victim = victims & victims.wrapping_neg();
            victims ^= victim;
            let to = ahead(victim, direction);
            if !scope.has(victim, to) {
                continue;
            }
            let pushed = field.after(victim, to);
            let mut pushers = pushed.pushers(victim, field.strength_on(victim));
            while pushers != 0 {
                let pusher = pushers & pushers.wrapping_neg();
                pushers ^= pusher;
                if visit((victim, to), &pushed.after(pusher, victim)) {
                    return true;
                }
            }
        }
        let mut pullers = field.steppers(free & field.officers(), direction);
        while pullers != 0 {
            let from = pullers & pullers.wrapping_neg();
            pullers ^= from;
            let weaker = adjacent(from) & field.enemy & !at_least[field.strength_on(from)];
            if weaker == 0 {
                continue;
            }
            let stepped = field.after(from, ahead(from, direction));
            let mut victims = weaker & stepped.enemy;
            while victims != 0 {
                let victim = victims & victims.wrapping_neg();
                victims ^= victim;
                if scope.has(victim, from) && visit((victim, from), &stepped.after(victim, from)) {
                    return true;
                }
            }
        }
    }
    false
}
