import { describe, expect, it } from 'vitest';
import type { BoardView, Choice } from '../api/contract';
import { arrange, drawn, fillAtRandom, isWhole, move, nextPly, put, remaining, takeOff } from './draft';

const BOARD: BoardView = {
  shape: 'square',
  columns: 3,
  rows: 3,
  cells: [],
  pieces: [],
  tray: [
    { click: 'tray:R', kind: 'rabbit', side: 'first', count: 2 },
    { click: 'tray:E', kind: 'elephant', side: 'first', count: 1 }
  ],
  colours: ['gold', 'silver'],
  edges: null,
  fill: ['a1', 'b1', 'c1']
};

describe('a setup in the making', () => {
  it('takes pieces out of the tray', () => {
    const draft = put(BOARD, {}, 'tray:E', 'b1');
    expect(draft).toEqual({ b1: 'tray:E' });
    expect(remaining(BOARD, draft).map((piece) => piece.count)).toEqual([2, 0]);
    expect(drawn(BOARD, draft)).toEqual([{ cell: 'b1', kind: 'elephant', side: 'first' }]);
  });

  it('puts no more pieces down than there are, and none elsewhere', () => {
    const draft = put(BOARD, {}, 'tray:E', 'b1');
    expect(put(BOARD, draft, 'tray:E', 'c1')).toEqual(draft);
    expect(put(BOARD, draft, 'tray:R', 'a2')).toEqual(draft);
  });

  it('exchanges two pieces, moves one, takes one off', () => {
    const draft = { a1: 'tray:R', b1: 'tray:E' };
    expect(move(BOARD, draft, 'a1', 'b1')).toEqual({ a1: 'tray:E', b1: 'tray:R' });
    expect(move(BOARD, draft, 'a1', 'c1')).toEqual({ b1: 'tray:E', c1: 'tray:R' });
    expect(takeOff(draft, 'a1')).toEqual({ b1: 'tray:E' });
  });

  it('is arranged by clicks: out of the tray, onto cells, from cell to cell, and off again', () => {
    let arranged = arrange(BOARD, {}, null, 'tray:R');
    expect(arranged).toEqual({ draft: {}, held: 'tray:R', refusal: null });
    arranged = arrange(BOARD, arranged.draft, arranged.held, 'a1');
    expect(arranged).toEqual({ draft: { a1: 'tray:R' }, held: 'tray:R', refusal: null });
    arranged = arrange(BOARD, arranged.draft, arranged.held, 'b1');
    expect(arranged.held).toBeNull();
    arranged = arrange(BOARD, arranged.draft, null, 'b1');
    expect(arranged.held).toBe('b1');
    expect(arrange(BOARD, arranged.draft, 'b1', 'c1').draft).toEqual({ a1: 'tray:R', c1: 'tray:R' });
    expect(arrange(BOARD, arranged.draft, 'b1', 'b1')).toEqual({ draft: { a1: 'tray:R' }, held: null, refusal: null });
  });

  it('says why a click does nothing', () => {
    expect(arrange(BOARD, {}, null, 'a1').refusal).toMatch(/Choose a piece/);
    expect(arrange(BOARD, {}, 'tray:R', 'a3')).toEqual({
      draft: {},
      held: 'tray:R',
      refusal: 'Pieces are set up on the marked squares'
    });
  });

  it('is whole when every cell is filled', () => {
    expect(isWhole(BOARD, { a1: 'tray:R', b1: 'tray:E' })).toBe(false);
    expect(isWhole(BOARD, { a1: 'tray:R', b1: 'tray:E', c1: 'tray:R' })).toBe(true);
  });

  it('is filled at random with exactly what is left', () => {
    for (const random of [() => 0, () => 0.5, () => 0.999]) {
      const filled = fillAtRandom(BOARD, { c1: 'tray:E' }, random);
      expect(filled).toEqual({ a1: 'tray:R', b1: 'tray:R', c1: 'tray:E' });
    }
  });

  it('is played in the order of the cells', () => {
    const choices: Choice[] = [
      { text: 'Ra1', clicks: ['tray:R', 'a1'], label: null },
      { text: 'Ea1', clicks: ['tray:E', 'a1'], label: null }
    ];
    expect(nextPly(BOARD, { a1: 'tray:E', b1: 'tray:R' }, choices)?.text).toBe('Ea1');
    expect(nextPly(BOARD, { b1: 'tray:R' }, choices)).toBeUndefined();
  });
});
