/**
 * Which piece of the last board is which piece of this one, so that a move is seen as a movement.
 *
 * Boards come as lists of pieces without names. What the last ply did is known, and believed where it fits
 * both boards. All other pieces that stayed keep their name; of those that left a cell and those that entered
 * one, the nearest of equal kind and side are taken for the same piece, so that jumps through a game are seen
 * as movements too. The rest have been taken off, or come anew.
 */
import type { Motion, Piece } from '../api/contract';
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

export function track(
  before: Tracker,
  now: readonly Piece[],
  place: (cell: string) => Point | undefined,
  motions: readonly Motion[] = []
): Tracker {
  const names = moved(before, now, motions);
  const used = new Set(names.values());
  const stayed = new Map(before.pieces.filter(({ id }) => !used.has(id)).map((piece) => [key(piece), piece.id]));
  const arrived = new Set(motions.filter(({ from }) => from === null).map(({ to }) => to));
  for (const piece of now) {
    const id = stayed.get(key(piece));
    if (id !== undefined && !names.has(piece)) names.set(piece, id);
  }
  const kept = new Set(names.values());
  const left = before.pieces.filter((piece) => !kept.has(piece.id));
  const entered = now.filter((piece) => !names.has(piece) && !arrived.has(piece.cell));
  for (const { from, to } of nearestPairs(left, entered, place)) names.set(to, from.id);
  let fresh = before.fresh;
  const pieces = now.map((piece) => ({ ...piece, id: names.get(piece) ?? fresh++ }));
  return { pieces, fresh };
}

/** The pieces that a ply moved, with their names; none if the boards are not those before and after it. */
function moved(before: Tracker, now: readonly Piece[], motions: readonly Motion[]): Map<Piece, number> {
  const names = new Map<Piece, number>();
  for (const { from, to } of motions) {
    if (from === null || to === null) continue;
    const old = before.pieces.find((piece) => piece.cell === from);
    const piece = now.find(({ cell }) => cell === to);
    if (!old || !piece || old.kind !== piece.kind || old.side !== piece.side) return new Map();
    names.set(piece, old.id);
  }
  return names;
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
