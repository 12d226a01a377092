/** A game as the desk is asked about it: how it began, to which each request adds the plies since. */
import type { NewGame, Reason, Solved, State, StudyNode } from './contract';
import { ask, work, type Said } from './requests';

type Events = AsyncIterable<Said>;

/** How an engine is to think. */
export interface Search {
  engine: string;
  multipv?: number;
  time?: string;
  endless?: boolean;
}

export class Session {
  /** The name under which tables are kept from search to search. */
  private readonly memory = crypto.getRandomValues(new Uint32Array(4)).join('-');

  constructor(private readonly origin: NewGame) {}

  /** The state after these plies from the start. */
  show(moves: readonly string[]): Promise<State> {
    return ask('state', { line: this.line(moves) });
  }

  /** The state after as many of these plies as can be played. */
  showLeniently(moves: readonly string[]): Promise<State> {
    return ask('state', { line: this.line(moves), lenient: true });
  }

  /** The state after `text`, one ply or several, is played at the end of `moves`. */
  play(moves: readonly string[], text: string): Promise<State> {
    return this.show([...moves, text]);
  }

  /** Why no legal ply begins with these clicks after `moves`; `null` if one does. */
  async explain(moves: readonly string[], clicks: readonly string[]): Promise<Reason | null> {
    return (await ask<{ reason: Reason | null }>('explain', { line: this.line(moves), clicks })).reason;
  }

  /** The game up to `moves` as a record; `result` where the moves do not show it. */
  async record(moves: readonly string[], result: string | null): Promise<string> {
    return (await ask<{ text: string }>('record', { line: this.line(moves), result })).text;
  }

  /** The game with its variations as a record. */
  async study(nodes: readonly StudyNode[], tags: readonly [string, string][], result: string | null): Promise<string> {
    return (await ask<{ text: string }>('record', { line: this.line([]), nodes, tags, result })).text;
  }

  /** Who is proven to win after `moves`, as far as `nodes` nodes can prove it. */
  async solve(moves: readonly string[], nodes: number, signal: AbortSignal): Promise<Solved> {
    const events = await work('solve', { line: this.line(moves), nodes, memory: this.memory }, signal);
    for await (const { name, data } of events) if (name === 'solved') return JSON.parse(data) as Solved;
    return { winner: null, plies: null };
  }

  /** The events of a search of the position after `moves`. */
  search(moves: readonly string[], search: Search, signal: AbortSignal): Promise<Events> {
    return work('search', { line: this.line(moves), ...search, memory: this.memory }, signal);
  }

  /** The events of an evaluation of every position of `moves`. */
  graph(moves: readonly string[], nodes: number, signal: AbortSignal): Promise<Events> {
    return work('graph', { line: this.line(moves), nodes, memory: this.memory }, signal);
  }

  private line(moves: readonly string[]) {
    return { ...this.origin, moves };
  }
}
