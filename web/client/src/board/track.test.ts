import { describe, expect, it } from 'vitest';
import type { Piece, Side } from '../api/contract';
import { NOTHING_TRACKED, track } from './track';

const piece = (cell: string, side: Side = 'first', kind = 'man'): Piece => ({ cell, side, kind });
const place = (cell: string) => ({ x: cell.charCodeAt(0), y: Number(cell[1]) });
const names = (pieces: { cell: string; id: number }[]) => Object.fromEntries(pieces.map(({ cell, id }) => [cell, id]));

describe('tracking', () => {
  const before = track(NOTHING_TRACKED, [piece('a1'), piece('b1'), piece('c3', 'second')], place);
  const known = names(before.pieces);

  it('sees a piece move', () => {
    const after = names(track(before, [piece('a4'), piece('b1'), piece('c3', 'second')], place).pieces);
    expect(after).toEqual({ a4: known.a1, b1: known.b1, c3: known.c3 });
  });

  it('sees a capture: one comes, one goes', () => {
    const after = names(track(before, [piece('c3'), piece('b1')], place).pieces);
    expect(after.b1).toBe(known.b1);
    expect(after.c3).toBe(known.a1);
  });

  it('pairs the nearest when several are pushed', () => {
    const after = names(track(before, [piece('a2'), piece('c1'), piece('c3', 'second')], place).pieces);
    expect(after).toEqual({ a2: known.a1, c1: known.b1, c3: known.c3 });
  });

  it('believes the ply where two stones are as near', () => {
    const stones = track(NOTHING_TRACKED, [piece('c3')], place);
    const motions = [
      { from: null, to: 'b3' },
      { from: 'c3', to: 'd3' }
    ];
    const after = names(track(stones, [piece('b3'), piece('d3')], place, motions).pieces);
    expect(after.d3).toBe(names(stones.pieces).c3);
    expect(after.b3).not.toBe(after.d3);
  });

  it('believes no ply that does not fit the boards', () => {
    const after = names(
      track(before, [piece('a4'), piece('b1'), piece('c3', 'second')], place, [{ from: 'h8', to: 'a4' }]).pieces
    );
    expect(after.a4).toBe(known.a1);
  });

  it('gives what comes anew a name of its own', () => {
    const after = track(before, [...before.pieces, piece('d4')], place);
    expect(new Set(after.pieces.map(({ id }) => id)).size).toBe(4);
  });

  it('never turns one kind into another', () => {
    const after = names(track(before, [piece('a1'), piece('b1'), piece('c4', 'second', 'king')], place).pieces);
    expect(after.c4).not.toBe(known.c3);
  });
});
