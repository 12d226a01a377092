/** What goes wrong between the page and the desk. */
import { say } from '../words/words.svelte';
import type { ErrorBody } from './contract';

/** The desk said no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Where the offending text stands, from 1; 0 where that is not said. */
    readonly place: number = 0
  ) {
    super(message);
  }

  /** The refusal that a body tells. */
  static of(status: number, body: string): Refused {
    try {
      const { error } = JSON.parse(body) as ErrorBody;
      return new Refused(status, error.message, error.place ?? 0);
    } catch {
      return new Refused(status, say('page.status', { status }));
    }
  }
}

/** Nobody answered. */
export class Unreachable extends Error {
  constructor() {
    super(say('page.unreachable'));
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
