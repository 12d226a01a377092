/** Scores for people: always from the first player's side, so that a graph does not jump with every move. */
import type { Score, Side } from '../api/contract';

/** `+35` is good for the first player; a certain result says who wins and how soon. */
export function writeScore(score: Score, mover: Side, players: readonly [string, string]): string {
  if (score.kind === 'value') {
    const value = mover === 'first' ? score.value : -score.value;
    return value > 0 ? `+${value}` : `${value}`.replace('-', '\u2212');
  }
  const wins = (score.kind === 'win') === (mover === 'first') ? players[0] : players[1];
  return score.plies === null ? `${wins} wins` : `${wins} wins in ${score.plies}`;
}

/** A chance to win, from -1 to 1 for the first player, as people read it: the side that stands better, and its chance. */
export function writeChance(bar: number, players: readonly [string, string]): string {
  const percent = Math.round(50 + 50 * Math.abs(bar));
  return percent === 50 ? 'Even' : `${players[bar > 0 ? 0 : 1]} ${percent} %`;
}

/** A number of nodes as people read it: `12.3k`, `4.56M`. */
export function writeCount(count: number): string {
  if (count < 1000) return `${count}`;
  if (count < 1_000_000) return `${(count / 1000).toFixed(count < 100_000 ? 1 : 0)}k`;
  if (count < 1_000_000_000) return `${(count / 1_000_000).toFixed(2)}M`;
  return `${(count / 1_000_000_000).toFixed(2)}G`;
}
