import { describe, expect, it } from 'vitest';
import { clampZoom, pinch, scrollFor } from './zoom';

describe('a zoom', () => {
  it('stays between the whole board and four times its size', () => {
    expect([0.5, 1.5, 9].map(clampZoom)).toEqual([1, 1.5, 4]);
  });

  it('keeps what lies under the fingers there', () => {
    // 100 pixels into the frame lies what is 150 pixels into the board; twice as large, it is 300 pixels in.
    expect(scrollFor(50, 100, 1, 2)).toBe(200);
    expect(scrollFor(200, 100, 2, 1)).toBe(50);
  });

  it('follows two fingers', () => {
    const fingers = [
      { clientX: 10, clientY: 10 },
      { clientX: 40, clientY: 50 }
    ] as const;
    expect(pinch(fingers)).toEqual({ apart: 50, x: 25, y: 30 });
  });
});
