/** Whether an answer to a puzzle is right, by a proof made in the page: any turn that solves it counts. */
import type { Side } from '../api/contract';
import type { Session } from '../api/session';
import { other } from '../game/players';

export type Goal = 'win' | 'parry';

export interface Verdict {
  is: 'right' | 'wrong' | 'open';
  /** How soon the win comes, where that is known. */
  plies: number | null;
}

/**
 * The nodes that a proof is given, by the game: the puzzles are chosen so that these prove their solutions.
 */
const NODES: Record<string, number> = { loa: 100_000, gekitai: 100_000, hex: 6_000, arimaa: 20_000 };

/** Judges the position after `line`, which a turn of `side` has led to. */
export async function judge(
  session: Session,
  game: string,
  goal: Goal,
  side: Side,
  line: readonly string[],
  signal: AbortSignal
): Promise<Verdict> {
  const { winner, plies } = await session.solve(line, NODES[game] ?? 10_000, signal);
  return { is: verdict(goal, side, winner), plies };
}

/** What a proof makes of an answer: to win it must be proven, to parry the opponent's win must not be. */
export function verdict(goal: Goal, side: Side, winner: Side | null): Verdict['is'] {
  if (winner === other(side)) return 'wrong';
  return goal === 'parry' || winner === side ? 'right' : 'open';
}
