/** What goes wrong between the page and the desk. */
import { tellReason } from '../words/reasons';
import { say } from '../words/words.svelte';
import type { ErrorBody, Reason } from './contract';

/** The desk said no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    /** The reason; `null` where whoever answered is not a desk. */
    readonly reason: Reason | null
  ) {
    super(reason?.message);
  }

  /** The refusal that a body tells. */
  static of(status: number, body: string): Refused {
    try {
      const { error } = JSON.parse(body) as Partial<ErrorBody>;
      return new Refused(status, error ?? null);
    } catch {
      return new Refused(status, null);
    }
  }
}

/** Nobody answered. */
export class Unreachable extends Error {}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The reason in the language of the page. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unreachable) return say('page.unreachable');
  if (error instanceof Refused) {
    return error.reason ? tellReason(error.reason) : say('page.status', { status: error.status });
  }
  return error instanceof Error ? error.message : String(error);
}
