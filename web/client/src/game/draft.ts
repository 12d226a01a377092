/**
 * A setup in the making.
 *
 * Where a side sets up its pieces, the server takes them in a fixed order of cells; people put them down in
 * any order and change their minds. The draft is kept here until it is whole.
 */
import type { BoardView, Choice, Piece, TrayPiece } from '../api/contract';
import { say } from '../words/words.svelte';

/** What lies on which cell: the click of a piece of the tray. */
export type Draft = Readonly<Record<string, string>>;

export function trayPiece(board: BoardView, click: string): TrayPiece | undefined {
  return board.tray.find((piece) => piece.click === click);
}

/** How many of each piece are still in the tray. */
export function remaining(board: BoardView, draft: Draft): TrayPiece[] {
  const placed = Object.values(draft);
  return board.tray.map((piece) => ({
    ...piece,
    count: piece.count - placed.filter((click) => click === piece.click).length
  }));
}

export function isWhole(board: BoardView, draft: Draft): boolean {
  return board.fill.length > 0 && board.fill.every((cell) => draft[cell] !== undefined);
}

/** Puts a piece out of the tray on a cell; one that lay there goes back. */
export function put(board: BoardView, draft: Draft, click: string, cell: string): Draft {
  const left = remaining(board, draft).find((piece) => piece.click === click)?.count ?? 0;
  if (!board.fill.includes(cell) || left < 1) return draft;
  return { ...draft, [cell]: click };
}

/** Moves what lies on one cell to another; two pieces change places. */
export function move(board: BoardView, draft: Draft, from: string, to: string): Draft {
  if (!board.fill.includes(to) || from === to) return draft;
  return without({ ...draft, [from]: draft[to], [to]: draft[from] });
}

export function takeOff(draft: Draft, cell: string): Draft {
  return without({ ...draft, [cell]: undefined });
}

/** What a click does to a setup: the draft and what is in hand after it, or why it does nothing. */
export interface Arranged {
  draft: Draft;
  held: string | null;
  refusal: string | null;
}

/**
 * A click while pieces are set up: out of the tray, onto a cell, from cell to cell. `held` is a click of the
 * tray or a cell.
 */
export function arrange(board: BoardView, draft: Draft, held: string | null, word: string): Arranged {
  const then = (after: Draft, hand: string | null = null): Arranged => ({ draft: after, held: hand, refusal: null });
  const refused = (refusal: string): Arranged => ({ draft, held, refusal });
  if (word === held) return then(takeOff(draft, word));
  if (trayPiece(board, word)) return then(draft, word);
  if (!board.fill.includes(word)) return refused(say('setup.squares'));
  if (held === null) return draft[word] ? then(draft, word) : refused(say('setup.chooseFirst'));
  if (draft[held]) return then(move(board, draft, held, word));
  const after = put(board, draft, held, word);
  const left = remaining(board, after).find((piece) => piece.click === held)?.count ?? 0;
  return then(after, left > 0 ? held : null);
}

/**
 * Fills the empty cells with the pieces that are left, in an order that `random` (0 up to, not including, 1)
 * decides.
 */
export function fillAtRandom(board: BoardView, draft: Draft, random: () => number): Draft {
  const left = remaining(board, draft).flatMap(({ click, count }) =>
    Array<string | null>(Math.max(0, count)).fill(click)
  );
  const filled: Record<string, string> = { ...draft };
  for (const cell of board.fill.filter((name) => draft[name] === undefined)) {
    const [click] = left.splice(Math.floor(random() * left.length), 1);
    if (click) filled[cell] = click;
  }
  return filled;
}

/** The pieces of the draft, to be drawn with those of the board. */
export function drawn(board: BoardView, draft: Draft): Piece[] {
  return Object.entries(draft).flatMap(([cell, click]) => {
    const piece = trayPiece(board, click);
    return piece ? [{ cell, kind: piece.kind, side: piece.side }] : [];
  });
}

/** The ply that puts the draft's piece on the next cell to fill. */
export function nextPly(board: BoardView, draft: Draft, choices: readonly Choice[]): Choice | undefined {
  const cell = board.fill[0];
  if (cell === undefined) return undefined;
  return choices.find((choice) => choice.clicks[0] === draft[cell] && choice.clicks[1] === cell);
}

function without(draft: Record<string, string | undefined>): Draft {
  return Object.fromEntries(Object.entries(draft).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
