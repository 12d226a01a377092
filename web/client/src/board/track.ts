/**
 * Which piece of the last board is which piece of this one, so that a move is seen as a movement.
 *
 * Boards come as lists of pieces without names. Pieces that stayed keep their name; of those that left a cell and those that entered
 * one, the nearest of equal kind and side are taken for the same piece. The rest have been taken off, or come anew.
 */
import type { Piece } from '../api/contract';
import type { Point } from './geometry';

export interface Tracked extends Piece {
  id: number;
}

export interface Tracker {
  pieces: Tracked[];
  /** The name for the next piece that comes anew. */
  fresh: number;
}

export const NOTHING_TRACKED: Tracker = { pieces: [], fresh: 1 };

const key = (piece: Piece) => `${piece.cell} ${piece.kind} ${piece.side}`;

export function track(before: Tracker, now: readonly Piece[], place: (cell: string) => Point | undefined): Tracker {
  const stayed = new Map(before.pieces.map((piece) => [key(piece), piece.id]));
  const names = new Map<Piece, number>();
  for (const piece of now) {
    const id = stayed.get(key(piece));
    if (id !== undefined) names.set(piece, id);
  }
  const kept = new Set(names.values());
  const left = before.pieces.filter((piece) => !kept.has(piece.id));
  const entered = now.filter((piece) => !names.has(piece));
  for (const { from, to } of nearestPairs(left, entered, place)) names.set(to, from.id);
  let fresh = before.fresh;
  const pieces = now.map((piece) => ({ ...piece, id: names.get(piece) ?? fresh++ }));
  return { pieces, fresh };
}

interface Pair {
  from: Tracked;
  to: Piece;
  distance: number;
}

function nearestPairs(left: Tracked[], entered: Piece[], place: (cell: string) => Point | undefined): Pair[] {
  const pairs: Pair[] = [];
  for (const from of left) {
    for (const to of entered) {
      const [a, b] = [place(from.cell), place(to.cell)];
      if (a && b && from.kind === to.kind && from.side === to.side) {
        pairs.push({ from, to, distance: Math.hypot(a.x - b.x, a.y - b.y) });
      }
    }
  }
  pairs.sort((a, b) => a.distance - b.distance);
  const used = new Set<Piece>();
  return pairs.filter(({ from, to }) => {
    if (used.has(from) || used.has(to)) return false;
    used.add(from);
    used.add(to);
    return true;
  });
}
