/**
 * A game on the server, that survives the server.
 *
 * The client has its own copy of every game. A session that the server has forgotten, because it was restarted or nobody asked for
 * long, is made again from that copy, and what was asked is asked once more. Requests of one session go out one after the other.
 */
import type { NewSession, State } from './contract';
import type { ServerEvent } from './events';
import { farewell, openStream, Refused, request, requestText } from './requests';

type Events = AsyncIterable<ServerEvent>;

export class Session {
  private id: string | null = null;
  /** The plies that the server's session holds. */
  private line: string[] = [];
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly origin: NewSession) {}

  /** The state after these plies from the start. */
  show(line: readonly string[]): Promise<State> {
    return this.inTurn(() =>
      this.id === null
        ? this.create(line)
        : this.orAgain(
            () => this.put(line),
            () => this.create(line)
          )
    );
  }

  /** The state after `text`, one ply or several, is played at the end of `line`. */
  play(line: readonly string[], text: string): Promise<State> {
    return this.after(line, (path) => this.took(request<State>('POST', `${path}/moves`, { text })));
  }

  /** Why no legal ply begins with these clicks after `line`; `null` if one does. */
  async explain(line: readonly string[], clicks: readonly string[]): Promise<string | null> {
    const ask = (path: string) => request<{ reason: string | null }>('POST', `${path}/explain`, { clicks });
    return (await this.after(line, ask)).reason;
  }

  /** The game up to `line` as a record; `result` where the moves do not show it. */
  record(line: readonly string[], result: string | null): Promise<string> {
    const query = result ? `?result=${encodeURIComponent(result)}` : '';
    return this.after(line, (path) => requestText(`${path}/record${query}`));
  }

  /** The events of a search of the position after `line`. */
  search(line: readonly string[], query: URLSearchParams, signal: AbortSignal): Promise<Events> {
    return this.after(line, (path) => openStream(`${path}/search?${query}`, signal));
  }

  /** The events of an evaluation of every position of `line`. */
  graph(line: readonly string[], nodes: number, signal: AbortSignal): Promise<Events> {
    return this.after(line, (path) => openStream(`${path}/graph?nodes=${nodes}`, signal));
  }

  /** Ends the session on the server. */
  close(): void {
    if (this.id !== null) farewell(`sessions/${this.id}`);
    this.id = null;
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.queue.then(task);
    this.queue = done.catch(() => {});
    return done;
  }

  /** Asks something of the session when it holds `line`. */
  private after<T>(line: readonly string[], ask: (path: string) => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      if (this.id === null) await this.create(line);
      const asked = async () => {
        if (!equal(this.line, line)) await this.put(line);
        return ask(`sessions/${this.id}`);
      };
      return this.orAgain(asked, async () => {
        await this.create(line);
        return ask(`sessions/${this.id}`);
      });
    });
  }

  private create(line: readonly string[]): Promise<State> {
    return this.took(request<State>('POST', 'sessions', { ...this.origin, moves: line }));
  }

  private put(line: readonly string[]): Promise<State> {
    return this.took(request<State>('PUT', `sessions/${this.id}/line`, { moves: line }));
  }

  private async took(answer: Promise<State>): Promise<State> {
    const state = await answer;
    this.id = state.id;
    this.line = state.moves.map((move) => move.text);
    return state;
  }

  private async orAgain<T>(ask: () => Promise<T>, again: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused && error.status === 404)) throw error;
      this.id = null;
      return again();
    }
  }
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
