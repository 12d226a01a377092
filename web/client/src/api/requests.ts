/** Requests to the desk, wherever it is: behind a server, or in a worker of this page. */
import { Http } from './http';
import { Workers } from './workers';

/** The desk said no, and why. */
export { Refused, Unreachable, isAbort, reasonOf } from './refusals';

/** Something that work says: its name, and its data as JSON. */
export interface Said {
  name: string;
  data: string;
}

/** A desk that answers. */
export interface Home {
  /** The answer to an operation. */
  ask<T>(operation: string, body: unknown): Promise<T>;
  /** Begins work: what it says comes until it ends or `signal` is raised. */
  work(operation: string, body: unknown, signal: AbortSignal): Promise<AsyncIterable<Said>>;
}

const home: Home = document.documentElement.dataset.desk === 'worker' ? new Workers() : new Http();

export const ask = <T>(operation: string, body: unknown = {}): Promise<T> => home.ask<T>(operation, body);

export const work: Home['work'] = (operation, body, signal) => home.work(operation, body, signal);
