/** What was solved and how long one held out; kept in the browser for all tabs. */
import { load, save } from '../game/storage';

interface Progress {
  /** The puzzles that were solved, each as its position. */
  solved: string[];
  /** Puzzles solved at the first try, one after the other: now, and at most. */
  streak: number;
  best: number;
  /** The plies of the longest defence, by the name of the proof. */
  longest: Record<string, number>;
}

const KEY = 'plywood.learn';

export function progress(): Progress {
  const kept = load<Progress>(KEY, { solved: [], streak: 0, best: 0, longest: {} });
  const count = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : 0);
  return {
    solved: Array.isArray(kept.solved) ? kept.solved.filter((one) => typeof one === 'string') : [],
    streak: count(kept.streak),
    best: count(kept.best),
    longest: typeof kept.longest === 'object' && kept.longest ? kept.longest : {}
  };
}

/** Notes an answer. Only one that was right at once counts for the streak. */
export function answered(position: string, right: boolean, first: boolean): void {
  const kept = progress();
  const streak = right ? (first ? kept.streak + 1 : kept.streak) : 0;
  const solved = right && !kept.solved.includes(position) ? [...kept.solved, position] : kept.solved;
  save(KEY, { ...kept, solved, streak, best: Math.max(kept.best, streak) });
}

/** The puzzles of a game begin anew. */
export function startAnew(positions: ReadonlySet<string>): void {
  const kept = progress();
  save(KEY, { ...kept, solved: kept.solved.filter((position) => !positions.has(position)) });
}

/** Notes how long somebody held out. */
export function heldOut(name: string, plies: number): void {
  const kept = progress();
  if (plies > (kept.longest[name] ?? 0)) save(KEY, { ...kept, longest: { ...kept.longest, [name]: plies } });
}
