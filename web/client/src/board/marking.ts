/**
 * Marks of one's own on a board: the right button, a long press of a finger, or the key M marks a cell; the
 * right button or the finger moved on to another cell draws an arrow. With Shift the mark is a cross.
 */
import type { MarkKind } from '../api/contract';

/** What is to be done when a cell was marked; `to` is where an arrow ends. */
export type OnMark = (kind: MarkKind, cell: string, to?: string) => void;

/** A finger that rests so long means a mark. Milliseconds. */
const LONG = 500;
/** A finger that rests may tremble so far. Pixels. */
const STILL = 8;

const cellAt = (target: EventTarget | Element | null): string | null =>
  target instanceof Element ? (target.closest('[data-cell]')?.getAttribute('data-cell') ?? null) : null;

/** Watches a board, as an action of Svelte. */
export function marking(board: SVGSVGElement, onmark: OnMark | undefined) {
  let from: string | null = null;
  let swallows = false;
  let wait: ReturnType<typeof setTimeout> | undefined;
  let touched = { x: 0, y: 0 };

  const down = (event: PointerEvent) => {
    const cell = cellAt(event.target);
    if (!onmark || !cell) return;
    if (event.pointerType === 'mouse') {
      if (event.button === 2) from = cell;
    } else if (event.isPrimary) {
      touched = { x: event.clientX, y: event.clientY };
      wait = setTimeout(() => {
        from = cell;
        swallows = true;
      }, LONG);
    } else {
      give();
    }
  };
  const move = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - touched.x, event.clientY - touched.y) > STILL) clearTimeout(wait);
  };
  const up = (event: PointerEvent) => {
    clearTimeout(wait);
    const to = cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (from && to === from) onmark?.(event.shiftKey ? 'cross' : 'circle', from);
    else if (from && to) onmark?.('arrow', from, to);
    from = null;
  };
  const give = () => {
    clearTimeout(wait);
    from = null;
  };
  /** The click that a browser sends after a long press is not one. */
  const click = (event: MouseEvent) => {
    if (swallows) event.stopPropagation();
    swallows = false;
  };
  const menu = (event: Event) => {
    if (onmark && cellAt(event.target)) event.preventDefault();
  };
  const key = (event: KeyboardEvent) => {
    const cell = cellAt(event.target);
    if (!onmark || !cell || event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    onmark(event.shiftKey ? 'cross' : 'circle', cell);
  };
  /** While an arrow is drawn with a finger, the page stays. */
  const touch = (event: TouchEvent) => {
    if (from) event.preventDefault();
  };

  board.addEventListener('pointerdown', down);
  board.addEventListener('click', click, true);
  board.addEventListener('contextmenu', menu);
  board.addEventListener('keydown', key);
  board.addEventListener('touchmove', touch, { passive: false });
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', give);
  return {
    update: (other: OnMark | undefined) => (onmark = other),
    destroy() {
      give();
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', give);
    }
  };
}
