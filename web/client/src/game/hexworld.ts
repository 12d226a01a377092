/**
 * Links of HexWorld, where players of Hex keep and share their games.
 *
 * The part behind the `#` is the size of the board, as `11` or `7x9`, with letters for how it is shown, a
 * comma, and the moves without anything between them: cells, and after a colon `s` for a swap of pieces; a
 * pass or a resignation ends what is read.
 */
export interface HexWorldGame {
  rules: string;
  moves: string[];
}

const LINK = /hexworld\.org\/board\/?#(\d+)(?:x(\d+))?[a-z0-9]*(?:,([^,\s]*))?/i;

/** The game of such a link; `null` where the text has none. */
export function readHexWorld(text: string): HexWorldGame | null {
  const [, columns, rows = columns, line = ''] = LINK.exec(text) ?? [];
  if (columns === undefined) return null;
  const words = line.match(/[a-z]\d+|:(?:s|p|[rf][bw])/g) ?? [];
  const moves: string[] = [];
  for (const word of words) {
    if (word.startsWith(':s')) moves.push('swap-pieces');
    else if (word.startsWith(':')) break;
    else moves.push(word);
  }
  const size = columns === rows ? columns : `${columns}x${rows}`;
  // Only a square board can be swapped by its pieces.
  return { rules: columns === rows ? `size=${size},swap=pieces` : `size=${size}`, moves };
}

/** The link that shows this game there; `null` where it cannot hold it. */
export function writeHexWorld(rules: string, moves: readonly string[]): string | null {
  const size = /size=(\d+(?:x\d+)?)/.exec(rules)?.[1] ?? '11';
  const words = moves.map((move) => (move === 'swap-pieces' ? ':s' : /^[a-z]\d+$/.test(move) ? move : null));
  return words.includes(null) ? null : `https://hexworld.org/board/#${size},${words.join('')}`;
}
