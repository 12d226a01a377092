import { describe, expect, it } from 'vitest';
import { NO_CLOCKS, newClocks } from './clock';
import { HUMAN } from './players';
import { joined, putOn, read, write, type KeptGame } from './shelf';
import { newTree } from './tree';

const game = (id: string, changed: number): KeptGame => ({
  id,
  changed,
  match: {
    version: 1,
    setup: { game: 'hex', rules: '', start: '', players: { first: HUMAN, second: HUMAN }, time: NO_CLOCKS },
    tree: newTree(),
    live: 0,
    mode: 'play',
    ending: null,
    clocks: newClocks(NO_CLOCKS),
    link: '#game=hex'
  }
});

describe('the shelf', () => {
  it('holds each game once, the one changed last first', () => {
    const shelf = putOn(putOn(putOn([], game('a', 1)), game('b', 2)), game('a', 3));
    expect(shelf.map(({ id, changed }) => [id, changed])).toEqual([
      ['a', 3],
      ['b', 2]
    ]);
  });

  it('is bounded', () => {
    let shelf: KeptGame[] = [];
    for (let time = 0; time < 150; time++) shelf = putOn(shelf, game(`${time}`, time));
    expect(shelf.length).toBe(100);
    expect(shelf[0]?.id).toBe('149');
  });

  it('goes out and comes in', () => {
    const games = [game('a', 2), game('b', 1)];
    expect(read(write(games))).toEqual(games);
  });

  it('takes of two states of a game the later', () => {
    expect(joined([game('a', 5)], [game('a', 2), game('b', 9)]).map(({ changed }) => changed)).toEqual([9, 5]);
  });

  it.each(['', 'null', '[]', '{"form":"other","games":[]}', '{"form":"plywood games","games":3}'])(
    'reads nothing of %j',
    (text) => {
      expect(read(text)).toEqual([]);
    }
  );

  it('leaves out what is not a game', () => {
    const text = JSON.stringify({
      form: 'plywood games',
      games: [null, { id: 1 }, { ...game('a', 1), match: {} }, game('b', 2)]
    });
    expect(read(text).map(({ id }) => id)).toEqual(['b']);
  });
});
