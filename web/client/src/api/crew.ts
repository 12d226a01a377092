/**
 * Threads of the engines, where memory can be shared: workers that have the engines on the memory of one desk,
 * and wait until a search starts a thread.
 *
 * The engines are then compiled for WASI with threads. A worker that searches cannot make workers, because it
 * never comes back to its events; so the page makes them beforehand, and a thread is handed to one that waits.
 */

/** The most threads of a search: more hardly make a search stronger, and each is a worker. */
const MOST = 16;
/**
 * In pages of 64 KiB: two tables of 64 MiB with room for the rest; the package `plywood-worker` is linked for as
 * much. It never grows: a worker of V8 learns of new memory late, and its atomic operations on that fail until
 * then. Systems give memory when it is first written to.
 */
const PAGES = { initial: 8192, maximum: 8192, shared: true };

/** What the workers of a desk share. */
export interface Crew {
  memory: WebAssembly.Memory;
  /**
   * For each worker: its state, the thread's argument, and the time when it was started. The first is that of the
   * desk, of which only its being there counts.
   */
  slots: SharedArrayBuffer;
  /** The threads of a search, the one that leads it included. */
  threads: number;
}

const BYTES = 16;
/** States of a slot; a thread at work has its number there, which is more than zero. */
const [ABSENT, IDLE, TAKEN] = [-1, 0, -2];
/** Milliseconds in which a worker whose thread has just ended comes to wait again, on a busy machine too. */
const PATIENCE = 1_000;

/** A place in the slots. */
class Slot {
  private readonly words: Int32Array;
  private readonly time: Float64Array;

  constructor(slots: SharedArrayBuffer, index: number) {
    this.words = new Int32Array(slots, index * BYTES, 2);
    this.time = new Float64Array(slots, index * BYTES + 8, 1);
  }

  get state(): number {
    return Atomics.load(this.words, 0);
  }

  set state(state: number) {
    Atomics.store(this.words, 0, state);
    Atomics.notify(this.words, 0);
  }

  /** Waits until the state is no longer this one. */
  wait(state: number, milliseconds = Infinity): void {
    Atomics.wait(this.words, 0, state, milliseconds);
  }

  /** Starts a thread here, if this worker waits. */
  start(thread: number, argument: number, now: number): boolean {
    if (Atomics.compareExchange(this.words, 0, IDLE, TAKEN) !== IDLE) return false;
    this.words[1] = argument;
    this.time[0] = now;
    this.state = thread;
    return true;
  }

  /** Waits for a thread: its number, its argument, and the time that its starter's clock shows. */
  next(): [number, number, number] {
    for (let state = this.state; ; state = this.state) {
      if (state > 0) return [state, this.words[1] ?? 0, this.time[0] ?? 0];
      this.wait(state);
    }
  }
}

/** The threads that a search may have here: all cores but one, and two where there are two. */
export function threadsOf(cores: number): number {
  return Math.min(cores > 2 ? cores - 1 : cores, MOST);
}

/** What the workers of a new desk share. `null` where there is no such memory. */
export function crew(threads: number): Crew | null {
  try {
    const slots = new SharedArrayBuffer(threads * BYTES);
    for (let index = 0; index < threads; index++) new Slot(slots, index).state = ABSENT;
    return { memory: new WebAssembly.Memory(PAGES), slots, threads };
  } catch {
    return null;
  }
}

/** What the engines ask for besides the page's own functions. */
export function imports({ memory, slots }: Crew, now: () => number): WebAssembly.Imports {
  const team = Array.from({ length: slots.byteLength / BYTES }, (_, index) => new Slot(slots, index)).slice(1);
  const spawn = (argument: number): number => {
    for (const patience of [0, PATIENCE]) {
      for (const [index, slot] of team.entries()) {
        const { state } = slot;
        if (patience > 0 && state !== ABSENT && state !== IDLE) slot.wait(state, patience);
        if (slot.start(index + 1, argument, now())) return index + 1;
      }
    }
    return -1;
  };
  return { env: { memory }, wasi: { 'thread-spawn': spawn }, wasi_snapshot_preview1: system(memory, now) };
}

/** Tells the others that the desk has its engines. */
export function lead({ slots }: Crew): void {
  new Slot(slots, 0).state = IDLE;
}

/** Runs the threads that are handed to a slot, for ever. `ready` is called before the first wait. */
export function serve(module: WebAssembly.Module, crew: Crew, index: number, ready: () => void): never {
  const slot = new Slot(crew.slots, index);
  let ahead = 0;
  const now = () => performance.now() + ahead;
  const page = { now, heard: () => {}, threads: () => crew.threads };
  // The first to have the engines on this memory has its first thread: that must be the desk.
  new Slot(crew.slots, 0).wait(ABSENT);
  const instance = new WebAssembly.Instance(module, { page, ...imports(crew, now) });
  const run = instance.exports.wasi_thread_start as (thread: number, argument: number) => void;
  slot.state = IDLE;
  ready();
  for (;;) {
    const [thread, argument, started] = slot.next();
    // Clocks of workers begin when the worker does.
    ahead = started - performance.now();
    run(thread, argument);
    slot.state = IDLE;
  }
}

/**
 * The few functions of WASI that the standard library and the allocator of the engines ask for. All succeed,
 * which is 0.
 */
function system(memory: WebAssembly.Memory, now: () => number): WebAssembly.ModuleImports {
  const view = new DataView(memory.buffer);
  const bytes = (start: number, length: number) => new Uint8Array(memory.buffer, start, length);
  return {
    clock_time_get: (_clock: number, _precision: bigint, time: number) => {
      view.setBigUint64(time, BigInt(Math.round(now() * 1e6)), true);
      return 0;
    },
    random_get: (start: number, length: number) => {
      bytes(start, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return 0;
    },
    environ_sizes_get: (count: number, length: number) => {
      for (const place of [count, length]) view.setUint32(place, 0, true);
      return 0;
    },
    environ_get: () => 0,
    // What a panic says last.
    fd_write: (_file: number, pieces: number, count: number, written: number) => {
      const text: number[] = [];
      for (let at = pieces; at < pieces + 8 * count; at += 8) {
        text.push(...bytes(view.getUint32(at, true), view.getUint32(at + 4, true)));
      }
      console.error(new TextDecoder().decode(new Uint8Array(text)));
      view.setUint32(written, text.length, true);
      return 0;
    },
    sched_yield: () => 0,
    proc_exit: (code: number) => {
      throw new Error(`the engines have ended with ${code}`);
    }
  };
}
