/** What the page and a worker of its desk say to each other. */

import type { ErrorBody, Reason } from './contract';
import type { Crew } from './crew';

export interface Begin {
  module: WebAssembly.Module;
  /**
   * The number of the request that shall stop, where memory can be shared; else a worker is ended to stop it.
   */
  stop: SharedArrayBuffer | null;
  /** What the desk shares with its other workers, where the engines have threads. */
  crew: Crew | null;
}

/** Begins a worker that waits for threads, with its place among the others. */
export interface Join {
  module: WebAssembly.Module;
  crew: Crew;
  slot: number;
}

export interface Request {
  id: number;
  operation: string;
  body: string;
}

export type Reply =
  | { id: number; kind: 'said'; name: string; data: string }
  | { id: number; kind: 'answer'; status: number; body: string };

/** The body of a refusal that the page itself makes. */
export function failure(kind: Reason['kind'], message: string): ErrorBody {
  return { error: { kind, facts: {}, message, place: null } };
}
