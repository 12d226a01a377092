/** Scores for people: always from the first player's side, so that a graph does not jump with every move. */
import type { Score, Side } from '../api/contract';
import { say, writeNumber, writePercent } from '../words/words.svelte';

/** `+35` is good for the first player; a certain result says who wins and how soon. */
export function writeScore(score: Score, mover: Side, players: readonly [string, string]): string {
  if (score.kind === 'value') {
    const value = mover === 'first' ? score.value : -score.value;
    return value > 0 ? `+${value}` : `${value}`.replace('-', '\u2212');
  }
  const wins = (score.kind === 'win') === (mover === 'first') ? players[0] : players[1];
  return score.plies === null
    ? say('score.wins', { player: wins })
    : say('score.winsIn', { player: wins, plies: score.plies });
}

/**
 * A chance to win, from -1 to 1 for the first player, as people read it: the side that stands better, and its
 * chance.
 */
export function writeChance(bar: number, players: readonly [string, string]): string {
  const percent = Math.round(50 + 50 * Math.abs(bar));
  if (percent === 50) return say('score.even');
  return say('score.chance', { player: players[bar > 0 ? 0 : 1], percent: writePercent(percent / 100) });
}

/** A number of nodes as people read it: `12.3k`, `4.56M`. */
export function writeCount(count: number): string {
  if (count < 1000) return `${count}`;
  if (count < 1_000_000) return `${writeNumber(count / 1000, count < 100_000 ? 1 : 0)}k`;
  if (count < 1_000_000_000) return `${writeNumber(count / 1_000_000, 2)}M`;
  return `${writeNumber(count / 1_000_000_000, 2)}G`;
}
