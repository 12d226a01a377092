import { describe, expect, it } from 'vitest';
import { soundOf, Sounds } from './sound';

const moves = (...last: { from: string | null; to: string | null }[]) => [{ motions: [] }, { motions: last }];
const state = (plies: { motions: { from: string | null; to: string | null }[] }[], result: unknown = null) => ({
  moves: plies,
  result
});

describe('a sound', () => {
  const before = state(moves().slice(1));

  it('goes with a ply that is played, and with none that is taken back', () => {
    const after = state(moves({ from: 'a1', to: 'b2' }));
    expect(soundOf(before, after)).toBe('move');
    expect(soundOf(after, before)).toBeNull();
    expect(soundOf(null, after)).toBeNull();
  });

  it('tells a capture and the end of the game', () => {
    expect(soundOf(before, state(moves({ from: 'c3', to: null }, { from: 'a1', to: 'c3' })))).toBe('capture');
    expect(soundOf(before, state(moves({ from: 'a1', to: 'b2' }), { outcome: 'first' }))).toBe('end');
  });

  it('is made when it is asked for, and a browser without means is silent', () => {
    let asked = 0;
    const sounds = new Sounds(() => {
      asked += 1;
      throw new Error('no sound here');
    });
    expect(asked).toBe(0);
    sounds.play('move');
    expect(asked).toBe(1);
  });
});
