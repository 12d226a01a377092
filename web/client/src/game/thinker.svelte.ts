/** An engine at work for one game: what it says while it thinks, and its move. */
import type { Best, Iteration, NewGame } from '../api/contract';
import { isAbort, Refused } from '../api/requests';
import { Session } from '../api/session';

export class Thinker {
  thinking = $state(false);
  /** What was said last. */
  iteration = $state.raw<Iteration | null>(null);

  private controller: AbortController | null = null;
  private session: Session | null = null;
  private origin = '';

  /** The session to search in; another game has another. */
  sessionFor(origin: NewGame): Session {
    const name = JSON.stringify(origin);
    if (!this.session || this.origin !== name) {
      this.session = new Session(origin);
      this.origin = name;
    }
    return this.session;
  }

  /** The engine's choice after `line`; `null` if it was stopped. A search under way is ended. */
  async think(session: Session, line: readonly string[], engine: string, time: string | null): Promise<Best | null> {
    this.stop();
    const controller = new AbortController();
    this.controller = controller;
    this.thinking = true;
    this.iteration = null;
    try {
      const search = { engine, ...(time ? { time } : {}) };
      return await this.listen(await session.search(line, search, controller.signal), controller);
    } catch (error) {
      if (isAbort(error)) return null;
      throw error;
    } finally {
      if (this.controller === controller) {
        this.thinking = false;
        this.controller = null;
      }
    }
  }

  /** Ends the search. */
  stop(): void {
    this.controller?.abort();
    this.controller = null;
    this.thinking = false;
  }

  /** Ends the search and the session. */
  close(): void {
    this.stop();
    this.session = null;
  }

  private async listen(events: AsyncIterable<{ name: string; data: string }>, controller: AbortController) {
    for await (const { name, data } of events) {
      if (controller.signal.aborted) return null;
      if (name === 'iteration') this.iteration = JSON.parse(data) as Iteration;
      if (name === 'best') {
        const best = JSON.parse(data) as Best;
        this.iteration = best;
        return best;
      }
      if (name === 'error') throw Refused.of(500, data);
    }
    return null;
  }
}
