/**
 * Movements of pieces that leave the board. Who asked the system for less motion sees them vanish at once.
 */
import type { TransitionConfig } from 'svelte/transition';
import type { Point } from './geometry';

export const stillness = () =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A piece goes `by` some way and fades. */
export function motion(element: Element, { by }: { by: Point }): TransitionConfig {
  const start = (element as SVGElement).style.transform;
  return {
    duration: stillness() ? 0 : 260,
    css: (t, u) => `transform: ${start} translate(${by.x * u}px, ${by.y * u}px); opacity: ${t * t}`
  };
}
