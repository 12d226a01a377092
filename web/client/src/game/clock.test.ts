import { describe, expect, it } from 'vitest';
import { flagged, newClocks, NO_CLOCKS, pause, timeLeft, turnOf, writeTime } from './clock';

const FIVE = { base: 5000, increment: 1000 };

describe('clocks', () => {
  it('run for the side to move only', () => {
    const clocks = turnOf(newClocks(FIVE), 'first', 100);
    expect(timeLeft(clocks, 'first', 1100)).toBe(4000);
    expect(timeLeft(clocks, 'second', 1100)).toBe(5000);
  });

  it('give the increment to who has made a turn', () => {
    const clocks = turnOf(turnOf(newClocks(FIVE), 'first', 0), 'second', 2000);
    expect(timeLeft(clocks, 'first', 9000)).toBe(4000);
    expect(timeLeft(clocks, 'second', 2500)).toBe(4500);
  });

  it('give no increment for a step inside a turn', () => {
    const clocks = turnOf(turnOf(newClocks(FIVE), 'first', 0), 'first', 2000);
    expect(timeLeft(clocks, 'first', 2000)).toBe(3000);
  });

  it('stand while paused', () => {
    const clocks = pause(turnOf(newClocks(FIVE), 'first', 0), 1500);
    expect(timeLeft(clocks, 'first', 60_000)).toBe(3500);
    expect(flagged(clocks, 60_000)).toBeNull();
  });

  it('say whose time is up', () => {
    const clocks = turnOf(newClocks(FIVE), 'second', 0);
    expect(flagged(clocks, 4999)).toBeNull();
    expect(flagged(clocks, 5000)).toBe('second');
    expect(timeLeft(clocks, 'second', 9000)).toBe(0);
  });

  it('do not exist in a game without them', () => {
    const clocks = turnOf(newClocks(NO_CLOCKS), 'first', 0);
    expect(clocks.running).toBeNull();
    expect(flagged(clocks, 1e9)).toBeNull();
  });
});

describe('a time', () => {
  it.each([
    [300_000, '5:00'],
    [61_000, '1:01'],
    [60_000, '1:00'],
    [10_000, '0:10'],
    [9_949, '0:09.9'],
    [340, '0:00.3'],
    [0, '0:00.0'],
    [3_600_000, '60:00']
  ])('of %i ms is written %s', (milliseconds, text) => {
    expect(writeTime(milliseconds)).toBe(text);
  });
});
