import { expect, test } from 'vitest';
import type { Score, Side } from '../api/contract';
import { given, gravityOf, mistakesOn } from './mistakes';
import { newTree, node, playLine, type Tree } from './tree';

const score = (bar: number): Score => ({ bar, kind: 'value', plies: null, text: '', value: 0 });

function evaluated(bars: number[], sides: Side[]): Tree {
  const tree = newTree();
  let turn = 0;
  const plies = sides.map((side, index) => {
    if (side !== sides[index - 1]) turn += 1;
    return { text: `${index}`, side, turn };
  });
  playLine(tree, 0, plies);
  bars.forEach((bar, index) => (node(tree, index).score = score(bar)));
  return tree;
}

test('a turn is blamed on whoever played it', () => {
  const tree = evaluated([0.2, 0.1, 0.9, -0.2], ['first', 'second', 'first']);
  expect(mistakesOn(tree, 0)).toEqual([
    { gravity: 'blunder', side: 'second', before: 1, after: 2, lost: 0.4 },
    { gravity: 'blunder', side: 'first', before: 2, after: 3, lost: 0.55 }
  ]);
});

test('of a turn of several steps only its ends count', () => {
  const tree = evaluated([0, -0.9, 0.1, 0], ['first', 'first', 'second']);
  expect(mistakesOn(tree, 3)).toEqual([]);
});

test('what has not been evaluated is no mistake', () => {
  const tree = evaluated([0.9], ['first', 'second']);
  expect(mistakesOn(tree, 0)).toEqual([]);
});

test('gravity grows with what is given away', () => {
  expect([0.05, 0.1, 0.2, 0.31].map(gravityOf)).toEqual([null, 'inaccuracy', 'mistake', 'blunder']);
  expect(given(0, 0.5, 'second')).toBe(0.25);
});
