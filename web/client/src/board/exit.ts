/** How a piece leaves the board: pushed over the edge, or taken where it stands. */
import type { Piece } from '../api/contract';
import type { Point } from './geometry';

/**
 * The way of a piece that has gone. A piece beside the cell just played that a push away from it would take
 * off the board moves on over the edge; any other stays where it is and fades.
 */
export function exit(piece: Piece, played: readonly string[], places: ReadonlyMap<string, Point>): Point {
  const from = places.get(piece.cell);
  for (const cell of played) {
    const origin = places.get(cell);
    if (!from || !origin || cell === piece.cell) continue;
    const push = { x: from.x - origin.x, y: from.y - origin.y };
    const beside = Math.hypot(push.x, push.y) < 1.5;
    if (beside && !isPlace(places, from.x + push.x, from.y + push.y)) return push;
  }
  return { x: 0, y: 0 };
}

function isPlace(places: ReadonlyMap<string, Point>, x: number, y: number): boolean {
  for (const point of places.values()) {
    if (Math.hypot(point.x - x, point.y - y) < 0.1) return true;
  }
  return false;
}
