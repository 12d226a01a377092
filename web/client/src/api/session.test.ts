import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refused, Unreachable } from './requests';
import { Session } from './session';

/** A server that keeps lines in memory, and forgets them when it is told to. */
class FakeServer {
  readonly log: string[] = [];
  sessions = new Map<string, string[]>();
  private made = 0;

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const [, id = '', what = ''] = /sessions(?:\/(\w+))?(?:\/(\w+))?/.exec(url) ?? [];
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    this.log.push(`${init.method ?? 'GET'} ${id ? 'session' : 'sessions'}${what ? `/${what}` : ''}`);
    if (!id) return this.state(this.create(body.moves ?? []), 201);
    const line = this.sessions.get(id);
    if (!line) return this.json({ error: { message: 'no such session', what: null, text: null, place: null } }, 404);
    if (what === 'line') this.sessions.set(id, body.moves);
    if (what === 'moves' && body.text === 'bad') {
      return this.json({ error: { message: 'not legal', what: 'move', text: 'bad', place: 2 } }, 422);
    }
    if (what === 'moves') line.push(body.text);
    if (what === 'explain') return this.json({ reason: `after ${line.join(' ')}` }, 200);
    return this.state(id, 200);
  };

  private create(moves: string[]): string {
    const id = `s${++this.made}`;
    this.sessions.set(id, [...moves]);
    return id;
  }

  private state(id: string, status: number): Response {
    return this.json({ id, moves: (this.sessions.get(id) ?? []).map((text) => ({ text })) }, status);
  }

  private json(value: unknown, status: number): Response {
    return new Response(JSON.stringify(value), { status });
  }
}

function serve(): FakeServer {
  const server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  return server;
}

const lineOf = (state: { moves: { text: string }[] }) => state.moves.map(({ text }) => text);

describe('a session', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is made when it is needed, and then kept', async () => {
    const server = serve();
    const session = new Session({ game: 'hex' });
    expect(lineOf(await session.show(['a1']))).toEqual(['a1']);
    expect(lineOf(await session.play(['a1'], 'b2'))).toEqual(['a1', 'b2']);
    expect(server.log).toEqual(['POST sessions', 'POST session/moves']);
  });

  it('goes to the line that something is asked about', async () => {
    const server = serve();
    const session = new Session({ game: 'hex' });
    await session.show(['a1', 'b2']);
    expect(await session.explain(['a1'], ['c3'])).toBe('after a1');
    expect(server.log).toEqual(['POST sessions', 'PUT session/line', 'POST session/explain']);
  });

  it('is made again when the server has forgotten it', async () => {
    const server = serve();
    const session = new Session({ game: 'hex' });
    await session.show(['a1']);
    server.sessions = new Map();
    expect(lineOf(await session.play(['a1'], 'b2'))).toEqual(['a1', 'b2']);
    server.sessions = new Map();
    expect(lineOf(await session.show(['c3']))).toEqual(['c3']);
    server.sessions = new Map();
    expect(await session.explain(['c3'], ['a1'])).toBe('after c3');
  });

  it('tells why the server refuses, and where', async () => {
    serve();
    const session = new Session({ game: 'hex' });
    const error = await session.play([], 'bad').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ status: 422, message: 'not legal', place: 2 });
    expect(lineOf(await session.play([], 'a1'))).toEqual(['a1']);
  });

  it('tells when nobody answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('connection refused')));
    await expect(new Session({ game: 'hex' }).show([])).rejects.toBeInstanceOf(Unreachable);
  });

  it('asks one thing after the other', async () => {
    serve();
    const session = new Session({ game: 'hex' });
    const [first, second] = await Promise.all([session.show(['a1']), session.show(['b2', 'c3'])]);
    expect([lineOf(first), lineOf(second)]).toEqual([['a1'], ['b2', 'c3']]);
  });
});
