/** What the page and a worker of its desk say to each other. */

export interface Begin {
  module: WebAssembly.Module;
  /** The number of the request that shall stop, where memory can be shared; else a worker is ended to stop it. */
  stop: SharedArrayBuffer | null;
}

export interface Request {
  id: number;
  operation: string;
  body: string;
}

export type Reply =
  | { id: number; kind: 'said'; name: string; data: string }
  | { id: number; kind: 'answer'; status: number; body: string };
