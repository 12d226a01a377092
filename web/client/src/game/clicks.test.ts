import { describe, expect, it } from 'vitest';
import type { Choice } from '../api/contract';
import { buttons, click, narrow } from './clicks';

const choice = (text: string, ...clicks: string[]): Choice => ({ text, clicks, label: null });

const LOA = [
  choice('b1-b3', 'b1', 'b3'),
  choice('b1-h1', 'b1', 'h1'),
  choice('c1-c3', 'c1', 'c3'),
  choice('h3-b3', 'h3', 'b3')
];
const HEX = [choice('a1', 'a1'), choice('b1', 'b1'), choice('swap-pieces', 'swap')];
const SETUP = [choice('Ra1', 'tray:R', 'a1'), choice('Ea1', 'tray:E', 'a1')];

describe('narrow', () => {
  it('lists the words that may come first', () => {
    expect([...narrow(LOA, []).next.keys()]).toEqual(['b1', 'c1', 'h3']);
  });

  it('lists what may follow a word', () => {
    expect([...narrow(LOA, ['b1']).next.keys()]).toEqual(['b3', 'h1']);
  });

  it('finds the choice that the clicks spell out', () => {
    expect(narrow(LOA, ['b1', 'h1']).complete?.text).toBe('b1-h1');
    expect(narrow(LOA, ['b1']).complete).toBeNull();
  });

  it('leaves nothing open after a word that begins nothing', () => {
    expect(narrow(LOA, ['a8']).open).toEqual([]);
  });
});

describe('click', () => {
  it('plays a placement at once', () => {
    expect(click(HEX, [], 'b1')).toEqual({ kind: 'play', choice: HEX[1] });
  });

  it('chooses a man, then plays where it goes', () => {
    expect(click(LOA, [], 'b1')).toEqual({ kind: 'select', clicked: ['b1'] });
    expect(click(LOA, ['b1'], 'b3')).toEqual({ kind: 'play', choice: LOA[0] });
  });

  it('lets go of a man that is clicked again', () => {
    expect(click(LOA, ['b1'], 'b1')).toEqual({ kind: 'clear' });
  });

  it('changes to another man', () => {
    expect(click(LOA, ['b1'], 'c1')).toEqual({ kind: 'select', clicked: ['c1'] });
  });

  it('prefers going on to beginning anew', () => {
    const both = [choice('x', 'a1', 'b1'), choice('y', 'b1', 'c1')];
    expect(click(both, ['a1'], 'b1')).toEqual({ kind: 'play', choice: both[0] });
  });

  it('refuses what leads nowhere, with all the clicks', () => {
    expect(click(LOA, ['b1'], 'd4')).toEqual({ kind: 'refused', clicks: ['b1', 'd4'] });
    expect(click(LOA, [], 'd4')).toEqual({ kind: 'refused', clicks: ['d4'] });
  });

  it('never plays a whole move by a slip in the middle of another', () => {
    const mixed = [choice('man', 'a1', 'a2'), choice('stone', 'c3')];
    expect(click(mixed, ['a1'], 'c3')).toEqual({ kind: 'refused', clicks: ['a1', 'c3'] });
  });

  it('takes pieces out of the tray', () => {
    expect(click(SETUP, ['tray:E'], 'a1')).toEqual({ kind: 'play', choice: SETUP[1] });
  });
});

describe('buttons', () => {
  it('are the words that are no places', () => {
    const isPlace = (word: string) => /^[a-z]\d$/.test(word) || word.startsWith('tray:');
    expect(buttons(HEX, isPlace).map((one) => one.text)).toEqual(['swap-pieces']);
    expect(buttons(SETUP, isPlace)).toEqual([]);
  });
});
