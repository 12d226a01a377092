/**
 * The share link: a game in the part of the address behind the `#`.
 *
 * `#game=loa&rules=size=6&start=...&moves=b1-h1,a7-c5` names the game, its rules, the position it began with
 * where that is not the usual one, and the moves up to the one shown. Everything is percent-encoded where it
 * must be, and nothing else, so that people can read what they send. Comments and marks follow, see
 * `sharedNotes.ts`.
 *
 * A link holds one line on purpose: it says "look at this", it stays short enough for letters and chats, and
 * people can read it. A game with its branches goes as a record in SGF, which this page and others read back
 * whole.
 */
import { readNotes, writeNotes, type SharedNotes } from './sharedNotes';

export interface SharedGame {
  game: string;
  rules: string;
  start: string;
  moves: string[];
  /** What is said of the positions of the line. */
  notes?: SharedNotes[];
}

export function writeLink(shared: SharedGame): string {
  const parts = [`game=${encode(shared.game)}`];
  if (shared.rules) parts.push(`rules=${encode(shared.rules)}`);
  if (shared.start) parts.push(`start=${encode(shared.start)}`);
  if (shared.moves.length > 0) parts.push(`moves=${shared.moves.map(encode).join(',')}`);
  parts.push(...writeNotes(shared.notes ?? [], encode).parts);
  return `#${parts.join('&')}`;
}

/** Whether a link has room for all notes of a game. */
export function holdsAll(shared: SharedGame): boolean {
  return writeNotes(shared.notes ?? [], encode).whole;
}

/** The game of a link; `null` where the address holds none. */
export function readLink(hash: string): SharedGame | null {
  const notes: SharedNotes[] = [];
  const shared: SharedGame = { game: '', rules: '', start: '', moves: [] };
  for (const part of hash.replace(/^#/, '').split('&')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const [name, value] = [part.slice(0, equals), part.slice(equals + 1)];
    const text = decode(value);
    if (text === null) return null;
    if (readNotes(notes, name, value, decode)) continue;
    if (name === 'game') shared.game = text;
    else if (name === 'rules') shared.rules = text;
    else if (name === 'start') shared.start = text;
    else if (name === 'moves')
      shared.moves = value
        .split(',')
        .map((move) => decode(move) ?? '')
        .filter(Boolean);
  }
  if (notes.length > 0) shared.notes = notes;
  return shared.game ? shared : null;
}

export function sameGame(a: SharedGame, b: SharedGame): boolean {
  return writeLink(a) === writeLink(b);
}

/** Commas part the moves; blanks become `+`, which survives being pasted into a letter. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%20/g, '+').replace(/%3D/g, '=').replace(/%2F/g, '/').replace(/%3A/g, ':');
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/\+/g, '%20'));
  } catch {
    return null;
  }
}
