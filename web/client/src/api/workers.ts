/**
 * The desk in workers of this page: one that answers, and one for each search, so that a click never waits
 * for an engine.
 *
 * A search is stopped through memory shared with its worker, where the host's headers allow that; its tables
 * are then there for the next search of the same name. Elsewhere its worker is ended, and the tables with it.
 * Shared memory also lets a search have threads: more workers on the memory of its own.
 */
import { crew, threadsOf, type Crew } from './crew';
import { Refused, Unreachable } from './refusals';
import { failure, type Begin, type Join, type Reply, type Request } from './messages';
import type { Home, Said } from './requests';

/** Workers for searches at a time: a game, its analysis, a graph. */
const MOST = 3;

type Listener = (reply: Reply) => void;

/** The engines, and the threads that a search of theirs may have. */
interface Engines {
  module: WebAssembly.Module;
  threads: number;
}

const ENDED = JSON.stringify(failure('engine-ended', ''));

const begun = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** A worker, and who waits for what it says. */
class Helper {
  busy = 0;
  /** Whether it has ended, and answers no more. */
  ended = false;
  private readonly worker = begun();
  private readonly stop = typeof SharedArrayBuffer === 'undefined' ? null : new SharedArrayBuffer(4);
  private readonly crew: Crew | null;
  /** The workers that run its threads, and when they are ready for that. */
  private readonly mates: { worker: Worker; ready: Promise<void> }[] = [];
  private readonly listeners = new Map<number, Listener>();
  private last = 0;
  private leave = () => {};
  private readonly gone = new Promise<void>((resolve) => (this.leave = resolve));

  constructor(private readonly engines: Engines) {
    this.crew = engines.threads > 1 ? crew(engines.threads) : null;
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.listeners.get(data.id)?.(data);
    this.worker.onerror = () => this.end();
    this.worker.postMessage({ module: engines.module, stop: this.stop, crew: this.crew } satisfies Begin);
  }

  /** Waits until a search can have so many threads, as far as there are any. */
  async gather(threads: number): Promise<void> {
    this.busy += 1;
    while (this.mates.length < Math.min(threads, this.crew?.threads ?? 1) - 1) this.mates.push(this.mate());
    await Promise.race([this.gone, Promise.all(this.mates.map(({ ready }) => ready))]);
    this.busy -= 1;
  }

  send(operation: string, body: unknown, listener: Listener): number {
    const id = ++this.last;
    this.busy += 1;
    this.listeners.set(id, (reply) => {
      if (reply.kind === 'answer') this.forget(id);
      listener(reply);
      // What has failed within the engines may have left them in any state.
      if (reply.kind === 'answer' && reply.status === 500) this.end();
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
    if (this.ended) return;
    this.ended = true;
    this.leave();
    this.worker.terminate();
    for (const { worker } of this.mates) worker.terminate();
    for (const [id, listener] of [...this.listeners]) listener({ id, kind: 'answer', status: 500, body: ENDED });
  }

  private mate(): { worker: Worker; ready: Promise<void> } {
    const worker = begun();
    const ready = new Promise<void>((resolve) => {
      worker.onmessage = () => resolve();
      // The search that has lost a thread would wait for it.
      worker.onerror = () => this.end();
    });
    const { crew, engines, mates } = this;
    if (crew) worker.postMessage({ module: engines.module, crew, slot: mates.length + 1 } satisfies Join);
    return { worker, ready };
  }

  private forget(id: number): void {
    this.busy -= 1;
    this.listeners.delete(id);
  }
}

export class Workers implements Home {
  private readonly engines = load();
  private first: Helper | null = null;
  /** By the names of their searches, the one used longest ago first. */
  private readonly searching = new Map<string, Helper>();

  async ask<T>(operation: string, body: unknown): Promise<T> {
    const engines = await this.engines;
    if (!this.first || this.first.ended) this.first = new Helper(engines);
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
    const engines = await this.engines;
    signal.throwIfAborted();
    const { memory = '', engine = '' } = body as { memory?: string; engine?: string };
    const name = `${operation} ${memory}`;
    const helper = this.helper(name, engines);
    await helper.gather(Number(/\bthreads=(\d+)/.exec(engine)?.[1] ?? 1));
    signal.throwIfAborted();
    if (helper.ended) throw Refused.of(500, ENDED);
    return listen(helper, operation, body, signal, () => this.searching.delete(name));
  }

  private helper(name: string, engines: Engines): Helper {
    const kept = this.searching.get(name);
    const helper = kept && !kept.ended ? kept : new Helper(engines);
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

/** The engines with threads, where the site has them, memory can be shared and there are cores for that. */
async function load(): Promise<Engines> {
  const threads = threadsOf(navigator.hardwareConcurrency);
  const file = document.documentElement.dataset.threads;
  if (file && crossOriginIsolated && threads > 1 && crew(threads)) return { module: await compile(file), threads };
  return { module: await compile('plywood.wasm'), threads: 1 };
}

async function compile(name: string): Promise<WebAssembly.Module> {
  const address = new URL(name, document.baseURI);
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // Some hosts send the file under another type, which streaming refuses.
    const again = await fetch(address).catch(() => {
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
