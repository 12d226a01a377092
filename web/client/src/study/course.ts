/** What somebody is learning beside the board; it survives a reload with the game. */

export type Course = { kind: 'puzzles'; game: string } | { kind: 'proof'; name: string };

const KEY = 'plywood.course';

/** Keeps the course for this tab; `null` forgets it. */
export function keepCourse(course: Course | null): void {
  try {
    if (course) sessionStorage.setItem(KEY, JSON.stringify(course));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A full or forbidden storage only costs the reload.
  }
}

/** The course that was kept, if it has the form of one. */
export function keptCourse(): Course | null {
  try {
    const { kind, game, name } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    if (kind === 'puzzles' && typeof game === 'string') return { kind, game };
    return kind === 'proof' && typeof name === 'string' ? { kind, name } : null;
  } catch {
    return null;
  }
}
