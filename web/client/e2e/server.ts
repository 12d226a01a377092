/**
 * The homes under test: `plywood serve`, started on a free port, or the folder of a static site behind a
 * plain file server.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer as createWebServer, type Server as WebServer } from 'node:http';
import { createServer } from 'node:net';
import { dirname, extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

function program(): string {
  const path = process.env.PLYWOOD ?? resolve(HERE, '../../../target/debug/plywood');
  if (!existsSync(path)) throw new Error(`there is no program at ${path}: build it, or set PLYWOOD`);
  return path;
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export class Server {
  private child: ChildProcess | null = null;

  private constructor(readonly port: number) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  static async start(): Promise<Server> {
    const server = new Server(await freePort());
    await server.up();
    return server;
  }

  /** Starts the program, on the same port as before. */
  async up(): Promise<void> {
    this.child = spawn(program(), ['serve', '--port', `${this.port}`], { stdio: 'ignore' });
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await this.answers()) return;
      await new Promise((resume) => setTimeout(resume, 100));
    }
    throw new Error('plywood serve does not answer');
  }

  /** Kills the program, and waits until it is gone. */
  async down(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resume) => child.once('exit', resume));
    child.kill('SIGKILL');
    await gone;
  }

  private async answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.address}api/catalogue`)).ok;
    } catch {
      return false;
    }
  }
}

/** The headers with which a page may share memory with its workers. */
export const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp'
};

/** A host of files that sends no special headers unless told to, like most. */
export class Site {
  private constructor(
    readonly port: number,
    private readonly host: WebServer
  ) {}

  get address(): string {
    return `http://localhost:${this.port}/`;
  }

  static async start(folder: string, headers: Record<string, string> = {}): Promise<Site> {
    const port = await freePort();
    const host = createWebServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      const file = join(folder, normalize(path === '/' ? 'index.html' : path));
      readFile(file).then(
        (content) => {
          response.writeHead(200, { ...headers, 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(content);
        },
        () => response.writeHead(404).end()
      );
    });
    await new Promise<void>((resume) => host.listen(port, 'localhost', resume));
    return new Site(port, host);
  }

  async down(): Promise<void> {
    this.host.closeAllConnections();
    await new Promise((resume) => this.host.close(resume));
  }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json'
};
