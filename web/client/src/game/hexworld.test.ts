import { describe, expect, it } from 'vitest';
import { readHexWorld, writeHexWorld } from './hexworld';

describe('a link of HexWorld', () => {
  it.each([
    ['https://hexworld.org/board/#11,a2:sf6e7', 'size=11,swap=pieces', ['a2', 'swap-pieces', 'f6', 'e7']],
    ['see hexworld.org/board/#5nc1,c3d2:rb', 'size=5,swap=pieces', ['c3', 'd2']],
    ['https://hexworld.org/board/#7x9,a1g9', 'size=7x9', ['a1', 'g9']],
    ['https://hexworld.org/board/#13', 'size=13,swap=pieces', []]
  ])('%s is read', (text, rules, moves) => {
    expect(readHexWorld(text)).toEqual({ rules, moves });
  });

  it('is not seen where there is none', () => {
    expect(readHexWorld('(;FF[4]GM[11]SZ[5];B[c3])')).toBeNull();
  });

  it('is written so that it is read back', () => {
    const link = writeHexWorld('size=7,swap=pieces', ['a2', 'swap-pieces', 'd4']);
    expect(readHexWorld(link ?? '')).toEqual({ rules: 'size=7,swap=pieces', moves: ['a2', 'swap-pieces', 'd4'] });
    expect(writeHexWorld('size=7,swap=sides', ['a2', 'swap-sides'])).toBeNull();
  });
});
