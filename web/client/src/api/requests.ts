/** Requests to the server, each as a function. */
import type { ErrorBody } from './contract';
import { events, type ServerEvent } from './events';

/** The server said no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Where the offending text stands, from 1; 0 where that is not said. */
    readonly place: number = 0
  ) {
    super(message);
  }
}

/** Nobody answered. */
export class Unreachable extends Error {
  constructor() {
    super('the server does not answer');
  }
}

const BASE = './api/';

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await answer(path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  });
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export async function requestText(path: string): Promise<string> {
  return (await answer(path, {})).text();
}

/** Opens a stream of events; they come until it ends or `signal` is raised. */
export async function openStream(path: string, signal: AbortSignal): Promise<AsyncIterable<ServerEvent>> {
  const response = await answer(path, { signal, headers: { accept: 'text/event-stream' } });
  return events(response.body ?? new ReadableStream());
}

/** Tells the server that the page is going, without waiting for what it says. */
export function farewell(path: string): void {
  fetch(BASE + path, { method: 'DELETE', keepalive: true }).catch(() => {});
}

async function answer(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(BASE + path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Unreachable();
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<Refused> {
  try {
    const { error } = (await response.json()) as ErrorBody;
    return new Refused(response.status, error.message, error.place ?? 0);
  } catch {
    return new Refused(response.status, `the server answered ${response.status}`);
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
