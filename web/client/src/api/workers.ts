/**
 * The desk in workers of this page: one that answers, and one for each search, so that a click never waits
 * for an engine.
 *
 * A search is stopped through memory shared with its worker, where the host's headers allow that; its tables
 * are then there for the next search of the same name. Elsewhere its worker is ended, and the tables with it.
 */
import { Refused, Unreachable } from './refusals';
import { failure, type Begin, type Reply, type Request } from './messages';
import type { Home, Said } from './requests';

/** Workers for searches at a time: a game, its analysis, a graph. */
const MOST = 3;

type Listener = (reply: Reply) => void;

/** A worker, and who waits for what it says. */
class Helper {
  busy = 0;
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly stop = typeof SharedArrayBuffer === 'undefined' ? null : new SharedArrayBuffer(4);
  private readonly listeners = new Map<number, Listener>();
  private last = 0;

  constructor(module: WebAssembly.Module) {
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.listeners.get(data.id)?.(data);
    this.worker.onerror = () => this.end();
    this.worker.postMessage({ module, stop: this.stop } satisfies Begin);
  }

  send(operation: string, body: unknown, listener: Listener): number {
    const id = ++this.last;
    this.busy += 1;
    this.listeners.set(id, (reply) => {
      if (reply.kind === 'answer') this.forget(id);
      listener(reply);
    });
    this.worker.postMessage({ id, operation, body: JSON.stringify(body) } satisfies Request);
    return id;
  }

  /** Ends this request and those before it. Whether the worker lives on. */
  halt(id: number): boolean {
    if (!this.stop) {
      this.end();
      return false;
    }
    Atomics.store(new Int32Array(this.stop), 0, id);
    return true;
  }

  end(): void {
    this.worker.terminate();
    const body = JSON.stringify(failure('engine-ended', ''));
    for (const [id, listener] of [...this.listeners]) listener({ id, kind: 'answer', status: 500, body });
  }

  private forget(id: number): void {
    this.busy -= 1;
    this.listeners.delete(id);
  }
}

export class Workers implements Home {
  private readonly module = compile();
  private first: Helper | null = null;
  /** By the names of their searches, the one used longest ago first. */
  private readonly searching = new Map<string, Helper>();

  async ask<T>(operation: string, body: unknown): Promise<T> {
    this.first ??= new Helper(await this.module);
    const helper = this.first;
    return new Promise((resolve, reject) => {
      helper.send(operation, body, (reply) => {
        if (reply.kind !== 'answer') return;
        if (reply.status === 200) resolve(JSON.parse(reply.body) as T);
        else reject(Refused.of(reply.status, reply.body));
      });
    });
  }

  async work(operation: string, body: unknown, signal: AbortSignal): Promise<AsyncIterable<Said>> {
    const module = await this.module;
    signal.throwIfAborted();
    const { memory = '' } = body as { memory?: string };
    const name = `${operation} ${memory}`;
    const helper = this.helper(name, module);
    return listen(helper, operation, body, signal, () => this.searching.delete(name));
  }

  private helper(name: string, module: WebAssembly.Module): Helper {
    const helper = this.searching.get(name) ?? new Helper(module);
    this.searching.delete(name);
    this.searching.set(name, helper);
    for (const [other, idle] of [...this.searching].slice(0, -1)) {
      if (this.searching.size <= MOST) break;
      if (idle.busy > 0) continue;
      idle.end();
      this.searching.delete(other);
    }
    return helper;
  }
}

async function compile(): Promise<WebAssembly.Module> {
  const file = fetch(new URL('./plywood.wasm', document.baseURI));
  try {
    return await WebAssembly.compileStreaming(file);
  } catch {
    // Some hosts send the file under another type, which streaming refuses.
    const again = await fetch(new URL('./plywood.wasm', document.baseURI)).catch(() => {
      throw new Unreachable();
    });
    return WebAssembly.compile(await again.arrayBuffer());
  }
}

/** What work says, until it ends or nobody listens any more. */
async function* listen(
  helper: Helper,
  operation: string,
  body: unknown,
  signal: AbortSignal,
  gone: () => void
): AsyncGenerator<Said> {
  const waiting: Reply[] = [];
  let wake = () => {};
  let done = false;
  const id = helper.send(operation, body, (reply) => {
    waiting.push(reply);
    wake();
  });
  const halt = () => {
    if (!done && !helper.halt(id)) gone();
    done = true;
    wake();
  };
  signal.addEventListener('abort', halt);
  try {
    for (;;) {
      signal.throwIfAborted();
      const reply = waiting.shift();
      if (!reply) await new Promise<void>((resolve) => (wake = resolve));
      else if (reply.kind === 'said') yield reply;
      else if (reply.status === 200) return;
      else throw Refused.of(reply.status, reply.body);
    }
  } finally {
    signal.removeEventListener('abort', halt);
    if (!done && helper.busy > 0) halt();
  }
}
