import { describe, expect, it } from 'vitest';
import { holdsAll, readLink, writeLink, type SharedGame } from './link';

const GAMES: SharedGame[] = [
  { game: 'loa', rules: '', start: '', moves: [] },
  { game: 'loa', rules: 'size=6,connection=mover-wins', start: '', moves: ['b1-h1', 'c1xa3'] },
  { game: 'hex', rules: 'size=7x9', start: '7/7/3x3/7/7/7/7/7/7 o', moves: ['d4'] },
  { game: 'arimaa', rules: '', start: 'g [rrrrrrrr (..) &=#+,%]', moves: ['Ra2n', 'pass'] }
];

describe('a share link', () => {
  it.each(GAMES)('of $game $rules is read back as it was written', (shared) => {
    expect(readLink(writeLink(shared))).toEqual(shared);
  });

  it('is readable where the game is', () => {
    expect(writeLink(GAMES[1] as SharedGame)).toBe('#game=loa&rules=size=6%2Cconnection=mover-wins&moves=b1-h1,c1xa3');
  });

  it('survives what letters do to it', () => {
    expect(readLink('#game=hex&moves=a1,,b2&unknown=1&rubbish')).toEqual({
      game: 'hex',
      rules: '',
      start: '',
      moves: ['a1', 'b2']
    });
  });

  it('is none without a game, or with broken escapes', () => {
    expect(readLink('')).toBeNull();
    expect(readLink('#moves=a1')).toBeNull();
    expect(readLink('#game=%E0%A4%A')).toBeNull();
  });
});

describe('comments and marks in a link', () => {
  const shared: SharedGame = {
    game: 'hex',
    rules: '',
    start: '',
    moves: ['c3'],
    notes: [
      { ply: 0, comment: 'Look, here & there:\n100 %', marks: [] },
      {
        ply: 1,
        comment: '',
        marks: [
          { kind: 'arrow', cell: 'c3', more: 'd4' },
          { kind: 'label', cell: 'a1', more: 'v. 2, say' }
        ]
      }
    ]
  };

  it('are read as they were written', () => {
    expect(readLink(writeLink(shared))).toEqual(shared);
    expect(holdsAll(shared)).toBe(true);
  });

  it('are left out where there is no room, and that is told', () => {
    const long = {
      ...shared,
      notes: [{ ply: 0, comment: 'x'.repeat(7000), marks: [] }, ...(shared.notes ?? []).slice(1)]
    };
    expect(writeLink(long).length).toBeLessThan(300);
    expect(holdsAll(long)).toBe(false);
  });

  it('that nobody could have written are nothing', () => {
    const read = readLink('#game=hex&mark1=circle,huge.c3,cross.d4,.&say99999=x&say2=%41');
    expect(read?.notes).toEqual([
      { ply: 1, comment: '', marks: [{ kind: 'cross', cell: 'd4', more: '' }] },
      { ply: 2, comment: 'A', marks: [] }
    ]);
  });
});
