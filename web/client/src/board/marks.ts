/** What is drawn over a board besides its pieces. */
import type { Motion, Side } from '../api/contract';

/** A move of a search's line from cell to cell. */
export interface Arrow {
  from: string;
  to: string;
  /** 1 for the first ply of the line. */
  ply: number;
  side: Side;
}

/** A stone of a search's line that is not on the board yet. */
export interface Ghost {
  cell: string;
  ply: number;
  side: Side;
}

export interface LineMarks {
  arrows: Arrow[];
  ghosts: Ghost[];
}

export const NO_MARKS: LineMarks = { arrows: [], ghosts: [] };

/** A ply of a line: who plays it, and its clicks. */
export interface MarkedPly {
  side: Side;
  clicks: string[];
  motions?: readonly Motion[];
}

/**
 * Draws the first `limit` plies of a line: two cells are an arrow, one is a ghost stone, none is nothing.
 * What the first ply does to other pieces is drawn as well; later ones begin on another board.
 */
export function lineMarks(line: readonly MarkedPly[], limit: number, isCell: (word: string) => boolean): LineMarks {
  const marks: LineMarks = { arrows: [], ghosts: [] };
  line.slice(0, limit).forEach(({ side, clicks, motions = [] }, index) => {
    const cells = clicks.filter(isCell);
    const [from, to] = [cells[0], cells[cells.length - 1]];
    if (from === undefined || to === undefined) return;
    if (cells.length > 1) marks.arrows.push({ from, to, ply: index + 1, side });
    else if (marks.ghosts.every(({ cell }) => cell !== from)) marks.ghosts.push({ cell: from, ply: index + 1, side });
    if (index === 0 && cells.length === 1) marks.arrows.push(...pushes(motions, side));
  });
  return marks;
}

/** The pieces that a ply moves from cell to cell besides the one that it puts down. */
function pushes(motions: readonly Motion[], side: Side): Arrow[] {
  return motions.flatMap(({ from, to }) => (from !== null && to !== null ? [{ from, to, ply: 1, side }] : []));
}
