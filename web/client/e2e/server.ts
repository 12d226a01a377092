/** The program under test: `plywood serve`, started on a free port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
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
