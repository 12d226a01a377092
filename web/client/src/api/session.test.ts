import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** What was asked, as address and body. */
const asked: [string, Record<string, unknown>][] = [];

function answering(status: number, body: unknown) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, JSON.parse(String(init.body))]);
    return new Response(JSON.stringify(body), { status });
  });
}

async function session() {
  const { Session } = await import('./session');
  return new Session({ game: 'hex', rules: 'size=5' });
}

describe('a session', () => {
  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('sends the whole line with every request', async () => {
    const reason = { kind: 'occupied', facts: { cell: 'a1' }, message: 'taken', place: null };
    answering(200, { reason });
    const hex = await session();
    await hex.play(['a1'], 'b2');
    expect(await hex.explain(['a1'], ['a1'])).toEqual(reason);
    const origin = { game: 'hex', rules: 'size=5' };
    expect(asked).toEqual([
      ['./api/state', { line: { ...origin, moves: ['a1', 'b2'] } }],
      ['./api/explain', { line: { ...origin, moves: ['a1'] }, clicks: ['a1'] }]
    ]);
  });

  it('searches under one name of its own', async () => {
    answering(200, {});
    const [one, other] = [await session(), await session()];
    const { signal } = new AbortController();
    for (const each of [one, one, other]) await each.search([], { engine: 'pvs' }, signal);
    const names = asked.map(([, body]) => body.memory);
    expect(names[0]).toBe(names[1]);
    expect(names[0]).not.toBe(names[2]);
  });

  it('tells why it was refused, and where', async () => {
    const { Refused } = await import('./refusals');
    const error = { kind: 'not-a-move' as const, facts: { text: 'bad' }, message: 'not legal', place: 2 };
    answering(422, { error });
    await expect((await session()).play([], 'bad')).rejects.toEqual(new Refused(422, error));
  });

  it('notices that nobody answers', async () => {
    const { Unreachable } = await import('./refusals');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no route')));
    await expect((await session()).show([])).rejects.toBeInstanceOf(Unreachable);
  });
});
