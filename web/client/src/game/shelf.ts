/**
 * The games that are kept between visits: whole, with branches and clocks, so that each can be taken up
 * again.
 *
 * They lie in the browser's storage, the one changed last first, and go out and come in as one file.
 */
import { checkMatch, type SavedMatch } from './storage';

/** A game on the shelf. */
export interface KeptGame {
  id: string;
  /** When it was changed last, in milliseconds since 1970. */
  changed: number;
  match: SavedMatch;
}

/** More games than this are not kept; the oldest go. */
const MOST = 100;
const KEY = 'plywood.games';
const FORM = 'plywood games';

/** The shelf with a game put on it, first; an older state of the same game gives way. */
export function putOn(shelf: readonly KeptGame[], game: KeptGame): KeptGame[] {
  return [game, ...shelf.filter(({ id }) => id !== game.id)].slice(0, MOST);
}

/** The games of two shelves, the one changed last first. */
export function joined(shelf: readonly KeptGame[], more: readonly KeptGame[]): KeptGame[] {
  const byId = new Map<string, KeptGame>();
  for (const game of [...shelf, ...more]) {
    if (game.changed >= (byId.get(game.id)?.changed ?? 0)) byId.set(game.id, game);
  }
  return [...byId.values()].sort((a, b) => b.changed - a.changed).slice(0, MOST);
}

/** The games of a text that {@link write} wrote, or some version of this page; anything else is left out. */
export function read(text: string): KeptGame[] {
  try {
    const { form, games } = JSON.parse(text) as { form?: unknown; games?: unknown };
    return form === FORM && Array.isArray(games) ? games.flatMap(asGame).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function write(games: readonly KeptGame[]): string {
  return JSON.stringify({ form: FORM, games });
}

function asGame(value: unknown): KeptGame[] {
  const { id, changed, match } = (value ?? {}) as Partial<KeptGame>;
  const checked = checkMatch(match);
  return typeof id === 'string' && typeof changed === 'number' && checked ? [{ id, changed, match: checked }] : [];
}

export function loadShelf(): KeptGame[] {
  try {
    return read(localStorage.getItem(KEY) ?? '');
  } catch {
    return [];
  }
}

/** Keeps the shelf; where the storage is too small, as many of its games as fit. */
export function saveShelf(shelf: readonly KeptGame[]): void {
  for (let kept = shelf.length; kept > 0; kept = Math.floor(kept / 2)) {
    try {
      localStorage.setItem(KEY, write(shelf.slice(0, kept)));
      return;
    } catch {
      // Too much, or forbidden: fewer are tried, down to none.
    }
  }
  if (shelf.length === 0) forget();
}

function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}
