import { describe, expect, it } from 'vitest';
import type { GameFacts, Score } from '../api/contract';
import { budget, playerName, playerNames, readRules, writeRules } from './players';
import { writeChance, writeCount, writeScore } from './score';
import { checkMatch } from './storage';
import { newTree } from './tree';

const LOA = {
  switches: [
    { name: 'size', summary: '', values: ['8', '6'], default: '8' },
    { name: 'repetition', summary: '', values: ['third-draw', 'none'], default: 'third-draw' }
  ]
} as GameFacts;

describe('rules', () => {
  it('are written where they differ from the default', () => {
    expect(writeRules(LOA, { size: '8', repetition: 'none' })).toBe('repetition=none');
    expect(writeRules(LOA, {})).toBe('');
    expect(readRules('size=6,repetition=none')).toEqual({ size: '6', repetition: 'none' });
    expect(readRules('')).toEqual({});
  });
});

describe('players', () => {
  const facts = (players: [string, string], colours: [string, string]) => ({ players, colours }) as GameFacts;

  it('are called as the game calls them', () => {
    expect(playerNames(facts(['X', 'O'], ['x', 'o']))).toEqual(['X', 'O']);
  });

  it('are called by their colour where they may exchange it', () => {
    const hex = facts(['First', 'Second'], ['black', 'white']);
    expect(playerNames(hex)).toEqual(['Black', 'White']);
    expect(playerName(hex, 'white')).toBe('White');
  });
});

describe('the time of an engine', () => {
  it.each([
    ['pvs:time=5s', 25_000, 0, '1000ms'],
    ['pvs:time=500ms', 25_000, 0, null],
    ['pvs:depth=4', 1000, 0, null],
    ['pvs:time=1s', 0, 0, '20ms'],
    ['pvs:time=5s', 0, 1000, '800ms']
  ])('%s with %i ms left and %i more a turn is %s', (engine, left, increment, time) => {
    expect(budget(engine, left, increment)).toBe(time);
  });
});

describe('a score', () => {
  const score = (kind: Score['kind'], value: number, plies: number | null = null): Score => ({
    kind,
    value,
    plies,
    text: '',
    bar: 0
  });

  it.each([
    [score('value', 35), 'first', '+35'],
    [score('value', 35), 'second', '\u221235'],
    [score('value', 0), 'second', '0'],
    [score('win', 0, 5), 'second', 'White wins in 5'],
    [score('loss', 0, 4), 'second', 'Black wins in 4'],
    [score('win', 0), 'first', 'Black wins']
  ] as const)('is told from the first player\u2019s side (%#)', (value, mover, text) => {
    expect(writeScore(value, mover, ['Black', 'White'])).toBe(text);
  });

  it('is a chance of whoever stands better', () => {
    const chances = [0.5, -0.24, 0.004, 1].map((bar) => writeChance(bar, ['Black', 'White']));
    expect(chances).toEqual(['Black 75%', 'White 62%', 'Even', 'Black 100%']);
  });

  it('counts in few digits', () => {
    expect([999, 1500, 123_456, 4_560_000].map(writeCount)).toEqual(['999', '1.5k', '123k', '4.56M']);
  });
});

describe('a saved match', () => {
  const good = {
    version: 1,
    setup: { game: 'loa' },
    tree: newTree(),
    live: 0,
    mode: 'play',
    ending: null,
    clocks: null,
    link: '#game=loa'
  };

  it('is believed if it holds together', () => {
    expect(checkMatch(good)).toBe(good);
  });

  it.each([
    null,
    'text',
    { ...good, version: 2 },
    { ...good, setup: {} },
    { ...good, live: 3 },
    { ...good, tree: { nodes: [], at: 0 } },
    { ...good, tree: { nodes: [{ text: '', parent: -1, children: [7] }], at: 0 } }
  ])('is refused if it does not (%#)', (value) => {
    expect(checkMatch(value)).toBeNull();
  });
});
