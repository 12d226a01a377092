import { describe, expect, it } from 'vitest';
import type { BoardView, Cell, Shape } from '../api/contract';
import { exit } from './exit';
import { layout, neighbour, turnsOf, UPRIGHT } from './geometry';
import { lineMarks } from './marks';

function board(shape: Shape, columns: number, rows: number): BoardView {
  const cells: Cell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      cells.push({ name: `${String.fromCharCode(97 + column)}${rows - row}`, column, row, mark: null });
    }
  }
  return { shape, columns, rows, cells, pieces: [], tray: [], colours: ['black', 'white'], edges: null, fill: [] };
}

const places = (of: BoardView, quarter = 0, mirrored = false) => {
  const drawn = layout(of, { quarter, mirrored });
  return new Map(of.cells.map((cell) => [cell.name, drawn.at(cell)]));
};

describe('a layout', () => {
  it.each(['square', 'hex'] as const)('of a %s board keeps cells apart and inside, however it is turned', (shape) => {
    for (const [columns, rows] of [
      [1, 1],
      [7, 4],
      [8, 8]
    ] as const) {
      for (let quarter = 0; quarter < turnsOf(shape); quarter++) {
        for (const mirrored of [false, true]) {
          const of = board(shape, columns, rows);
          const drawn = layout(of, { quarter, mirrored });
          const points = of.cells.map((cell) => drawn.at(cell));
          for (const [index, a] of points.entries()) {
            expect(a.x).toBeGreaterThan(0.5);
            expect(a.x).toBeLessThan(drawn.width - 0.5);
            expect(a.y).toBeGreaterThan(0.5);
            expect(a.y).toBeLessThan(drawn.height - 0.5);
            for (const b of points.slice(index + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(0.99);
          }
        }
      }
    }
  });

  it('of a rhombus lies on its side, as a flat diamond, or stands', () => {
    const [side, flat, standing] = [0, 1, UPRIGHT].map((quarter) =>
      layout(board('hex', 11, 11), { quarter, mirrored: false })
    );
    const middles = [0, 1, UPRIGHT].map((quarter) => places(board('hex', 11, 11), quarter));
    const level = (index: number) => (middles[index]?.get('a11')?.y ?? 0) - (middles[index]?.get('k1')?.y ?? 9);
    expect(side?.width).toBeGreaterThan(1.5 * (side?.height ?? 0));
    expect(level(0)).toBeLessThan(-5);
    expect(flat?.width).toBeGreaterThan(1.5 * (flat?.height ?? 0));
    expect(level(1)).toBeCloseTo(0);
    expect(standing?.height).toBeGreaterThan(1.5 * (standing?.width ?? 0));
  });

  it('gives a hexagon six neighbours at distance one', () => {
    const all = places(board('hex', 3, 3));
    const middle = all.get('b2') ?? { x: 0, y: 0 };
    const near = [...all.values()].filter((p) => Math.abs(Math.hypot(p.x - middle.x, p.y - middle.y) - 1) < 1e-9);
    expect(near.length).toBe(6);
  });
});

describe('arrow keys', () => {
  it('go to the next cell as it is drawn', () => {
    const all = places(board('square', 8, 8));
    expect(neighbour(all, 'd4', 1, 0)).toBe('e4');
    expect(neighbour(all, 'd4', 0, -1)).toBe('d5');
    expect(neighbour(all, 'a1', -1, 0)).toBe('a1');
  });

  it('follow a board that is turned', () => {
    expect(neighbour(places(board('square', 8, 8), 2), 'd4', 1, 0)).toBe('c4');
  });

  it('go to the next row of a rhombus, and back', () => {
    const all = places(board('hex', 5, 5));
    const up = neighbour(all, 'c3', 0, -1);
    expect(up).toBe('c4');
    expect(neighbour(all, up, 0, 1)).toBe('c3');
  });

  it.each([0, 1, 2, 3, 4, 5])('reach every cell of a rhombus turned %i times', (quarter) => {
    const all = places(board('hex', 5, 5), quarter);
    const reached = new Set(['a5']);
    for (const cell of reached) {
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1]
      ] as const)
        reached.add(neighbour(all, cell, dx, dy));
    }
    expect(reached.size).toBe(25);
  });
});

describe('a piece that leaves', () => {
  const all = places(board('square', 6, 6));
  const piece = (cell: string) => ({ cell, kind: 'stone', side: 'first' as const });

  it('goes over the edge when it is pushed there', () => {
    const way = exit(piece('a3'), ['b3'], all);
    expect(way.x).toBeCloseTo(-1);
    expect(way.y).toBeCloseTo(0);
  });

  it('stays where it is when it is taken', () => {
    expect(exit(piece('c3'), ['b3'], all)).toEqual({ x: 0, y: 0 });
    expect(exit(piece('a3'), ['a3'], all)).toEqual({ x: 0, y: 0 });
  });
});

describe('a line on the board', () => {
  it('puts one ghost on a cell', () => {
    const plies = ['b2', 'c3', 'b2'].map((cell) => ({ side: 'first' as const, clicks: [cell] }));
    expect(lineMarks(plies, 4, () => true).ghosts.map(({ ply }) => ply)).toEqual([1, 2]);
  });

  it('shows what its first ply pushes', () => {
    const motions = [
      { from: null, to: 'b2' },
      { from: 'c2', to: 'd2' },
      { from: 'a1', to: null }
    ];
    const plies = [{ side: 'first' as const, clicks: ['b2'], motions }];
    expect(lineMarks(plies, 3, () => true).arrows).toEqual([{ from: 'c2', to: 'd2', ply: 1, side: 'first' }]);
  });

  it('is made of arrows and ghost stones, as far as the limit goes', () => {
    const plies = [
      { side: 'first' as const, clicks: ['a1', 'b2'] },
      { side: 'second' as const, clicks: ['c3'] },
      { side: 'first' as const, clicks: ['pass'] },
      { side: 'second' as const, clicks: ['d4'] }
    ];
    const marks = lineMarks(plies, 3, (word) => /^[a-z]\d$/.test(word));
    expect(marks.arrows).toEqual([{ from: 'a1', to: 'b2', ply: 1, side: 'first' }]);
    expect(marks.ghosts).toEqual([{ cell: 'c3', ply: 2, side: 'second' }]);
  });
});
