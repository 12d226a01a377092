/**
 * Turns that made the game worse for whoever played them, by how much of the chance to win they gave away.
 *
 * The chances are those of an evaluation of the whole game. Of a turn with several plies only the positions
 * before and after it count.
 */
import type { Side } from '../api/contract';
import { lineThrough, node, turnsOf, type Tree } from './tree';

export type Gravity = 'inaccuracy' | 'mistake' | 'blunder';

/** The chance to win that a turn must give away, of 1, to be called so. */
const LOST: [Gravity, number][] = [
  ['blunder', 0.3],
  ['mistake', 0.2],
  ['inaccuracy', 0.1]
];

/** What people write behind such a move. */
export const GLYPHS: Record<Gravity, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export interface Mistake {
  gravity: Gravity;
  side: Side;
  /** The node before the turn, and the last of the turn. */
  before: number;
  after: number;
  /** The chance to win that was given away, of 1. */
  lost: number;
}

/**
 * How much of the chance to win `side` gives away between two values of the bar, which are the first
 * player's.
 */
export function given(before: number, after: number, side: Side): number {
  return ((before - after) / 2) * (side === 'first' ? 1 : -1);
}

export function gravityOf(lost: number): Gravity | null {
  return LOST.find(([, least]) => lost >= least)?.[0] ?? null;
}

/** The mistakes on the line through `index`, as far as it has been evaluated. */
export function mistakesOn(tree: Tree, index: number): Mistake[] {
  return turnsOf(tree, lineThrough(tree, index)).flatMap(({ side, nodes }) => {
    const [first, after] = [nodes[0], nodes.at(-1)];
    if (first === undefined || after === undefined) return [];
    const before = node(tree, first).parent;
    const [then, now] = [node(tree, before).score, node(tree, after).score];
    const lost = then && now ? given(then.bar, now.bar, side) : 0;
    const gravity = gravityOf(lost);
    return gravity ? [{ gravity, side, before, after, lost }] : [];
  });
}
