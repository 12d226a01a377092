/** The desk behind a server. */
import { events } from './events';
import { Refused, Unreachable } from './refusals';
import type { Home, Said } from './requests';

const BASE = './api/';

export class Http implements Home {
  async ask<T>(operation: string, body: unknown): Promise<T> {
    return (await answer(operation, body)).json() as Promise<T>;
  }

  async work(operation: string, body: unknown, signal: AbortSignal): Promise<AsyncIterable<Said>> {
    const response = await answer(operation, body, signal);
    return events(response.body ?? new ReadableStream());
  }
}

async function answer(operation: string, body: unknown, signal: AbortSignal | null = null): Promise<Response> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(BASE + operation, operation === 'catalogue' ? {} : { ...post, signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Unreachable();
  }
  if (!response.ok) throw Refused.of(response.status, await response.text());
  return response;
}
