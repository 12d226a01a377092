/**
 * From clicks to moves.
 *
 * The server lists every legal ply with the clicks that make it. What may be clicked next is then a question
 * of prefixes, the same for every game: a stone on a cell, a man from here to there, a piece out of the tray,
 * a word on a button.
 */
import type { Choice } from '../api/contract';

export interface Narrowed {
  /** The choices that begin with the clicks so far. */
  open: Choice[];
  /** The words that may follow, each with the choices that it leaves open. */
  next: Map<string, Choice[]>;
  /** The choice that the clicks so far spell out, if they do. */
  complete: Choice | null;
}

export function narrow(choices: readonly Choice[], clicked: readonly string[]): Narrowed {
  const open = choices.filter((choice) => clicked.every((word, index) => choice.clicks[index] === word));
  const next = new Map<string, Choice[]>();
  let complete: Choice | null = null;
  for (const choice of open) {
    const word = choice.clicks[clicked.length];
    if (word === undefined) {
      complete = choice;
    } else {
      next.set(word, [...(next.get(word) ?? []), choice]);
    }
  }
  return { open, next, complete };
}

/** What a click leads to. */
export type Clicked =
  | { kind: 'play'; choice: Choice }
  | { kind: 'select'; clicked: string[] }
  | { kind: 'clear' }
  | { kind: 'refused'; clicks: string[] };

/**
 * What a click on `word` means after the clicks so far: it continues them, takes them back (a second click on
 * the last one), begins another move, or is refused.
 */
export function click(choices: readonly Choice[], clicked: readonly string[], word: string): Clicked {
  if (clicked.length > 0 && clicked[clicked.length - 1] === word && !narrow(choices, clicked).next.has(word)) {
    return { kind: 'clear' };
  }
  const longer = [...clicked, word];
  const continued = settle(choices, longer);
  if (continued) return continued;
  const afresh = clicked.length > 0 ? settle(choices, [word]) : null;
  // A single click that is a whole move must not be played by a slip of the hand in the middle of another.
  if (afresh && afresh.kind === 'select') return afresh;
  return { kind: 'refused', clicks: longer };
}

function settle(choices: readonly Choice[], clicked: string[]): Clicked | null {
  const { open, next, complete } = narrow(choices, clicked);
  if (open.length === 0) return null;
  if (complete && next.size === 0) return { kind: 'play', choice: complete };
  return { kind: 'select', clicked };
}

/**
 * The words that begin a move and are no cells and no pieces of the tray: they stand on buttons, with their
 * labels.
 */
export function buttons(choices: readonly Choice[], isPlace: (word: string) => boolean): Choice[] {
  return choices.filter((choice) => choice.clicks.length === 1 && !isPlace(choice.clicks[0] ?? ''));
}

/** The cells of a ply in the order of its clicks. */
export function cellsOf(clicks: readonly string[], isCell: (word: string) => boolean): string[] {
  return clicks.filter(isCell);
}
