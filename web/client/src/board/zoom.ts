/** How far a board is enlarged, and which part of it is seen. */

const MOST = 4;

export function clampZoom(zoom: number): number {
  return Math.min(MOST, Math.max(1, zoom));
}

/**
 * Where to scroll so that what lay at `at`, seen from the edge of the frame, lies there still after a change
 * of the zoom.
 */
export function scrollFor(scrolled: number, at: number, before: number, after: number): number {
  return ((scrolled + at) * after) / before - at;
}

/** How far two fingers are apart, and the middle between them. */
export function pinch([a, b]: readonly [Finger, Finger]): { apart: number; x: number; y: number } {
  const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  return { apart, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}

interface Finger {
  clientX: number;
  clientY: number;
}
