import { expect, it } from 'vitest';
import { BOOKS } from '../words/learn';
import { verdict } from './judge';
import puzzles from './puzzles.json';

it('a winning turn must be proven to win, a parry must not be proven to lose', () => {
  expect(verdict('win', 'first', 'first')).toBe('right');
  expect(verdict('win', 'first', null)).toBe('open');
  expect(verdict('win', 'second', 'first')).toBe('wrong');
  expect(verdict('parry', 'second', null)).toBe('right');
  expect(verdict('parry', 'second', 'first')).toBe('wrong');
});

it('every game has puzzles, and each is a position with a solution and a goal', () => {
  for (const [game, list] of Object.entries(puzzles)) {
    expect(list.length, game).toBeGreaterThan(5);
    for (const [, position, solution, goal] of list) {
      expect(position).not.toBe('');
      expect(solution).not.toBe('');
      expect(['win', 'parry']).toContain(goal);
    }
  }
});

it('each language has the places of English', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const book of [BOOKS.de, BOOKS.fr]) {
    for (const key of Object.keys(BOOKS.en) as (keyof typeof BOOKS.en)[]) {
      expect(places(book[key]), key).toEqual(places(BOOKS.en[key]));
    }
  }
});
